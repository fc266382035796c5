package io.skim.pojo.text;

/** Texts of peers in one line of a log. */
public final class LogLine
{
    private LogLine()
    {
    }

    /**
     * Escapes characters that could end a line or control a terminal, so that no text of a peer looks like a line of its own.
     *
     * @param text of any characters.
     * @return the text with Java's escapes in place of control characters and Unicode's separators of lines.
     */
    public static String of(final String text)
    {
        final StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++)
        {
            final char unit = text.charAt(i);
            final boolean isEscaped = Character.isISOControl(unit) || unit == 0x2028 || unit == 0x2029;
            line.append(isEscaped ? String.format("\\u%04x", (int)unit) : String.valueOf(unit));
        }
        return line.toString();
    }
}

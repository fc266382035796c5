package io.skim.pojo.text;

import java.util.HexFormat;

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
            if (Character.isISOControl(unit) || unit == 0x2028 || unit == 0x2029)
            {
                line.append("\\u").append(HexFormat.of().toHexDigits(unit));
            }
            else
            {
                line.append(unit);
            }
        }
        return line.toString();
    }
}

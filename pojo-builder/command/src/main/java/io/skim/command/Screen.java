package io.skim.command;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a person sees: how wide it is, and whether colours may be used.
 *
 * @param terminal whether standard output is a terminal.
 * @param width    in columns, at most {@link #GREATEST}.
 * @param colour   whether text may have colours.
 */
record Screen(boolean terminal, int width, boolean colour)
{
    /** No line is wider. */
    static final int GREATEST = 200;

    private static final int LEAST = 40;
    private static final char REPLACED = '\uFFFD';
    private static final String RED = "\033[31m";
    private static final String BOLD = "\033[1m";
    private static final String PLAIN = "\033[0m";

    /**
     * The screen of the process.
     *
     * @param terminal    whether standard output is a terminal: the launcher asks, since Java 17 cannot tell.
     * @param columns     of the terminal as the launcher found them; null if it did not.
     * @param environment {@code NO_COLOR}, if it is there and not empty, forbids colours; {@code COLUMNS} tells the width.
     */
    static Screen of(final boolean terminal, final @Nullable String columns, final Map<String, String> environment)
    {
        final int width = columns(environment.get("COLUMNS"), terminal ? columns(columns, GREATEST) : GREATEST);
        final String none = environment.get("NO_COLOR");
        final boolean colour = terminal && (none == null || none.isEmpty()) && !"dumb".equals(environment.get("TERM"));
        return new Screen(terminal, width, colour);
    }

    private static int columns(final @Nullable String text, final int otherwise)
    {
        return text == null || !text.matches("[1-9][0-9]{0,5}") ? otherwise
            : Math.max(LEAST, Math.min(GREATEST, Integer.parseInt(text)));
    }

    /** A text in red. */
    String red(final String text)
    {
        return colour ? RED + text + PLAIN : text;
    }

    /** A text in bold type. */
    String bold(final String text)
    {
        return colour ? BOLD + text + PLAIN : text;
    }

    /** What a terminal shows and does not obey: control and format characters, and halves of pairs, are replaced. */
    static String printable(final String text)
    {
        for (int k = 0; k < text.length(); k++)
        {
            if (text.charAt(k) < ' ' || text.charAt(k) > '~')
            {
                return text.codePoints().map(point -> isShown(point) ? point : REPLACED).collect(StringBuilder::new,
                    StringBuilder::appendCodePoint, StringBuilder::append).toString();
            }
        }
        return text;
    }

    private static boolean isShown(final int point)
    {
        final int type = Character.getType(point);
        return !Character.isISOControl(point)
            && type != Character.FORMAT
            && type != Character.SURROGATE
            && type != Character.LINE_SEPARATOR
            && type != Character.PARAGRAPH_SEPARATOR;
    }

    /** How many columns a text takes: characters of East Asia take two. */
    static int columns(final String text)
    {
        return text.codePoints().map(Screen::columns).sum();
    }

    private static int columns(final int point)
    {
        if (point < 0x1100)
        {
            return Character.getType(point) == Character.NON_SPACING_MARK ? 0 : 1;
        }
        final boolean wide = point <= 0x115F
            || point >= 0x2E80 && point <= 0xA4CF
            || point >= 0xAC00 && point <= 0xD7A3
            || point >= 0xF900 && point <= 0xFAFF
            || point >= 0xFE30 && point <= 0xFE6F
            || point >= 0xFF00 && point <= 0xFF60
            || point >= 0xFFE0 && point <= 0xFFE6
            || point >= 0x1F300 && point <= 0x1FAFF
            || point >= 0x20000 && point <= 0x3FFFD;
        return wide ? 2 : 1;
    }

    /** As much of a text as so many columns have room for; the last one is an ellipsis if some is left out. */
    static String cut(final String text, final int columns)
    {
        if (text.length() <= columns / 2 || columns(text) <= columns)
        {
            return text;
        }
        int used = 0;
        int at = 0;
        while (at < text.length())
        {
            final int point = text.codePointAt(at);
            used += columns(point);
            if (used > columns - 1)
            {
                break;
            }
            at += Character.charCount(point);
        }
        return columns < 1 ? "" : text.substring(0, at) + '\u2026';
    }

    /** A text of exactly so many columns: cut, or with blanks behind it. */
    static String pad(final String text, final int columns)
    {
        final String cut = cut(text, columns);
        return cut + " ".repeat(Math.max(0, columns - columns(cut)));
    }
}

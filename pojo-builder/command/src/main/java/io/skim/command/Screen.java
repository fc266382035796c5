package io.skim.command;

import java.util.Arrays;
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
    private static final int FIRST_MARK = 0x300;
    /**
     * Characters of two columns: the first and the last of each range, in their order. Source: Unicode 15.1, EastAsianWidth.txt, W
     * and F; ranges have become one where no character is assigned between.
     */
    private static final int[] WIDE = {0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0,
        0x23F3, 0x23F3, 0x25FD, 0x25FE, 0x2614, 0x2615, 0x2648, 0x2653, 0x267F, 0x267F, 0x2693, 0x2693, 0x26A1, 0x26A1,
        0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3,
        0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C,
        0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C,
        0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x303E, 0x3041, 0x3247, 0x3250, 0x4DBF, 0x4E00, 0xA4C6, 0xA960, 0xA97C,
        0xAC00, 0xD7A3,
        0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x18D08, 0x1AFF0,
        0x1B2FB, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191, 0x1F19A, 0x1F200, 0x1F320, 0x1F32D,
        0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4,
        0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550,
        0x1F567, 0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC,
        0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7F0, 0x1F90C,
        0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD};
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

    /** Whether nobody has told how wide lines may be, and no terminal has an end of lines. */
    boolean isUnlimited()
    {
        return !terminal && width == GREATEST;
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

    /** Whether a terminal shows a character, and does nothing else. */
    static boolean isShown(final int point)
    {
        final int type = Character.getType(point);
        return !Character.isISOControl(point)
            && type != Character.FORMAT
            && type != Character.SURROGATE
            && type != Character.LINE_SEPARATOR
            && type != Character.PARAGRAPH_SEPARATOR;
    }

    /** How many columns a text takes: characters of East Asia and pictures take two, marks on others none. */
    static int columns(final String text)
    {
        return text.codePoints().map(Screen::columns).sum();
    }

    private static int columns(final int point)
    {
        if (point < FIRST_MARK)
        {
            return 1;
        }
        final int type = Character.getType(point);
        // Vowels and final consonants of Korean are drawn into the first consonant before them.
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK
            || point >= 0x1160 && point <= 0x11FF)
        {
            return 0;
        }
        return isWide(point) ? 2 : 1;
    }

    private static boolean isWide(final int point)
    {
        final int found = Arrays.binarySearch(WIDE, point);
        // One of the two, or between the first and the last of a range.
        return found >= 0 || (-found - 1) % 2 == 1;
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

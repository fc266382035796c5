package io.skim.bytes;

import java.util.Arrays;

/**
 * The escapes of a JSON string: those of RFC 8259 section 7, and those that fastjson2 2.0.63 takes besides
 * ({@code \'}, {@code \v}, {@code \xHH} and {@code \0} to {@code \7}).
 */
public final class Escapes
{
    /** Characters of an escape by its number. */
    public static final int UNIT_LENGTH = 6;

    private static final int REFUSED = -1;
    /** <code>\\u0000</code> to <code>\\u0007</code>, little-endian: the separators of message properties among them. */
    private static final long LOW_CONTROL = 0x3030_3030_755CL;
    private static final long LOW_CONTROL_MASK = 0xF8FF_FFFF_FFFFL;

    /** The value of each hexadecimal digit; -1 for all other bytes. */
    private static final byte[] DIGITS = new byte[256];

    static
    {
        Arrays.fill(DIGITS, (byte)-1);
        for (int digit = 0; digit < 16; digit++)
        {
            DIGITS[Character.forDigit(digit, 16)] = (byte)digit;
            DIGITS[Character.toUpperCase(Character.forDigit(digit, 16))] = (byte)digit;
        }
    }

    private Escapes()
    {
    }

    /**
     * Passes over one escape.
     *
     * @param index   of the backslash.
     * @param lenient whether the reference's own escapes are taken too.
     * @return the index behind the escape, or {@code -1} if it is refused.
     */
    public static int skip(final byte[] array, final int index, final int to, final boolean lenient)
    {
        if (to - index < 2)
        {
            return REFUSED;
        }
        switch (array[index + 1])
        {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
                return index + 2;
            case 'u':
                return to - index >= 6 && hex(array, index + 2, 4) >= 0 ? index + 6 : REFUSED;
            case '\'', 'v', '0', '1', '2', '3', '4', '5', '6', '7':
                return lenient ? index + 2 : REFUSED;
            case 'x':
                return lenient && to - index >= 4 && hex(array, index + 2, 2) >= 0 ? index + 4 : REFUSED;
            default:
                return REFUSED;
        }
    }

    /**
     * Decodes the code point at an index: an escape, a pair of escaped surrogates, or raw UTF-8.
     *
     * @param array that holds text which {@link #skip} has passed.
     * @param to    index behind the last byte of the text, above {@code index}.
     * @return the code point (a lone surrogate as itself) in the high 32 bits, the index behind it in the low 32.
     */
    public static long decode(final byte[] array, final int index, final int to)
    {
        if (array[index] != '\\')
        {
            return Utf8.decode(array, index, to);
        }
        if (to - index >= UNIT_LENGTH && array.length - index >= Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(array, index);
            if (isLowControl(word))
            {
                return Utf8.pack(lowControl(word), index + UNIT_LENGTH);
            }
        }
        final int unit = unit(array, index);
        final int behind = index + length(array, index);
        if (unit >= 0xD800 && unit < 0xDC00 && to - behind >= 6 && array[behind] == '\\' && array[behind + 1] == 'u')
        {
            final int low = hex(array, behind + 2, 4);
            if (low >= 0xDC00 && low < 0xE000)
            {
                return Utf8.pack(Character.toCodePoint((char)unit, (char)low), behind + 6);
            }
        }
        return Utf8.pack(unit, behind);
    }

    /**
     * Finds an escaped surrogate that has no partner: Java keeps it, others replace it.
     *
     * @param array that holds text which {@link #skip} has passed.
     * @return the index of the escape, or {@code -1} if there is none.
     */
    public static int firstLoneSurrogate(final byte[] array, final int from, final int to)
    {
        int index = Words.indexOf(array, from, to, '\\');
        while (index < to)
        {
            final long decoded = decode(array, index, to);
            final int codePoint = (int)(decoded >>> 32);
            if (codePoint >= 0xD800 && codePoint <= 0xDFFF)
            {
                return index;
            }
            index = Words.indexOf(array, (int)decoded, to, '\\');
        }
        return -1;
    }

    /**
     * Compares text, escapes undone, with bytes.
     *
     * @param array that holds text which {@link #skip} has passed.
     */
    public static boolean contentEquals(final byte[] array, final int from, final int to, final byte[] utf8)
    {
        return matches(array, from, to, true, utf8, true);
    }

    /**
     * Compares text with bytes, or its beginning, undoing escapes or reading ill-formed UTF-8 as it goes. Half a surrogate pair
     * equals nothing.
     *
     * @param escaped whether a backslash begins an escape, one which {@link #skip} has passed.
     * @param whole   whether all of the text is to be equal, or its beginning.
     */
    public static boolean matches(final byte[] array, final int from, final int to, final boolean escaped,
        final byte[] utf8, final boolean whole)
    {
        int matched = 0;
        int index = from;
        while (index < to && matched < utf8.length)
        {
            final long decoded = escaped ? decode(array, index, to) : Utf8.decode(array, index, to);
            final int codePoint = (int)(decoded >>> 32);
            if (Utf8.isSurrogate(codePoint))
            {
                return false;
            }
            final int bytes = Utf8.length(codePoint);
            for (int i = 0; i < bytes && matched < utf8.length; i++)
            {
                if (Utf8.byteAt(codePoint, bytes, i) != utf8[matched++])
                {
                    return false;
                }
            }
            index = (int)decoded;
        }
        return matched == utf8.length && (!whole || index == to);
    }

    /**
     * Whether a word begins with the escape of a character from U+0000 to U+0007, which {@link #lowControl} decodes: mostly, but
     * not always, a separator of message properties. Returns true if its first six bytes are such an escape.
     */
    public static boolean isLowControl(final long word)
    {
        return (word & LOW_CONTROL_MASK) == LOW_CONTROL;
    }

    /**
     * The character of such an escape.
     *
     * @param word for which {@link #isLowControl} is true.
     * @return from 0 to 7.
     */
    public static int lowControl(final long word)
    {
        return (int)(word >>> 40) & 7;
    }

    private static int length(final byte[] array, final int index)
    {
        return array[index + 1] == 'u' ? 6 : array[index + 1] == 'x' ? 4 : 2;
    }

    private static int unit(final byte[] array, final int index)
    {
        final byte kind = array[index + 1];
        switch (kind)
        {
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'v':
                return 0x0B;
            case 'u':
                return hex(array, index + 2, 4);
            case 'x':
                return hex(array, index + 2, 2);
            default:
                return kind >= '0' && kind <= '7' ? kind - '0' : kind;
        }
    }

    /** Reads the four digits of an escape by number. Returns the UTF-16 unit; negative if they are no four hexadecimal digits. */
    public static int unitOf(final byte[] array, final int from)
    {
        return DIGITS[array[from] & 0xFF] << 12 | DIGITS[array[from + 1] & 0xFF] << 8
            | DIGITS[array[from + 2] & 0xFF] << 4 | DIGITS[array[from + 3] & 0xFF];
    }

    private static int hex(final byte[] array, final int from, final int count)
    {
        int value = 0;
        for (int index = from; index < from + count; index++)
        {
            final int digit = DIGITS[array[index] & 0xFF];
            if (digit < 0)
            {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }
}

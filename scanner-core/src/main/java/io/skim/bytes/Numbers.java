package io.skim.bytes;

/**
 * Numbers from text and back, by the rules of {@code Integer.parseInt} and {@code Long.parseLong}, and the readings
 * that fastjson2 2.0.63 has for odd ones.
 */
public final class Numbers
{
    /** What no int is; a default for those who look for an int. */
    public static final long NONE = Long.MIN_VALUE;

    private static final int EIGHT_DIGITS = 100_000_000;
    private static final long ZEROS = Words.repeat('0');
    private static final long NO_DIGIT = Words.repeat(0x76);
    private static final long PAIRS = 0x0000_00FF_0000_00FFL;
    private static final int MAX_DIGITS = 18;
    private static final int MAX_DOUBLE_DIGITS = 15;
    private static final int NO_EXPONENT = Integer.MIN_VALUE;
    private static final int MAX_PLAIN_DOUBLE = 10_000_000;
    private static final int LEAST_PLAIN_EXPONENT = 6;

    private Numbers()
    {
    }

    /**
     * Parses decimal text. A sign of either kind and leading zeros are taken; digits are ASCII alone.
     *
     * @param otherwise to answer if the text is no number or outside the range of int64.
     */
    public static long parseLong(final byte[] array, final int from, final int to, final long otherwise)
    {
        int index = from;
        boolean negative = false;
        if (index < to && (array[index] == '-' || array[index] == '+'))
        {
            negative = array[index++] == '-';
        }
        final int count = to - index;
        if (count == 1)
        {
            final int digit = array[index] - '0';
            return digit < 0 || digit > 9 ? otherwise : negative ? -digit : digit;
        }
        if (count <= 2 * Long.BYTES && count > 0 && index >= Long.BYTES)
        {
            final long value = count > Long.BYTES ? moreDigits(array, to, count) : digits(array, to, count);
            return value < 0 ? otherwise : negative ? -value : value;
        }
        return count <= 0 ? otherwise : parseDigits(array, index, to, negative, otherwise);
    }

    /** The value of up to eight digits that end at an index, all at once; {@code -1} if one of them is none. */
    private static long digits(final byte[] array, final int to, final int count)
    {
        final long leading = -1L << Long.SIZE - (count << 3);
        final long values = (Words.getLongLittleEndian(array, to - Long.BYTES) ^ ZEROS) & leading;
        if (((values + NO_DIGIT | values) & Words.HIGH_BITS) != 0)
        {
            return -1;
        }
        return join(values);
    }

    /** The value of nine to sixteen digits, of which times have thirteen; {@code -1} if one of them is none. */
    private static long moreDigits(final byte[] array, final int to, final int count)
    {
        final long leading = -1L << Long.SIZE - (count << 3);
        final long low = Words.getLongLittleEndian(array, to - Long.BYTES) ^ ZEROS;
        final long high = (Words.getLongLittleEndian(array, to - 2 * Long.BYTES) ^ ZEROS) & leading;
        if (((low + NO_DIGIT | low | high + NO_DIGIT | high) & Words.HIGH_BITS) != 0)
        {
            return -1;
        }
        return join(high) * EIGHT_DIGITS + join(low);
    }

    /** The number that eight digits make, from 0 to 9 each, the first in the low bits. */
    private static long join(final long values)
    {
        // Neighbours are joined to pairs, pairs to fours, fours to eight: each step by one multiplication.
        final long pairs = values * 10 + (values >>> 8);
        return (pairs & PAIRS) * (100 + (1_000_000L << 32)) + (pairs >>> 16 & PAIRS) * (1 + (10_000L << 32)) >>> 32;
    }

    private static long parseDigits(final byte[] array, final int from, final int to, final boolean negative,
        final long otherwise)
    {
        final int unchecked = Math.min(to, from + 18);
        int index = from;
        long value = 0;
        for (; index < unchecked; index++)
        {
            final int digit = array[index] - '0';
            if (digit < 0 || digit > 9)
            {
                return otherwise;
            }
            value = value * 10 + digit;
        }
        return index == to ? negative ? -value : value : parseRest(array, index, to, negative, -value, otherwise);
    }

    /** Goes on with a number of more than 18 digits, as a negative value so that the least int64 fits. */
    private static long parseRest(final byte[] array, final int from, final int to, final boolean negative,
        final long begun, final long otherwise)
    {
        long value = begun;
        for (int index = from; index < to; index++)
        {
            final int digit = array[index] - '0';
            if (digit < 0 || digit > 9 || (value = append(value, digit)) > 0)
            {
                return otherwise;
            }
        }
        return negative ? value : value == Long.MIN_VALUE ? otherwise : -value;
    }

    /** Appends a digit to a negative number; gives 1 if it does not fit. */
    private static long append(final long value, final int digit)
    {
        return value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit ? 1 : value * 10 - digit;
    }

    /**
     * Parses decimal text that holds JSON escapes, by the rules of {@link #parseLong}.
     *
     * @param array     that holds the text, whose escapes are known to be good.
     * @param otherwise to answer if the text is no number or outside the range of int64.
     */
    public static long parseEscapedLong(final byte[] array, final int from, final int to, final long otherwise)
    {
        boolean negative = false;
        boolean digits = false;
        long value = 0;
        int index = from;
        while (index < to)
        {
            final long decoded = Escapes.decode(array, index, to);
            final int unit = (int)(decoded >>> 32);
            if (index == from && (unit == '-' || unit == '+'))
            {
                negative = unit == '-';
            }
            else if (unit < '0' || unit > '9' || (value = append(value, unit - '0')) > 0)
            {
                return otherwise;
            }
            else
            {
                digits = true;
            }
            index = (int)decoded;
        }
        return !digits || !negative && value == Long.MIN_VALUE ? otherwise : negative ? value : -value;
    }

    /**
     * The int that the reference reads in the text of an int member, bare or quoted: also a sign, leading zeros, a
     * fraction or an exponent (cut off towards zero), {@code true}, {@code false}, {@code null} and nothing.
     *
     * @param array that holds the text.
     * @param from  index of its first byte.
     * @param to    index behind its last byte.
     * @return the int, or {@link #NONE} for text that the reference refuses, or reads in a way of its own (a number
     *     that wraps or saturates, more digits than a long or a double holds).
     * @see "fastjson2 2.0.63 JSONReader.readInt32Value"
     */
    public static long parseOddInt(final byte[] array, final int from, final int to)
    {
        if (from == to || isWord(array, from, to, 0x6E75_6C6C) || isWord(array, from, to, 0x6661_6C73))
        {
            return 0;
        }
        if (isWord(array, from, to, 0x7472_7565))
        {
            return 1;
        }
        final boolean plus = array[from] == '+';
        final boolean negative = array[from] == '-';
        final int digits = plus || negative ? from + 1 : from;
        int at = digits;
        long mantissa = 0;
        int scale = 0;
        boolean point = false;
        for (; at < to && (array[at] >= '0' && array[at] <= '9' || array[at] == '.' && !point); at++)
        {
            if (at - digits >= MAX_DIGITS)
            {
                return NONE;
            }
            if (array[at] == '.')
            {
                point = true;
                continue;
            }
            mantissa = mantissa * 10 + array[at] - '0';
            scale += point ? 1 : 0;
        }
        if (at == digits || array[digits] == '.' || array[at - 1] == '.' || plus && (point || at < to))
        {
            return NONE;
        }
        if (at < to)
        {
            final int exponent = exponent(array, at, to);
            if (exponent == NO_EXPONENT || at - digits > MAX_DOUBLE_DIGITS)
            {
                return NONE;
            }
            scale -= exponent;
        }
        final long value = scaled(mantissa, scale);
        final long signed = negative ? -value : value;
        return value == NONE || signed != (int)signed ? NONE : signed;
    }

    private static long scaled(final long mantissa, final int scale)
    {
        long value = mantissa;
        for (int i = scale; i < 0; i++)
        {
            value *= 10;
            if (value > Integer.MAX_VALUE + 1L)
            {
                return NONE;
            }
        }
        for (int i = 0; i < scale && value != 0; i++)
        {
            value /= 10;
        }
        return value;
    }

    /** A letter e, a sign perhaps, and one or two digits; {@link #NO_EXPONENT} for anything else. */
    private static int exponent(final byte[] array, final int from, final int to)
    {
        if ((array[from] | 0x20) != 'e')
        {
            return NO_EXPONENT;
        }
        final boolean signed = from + 1 < to && (array[from + 1] == '-' || array[from + 1] == '+');
        final int digits = signed ? from + 2 : from + 1;
        if (to == digits || to - digits > 2 || !isDigit(array[digits]))
        {
            return NO_EXPONENT;
        }
        final int value = (int)parseLong(array, digits, to, NO_EXPONENT);
        return value == NO_EXPONENT || value > MAX_DOUBLE_DIGITS ? NO_EXPONENT : signed && array[from + 1] == '-'
            ? -value : value;
    }

    private static boolean isWord(final byte[] array, final int from, final int to, final int word)
    {
        final int length = word == 0x6661_6C73 ? 5 : 4;
        return to - from == length && Words.getInt(array, from) == word && (length == 4 || array[from + 4] == 'e');
    }

    /**
     * The text that the reference makes of a number which is not written as it would write it: without leading zeros,
     * without the sign of zero, and with an exponent by way of a double.
     *
     * @param array  that holds the number.
     * @param from   index of its first byte.
     * @param to     index behind its last byte.
     * @param digits array of 24 bytes or more, at whose end the text is written.
     * @return the index of the first character, or {@code -1} for a number whose text depends on the release or on the
     *     JDK, or that the reference reads wrongly.
     * @see "fastjson2 2.0.63 JSONReader.readString of a number"
     */
    public static int renderOdd(final byte[] array, final int from, final int to, final byte[] digits)
    {
        // With a plus the reference joins the digits wrongly: +01134078213 becomes 4294966797134078213.
        if (from == to || array[to - 1] > '9' || array[from] == '+' || parseOddInt(array, from, to) == NONE)
        {
            return -1;
        }
        int mantissaEnd = from;
        while (mantissaEnd < to && (array[mantissaEnd] | 0x20) != 'e')
        {
            mantissaEnd++;
        }
        final boolean negative = array[from] == '-';
        final int begin = negative ? from + 1 : from;
        return mantissaEnd == to ? renderDecimal(array, begin, to, negative, digits) : renderDouble(array, begin,
            mantissaEnd, exponent(array, mantissaEnd, to), negative, digits);
    }

    /** As BigDecimal writes it, unless that takes an exponent. */
    private static int renderDecimal(final byte[] array, final int from, final int to, final boolean negative,
        final byte[] digits)
    {
        final int point = Words.indexOf(array, from, to, '.');
        int first = from;
        while (first < point - 1 && array[first] == '0')
        {
            first++;
        }
        int significant = first;
        while (significant < to && !(array[significant] > '0'))
        {
            significant++;
        }
        final boolean zero = significant == to;
        final int leading = significant < point ? 0 : zero ? to - point - 1 : significant - point;
        if (leading > LEAST_PLAIN_EXPONENT)
        {
            return -1;
        }
        int index = digits.length - (to - first);
        System.arraycopy(array, first, digits, index, to - first);
        if (negative && !zero)
        {
            digits[--index] = '-';
        }
        return index;
    }

    /** As Double writes it, if that is a whole number that it writes without an exponent. */
    private static int renderDouble(final byte[] array, final int from, final int to, final int exponent,
        final boolean negative, final byte[] digits)
    {
        long value = 0;
        int scale = -exponent;
        boolean point = false;
        for (int index = from; index < to; index++)
        {
            point |= array[index] == '.';
            value = array[index] == '.' ? value : value * 10 + array[index] - '0';
            scale += point && array[index] != '.' ? 1 : 0;
        }
        for (; scale > 0 && value % 10 == 0 && value != 0; scale--)
        {
            value /= 10;
        }
        for (; scale < 0 && value < MAX_PLAIN_DOUBLE; scale++)
        {
            value *= 10;
        }
        if (exponent == 0 || value == 0 || scale != 0 || value >= MAX_PLAIN_DOUBLE)
        {
            return -1;
        }
        int index = digits.length;
        digits[--index] = '0';
        digits[--index] = '.';
        for (; value != 0; value /= 10)
        {
            digits[--index] = (byte)('0' + value % 10);
        }
        if (negative)
        {
            digits[--index] = '-';
        }
        return index;
    }

    private static boolean isDigit(final byte value)
    {
        return value >= '0' && value <= '9';
    }
}

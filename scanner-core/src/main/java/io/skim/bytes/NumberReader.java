package io.skim.bytes;

/**
 * Reads numbers out of UTF-8 as Java reads them out of a {@code String}: {@code Integer.valueOf}, {@code Long.valueOf}
 * and {@code Double.valueOf}, with all that they take and refuse, and without the {@code String}. Reused number after number; keeps the text's array
 * until the next one.
 */
public final class NumberReader
{
    private static final int MAX_EXACT_POWER = 22;
    private static final long MAX_EXACT = 1L << 53;
    private static final int MAX_LONG_DIGITS = 18;
    private static final long EXPONENT_BOUND = 1L << 40;
    private static final int HEX_BITS = 60;
    private static final double[] POWERS = powers();

    private final DecimalDigits digits = new DecimalDigits();

    private long longValue;
    private double doubleValue;

    /** Where the reading is, and where the text ends. */
    @SuppressWarnings("NullAway.Init") // readDouble sets it
    private byte[] array;
    private int at;
    private int to;

    private static double[] powers()
    {
        final double[] powers = new double[MAX_EXACT_POWER + 1];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++)
        {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    /** Makes a reader. */
    public NumberReader()
    {
    }

    /** {@return the last long that was read, if {@link #readLong} took its text} */
    public long longValue()
    {
        return longValue;
    }

    /** {@return the last double that was read, if {@link #readDouble} took its text} */
    public double doubleValue()
    {
        return doubleValue;
    }

    /**
     * Reads a whole number, by the rules of {@code Long.valueOf}: digits of all scripts.
     *
     * @param text array that holds it, in well-formed UTF-8.
     * @return whether {@code Long.valueOf} takes the text; then it is {@link #longValue()}.
     */
    public boolean readLong(final byte[] text, final int from, final int end)
    {
        int index = from;
        final boolean negative = index < end && text[index] == '-';
        index += negative || index < end && text[index] == '+' ? 1 : 0;
        if (index == end)
        {
            return false;
        }
        long value = 0;
        while (index < end)
        {
            int digit = text[index] - '0';
            int next = index + 1;
            if (text[index] < 0)
            {
                final long decoded = Utf8.decode(text, index, end);
                next = (int)decoded;
                // Digits of four bytes are two chars, which Java does not take.
                digit = next - index > 3 ? -1 : Character.digit((int)(decoded >>> Integer.SIZE), 10);
            }
            // Counted down from 0, since there is one negative number more.
            if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit)
            {
                return false;
            }
            value = value * 10 - digit;
            index = next;
        }
        longValue = negative ? value : -value;
        return negative || value != Long.MIN_VALUE;
    }

    /**
     * Reads a number, by the rules of {@code Double.valueOf}: blanks around it, hexadecimal ones, {@code NaN} and
     * {@code Infinity}, a letter behind it that says its type; rounded as Java rounds, however many digits there are.
     *
     * @param text array that holds it, in UTF-8.
     * @return whether {@code Double.valueOf} takes the text; then it is {@link #doubleValue()}.
     */
    public boolean readDouble(final byte[] text, final int from, final int end)
    {
        array = text;
        at = from;
        to = end;
        // String.trim takes every character up to the blank.
        while (at < to && (array[at] & 0xFF) <= ' ')
        {
            at++;
        }
        while (to > at && (array[to - 1] & 0xFF) <= ' ')
        {
            to--;
        }
        final boolean negative = next() == '-';
        at += negative || next() == '+' ? 1 : 0;
        final boolean good = next() == 'N' || next() == 'I' ? readWord() : next() == '0' && at + 1 < to && (array[at
            + 1] | 0x20) == 'x' ? readHex() : readDecimal();
        doubleValue = negative ? -doubleValue : doubleValue;
        return good;
    }

    private int next()
    {
        return at < to ? array[at] : -1;
    }

    private boolean readWord()
    {
        doubleValue = next() == 'N' ? Double.NaN : Double.POSITIVE_INFINITY;
        final String word = next() == 'N' ? "NaN" : "Infinity";
        if (to - at != word.length())
        {
            return false;
        }
        for (int i = 0; i < word.length(); i++)
        {
            if (array[at + i] != word.charAt(i))
            {
                return false;
            }
        }
        return true;
    }

    private boolean readDecimal()
    {
        final int first = at;
        long mantissa = 0;
        int significant = 0;
        int seen = 0;
        int point = -1;
        int leadingZeros = 0;
        for (; at < to; at++)
        {
            final int digit = array[at] - '0';
            if (digit >= 0 && digit <= 9)
            {
                seen++;
                leadingZeros += digit == 0 && significant == 0 ? 1 : 0;
                significant += digit == 0 && significant == 0 ? 0 : 1;
                mantissa = significant <= MAX_LONG_DIGITS ? mantissa * 10 + digit : mantissa;
            }
            else if (array[at] == '.' && point < 0)
            {
                point = seen;
            }
            else
            {
                break;
            }
        }
        final int behind = at;
        final long exponent = readExponent('e');
        if (seen == 0 || exponent == Long.MIN_VALUE || !isEnd())
        {
            return false;
        }
        final long decimalPoint = (point < 0 ? seen : point) - leadingZeros + exponent;
        doubleValue = convert(mantissa, significant, decimalPoint, first, behind);
        return true;
    }

    /** Behind a number may stand one letter that says its type. */
    private boolean isEnd()
    {
        return at == to || at == to - 1 && ((array[at] | 0x20) == 'd' || (array[at] | 0x20) == 'f');
    }

    /** The exponent, 0 if there is none, {@code MIN_VALUE} if it has no digits. */
    private long readExponent(final int letter)
    {
        if ((next() | 0x20) != letter)
        {
            return 0;
        }
        at++;
        final boolean negative = next() == '-';
        at += negative || next() == '+' ? 1 : 0;
        final int first = at;
        long exponent = 0;
        while (next() >= '0' && next() <= '9')
        {
            exponent = Math.min(EXPONENT_BOUND, exponent * 10 + array[at++] - '0');
        }
        return at == first ? Long.MIN_VALUE : negative ? -exponent : exponent;
    }

    private double convert(final long mantissa, final int significant, final long decimalPoint, final int first,
        final int behind)
    {
        if (significant == 0)
        {
            return 0;
        }
        final long power = decimalPoint - significant;
        if (significant <= MAX_LONG_DIGITS && mantissa <= MAX_EXACT && power >= -MAX_EXACT_POWER
            && power <= MAX_EXACT_POWER)
        {
            // Both are exact, so the one operation rounds as it should.
            return power < 0 ? mantissa / POWERS[(int)-power] : mantissa * POWERS[(int)power];
        }
        digits.clear();
        boolean leading = true;
        for (int i = first; i < behind; i++)
        {
            leading &= array[i] == '0' || array[i] == '.';
            if (!leading && array[i] != '.')
            {
                digits.append(array[i] - '0');
            }
        }
        return digits.toDouble(decimalPoint);
    }

    /** Such as {@code 0x1.8p3}: what stands behind the sign. */
    private boolean readHex()
    {
        at += 2;
        long mantissa = 0;
        long exponent = 0;
        int seen = 0;
        int point = -1;
        for (; at < to; at++)
        {
            final int digit = array[at] >= 0 ? Character.digit((char)array[at], 16) : -1;
            if (digit < 0 && (array[at] != '.' || point >= 0))
            {
                break;
            }
            if (digit < 0)
            {
                point = seen;
                continue;
            }
            seen++;
            if (mantissa >>> HEX_BITS - 4 == 0)
            {
                mantissa = mantissa << 4 | digit;
            }
            else
            {
                // What does not fit any more counts as one sticky bit.
                mantissa |= digit == 0 ? 0 : 1;
                exponent += 4;
            }
        }
        final boolean powered = (next() | 0x20) == 'p';
        final long given = readExponent('p');
        exponent += given - (point < 0 ? 0 : 4L * (seen - point));
        doubleValue = scale(mantissa, exponent);
        return seen > 0 && powered && given != Long.MIN_VALUE && isEnd();
    }

    /** The double nearest to the mantissa times a power of two. */
    private static double scale(final long mantissa, final long exponent)
    {
        final int length = Long.SIZE - Long.numberOfLeadingZeros(mantissa);
        final long top = length + exponent;
        if (mantissa == 0 || top < Double.MIN_EXPONENT - 53)
        {
            return 0;
        }
        if (top > Double.MAX_EXPONENT + 1)
        {
            return Double.POSITIVE_INFINITY;
        }
        final long kept = Math.min(53, top - Double.MIN_EXPONENT + 52);
        final int dropped = (int)(length - kept);
        if (dropped <= 0)
        {
            return Math.scalb((double)mantissa, (int)exponent);
        }
        final long half = 1L << dropped - 1;
        final long rest = mantissa & (half << 1) - 1;
        long whole = mantissa >>> dropped;
        whole += rest > half || rest == half && (whole & 1) != 0 ? 1 : 0;
        return Math.scalb((double)whole, (int)exponent + dropped);
    }
}

package io.skim.bytes;

/**
 * The digits of a decimal number, to be turned into the nearest double without garbage and without a rounding error,
 * however many they are. Slow, for the few numbers that double arithmetic does not get right at once.
 *
 * @see "Simple Decimal Conversion, as in Go's strconv/decimal.go; Double.parseDouble"
 */
final class DecimalDigits
{
    /** More than the 767 that decide how any double is rounded. */
    private static final int MAX_DIGITS = 800;
    private static final int MAX_SHIFT = 27;
    /** What a shift to the left by that many bits adds at most. */
    private static final int MAX_GROWTH = 9;
    private static final int MAX_POINT = 310;
    private static final int MIN_POINT = -330;
    private static final int BIAS = 1023;
    private static final int FRACTION_BITS = 52;

    private final byte[] digits = new byte[MAX_DIGITS + MAX_GROWTH];
    private int count;
    /** The number is 0.d1d2d3... times ten to this. */
    private int point;
    /** Whether digits other than 0 were left out. */
    private boolean truncated;

    /** Begins another number. */
    void clear()
    {
        count = 0;
        truncated = false;
    }

    /** Appends a digit; zeros in front of all others are not to be given. */
    void append(final int digit)
    {
        if (count < MAX_DIGITS)
        {
            digits[count++] = (byte)digit;
        }
        else
        {
            truncated |= digit != 0;
        }
    }

    /**
     * The double nearest to the number.
     *
     * @param decimalPoint behind which digit the decimal point stands, counted from the first one.
     * @return the double, rounded half to even; infinite if it is too great, 0 if too small.
     */
    double toDouble(final long decimalPoint)
    {
        trim();
        if (count == 0 || decimalPoint < MIN_POINT)
        {
            return 0;
        }
        if (decimalPoint > MAX_POINT)
        {
            return Double.POSITIVE_INFINITY;
        }
        point = (int)decimalPoint;
        int exponent = scale();
        if (exponent < 1 - BIAS)
        {
            shiftRight(1 - BIAS - exponent);
            exponent = 1 - BIAS;
        }
        shiftLeft(FRACTION_BITS + 1 - MAX_SHIFT);
        shiftLeft(MAX_SHIFT);
        long mantissa = rounded();
        if (mantissa == 1L << FRACTION_BITS + 1)
        {
            mantissa >>= 1;
            exponent++;
        }
        if (exponent > BIAS)
        {
            return Double.POSITIVE_INFINITY;
        }
        final boolean normal = mantissa >>> FRACTION_BITS != 0;
        final long biased = normal ? exponent + BIAS : 0;
        return Double.longBitsToDouble(biased << FRACTION_BITS | mantissa & (1L << FRACTION_BITS)
            - 1);
    }

    /** Scales the number by powers of two to [0.5, 1), twice that is [1, 2); gives the exponent of two. */
    private int scale()
    {
        int exponent = 0;
        while (point > 0)
        {
            final int bits = bits(point);
            shiftRight(bits);
            exponent += bits;
        }
        while (point < 0 || point == 0 && digits[0] < 5)
        {
            final int bits = bits(-point);
            shiftLeft(bits);
            exponent -= bits;
        }
        return exponent - 1;
    }

    /** How many bits to shift for so many decimal places. */
    private static int bits(final int places)
    {
        return places >= MAX_GROWTH ? MAX_SHIFT : Math.max(1, places * 3);
    }

    private void shiftRight(final int bits)
    {
        int left = bits;
        while (left > MAX_SHIFT)
        {
            shiftRightOnce(MAX_SHIFT);
            left -= MAX_SHIFT;
        }
        shiftRightOnce(left);
    }

    private void shiftRightOnce(final int bits)
    {
        int read = 0;
        long rest = 0;
        while (rest >>> bits == 0 && read < count)
        {
            rest = rest * 10 + digits[read++];
        }
        if (rest == 0)
        {
            count = 0;
            return;
        }
        while (rest >>> bits == 0)
        {
            rest *= 10;
            read++;
        }
        point -= read - 1;
        final long mask = (1L << bits) - 1;
        int written = 0;
        for (; read < count; read++)
        {
            final long digit = rest >>> bits;
            rest = (rest & mask) * 10 + digits[read];
            digits[written++] = (byte)digit;
        }
        while (rest != 0)
        {
            final long digit = rest >>> bits;
            rest = (rest & mask) * 10;
            if (written < MAX_DIGITS)
            {
                digits[written++] = (byte)digit;
            }
            else
            {
                truncated |= digit != 0;
            }
        }
        count = written;
        trim();
    }

    private void shiftLeft(final int bits)
    {
        if (count == 0)
        {
            return;
        }
        long carry = 0;
        for (int i = count - 1; i >= 0; i--)
        {
            carry += (long)digits[i] << bits;
            digits[i + MAX_GROWTH] = (byte)(carry % 10);
            carry /= 10;
        }
        int first = MAX_GROWTH;
        while (carry != 0)
        {
            digits[--first] = (byte)(carry % 10);
            carry /= 10;
        }
        point += MAX_GROWTH - first;
        final int all = count + MAX_GROWTH - first;
        for (int i = MAX_DIGITS; i < all; i++)
        {
            truncated |= digits[first + i] != 0;
        }
        count = Math.min(all, MAX_DIGITS);
        System.arraycopy(digits, first, digits, 0, count);
        trim();
    }

    private void trim()
    {
        while (count > 0 && digits[count - 1] == 0)
        {
            count--;
        }
    }

    /** The number as a whole number, rounded half to even. */
    private long rounded()
    {
        long whole = 0;
        for (int i = 0; i < point; i++)
        {
            whole = whole * 10 + (i < count ? digits[i] : 0);
        }
        if (point < 0 || point >= count)
        {
            return whole;
        }
        final boolean half = digits[point] == 5 && point + 1 == count && !truncated;
        return whole + (half ? whole & 1 : digits[point] >= 5 ? 1 : 0);
    }
}

package io.skim.bytes;

/**
 * The digits of a decimal number, to be turned into the nearest double without garbage and without a rounding error,
 * however many they are. Slow, for the few numbers that double arithmetic does not get right at once. They are worked on nine at a
 * time, as the limbs of a number to the base of a thousand million: short texts such as {@code 1e-300} have hundreds of digits
 * on the way, and a peer may send them.
 *
 * @see "Simple Decimal Conversion, as in Go's strconv/decimal.go; Double.parseDouble"
 */
final class DecimalDigits
{
    /** More than the 767 that decide how any double is rounded. */
    private static final int MAX_DIGITS = 800;
    private static final int LIMB_DIGITS = 9;
    private static final int BASE = 1_000_000_000;
    private static final int HALF = BASE / 2;
    /** Room for all digits wherever the point stands among them, and some more. */
    private static final int MAX_LIMBS = MAX_DIGITS / LIMB_DIGITS + 8;
    /** By so many bits a number below one is shifted to the left, or one above the base to the right, and stays on its side of one. */
    private static final int MAX_SHIFT = 29;
    private static final int MAX_POINT = 310;
    private static final int MIN_POINT = -330;
    private static final int BIAS = 1023;
    private static final int FRACTION_BITS = 52;

    private final byte[] digits = new byte[MAX_DIGITS];
    private int digitCount;
    /** The first is not zero, nor is the last. */
    private final int[] limbs = new int[MAX_LIMBS];
    private int count;
    /** The number is 0.l1l2l3... times the base to this. */
    private int point;
    /** Whether digits other than 0 were left out. */
    private boolean truncated;

    /** Begins another number. */
    void clear()
    {
        digitCount = 0;
        truncated = false;
    }

    /** Appends a digit; zeros in front of all others are not to be given. */
    void append(final int digit)
    {
        if (digitCount < MAX_DIGITS)
        {
            digits[digitCount++] = (byte)digit;
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
        if (digitCount == 0 || decimalPoint < MIN_POINT)
        {
            return 0;
        }
        if (decimalPoint > MAX_POINT)
        {
            return Double.POSITIVE_INFINITY;
        }
        pack((int)decimalPoint);
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
        return Double.longBitsToDouble(biased << FRACTION_BITS | mantissa & (1L << FRACTION_BITS) - 1);
    }

    /** Makes limbs of the digits, so that the point stands between two of them. */
    private void pack(final int decimalPoint)
    {
        point = Math.floorDiv(decimalPoint + LIMB_DIGITS - 1, LIMB_DIGITS);
        int missing = LIMB_DIGITS - (point * LIMB_DIGITS - decimalPoint);
        int limb = 0;
        count = 0;
        for (int i = 0; i < digitCount; i++)
        {
            limb = limb * 10 + digits[i];
            if (--missing == 0)
            {
                limbs[count++] = limb;
                limb = 0;
                missing = LIMB_DIGITS;
            }
        }
        if (limb != 0)
        {
            for (; missing > 0; missing--)
            {
                limb *= 10;
            }
            limbs[count++] = limb;
        }
        trim();
    }

    /** Scales the number by powers of two to [0.5, 1), twice that is [1, 2); gives the exponent of two. */
    private int scale()
    {
        int exponent = 0;
        while (point > 0)
        {
            final int bits = point > 1 ? MAX_SHIFT : Math.min(MAX_SHIFT, bitLength(limbs[0]));
            shiftRight(bits);
            exponent += bits;
        }
        while (point < 0 || limbs[0] < HALF)
        {
            final int bits = point < 0 ? MAX_SHIFT : Math.max(1, MAX_SHIFT - bitLength(limbs[0]));
            shiftLeft(bits);
            exponent -= bits;
        }
        return exponent - 1;
    }

    private static int bitLength(final int limb)
    {
        return Integer.SIZE - Integer.numberOfLeadingZeros(limb);
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
        final long mask = (1L << bits) - 1;
        long rest = 0;
        for (int i = 0; i < count; i++)
        {
            rest = rest * BASE + limbs[i];
            limbs[i] = (int)(rest >>> bits);
            rest &= mask;
        }
        while (rest != 0)
        {
            rest *= BASE;
            if (count < MAX_LIMBS)
            {
                limbs[count++] = (int)(rest >>> bits);
            }
            else
            {
                truncated |= rest >>> bits != 0;
            }
            rest &= mask;
        }
        if (limbs[0] == 0)
        {
            System.arraycopy(limbs, 1, limbs, 0, --count);
            point--;
        }
        trim();
    }

    private void shiftLeft(final int bits)
    {
        long carry = 0;
        for (int i = count - 1; i >= 0; i--)
        {
            final long shifted = ((long)limbs[i] << bits) + carry;
            carry = shifted / BASE;
            limbs[i] = (int)(shifted - carry * BASE);
        }
        if (carry != 0)
        {
            if (count == MAX_LIMBS)
            {
                truncated |= limbs[--count] != 0;
            }
            System.arraycopy(limbs, 0, limbs, 1, count++);
            limbs[0] = (int)carry;
            point++;
        }
        trim();
    }

    private void trim()
    {
        while (count > 0 && limbs[count - 1] == 0)
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
            whole = whole * BASE + (i < count ? limbs[i] : 0);
        }
        if (point < 0 || point >= count)
        {
            return whole;
        }
        final boolean half = limbs[point] == HALF && point + 1 == count && !truncated;
        return whole + (half ? whole & 1 : limbs[point] >= HALF ? 1 : 0);
    }
}

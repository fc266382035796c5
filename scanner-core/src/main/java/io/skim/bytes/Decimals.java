package io.skim.bytes;

/**
 * Whole numbers written as decimal digits, eight at a time, as {@code Long.toString} writes them.
 */
public final class Decimals
{
    /** The most bytes that a number takes: nineteen digits and a sign. */
    public static final int LONGEST = 20;
    /** The room that writing takes: eight digits are stored at once, however many there are. */
    public static final int ROOM = LONGEST + Long.BYTES;

    private static final long EIGHT_DIGITS = 100_000_000;
    private static final int FOUR_DIGITS = 10_000;
    private static final long ZEROS = 0x3030_3030_3030_3030L;
    private static final long[] POWERS = new long[LONGEST - 1];

    static
    {
        long power = 1;
        for (int i = 1; i < POWERS.length; i++)
        {
            power *= 10;
            POWERS[i] = power;
        }
    }

    private Decimals()
    {
    }

    /**
     * Writes a number.
     *
     * @param dst array with {@link #ROOM}, of which all may be written to.
     * @return the index behind the number's last digit.
     */
    public static int put(final long value, final byte[] dst, final int dstOffset)
    {
        if (value >= 0 && value < 10)
        {
            dst[dstOffset] = (byte)('0' + value);
            return dstOffset + 1;
        }
        return value < 0 ? putNegative(value, dst, dstOffset) : putPositive(value, dst, dstOffset);
    }

    private static int putNegative(final long value, final byte[] dst, final int dstOffset)
    {
        dst[dstOffset] = '-';
        if (value > Long.MIN_VALUE)
        {
            return putPositive(-value, dst, dstOffset + 1);
        }
        // It has no positive counterpart: its last digit goes alone.
        final int behind = putPositive(-(value / 10), dst, dstOffset + 1);
        dst[behind] = '8';
        return behind + 1;
    }

    private static int putPositive(final long value, final byte[] dst, final int dstOffset)
    {
        if (value < EIGHT_DIGITS)
        {
            return putLeading((int)value, dst, dstOffset);
        }
        final long high = value / EIGHT_DIGITS;
        final int at = high < EIGHT_DIGITS ? putLeading((int)high, dst, dstOffset) : putSixteen(high, dst, dstOffset);
        Words.putLongLittleEndian(dst, at, digits((int)(value - high * EIGHT_DIGITS)));
        return at + Long.BYTES;
    }

    /** Up to nineteen digits without their last eight. */
    private static int putSixteen(final long value, final byte[] dst, final int dstOffset)
    {
        final long high = value / EIGHT_DIGITS;
        final int at = putLeading((int)high, dst, dstOffset);
        Words.putLongLittleEndian(dst, at, digits((int)(value - high * EIGHT_DIGITS)));
        return at + Long.BYTES;
    }

    /** Up to eight digits, without zeros before them. */
    private static int putLeading(final int value, final byte[] dst, final int dstOffset)
    {
        final int length = length(value);
        Words.putLongLittleEndian(dst, dstOffset, digits(value) >>> (Long.BYTES - length << 3));
        return dstOffset + length;
    }

    /** Eight digits, the first one in the lowest byte: two numbers of four digits, four of two, eight of one. */
    private static long digits(final int value)
    {
        final int high = value / FOUR_DIGITS;
        final long fours = high | (long)(value - high * FOUR_DIGITS) << 32;
        // Division by 100 and by 10, in each lane by a multiplication that is exact for so small numbers.
        final long hundreds = fours * 10_486 >>> 20 & 0x7F_0000_007FL;
        final long twos = hundreds | fours - 100 * hundreds << 16;
        final long tens = twos * 103 >>> 10 & 0x000F_000F_000F_000FL;
        return (tens | twos - 10 * tens << 8) + ZEROS;
    }

    /**
     * Counts the digits of a number.
     *
     * @param value from 0.
     * @return from 1 to 19.
     */
    public static int length(final long value)
    {
        // 1233 / 4096 is just above log10(2): the guess is right or one too low.
        final int guess = (Long.SIZE - Long.numberOfLeadingZeros(value | 1)) * 1233 >>> 12;
        return value < POWERS[guess] || guess == 0 ? Math.max(1, guess) : guess + 1;
    }
}

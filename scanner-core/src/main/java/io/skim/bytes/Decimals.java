package io.skim.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Whole numbers written as decimal digits, two at a time, as {@code Long.toString} writes them.
 */
public final class Decimals
{
    /** The most bytes that a number takes: nineteen digits and a sign. */
    public static final int LONGEST = 20;

    private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final int HUNDRED = 100;
    private static final short[] PAIRS = new short[HUNDRED];
    private static final long[] POWERS = new long[LONGEST - 1];

    static
    {
        for (int i = 0; i < HUNDRED; i++)
        {
            PAIRS[i] = (short)('0' + i / 10 << Byte.SIZE | '0' + i % 10);
        }
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
     * @param value     to write.
     * @param dst       array with room for {@link #LONGEST} bytes, or for as many as the number takes.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return the index behind the last byte written.
     */
    public static int put(final long value, final byte[] dst, final int dstOffset)
    {
        if (value >= 0 && value < 10)
        {
            dst[dstOffset] = (byte)('0' + value);
            return dstOffset + 1;
        }
        if (value < 0)
        {
            dst[dstOffset] = '-';
            if (value == Long.MIN_VALUE)
            {
                // Has no positive counterpart: its last digit goes alone.
                final int behind = put(-(value / 10), dst, dstOffset + 1);
                dst[behind] = '8';
                return behind + 1;
            }
            return putPositive(-value, dst, dstOffset + 1);
        }
        return putPositive(value, dst, dstOffset);
    }

    private static int putPositive(final long value, final byte[] dst, final int dstOffset)
    {
        final int behind = dstOffset + length(value);
        int at = behind;
        long left = value;
        while (left > Integer.MAX_VALUE)
        {
            final long hundreds = left / HUNDRED;
            at -= 2;
            SHORTS.set(dst, at, PAIRS[(int)(left - hundreds * HUNDRED)]);
            left = hundreds;
        }
        int rest = (int)left;
        while (rest >= 10)
        {
            final int hundreds = rest / HUNDRED;
            at -= 2;
            SHORTS.set(dst, at, PAIRS[rest - hundreds * HUNDRED]);
            rest = hundreds;
        }
        if (at > dstOffset)
        {
            dst[at - 1] = (byte)('0' + rest);
        }
        return behind;
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

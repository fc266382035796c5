package io.skim.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Loads of two, four and eight bytes from an array, and searches that look at eight bytes at a time.
 * <p>
 * The handles keep Java's own bounds checks: an index outside the array is an exception, never a wild read.
 */
public final class Words
{
    /** The high bit of each of eight bytes: set in every byte of a non-ASCII UTF-8 sequence. */
    public static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private static final VarHandle SHORT_BE = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT_LE = MethodHandles.byteArrayViewVarHandle(short[].class,
        ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT_BE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT_LE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG_BE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG_LE = MethodHandles.byteArrayViewVarHandle(long[].class,
        ByteOrder.LITTLE_ENDIAN);
    private static final long DIGIT_ZEROS = 0x3030_3030_3030_3030L;
    /** Lifts values of 10 and more to the high bit. */
    private static final long NO_DIGIT = 0x7676_7676_7676_7676L;
    private static final long LOW_BITS = 0x0101_0101_0101_0101L;

    private Words()
    {
    }

    /** Loads a signed 16-bit big-endian number. */
    public static short getShort(final byte[] array, final int index)
    {
        return (short)SHORT_BE.get(array, index);
    }

    /** Loads a signed 32-bit big-endian number. */
    public static int getInt(final byte[] array, final int index)
    {
        return (int)INT_BE.get(array, index);
    }

    /** Loads eight bytes, the first in the top bits. */
    public static long getLong(final byte[] array, final int index)
    {
        return (long)LONG_BE.get(array, index);
    }

    /** Loads eight bytes, the first in the low bits, as the searches want them. */
    public static long getLongLittleEndian(final byte[] array, final int index)
    {
        return (long)LONG_LE.get(array, index);
    }

    /** Stores eight bytes, the lowest bits first. */
    public static void putLongLittleEndian(final byte[] array, final int index, final long word)
    {
        LONG_LE.set(array, index, word);
    }

    /** Stores the low 16 bits of a number, big-endian. */
    public static void putShort(final byte[] array, final int index, final int value)
    {
        SHORT_BE.set(array, index, (short)value);
    }

    /** Stores two bytes, the lowest bits first: where both are known apart, in one step less than the other way round. */
    public static void putShortLittleEndian(final byte[] array, final int index, final int word)
    {
        SHORT_LE.set(array, index, (short)word);
    }

    /** Stores a 32-bit number, big-endian. */
    public static void putInt(final byte[] array, final int index, final int value)
    {
        INT_BE.set(array, index, value);
    }

    /** Stores 64 bits, big-endian. */
    public static void putLong(final byte[] array, final int index, final long value)
    {
        LONG_BE.set(array, index, value);
    }

    /** Spreads one byte over a word, the shape {@link #match} wants. */
    public static long repeat(final int value)
    {
        return (value & 0xFFL) * LOW_BITS;
    }

    /**
     * Marks the bytes of a word that equal a pattern's. The lowest mark is exact; marks above it may be false (a borrow), so only
     * {@link #firstMarked} may be read from the result.
     *
     * @param pattern from {@link #repeat}.
     * @return the high bit set in each matching byte, 0 if none matches.
     */
    public static long match(final long word, final long pattern)
    {
        final long difference = word ^ pattern;
        return (difference - LOW_BITS) & ~difference & HIGH_BITS;
    }

    /**
     * Loads less than eight bytes, the first in the low bits, and nothing beside them: no more need be there.
     *
     * @param length in bytes, from 1 to 7.
     * @return the bytes, little-endian, zeros above.
     */
    public static long getFew(final byte[] array, final int index, final int length)
    {
        if (length >= Integer.BYTES)
        {
            final int last = length - Integer.BYTES;
            return (int)INT_LE.get(array, index) & 0xFFFF_FFFFL | ((int)INT_LE.get(array, index + last)
                & 0xFFFF_FFFFL) << (last << 3);
        }
        final int middle = length >> 1;
        final int last = length - 1;
        return array[index] & 0xFF | (array[index + middle] & 0xFF) << (middle << 3) | (array[index + last]
            & 0xFF) << (last << 3);
    }

    /**
     * Marks the bytes of a word that are below a bound. The lowest mark is exact, as in {@link #match}.
     *
     * @param bound from {@link #repeat}, of a value from 1 to 128.
     * @return the high bit set in each byte below the bound, 0 if there is none.
     */
    public static long below(final long word, final long bound)
    {
        return (word - bound) & ~word & HIGH_BITS;
    }

    /** Counts the ASCII digits at the beginning of a word. Returns from 0 to 8. */
    public static int countDigits(final long word)
    {
        final long values = word ^ DIGIT_ZEROS;
        final long others = (values + NO_DIGIT | values) & HIGH_BITS;
        return others == 0 ? Long.BYTES : firstMarked(others);
    }

    /**
     * The number of bytes before the first marked one.
     *
     * @param marks from {@link #match} or {@link #below}, not 0.
     * @return from 0 to 7.
     */
    public static int firstMarked(final long marks)
    {
        return Long.numberOfTrailingZeros(marks) >>> 3;
    }

    /**
     * Finds the first byte of a value.
     *
     * @param value to find, from 0 to 127.
     * @return its index, or {@code to} if it does not occur.
     */
    public static int indexOf(final byte[] array, final int from, final int to, final int value)
    {
        final long pattern = repeat(value);
        int index = from;
        while (to - index >= Long.BYTES)
        {
            final long marks = match(getLongLittleEndian(array, index), pattern);
            if (marks != 0)
            {
                return index + firstMarked(marks);
            }
            index += Long.BYTES;
        }
        while (index < to && array[index] != value)
        {
            index++;
        }
        return index;
    }

    /**
     * Whether a run of bytes is ASCII.
     * <p>
     * Loads the last eight bytes as one word even when the run is shorter, so seven bytes <em>before</em> the run must exist in
     * the array (every header stands behind its frame's prefix).
     *
     * @param from index of the first byte, at least 7.
     * @return true if no byte has its high bit set.
     */
    public static boolean isAscii(final byte[] array, final int from, final int length)
    {
        if (length <= 0)
        {
            return true;
        }
        final int last = from + length - Long.BYTES;
        if (length <= Long.BYTES)
        {
            return (getLong(array, last) << (Long.SIZE - (length << 3)) & HIGH_BITS) == 0;
        }
        long bits = getLongLittleEndian(array, from) | getLongLittleEndian(array, last);
        for (int index = from + Long.BYTES; index < last; index += Long.BYTES)
        {
            bits |= getLongLittleEndian(array, index);
        }
        return (bits & HIGH_BITS) == 0;
    }

    /** Compares two runs of bytes; made for short ones. */
    public static boolean equals(final byte[] left, final int leftFrom, final byte[] right, final int rightFrom,
        final int length)
    {
        // Two words that may overlap, for nearly all there is to compare is short; loops cost more than they do.
        if (length > 2 * Long.BYTES)
        {
            return longRunEquals(left, leftFrom, right, rightFrom, length);
        }
        if (length >= Long.BYTES)
        {
            final int last = length - Long.BYTES;
            return getLong(left, leftFrom) == getLong(right, rightFrom)
                && getLong(left, leftFrom + last) == getLong(right, rightFrom + last);
        }
        if (length >= Integer.BYTES)
        {
            final int last = length - Integer.BYTES;
            return getInt(left, leftFrom) == getInt(right, rightFrom) && getInt(left, leftFrom + last) == getInt(right,
                rightFrom + last);
        }
        if (length >= Short.BYTES)
        {
            final int last = length - Short.BYTES;
            return getShort(left, leftFrom) == getShort(right, rightFrom)
                && getShort(left, leftFrom + last) == getShort(right, rightFrom + last);
        }
        return length <= 0 || left[leftFrom] == right[rightFrom];
    }

    private static boolean longRunEquals(final byte[] left, final int leftFrom, final byte[] right, final int rightFrom,
        final int length)
    {
        int index = 0;
        for (; length - index >= Long.BYTES; index += Long.BYTES)
        {
            if (getLong(left, leftFrom + index) != getLong(right, rightFrom + index))
            {
                return false;
            }
        }
        final int last = length - Long.BYTES;
        return getLong(left, leftFrom + last) == getLong(right, rightFrom + last);
    }

    /**
     * The first eight bytes of a name as one word, the first byte on top, padded with zeros when it is shorter.
     * <p>
     * Seven bytes before a short name must exist in the array, as in {@link #isAscii}.
     *
     * @param length in bytes, more than 0.
     */
    public static long prefix(final byte[] array, final int from, final int length)
    {
        return length >= Long.BYTES ? getLong(array, from) : getLong(array, from + length - Long.BYTES) << (Long.SIZE
            - (length << 3));
    }
}

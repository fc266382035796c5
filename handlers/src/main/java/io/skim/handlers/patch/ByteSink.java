package io.skim.handlers.patch;

import io.skim.bytes.Words;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes to be written later, gathered in an array that is kept from frame to frame and grows with the longest.
 */
final class ByteSink
{
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    /** Of the order of most processors, for bytes that are only copied. */
    private static final VarHandle PLAIN_INTS = MethodHandles.byteArrayViewVarHandle(int[].class,
        ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final int FIRST_LENGTH = 512;
    private static final int LONGEST_ESCAPE = 6;
    /** By the number of digits: what takes one more. Each number has one. */
    private static final int[] POWERS = {0, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
        1_000_000_000};
    private static final int LONGEST_LOOP = 16;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    byte[] array = new byte[FIRST_LENGTH];
    int length;

    void reset()
    {
        length = 0;
    }

    /** A copy of what was put, for what is kept. */
    byte[] toBytes()
    {
        return Arrays.copyOf(array, length);
    }

    void ensure(final int bytes)
    {
        if (bytes > array.length - length)
        {
            array = Arrays.copyOf(array, Math.max(2 * array.length, Math.addExact(length, bytes)));
        }
    }

    void put(final int value)
    {
        ensure(1);
        array[length++] = (byte)value;
    }

    void putShort(final int value)
    {
        ensure(Short.BYTES);
        Words.putShort(array, length, value);
        length += Short.BYTES;
    }

    void putInt(final int value)
    {
        ensure(Integer.BYTES);
        INTS.set(array, length, value);
        length += Integer.BYTES;
    }

    void putLong(final long value)
    {
        ensure(Long.BYTES);
        Words.putLong(array, length, value);
        length += Long.BYTES;
    }

    /** Copies bytes; made for a few, for which a call of {@code System.arraycopy} costs more than they do. */
    static void copy(final byte[] source, final int from, final byte[] target, final int to, final int count)
    {
        if (count > LONGEST_LOOP)
        {
            System.arraycopy(source, from, target, to, count);
        }
        else if (count >= Long.BYTES)
        {
            final int last = count - Long.BYTES;
            final long first = (long)LONGS.get(source, from);
            LONGS.set(target, to + last, (long)LONGS.get(source, from + last));
            LONGS.set(target, to, first);
        }
        else if (count >= Integer.BYTES)
        {
            final int last = count - Integer.BYTES;
            final int first = (int)PLAIN_INTS.get(source, from);
            PLAIN_INTS.set(target, to + last, (int)PLAIN_INTS.get(source, from + last));
            PLAIN_INTS.set(target, to, first);
        }
        else if (count > 0)
        {
            final int last = count - 1;
            target[to + (count >> 1)] = source[from + (count >> 1)];
            target[to + last] = source[from + last];
            target[to] = source[from];
        }
    }

    void put(final byte[] bytes)
    {
        put(bytes, 0, bytes.length);
    }

    void put(final byte[] bytes, final int from, final int count)
    {
        ensure(count);
        copy(bytes, from, array, length, count);
        length += count;
    }

    /** Puts a number in decimal, with blanks before it up to a width. */
    void putDecimal(final int value, final int width)
    {
        final int digits = decimalLength(value);
        ensure(Math.max(digits, width));
        for (int blank = digits; blank < width; blank++)
        {
            array[length++] = ' ';
        }
        final byte[] bytes = array;
        final int end = length + digits;
        // The least int has no counterpart above 0: its last digit is put by itself.
        int left = value == Integer.MIN_VALUE ? Integer.MAX_VALUE / 10 : Math.abs(value);
        int at = end;
        if (value == Integer.MIN_VALUE)
        {
            bytes[--at] = '8';
        }
        do
        {
            final int tens = left / 10;
            bytes[--at] = (byte)('0' + left - tens * 10);
            left = tens;
        }
        while (left > 0);
        if (value < 0)
        {
            bytes[at - 1] = '-';
        }
        length = end;
    }

    static int decimalLength(final int value)
    {
        final long left = Math.abs((long)value);
        // 1233 / 4096 is a little more than the decimal logarithm of two: the length, or one less.
        final int guess = (Long.SIZE - Long.numberOfLeadingZeros(left | 1)) * 1233 >>> 12;
        return guess + (left >= POWERS[guess] ? 1 : 0) + (value >>> Integer.SIZE - 1);
    }

    /**
     * Puts text as it stands in a binary header.
     *
     * @return false if it is not well-formed UTF-8.
     */
    boolean putText(final byte[] utf8, final int from, final int count)
    {
        put(utf8, from, count);
        return isWellFormed(utf8, from, from + count);
    }

    /**
     * Puts text as it stands within the quotes of a JSON string, escaped as the Java client of release 5.5 does.
     *
     * @return false if it is not well-formed UTF-8.
     * @see "fastjson2 2.0: JSONWriterUTF8.writeString, default features"
     */
    boolean putEscaped(final byte[] utf8, final int from, final int count)
    {
        if (isPlain(utf8, from, from + count))
        {
            put(utf8, from, count);
            return true;
        }
        ensure(Math.multiplyExact(LONGEST_ESCAPE, count));
        boolean ascii = true;
        for (int index = from; index < from + count; index++)
        {
            final byte value = utf8[index];
            ascii &= value >= 0;
            if (value >= 0 && value < ' ' || value == '"' || value == '\\')
            {
                escape(value);
            }
            else
            {
                array[length++] = value;
            }
        }
        return ascii || isWellFormed(utf8, from, from + count);
    }

    /** Whether text is ASCII and has nothing to escape, by eight bytes at a time. */
    private static boolean isPlain(final byte[] utf8, final int from, final int to)
    {
        int index = from;
        long marks = 0;
        while (to - index >= Long.BYTES)
        {
            final long word = (long)LONGS.get(utf8, index);
            final long quotes = word ^ '"' * ONES;
            final long backslashes = word ^ '\\' * ONES;
            // Below a blank, equal to either, or not ASCII: a false mark in one lane needs a true one in another.
            marks |= word - ' ' * ONES | quotes - ONES | backslashes - ONES | word;
            index += Long.BYTES;
        }
        boolean plain = (marks & HIGH_BITS) == 0;
        while (index < to && plain)
        {
            final byte value = utf8[index++];
            plain = value >= ' ' && value != '"' && value != '\\';
        }
        return plain;
    }

    private void escape(final byte value)
    {
        array[length++] = '\\';
        final byte letter = letter(value);
        if (letter != 0)
        {
            array[length++] = letter;
            return;
        }
        array[length++] = 'u';
        array[length++] = '0';
        array[length++] = '0';
        array[length++] = HEX[value >> 4];
        array[length++] = HEX[value & 0xF];
    }

    private static byte letter(final byte value)
    {
        switch (value)
        {
            case '\b':
                return 'b';
            case '\t':
                return 't';
            case '\n':
                return 'n';
            case '\f':
                return 'f';
            case '\r':
                return 'r';
            default:
                return value < ' ' ? 0 : value;
        }
    }

    private static boolean isWellFormed(final byte[] utf8, final int from, final int to)
    {
        int index = from;
        while (to - index >= Long.BYTES && ((long)LONGS.get(utf8, index) & HIGH_BITS) == 0)
        {
            index += Long.BYTES;
        }
        while (index < to)
        {
            final int first = utf8[index++];
            if (first >= 0)
            {
                continue;
            }
            final int more = continuations(first & 0xFF);
            if (more == 0 || to - index < more || !isSecond(first & 0xFF, utf8[index] & 0xFF))
            {
                return false;
            }
            for (int i = 1; i < more; i++)
            {
                if ((utf8[index + i] & 0xC0) != 0x80)
                {
                    return false;
                }
            }
            index += more;
        }
        return true;
    }

    private static int continuations(final int first)
    {
        if (first < 0xC2 || first > 0xF4)
        {
            return 0;
        }
        return first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    }

    /** Whether a second byte makes neither an overlong form, nor a surrogate, nor a code point that is none. */
    private static boolean isSecond(final int first, final int second)
    {
        final int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        final int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        return second >= least && second <= most;
    }
}

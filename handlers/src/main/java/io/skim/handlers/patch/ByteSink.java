package io.skim.handlers.patch;

import io.skim.bytes.Decimals;
import io.skim.bytes.Escapes;
import io.skim.bytes.JsonStrings;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import java.util.Arrays;

/**
 * Bytes to be written later, gathered in an array that is kept from frame to frame and grows with the longest.
 */
final class ByteSink
{
    private static final int FIRST_LENGTH = 512;
    private static final int LONGEST_LOOP = 16;

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
        Words.putInt(array, length, value);
        length += Integer.BYTES;
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
            final long first = Words.getLongLittleEndian(source, from);
            Words.putLongLittleEndian(target, to + last, Words.getLongLittleEndian(source, from + last));
            Words.putLongLittleEndian(target, to, first);
        }
        else if (count >= Integer.BYTES)
        {
            final int last = count - Integer.BYTES;
            final int first = Words.getInt(source, from);
            Words.putInt(target, to + last, Words.getInt(source, from + last));
            Words.putInt(target, to, first);
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

    void put(final EditBytes bytes)
    {
        put(bytes.array, 0, bytes.length);
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
        final int blanks = Math.max(0, width - decimalLength(value));
        ensure(blanks + Decimals.ROOM);
        Arrays.fill(array, length, length + blanks, (byte)' ');
        length = Decimals.put(value, array, length + blanks);
    }

    static int decimalLength(final int value)
    {
        return Decimals.length(Math.abs((long)value)) + (value >>> Integer.SIZE - 1);
    }

    /** Puts text as it stands in a binary header; false if it is not well-formed UTF-8. */
    boolean putText(final byte[] utf8, final int from, final int count)
    {
        ensure(Math.max(Long.BYTES, count));
        if (count > 0 && !Utf8.putAscii(utf8, from, count, array, length))
        {
            System.arraycopy(utf8, from, array, length, count);
            length += count;
            return Utf8.firstInvalid(utf8, from, from + count) < 0;
        }
        length += count;
        return true;
    }

    /** Puts text as it stands within the quotes of a JSON string, escaped; false if it is not well-formed UTF-8. */
    boolean putEscaped(final byte[] utf8, final int from, final int count)
    {
        ensure(Math.max(Long.BYTES, count));
        if (count == 0 || JsonStrings.putPlain(utf8, from, count, array, length))
        {
            length += count;
            return true;
        }
        ensure(Math.addExact(2, Math.multiplyExact(Escapes.UNIT_LENGTH, count)));
        length = JsonStrings.put(utf8, from, from + count, array, length);
        return Utf8.firstInvalid(utf8, from, from + count) < 0;
    }
}

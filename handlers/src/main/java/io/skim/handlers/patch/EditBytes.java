package io.skim.handlers.patch;

import java.util.Arrays;

/** Bytes that edits put, in one form: a name, a value, an encoded item. Only a {@link FreshValue} changes them. */
final class EditBytes
{
    byte[] array;
    int length;

    /**
     * Makes bytes that stay as they are.
     *
     * @param array is not copied.
     */
    EditBytes(final byte[] array)
    {
        this.array = array;
        length = array.length;
    }

    /** Takes over what was put into a sink, from an index on. */
    void set(final ByteSink sink, final int from)
    {
        length = sink.length - from;
        if (array.length < length)
        {
            array = new byte[length];
        }
        System.arraycopy(sink.array, from, array, 0, length);
    }

    byte[] toBytes()
    {
        return Arrays.copyOf(array, length);
    }
}

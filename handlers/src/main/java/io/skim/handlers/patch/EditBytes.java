package io.skim.handlers.patch;

import io.skim.bytes.FormatCodes;
import java.util.Arrays;

/** Bytes that edits put, in one form: a name, a value, an encoded item. Only a {@link FreshValue} changes them. */
class EditBytes
{
    byte[] array;
    int length;

    /**
     * Makes bytes that stay as they are.
     *
     * @param array is not copied.
     */
    EditBytes(final byte... array)
    {
        this.array = array;
        length = array.length;
    }

    /** Takes over what was put into a sink, from an index on. */
    final void set(final ByteSink sink, final int from)
    {
        length = sink.length - from;
        if (array.length < length)
        {
            array = new byte[length];
        }
        System.arraycopy(sink.array, from, array, 0, length);
    }

    /** Takes over a value that has changed: an item becomes a string of AMQP. */
    void take(final EditBytes value, final ByteSink scratch)
    {
        scratch.reset();
        AmqpForms.putText(scratch, FormatCodes.STRING, value.array, value.length, false);
        set(scratch, 0);
    }

    final byte[] toBytes()
    {
        return Arrays.copyOf(array, length);
    }
}

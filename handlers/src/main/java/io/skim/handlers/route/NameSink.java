package io.skim.handlers.route;

import io.skim.bytes.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The place for a name that a {@link NameMap} or an {@link AddressMap} gives. What is put is appended. One thread at a time.
 */
public final class NameSink
{
    private static final int FIRST_LENGTH = 256;

    byte[] array = new byte[FIRST_LENGTH];
    int length;
    /** Holds the name between two maps that are applied one after the other. */
    private @Nullable NameSink between;
    private boolean lent;

    /** Makes an empty sink. */
    public NameSink()
    {
    }

    void reset()
    {
        length = 0;
    }

    /** An empty sink for a name between two maps, which is of no other use until it is given back by {@link #release}. */
    NameSink lend()
    {
        NameSink sink = this;
        do
        {
            if (sink.between == null)
            {
                sink.between = new NameSink();
            }
            sink = sink.between;
        }
        while (sink.lent);
        sink.lent = true;
        sink.reset();
        return sink;
    }

    /** Gives a lent sink back. */
    void release()
    {
        lent = false;
    }

    /**
     * Appends bytes. Allocates nothing after the sink has grown to the length of the names.
     *
     * @param utf8 well-formed UTF-8.
     * @return this.
     */
    public NameSink put(final byte[] utf8)
    {
        return put(utf8, 0, utf8.length);
    }

    /**
     * Appends bytes. Allocates nothing after the sink has grown to the length of the names.
     *
     * @param utf8   array that holds well-formed UTF-8.
     * @param offset in {@code utf8}, in bytes, of the first byte.
     * @param count  of bytes.
     * @return this.
     */
    public NameSink put(final byte[] utf8, final int offset, final int count)
    {
        ensure(count);
        System.arraycopy(utf8, offset, array, length, count);
        length += count;
        return this;
    }

    /**
     * Appends a text. Allocates.
     *
     * @param text to append.
     * @return this.
     * @throws IllegalArgumentException if the text holds half of a surrogate pair, which has no UTF-8; then nothing was appended.
     */
    public NameSink put(final String text)
    {
        return put(Utf8.encode("a name", text));
    }

    /** Makes room for more bytes. */
    void ensure(final int count)
    {
        if (count > array.length - length)
        {
            array = Arrays.copyOf(array, Math.max(2 * array.length, Math.addExact(length, count)));
        }
    }

    void putByte(final int value)
    {
        ensure(1);
        array[length++] = (byte)value;
    }

    void putCodePoint(final int codePoint)
    {
        final int bytes = Utf8.length(codePoint);
        ensure(bytes);
        for (int i = 0; i < bytes; i++)
        {
            array[length++] = Utf8.byteAt(codePoint, bytes, i);
        }
    }

    /** {@return the length of what was put, in bytes} */
    public int length()
    {
        return length;
    }

    /** {@return what was put, as a text; allocates} */
    @Override
    public String toString()
    {
        return new String(array, 0, length, StandardCharsets.UTF_8);
    }
}

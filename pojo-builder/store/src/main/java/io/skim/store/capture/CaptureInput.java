package io.skim.store.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The part of a capture file that is in memory, and the numbers in it. One buffer, whatever the file says.
 */
final class CaptureInput
{
    /** In bytes, of the longest record that is held: a packet of {@link PacketSource#MAX_PACKET} and what is around. */
    static final int MAX_LENGTH = PacketSource.MAX_PACKET + 65_536;

    private final InputStream in;
    private final byte[] bytes = new byte[MAX_LENGTH];
    private final ByteBuffer numbers = ByteBuffer.wrap(bytes);
    private int from;
    private int to;
    private long position;

    CaptureInput(final InputStream in)
    {
        this.in = in;
    }

    /** The order of the bytes in numbers, from now on. */
    void order(final ByteOrder order)
    {
        numbers.order(order);
    }

    /**
     * Reads until so many bytes are held; no more is waited for than that.
     *
     * @param length in bytes, at most {@link #MAX_LENGTH}.
     * @return false if the file ends before; then all that is left of it is held.
     */
    boolean hold(final int length) throws IOException
    {
        if (bytes.length - from < length)
        {
            System.arraycopy(bytes, from, bytes, 0, to - from);
            to -= from;
            from = 0;
        }
        while (to - from < length)
        {
            final int read = in.read(bytes, to, bytes.length - to);
            if (read < 0)
            {
                return false;
            }
            to += read;
        }
        return true;
    }

    /**
     * Passes over bytes, held or not.
     *
     * @return false if the file ends before; then all that was left of it is passed over.
     */
    boolean skip(final long length) throws IOException
    {
        long left = length;
        while (left > held())
        {
            left -= held();
            drop(held());
            if (!hold(1))
            {
                return false;
            }
        }
        drop((int)left);
        return true;
    }

    private void drop(final int length)
    {
        from += length;
        position += length;
    }

    /** How many bytes are held. */
    int held()
    {
        return to - from;
    }

    byte[] bytes()
    {
        return bytes;
    }

    /** In {@link #bytes()}, of the first that is held. */
    int from()
    {
        return from;
    }

    /** In the file, of the first byte that is held. */
    long position()
    {
        return position;
    }

    /** Of one byte, so far behind the first that is held. */
    int uint8(final int offset)
    {
        return Byte.toUnsignedInt(numbers.get(from + offset));
    }

    /** Of eight bytes, so far behind the first that is held. */
    long int64(final int offset)
    {
        return numbers.getLong(from + offset);
    }

    /** Of two bytes, so far behind the first that is held. */
    int uint16(final int offset)
    {
        return Short.toUnsignedInt(numbers.getShort(from + offset));
    }

    /** Of four bytes, so far behind the first that is held. */
    long uint32(final int offset)
    {
        return Integer.toUnsignedLong(numbers.getInt(from + offset));
    }
}

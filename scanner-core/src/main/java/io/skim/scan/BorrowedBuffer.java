package io.skim.scan;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The buffer of a frame without an array: one of three kinds. Offsets are in bytes from the start of the frame. The caller checks
 * that they are inside it.
 */
final class BorrowedBuffer
{
    private @Nullable ByteBuf byteBuf;
    private @Nullable ByteBuffer byteBuffer;
    private @Nullable DirectBuffer directBuffer;
    /** The offset of the frame's first byte in the buffer. */
    private int base;

    void borrow(final ByteBuf buffer, final int offset)
    {
        byteBuf = buffer;
        base = offset;
    }

    void borrow(final ByteBuffer buffer, final int offset)
    {
        byteBuffer = buffer;
        base = offset;
    }

    void borrow(final DirectBuffer buffer, final int offset)
    {
        directBuffer = buffer;
        base = offset;
    }

    /** Borrows the buffer of another object; the offset counts from the start of its frame. */
    void borrow(final BorrowedBuffer other, final int offset)
    {
        byteBuf = other.byteBuf;
        byteBuffer = other.byteBuffer;
        directBuffer = other.directBuffer;
        base = other.base + offset;
    }

    /** Whether this is a Netty buffer, and that one. Buffers of equal content are not the same buffer. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOn(final ByteBuf buffer)
    {
        return byteBuf == buffer;
    }

    /** Moves to another frame of the same buffer. */
    void moveTo(final int offset)
    {
        base = offset;
    }

    boolean isNone()
    {
        return byteBuf == null && byteBuffer == null && directBuffer == null;
    }

    /** Releases the buffer. Stores references only if they change: storing a reference costs a GC write barrier. */
    void release()
    {
        if (byteBuf != null)
        {
            byteBuf = null;
        }
        if (byteBuffer != null)
        {
            byteBuffer = null;
        }
        if (directBuffer != null)
        {
            directBuffer = null;
        }
    }

    @SuppressWarnings("NullAway") // one of the three is there
    byte getByte(final int offset)
    {
        if (byteBuf != null)
        {
            return byteBuf.getByte(base + offset);
        }
        return byteBuffer != null ? byteBuffer.get(base + offset) : directBuffer.getByte(base + offset);
    }

    /** Reads eight bytes, the first one in the low bits. */
    @SuppressWarnings("NullAway") // one of the three is there
    long getLongLittleEndian(final int offset)
    {
        if (byteBuf != null)
        {
            return byteBuf.getLongLE(base + offset);
        }
        if (byteBuffer == null)
        {
            return directBuffer.getLong(base + offset, ByteOrder.LITTLE_ENDIAN);
        }
        final long word = byteBuffer.getLong(base + offset);
        return byteBuffer.order() == ByteOrder.LITTLE_ENDIAN ? word : Long.reverseBytes(word);
    }

    @SuppressWarnings("NullAway") // one of the three is there
    void getBytes(final int offset, final int bytes, final byte[] dst, final int dstOffset)
    {
        if (byteBuf != null)
        {
            byteBuf.getBytes(base + offset, dst, dstOffset, bytes);
        }
        else if (byteBuffer != null)
        {
            byteBuffer.get(base + offset, dst, dstOffset, bytes);
        }
        else
        {
            directBuffer.getBytes(base + offset, dst, dstOffset, bytes);
        }
    }
}

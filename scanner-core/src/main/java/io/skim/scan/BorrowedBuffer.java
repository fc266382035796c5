package io.skim.scan;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * The buffer of a frame that is in no array, of whichever kind. Offsets are in bytes from the start of the frame; that
 * they are inside it is for the caller to check.
 */
final class BorrowedBuffer
{
    private ByteBuf byteBuf;
    private ByteBuffer byteBuffer;
    private DirectBuffer directBuffer;
    /** Of the frame's first byte in the buffer. */
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

    /** Borrows what was lent to another; the offset is from the start of its frame. */
    void borrow(final BorrowedBuffer other, final int offset)
    {
        byteBuf = other.byteBuf;
        byteBuffer = other.byteBuffer;
        directBuffer = other.directBuffer;
        base = other.base + offset;
    }

    boolean isNone()
    {
        return byteBuf == null && byteBuffer == null && directBuffer == null;
    }

    /** Lets go of the buffer. References are only stored where they change: a store of one has its price. */
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

    byte getByte(final int offset)
    {
        if (byteBuf != null)
        {
            return byteBuf.getByte(base + offset);
        }
        return byteBuffer != null ? byteBuffer.get(base + offset) : directBuffer.getByte(base + offset);
    }

    /** Eight bytes, the first in the low bits. */
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

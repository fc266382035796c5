package io.skim.scan.testing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;

/**
 * A direct buffer that counts how many of its bytes are read, so that a test can tell that no byte is copied again and again.
 */
public final class CountedBuffer extends UnpooledDirectByteBuf
{
    private long read;

    /**
     * Makes a buffer.
     *
     * @param bytes that it holds, copied.
     */
    public CountedBuffer(final byte[] bytes)
    {
        super(UnpooledByteBufAllocator.DEFAULT, bytes.length, bytes.length);
        writeBytes(bytes);
    }

    /**
     * How much was read so far.
     *
     * @return in bytes; each counts as often as it was read.
     */
    public long read()
    {
        return read;
    }

    @Override
    public ByteBuf getBytes(final int index, final byte[] dst, final int dstIndex, final int length)
    {
        read += length;
        return super.getBytes(index, dst, dstIndex, length);
    }

    @Override
    public byte getByte(final int index)
    {
        read++;
        return super.getByte(index);
    }

    @Override
    public long getLongLE(final int index)
    {
        read += Long.BYTES;
        return super.getLongLE(index);
    }
}

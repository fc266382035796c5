package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Counts the frames of a stream by their length prefixes. */
final class FrameCounter
{
    private final ByteBuf prefix = Unpooled.buffer(Integer.BYTES);
    /** How many bytes of the frame in progress are to come. */
    private int left;

    /** Uses up a buffer; returns how many frames have ended in it. */
    int count(final ByteBuf chunk)
    {
        int count = 0;
        while (chunk.isReadable())
        {
            if (left > 0)
            {
                final int skipped = Math.min(left, chunk.readableBytes());
                chunk.skipBytes(skipped);
                left -= skipped;
                count += left == 0 ? 1 : 0;
            }
            else
            {
                prefix.writeByte(chunk.readByte());
                if (prefix.writerIndex() == Integer.BYTES)
                {
                    left = prefix.getInt(0);
                    prefix.clear();
                }
            }
        }
        return count;
    }
}

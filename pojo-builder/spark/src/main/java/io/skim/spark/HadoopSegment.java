package io.skim.spark;

import io.skim.store.SegmentSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;

/** A segment in a file system of Hadoop, read in pieces. */
final class HadoopSegment implements SegmentSource
{
    private static final int PIECE = 1 << 22;

    private final FSDataInputStream in;
    private final long length;
    private byte[] piece = new byte[0];

    HadoopSegment(final FSDataInputStream in, final long length)
    {
        this.in = in;
        this.length = length;
    }

    @Override
    public long length()
    {
        return length;
    }

    @Override
    public ByteBuffer read(final long offset, final int least) throws IOException
    {
        final int count = (int)Math.min(length - offset, Math.max(least, PIECE));
        if (piece.length < count)
        {
            piece = new byte[count];
        }
        in.readFully(offset, piece, 0, count);
        return ByteBuffer.wrap(piece, 0, count);
    }

    @Override
    public void close() throws IOException
    {
        in.close();
    }
}

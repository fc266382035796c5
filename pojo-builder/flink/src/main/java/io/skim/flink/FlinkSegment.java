package io.skim.flink;

import io.skim.store.SegmentSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.core.fs.FSDataInputStream;

/** A segment in a file system of Flink, read in pieces. */
final class FlinkSegment implements SegmentSource
{
    private static final int PIECE = 1 << 22;

    private final FSDataInputStream in;
    private final long length;
    private byte[] piece = new byte[0];

    FlinkSegment(final FSDataInputStream in, final long length)
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
        in.seek(offset);
        final int read = in.readNBytes(piece, 0, count);
        if (read < count)
        {
            throw new EOFException("the file ends " + (count - read) + " bytes before its length");
        }
        return ByteBuffer.wrap(piece, 0, count);
    }

    @Override
    public void close() throws IOException
    {
        in.close();
    }
}

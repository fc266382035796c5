package io.skim.spark;

import io.skim.store.SegmentSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Counts the bytes that are read of a segment in pieces. */
final class CountedSegment implements SegmentSource
{
    private final SegmentSource segment;
    private long count;

    CountedSegment(final SegmentSource segment)
    {
        this.segment = segment;
    }

    long count()
    {
        return count;
    }

    @Override
    public long length()
    {
        return segment.length();
    }

    @Override
    public ByteBuffer read(final long offset, final int least) throws IOException
    {
        final ByteBuffer bytes = segment.read(offset, least);
        count += bytes.remaining();
        return bytes;
    }

    @Override
    public void checkLength() throws IOException
    {
        segment.checkLength();
    }

    @Override
    public void close() throws IOException
    {
        segment.close();
    }
}

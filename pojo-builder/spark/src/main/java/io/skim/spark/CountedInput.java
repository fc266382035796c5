package io.skim.spark;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that are read. */
final class CountedInput extends FilterInputStream
{
    private long count;

    CountedInput(final InputStream in)
    {
        super(in);
    }

    long count()
    {
        return count;
    }

    @Override
    public int read() throws IOException
    {
        final int read = super.read();
        count += read < 0 ? 0 : 1;
        return read;
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException
    {
        final int read = super.read(bytes, offset, length);
        count += Math.max(0, read);
        return read;
    }

    @Override
    public long skip(final long wanted) throws IOException
    {
        final long skipped = super.skip(wanted);
        count += skipped;
        return skipped;
    }
}

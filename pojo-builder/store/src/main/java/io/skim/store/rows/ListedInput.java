package io.skim.store.rows;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Counts the bytes that are read of a file from its beginning on. It ends where the file ended when it was listed, and fails where the
 * file ends before: half of what is appended meanwhile is no damage. One thread at a time.
 */
public final class ListedInput extends FilterInputStream
{
    private final ListedFile file;
    private long count;

    /**
     * Begins with the first byte.
     *
     * @param in   the file's bytes.
     * @param file that they are of.
     */
    public ListedInput(final InputStream in, final ListedFile file)
    {
        super(in);
        this.file = file;
    }

    /** {@return the number of bytes that were read} */
    public long count()
    {
        return count;
    }

    @Override
    public int read() throws IOException
    {
        final int read = isAtEnd() ? -1 : super.read();
        counted(read < 0 ? -1 : 1);
        return read;
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException
    {
        return counted(isAtEnd() ? -1 : super.read(bytes, offset, (int)Math.min(length, file.length() - count)));
    }

    private boolean isAtEnd()
    {
        return count >= file.length();
    }

    private int counted(final int read) throws IOException
    {
        if (read < 0)
        {
            file.check(count);
            return read;
        }
        count += read;
        return read;
    }

    @Override
    public long skip(final long wanted) throws IOException
    {
        final long skipped = super.skip(Math.min(wanted, file.length() - count));
        count += skipped;
        return skipped;
    }

    /** False: bytes would be counted twice. */
    @Override
    public boolean markSupported()
    {
        return false;
    }
}

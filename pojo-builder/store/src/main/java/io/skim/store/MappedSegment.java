package io.skim.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A segment in a local file, mapped read-only into memory: only the pages that are looked at are read.
 * <p>
 * The JVM frees a mapping when it collects the buffer, not when the segment is closed. A file that another process shortens
 * while it is mapped reads as zeros, and causes an {@code InternalError} now or later in the thread; {@link #checkLength} fails
 * then. Brokers delete their files and never shorten them.
 */
public final class MappedSegment implements SegmentSource
{
    /** Bytes of a mapping, unless others are asked for: 1 GiB, a broker's usual segment. */
    public static final int MOST = 1 << 30;

    private final Path file;
    private final FileChannel channel;
    private final long length;
    private final int most;
    private ByteBuffer mapped = ByteBuffer.allocate(0);
    private long from;

    private MappedSegment(final Path file, final FileChannel channel, final int most) throws IOException
    {
        this.file = file;
        this.channel = channel;
        this.most = most;
        length = channel.size();
    }

    /**
     * Opens a file. What is appended to it later is not seen.
     *
     * @param file to read.
     * @return its bytes.
     * @throws IOException if it cannot be opened.
     */
    public static MappedSegment open(final Path file) throws IOException
    {
        return open(file, MOST);
    }

    /**
     * Opens a file, of which only a part will be read.
     *
     * @param file to read.
     * @param most bytes of a mapping, unless a record is longer.
     * @return its bytes.
     * @throws IOException if it cannot be opened.
     */
    public static MappedSegment open(final Path file, final int most) throws IOException
    {
        final FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try
        {
            return new MappedSegment(file, channel, most);
        }
        catch (final IOException e)
        {
            channel.close();
            throw e;
        }
    }

    @Override
    public long length()
    {
        return length;
    }

    @Override
    public ByteBuffer read(final long offset, final int least) throws IOException
    {
        final long at = offset - from;
        if (at < 0 || mapped.capacity() - at < least)
        {
            mapped = channel.map(MapMode.READ_ONLY, offset, Math.min(length - offset, Math.max(least, most)));
            from = offset;
        }
        return mapped.duplicate().position((int)(offset - from));
    }

    @Override
    public void checkLength() throws IOException
    {
        final long found = channel.size();
        if (found < length)
        {
            final FileSystemException shortened = new FileSystemException(file.toString(), null,
                "was shortened while it was read, from " + length + " bytes to " + found);
            shortened.initCause(pendingError(1));
            throw shortened;
        }
    }

    /**
     * Compiled code that reads a page which is not there goes on. The JVM throws the error when the thread comes back from a call of
     * its runtime, such as an array of arrays needs: here, where it is expected, and not later in the caller's code.
     */
    private static @Nullable InternalError pendingError(final int count)
    {
        try
        {
            final byte[][] arrays = new byte[count][count];
            assert arrays.length == count;
            return null;
        }
        catch (final InternalError e)
        {
            return e;
        }
    }

    @Override
    public void close() throws IOException
    {
        mapped = ByteBuffer.allocate(0);
        from = 0;
        channel.close();
    }

    /** {@return the path of the file} */
    @Override
    public String toString()
    {
        return file.toString();
    }
}

package io.skim.store;

import io.skim.scan.FrameView;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The part of a segment that is looked at, as a frame. It moves on when bytes behind it are asked for.
 */
final class SegmentWindow
{
    /** The most bytes of a part: what a scanner can take for a frame. */
    static final int MOST = (1 << 28) - 1;

    final FrameView view = new FrameView();
    long length;

    @SuppressWarnings("NullAway.Init") // wrap sets it
    private SegmentSource source;
    @SuppressWarnings("NullAway.Init") // load sets it
    private ByteBuffer bytes;
    private int start;
    private int available;
    private long from;

    @SuppressWarnings("NullAway") // no reads until load
    void wrap(final SegmentSource segment)
    {
        source = segment;
        length = segment.length();
        bytes = null;
        from = 0;
        available = 0;
    }

    void checkLength() throws IOException
    {
        source.checkLength();
    }

    /** Loads bytes which the segment has; returns the index of the first one in the view. */
    int load(final long offset, final int least) throws IOException
    {
        if (has(offset, least))
        {
            return (int)(offset - from);
        }
        // If reading fails, nothing is loaded.
        available = 0;
        bytes = source.read(offset, least);
        if (bytes.remaining() < least)
        {
            throw new IOException("the segment ends before its length, " + length + " bytes");
        }
        start = bytes.position();
        from = offset;
        available = Math.min(bytes.remaining(), MOST);
        view.wrap(bytes, start, available);
        return 0;
    }

    /** Whether bytes are loaded. */
    boolean has(final long offset, final int count)
    {
        final long index = offset - from;
        return index >= 0 && available - index >= count;
    }

    /** The loaded bytes, and others. */
    ByteBuffer bytes()
    {
        return bytes;
    }

    /** The index in {@link #bytes()} of the first loaded byte. */
    int start()
    {
        return start;
    }

    /** The number of loaded bytes. */
    int available()
    {
        return available;
    }

    /** Reads bytes that are loaded. */
    int getInt(final int index)
    {
        return bytes.getInt(start + index);
    }

    /** Reads bytes that are loaded. */
    long getLong(final int index)
    {
        return bytes.getLong(start + index);
    }

    /** Copies bytes; returns their number, which the segment's end limits. */
    int copy(final long offset, final byte[] target) throws IOException
    {
        final int count = (int)Math.min(target.length, length - offset);
        view.getBytes(load(offset, count), count, target, 0);
        return count;
    }

    /** The offset in the segment of a byte of the view. */
    long offset(final long index)
    {
        return from + index;
    }
}

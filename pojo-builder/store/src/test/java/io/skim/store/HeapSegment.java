package io.skim.store;

import java.nio.ByteBuffer;

/**
 * A segment in an array, given in parts of some length, as a store of objects would.
 */
final class HeapSegment implements SegmentSource
{
    final byte[] bytes;
    private final int part;
    /** How many bytes it has given so far. */
    long given;

    HeapSegment(final byte[] bytes, final int part)
    {
        this.bytes = bytes;
        this.part = part;
    }

    @Override
    public long length()
    {
        return bytes.length;
    }

    @Override
    public ByteBuffer read(final long offset, final int least)
    {
        final int count = (int)Math.min(bytes.length - offset, Math.max(least, part));
        given += count;
        // A copy, so that bytes of earlier parts are not there any more.
        return ByteBuffer.wrap(java.util.Arrays.copyOfRange(bytes, (int)offset, (int)offset + count));
    }

    @Override
    public void close()
    {
        // Nothing is open.
    }
}

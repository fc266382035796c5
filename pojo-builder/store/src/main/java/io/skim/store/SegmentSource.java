package io.skim.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of a segment. {@link MappedSegment} has those of a local file; implement it for files elsewhere.
 * <p>
 * One thread at a time.
 */
public interface SegmentSource extends Closeable
{
    /** {@return the length of the segment in bytes} */
    long length();

    /**
     * Gives some bytes of the segment. A reader asks for bytes in ascending order, except after damage.
     *
     * @param offset of the first byte in the segment, below its length.
     * @param least  the number of bytes that are needed, which the segment has.
     * @return a buffer whose remaining bytes, {@code least} or more, are those from the offset on. It has big-endian order, and
     *     is valid until the next call.
     * @throws IOException if reading fails.
     */
    ByteBuffer read(long offset, int least) throws IOException;

    /**
     * Called where reading ends: the bytes that {@link #read} gave are trusted only if this returns.
     *
     * @throws IOException if they may not have been those of the segment, because it is shorter than it was.
     */
    default void checkLength() throws IOException
    {
        // A source that copies its bytes fails when it copies them.
    }
}

package io.skim.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A segment in a file that cannot be mapped, such as one of an object store: it is read in pieces of 4 MiB, or more where a
 * record is longer.
 *
 * <pre>
 * final FSDataInputStream in = hadoop.open(path);
 * try (SegmentSource segment = new PieceSegment(length, in::readFully, in)) { ... }
 * </pre>
 *
 * Allocates one array, of the longest piece. One thread at a time.
 */
public final class PieceSegment implements SegmentSource
{
    private static final int USUAL_PIECE = 1 << 22;

    private final int usual;
    private final long length;
    private final Reader reader;
    private final Closeable file;
    private byte[] piece = {};

    /** Reads bytes of a file at any place. */
    @FunctionalInterface
    public interface Reader
    {
        /**
         * Reads bytes, all of them.
         *
         * @param offset in the file, of the first byte.
         * @param into   array to fill.
         * @param from   index in the array of the first byte.
         * @param count  number of bytes.
         * @throws IOException if reading fails, or the file ends before them ({@link java.io.EOFException}).
         */
        void read(long offset, byte[] into, int from, int count) throws IOException;
    }

    /**
     * Makes a source.
     *
     * @param length of the segment in bytes.
     * @param reader of its file.
     * @param file   to close with the source.
     */
    public PieceSegment(final long length, final Reader reader, final Closeable file)
    {
        this(length, reader, file, USUAL_PIECE);
    }

    PieceSegment(final long length, final Reader reader, final Closeable file, final int usual)
    {
        this.usual = usual;
        this.length = length;
        this.reader = reader;
        this.file = file;
    }

    @Override
    public long length()
    {
        return length;
    }

    @Override
    public ByteBuffer read(final long offset, final int least) throws IOException
    {
        final int count = (int)Math.min(length - offset, Math.max(least, usual));
        if (piece.length < count)
        {
            piece = new byte[count];
        }
        reader.read(offset, piece, 0, count);
        return ByteBuffer.wrap(piece, 0, count);
    }

    @Override
    public void close() throws IOException
    {
        file.close();
    }
}

package io.skim.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A segment in a file that cannot be mapped, such as one of an object store: it is read in pieces of 4 MiB, or more where a
 * record is longer.
 *
 * <pre>
 * final FSDataInputStream in = hadoop.open(path);
 * try (SegmentSource segment = new PieceSegment(length, in::readFully, in)) { ... }
 * </pre>
 *
 * A local file can be read so, too, if only a few of its records are wanted: {@link #open}.
 * <p>
 * Allocates one array, of the longest piece. One thread at a time.
 */
public final class PieceSegment implements SegmentSource
{
    private static final int USUAL_PIECE = 1 << 22;
    private static final int LEAST_PIECE = 1 << 13;

    /** The length of a piece, and of one that does not follow the piece before it. */
    private final int usual;
    private final int apart;
    private final long length;
    private final Reader reader;
    private final Closeable file;
    private byte[] piece = {};
    private long from;
    private int count;

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
        this(length, reader, file, usual, usual);
    }

    private PieceSegment(final long length, final Reader reader, final Closeable file, final int usual, final int apart)
    {
        this.usual = usual;
        this.apart = apart;
        this.length = length;
        this.reader = reader;
        this.file = file;
    }

    /**
     * Opens a local file for records here and there. Systems read much around each page of a mapping that is touched, but of a
     * piece only its own pages. Pieces have 8 KiB, and grow up to 4 MiB while they follow each other.
     *
     * @param path of the file.
     * @return its bytes.
     * @throws IOException if it cannot be opened.
     */
    public static PieceSegment open(final Path path) throws IOException
    {
        final FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
        try
        {
            return new PieceSegment(file.size(),
                (offset, into, at, length) -> StoreFiles.read(file, path, offset, ByteBuffer.wrap(into, at, length)),
                file, USUAL_PIECE, LEAST_PIECE);
        }
        catch (final IOException e)
        {
            file.close();
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
        final boolean follows = offset > from && offset <= from + count;
        final long wanted = follows ? Math.min(usual, Math.max(apart, 2L * count)) : apart;
        from = offset;
        count = (int)Math.min(length - offset, Math.max(least, wanted));
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

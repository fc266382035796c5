package io.skim.store.capture;

import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes that a compressed file holds. Where the file is malformed or cut off they end, and a listener is told. One thread at a
 * time.
 */
public abstract class DecompressedInput extends InputStream
{
    private final Listener listener;
    /** How many bytes came out. */
    private long given;
    private boolean ended;

    /** Learns why no more bytes come. */
    public interface Listener
    {
        /**
         * Called at most once, before the end is told to who reads.
         *
         * @param reason  {@code GZIP_MALFORMED} or {@code GZIP_TRUNCATED}; of zstd {@code ZSTD_MALFORMED} or
         *                {@code ZSTD_TRUNCATED}.
         * @param given   how many bytes have come out.
         * @param message a sentence with the numbers.
         */
        void broken(String reason, long given, String message);
    }

    /**
     * Begins.
     *
     * @param listener that learns why no more bytes come.
     */
    protected DecompressedInput(final Listener listener)
    {
        this.listener = listener;
    }

    @Override
    public final int read() throws IOException
    {
        final byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public final int read(final byte[] bytes, final int offset, final int length) throws IOException
    {
        if (length == 0 || ended)
        {
            return ended ? -1 : 0;
        }
        final int count = decompress(bytes, offset, length);
        given += Math.max(0, count);
        ended = count < 0;
        return count;
    }

    /**
     * Gives the next bytes.
     *
     * @param bytes  array to fill.
     * @param offset index in the array of the first byte.
     * @param length the most bytes to give, at least 1.
     * @return the number of bytes, at least 1; -1 at the end, also of what is malformed or cut off.
     * @throws IOException if reading fails.
     */
    protected abstract int decompress(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Tells why the bytes end here.
     *
     * @param reason  as the listener takes it.
     * @param message a sentence with the numbers.
     * @return -1, the end.
     */
    protected final int broken(final String reason, final String message)
    {
        listener.broken(reason, given, message);
        return -1;
    }

    @Override
    public final int available() throws IOException
    {
        return ended ? 0 : waiting();
    }

    /**
     * How many bytes are there without waiting for them, before the end.
     *
     * @return a number of bytes of the file, or of what it holds.
     * @throws IOException if reading fails.
     */
    protected abstract int waiting() throws IOException;
}

package io.skim.store.rows;

import io.skim.store.Compression;
import io.skim.store.capture.GzipInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of files from their first byte to their end: those of all kinds but segments. What gzip has compressed is
 * decompressed; offsets then count decompressed bytes. Where such a file is malformed or ends too early, its last row has a fault.
 */
public abstract class StreamRows extends RowReader
{
    /** In each schema. */
    private static final int FILE = 0;
    private static final int OFFSET = 1;

    /** The name of the file. */
    @SuppressWarnings("NullAway.Init") // wrap sets it
    byte[] file;
    /** Why the bytes of a compressed file end, until there is a row of it; null if they end as they should. */
    private @Nullable String broken;
    private long brokenAt;

    StreamRows(final RowSchema schema, final int fault)
    {
        super(schema, fault);
    }

    /**
     * Starts on a file.
     *
     * @param in   to read to its end, which is not closed.
     * @param name of the file.
     * @return this, before the first row.
     * @throws IOException if reading fails.
     */
    public abstract StreamRows wrap(InputStream in, String name) throws IOException;

    /** The bytes of a file, or those that it holds if it is compressed. */
    final InputStream plain(final InputStream in, final String name) throws IOException
    {
        file = name.getBytes(StandardCharsets.UTF_8);
        broken = null;
        final PushbackInputStream all = new PushbackInputStream(in, Compression.MOST);
        final byte[] start = all.readNBytes(Compression.MOST);
        all.unread(start);
        return switch (Compression.of(start))
        {
            case NONE -> all;
            case GZIP -> new GzipInput(all, this::broken);
            case ZSTD ->
            {
                broken("ZSTD_UNSUPPORTED", 0, "the file is compressed by zstd: decompress it first");
                yield InputStream.nullInputStream();
            }
        };
    }

    private void broken(final String reason, final long given, final String message)
    {
        broken = reason + ": " + message;
        brokenAt = given;
    }

    /** Moves to the row that tells why the bytes of a compressed file have ended; false if there is none. */
    final boolean nextBroken()
    {
        final String told = broken;
        if (told == null)
        {
            return false;
        }
        broken = null;
        values.clear();
        values.text(fault(), told.getBytes(StandardCharsets.UTF_8));
        values.number(OFFSET, brokenAt);
        values.text(FILE, file);
        return true;
    }
}

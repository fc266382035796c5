package io.skim.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;

/** How a file is compressed, by its first bytes. No segment, frame, message or capture begins so: it would be too long. */
public enum Compression
{
    /** As it is. */
    NONE,
    /** RFC 1952. */
    GZIP(0x1F, 0x8B),
    /** RFC 8878. */
    ZSTD(0x28, 0xB5, 0x2F, 0xFD);

    /** The most bytes that {@link #of} looks at. */
    public static final int MOST = 4;

    private final byte[] magic;

    Compression(final int... magic)
    {
        this.magic = new byte[magic.length];
        for (int i = 0; i < magic.length; i++)
        {
            this.magic[i] = (byte)magic[i];
        }
    }

    /**
     * Looks at the beginning of a file.
     *
     * @param start its first {@link #MOST} bytes, or all that it has.
     * @return the compression.
     */
    public static Compression of(final byte[] start)
    {
        for (final Compression each : values())
        {
            final int length = each.magic.length;
            if (length > 0 && length <= start.length && Arrays.equals(each.magic, 0, length, start, 0, length))
            {
                return each;
            }
        }
        return NONE;
    }

    /**
     * Looks at the beginning of a stream, and waits for no more bytes than tell.
     *
     * @param in a stream that supports marks, at its beginning; it stays there.
     * @return the compression.
     * @throws IOException if reading fails.
     */
    public static Compression of(final InputStream in) throws IOException
    {
        for (final Compression each : values())
        {
            if (each.magic.length > 0 && each.begins(in))
            {
                return each;
            }
        }
        return NONE;
    }

    private boolean begins(final InputStream in) throws IOException
    {
        in.mark(magic.length);
        boolean same = true;
        for (int k = 0; k < magic.length && same; k++)
        {
            same = in.read() == (magic[k] & 0xFF);
        }
        in.reset();
        return same;
    }

    /**
     * Fails if a segment is compressed: segments are read where they lie.
     *
     * @param segment to look at.
     * @param name    of its file.
     * @throws IOException if it is, or if reading fails.
     */
    public static void refuse(final SegmentSource segment, final String name) throws IOException
    {
        final byte[] start = new byte[(int)Math.min(MOST, segment.length())];
        if (start.length > 0)
        {
            segment.read(0, start.length).get(start);
        }
        final Compression found = of(start);
        if (found != NONE)
        {
            throw new IOException(name + " is compressed by " + found.name().toLowerCase(Locale.ROOT)
                + ": decompress it first");
        }
    }
}

package io.skim.store.capture;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The bytes that a gzip file holds, of one member or several, one after the other. Where the file is malformed or cut off
 * they end, and a listener is told.
 * <p>
 * {@link java.util.zip.GZIPInputStream} takes a pipe for ended that has no bytes just then between two members.
 *
 * @see "RFC 1952"
 */
public final class GzipInput extends DecompressedInput
{
    private static final int FIRST = 0x1F;
    private static final int SECOND = 0x8B;
    private static final int BUFFER_LENGTH = 65_536;
    private static final int DEFLATE = 8;
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;
    /** In a header, of the time, extra flags and system. */
    private static final int UNUSED = 6;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] buffer = new byte[BUFFER_LENGTH];
    private int from;
    private int to;
    /** How many bytes of the file were taken into the buffer. */
    private long taken;
    /** How many bytes came out of this member. */
    private long memberLength;
    private boolean inMember;

    /** The file ends inside of a member. */
    private static final class Truncated extends IOException
    {
        private static final long serialVersionUID = 1L;
    }

    /** What should be a member is none. */
    private static final class Malformed extends IOException
    {
        private static final long serialVersionUID = 1L;

        Malformed(final String message)
        {
            super(message);
        }
    }

    /**
     * Begins with the first member.
     *
     * @param in       the file, which is not closed.
     * @param listener that learns of {@code GZIP_TRUNCATED} and {@code GZIP_MALFORMED}.
     */
    public GzipInput(final InputStream in, final Listener listener)
    {
        super(listener);
        this.in = in;
    }

    @Override
    protected int decompress(final byte[] bytes, final int offset, final int length) throws IOException
    {
        try
        {
            while (inMember || begin())
            {
                final int count = inflater.inflate(bytes, offset, length);
                if (count > 0)
                {
                    crc.update(bytes, offset, count);
                    memberLength += count;
                    return count;
                }
                goOn();
            }
        }
        catch (final Truncated e)
        {
            return broken("GZIP_TRUNCATED", "the gzip file ends after " + position()
                + " bytes inside of a member");
        }
        catch (final Malformed e)
        {
            return broken("GZIP_MALFORMED", e.getMessage() + ", before byte " + position()
                + " of the gzip file");
        }
        catch (final DataFormatException e)
        {
            return broken("GZIP_MALFORMED", "what is compressed is malformed (" + (e.getMessage() == null
                ? "no reason given" : e.getMessage()) + "), at byte " + (taken - inflater.getRemaining())
                + " of the gzip file or before");
        }
        return -1;
    }

    /** In the file, of the next byte. */
    private long position()
    {
        return taken - (to - from);
    }

    /** Gives the inflater more, or ends the member. */
    private void goOn() throws IOException
    {
        if (inflater.finished())
        {
            from = to - inflater.getRemaining();
            end();
        }
        else if (inflater.needsDictionary())
        {
            throw new Malformed("a dictionary is asked for");
        }
        else if (inflater.needsInput())
        {
            from = to;
            if (!fill())
            {
                throw new Truncated();
            }
            inflater.setInput(buffer, 0, to);
        }
    }

    /** Begins the next member; false at the end of the file, zeros before it included. */
    private boolean begin() throws IOException
    {
        final boolean first = taken == 0;
        int octet = octetOrEnd();
        while (octet == 0 && !first)
        {
            octet = octetOrEnd();
        }
        if (octet < 0)
        {
            return false;
        }
        if (octet != FIRST || octet() != SECOND)
        {
            throw new Malformed("other data follows the last gzip member");
        }
        final int method = octet();
        final int flags = octet();
        if (method != DEFLATE || (flags & RESERVED) != 0)
        {
            throw new Malformed("a member of method " + method + " and with flags " + flags + " is not known");
        }
        skip(UNUSED, false);
        if ((flags & EXTRA) != 0)
        {
            skip(octet() | octet() << Byte.SIZE, false);
        }
        skip(0, (flags & NAME) != 0);
        skip(0, (flags & COMMENT) != 0);
        skip((flags & HEADER_CRC) != 0 ? Short.BYTES : 0, false);
        crc.reset();
        memberLength = 0;
        inflater.reset();
        inflater.setInput(buffer, from, to - from);
        from = to;
        inMember = true;
        return true;
    }

    /** Passes over some bytes, and over a text with the zero at its end. */
    private void skip(final int count, final boolean text) throws IOException
    {
        for (int k = 0; k < count; k++)
        {
            octet();
        }
        while (text && octet() != 0)
        {
            // Its name or comment.
        }
    }

    private void end() throws IOException
    {
        final long sum = uint32();
        final long length = uint32();
        if (sum != crc.getValue() || length != (memberLength & 0xFFFF_FFFFL))
        {
            throw new Malformed("a member's checksum or length is not that of its bytes");
        }
        inMember = false;
    }

    private long uint32() throws IOException
    {
        long number = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE)
        {
            number |= (long)octet() << shift;
        }
        return number;
    }

    private int octet() throws IOException
    {
        final int octet = octetOrEnd();
        if (octet < 0)
        {
            throw new Truncated();
        }
        return octet;
    }

    private int octetOrEnd() throws IOException
    {
        return from < to || fill() ? buffer[from++] & 0xFF : -1;
    }

    private boolean fill() throws IOException
    {
        final int read = in.read(buffer, 0, buffer.length);
        from = 0;
        to = Math.max(0, read);
        taken += to;
        return read > 0;
    }

    @Override
    protected int waiting() throws IOException
    {
        return from < to || inMember && !inflater.needsInput() ? 1 : in.available();
    }

    /** Lets go of the inflater; the file stays open. */
    @Override
    public void close()
    {
        inflater.end();
    }
}

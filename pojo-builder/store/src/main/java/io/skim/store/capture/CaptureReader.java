package io.skim.store.capture;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the packets of a capture in pcap or pcapng, one at a time.
 * <p>
 * Holds one buffer of 320 KiB, whatever the file's length and the numbers in it. Where the file is malformed reading
 * stops: nothing tells where the next record would begin. The packets before were good.
 */
public final class CaptureReader
{
    /** The time of a packet whose capture tells none. */
    public static final long NO_TIME = Long.MIN_VALUE;

    private static final int MAGIC_LENGTH = Integer.BYTES;

    private final CaptureInput input;
    private @Nullable PacketSource source;
    private boolean done;

    /**
     * Makes a reader; nothing is read yet.
     *
     * @param in to read, from the capture's first byte. Stays open.
     */
    public CaptureReader(final InputStream in)
    {
        input = new CaptureInput(in);
    }

    /**
     * Whether a file that begins so is a capture: pcap with times in microseconds or nanoseconds, in either order of the
     * bytes, or pcapng.
     *
     * @param start  holds the file's first bytes.
     * @param from   in {@code start}, of the first.
     * @param length of what is there, in bytes; with fewer than 4 the answer is no.
     * @return whether to read it with this class.
     */
    public static boolean isCapture(final byte[] start, final int from, final int length)
    {
        if (length < MAGIC_LENGTH)
        {
            return false;
        }
        final int magic = (start[from] & 0xFF) << 24 | (start[from + 1] & 0xFF) << 16 | (start[from + 2] & 0xFF) << 8
            | start[from + 3] & 0xFF;
        return magic == PcapngSource.SECTION
            || PcapSource.isMagic(magic)
            || PcapSource.isMagic(Integer.reverseBytes(magic));
    }

    /**
     * Goes to the next packet. What {@link #bytes()} held of the one before is gone.
     *
     * @return false at the capture's end, and where it is malformed; then {@link #error()} tells, and it stays so.
     * @throws IOException if the input cannot be read.
     */
    public boolean next() throws IOException
    {
        if (source == null)
        {
            final boolean any = input.hold(1);
            final boolean pcapng = input.hold(MAGIC_LENGTH) && input.uint32(0) == PcapngSource.SECTION;
            source = pcapng ? new PcapngSource(input) : new PcapSource(input);
            // A file with nothing in it has no packets; that is no fault.
            done = !any;
        }
        done = done || !source.next();
        return !done;
    }

    private PacketSource packet()
    {
        if (source == null || done)
        {
            throw new IllegalStateException("there is a packet only while next() has returned true");
        }
        return source;
    }

    /**
     * How the packet begins: a number of the registry of link-layer header types.
     *
     * @return the type, 0 to 65,535.
     * @throws IllegalStateException if there is no packet; so do the others that tell of one.
     */
    public int linkType()
    {
        return packet().linkType;
    }

    /**
     * What holds the packet until the next call of {@link #next()}.
     *
     * @return the reader's own buffer.
     */
    public byte[] bytes()
    {
        return input.bytes();
    }

    /**
     * Where the packet begins.
     *
     * @return in {@link #bytes()}.
     */
    public int from()
    {
        return packet().from;
    }

    /**
     * How much of the packet was captured.
     *
     * @return in bytes, at most 262,144.
     */
    public int length()
    {
        return packet().length;
    }

    /**
     * How long the packet was on the wire.
     *
     * @return in bytes, as the capture tells; at most {@link Integer#MAX_VALUE}.
     */
    public int wireLength()
    {
        return packet().wireLength;
    }

    /**
     * When the packet was captured.
     *
     * @return in microseconds since 1970, UTC; {@link #NO_TIME} if the capture does not tell.
     */
    public long time()
    {
        return packet().time;
    }

    /**
     * Where the packet's record begins; where the last one begins that was looked at, if that is malformed.
     *
     * @return in the file, in bytes.
     */
    public long offset()
    {
        return source == null ? 0 : source.offset;
    }

    /**
     * Why reading stopped before the end.
     *
     * @return {@code CAPTURE_TRUNCATED}: the file ends inside of a record; {@code CAPTURE_MALFORMED}; null otherwise.
     */
    public @Nullable String error()
    {
        return source == null ? null : source.error;
    }

    /**
     * Where the fault was seen: the number that is wrong, or the file's end.
     *
     * @return in the file, in bytes; 0 without {@link #error()}.
     */
    public long errorAt()
    {
        return source == null ? 0 : source.errorAt;
    }

    /**
     * What is wrong, for people.
     *
     * @return a sentence with the numbers; null without {@link #error()}.
     */
    public @Nullable String message()
    {
        return source == null ? null : source.message;
    }
}

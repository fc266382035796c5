package io.skim.store.capture;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the packets in one kind of capture file. The packet is where {@link CaptureInput} holds it until the next.
 */
abstract class PacketSource
{
    /** In bytes, of the longest packet that is read: what capturing tools take at most (libpcap's MAXIMUM_SNAPLEN). */
    static final int MAX_PACKET = 262_144;

    static final String TRUNCATED = "CAPTURE_TRUNCATED";
    static final String MALFORMED = "CAPTURE_MALFORMED";

    final CaptureInput input;
    /** In the file, of the current record. */
    long offset;
    int linkType;
    /** In the input's bytes, of the packet. */
    int from;
    int length;
    int wireLength;
    /** When the packet was captured, in microseconds since 1970; {@link CaptureReader#NO_TIME} if that is not known. */
    long time;
    @Nullable
    String error;
    long errorAt;
    @Nullable
    String message;

    PacketSource(final CaptureInput input)
    {
        this.input = input;
    }

    /** Goes to the next packet; false at the end, or with {@link #error} set. */
    abstract boolean next() throws IOException;

    /** Sets the packet: so many bytes, so far behind the first that is held. */
    final boolean packet(final int at, final int captured, final long onWire)
    {
        from = input.from() + at;
        length = captured;
        wireLength = (int)Math.min(onWire, Integer.MAX_VALUE);
        return true;
    }

    /** Holds the record's first bytes, or reports that the file ends before. */
    final boolean hold(final int count, final String what) throws IOException
    {
        return input.hold(count) || truncated(input.held(), count, what);
    }

    /** Passes over the record's bytes, or reports that the file ends before. */
    final boolean skip(final long count, final String what) throws IOException
    {
        final long before = input.position();
        return input.skip(count) || truncated(input.position() - before, count, what);
    }

    private boolean truncated(final long there, final long needed, final String what)
    {
        error = TRUNCATED;
        errorAt = input.position() + input.held();
        message = what + " takes " + needed + " bytes; the file ends after " + there + " of them";
        return false;
    }

    /** Reports what stands so far behind the first byte that is held. */
    final boolean malformed(final int at, final String sentence)
    {
        error = MALFORMED;
        errorAt = input.position() + at;
        message = sentence;
        return false;
    }
}

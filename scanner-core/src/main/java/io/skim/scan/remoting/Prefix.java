package io.skim.scan.remoting;

import io.skim.scan.Fault;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;

/**
 * Checks a frame's length prefix, and recognizes other protocols by it ({@link Reason#ofProtocol}).
 *
 * @see "NettyDecoder, release 5.5.1: an unsigned length, the limit includes the prefix"
 */
final class Prefix
{
    static final int LEAST = 4;

    private Prefix()
    {
    }

    /**
     * The reason to refuse a length.
     *
     * @param frameLength the prefix, unsigned.
     * @return null if it is allowed.
     */
    static Reason check(final long frameLength, final Limits limits)
    {
        if (frameLength < LEAST)
        {
            return Reason.FRAME_TOO_SHORT;
        }
        if (frameLength <= limits.maxFrameLength() - Integer.BYTES)
        {
            return null;
        }
        final Reason protocol = Reason.ofProtocol((int)frameLength);
        return protocol != null ? protocol : Reason.FRAME_TOO_LONG;
    }

    /** The framing rule of the splitters: the length with its prefix, or -1 with the fault set. */
    static int frameLength(final int prefix, final Fault fault, final long offset, final Limits limits)
    {
        final long claimed = prefix & 0xFFFF_FFFFL;
        final Reason reason = check(claimed, limits);
        // A frame that is too short goes to the scanner, which refuses it with a reason. The stream continues after it.
        return reason == null || reason == Reason.FRAME_TOO_SHORT ? (int)claimed + Integer.BYTES : fault(fault, offset,
            reason, claimed, limits);
    }

    /** Sets a fault with a reason from {@link #check}. Returns {@code -1}. */
    static int fault(final Fault fault, final long offset, final Reason reason, final long frameLength,
        final Limits limits)
    {
        switch (reason)
        {
            case FRAME_TOO_SHORT:
                return Faults.at(fault, offset, reason, frameLength, LEAST);
            case FRAME_TOO_LONG:
                return Faults.at(fault, offset, reason, frameLength + Integer.BYTES, limits.maxFrameLength());
            default:
                return Faults.at(fault, offset, reason, frameLength, limits.maxFrameLength());
        }
    }
}

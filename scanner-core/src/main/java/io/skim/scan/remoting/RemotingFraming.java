package io.skim.scan.remoting;

import io.skim.scan.Fault;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;
import org.jspecify.annotations.Nullable;

/**
 * The framing rule: where a frame ends, by its first bytes. {@link FrameSplitter} and {@link HeaderSplitter} follow it; use it to cut
 * a stream yourself.
 *
 * <pre>
 * 0 frame length L(4)   4 serialize type(1)   5 header length H(3)   8 header(H)   8+H body(L-4-H)
 * </pre>
 *
 * @see "NettyDecoder, release 5.5.1: an unsigned length, the limit includes the prefix"
 */
public final class RemotingFraming
{
    /** The size of the frame length, in bytes. */
    public static final int LENGTH = Integer.BYTES;
    /** The size of what precedes the header, in bytes: the frame length, the serialize type and the header length. */
    public static final int PREFIX = 8;

    static final int LEAST = 4;

    private static final int HEADER_LENGTH_MASK = 0xFF_FFFF;

    private RemotingFraming()
    {
    }

    /**
     * The reason to refuse a length.
     *
     * @param frameLength the prefix, unsigned.
     * @return null if it is allowed.
     */
    static @Nullable Reason check(final long frameLength, final Limits limits)
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

    /**
     * The length of a frame.
     *
     * @param prefix the first four bytes of the frame, big-endian.
     * @param limits whose frame length bounds the frame.
     * @param fault  to set if the framing is lost: the length is impossible, or the bytes are those of another protocol.
     * @param offset of the frame for the fault, in bytes from the start of the stream.
     * @return in bytes, with the prefix, at least {@link #LENGTH}; {@code -1} with the fault set. A frame that is too short for a
     *     header has a length too: the scanner refuses it with a reason, and the stream continues after it.
     */
    public static int frameLength(final int prefix, final Limits limits, final Fault fault, final long offset)
    {
        final long claimed = prefix & 0xFFFF_FFFFL;
        final Reason reason = check(claimed, limits);
        return reason == null || reason == Reason.FRAME_TOO_SHORT ? (int)claimed + Integer.BYTES : fault(fault, offset,
            reason, claimed, limits);
    }

    /**
     * The length of the part of a frame that a scan needs: prefix and header, without the body.
     *
     * @param frameLength from {@link #frameLength}.
     * @param headerWord  the next four bytes of the frame, big-endian; any number if the frame has less than {@link #PREFIX} bytes.
     * @param limits      whose header length bounds the header.
     * @return in bytes from the start of the frame. The scanner refuses a header that is too long, or longer than its frame, by the
     *     prefix: of such a frame this is the length of the prefix, or of the frame if that is less.
     */
    public static int headLength(final int frameLength, final int headerWord, final Limits limits)
    {
        if (frameLength < PREFIX)
        {
            return frameLength;
        }
        final int length = headerWord & HEADER_LENGTH_MASK;
        return length > limits.maxHeaderLength() || length > frameLength - PREFIX ? PREFIX : PREFIX + length;
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

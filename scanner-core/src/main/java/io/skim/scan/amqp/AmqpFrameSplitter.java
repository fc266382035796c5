package io.skim.scan.amqp;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.StreamSplitter;

/**
 * Cuts a stream of AMQP 1.0 into whole frames, and the protocol headers between them.
 * <p>
 * A frame that lies inside one chunk is given by reference to it. One that straddles chunks is gathered in an array of
 * the splitter's own, which grows with the bytes that have arrived and never with the size that the frame claims.
 *
 * <pre>
 * splitter.feed(chunk);
 * while (splitter.next(frame))
 * {
 *     if (!reader.wrap(frame)) { close(reader.fault()); }
 *     else if (reader.performative() == Performative.OPEN) { ... }
 * }
 * if (splitter.isMalformed()) { close(splitter.fault()); }
 * </pre>
 *
 * The first bytes of other protocols (TLS, HTTP, RocketMQ's remoting, AMQP before 1.0 and more) are refused by name.
 *
 * @see "OASIS AMQP 1.0, part 2 (transport), sections 2.2 and 2.3"
 */
public final class AmqpFrameSplitter extends StreamSplitter
{
    /** What every peer must take, and all it may be sent before it has announced more. */
    private static final int LEAST_MAX_FRAME_SIZE = 512;

    private final int limit;
    private int maxFrameSize;

    /** Makes a splitter with the default limits. */
    public AmqpFrameSplitter()
    {
        this(Limits.DEFAULT);
    }

    /**
     * Makes a splitter.
     *
     * @param limits whose frame length is the greatest that is gathered.
     */
    public AmqpFrameSplitter(final Limits limits)
    {
        super(limits);
        limit = limits.maxFrameLength();
        maxFrameSize = limit;
    }

    /**
     * Limits the size of the frames to come, to what the <em>receiver</em> of this stream has announced as
     * {@code max-frame-size} in its open. Until it has, and in SASL, frames may not be longer than 512 bytes; whoever
     * insists on that sets 512 at first. {@code reset} leaves the limit as it is.
     *
     * @param bytes a uint, any: what is below 512 counts as 512, what is above {@link Limits#maxFrameLength()} as that.
     * @return this.
     */
    public AmqpFrameSplitter maxFrameSize(final long bytes)
    {
        maxFrameSize = (int)Math.min(limit, Math.max(LEAST_MAX_FRAME_SIZE, bytes));
        return this;
    }

    /**
     * The greatest size of a frame.
     *
     * @return in bytes, its own header included.
     */
    public int maxFrameSize()
    {
        return maxFrameSize;
    }

    /**
     * Moves to the next frame or protocol header; {@link AmqpFrameReader#isProtocolHeader()} tells them apart.
     *
     * @param frame to wrap on it; valid until the next call of {@code next}, {@code feed} or {@code read}.
     * @return true if there is one; false if more bytes are needed or the framing is lost ({@link #isMalformed()}).
     */
    public boolean next(final FrameView frame)
    {
        return nextWhole(frame);
    }

    @Override
    protected int frameLength(final int known)
    {
        final int first = prefixInt(0);
        if (first == AmqpFraming.AMQP)
        {
            return known < PREFIX ? 0 : AmqpFraming.checkVersion(prefixInt(Integer.BYTES), fault, frameOffset());
        }
        final long size = first & 0xFFFF_FFFFL;
        // Eight bytes tell remoting from a frame that is too long, or from what is none of both: those alone that may be
        // remoting are waited for, so that it does not matter in which pieces they come.
        final boolean maybeRemoting = first >>> 24 == 0 && size >= PREFIX;
        if (maybeRemoting && known < PREFIX)
        {
            return 0;
        }
        return maybeRemoting && frameOffset() == 0 && AmqpFraming.isRemoting(size, prefixInt(Integer.BYTES))
            ? fault.at(frameOffset(), Reason.PROTOCOL_REMOTING, size, maxFrameSize)
            : AmqpFraming.checkSize(size, maxFrameSize, fault, frameOffset());
    }
}

package io.skim.scan.amqp;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.StreamSplitter;

/**
 * Cuts a stream of AMQP 1.0 into whole frames, and the protocol headers between them. A frame inside one chunk is a reference to
 * the chunk. A frame that straddles chunks is copied into the splitter's own array, see {@link StreamSplitter}.
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
 * It refuses the first bytes of other protocols (TLS, HTTP, RocketMQ's remoting, AMQP before 1.0 and more) with a reason for
 * each.
 *
 * @see "OASIS AMQP 1.0, part 2 (transport), sections 2.2 and 2.3"
 */
public final class AmqpFrameSplitter extends StreamSplitter
{
    /** The size that every peer must accept, and the limit before it has announced a greater one. */
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
     * @param limits whose frame length bounds the frames.
     */
    public AmqpFrameSplitter(final Limits limits)
    {
        super(limits);
        limit = limits.maxFrameLength();
        maxFrameSize = limit;
    }

    /**
     * Limits the size of the next frames to the {@code max-frame-size} that the <em>receiver</em> of this stream has announced in
     * its open. Before the open, and in SASL, the standard allows frames of at most 512 bytes: set 512 at first to enforce this.
     * {@code reset} keeps the limit.
     *
     * @param bytes any uint; less than 512 counts as 512, more than {@link Limits#maxFrameLength()} counts as that.
     * @return this.
     */
    public AmqpFrameSplitter maxFrameSize(final long bytes)
    {
        maxFrameSize = (int)Math.min(limit, Math.max(LEAST_MAX_FRAME_SIZE, bytes));
        return this;
    }

    /** {@return the greatest size of a frame in bytes, its own header included} */
    public int maxFrameSize()
    {
        return maxFrameSize;
    }

    /**
     * Moves to the next frame or protocol header; {@link AmqpFrameReader#isProtocolHeader()} tells which.
     *
     * @param frame view to wrap on it; valid until the next call of {@code next}, {@code feed} or {@code read}.
     * @return true if there is one; false if more bytes are needed or the framing is lost ({@link #isMalformed()}).
     */
    public boolean next(final FrameView frame)
    {
        return nextWhole(frame);
    }

    @Override
    protected int frameLength(final int known)
    {
        return AmqpFraming.frameLength(known, prefixInt(0), known < PREFIX ? 0 : prefixInt(Integer.BYTES), maxFrameSize,
            fault, frameOffset());
    }
}

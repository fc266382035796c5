package io.skim.scan.remoting;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.StreamSplitter;

/**
 * Cuts a stream of remoting frames into whole frames. A frame inside one chunk is a reference to the chunk. A frame that
 * straddles chunks is copied into the splitter's own array, see {@link StreamSplitter}. Use {@link HeaderSplitter} if bodies may
 * be large and you do not need them whole.
 *
 * <pre>
 * splitter.feed(chunk);
 * while (splitter.next(frame)) { scanner.scan(frame, interest, handler); }
 * if (splitter.isMalformed()) { close(splitter.fault()); }
 * </pre>
 */
public final class FrameSplitter extends StreamSplitter
{
    private final Limits limits;

    /** Makes a splitter with the default limits. */
    public FrameSplitter()
    {
        this(Limits.DEFAULT);
    }

    /**
     * Makes a splitter.
     *
     * @param limits whose frame length bounds the frames.
     */
    public FrameSplitter(final Limits limits)
    {
        super(limits);
        this.limits = limits;
    }

    /**
     * Moves to the next frame.
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
        return RemotingFraming.frameLength(prefixInt(0), limits, fault, frameOffset());
    }
}

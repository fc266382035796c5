package io.skim.scan.remoting;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.StreamSplitter;

/**
 * Cuts a stream of remoting frames into whole frames.
 * <p>
 * A frame that lies inside one chunk is given by reference to it. One that straddles chunks is gathered in an array of
 * the splitter's own, which grows with the bytes that have arrived and never with the length that the prefix claims. Use
 * {@link HeaderSplitter} where bodies may be large and are not needed whole.
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
     * @param limits whose frame length is the greatest that is gathered.
     */
    public FrameSplitter(final Limits limits)
    {
        super(limits);
        this.limits = limits;
    }

    /**
     * Moves to the next frame.
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
        return Prefix.frameLength(prefixInt(0), fault, frameOffset(), limits);
    }
}

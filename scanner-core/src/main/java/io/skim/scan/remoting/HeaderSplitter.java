package io.skim.scan.remoting;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.StreamSplitter;

/**
 * Cuts a stream of remoting frames into headers and pieces of bodies. It gives a header as soon as the <em>header</em> has
 * arrived, before a large body, and then the body in pieces that refer to their chunks.
 * <p>
 * The limit of the header bounds the memory, not the length that the prefix claims. If the header is impossible (too long, longer
 * than its frame, or a frame without room for one), the splitter gives only the first bytes of the frame, so that the scanner
 * refuses them with a reason. The stream continues after that frame.
 *
 * <pre>
 *   ┌────────────────────────────────┐
 *   ▼                                │
 * MORE ◄──► HEADER ──► BODY ... ──► END      MALFORMED: the framing is lost until reset or resumeAt
 * </pre>
 */
public final class HeaderSplitter extends StreamSplitter
{
    /** The result of {@link #next()}. */
    public enum Event
    {
        /** The chunk is used up: feed another one. */
        MORE,
        /** A frame begins and its header has arrived: see {@link #header()}. */
        HEADER,
        /** The next piece of the body has arrived: see {@link #piece()}. */
        BODY,
        /** The frame is complete. */
        END,
        /** The framing is lost, so no frame can be found: see {@link #fault()}. */
        MALFORMED
    }

    private static final int BETWEEN = 0;
    private static final int IN_HEADER = 1;
    private static final int IN_BODY = 2;

    private final Limits limits;
    private final FrameView header;
    private final FrameView piece;
    private int state = BETWEEN;
    private int wanted;
    private int pieceOffset;
    private int passed;

    /** Makes a splitter with the default limits. */
    public HeaderSplitter()
    {
        this(Limits.DEFAULT);
    }

    /**
     * Makes a splitter.
     *
     * @param limits whose header length bounds the memory.
     */
    public HeaderSplitter(final Limits limits)
    {
        super(limits);
        this.limits = limits;
        header = new FrameView(limits);
        piece = new FrameView(limits);
    }

    /**
     * Moves to the next event.
     *
     * @return the event.
     */
    public Event next()
    {
        if (isMalformed())
        {
            return Event.MALFORMED;
        }
        if (state == IN_BODY)
        {
            return nextPiece();
        }
        if (state == BETWEEN)
        {
            final int gathered = gatheredLength();
            beginFrame();
            if (gatheredLength() < gathered)
            {
                // Otherwise the view would keep the released bytes.
                header.reset();
            }
            wanted = 0;
            state = IN_HEADER;
        }
        if (!isHeaderThere())
        {
            return isMalformed() ? Event.MALFORMED : Event.MORE;
        }
        wrap(header, wanted);
        passed = wanted;
        state = IN_BODY;
        return Event.HEADER;
    }

    /** Whether the header has arrived, in the chunk or copied. If not, the chunk is used up. */
    private boolean isHeaderThere()
    {
        if (!hasFrameLength())
        {
            return false;
        }
        if (wanted == 0)
        {
            final int prefix = Math.min(PREFIX, frameLength());
            if (!has(prefix))
            {
                return false;
            }
            wanted = RemotingFraming.headLength(frameLength(), prefix < PREFIX ? 0 : prefixInt(Integer.BYTES), limits);
        }
        return has(wanted);
    }

    private Event nextPiece()
    {
        final int rest = frameLength() - passed;
        if (rest == 0)
        {
            state = BETWEEN;
            endFrame();
            return Event.END;
        }
        final int bytes = Math.min(rest, left());
        if (bytes == 0)
        {
            return Event.MORE;
        }
        pieceOffset = passed;
        take(piece, bytes, bytes);
        passed += bytes;
        return Event.BODY;
    }

    /**
     * The prefix and header of the current frame, for a scanner. The view's length is that of the whole frame.
     *
     * @return a view, valid after {@link Event#HEADER} until the next call of {@code next}, {@code feed} or {@code
     *     read}.
     */
    public FrameView header()
    {
        return header;
    }

    /**
     * The next bytes of the body.
     *
     * @return a view, valid after {@link Event#BODY} until the next call of {@code next}, {@code feed} or {@code read}.
     */
    public FrameView piece()
    {
        return piece;
    }

    /** {@return the offset of the piece in bytes from the start of the frame} */
    public int pieceOffset()
    {
        return pieceOffset;
    }

    @Override
    protected int frameLength(final int known)
    {
        return RemotingFraming.frameLength(prefixInt(0), limits, fault, frameOffset());
    }

    @Override
    public void reset()
    {
        super.reset();
        header.reset();
        piece.reset();
        state = BETWEEN;
    }
}

package io.skim.scan.remoting;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.StreamSplitter;

/**
 * Cuts a stream of remoting frames into headers and pieces of bodies: a header is given as soon as <em>it</em> is there,
 * long before a large body is, and a body passes by in pieces, by reference to the chunks it came in.
 * <p>
 * Memory is bounded by the limit of the header, whatever the length prefix claims. A frame whose header cannot be (too
 * long, longer than its frame, a frame without room for one) is given with its first bytes alone, for the scanner to
 * refuse with a reason; the stream goes on behind it.
 *
 * <pre>
 *    ┌────────────────────────────────┐
 *    ▼                                │
 * MORE ◄──► HEADER ──► BODY ... ──► END        MALFORMED: framing is lost, for good
 * </pre>
 */
public final class HeaderSplitter extends StreamSplitter
{
    /** What {@link #next()} has found. */
    public enum Event
    {
        /** The chunk is used up: feed another one. */
        MORE,
        /** A frame begins and its header is there: see {@link #header()}. */
        HEADER,
        /** The next piece of the body is there: see {@link #piece()}. */
        BODY,
        /** The frame is complete. */
        END,
        /** No further frame can be found: see {@link #fault()}. */
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
     * @return what was found.
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
                // What was let go of would stay with the view.
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

    /** Whether the header is there, in the chunk or pending; if not, the chunk is used up. */
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
            wanted = prefix + headerThatFits();
        }
        return has(wanted);
    }

    /** The header's length, or 0 for one that the scanner is going to refuse by its length. */
    private int headerThatFits()
    {
        if (frameLength() < PREFIX)
        {
            return 0;
        }
        final int length = prefixInt(Integer.BYTES) & 0xFF_FFFF;
        return length > limits.maxHeaderLength() || length > frameLength() - PREFIX ? 0 : length;
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
     * The prefix and header of the current frame, ready to be scanned; its length is the whole frame's.
     *
     * @return a view, valid after {@link Event#HEADER} until the next call of {@code next}, {@code feed} or {@code
     *     read}.
     */
    public FrameView header()
    {
        return header;
    }

    /**
     * The next bytes behind the header.
     *
     * @return a view, valid after {@link Event#BODY} until the next call of {@code next}, {@code feed} or {@code read}.
     */
    public FrameView piece()
    {
        return piece;
    }

    /**
     * Where the piece stands.
     *
     * @return in bytes from the start of the frame.
     */
    public int pieceOffset()
    {
        return pieceOffset;
    }

    @Override
    protected int frameLength(final int known)
    {
        return Prefix.frameLength(prefixInt(0), fault, frameOffset(), limits);
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

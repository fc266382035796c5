package io.skim.scan.remoting;

import io.skim.bytes.HeaderAccess;
import io.skim.bytes.HeaderIndex;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Scan;

/**
 * Scans RocketMQ remoting frames. The serialize type of each frame tells whether its header is JSON or binary.
 *
 * <pre>
 * 0 frame length L(4)   4 serialize type(1)   5 header length H(3)   8 header(H)   8+H body(L-4-H)
 * </pre>
 *
 * One thread at a time; a scan allocates nothing. The scanner keeps a reference to the last frame's view until the next scan.
 * Only the view refers to the frame's bytes, and {@link FrameView#reset()} ends that.
 *
 * @see "NettyDecoder and RemotingCommand.decode, release 5.5.1"
 */
public final class RemotingScanner implements FrameScanner<RemotingInterest>
{
    static
    {
        HeaderAccess.install(new HeaderAccess()
        {
            @Override
            protected HeaderIndex indexOf(final Object scanner)
            {
                return ((RemotingScanner)scanner).header.index;
            }
        });
    }

    final Scan scan = new Scan();
    final HeaderIndexer header;

    /** Whether the last scan has completed, so that the index contains a whole header. */
    private boolean completed;
    /** {@link FrameView#wraps()} of the frame, and {@link FrameView#scan()} when the last scan or show had ended. */
    private int wraps;
    private long ended;

    /** Makes a strict scanner with the default limits. */
    public RemotingScanner()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a scanner.
     *
     * @param limits     what a peer may send.
     * @param strictness whether to refuse the reference decoder's oddities, or to read them.
     */
    public RemotingScanner(final Limits limits, final Strictness strictness)
    {
        header = new HeaderIndexer(scan.fault(), limits, strictness);
    }

    /**
     * Starts an interest. The same interest works for both encodings.
     *
     * @return a builder.
     */
    public static RemotingInterest.Builder interest()
    {
        return new RemotingInterest.Builder();
    }

    @Override
    public Outcome scan(final FrameView frame, final RemotingInterest interest, final DataHandler handler)
    {
        scan.begin(frame, interest, interest.allIds);
        moveTo(frame);
        final Outcome outcome = call(interest, handler, false);
        completed = outcome == Outcome.COMPLETE;
        return outcome;
    }

    /**
     * Scans a header without a handler: checks the frame for {@link #show} and {@link #scanned()}.
     *
     * <pre>
     * if (!scanner.check(frame)) { refuse(scanner.fault()); return; }
     * scanner.show(RequestGate.INTEREST, gate);
     * if (gate.admits()) { scanner.show(router.interest(), router); }
     * </pre>
     *
     * @param frame exactly one frame, wrapped.
     * @return false if the frame is malformed; then {@link #fault()} gives the reason.
     * @throws IllegalStateException if the frame is not wrapped, or a handler calls its own scanner.
     */
    public boolean check(final FrameView frame)
    {
        scan.begin(frame);
        moveTo(frame);
        try
        {
            completed = header.open() >= 0 && header.index() >= 0;
            return completed;
        }
        finally
        {
            end(true);
        }
    }

    /**
     * Shows a handler the declared values of the frame whose scan has just completed, without another scan. You may call it for
     * any number of handlers, one after the other. Each handler receives the same callbacks as in a scan of its own, the outcome
     * last. Stop and skip affect only the handler that answers them.
     *
     * @param interest what to show.
     * @param handler  to show it to.
     * @return {@link Outcome#COMPLETE}, or {@link Outcome#STOPPED} if the handler stopped or its first match was shown.
     * @throws IllegalStateException as {@link #scanned()}, or if a handler calls its own scanner.
     */
    public Outcome show(final RemotingInterest interest, final DataHandler handler)
    {
        scan.checkIdle();
        scan.begin(scanned(), interest, interest.allIds);
        return call(interest, handler, true);
    }

    private void moveTo(final FrameView frame)
    {
        completed = false;
        wraps = frame.wraps();
        if (header.frame != frame)
        {
            header.frame = frame;
        }
    }

    /** Calls a handler for the frame. Indexes the header, unless that was done. */
    private Outcome call(final RemotingInterest interest, final DataHandler handler, final boolean indexed)
    {
        boolean told = false;
        try
        {
            final ScanLoop loop = interest.loops.loopFor(handler.getClass());
            final Outcome outcome = indexed ? loop.show(this, interest, handler) : loop.run(this, interest, handler);
            told = true;
            return outcome;
        }
        finally
        {
            end(told);
        }
    }

    private void end(final boolean told)
    {
        scan.end(told);
        ended = header.frame.scan();
        header.properties.reader.detach();
    }

    @Override
    public Fault fault()
    {
        return scan.fault();
    }

    /**
     * The frame whose scan has just completed, to edit or relay it without another scan.
     *
     * @return the view that was scanned, still wrapped on that frame; the header is loaded.
     * @throws IllegalStateException if the last scan is in progress or did not end as {@link Outcome#COMPLETE}, or if the view
     *     was reset, wrapped again or scanned by another scanner since.
     */
    public FrameView scanned()
    {
        // Not the number of its own scan: within the scan of another scanner the frame has that one's number again.
        if (!completed || header.frame.scan() != ended || header.frame.wraps() != wraps)
        {
            throw new IllegalStateException("the last scan has not completed, or its frame is no longer wrapped:"
                + " call check or scan first");
        }
        header.load();
        return header.frame;
    }
}

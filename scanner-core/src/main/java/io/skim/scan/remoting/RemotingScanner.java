package io.skim.scan.remoting;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import java.util.Objects;

/**
 * Scans RocketMQ remoting frames, whose headers are JSON or binary; each frame says which.
 *
 * <pre>
 * 0 frame length L(4)   4 serialize type(1)   5 header length H(3)   8 header(H)   8+H body(L-4-H)
 * </pre>
 *
 * One thread at a time; a scan allocates nothing. The last frame's view stays referenced until the next scan;
 * nothing refers to the frame's bytes but the view, and {@link FrameView#reset()} ends that.
 *
 * @see "NettyDecoder and RemotingCommand.decode, release 5.5.1"
 */
public final class RemotingScanner implements FrameScanner<RemotingInterest>
{
    final HeaderIndexer header;
    final Cursor key = new Cursor();
    final Cursor value = new Cursor();

    private final Fault fault;
    private boolean firstMatchWins;
    private long missing;
    private boolean scanning;

    /** Makes a strict scanner with the default limits. */
    public RemotingScanner()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a scanner.
     *
     * @param limits     what a peer may send.
     * @param strictness whether the reference decoder's oddities are refused or read.
     */
    public RemotingScanner(final Limits limits, final Strictness strictness)
    {
        header = new HeaderIndexer(limits, strictness);
        fault = header.fault;
    }

    /**
     * Begins the declaration of what a handler wants of a remoting header. The same interest serves both encodings.
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
        if (!frame.isWrapped())
        {
            throw new IllegalStateException("the frame is not wrapped: call FrameView.wrap first");
        }
        if (scanning)
        {
            throw new IllegalStateException("a handler may not use the scanner that calls it");
        }
        firstMatchWins = interest.firstMatchWins();
        missing = interest.allIds;
        final long outer = frame.beginScan(fault.begin());
        scanning = true;
        if (header.frame != frame)
        {
            header.frame = frame;
            key.bind(frame);
            value.bind(frame);
        }
        boolean told = false;
        try
        {
            final Outcome outcome = interest.loops.loopFor(handler.getClass()).run(this, interest, handler);
            told = true;
            return outcome;
        }
        finally
        {
            scanning = false;
            fault.end(told);
            frame.endScan(outer);
            header.properties.reader.detach();
            key.reset();
            value.reset();
        }
    }

    @Override
    public Fault fault()
    {
        return fault;
    }

    /** Notes that an id was shown; true if that was the last one missing and the first match is to win. */
    boolean isSatisfied(final int id)
    {
        return firstMatchWins && (missing &= ~(1L << id)) == 0;
    }

    /** With assertions on: detaches the lent cursors, so that whoever kept one is told. */
    boolean poison(final Action action)
    {
        Objects.requireNonNull(action, "a handler answered null; answer Action.CONTINUE");
        key.reset();
        value.reset();
        return true;
    }
}

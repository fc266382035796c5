package io.skim.scan.amqp;

import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;

/**
 * Scans AMQP 1.0 frames and protocol headers: the frame's own header, its performative's fields, where its payload is.
 * <p>
 * The frame is checked up to the end of its performative before anything is shown, as {@link AmqpFrameReader} does it. The
 * fields of a performative that is not asked for are passed over; of one that is, they are checked against their types as
 * the scan comes to them. A payload is shown as {@code BYTES} and not read. {@code SKIP} leaves out the rest of the
 * performative unchecked, or the rest of the frame where the value is the frame's own.
 * <p>
 * One thread at a time; a scan allocates nothing.
 *
 * @see "OASIS AMQP 1.0, part 2 (transport), sections 2.3 and 2.7"
 */
public final class AmqpFrameScanner implements FrameScanner<AmqpFrameInterest>
{
    private final AmqpScan scan;
    private final AmqpFrameReader reader;

    /** Makes a strict scanner with the default limits. */
    public AmqpFrameScanner()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a scanner.
     *
     * @param limits     what a peer may send.
     * @param strictness lenient ignores what follows a performative, and the like.
     */
    public AmqpFrameScanner(final Limits limits, final Strictness strictness)
    {
        scan = new AmqpScan(limits, strictness);
        reader = new AmqpFrameReader(scan.fault, scan.reader, limits, strictness);
    }

    /**
     * Begins the declaration of what a handler wants of frames.
     *
     * @return a builder.
     */
    public static AmqpFrameInterest.Builder interest()
    {
        return new AmqpFrameInterest.Builder();
    }

    @Override
    public Outcome scan(final FrameView frame, final AmqpFrameInterest interest, final DataHandler handler)
    {
        scan.begin(frame, interest.firstMatchWins(), interest.allIds);
        boolean told = false;
        try
        {
            final Outcome outcome = interest.loops.loopFor(handler.getClass()).frame(scan, reader, interest, handler);
            told = true;
            return outcome;
        }
        finally
        {
            scan.end(told);
        }
    }

    @Override
    public Fault fault()
    {
        return scan.fault;
    }
}

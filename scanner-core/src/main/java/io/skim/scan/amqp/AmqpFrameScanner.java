package io.skim.scan.amqp;

import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;

/**
 * Scans AMQP 1.0 frames and protocol headers: the frame's own header, the fields of its performative, the extent of its payload.
 * <p>
 * Before the first callback, the scanner checks the frame up to the end of its performative, and the declared performative's
 * fields against their types. It skips the fields of a performative that is not declared. It shows a payload as {@code BYTES}
 * without reading it. {@code SKIP} skips the rest of the performative; after a value of the frame itself, the rest of the frame.
 * <p>
 * One thread at a time. A scan allocates nothing, once the index has grown, see {@link AmqpScanner}.
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
     * @param strictness lenient ignores bytes after a performative, and the like.
     */
    public AmqpFrameScanner(final Limits limits, final Strictness strictness)
    {
        scan = new AmqpScan(limits, strictness);
        reader = new AmqpFrameReader(scan.fault, scan.reader, limits, strictness);
    }

    /**
     * Starts an interest.
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
            final int indexed = index(frame, interest);
            final Outcome outcome = interest.loops.loopFor(handler.getClass()).frame(scan, reader, interest, handler,
                indexed);
            told = true;
            return outcome;
        }
        finally
        {
            scan.end(told);
        }
    }

    /** Indexes the declared fields of a frame's performative. */
    private int index(final FrameView frame, final AmqpFrameInterest wanted)
    {
        if (!reader.wrap(frame))
        {
            return AmqpEmitter.MALFORMED;
        }
        final int front = wanted.frameMask & reader.present() & ~AmqpFrameField.PAYLOAD.bit();
        for (int left = front; left != 0; left &= left - 1)
        {
            if (scan.items.isSatisfied(wanted.frameIds[Integer.numberOfTrailingZeros(left)]))
            {
                return ItemIndex.SATISFIED;
            }
        }
        final Performative performative = reader.performative();
        if (performative == null || (wanted.performativeMask >>> performative.ordinal() & 1) == 0)
        {
            return 0;
        }
        final int id = wanted.ids[performative.id()];
        return id >= 0 && scan.items.isSatisfied(id) ? ItemIndex.SATISFIED
            : (wanted.insideMask >>> performative.ordinal() & 1) == 0 ? 0 : fields(wanted, performative.id(0));
    }

    private int fields(final AmqpFrameInterest wanted, final int first)
    {
        int field = first;
        int event;
        while ((event = reader.advanceField()) == AmqpReader.VALUE)
        {
            final int id = wanted.ids[field++];
            if (id >= 0)
            {
                final int result =
                    scan.reader.check() < 0 ? AmqpEmitter.MALFORMED : scan.items.declared(id, wanted.nestedId >= 0);
                if (result != 0)
                {
                    return result;
                }
            }
        }
        return event < 0 ? event : 0;
    }

    @Override
    public Fault fault()
    {
        return scan.fault;
    }
}

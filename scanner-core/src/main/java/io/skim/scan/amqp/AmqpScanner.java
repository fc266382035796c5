package io.skim.scan.amqp;

import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;

/**
 * Scans AMQP 1.0 messages: the sections header, delivery-annotations, message-annotations, properties, application-properties,
 * the body, footer.
 * <p>
 * The view holds one whole message: the payloads of a delivery's transfers put together ({@link DeliveryGatherer}). The scanner
 * skips a section without a declared value by its size. Of a body it reads only the sizes of the sections. It checks the values
 * that it shows: sizes and counts against each other, the types of known fields, UTF-8 and ASCII. Strict refuses sections in
 * another order than the standard's, repeated sections and bodies of several kinds. Lenient reads sections one after the other,
 * so that the last one wins, as in protonj2. Both refuse a message longer than the greatest frame length
 * ({@link Limits#withMaxFrameLength}) as too long.
 * <p>
 * One thread at a time. A scan allocates nothing, once the index has grown to the longest message: 16 bytes for each declared
 * value. After a scan the scanner gives up an index of more than 8 MiB.
 *
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2"
 */
public final class AmqpScanner implements FrameScanner<AmqpInterest>
{
    private final AmqpScan scan;
    private final MessageIndexer messages;

    /** Makes a strict scanner with the default limits. */
    public AmqpScanner()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a scanner.
     *
     * @param limits     what a peer may send.
     * @param strictness whether to refuse sections in an unusual order and the like.
     */
    public AmqpScanner(final Limits limits, final Strictness strictness)
    {
        scan = new AmqpScan(limits, strictness);
        messages = new MessageIndexer(scan);
    }

    /**
     * Starts an interest.
     *
     * @return a builder.
     */
    public static AmqpInterest.Builder interest()
    {
        return new AmqpInterest.Builder();
    }

    @Override
    public Outcome scan(final FrameView frame, final AmqpInterest interest, final DataHandler handler)
    {
        scan.begin(frame, interest.firstMatchWins(), interest.allIds);
        boolean told = false;
        try
        {
            final int indexed = messages.index(frame, interest);
            final Outcome outcome =
                interest.loops.loopFor(handler.getClass()).message(scan, interest, handler, indexed);
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

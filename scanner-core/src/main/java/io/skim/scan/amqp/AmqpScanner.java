package io.skim.scan.amqp;

import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;

/**
 * Scans AMQP 1.0 messages: the sections header, delivery-annotations, message-annotations, properties,
 * application-properties, the body, footer.
 * <p>
 * The view holds one whole message, that is the payload of a delivery's transfers put together. A section that nobody
 * asked for is passed over by its size and not looked into; of a body no byte is read but the sizes of its sections. What
 * is shown is checked: sizes and counts against each other, the types of known fields, UTF-8 and ASCII. Strict refuses
 * sections in another order than the standard's, repeated ones and bodies of several kinds; lenient reads them one after
 * the other, so that the last one wins, as protonj2 does.
 * A message of more bytes than a frame may ever have ({@link Limits#withMaxFrameLength}) is refused as too long.
 * <p>
 * One thread at a time; a scan allocates nothing.
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
     * @param strictness whether the order of sections and the like is insisted on.
     */
    public AmqpScanner(final Limits limits, final Strictness strictness)
    {
        scan = new AmqpScan(limits, strictness);
        messages = new MessageIndexer(scan);
    }

    /**
     * Begins the declaration of what a handler wants of a message.
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

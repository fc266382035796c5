package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;

/**
 * Scans a region of concatenated AMQP 1.0 values.
 * <p>
 * The view holds exactly the values: at most the greatest frame length ({@link Limits#withMaxFrameLength}), and in a buffer
 * without an array at most {@link Limits#maxHeaderLength()}. One thread at a time. A scan allocates nothing, once the index has
 * grown, see {@link AmqpScanner}.
 *
 * @see "OASIS AMQP 1.0, part 1 (types)"
 */
public final class AmqpValueScanner implements FrameScanner<AmqpValueInterest>
{
    final AmqpScan scan;

    /** Makes a strict scanner with the default limits. */
    public AmqpValueScanner()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a scanner.
     *
     * @param limits     what a peer may send.
     * @param strictness as for {@link AmqpReader}.
     */
    public AmqpValueScanner(final Limits limits, final Strictness strictness)
    {
        scan = new AmqpScan(limits, strictness);
    }

    /**
     * Starts an interest.
     *
     * @return a builder.
     */
    public static AmqpValueInterest.Builder interest()
    {
        return new AmqpValueInterest.Builder();
    }

    @Override
    public Outcome scan(final FrameView frame, final AmqpValueInterest interest, final DataHandler handler)
    {
        scan.begin(frame, false, 0);
        boolean told = false;
        try
        {
            final int indexed = index(frame, interest);
            final Outcome outcome = interest.loops.loopFor(handler.getClass()).values(scan, interest, handler, indexed);
            told = true;
            return outcome;
        }
        finally
        {
            scan.end(told);
        }
    }

    /** Indexes the declared values of a region. */
    private int index(final FrameView frame, final AmqpValueInterest wanted)
    {
        final int available = frame.available();
        if (available < frame.length() || !Frames.load(frame, 0, available))
        {
            return available < frame.length()
                ? Faults.at(scan.fault, available, Reason.TRUNCATED, frame.length(), available)
                : Faults.at(scan.fault, 0, Reason.SECTION_TOO_LONG, available, scan.maxHeaderLength);
        }
        if (scan.checkLength(available) < 0)
        {
            return AmqpEmitter.MALFORMED;
        }
        final AmqpReader reader = scan.reader.begin(frame, 0, available);
        return wanted.keys != null ? named(reader, wanted.keys) : values(reader, wanted.nestedId >= 0);
    }

    private int values(final AmqpReader reader, final boolean nested)
    {
        int result = 0;
        while (result >= 0 && reader.position < reader.limit)
        {
            if (!nested || !scan.items.plainContainer())
            {
                result = reader.next() < 0 ? AmqpEmitter.MALFORMED : scan.items.value(nested);
            }
        }
        return result;
    }

    private int named(final AmqpReader reader, final KeyTable keys)
    {
        int result = 0;
        while (result >= 0 && (result = reader.advance()) == AmqpReader.VALUE)
        {
            result = reader.kind != Kinds.MAP ? 0 : reader.open() < 0 ? AmqpEmitter.MALFORMED : scan.items.named(keys);
        }
        return result;
    }

    @Override
    public Fault fault()
    {
        return scan.fault;
    }
}

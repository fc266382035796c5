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

/**
 * Scans a region of concatenated AMQP 1.0 values.
 * <p>
 * The view holds the values and nothing else, no more bytes than {@link Limits#maxHeaderLength()} allows if the buffer
 * has no array, nor than a frame may ever have ({@link Limits#withMaxFrameLength}). One thread at a time; a scan allocates nothing.
 *
 * @see "OASIS AMQP 1.0, part 1 (types)"
 */
public final class AmqpValueScanner implements FrameScanner<AmqpValueInterest>
{
    private final AmqpScan scan;

    /** Makes a strict scanner with the default limits. */
    public AmqpValueScanner()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a scanner.
     *
     * @param limits     what a peer may send.
     * @param strictness as {@link AmqpReader} takes it.
     */
    public AmqpValueScanner(final Limits limits, final Strictness strictness)
    {
        scan = new AmqpScan(limits, strictness);
    }

    /**
     * Begins the declaration of what a handler wants of the values.
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

    /** Indexes what is wanted of a region. */
    private int index(final FrameView frame, final AmqpValueInterest wanted)
    {
        final int available = frame.available();
        if (available < frame.length() || !frame.load(0, available))
        {
            return available < frame.length()
                ? scan.fault.at(available, Reason.TRUNCATED, frame.length(), available)
                : scan.fault.at(0, Reason.SECTION_TOO_LONG, available, scan.maxHeaderLength);
        }
        if (scan.checkLength(available) < 0)
        {
            return AmqpEmitter.MALFORMED;
        }
        final AmqpReader reader = scan.reader.begin(frame, 0, available);
        int result = 0;
        while (result >= 0 && (result = wanted.keys != null ? reader.advance() : reader.next()) == AmqpReader.VALUE)
        {
            result = wanted.keys == null ? scan.items.value(wanted.nestedId >= 0)
                : reader.kind != Kinds.MAP ? 0 : reader.open() < 0 ? AmqpEmitter.MALFORMED
                    : scan.items.named(wanted.keys);
        }
        return result;
    }

    @Override
    public Fault fault()
    {
        return scan.fault;
    }
}

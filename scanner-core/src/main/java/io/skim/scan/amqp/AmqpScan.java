package io.skim.scan.amqp;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import java.util.Objects;

/**
 * What a scan of AMQP bytes works with: the readers, the cursors that are lent, and what is still missing of the
 * interest. One for each scanner.
 */
final class AmqpScan
{
    final Fault fault = new Fault();
    final Cursor key = new Cursor();
    final Cursor value = new Cursor();
    final AmqpReader reader;
    final SectionReader sections;
    final EntrySeeker seeker;
    final AheadReader ahead = new AheadReader();
    /** For {@link NamedEntries#find}. */
    final byte[] padded = new byte[2 * Long.BYTES];
    final boolean lenient;
    final int maxHeaderLength;

    FrameView frame;
    /** Goes into compound values of messages, if that is wanted. */
    AmqpLoop nested;

    private boolean firstMatchWins;
    private long missing;
    private boolean scanning;
    /** The scan of the same frame that is in progress. */
    private long outer;

    AmqpScan(final Limits limits, final Strictness strictness)
    {
        reader = new AmqpReader(fault, limits, strictness);
        sections = new SectionReader(fault, limits, strictness, reader);
        seeker = new EntrySeeker(sections, limits);
        lenient = strictness == Strictness.LENIENT;
        maxHeaderLength = limits.maxHeaderLength();
    }

    /** Starts a scan; {@code end} must follow, whatever happens. */
    void begin(final FrameView frame, final boolean firstMatchWins, final long ids)
    {
        if (!frame.isWrapped())
        {
            throw new IllegalStateException("the frame is not wrapped: call FrameView.wrap first");
        }
        if (scanning)
        {
            throw new IllegalStateException("a handler may not use the scanner that calls it");
        }
        outer = frame.beginScan(fault.begin());
        // Of all of the message, however much of it has arrived.
        reader.renew(frame.length());
        this.firstMatchWins = firstMatchWins;
        missing = ids;
        scanning = true;
        if (this.frame != frame)
        {
            this.frame = frame;
            key.bind(frame);
            value.bind(frame);
        }
    }

    /** Ends a scan; {@code told} is whether the handler has taken its outcome. */
    void end(final boolean told)
    {
        scanning = false;
        fault.end(told);
        frame.endScan(outer);
        frame.lend(false);
        if (nested != null)
        {
            nested = null;
        }
        reader.detach();
        key.reset();
        value.reset();
    }

    /** Refuses what is so long that the marks of its values could not tell where they stand. */
    int checkLength(final int length)
    {
        return length <= ValuePlace.MOST ? 0 : fault.at(0, Reason.MESSAGE_TOO_LONG, length, ValuePlace.MOST);
    }

    /** How long a section may be that is shown, whatever buffer it is in. */
    int longestSection()
    {
        return Math.min(maxHeaderLength, frame.scratchLength());
    }

    /** Moves the reader into the section's value. */
    int open()
    {
        return reader.begin(frame, sections.position, sections.position)
            .on(sections.kind, sections.offset, sections.length)
            .open();
    }

    /** Reads values of the current section ahead. */
    int readAhead(final int from, final int most)
    {
        return ahead.read(frame.array(), frame.arrayOffset(), from, sections.position, most);
    }

    /** Where the last of some values that were read ahead ends, or where they would have begun if there is none. */
    int endOfAhead(final int from, final int read)
    {
        return read > 0 ? AheadReader.end(ahead.tokens[read - 1]) : from;
    }

    /** Refuses a field of the wrong type, whose constructor stands at {@code from}. */
    int wrongField(final int field, final int from)
    {
        return fault.at(from, Reason.FIELD_TYPE, frame.getByte(from) & 0xFF, field - AmqpInterest.FIRST_FIELDS[AmqpField
            .of(field).section]);
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

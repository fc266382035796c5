package io.skim.scan.amqp;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import io.skim.scan.spi.Scan;

/**
 * What a scan of AMQP bytes works with: the readers and the indexes. One for each scanner.
 */
final class AmqpScan
{
    final Scan calls = new Scan();
    final Fault fault = calls.fault();
    final AmqpReader reader;
    final SectionIndex sections;
    final ItemIndex items;
    final boolean lenient;
    final int maxHeaderLength;
    final int maxElementCount;

    @SuppressWarnings("NullAway.Init") // begin sets it
    FrameView frame;
    /** The item that an emitter comes to next. */
    int next;

    AmqpScan(final Limits limits, final Strictness strictness)
    {
        reader = new AmqpReader(fault, limits, strictness);
        sections = new SectionIndex(fault, limits, strictness, reader);
        items = new ItemIndex(reader);
        lenient = strictness.isLenient();
        maxHeaderLength = limits.maxHeaderLength();
        maxElementCount = limits.maxElementCount();
    }

    /** Starts a scan; {@code end} must follow, whatever happens. */
    void begin(final FrameView frame, final boolean firstMatchWins, final long ids)
    {
        calls.begin(frame);
        // Of all of the message, however much of it has arrived.
        reader.renew(frame.length());
        items.begin(firstMatchWins, ids);
        if (this.frame != frame)
        {
            this.frame = frame;
        }
    }

    /** Ends a scan; {@code told} is whether the handler has taken its outcome. */
    void end(final boolean told)
    {
        calls.end(told);
        Frames.lend(frame, false);
        items.trim();
        reader.detach();
    }

    /** Refuses what is so long that the marks of its values could not tell where they stand. */
    int checkLength(final int length)
    {
        return length <= ItemIndex.MOST ? 0 : Faults.at(fault, 0, Reason.MESSAGE_TOO_LONG, length, ItemIndex.MOST);
    }

    /** Refuses a field of the wrong type, whose constructor stands at {@code from}. */
    int wrongField(final int field, final int from)
    {
        return Faults.at(fault, from, Reason.FIELD_TYPE, frame.getByte(from) & 0xFF,
            field - AmqpInterest.FIRST_FIELDS[AmqpField
                .of(field).section]);
    }

    /** Refuses the reader's key of an entry in a section. */
    int wrongKey(final int section)
    {
        return Faults.at(fault, reader.constructorOffset(), Reason.KEY_TYPE, reader.code(),
            SectionIndex.FIRST_CODE + section);
    }
}

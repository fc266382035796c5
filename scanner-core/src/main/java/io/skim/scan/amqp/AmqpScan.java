package io.skim.scan.amqp;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import java.util.Objects;

/**
 * What a scan of AMQP bytes works with: the readers, the indexes and the cursors that are lent. One for each scanner.
 */
final class AmqpScan
{
    final Fault fault = new Fault();
    final Cursor key = new Cursor();
    final Cursor value = new Cursor();
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

    private boolean scanning;
    /** The scan of the same frame that is in progress. */
    private long outer;

    AmqpScan(final Limits limits, final Strictness strictness)
    {
        reader = new AmqpReader(fault, limits, strictness);
        sections = new SectionIndex(fault, limits, strictness, reader);
        items = new ItemIndex(reader);
        lenient = strictness == Strictness.LENIENT;
        maxHeaderLength = limits.maxHeaderLength();
        maxElementCount = limits.maxElementCount();
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
        outer = Frames.beginScan(frame, Faults.begin(fault));
        // Of all of the message, however much of it has arrived.
        reader.renew(frame.length());
        items.begin(firstMatchWins, ids);
        scanning = true;
        if (this.frame != frame)
        {
            this.frame = frame;
            Cursors.bind(key, frame);
            Cursors.bind(value, frame);
        }
    }

    /** Ends a scan; {@code told} is whether the handler has taken its outcome. */
    void end(final boolean told)
    {
        scanning = false;
        Faults.end(fault, told);
        Frames.endScan(frame, outer);
        Frames.lend(frame, false);
        items.trim();
        reader.detach();
        Cursors.reset(key);
        Cursors.reset(value);
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

    /** With assertions on: detaches the lent cursors, so that whoever kept one is told. */
    boolean poison(final Action action)
    {
        Objects.requireNonNull(action, "a handler answered null; answer Action.CONTINUE");
        Cursors.reset(key);
        Cursors.reset(value);
        return true;
    }
}

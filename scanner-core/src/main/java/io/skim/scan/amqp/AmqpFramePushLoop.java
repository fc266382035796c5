package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import io.skim.scan.Action;
import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;

/**
 * The push loop of frames: next field, match the interest, call back. Everything that calls the handler stands in this
 * class, which is defined once for each class of handler and therefore keeps no state.
 */
final class AmqpFramePushLoop extends AmqpFrameLoop
{
    private static final int GO = 0;
    private static final int SKIPPED = 1;
    private static final int STOPPED = 2;
    private static final int MALFORMED = -1;

    private static final int PAYLOAD = AmqpFrameField.PAYLOAD.ordinal();

    @Override
    Outcome run(final AmqpScan scan, final AmqpFrameReader frame, final AmqpFrameInterest interest,
        final DataHandler handler)
    {
        final int result = frame.wrap(scan.frame) ? scan(scan, frame, interest, handler) : MALFORMED;
        final Outcome outcome = result < 0 ? Outcome.MALFORMED : result == STOPPED ? Outcome.STOPPED
            : Outcome.COMPLETE;
        handler.onOutcome(outcome, scan.fault);
        return outcome;
    }

    private static int scan(final AmqpScan scan, final AmqpFrameReader frame, final AmqpFrameInterest interest,
        final DataHandler handler)
    {
        final int present = interest.frameMask & frame.present();
        for (int wanted = present & ~AmqpFrameField.PAYLOAD.bit(); wanted != 0; wanted &= wanted - 1)
        {
            final int field = Integer.numberOfTrailingZeros(wanted);
            final int result = show(scan, handler, interest.frameIds[field], frame.offset(field), frame.length(field),
                frame.kind(field));
            if (result != GO)
            {
                return result;
            }
        }
        final Performative performative = frame.performative();
        final int place = performative == null ? -1 : performative.ordinal();
        if (place >= 0 && (interest.performativeMask >>> place & 1) != 0)
        {
            final int result = performative(scan, frame, interest, handler, performative);
            if (result < 0 || result == STOPPED)
            {
                return result;
            }
        }
        return (present >>> PAYLOAD & 1) == 0 ? GO
            : show(scan, handler, interest.frameIds[PAYLOAD], frame.payloadOffset(),
                frame.payloadLength(), frame.payloadLength() > 0 ? Kinds.BYTES : Kinds.NULL);
    }

    private static int performative(final AmqpScan scan, final AmqpFrameReader frame, final AmqpFrameInterest interest,
        final DataHandler handler, final Performative performative)
    {
        final int id = interest.ids[performative.id()];
        int result = id < 0 ? GO : begin(scan, handler, id, frame.fieldsOffset(), frame.fieldsLength(), Kinds.LIST);
        if (result == GO && (interest.insideMask >>> performative.ordinal() & 1) != 0)
        {
            result = fields(scan, frame, interest, handler, performative);
        }
        return result != GO || id < 0 ? result : end(scan, handler, id, frame.fieldsOffset(), frame.fieldsLength(),
            Kinds.LIST);
    }

    private static int fields(final AmqpScan scan, final AmqpFrameReader frame, final AmqpFrameInterest interest,
        final DataHandler handler, final Performative performative)
    {
        final AmqpReader reader = scan.reader;
        final int first = performative.id(0);
        int event;
        for (int field = first; (event = frame.advanceField()) == AmqpReader.VALUE; field++)
        {
            final int id = interest.ids[field];
            if (id < 0)
            {
                continue;
            }
            int result = reader.check() < 0 ? MALFORMED : show(scan, handler, id, reader.offset, reader.length,
                reader.kind);
            if (result == GO && interest.nestedId >= 0 && reader.isCompound())
            {
                result = nested(scan, handler, interest.nestedId);
            }
            if (result != GO)
            {
                return result;
            }
        }
        return event < 0 ? MALFORMED : GO;
    }

    /** What the current compound value holds, and what that holds; a loop, for nesting is the peer's. */
    private static int nested(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        final int outer = reader.depth();
        int result = enter(scan, handler, id);
        while (result >= 0 && result != STOPPED && reader.depth() > outer)
        {
            final boolean map = reader.isInMap();
            final int event = reader.next();
            if (event < 0)
            {
                return MALFORMED;
            }
            if (event == AmqpReader.END)
            {
                result = end(scan, handler, id, reader.offset, reader.length, reader.kind);
                continue;
            }
            result = map ? entry(scan, handler, id) : reader.isCompound() ? GO : show(scan, handler, id,
                reader.offset, reader.length, reader.kind);
            if (result == SKIPPED)
            {
                reader.leave();
            }
            else if (result == GO && reader.isCompound())
            {
                result = enter(scan, handler, id);
            }
        }
        return result == SKIPPED ? GO : result;
    }

    private static int enter(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        final int result = begin(scan, handler, id, reader.offset, reader.length, reader.kind);
        return result == GO && reader.enter() < 0 ? MALFORMED : result;
    }

    private static int entry(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        final int keyOffset = reader.offset;
        final int keyLength = reader.length;
        final int keyKind = reader.kind;
        if (reader.next() < 0)
        {
            return MALFORMED;
        }
        final Action action = handler.onEntry(id, scan.key.point(keyOffset, keyLength, keyKind), scan.value.point(
            reader.offset, reader.length, reader.kind));
        assert scan.poison(action);
        return result(action);
    }

    private static int show(final AmqpScan scan, final DataHandler handler, final int id, final int offset,
        final int length, final int kind)
    {
        final Action action = handler.onField(id, scan.value.point(offset, length, kind));
        assert scan.poison(action);
        return action == Action.CONTINUE ? scan.isSatisfied(id) ? STOPPED : GO : result(action);
    }

    private static int begin(final AmqpScan scan, final DataHandler handler, final int id, final int offset,
        final int length, final int kind)
    {
        final Action action = handler.onBegin(id, scan.value.point(offset, length, kind));
        assert scan.poison(action);
        return action == Action.CONTINUE ? scan.isSatisfied(id) ? STOPPED : GO : result(action);
    }

    private static int end(final AmqpScan scan, final DataHandler handler, final int id, final int offset,
        final int length, final int kind)
    {
        final Action action = handler.onEnd(id, scan.value.point(offset, length, kind));
        assert scan.poison(action);
        return action == Action.STOP ? STOPPED : GO;
    }

    private static int result(final Action action)
    {
        return action == Action.STOP ? STOPPED : action == Action.SKIP ? SKIPPED : GO;
    }
}

package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;

/**
 * The push loop over frames, over values one after the other, and over what compound values hold, those of messages too. What
 * calls the handler stands in this class or in {@link MessagePushLoop}, which are defined once for each class of handler and
 * therefore keep no state, and have each their own few methods that call it.
 */
final class AmqpPushLoop extends AmqpLoop
{
    private static final int PAYLOAD = AmqpFrameField.PAYLOAD.ordinal();

    @Override
    Outcome values(final AmqpScan scan, final AmqpValueInterest interest, final DataHandler handler)
    {
        return outcome(scan, handler, region(scan, interest, handler));
    }

    @Override
    Outcome frame(final AmqpScan scan, final AmqpFrameReader frame, final AmqpFrameInterest interest,
        final DataHandler handler)
    {
        return outcome(scan, handler, frame.wrap(scan.frame) ? fields(scan, frame, interest, handler) : MALFORMED);
    }

    private static Outcome outcome(final AmqpScan scan, final DataHandler handler, final int result)
    {
        final Outcome outcome = result < 0 ? Outcome.MALFORMED : result == STOPPED ? Outcome.STOPPED
            : Outcome.COMPLETE;
        handler.onOutcome(outcome, scan.fault);
        return outcome;
    }

    /** The values of a region. */
    private int region(final AmqpScan scan, final AmqpValueInterest interest, final DataHandler handler)
    {
        final AmqpReader reader = scan.reader;
        final int available = scan.frame.available();
        if (available < scan.frame.length() || !scan.frame.load(0, available))
        {
            return available < scan.frame.length() ? scan.fault.at(available, Reason.TRUNCATED, scan.frame.length(),
                available) : scan.fault.at(0, Reason.SECTION_TOO_LONG, available, scan.maxHeaderLength);
        }
        if (scan.checkLength(available) < 0)
        {
            return MALFORMED;
        }
        if (interest.entries != null)
        {
            return maps(scan, interest.entries, handler);
        }
        if (interest.nestedId >= 0 && reader.beginWhole(scan.frame))
        {
            return whole(scan, handler, interest.nestedId);
        }
        reader.begin(scan.frame, 0, available);
        return values(scan, interest, handler, reader);
    }

    private int values(final AmqpScan scan, final AmqpValueInterest interest, final DataHandler handler,
        final AmqpReader reader)
    {
        boolean showing = true;
        int event;
        while ((event = reader.next()) == AmqpReader.VALUE)
        {
            final int result = !showing ? GO : interest.nestedId >= 0 && reader.isOnCompound() ? nested(scan, handler,
                interest.nestedId)
                : show(scan, handler, Math.max(interest.valueId, interest.nestedId), reader.offset,
                    reader.length, reader.kind);
            if (result < 0 || result == STOPPED)
            {
                return result;
            }
            showing &= result == GO;
        }
        return event;
    }

    /** The declared entries of the maps of a region. */
    private static int maps(final AmqpScan scan, final NamedEntries entries, final DataHandler handler)
    {
        final AmqpReader reader = scan.reader;
        if (reader.beginWhole(scan.frame) && reader.kind == Kinds.MAP)
        {
            final int result = usualEntries(scan, entries, handler, 0);
            if (result != GO || reader.remaining == 0 && reader.position == reader.limit)
            {
                return result == SKIPPED ? GO : result;
            }
            return reader.openWhole() < 0 ? MALFORMED : entries(scan, entries, handler);
        }
        reader.begin(scan.frame, 0, scan.frame.available());
        int event;
        while ((event = reader.advance()) == AmqpReader.VALUE)
        {
            if (reader.kind == Kinds.MAP)
            {
                final int result = reader.open() < 0 ? MALFORMED : entries(scan, entries, handler);
                if (result != GO)
                {
                    return result;
                }
            }
        }
        return event;
    }

    /** The declared entries of a map that was opened, and its end. */
    private static int entries(final AmqpScan scan, final NamedEntries entries, final DataHandler handler)
    {
        final AmqpReader reader = scan.reader;
        reader.pass();
        int expected = 0;
        int result = GO;
        while (result == GO && reader.remaining > 0)
        {
            int at = reader.key(reader.position, Kinds.TEXT);
            final int name = at < 0 ? NamedEntries.NOT_FOUND : entries.find(reader, scan.padded);
            at = at < 0 ? MALFORMED : name < 0 ? reader.skip(at) : reader.item(at);
            if (at < 0 || name >= 0 && reader.check() < 0)
            {
                return MALFORMED;
            }
            reader.moveTo(at, reader.remaining - 2, false);
            if (name >= 0)
            {
                expected = name + 1;
                result = show(scan, handler, entries.id(name), reader.offset, reader.length, reader.kind);
            }
            result = result == GO ? usualEntries(scan, entries, handler, expected) : result;
        }
        if (result == SKIPPED)
        {
            reader.leave();
            return GO;
        }
        return result != GO ? result : reader.advance() < 0 ? MALFORMED : GO;
    }

    /** Declared entries with short keys and values, up to an entry that may be one and is not usual. */
    private static int usualEntries(final AmqpScan scan, final NamedEntries entries, final DataHandler handler,
        final int expected)
    {
        final AmqpReader reader = scan.reader;
        final long[] notes = scan.ahead.tokens;
        int next = expected;
        int noted = notes.length;
        while (noted == notes.length && reader.remaining > 0)
        {
            final int answer = entries.read(reader, notes, next);
            next = NamedEntries.next(answer);
            noted = NamedEntries.count(answer);
            for (int i = 0; i < noted; i++)
            {
                final long note = notes[i];
                final Action action =
                    handler.onField(NamedEntries.noted(note), scan.value.point(NamedEntries.offset(note),
                        NamedEntries.length(note), NamedEntries.kind(note)));
                assert scan.poison(action);
                if (action != Action.CONTINUE)
                {
                    return result(action);
                }
            }
        }
        return GO;
    }

    /** A region of one list or map and nothing else, by the slow path from the first unusual item on. */
    private int whole(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        final int offset = reader.offset;
        final int length = reader.length;
        final int kind = reader.kind;
        int result = begin(scan, handler, id, offset, length, kind);
        if (result == GO)
        {
            result = kind == Kinds.MAP ? usualPairs(scan, handler, id) : usualItems(scan, handler, id);
        }
        if (result != GO)
        {
            return result == SKIPPED ? GO : result;
        }
        if (reader.remaining == 0 && reader.position == reader.limit)
        {
            return end(scan, handler, id, offset, length, kind);
        }
        return reader.openWhole() < 0 ? MALFORMED : inside(scan, handler, id, 0, GO);
    }

    /** A frame: what stands in front, the performative, the payload. */
    private int fields(final AmqpScan scan, final AmqpFrameReader frame, final AmqpFrameInterest interest,
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

    private int performative(final AmqpScan scan, final AmqpFrameReader frame, final AmqpFrameInterest interest,
        final DataHandler handler, final Performative performative)
    {
        final int id = interest.ids[performative.id()];
        int result = id < 0 ? GO : begin(scan, handler, id, frame.fieldsOffset(), frame.fieldsLength(), Kinds.LIST);
        if (result == GO && (interest.insideMask >>> performative.ordinal() & 1) != 0)
        {
            result = performativeFields(scan, frame, interest, handler, performative);
        }
        return result != GO || id < 0 ? result : end(scan, handler, id, frame.fieldsOffset(), frame.fieldsLength(),
            Kinds.LIST);
    }

    private int performativeFields(final AmqpScan scan, final AmqpFrameReader frame,
        final AmqpFrameInterest interest,
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
            if (result == GO && interest.nestedId >= 0 && reader.isOnCompound())
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
    @Override
    int nested(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        final int outer = reader.depth();
        return inside(scan, handler, id, outer, enter(scan, handler, id));
    }

    /** What the compound value that was entered holds, and what that holds, until the depth is that of outside. */
    private static int inside(final AmqpScan scan, final DataHandler handler, final int id, final int outer,
        final int entered)
    {
        final AmqpReader reader = scan.reader;
        int result = entered;
        while (result >= 0 && result != STOPPED && reader.depth() > outer)
        {
            result = reader.isInArray() ? elements(scan, handler, id) : reader.isInMap() ? pairs(scan, handler, id)
                : items(scan, handler, id);
            if (result == SKIPPED)
            {
                reader.leave();
            }
            else if (result == GO && reader.isOnNested())
            {
                result = enter(scan, handler, id);
            }
            else if (result == GO)
            {
                result = reader.advance() < 0 ? MALFORMED : end(scan, handler, id, reader.offset, reader.length,
                    reader.kind);
            }
        }
        return result == SKIPPED ? GO : result;
    }

    private static int enter(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        final int result = begin(scan, handler, id, reader.offset, reader.length, reader.kind);
        if (result == GO)
        {
            return reader.open() < 0 || reader.isInArray() && reader.checkDescriptors() < 0 ? MALFORMED : GO;
        }
        reader.pass();
        return result == SKIPPED ? GO : result;
    }

    /** The items of a list or described value, up to its end or a compound one. */
    private static int items(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        int result = GO;
        int left = reader.remaining;
        int at = reader.position;
        boolean scalar = true;
        while (left > 0 && scalar && result == GO)
        {
            left--;
            final int plain = reader.plainKind(at);
            final int next = plain < 0 ? 0 : at + 1 + reader.plainWidth(at);
            if (plain >= 0 && next <= reader.limit)
            {
                result = show(scan, handler, id, at + 1, next - at - 1, plain);
                at = next;
                continue;
            }
            at = reader.value(at);
            if (at < 0 || reader.check() < 0)
            {
                return MALFORMED;
            }
            scalar = !reader.isOnCompound();
            result = scalar ? show(scan, handler, id, reader.offset, reader.length, reader.kind) : GO;
        }
        reader.moveTo(at, left, !scalar);
        return result;
    }

    /** Items of fixed width, up to one that is of another kind. */
    private static int usualItems(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        final FrameView frame = scan.value.frame();
        final byte[] array = frame.array();
        final int base = frame.arrayOffset();
        final int end = base + reader.limit;
        int at = base + reader.position;
        int left = reader.remaining;
        int result = GO;
        while (left > 0 && result == GO && at < end)
        {
            final int code = array[at] & 0xFF;
            final int kind = FormatCodes.fixedKind(code);
            final int width = FormatCodes.fixedWidth(code);
            final int next = at + 1 + width;
            if (kind < 0 || next > end)
            {
                break;
            }
            result = show(scan, handler, id, at + 1 - base, width, kind);
            at = next;
            left--;
        }
        reader.moveTo(at - base, left, false);
        return result;
    }

    /** The entries of a map, up to its end or one whose value is compound. */
    private static int pairs(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        reader.pass();
        int result = GO;
        while (result == GO && reader.remaining > 0 && !reader.isOnNested())
        {
            result = usualPairs(scan, handler, id);
            if (result == GO && reader.remaining > 0)
            {
                result = pair(scan, handler, id);
            }
        }
        return result;
    }

    /** Entries with short keys and values of fixed width, up to one that is of another kind. */
    private static int usualPairs(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        final Cursor key = scan.key;
        final Cursor value = scan.value;
        final byte[] array = value.frame().array();
        final int base = value.frame().arrayOffset();
        final int end = base + reader.limit;
        int at = base + reader.position;
        int left = reader.remaining;
        int result = GO;
        while (result == GO && left > 0)
        {
            final int size = AheadReader.keyLength(array, at, end);
            if (size < 0)
            {
                break;
            }
            final int code = array[at + 2 + size] & 0xFF;
            final int kind = FormatCodes.fixedKind(code);
            // The width by branches, so that the processor goes on with the next entry before it knows this one's code.
            final int width = FormatCodes.fixedWidth(code);
            final int next = at + 3 + size + width;
            if (kind < 0 || next > end)
            {
                break;
            }
            final Action action =
                handler.onEntry(id, key.point(at + 2 - base, size, Kinds.TEXT), value.point(next - width
                    - base, width, kind));
            assert scan.poison(action);
            result = result(action);
            at = next;
            left -= 2;
        }
        reader.moveTo(at - base, left, false);
        return result;
    }

    /** The next entry, whatever its key and value. */
    private static int pair(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        int at = reader.key(reader.position, Kinds.TEXT);
        final int keyOffset = reader.offset;
        final int keyLength = reader.length;
        final int keyKind = reader.kind;
        // A key is not entered, for a handler is lent key and value together; what it holds is checked all the same.
        final boolean good = at >= 0 && reader.check() >= 0 && (!reader.isOnCompound() || reader.checkInside() >= 0);
        at = good ? reader.item(at) : MALFORMED;
        if (at < 0 || reader.check() < 0)
        {
            return MALFORMED;
        }
        reader.moveTo(at, reader.remaining - 2, reader.isOnCompound());
        return showEntry(scan, handler, id, keyOffset, keyLength, keyKind);
    }

    /** The elements of an array, up to its end or the next one if they are compound. */
    private static int elements(final AmqpScan scan, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        int result = GO;
        boolean scalar = true;
        while (reader.remaining > 0 && scalar && result == GO)
        {
            if (reader.next() < 0)
            {
                return MALFORMED;
            }
            scalar = !reader.isOnCompound();
            result = scalar ? show(scan, handler, id, reader.offset, reader.length, reader.kind) : GO;
        }
        reader.moveTo(reader.position, reader.remaining, !scalar);
        return result;
    }

    private static int show(final AmqpScan scan, final DataHandler handler, final int id, final int offset,
        final int length, final int kind)
    {
        final Action action = handler.onField(id, scan.value.point(offset, length, kind));
        assert scan.poison(action);
        return action == Action.CONTINUE ? scan.isSatisfied(id) ? STOPPED : GO : result(action);
    }

    /** Shows the reader's value with the key before it. */
    private static int showEntry(final AmqpScan scan, final DataHandler handler, final int id, final int keyOffset,
        final int keyLength, final int keyKind)
    {
        final AmqpReader reader = scan.reader;
        final Action action = handler.onEntry(id, scan.key.point(keyOffset, keyLength, keyKind), scan.value.point(
            reader.offset, reader.length, reader.kind));
        assert scan.poison(action);
        return result(action);
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

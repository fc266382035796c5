package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Frames;

/**
 * Shows a handler the items of an index, in the order of the wire. It reads no byte of the frame and refuses nothing. It is
 * defined once for each class of handler and therefore keeps no state.
 */
final class IndexEmitter extends AmqpEmitter
{
    private static final int PAYLOAD = AmqpFrameField.PAYLOAD.ordinal();

    @Override
    Outcome message(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler, final int indexed)
    {
        return outcome(scan, handler, indexed, indexed < 0 ? MALFORMED
            : sections(scan, interest, handler, indexed == ItemIndex.SATISFIED));
    }

    @Override
    Outcome frame(final AmqpScan scan, final AmqpFrameReader frame, final AmqpFrameInterest interest,
        final DataHandler handler, final int indexed)
    {
        return outcome(scan, handler, indexed, indexed < 0 ? MALFORMED
            : frame(scan, frame, interest, handler, indexed == ItemIndex.SATISFIED));
    }

    @Override
    Outcome values(final AmqpScan scan, final AmqpValueInterest interest, final DataHandler handler, final int indexed)
    {
        return outcome(scan, handler, indexed, indexed < 0 ? MALFORMED
            : interest.keys != null ? maps(scan, handler) : region(scan, interest, handler));
    }

    private static Outcome outcome(final AmqpScan scan, final DataHandler handler, final int indexed, final int result)
    {
        final Outcome outcome = result < 0 ? Outcome.MALFORMED
            : result == STOPPED || indexed == ItemIndex.SATISFIED ? Outcome.STOPPED : Outcome.COMPLETE;
        handler.onOutcome(outcome, scan.fault);
        return outcome;
    }

    private static int sections(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final boolean satisfied)
    {
        if (scan.items.count == 0 && interest.shownMask == 0)
        {
            return GO;
        }
        // Sections of which nothing was read are not loaded: their cursors load them when they are read.
        Frames.lend(scan.frame, interest.insideMask == 0);
        final SectionIndex sections = scan.sections;
        final boolean lastOnly = sections.repeated && interest.lastSectionWins;
        if (scan.items.count == 0 && interest.insideMask == 0 && !interest.firstMatchWins() && !lastOnly)
        {
            return extents(scan, interest.sectionIds, handler);
        }
        if (interest.namedOnly && !lastOnly)
        {
            return values(scan, handler);
        }
        if (lastOnly)
        {
            sections.findLatest();
        }
        final int mask = interest.sectionMask;
        for (int section = 0; section < sections.count; section++)
        {
            final int rank = sections.ranks[section];
            if ((mask >>> rank & 1) != 0 && !(lastOnly && sections.isReplaced(section)))
            {
                // The last one is not shown to its end if the first match was found in it.
                final int result = section(scan, interest, handler, section, rank, satisfied && section + 1
                    == sections.count);
                if (result != GO)
                {
                    return result == SKIPPED ? GO : result;
                }
            }
        }
        return GO;
    }

    /** Values that were declared by name: of whatever section, all is in the index. */
    private static int values(final AmqpScan scan, final DataHandler handler)
    {
        final long[] items = scan.items.items;
        final int count = scan.items.count;
        for (int at = 0; at < count; at += 2)
        {
            final long value = items[at + 1];
            // The window may have moved on to a section behind a long body.
            Frames.load(scan.frame, ItemIndex.offset(value), ItemIndex.offset(value) + ItemIndex.length(value));
            final int result = show(scan, handler, (int)~items[at], value);
            if (result == STOPPED)
            {
                return result;
            }
            at = result == SKIPPED ? scan.sections.endOfItemsAt(at) - 2 : at;
        }
        return GO;
    }

    /** The sections alone, none of whose values is wanted: a loop of its own, for there is little else to do for each. */
    private static int extents(final AmqpScan scan, final int[] ids, final DataHandler handler)
    {
        final SectionIndex sections = scan.sections;
        final int[] ranks = sections.ranks;
        final long[] values = sections.values;
        final int count = sections.count;
        for (int section = 0; section < count; section++)
        {
            final int rank = ranks[section];
            final int id = ids[rank];
            if (id >= 0)
            {
                if ((SectionIndex.READ_BODIES >>> rank & 1) != 0)
                {
                    load(scan, section);
                }
                final long value = values[section];
                final boolean isBody = (SectionIndex.BODIES >>> rank & 1) != 0;
                int result = isBody ? show(scan, handler, id, value) : begin(scan, handler, id, value);
                if (result == GO && !isBody)
                {
                    result = end(scan, handler, id, value);
                }
                if (result == STOPPED || result == SKIPPED && isBody)
                {
                    return result == STOPPED ? STOPPED : GO;
                }
            }
        }
        return GO;
    }

    /** Loads what was loaded before, for the window may have moved on to a section behind a long body. */
    private static void load(final AmqpScan scan, final int section)
    {
        Frames.load(scan.frame, scan.sections.start(section), scan.sections.end(section));
    }

    /** {@code SKIPPED} if nothing more of the message is wanted. */
    private static int section(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int section, final int rank, final boolean satisfied)
    {
        final int first = scan.sections.firstItem(section);
        final int end = scan.sections.endOfItems(section);
        final long value = scan.sections.values[section];
        final int id = interest.sectionIds[rank];
        final boolean isBody = (SectionIndex.BODIES >>> rank & 1) != 0;
        if (rank != SectionIndex.DATA && (isBody || interest.insideMask != 0))
        {
            load(scan, section);
        }
        int result = id < 0 || isBody && first < end ? GO
            : isBody ? show(scan, handler, id, value) : begin(scan, handler, id, value);
        if (result == GO && first < end)
        {
            result = entries(scan, handler, first, end, interest.everyIds[rank], interest.nestedId);
        }
        return isBody ? result
            : result == SKIPPED ? GO : result != GO || id < 0 || satisfied ? result : end(scan, handler, id, value);
    }

    /** Names and values, and what compound values hold if that is wanted. */
    private static int entries(final AmqpScan scan, final DataHandler handler, final int first, final int end,
        final int everyId, final int nestedId)
    {
        final long[] items = scan.items.items;
        int at = first;
        while (at < end)
        {
            final long name = items[at];
            final long value = items[at + 1];
            at += 2;
            int result = name < 0 ? show(scan, handler, (int)~name, value) : showEntry(scan, handler, everyId, name,
                value);
            if (result == GO && nestedId >= 0 && ItemIndex.isCompound(value))
            {
                result = nested(scan, handler, nestedId, at - 1);
                at = scan.next;
            }
            if (result != GO)
            {
                return result;
            }
        }
        return GO;
    }

    /** The declared entries of the maps of a region. */
    private static int maps(final AmqpScan scan, final DataHandler handler)
    {
        final long[] items = scan.items.items;
        final int end = scan.items.count;
        int at = 0;
        while (at < end)
        {
            final long name = items[at++];
            if (name != ItemIndex.END)
            {
                final int result = show(scan, handler, (int)~name, items[at++]);
                if (result == STOPPED)
                {
                    return result;
                }
                if (result == SKIPPED)
                {
                    while (items[at] != ItemIndex.END)
                    {
                        at += 2;
                    }
                }
            }
        }
        return GO;
    }

    /** The values of a region. */
    private static int region(final AmqpScan scan, final AmqpValueInterest interest, final DataHandler handler)
    {
        final long[] items = scan.items.items;
        final int end = scan.items.count;
        int at = 0;
        int result = GO;
        while (at < end && result == GO)
        {
            final long value = items[at];
            if (interest.nestedId >= 0 && ItemIndex.isCompound(value))
            {
                result = nested(scan, handler, interest.nestedId, at);
                at = scan.next;
            }
            else
            {
                result = show(scan, handler, Math.max(interest.valueId, interest.nestedId), value);
                at++;
            }
        }
        return result == SKIPPED ? GO : result;
    }

    /**
     * A compound value that was entered, and what it holds; a loop, for nesting is the peer's. {@link AmqpScan#next} is then
     * the item behind its end.
     *
     * @param from the item of the compound value.
     */
    private static int nested(final AmqpScan scan, final DataHandler handler, final int id, final int from)
    {
        final long[] items = scan.items.items;
        int depth = 0;
        int at = from;
        do
        {
            final long item = items[at++];
            final int result;
            if (item >>> ItemIndex.KIND_SHIFT < Kinds.LIST)
            {
                result = show(scan, handler, id, item);
            }
            else if (item < 0)
            {
                depth--;
                result = end(scan, handler, id, item);
            }
            else if ((item & ItemIndex.KEY) != 0)
            {
                final long value = items[at];
                result = showEntry(scan, handler, id, item, value);
                // A compound value is the next item: it begins a container.
                at = ItemIndex.isCompound(value) ? at : at + 1;
            }
            else
            {
                depth++;
                result = begin(scan, handler, id, item);
            }
            if (result == STOPPED)
            {
                return STOPPED;
            }
            if (result == SKIPPED)
            {
                at = behindEnd(items, at);
                depth--;
            }
        }
        while (depth > 0);
        scan.next = at;
        return GO;
    }

    /** The item behind the end of the container that an item stands in. */
    private static int behindEnd(final long[] items, final int from)
    {
        int at = from;
        for (int depth = 1; depth > 0; at++)
        {
            final long item = items[at];
            depth += item < 0 ? -1 : (item & ItemIndex.KEY) == 0 && ItemIndex.isCompound(item) ? 1 : 0;
        }
        return at;
    }

    /** A frame: what stands in front, the performative, the payload. */
    private static int frame(final AmqpScan scan, final AmqpFrameReader frame, final AmqpFrameInterest interest,
        final DataHandler handler, final boolean satisfied)
    {
        final int present = interest.frameMask & frame.present();
        long missing = interest.allIds;
        for (int wanted = present & ~AmqpFrameField.PAYLOAD.bit(); wanted != 0; wanted &= wanted - 1)
        {
            final int field = Integer.numberOfTrailingZeros(wanted);
            final int id = interest.frameIds[field];
            final int result = show(scan, handler, id, frame.mark(field));
            missing &= ~(1L << id);
            if (result != GO || satisfied && missing == 0)
            {
                return result;
            }
        }
        final Performative performative = frame.performative();
        if (performative != null && (interest.performativeMask >>> performative.ordinal() & 1) != 0)
        {
            final int result = performative(scan, frame, interest, handler, interest.ids[performative.id()],
                satisfied);
            if (result == STOPPED || satisfied)
            {
                return result;
            }
        }
        return (present >>> PAYLOAD & 1) == 0 ? GO : payload(scan, frame, handler, interest.frameIds[PAYLOAD]);
    }

    private static int payload(final AmqpScan scan, final AmqpFrameReader frame, final DataHandler handler,
        final int id)
    {
        final int length = frame.payloadLength();
        final int result =
            show(scan, handler, id, frame.payloadOffset(), length, length > 0 ? Kinds.BYTES : Kinds.NULL);
        return result == GO && scan.items.isSatisfied(id) ? STOPPED : result;
    }

    private static int performative(final AmqpScan scan, final AmqpFrameReader frame, final AmqpFrameInterest interest,
        final DataHandler handler, final int id, final boolean satisfied)
    {
        final long list = Cursors.mark(frame.fieldsOffset(), frame.fieldsLength(), Kinds.LIST);
        int result = id < 0 ? GO : begin(scan, handler, id, list);
        if (result == GO)
        {
            result = entries(scan, handler, 0, scan.items.count, AmqpInterest.NONE, interest.nestedId);
        }
        return result != GO || id < 0 || satisfied ? result : end(scan, handler, id, list);
    }

    private static int show(final AmqpScan scan, final DataHandler handler, final int id, final long value)
    {
        return show(scan, handler, id, ItemIndex.offset(value), ItemIndex.length(value), ItemIndex.kind(value));
    }

    private static int show(final AmqpScan scan, final DataHandler handler, final int id, final int offset,
        final int length, final int kind)
    {
        return scan.calls.answer(handler.onField(id, scan.calls.value(offset, length, kind)));
    }

    private static int showEntry(final AmqpScan scan, final DataHandler handler, final int id, final long key,
        final long value)
    {
        return scan.calls.answer(handler.onEntry(id,
            scan.calls.key(ItemIndex.offset(key), ItemIndex.length(key), ItemIndex.kind(key)), value(scan, value)));
    }

    private static int begin(final AmqpScan scan, final DataHandler handler, final int id, final long container)
    {
        return scan.calls.answer(handler.onBegin(id, value(scan, container)));
    }

    private static int end(final AmqpScan scan, final DataHandler handler, final int id, final long container)
    {
        return scan.calls.answerAtEnd(handler.onEnd(id, value(scan, container)));
    }

    private static Cursor value(final AmqpScan scan, final long item)
    {
        return scan.calls.value(ItemIndex.offset(item), ItemIndex.length(item), ItemIndex.kind(item));
    }
}

package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;

/**
 * Indexes a message: its sections, and of those that are wanted the items. What an interest does not declare is passed over and
 * not looked into. The index is complete, and all that is declared was checked, before any consumer reads it; only a scan whose
 * first match wins looks no further than that.
 */
final class MessageIndexer
{
    private final AmqpScan scan;
    private final SectionIndex sections;
    private final ItemIndex items;
    private final AmqpReader reader;

    MessageIndexer(final AmqpScan scan)
    {
        this.scan = scan;
        sections = scan.sections;
        items = scan.items;
        reader = scan.reader;
    }

    /**
     * Indexes a message, which the scan has begun.
     *
     * @return 0, {@link ItemIndex#SATISFIED}, or -1 with the fault set.
     */
    int index(final FrameView message, final AmqpInterest interest)
    {
        sections.begin(message);
        if (scan.checkLength(message.length()) < 0)
        {
            return AmqpEmitter.MALFORMED;
        }
        final int wanted = items.viewed ? interest.sectionMask : interest.readMask;
        final int shown = interest.sectionMask & ~wanted;
        final int last = interest.firstMatchWins() ? wanted : 0;
        int result = 0;
        int ranks = 0;
        while (result == 0 && (ranks = sections.next(wanted, shown, last)) >= 0)
        {
            for (; ranks != 0 && result == 0; ranks &= ranks - 1)
            {
                final int rank = Integer.numberOfTrailingZeros(ranks);
                final int section = sections.place(rank);
                final int first = items.count;
                result = section(message, interest, rank, section);
                sections.setItems(section, first, items.count);
            }
        }
        return ranks == AmqpEmitter.MALFORMED ? ranks : result;
    }

    private int section(final FrameView message, final AmqpInterest interest, final int rank, final int section)
    {
        final int id = interest.sectionIds[rank];
        final long value = sections.values[section];
        if (rank == SectionIndex.DATA)
        {
            return body(id, value);
        }
        final int from = sections.start(section);
        final int to = sections.end(section);
        if (to > message.available())
        {
            return Faults.at(scan.fault, message.available(), Reason.TRUNCATED, to - from, message.available() - from);
        }
        final boolean isBody = rank > SectionIndex.DATA && rank < SectionIndex.FOOTER;
        final boolean isRead = isBody || (interest.insideMask >>> rank & 1) != 0;
        // One of which nothing is read is not loaded, but may not be longer in one kind of buffer than in another.
        if (to - from > scan.maxHeaderLength
            || (isRead || to - from > Frames.scratchLength(message)) && !Frames.load(message, from,
                to))
        {
            return Faults.at(scan.fault, from, Reason.SECTION_TOO_LONG, to - from, scan.maxHeaderLength);
        }
        if (isBody)
        {
            if (!items.isPlain(message, value))
            {
                enter(message, value, to);
                if (reader.check() < 0)
                {
                    return AmqpEmitter.MALFORMED;
                }
            }
            return interest.nestedId >= 0 && ItemIndex.isCompound(value) ? items.declared(id, true) : body(id, value);
        }
        if (id >= 0 && items.isSatisfied(id))
        {
            return ItemIndex.SATISFIED;
        }
        return isRead && ItemIndex.kind(value) != Kinds.NULL ? inside(message, interest, rank, value, to) : 0;
    }

    /** A body's value as it is: it is shown by its mark, and is an item only to views. */
    private int body(final int id, final long value)
    {
        return items.viewed ? items.declared(id, value) : items.isSatisfied(id) ? ItemIndex.SATISFIED : 0;
    }

    /** Moves the reader to a section's value. */
    private void enter(final FrameView message, final long value, final int end)
    {
        reader.begin(message, end, end).on(ItemIndex.kind(value), ItemIndex.offset(value),
            ItemIndex.length(value));
    }

    private int inside(final FrameView message, final AmqpInterest interest, final int rank, final long value,
        final int end)
    {
        final KeyTable keys = interest.keys[rank];
        final int fields = AmqpInterest.FIELD_COUNTS[rank];
        final int first = AmqpInterest.FIRST_FIELDS[rank];
        final boolean every = interest.everyIds[rank] >= 0;
        // Most end here; else the reader goes on, from the start or from the field or entry that is not usual.
        final int quick = fields > 0
            ? items.fields(message, value, interest.fieldIds, first, Math.min(fields, scan.maxElementCount))
            : items.entries(message, value, keys, every, AmqpInterest.nameCode(rank), scan.maxElementCount);
        if (quick >= 0)
        {
            return quick;
        }
        enter(message, value, end);
        if (reader.open() < 0)
        {
            return AmqpEmitter.MALFORMED;
        }
        if (items.left >= 0)
        {
            reader.moveTo(items.position, items.left);
        }
        return fields > 0 ? items.fields(scan, interest.fieldIds, first, fields)
            : items.entries(scan, rank, keys, every, interest.nestedId >= 0);
    }
}

package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;

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
        final int mask = interest.sectionMask;
        int result = 0;
        int rank = 0;
        while (result == 0 && (rank = sections.next()) >= 0)
        {
            if ((mask >>> rank & 1) != 0)
            {
                result = section(message, interest, rank);
            }
            sections.itemEnds[sections.count - 1] = items.count;
        }
        return rank == AmqpEmitter.MALFORMED ? rank : result;
    }

    private int section(final FrameView message, final AmqpInterest interest, final int rank)
    {
        final int id = interest.sectionIds[rank];
        if (rank == SectionIndex.DATA)
        {
            return items.declared(id, Cursor.mark(sections.offset, sections.length, Kinds.BYTES));
        }
        final int from = sections.start;
        final int to = sections.position;
        if (to > message.available())
        {
            return scan.fault.at(message.available(), Reason.TRUNCATED, to - from, message.available() - from);
        }
        final boolean isBody = rank > SectionIndex.DATA && rank < SectionIndex.FOOTER;
        final boolean isRead = isBody || (interest.insideMask >>> rank & 1) != 0;
        // One of which nothing is read is not loaded, but may not be longer in one kind of buffer than in another.
        if (to - from > scan.maxHeaderLength || (isRead || to - from > message.scratchLength()) && !message.load(from,
            to))
        {
            return scan.fault.at(from, Reason.SECTION_TOO_LONG, to - from, scan.maxHeaderLength);
        }
        if (isBody)
        {
            return body(message, interest, id);
        }
        if (id >= 0 && items.isSatisfied(id))
        {
            return ItemIndex.SATISFIED;
        }
        return isRead && sections.kind != Kinds.NULL ? inside(message, interest, rank) : 0;
    }

    private int body(final FrameView message, final AmqpInterest interest, final int id)
    {
        reader.begin(message, sections.position, sections.position).on(sections.kind, sections.offset, sections.length);
        return reader.check() < 0 ? AmqpEmitter.MALFORMED : items.declared(id, interest.nestedId >= 0);
    }

    private int inside(final FrameView message, final AmqpInterest interest, final int rank)
    {
        reader.begin(message, sections.position, sections.position).on(sections.kind, sections.offset, sections.length);
        if (reader.open() < 0)
        {
            return AmqpEmitter.MALFORMED;
        }
        return AmqpInterest.FIELD_COUNTS[rank] > 0
            ? items.fields(scan, interest.fieldIds, AmqpInterest.FIRST_FIELDS[rank], AmqpInterest.FIELD_COUNTS[rank])
            : items.entries(scan, rank, interest.keys[rank], interest.everyIds[rank] >= 0, interest.nestedId >= 0);
    }
}

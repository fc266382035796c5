package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;

/**
 * Puts all values of a message into an {@link AmqpRow} in one run, as long as it is as nearly all are; what is not is left
 * to the scanner, which begins anew, be it good or bad.
 * <p>
 * Numbers are decoded as they are found: the code that tells their width is at hand, and whoever reads the row has but to load
 * them. Offsets are noted as indices of the array, so that the loops have one number less to keep in registers.
 */
final class AmqpRowRun
{
    private static final int MALFORMED = -1;
    /** Bytes of a usual section before its size. */
    private static final int HEAD = 4;
    /** In one that is longer, a value that is not known to end in the message might end where no index is. */
    private static final int LONGEST_ARRAY = 1 << 30;
    /** An empty key and null. */
    private static final int LEAST_ENTRY = 3;
    /** The bit of a section's code that tells a map from a list, among its first bytes. */
    private static final int MAP = 1 << 24;

    private final SectionReader sections;
    private final AmqpReader reader;
    private final int maxHeaderLength;
    private final int maxElementCount;
    private final Cursor cursor = new Cursor();
    private FrameView frame;
    /** Index of the message's first byte; while it stays, so does what was loaded. */
    private int base;

    AmqpRowRun(final AmqpScan scan, final Limits limits)
    {
        sections = scan.sections;
        reader = scan.reader;
        maxHeaderLength = limits.maxHeaderLength();
        maxElementCount = limits.maxElementCount();
    }

    /**
     * Fills a row.
     *
     * @return false if the scanner has to; then the row may have anything.
     */
    boolean message(final FrameView message, final AmqpRow row)
    {
        final int limit = message.length();
        if (message.available() != limit || limit < Long.BYTES
            || !message.load(0, Math.min(limit, SectionReader.LOOK_AHEAD))
            || message.arrayOffset() > ValuePlace.MOST - limit || message.array().length > LONGEST_ARRAY)
        {
            return false;
        }
        if (frame != message)
        {
            frame = message;
            cursor.bind(message);
        }
        base = message.arrayOffset();
        row.begin(message, base);
        sections.begin(message);
        return sections(message.array(), base + limit, row);
    }

    /** All sections; as all that follows, by indices of the array. */
    private boolean sections(final byte[] begun, final int limit, final AmqpRow row)
    {
        byte[] array = begun;
        final int longest = Math.min(maxHeaderLength, frame.scratchLength());
        int highest = sections.highestOrNone();
        int loaded = base + frame.loadedEnd();
        int count = 0;
        int at = base;
        while (limit - at >= Long.BYTES)
        {
            if (loaded - at < Long.BYTES)
            {
                if (!load(at, at + Long.BYTES))
                {
                    return false;
                }
                array = frame.array();
                loaded = base + frame.loadedEnd();
            }
            final long word = Words.getLongLittleEndian(array, at);
            final int rank = SectionReader.usualRank(word);
            final int next = SectionReader.usualEnd(word, at);
            if (rank <= highest || next < at || next > limit)
            {
                at = other(row, at, highest, count, longest);
                if (at < 0)
                {
                    return false;
                }
                array = frame.array();
                highest = sections.highestOrNone();
                count = sections.count;
                continue;
            }
            if (rank == SectionReader.DATA)
            {
                final int offset = at + HEAD + SectionReader.usualWidth(word);
                row.body(rank, ValuePlace.of(offset, next - offset, Kinds.BYTES));
            }
            else
            {
                if (next - at > longest || next > loaded && !load(at, next))
                {
                    return false;
                }
                // What is loaded may stand in a longer array than before, at the same indices.
                array = frame.array();
                if (!section(row, array, word, rank, at, next))
                {
                    return false;
                }
            }
            highest = rank;
            count++;
            at = next;
        }
        while (at >= 0 && at < limit)
        {
            at = other(row, at, highest, count, longest);
            highest = sections.highestOrNone();
            count = sections.count;
        }
        return at == limit;
    }

    /** Makes sure of bytes that follow what was loaded; false if other bytes would have to go. */
    private boolean load(final int from, final int to)
    {
        return to - base <= frame.loadedEnd() || frame.load(from - base, to - base) && frame.arrayOffset() == base;
    }

    /** A usual section, which is loaded. */
    private boolean section(final AmqpRow row, final byte[] array, final long word, final int rank, final int at,
        final int end)
    {
        final boolean isShort = SectionReader.usualWidth(word) == 1;
        final int first = isShort ? at + HEAD + 2 : at + HEAD + 2 * Integer.BYTES;
        final int items = isShort ? (int)(word >>> 40) & 0xFF : Words.getInt(array, first - Integer.BYTES);
        if (items < 0 || items > maxElementCount)
        {
            return false;
        }
        final boolean good = (word & MAP) == 0
            ? fields(row, array, first, end, rank, items)
            : (items & 1) == 0 && entries(row, array, first, end, rank, items >>> 1);
        row.endSection(rank);
        return good;
    }

    /** A section of another form, or further data. */
    private int other(final AmqpRow row, final int at, final int highest, final int count, final int longest)
    {
        sections.moveTo(at - base, highest, count);
        final int rank = sections.next();
        final int next = base + sections.position;
        if (rank < 0 || frame.arrayOffset() != base)
        {
            return MALFORMED;
        }
        cursor.point(sections.offset, sections.length, rank == SectionReader.DATA ? Kinds.BYTES : sections.kind);
        if (rank == SectionReader.DATA)
        {
            row.body(rank, cursor);
            return next;
        }
        if (next - at > longest || !load(at, next))
        {
            return MALFORMED;
        }
        if (rank > SectionReader.DATA && rank < SectionReader.FOOTER)
        {
            final boolean good = reader.begin(frame, sections.position, sections.position)
                .on(sections.kind, sections.offset, sections.length).check() >= 0;
            row.body(rank, cursor);
            reader.detach();
            return good ? next : MALFORMED;
        }
        if (sections.kind != Kinds.LIST || sections.length != 0)
        {
            return MALFORMED;
        }
        row.endSection(rank);
        return next;
    }

    /** The fields of header or properties. */
    private boolean fields(final AmqpRow row, final byte[] array, final int from, final int end, final int rank,
        final int items)
    {
        if (items > AmqpInterest.FIELD_COUNTS[rank])
        {
            return false;
        }
        row.room(items);
        final int cell = row.take(items);
        return fieldsEnd(row, array, from, end, cell, cell + (items << AmqpRow.CELLS_SHIFT),
            AmqpInterest.FIRST_FIELDS[rank]) == end;
    }

    private int fieldsEnd(final AmqpRow row, final byte[] array, final int from, final int end, final int firstCell,
        final int endCell, final int firstField)
    {
        final long[] cells = row.cells;
        final int far = PlainValue.far(array);
        int forms = PlainValue.forms(firstField);
        int at = from;
        int cell = firstCell;
        while (cell < endCell)
        {
            if (at < far)
            {
                // In here nothing is called, for beside a call HotSpot keeps nothing in registers.
                for (; cell < endCell; cell += 1 << AmqpRow.CELLS_SHIFT)
                {
                    cells[cell + AmqpRow.KEY] = 0;
                    final int next = PlainValue.note(array, at, far, cells, cell, forms);
                    if (next >= far)
                    {
                        break;
                    }
                    at = next;
                    forms = PlainValue.nextForms(forms);
                }
                if (cell >= endCell)
                {
                    return at;
                }
            }
            at = field(row, array, at, end, cell, PlainValue.field(forms));
            if (at < 0)
            {
                return MALFORMED;
            }
            cell += 1 << AmqpRow.CELLS_SHIFT;
            forms = PlainValue.nextForms(forms);
        }
        return at;
    }

    /** A field that is not plain. */
    private int field(final AmqpRow row, final byte[] array, final int at, final int end, final int cell,
        final int field)
    {
        if (at >= end)
        {
            return MALFORMED;
        }
        row.cells[cell + AmqpRow.KEY] = 0;
        final int next = value(row, array, at, end, row.cells, cell);
        return next >= 0 && PlainValue.isDue(field, row.cells[cell + AmqpRow.PLACE]) ? next : MALFORMED;
    }

    /** The entries of a map. */
    private boolean entries(final AmqpRow row, final byte[] array, final int from, final int end, final int rank,
        final int entries)
    {
        // No room is made for what there are no bytes for.
        if (LEAST_ENTRY * (long)entries > end - from)
        {
            return false;
        }
        row.room(entries);
        final int cell = row.take(entries);
        return entriesEnd(row, array, from, end, cell, cell + (entries << AmqpRow.CELLS_SHIFT),
            rank == SectionReader.APPLICATION_PROPERTIES ? FormatCodes.STRING : FormatCodes.SYMBOL) == end;
    }

    private int entriesEnd(final AmqpRow row, final byte[] array, final int from, final int end, final int firstCell,
        final int endCell, final int keyCode)
    {
        final long[] cells = row.cells;
        final long keyForm = PlainValue.form(keyCode);
        final int far = PlainValue.far(array);
        int at = from;
        int cell = firstCell;
        while (cell < endCell)
        {
            if (at < far)
            {
                for (; cell < endCell; cell += 1 << AmqpRow.CELLS_SHIFT)
                {
                    final long word = Words.getLongLittleEndian(array, at);
                    final int size = KeyLength.of((int)word, keyCode);
                    final int behind = at + 2 + size;
                    if (size == KeyLength.OTHER_CODE || behind >= far
                        || !AsciiText.isGood(array, at, behind, word, size))
                    {
                        break;
                    }
                    cells[cell + AmqpRow.KEY] = keyForm + ((long)at << ValuePlace.OFFSET_SHIFT) + size;
                    final int next = PlainValue.note(array, behind, far, cells, cell, PlainValue.OF_ENTRIES);
                    if (next >= far)
                    {
                        break;
                    }
                    at = next;
                }
                if (cell >= endCell)
                {
                    return at;
                }
            }
            at = entry(row, array, at, end, cell, keyCode);
            if (at < 0)
            {
                return MALFORMED;
            }
            cell += 1 << AmqpRow.CELLS_SHIFT;
        }
        return at;
    }

    /** An entry that is not plain, but for its key, which has to be. */
    private int entry(final AmqpRow row, final byte[] array, final int at, final int end, final int cell,
        final int keyCode)
    {
        final long word = word(array, at);
        final int size = (int)word >>> 8 & 0xFF;
        final int behind = at + 2 + size;
        if (((int)word & 0xFF) != keyCode || behind >= end || !AsciiText.isGood(array, at, behind, word, size))
        {
            return MALFORMED;
        }
        row.cells[cell + AmqpRow.KEY] = PlainValue.form(keyCode) + ((long)at << ValuePlace.OFFSET_SHIFT) + size;
        return value(row, array, behind, end, row.cells, cell);
    }

    /** Eight bytes; at the array's end what is missing is zero. Anything behind the end, which its reader has to see. */
    private static long word(final byte[] array, final int at)
    {
        final int last = array.length - Long.BYTES;
        return at <= last ? Words.getLongLittleEndian(array, at)
            : Words.getLongLittleEndian(array, last) >>> Byte.SIZE * (at - last);
    }

    /**
     * Notes one value.
     *
     * @return the index behind it, or -1.
     */
    private int value(final AmqpRow row, final byte[] array, final int at, final int end, final long[] cells,
        final int cell)
    {
        final long word = word(array, at);
        final int code = (int)word & 0xFF;
        final long form = PlainValue.form(code);
        final long place = form + ((long)at << ValuePlace.OFFSET_SHIFT);
        if (form < 0)
        {
            final int size = (int)word >>> 8 & 0xFF;
            final int next = at + 2 + size;
            cells[cell + AmqpRow.PLACE] = place + size;
            cells[cell + AmqpRow.BITS] = 0;
            return next <= end && (code == FormatCodes.BINARY || AsciiText.isGood(array, at, next, word, size))
                ? next
                : odd(row, at, end, cell);
        }
        cells[cell + AmqpRow.PLACE] = place;
        final int width = PlainValue.width(form);
        if (width == 0)
        {
            // One that stands behind the end is seen there.
            cells[cell + AmqpRow.BITS] = PlainValue.bits(code);
            return at + 1;
        }
        final int next = at + 1 + width;
        if (next > end || width > Long.BYTES)
        {
            return wide(row, array, at, end, cell, next);
        }
        cells[cell + AmqpRow.BITS] = PlainValue.bits(array, next, code, width);
        return next;
    }

    /** Notes a value of more than eight bytes, or one that is not what it seemed. */
    private int wide(final AmqpRow row, final byte[] array, final int at, final int end, final int cell, final int next)
    {
        if (next > end || next != at + 1 + 2 * Long.BYTES)
        {
            return odd(row, at, end, cell);
        }
        row.cells[cell + AmqpRow.HIGH] = Words.getLong(array, next - 2 * Long.BYTES);
        row.cells[cell + AmqpRow.BITS] = Words.getLong(array, next - Long.BYTES);
        return next;
    }

    /** Notes a value that takes a closer look: long, compound, not in ASCII, a character or a boolean with an octet. */
    private int odd(final AmqpRow row, final int at, final int end, final int cell)
    {
        reader.begin(frame, at - base, end - base);
        // Inside the section, as far as values that nest are counted.
        reader.depth = 1;
        final int next = reader.value(at - base);
        final boolean good = next >= 0 && reader.check() >= 0;
        if (good)
        {
            row.set(cell, cursor.point(reader.offset, reader.length, reader.kind));
        }
        reader.detach();
        return good ? base + next : MALFORMED;
    }
}

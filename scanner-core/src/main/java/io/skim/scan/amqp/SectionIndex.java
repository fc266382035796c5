package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Scalars;
import io.skim.bytes.SectionHeads;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where the sections of a message stand, told by their sizes alone: order and cardinality are checked, contents not touched.
 * A scan which ends early has {@link #next} end at each section that is wanted. A section as nearly all are is told by its first
 * eight bytes, from any buffer; all others, and all faults, are the slow path's.
 *
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2"
 */
final class SectionIndex
{
    /** All sections were walked. */
    static final int DONE = -2;

    static final int HEADER = 0;
    static final int PROPERTIES = 3;
    static final int APPLICATION_PROPERTIES = 4;
    static final int DATA = 5;
    static final int VALUE = 7;
    static final int FOOTER = 8;
    /** A bit for each body section, and for those of which more is read than the size. */
    static final int BODIES = 1 << DATA | 1 << DATA + 1 | 1 << VALUE;
    static final int READ_BODIES = BODIES & ~(1 << DATA);

    private static final int MALFORMED = -1;
    static final int FIRST_CODE = SectionHeads.FIRST_CODE;
    /** Bytes in which the descriptor of any section and the head of a value fit; a view can always load so many. */
    static final int LOOK_AHEAD = Frames.LEAST_SCRATCH;
    static final byte[][] SYMBOLS =
        symbols("header:list", "delivery-annotations:map", "message-annotations:map",
            "properties:list", "application-properties:map", "data:binary", "amqp-sequence:list", "amqp-value:*",
            "footer:map");

    /** The fewest bytes of a section. */
    private static final int LEAST = 4;
    private static final int FIRST_SECTIONS = 16;

    /** By the slot of a usual head: the mark of a value whose section begins at 0, less the octets before the value's body. */
    private static final long[] MARKS = new long[SectionHeads.slots()];

    static
    {
        for (int slot = 0; slot < MARKS.length; slot++)
        {
            final int form = SectionHeads.form(slot);
            final int body = SectionHeads.bodyOffset(form);
            MARKS[slot] = Cursors.mark(body, 0, SectionHeads.kind(form)) - body;
        }
    }

    /** By section, in the order of the wire: its rank, and its value's mark, see {@link ItemIndex}; of data that of bytes. */
    int[] ranks = new int[FIRST_SECTIONS];
    long[] values = new long[FIRST_SECTIONS];
    /** By section: where its items begin in the {@link ItemIndex}, and in the low half where they end; 0 if it has none. */
    private long[] ranges = new long[FIRST_SECTIONS];
    /** By rank: which section is the last of it. */
    private final int[] latest = new int[AmqpField.SECTIONS];
    /** How many sections were added. */
    int count;
    /** Whether a section that is no body section occurs again, so that it replaces an earlier one; lenient alone. */
    boolean repeated;
    /** Whether the fast path is used; not by the test that compares it with the slow one. */
    boolean fast = true;

    /** Where the next section begins. */
    private int position;
    /** The first section that {@code next} has added last, and a bit for the rank of each of them on the fast path. */
    private int first;
    private int added;

    private final Fault fault;
    private final int maxSectionCount;
    private final int maxHeaderLength;
    /** The most bytes that a section is loaded for whose end only its contents tell. */
    private final int maxLoad;
    private final boolean lenient;
    private final AmqpReader reader;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private FrameView frame;
    private int base;
    /** The message's end, and how much of it has arrived. */
    private int limit;
    private int available;
    /** The highest rank of a section so far. */
    private int highest;
    private int previous;
    /** A bit for the rank of each section so far. */
    private int seen;
    /** For the slow path: where the section begins, and its value's body. */
    private int start;
    private int offset;
    private int length;
    private int kind;
    private int valueOffset;
    private int valueCode;

    SectionIndex(final Fault fault, final Limits limits, final Strictness strictness, final AmqpReader reader)
    {
        this.fault = fault;
        this.reader = reader;
        maxSectionCount = limits.maxSectionCount();
        maxHeaderLength = limits.maxHeaderLength();
        maxLoad = Math.max(LOOK_AHEAD, maxHeaderLength);
        lenient = strictness.isLenient();
    }

    private static byte[][] symbols(final String... names)
    {
        final byte[][] symbols = new byte[names.length][];
        for (int i = 0; i < names.length; i++)
        {
            symbols[i] = ("amqp:" + names[i]).getBytes(StandardCharsets.US_ASCII);
        }
        return symbols;
    }

    /** Starts on a message. */
    void begin(final FrameView message)
    {
        if (frame != message)
        {
            frame = message;
        }
        position = 0;
        limit = message.length();
        available = message.available();
        previous = -1;
        highest = -1;
        seen = 0;
        repeated = false;
        count = 0;
    }

    /**
     * Adds the next sections: all that are usual up to one to end at, or one that is not.
     *
     * @param wanted a bit for each rank of which more is read than the size.
     * @param shown  a bit for each rank of which more is read if it has not arrived, or is too long to be loaded.
     * @param last   a bit for each rank to end at.
     * @return a bit for each section to read among those added, see {@link #place}; {@link #DONE} if there was none to add, or -1
     *     with the fault set.
     */
    int next(final int wanted, final int shown, final int last)
    {
        if (position == limit)
        {
            return DONE;
        }
        first = count;
        added = fast && maxSectionCount - count >= AmqpField.SECTIONS ? usual(last) : 0;
        if (added != 0)
        {
            return added & wanted;
        }
        final int rank = unusual();
        return rank < 0 ? MALFORMED : 1 << rank & (wanted | shown);
    }

    /** Which section has a rank of those that {@link #next} has added. */
    int place(final int rank)
    {
        return first + Integer.bitCount(added & (1 << rank) - 1);
    }

    /**
     * The fast path: adds usual sections, each further on than all before it, in one loop over local variables.
     *
     * @return a bit for the rank of each.
     */
    private int usual(final int last)
    {
        final FrameView message = frame;
        final byte[] array = Frames.array(message);
        final int base = Frames.arrayOffset(message);
        final int end = Math.min(limit, available);
        final int lastLoaded =
            Frames.isLoaded(message, position, Long.BYTES) ? Frames.loadedEnd(message) - Long.BYTES : -1;
        if (ranks.length - count < AmqpField.SECTIONS)
        {
            grow();
        }
        // One that may be too long, or has not arrived, is left to the slow path.
        final int longest = Math.min(maxHeaderLength, Frames.scratchLength(message));
        final int[] ranks = this.ranks;
        final long[] values = this.values;
        final long[] ranges = this.ranges;
        int lowest = highest + 1;
        int next = count;
        int at = position;
        int found = 0;
        while ((found & last) == 0 && at <= end - LEAST)
        {
            final long word = at <= lastLoaded ? Words.getLongLittleEndian(array, base + at) : word(message, at, end);
            final int size = SectionHeads.size(word);
            final int length = SectionHeads.length(word, size);
            final int slot = SectionHeads.slot(word);
            final int form = SectionHeads.form(slot);
            // Whatever is not usual makes one of these negative; a length that is too great for an int the second.
            final int odd = size - SectionHeads.leastSize(form) | longest - length | end - at - length | SectionHeads
                .before(form) - lowest;
            if (!SectionHeads.isUsual(form, word) || odd < 0)
            {
                break;
            }
            final int rank = SectionHeads.rank(form);
            ranks[next] = rank;
            values[next] = MARKS[slot] + ((long)at << ItemIndex.OFFSET_SHIFT) + length;
            ranges[next++] = 0;
            lowest = rank + 1;
            at += length;
            found |= 1 << rank;
        }
        if (found != 0)
        {
            highest = lowest - 1;
            previous = highest;
            seen |= found;
            position = at;
            count = next;
        }
        return found;
    }

    /** Eight bytes of any buffer; at the message's end what is missing is zero. */
    private static long word(final FrameView message, final int at, final int end)
    {
        final int missing = Math.max(0, at + Long.BYTES - end);
        return missing > at ? 0 : Frames.getLongLittleEndian(message, at - missing) >>> Byte.SIZE * missing;
    }

    private int add(final int rank)
    {
        highest = Math.max(highest, rank);
        previous = rank;
        repeated |= (seen & ~BODIES & 1 << rank) != 0;
        seen |= 1 << rank;
        if (count == ranks.length)
        {
            grow();
        }
        ranks[count] = rank;
        ranges[count] = 0;
        values[count++] = Cursors.mark(offset, length, rank == DATA ? Kinds.BYTES : kind);
        return rank;
    }

    private void grow()
    {
        final int more = 2 * ranks.length;
        ranks = Arrays.copyOf(ranks, more);
        values = Arrays.copyOf(values, more);
        ranges = Arrays.copyOf(ranges, more);
    }

    /** Notes where a section's items stand. */
    void setItems(final int section, final int first, final int end)
    {
        ranges[section] = first < end ? (long)first << Integer.SIZE | end : 0;
    }

    /** Where a section's items begin; 0 if it has none. */
    int firstItem(final int section)
    {
        return (int)(ranges[section] >>> Integer.SIZE);
    }

    /** Where a section's items end; 0 if it has none. */
    int endOfItems(final int section)
    {
        return (int)ranges[section];
    }

    /** Where the items end of the section that an item is in. */
    int endOfItemsAt(final int item)
    {
        int section = 0;
        while (endOfItems(section) <= item)
        {
            section++;
        }
        return endOfItems(section);
    }

    /** Finds the last section of each rank, for {@link #isReplaced}. */
    void findLatest()
    {
        for (int section = 0; section < count; section++)
        {
            latest[ranks[section]] = section;
        }
    }

    /** Whether a later section of the same rank replaces a section. */
    boolean isReplaced(final int section)
    {
        final int rank = ranks[section];
        return (BODIES >>> rank & 1) == 0 && latest[rank] != section;
    }

    /** Where a section begins. */
    int start(final int section)
    {
        return section == 0 ? 0 : end(section - 1);
    }

    /** Where a section ends. */
    int end(final int section)
    {
        return ItemIndex.offset(values[section]) + ItemIndex.length(values[section]);
    }

    /** The slow path: adds one section. */
    private int unusual()
    {
        start = position;
        if (count == maxSectionCount)
        {
            return Faults.at(fault, start, Reason.TOO_MANY_SECTIONS, count + 1, maxSectionCount);
        }
        final int left = available - start;
        if (left < LEAST)
        {
            return Faults.at(fault, available, Reason.TRUNCATED, LEAST, Math.max(0, left));
        }
        Frames.load(frame, start, start + Math.min(left, LOOK_AHEAD));
        // Not kept in a field: a store of a reference costs a GC write barrier, and a scan has to let go of it again.
        final byte[] array = Frames.array(frame);
        base = Frames.arrayOffset(frame);
        final int rank = rank(array);
        if (rank < 0 || (rank <= highest || rank >= DATA) && checkOrder(rank) < 0)
        {
            return MALFORMED;
        }
        return extent(array) < 0 || checkType(rank) < 0 ? MALFORMED : add(rank);
    }

    /** The descriptor, in any of its forms. */
    private int rank(final byte[] array)
    {
        final int index = base + start;
        if (array[index] != 0)
        {
            return Faults.at(fault, start, Reason.SECTION_UNKNOWN, 0, 0);
        }
        int rank = -1;
        long code = 0;
        if (array[index + 1] == FormatCodes.ULONG_SMALL)
        {
            code = array[index + 2] & 0xFF;
            rank = (int)code - FIRST_CODE;
            valueOffset = start + 3;
        }
        else
        {
            final int end = Math.min(available, start + LOOK_AHEAD);
            if (reader.begin(frame, start + 1, end).next() != AmqpReader.VALUE)
            {
                return end == available && fault.isPresent() ? MALFORMED
                    : Faults.at(fault, start, Reason.SECTION_UNKNOWN, 0, 0);
            }
            valueOffset = reader.position;
            code = reader.kind == Kinds.UINT64 ? Scalars.getLong(array, base + reader.offset,
                reader.length, reader.kind) : 0;
            rank = reader.kind == Kinds.SYMBOL ? symbol(array) : (int)Math.max(-1, Math.min(SYMBOLS.length, code
                - FIRST_CODE));
        }
        return rank >= 0 && rank < SYMBOLS.length ? rank : Faults.at(fault, start, Reason.SECTION_UNKNOWN, code, 0);
    }

    private int symbol(final byte[] array)
    {
        for (int i = 0; i < SYMBOLS.length; i++)
        {
            if (SYMBOLS[i].length == reader.length && Words.equals(array, base + reader.offset, SYMBOLS[i], 0,
                reader.length))
            {
                return i;
            }
        }
        return -1;
    }

    /** A section that is not simply further on than all before it. */
    private int checkOrder(final int rank)
    {
        if (lenient || previous < 0)
        {
            return 0;
        }
        if (rank == previous && rank != DATA && rank != DATA + 1)
        {
            return Faults.at(fault, start, Reason.SECTION_REPEATED, FIRST_CODE + rank, 0);
        }
        if (rank < previous)
        {
            return Faults.at(fault, start, Reason.SECTION_ORDER, FIRST_CODE + rank, FIRST_CODE + previous);
        }
        final boolean mixed = rank != previous && rank >= DATA && rank <= VALUE && previous >= DATA;
        return mixed ? Faults.at(fault, start, Reason.BODY_MIXED, FIRST_CODE + rank, FIRST_CODE + previous) : 0;
    }

    /** Finds the end of the value; of sized ones without looking at what is in them. */
    private int extent(final byte[] array)
    {
        if (valueOffset >= available)
        {
            return Faults.at(fault, valueOffset, Reason.TRUNCATED, 1, 0);
        }
        valueCode = array[base + valueOffset] & 0xFF;
        if (valueCode == FormatCodes.NULL || valueCode == FormatCodes.LIST_EMPTY)
        {
            kind = FormatCodes.kind(valueCode);
            return place(valueOffset + 1, 0, 0);
        }
        if (valueOffset + 1 >= available)
        {
            return otherExtent();
        }
        final int size = array[base + valueOffset + 1] & 0xFF;
        kind = FormatCodes.kind(valueCode);
        switch (valueCode >>> 4)
        {
            case FormatCodes.VARIABLE:
                return place(valueOffset + 2, size, 0);
            case FormatCodes.COMPOUND:
                return place(valueOffset + 1, size, 1);
            case FormatCodes.VARIABLE_WIDE:
                return valueOffset + 5 > available ? otherExtent()
                    : place(valueOffset + 5, Words.getInt(array,
                        base + valueOffset + 1), 0);
            case FormatCodes.COMPOUND_WIDE:
                return valueOffset + 5 > available ? otherExtent()
                    : place(valueOffset + 1, Words.getInt(array,
                        base + valueOffset + 1), 4);
            default:
                return otherExtent();
        }
    }

    private int place(final int at, final int size, final int sizeWidth)
    {
        if (kind < 0)
        {
            return Faults.at(fault, valueOffset, Reason.CODE_UNKNOWN, valueCode, 0);
        }
        if (size < 0 || size > limit - at - sizeWidth)
        {
            return Faults.at(fault, valueOffset + 1, Reason.SIZE_OVERRUNS_CONTAINER, size & 0xFFFF_FFFFL,
                limit - at - sizeWidth);
        }
        if (size < sizeWidth)
        {
            return Faults.at(fault, valueOffset + 1, Reason.SIZE_TOO_SMALL, size, sizeWidth);
        }
        offset = at;
        length = sizeWidth + size;
        position = at + length;
        return 0;
    }

    /** A value of fixed width, an array or a described one: the reader knows. */
    private int otherExtent()
    {
        int end = available;
        if (valueCode == FormatCodes.DESCRIBED)
        {
            // No more than the limit in an array either: what is refused does not depend on the kind of buffer.
            end = start + Math.min(available - start, Math.min(maxLoad, Frames.scratchLength(frame)));
            Frames.load(frame, start, end);
        }
        if (reader.begin(frame, valueOffset, end).advance() != AmqpReader.VALUE)
        {
            return end == available ? MALFORMED
                : Faults.at(fault, start, Reason.SECTION_TOO_LONG, available - start, maxHeaderLength);
        }
        kind = reader.kind;
        offset = reader.offset;
        length = reader.length;
        position = reader.position;
        return 0;
    }

    private int checkType(final int rank)
    {
        final AmqpField section = AmqpInterest.SECTIONS[rank];
        if ((section.kinds >>> kind & 1) != 0)
        {
            return 0;
        }
        final boolean emptyMap = lenient && kind == Kinds.NULL && section.kinds == 1L << Kinds.MAP;
        return emptyMap ? 0 : Faults.at(fault, valueOffset, Reason.SECTION_VALUE_TYPE, valueCode, FIRST_CODE + rank);
    }
}

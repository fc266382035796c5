package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Scalars;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import java.nio.charset.StandardCharsets;

/**
 * Walks the sections of a message from one to the next, by their sizes: order and cardinality are checked, contents not
 * touched.
 *
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2"
 */
final class SectionReader
{
    /** All sections were walked. */
    static final int DONE = -2;

    static final int HEADER = 0;
    static final int PROPERTIES = 3;
    static final int APPLICATION_PROPERTIES = 4;
    static final int DATA = 5;
    static final int VALUE = 7;
    static final int FOOTER = 8;

    private static final int MALFORMED = -1;
    private static final int FIRST_CODE = 0x70;
    /** Bytes in which the descriptor of any section and the head of a value fit; a view can always load so many. */
    static final int LOOK_AHEAD = FrameView.LEAST_SCRATCH;
    private static final byte[][] SYMBOLS =
        symbols("header:list", "delivery-annotations:map", "message-annotations:map",
            "properties:list", "application-properties:map", "data:binary", "amqp-sequence:list", "amqp-value:*",
            "footer:map");

    /**
     * A usual section's first four bytes with a short value, little-endian, by its descriptor's low four bits; of sequences and
     * values, which are not usual, 0, as of those that are no sections.
     */
    private static final int[] HEADS = {0xC0705300, 0xC1715300, 0xC1725300, 0xC0735300, 0xC1745300, 0xA0755300, 0, 0,
        0xC1785300, 0, 0, 0, 0, 0, 0, 0};
    private static final int[] USUAL_KINDS = new int[HEADS.length];

    static
    {
        for (int rank = 0; rank < HEADS.length; rank++)
        {
            USUAL_KINDS[rank] = FormatCodes.kind(HEADS[rank] >>> 24);
        }
    }

    /** The bit of those that tells a long value. */
    private static final int LONG_SIZE = 0x10 << 24;
    /** Sections that are empty lists, all of them, and how many bytes they have. */
    private static final int EMPTY_HEADER = 0x45705300;
    private static final int EMPTY_PROPERTIES = 0x45735300;
    static final int EMPTY = 4;
    /** A section of a value that is null, all of it. */
    private static final int NULL_VALUE = 0x00537740;

    /** Where the current section begins. */
    int start;
    /** Where the body of its value begins, and how long it is. */
    int offset;
    int length;
    int kind;
    /** Where the next section begins. */
    int position;

    private final Fault fault;
    private final int maxSectionCount;
    private final long maxItemCount;
    private final boolean lenient;
    private final AmqpReader reader;
    private FrameView frame;
    private int base;
    /** The message's end. */
    int limit;
    /** The highest rank of a section so far, and how many sections there were. */
    int highest;
    int count;
    private int previous;
    private int valueOffset;
    private int valueCode;

    SectionReader(final Fault fault, final Limits limits, final Strictness strictness, final AmqpReader reader)
    {
        this.fault = fault;
        this.reader = reader;
        maxSectionCount = limits.maxSectionCount();
        maxItemCount = limits.maxElementCount();
        lenient = strictness == Strictness.LENIENT;
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
        previous = -1;
        highest = -1;
        count = 0;
    }

    /**
     * Moves to the next section.
     *
     * @return its rank, {@link #DONE}, or -1 with the fault set.
     */
    int next()
    {
        start = position;
        if (start == limit)
        {
            return DONE;
        }
        if (++count > maxSectionCount)
        {
            return fault.at(start, Reason.TOO_MANY_SECTIONS, count, maxSectionCount);
        }
        final int available = frame.available() - start;
        if (available < 4)
        {
            return fault.at(frame.available(), Reason.TRUNCATED, 4, Math.max(0, available));
        }
        frame.load(start, start + Math.min(available, LOOK_AHEAD));
        // Not kept in a field: a store of a reference has its price, and a scan has to let go of it again.
        final byte[] array = frame.array();
        base = frame.arrayOffset();
        if (available >= Long.BYTES)
        {
            final int usual = usual(Words.getLongLittleEndian(array, base + start));
            if (usual >= 0)
            {
                return usual;
            }
        }
        return unusual(array);
    }

    /**
     * The rank of a section as nearly all are: a small ulong, and a value of the section's own type with its size. Sequences and
     * values are left out, for they may not come behind other bodies.
     *
     * @param word the section's first eight bytes, the first in the low bits.
     * @return its rank, or -1.
     */
    static int usualRank(final long word)
    {
        final int head = (int)word;
        final int rank = head >>> 16 & 0xF;
        return (head & ~LONG_SIZE) == HEADS[rank] ? rank : MALFORMED;
    }

    /** The rank of a section that is an empty list of {@link #EMPTY} bytes, but for sequences; or -1. */
    static int emptyRank(final long word)
    {
        final int head = (int)word;
        return head == EMPTY_HEADER ? HEADER : head == EMPTY_PROPERTIES ? PROPERTIES : MALFORMED;
    }

    /** How many octets the size of a usual section has. */
    static int usualWidth(final long word)
    {
        return ((int)word & LONG_SIZE) == 0 ? 1 : Integer.BYTES;
    }

    /** The kind of a usual section's value, by its rank. */
    static int usualKind(final int rank)
    {
        return USUAL_KINDS[rank];
    }

    /** The rank that usual sections must be above; none is if there may be too many. */
    int highestOrNone()
    {
        // Usual sections each have a rank above those before, so that there are no more of them than ranks.
        return count <= maxSectionCount - AmqpField.SECTIONS ? highest : AmqpField.SECTIONS;
    }

    /**
     * Where a usual section ends that begins at some place; before that place if its size does not leave room for itself (of
     * data, which needs none, that is as good as unusual), is no int, or so large that the sum overflows.
     */
    static int usualEnd(final long word, final int at)
    {
        if (((int)word & LONG_SIZE) == 0)
        {
            final int size = (int)(word >>> 32) & 0xFF;
            return size == 0 ? -1 : at + 5 + size;
        }
        final int size = Integer.reverseBytes((int)(word >>> 32));
        return size < Integer.BYTES ? -1 : at + 8 + size;
    }

    /**
     * Takes a usual section, further on than those before.
     *
     * @return its rank, or -1; then nothing has changed.
     */
    private int usual(final long word)
    {
        final int rank = usualRank(word);
        final int next = usualEnd(word, start);
        if (rank <= highest || next < start || next > limit)
        {
            return MALFORMED;
        }
        highest = rank;
        previous = rank;
        position = next;
        offset = rank == DATA ? start + 4 + usualWidth(word) : start + 4;
        length = next - offset;
        kind = USUAL_KINDS[rank];
        return rank;
    }

    /**
     * How many items the section's list or map holds, which is loaded.
     *
     * @return -1 if {@link AmqpReader#open} has to look at it, or to refuse it.
     */
    int items()
    {
        final int octets = firstItem() - offset;
        if (octets == 0 || octets > length)
        {
            return octets == 0 ? 0 : MALFORMED;
        }
        final byte[] array = frame.array();
        final int index = frame.arrayOffset() + offset;
        final int items = octets == 2 ? array[index + 1] & 0xFF : Words.getInt(array, index + Integer.BYTES);
        return items > length - octets || items > maxItemCount || kind == Kinds.MAP && (items & 1) != 0 ? MALFORMED
            : items;
    }

    /** Where the first item of the section's list or map stands: behind its size and count. */
    int firstItem()
    {
        if (length == 0)
        {
            return offset;
        }
        // The size's first octet is all of it, or else zero.
        final boolean isShort = (frame.array()[frame.arrayOffset() + offset] & 0xFF) == length - 1;
        return offset + (isShort ? 2 : 2 * Integer.BYTES);
    }

    /** Whether all sections were walked; also if but an empty value is left, as in messages without a body. */
    boolean isAtEnd()
    {
        return position == limit
            || limit - position == Integer.BYTES && highest < DATA && count < maxSectionCount && frame
                .loadedEnd() == limit && Words.getInt(frame.array(), frame.arrayOffset() + position) == NULL_VALUE;
    }

    /** Moves behind usual sections, each further on than those before. */
    void moveTo(final int position, final int highest, final int count)
    {
        if (this.position != position)
        {
            this.position = position;
            this.highest = highest;
            this.count = count;
            previous = highest;
        }
    }

    private int unusual(final byte[] array)
    {
        final int rank = rank(array);
        if (rank < 0 || (rank <= highest || rank >= DATA) && checkOrder(rank) < 0)
        {
            return MALFORMED;
        }
        highest = Math.max(highest, rank);
        previous = rank;
        return extent(array) < 0 || checkType(rank) < 0 ? MALFORMED : rank;
    }

    /** The descriptor, in any of its forms. */
    private int rank(final byte[] array)
    {
        final int index = base + start;
        if (array[index] != 0)
        {
            return fault.at(start, Reason.SECTION_UNKNOWN, 0, 0);
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
            final int available = frame.available();
            final int end = Math.min(available, start + LOOK_AHEAD);
            if (reader.begin(frame, start + 1, end).next() != AmqpReader.VALUE)
            {
                return end == available && fault.isPresent() ? MALFORMED
                    : fault.at(start, Reason.SECTION_UNKNOWN, 0, 0);
            }
            valueOffset = reader.position;
            code = reader.kind == Kinds.UINT64 ? Scalars.getLong(array, base + reader.offset,
                reader.length, reader.kind) : 0;
            rank = reader.kind == Kinds.SYMBOL ? symbol(array) : (int)Math.max(-1, Math.min(SYMBOLS.length, code
                - FIRST_CODE));
        }
        return rank >= 0 && rank < SYMBOLS.length ? rank : fault.at(start, Reason.SECTION_UNKNOWN, code, 0);
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
            return fault.at(start, Reason.SECTION_REPEATED, FIRST_CODE + rank, 0);
        }
        if (rank < previous)
        {
            return fault.at(start, Reason.SECTION_ORDER, FIRST_CODE + rank, FIRST_CODE + previous);
        }
        final boolean mixed = rank != previous && rank >= DATA && rank <= VALUE && previous >= DATA;
        return mixed ? fault.at(start, Reason.BODY_MIXED, FIRST_CODE + rank, FIRST_CODE + previous) : 0;
    }

    /** Finds the end of the value; of sized ones without looking at what is in them. */
    private int extent(final byte[] array)
    {
        final int available = frame.available();
        if (valueOffset >= available)
        {
            return fault.at(valueOffset, Reason.TRUNCATED, 1, 0);
        }
        valueCode = array[base + valueOffset] & 0xFF;
        if (valueCode == FormatCodes.NULL || valueCode == FormatCodes.LIST_EMPTY)
        {
            kind = FormatCodes.kind(valueCode);
            return place(valueOffset + 1, 0, 0);
        }
        if (valueOffset + 1 >= available)
        {
            return otherExtent(available);
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
                return valueOffset + 5 > available ? otherExtent(available)
                    : place(valueOffset + 5, Words.getInt(array,
                        base + valueOffset + 1), 0);
            case FormatCodes.COMPOUND_WIDE:
                return valueOffset + 5 > available ? otherExtent(available)
                    : place(valueOffset + 1, Words.getInt(array,
                        base + valueOffset + 1), 4);
            default:
                return otherExtent(available);
        }
    }

    private int place(final int at, final int size, final int sizeWidth)
    {
        if (kind < 0)
        {
            return fault.at(valueOffset, Reason.CODE_UNKNOWN, valueCode, 0);
        }
        if (size < 0 || size > limit - at - sizeWidth)
        {
            return fault.at(valueOffset + 1, Reason.SIZE_OVERRUNS_CONTAINER, size & 0xFFFF_FFFFL,
                limit - at - sizeWidth);
        }
        if (size < sizeWidth)
        {
            return fault.at(valueOffset + 1, Reason.SIZE_TOO_SMALL, size, sizeWidth);
        }
        offset = at;
        length = sizeWidth + size;
        position = at + length;
        return 0;
    }

    /** A value of fixed width, an array or a described one: the reader knows. */
    private int otherExtent(final int available)
    {
        int end = available;
        if (valueCode == FormatCodes.DESCRIBED && !frame.load(start, end))
        {
            end = Math.min(available, start + frame.scratchLength());
            frame.load(start, end);
        }
        if (reader.begin(frame, valueOffset, end).advance() != AmqpReader.VALUE)
        {
            return end == available ? MALFORMED : fault.at(start, Reason.SECTION_TOO_LONG, available - start, frame
                .scratchLength());
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
        return emptyMap ? 0 : fault.at(valueOffset, Reason.SECTION_VALUE_TYPE, valueCode, FIRST_CODE + rank);
    }
}

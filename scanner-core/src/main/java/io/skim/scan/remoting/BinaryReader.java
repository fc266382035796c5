package io.skim.scan.remoting;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.Kinds;
import io.skim.bytes.ShortEntries;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;

/**
 * Pulls the fields and entries of a binary ("ROCKETMQ") header, one by one; {@link BinaryHeader} shows where they stand.
 * <p>
 * State is a few ints, so that a loop over one concrete reader compiles into its caller. Indices are absolute in the
 * frame's array; what the caller is given ({@code valueOffset} ...) counts from the frame's start.
 *
 * @see "RocketMQSerializable.rocketMQProtocolDecode and mapDeserialize, release 5.5.1"
 */
final class BinaryReader extends EntryReader
{
    /** Lengths and key of a short entry, and eight bytes of its value. */
    private static final int ENTRY_WINDOW = 15;

    /** Width in bytes and kind of code, language, version, opaque and flag, by ordinal. */
    private static final int[] FIELD_LENGTHS = {2, 1, 2, 4, 4};
    private static final int[] FIELD_KINDS = {Kinds.INT16, Kinds.INT8, Kinds.INT16, Kinds.INT32, Kinds.INT32};

    private final Fault fault;
    private final boolean lenient;
    private final int maxNameLength;
    private final int maxValueLength;
    private final int maxEntryCount;

    private int mapLength;
    private int mapEnd;
    private int entryLimit;
    private int count;
    /** Whether the map is long enough for more entries than are allowed. */
    private boolean counting;
    private int remarkLength;
    private int remarkKind;

    BinaryReader(final Fault fault, final Limits limits, final Strictness strictness)
    {
        this.fault = fault;
        lenient = strictness == Strictness.LENIENT;
        maxNameLength = limits.maxNameLength();
        maxValueLength = limits.maxValueLength();
        maxEntryCount = limits.maxEntryCount();
    }

    /**
     * Begins a header; checks the fixed part, the remark and where the map ends.
     *
     * @return 0, or {@link #FAULT}.
     */
    int begin(final FrameView frame, final int headerLength)
    {
        attach(frame);
        count = 0;
        if (headerLength < BinaryHeader.LEAST_LENGTH)
        {
            return fault.at(BinaryHeader.START, Reason.HEADER_TOO_SHORT, BinaryHeader.LEAST_LENGTH, headerLength);
        }
        final int forRemark = headerLength - BinaryHeader.LEAST_LENGTH;
        remarkLength = Words.getInt(array(), base + BinaryHeader.REMARK_LENGTH);
        if (remarkLength < 0 || remarkLength > forRemark)
        {
            return fault.at(BinaryHeader.REMARK_LENGTH, Reason.REMARK_OVERRUNS_HEADER, remarkLength, forRemark);
        }
        final int headerEnd = base + BinaryHeader.START + headerLength;
        remarkKind = Kinds.NULL;
        if (remarkLength == 0)
        {
            // Requests have none: a place that is known need not wait for a length to be loaded.
            return beginMap(BinaryHeader.MAP_LENGTH, forRemark, headerEnd);
        }
        remarkKind = kindOf(base + BinaryHeader.REMARK, remarkLength);
        return remarkKind < 0 ? FAULT
            : beginMap(BinaryHeader.MAP_LENGTH + remarkLength, forRemark - remarkLength, headerEnd);
    }

    private int beginMap(final int mapLengthOffset, final int available, final int headerEnd)
    {
        mapLength = Words.getInt(array(), base + mapLengthOffset);
        if (mapLength > available)
        {
            return fault.at(mapLengthOffset, Reason.MAP_OVERRUNS_HEADER, mapLength, available);
        }
        if (mapLength < 0)
        {
            if (!lenient)
            {
                return fault.at(mapLengthOffset, Reason.MAP_LENGTH_NEGATIVE, mapLength, 0);
            }
            mapLength = 0;
        }
        position = base + mapLengthOffset + Integer.BYTES;
        mapEnd = position + mapLength;
        counting = mapLength / BinaryHeader.ENTRY_LENGTHS >= maxEntryCount;
        // The reference finds the body where its parser stopped: bytes left over would shift it. Lenient shifts with
        // it, and lets an entry run over the map's end, since the reference looks at the end only between entries.
        if (mapEnd != headerEnd && !lenient)
        {
            return fault.at(mapEnd - base, Reason.HEADER_NOT_CONSUMED, headerEnd - mapEnd,
                headerEnd - base - BinaryHeader.START);
        }
        entryLimit = lenient ? headerEnd : mapEnd;
        return 0;
    }

    /** Whether there is a map: the reference has null for an empty one. */
    boolean hasMap()
    {
        return mapLength > 0;
    }

    @Override
    int mapOffset()
    {
        return BinaryHeader.MAP + remarkLength;
    }

    int mapLength()
    {
        return mapLength;
    }

    @Override
    int code()
    {
        return Words.getShort(array(), base + BinaryHeader.CODE);
    }

    /** Also where the reference takes the body from, once the last entry is read. */
    @Override
    int offset()
    {
        return position - base;
    }

    /** Points the value at a fixed field, by its ordinal. */
    void field(final int field)
    {
        if (field == RemotingField.REMARK.ordinal())
        {
            valueOffset = BinaryHeader.REMARK;
            valueLength = remarkLength;
            valueKind = remarkKind;
            return;
        }
        valueOffset = BinaryHeader.offset(field);
        valueLength = FIELD_LENGTHS[field];
        valueKind = FIELD_KINDS[field];
    }

    @Override
    int nextEntry(final int at)
    {
        if (at >= mapEnd)
        {
            position = at;
            return END;
        }
        if (counting && ++count > maxEntryCount)
        {
            return fault.at(at - base, Reason.TOO_MANY_ENTRIES, count, maxEntryCount);
        }
        final int left = entryLimit - at;
        if (left < Long.BYTES)
        {
            return nextLongEntry(at, left);
        }
        // One load holds the key length, a key of one byte and the value length: the alphabet of send headers.
        final long word = Words.getLongLittleEndian(array(), at);
        if ((word & ShortEntries.LONG_MASK) != ShortEntries.ENTRY)
        {
            return nextLongEntry(at, left);
        }
        keyOffset = at - base + 2;
        keyLength = 1;
        keyKind = Kinds.TEXT;
        if ((word & ShortEntries.ONE_BYTE_VALUE_MASK) == ShortEntries.ONE_BYTE_VALUE)
        {
            valueOffset = at - base + 7;
            valueLength = 1;
            valueKind = Kinds.TEXT;
            return at + Long.BYTES;
        }
        return value(at + 7, Words.getShort(array(), at + 5) & 0xFFFF, left - 7);
    }

    @Override
    int skip(final int from, final long stops)
    {
        // Lenient looks at the map's end between entries only, and long maps are counted: entry by entry.
        final int limit = lenient || counting || maxValueLength < 2 * Long.BYTES ? from
            : Math.min(mapEnd, array().length - ENTRY_WINDOW + Long.BYTES);
        int at = from;
        int before;
        do
        {
            before = ShortEntries.pass(array(), at, limit, stops);
            at = skipLong(array(), before, limit, stops);
        }
        while (at > before);
        return at;
    }

    /** Passes over one value of any length; gives the same place if it cannot. */
    private int skipLong(final byte[] bytes, final int from, final int limit, final long stops)
    {
        if (limit - from < Long.BYTES)
        {
            return from;
        }
        final long word = Words.getLongLittleEndian(bytes, from);
        final int value = from + 7;
        final int length = Words.getShort(bytes, from + 5) & 0xFFFF;
        final boolean good =
            (word & ShortEntries.LONG_MASK) == ShortEntries.ENTRY && (stops >>> (word >>> 16) & 1) == 0 && length
                <= limit - value && length <= maxValueLength && length > 0;
        return good && Utf8.firstInvalid(bytes, value, value + length) < 0 ? value + length : from;
    }

    private int nextLongEntry(final int at, final int left)
    {
        if (left < BinaryHeader.ENTRY_LENGTHS)
        {
            return fault.at(at - base, Reason.ENTRY_OVERRUNS_MAP, BinaryHeader.ENTRY_LENGTHS, left);
        }
        final int length = Words.getShort(array(), at);
        if (length < 0)
        {
            return fault.at(at - base, Reason.KEY_LENGTH_NEGATIVE, length, left - Short.BYTES);
        }
        if (length > left - Short.BYTES || length > mapLength)
        {
            return fault.at(at - base, Reason.KEY_OVERRUNS_MAP, length, Math.min(left - Short.BYTES, mapLength));
        }
        if (length > maxNameLength)
        {
            return fault.at(at - base, Reason.NAME_TOO_LONG, length, maxNameLength);
        }
        final int key = at + Short.BYTES;
        if (!Words.isAscii(array(), key, length) && invalidAt(key, length) >= 0)
        {
            return invalid(invalidAt(key, length));
        }
        final int rest = left - Short.BYTES - length;
        if (rest < Integer.BYTES)
        {
            return fault.at(key + length - base, Reason.ENTRY_OVERRUNS_MAP, Integer.BYTES, rest);
        }
        keyOffset = key - base;
        keyLength = length;
        keyKind = length == 0 ? Kinds.NULL : Kinds.TEXT;
        return value(key + length + Integer.BYTES, Words.getInt(array(), key + length), rest - Integer.BYTES);
    }

    private int value(final int at, final int length, final int left)
    {
        // The reference compares with the map as a whole; in strict that is never less than what is left.
        final int most = lenient ? Math.min(left, mapLength) : left;
        if (length < 0 || length > most || length > maxValueLength)
        {
            return valueFault(at - Integer.BYTES - base, length, most);
        }
        final int kind = kindOf(at, length);
        if (kind < 0)
        {
            return FAULT;
        }
        valueOffset = at - base;
        valueLength = length;
        valueKind = kind;
        return at + length;
    }

    private int valueFault(final int offset, final int length, final int left)
    {
        return length < 0 || length > left ? fault.at(offset, Reason.VALUE_OVERRUNS_MAP, length & 0xFFFF_FFFFL, left)
            : fault.at(offset, Reason.VALUE_TOO_LONG, length, maxValueLength);
    }

    /** The kind of a text, or {@link #FAULT} with the fault set if it is refused. */
    private int kindOf(final int at, final int length)
    {
        if (length <= 2 * Long.BYTES)
        {
            return length == 0 ? Kinds.NULL : isShortAscii(at, length) ? Kinds.TEXT : otherKindOf(at, length);
        }
        return otherKindOf(at, length);
    }

    /** Whether up to sixteen bytes are ASCII; what stands before them is inside the array too. */
    private boolean isShortAscii(final int at, final int length)
    {
        final long last = Words.getLong(array(), at + length - Long.BYTES);
        final long bits =
            length <= Long.BYTES ? last << (Long.SIZE - (length << 3)) : last | Words.getLong(array(), at);
        return (bits & Words.HIGH_BITS) == 0;
    }

    private int otherKindOf(final int at, final int length)
    {
        final int invalid = invalidAt(at, length);
        if (invalid < 0)
        {
            return Kinds.TEXT;
        }
        return lenient ? Kinds.LOSSY_TEXT : invalid(invalid);
    }

    private int invalidAt(final int at, final int length)
    {
        return Utf8.firstInvalid(array(), at, at + length);
    }

    private int invalid(final int at)
    {
        return fault.at(at - base, Reason.INVALID_UTF8, array()[at] & 0xFF, 0);
    }
}

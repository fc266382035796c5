package io.skim.scan.remoting;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.NameTable;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;

/**
 * Checks a binary ("ROCKETMQ") header and fills a {@link HeaderIndex}; {@link BinaryHeader} shows where the parts stand.
 * <p>
 * The map of ext fields has two paths, which fill the same index. The fast path goes from length to length first, without
 * a look at names and values, and then checks the UTF-8 of the map in one piece: length bytes below 128 are ASCII, so no
 * sequence reaches over them from one value into the next, and the piece is well-formed if and only if each name and each
 * value is. At other lengths the piece is cut. Whatever the fast path does not know, valid or not, it leaves to the slow path,
 * which begins the map anew, looks at entry after entry, and alone makes faults.
 *
 * @see "RocketMQSerializable.rocketMQProtocolDecode and mapDeserialize, release 5.5.1"
 */
final class BinaryIndexer
{
    /** What {@link #first} gives for a header that was checked to its end, and has none of the entries. */
    static final long NO_MATCH = 1;

    private static final int FAULT = -1;

    /** From an entry with a name of one letter to its value: name length(2) name(1) value length(4). */
    private static final int VALUE = 7;
    /** Such an entry with a name in ASCII and a value of less than 128 bytes, little-endian, and the bits that count. */
    private static final long SHORT_ENTRY = 0x0100L;
    private static final long SHORT_ENTRY_MASK = 0x80_FFFF_FF80_FFFFL;
    /** The same with a name from {@code @} on. */
    private static final long LETTER_ENTRY = 0x40_0100L;
    private static final long LETTER_ENTRY_MASK = 0x80_FFFF_FFC0_FFFFL;
    private static final int NAME_SHIFT = 16;
    /** The longest name and the longest short value: greater lengths have bytes that are not ASCII. */
    private static final int LONGEST = 127;
    /** Of a value's length: the piece is cut there. */
    private static final int HIGH_BITS = 0x8080_8080;
    private static final int TWO_WORDS = 2 * Long.BYTES;

    private static final long ASCII_TEXT = Kinds.TEXT | HeaderIndex.ASCII;
    private static final int OFFSET_SHIFT = 32;
    private static final int LENGTH_SHIFT = 8;
    /** The place of a name of one letter in an entry at offset 0; and what to add for that of a value: null, or of no bytes. */
    private static final long LETTER_NAME = HeaderIndex.place(Short.BYTES, 1, Kinds.TEXT);
    private static final long TO_NULL = HeaderIndex.place(VALUE, 0, Kinds.NULL) - LETTER_NAME;
    private static final long TO_VALUE = HeaderIndex.place(VALUE, 0, (int)ASCII_TEXT) - LETTER_NAME;

    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();
    /** The fields of a header that has neither a remark nor a map, by ordinal. */
    private static final long[] FIELDS = new long[RemotingField.values().length];

    static
    {
        final int[] kinds = {Kinds.INT16, Kinds.INT8, Kinds.INT16, Kinds.INT32, Kinds.INT32};
        final int[] lengths = {Short.BYTES, Byte.BYTES, Short.BYTES, Integer.BYTES, Integer.BYTES};
        for (int field = 0; field < kinds.length; field++)
        {
            FIELDS[field] = HeaderIndex.place(BinaryHeader.offset(field), lengths[field], kinds[field]);
        }
        FIELDS[REMARK] = HeaderIndex.place(BinaryHeader.REMARK, 0, Kinds.NULL);
    }

    private final Fault fault;
    private final boolean lenient;
    private final int maxNameLength;
    private final int maxValueLength;
    private final int maxEntryCount;
    /** The longest name that the fast path takes. */
    private final int longestName;
    /** The longest map that has neither too long a value nor too many entries, whatever is in it. */
    private final int longestMap;
    /** The longest map that the fast path takes: in longer ones than {@link #longestMap} it counts the entries. */
    private final int longestCounted;

    BinaryIndexer(final Fault fault, final Limits limits, final Strictness strictness)
    {
        this(fault, limits, strictness, (int)Math.min(limits.maxValueLength(), (long)limits.maxEntryCount()
            * BinaryHeader.ENTRY_LENGTHS - 1));
    }

    /** Makes an indexer whose fast path takes no longer maps than so many bytes: none at all if that is negative. */
    BinaryIndexer(final Fault fault, final Limits limits, final Strictness strictness, final int longestMap)
    {
        this.fault = fault;
        lenient = strictness.isLenient();
        maxNameLength = limits.maxNameLength();
        maxValueLength = limits.maxValueLength();
        maxEntryCount = limits.maxEntryCount();
        longestName = Math.min(maxNameLength, LONGEST);
        this.longestMap = longestMap;
        longestCounted = longestMap >= 0 && maxValueLength >= LONGEST ? Integer.MAX_VALUE : longestMap;
    }

    /**
     * Checks a header and indexes it.
     *
     * @param frame        in which the header is loaded.
     * @param headerLength in bytes, without the prefix.
     * @param index        to fill. If the header is refused, what is in it is of no use.
     * @return 0, or {@code -1} with the fault set.
     */
    int index(final FrameView frame, final int headerLength, final HeaderIndex index)
    {
        index.begin(FIELDS);
        if (headerLength < BinaryHeader.LEAST_LENGTH)
        {
            return Faults.at(fault, BinaryHeader.START, Reason.HEADER_TOO_SHORT, BinaryHeader.LEAST_LENGTH,
                headerLength);
        }
        final byte[] array = Frames.array(frame);
        final int base = Frames.arrayOffset(frame);
        final int forRemark = headerLength - BinaryHeader.LEAST_LENGTH;
        final int remarkLength = Words.getInt(array, base + BinaryHeader.REMARK_LENGTH);
        if (remarkLength == 0)
        {
            // Requests have none: a place that is known need not wait for a length to be loaded.
            return indexMap(array, base, BinaryHeader.MAP_LENGTH, forRemark, index);
        }
        if (remarkLength < 0 || remarkLength > forRemark)
        {
            return Faults.at(fault, BinaryHeader.REMARK_LENGTH, Reason.REMARK_OVERRUNS_HEADER, remarkLength, forRemark);
        }
        final int kind = kindOf(array, base, BinaryHeader.REMARK, remarkLength);
        if (kind < 0)
        {
            return FAULT;
        }
        index.replace(REMARK, HeaderIndex.place(BinaryHeader.REMARK, remarkLength, kind));
        return indexMap(array, base, BinaryHeader.MAP_LENGTH + remarkLength, forRemark - remarkLength, index);
    }

    private int indexMap(final byte[] array, final int base, final int mapLengthOffset, final int available,
        final HeaderIndex index)
    {
        int mapLength = Words.getInt(array, base + mapLengthOffset);
        if (mapLength > available)
        {
            return Faults.at(fault, mapLengthOffset, Reason.MAP_OVERRUNS_HEADER, mapLength, available);
        }
        if (mapLength < 0)
        {
            if (!lenient)
            {
                return Faults.at(fault, mapLengthOffset, Reason.MAP_LENGTH_NEGATIVE, mapLength, 0);
            }
            mapLength = 0;
        }
        final int map = mapLengthOffset + Integer.BYTES;
        final int headerEnd = map + available;
        // The reference finds the body where its parser stopped: bytes left over would shift it. Lenient shifts with
        // it, and lets an entry run over the map's end, since the reference looks at the end only between entries.
        if (mapLength != available && !lenient)
        {
            return Faults.at(fault, map + mapLength, Reason.HEADER_NOT_CONSUMED, available - mapLength,
                headerEnd - BinaryHeader.START);
        }
        index.bodyOffset = map + mapLength;
        if (mapLength == 0)
        {
            return 0;
        }
        if (mapLength != available || !indexFast(array, base, base + map, base + headerEnd, index))
        {
            index.count = 0;
            index.isPartial = false;
            final int end = indexSlowly(array, base, base + map, mapLength, base + headerEnd, index);
            if (end < 0)
            {
                return FAULT;
            }
            index.bodyOffset = end - base;
        }
        index.field(EXT_FIELDS, map, index.bodyOffset - map, Kinds.CONTAINER);
        return 0;
    }

    /** The fast path; false if some entry is for the slow path, or if there are too many. */
    private boolean indexFast(final byte[] array, final int base, final int from, final int limit,
        final HeaderIndex index)
    {
        // The last short entry may reach beyond the limit.
        if (limit - from > longestCounted || limit > Integer.MAX_VALUE - VALUE - LONGEST)
        {
            return false;
        }
        final boolean isCounted = limit - from > longestMap;
        return isCounted ? indexCounted(array, base, from, limit, index)
            : indexEntries(array, base, from, limit, index);
    }

    /** Indexes all entries, whichever are looked for, so that their count is known. */
    private boolean indexCounted(final byte[] array, final int base, final int from, final int limit,
        final HeaderIndex index)
    {
        final long letters = index.letters;
        final long lengths = index.lengths;
        index.lookFor(-1, -1);
        final boolean good = indexEntries(array, base, from, limit, index) && index.count <= maxEntryCount;
        index.lookFor(letters, lengths);
        return good;
    }

    private boolean indexEntries(final byte[] array, final int base, final int from, final int limit,
        final HeaderIndex index)
    {
        int piece = from;
        int firstOfPiece = 0;
        int at = from;
        while (true)
        {
            at = indexShort(array, base, at, limit, index);
            final int left = limit - at - BinaryHeader.ENTRY_LENGTHS;
            final int nameLength = left > 0 ? Words.getShort(array, at) : 0;
            final int value = at + BinaryHeader.ENTRY_LENGTHS + nameLength;
            // At the end as of a value that is not short: one call checks every piece, or the compiler would take in twice
            // all that is called.
            int length = HIGH_BITS;
            if (at != limit)
            {
                if (nameLength <= 0 || nameLength > left || nameLength > longestName)
                {
                    return false;
                }
                length = Words.getInt(array, value - Integer.BYTES);
                if (length < 0 || length > limit - value || length > maxValueLength || index.count >= maxEntryCount)
                {
                    return false;
                }
            }
            if ((length & HIGH_BITS) != 0)
            {
                final int invalid = Utf8.firstInvalid(array, piece, at == limit ? limit : value - Integer.BYTES);
                if (invalid >= 0)
                {
                    return false;
                }
                if (invalid != Utf8.ASCII)
                {
                    index.forgetAscii(firstOfPiece);
                }
                if (at == limit)
                {
                    return true;
                }
                piece = value;
                firstOfPiece = index.count;
            }
            index.entry(at + Short.BYTES - base, nameLength, Kinds.TEXT, value - base, length, length == 0 ? Kinds.NULL
                : (int)ASCII_TEXT);
            at = value + length;
        }
    }

    /** Indexes entries with values of less than 128 bytes and names in ASCII; gives where the first stands that is none. */
    private int indexShort(final byte[] bytes, final int base, final int from, final int limit, final HeaderIndex index)
    {
        final int at = indexLetters(bytes, base, from, limit, index);
        return limit - at > VALUE && bytes[at + 1] > 1 ? indexNames(bytes, base, at, limit, index) : at;
    }

    /**
     * Indexes entries with names of one letter and values of less than 128 bytes, of the names that are looked for, while there
     * is room in the index; gives where the first stands that is none. The last one may reach beyond the limit. Calls nothing,
     * and apart from {@link #indexNames}: one loop for both works on more values than there are registers.
     */
    private static int indexLetters(final byte[] bytes, final int base, final int from, final int limit,
        final HeaderIndex index)
    {
        final int last = limit - Long.BYTES;
        final long[] places = index.entries;
        final long letters = index.letters;
        int slot = 2 * index.count;
        int at = from;
        while (at <= last)
        {
            final long word = Words.getLongLittleEndian(bytes, at);
            if ((word & SHORT_ENTRY_MASK) != SHORT_ENTRY)
            {
                break;
            }
            // Entry waits for entry, by their lengths: a byte of its own is there sooner than one cut from the word.
            final int length = bytes[at + VALUE - 1];
            if ((letters >>> ((int)word >>> NAME_SHIFT) & 1) != 0)
            {
                if (slot + 1 >= places.length)
                {
                    break;
                }
                final long name = LETTER_NAME + ((long)(at - base) << OFFSET_SHIFT);
                places[slot] = name;
                places[slot + 1] = length == 0 ? name + TO_NULL : name + TO_VALUE + (length << LENGTH_SHIFT);
                slot += 2;
            }
            // The commonest length is a branch: the next entry is then read without waiting for this one's length.
            if (length == 1)
            {
                at += Long.BYTES;
                continue;
            }
            at += VALUE + length;
        }
        index.count = slot >> 1;
        index.isPartial |= letters != -1;
        return at;
    }

    /** As {@link #indexLetters}, of entries with names of more than one byte and values of at least one. */
    private int indexNames(final byte[] bytes, final int base, final int from, final int limit, final HeaderIndex index)
    {
        final int last = limit - Long.BYTES;
        final long nameBias = LETTER_NAME - ((long)base << OFFSET_SHIFT);
        final long[] places = index.entries;
        final long lengths = index.lengths;
        final int longest = longestName;
        int slot = 2 * index.count;
        int at = from;
        while (at <= last && slot + 1 < places.length)
        {
            // Entry waits for entry, by their lengths: single bytes are there sooner than what has to be turned round.
            final int nameLength = bytes[at + 1];
            final int value = at + BinaryHeader.ENTRY_LENGTHS + nameLength;
            if (nameLength <= 1 || nameLength > longest || bytes[at] != 0 || value > limit)
            {
                break;
            }
            final int length = bytes[value - 1];
            if (length <= 0 || Words.getInt(bytes, value - Integer.BYTES) != length)
            {
                break;
            }
            if ((lengths >>> nameLength & 1) != 0)
            {
                final long name = nameBias + ((long)at << OFFSET_SHIFT) + (nameLength - 1 << LENGTH_SHIFT);
                places[slot] = name;
                places[slot + 1] =
                    nameBias + TO_VALUE + ((long)(value - VALUE) << OFFSET_SHIFT) + (length << LENGTH_SHIFT);
                slot += 2;
            }
            at = value + length;
        }
        index.count = slot >> 1;
        index.isPartial |= lengths != -1;
        return at;
    }

    /** The slow path; gives the index behind the last entry, or {@link #FAULT}. */
    private int indexSlowly(final byte[] array, final int base, final int from, final int mapLength,
        final int headerEnd, final HeaderIndex index)
    {
        final int mapEnd = from + mapLength;
        final int limit = lenient ? headerEnd : mapEnd;
        int at = from;
        while (at < mapEnd)
        {
            if (index.count == maxEntryCount)
            {
                return Faults.at(fault, at - base, Reason.TOO_MANY_ENTRIES, index.count + 1L, maxEntryCount);
            }
            at = indexEntry(array, base, at, limit, mapLength, index);
            if (at < 0)
            {
                return FAULT;
            }
        }
        return at;
    }

    private int indexEntry(final byte[] array, final int base, final int at, final int limit, final int mapLength,
        final HeaderIndex index)
    {
        final int left = limit - at;
        if (left < BinaryHeader.ENTRY_LENGTHS)
        {
            return Faults.at(fault, at - base, Reason.ENTRY_OVERRUNS_MAP, BinaryHeader.ENTRY_LENGTHS, left);
        }
        final int nameLength = Words.getShort(array, at);
        final int forName = left - Short.BYTES;
        if (nameLength < 0)
        {
            return Faults.at(fault, at - base, Reason.KEY_LENGTH_NEGATIVE, nameLength, forName);
        }
        if (nameLength > forName || nameLength > mapLength)
        {
            return Faults.at(fault, at - base, Reason.KEY_OVERRUNS_MAP, nameLength, Math.min(forName, mapLength));
        }
        if (nameLength > maxNameLength)
        {
            return Faults.at(fault, at - base, Reason.NAME_TOO_LONG, nameLength, maxNameLength);
        }
        final int name = at + Short.BYTES;
        final int invalid = Utf8.firstInvalid(array, name, name + nameLength);
        if (invalid >= 0)
        {
            return invalid(array, base, invalid);
        }
        final int rest = forName - nameLength;
        if (rest < Integer.BYTES)
        {
            return Faults.at(fault, name + nameLength - base, Reason.ENTRY_OVERRUNS_MAP, Integer.BYTES, rest);
        }
        final int value = name + nameLength + Integer.BYTES;
        final int length = Words.getInt(array, value - Integer.BYTES);
        // The reference compares with the map as a whole; in strict that is never less than what is left.
        final int most = lenient ? Math.min(rest - Integer.BYTES, mapLength) : rest - Integer.BYTES;
        if (length < 0 || length > most)
        {
            return Faults.at(fault, value - Integer.BYTES - base, Reason.VALUE_OVERRUNS_MAP, length & 0xFFFF_FFFFL,
                most);
        }
        if (length > maxValueLength)
        {
            return Faults.at(fault, value - Integer.BYTES - base, Reason.VALUE_TOO_LONG, length, maxValueLength);
        }
        final int kind = kindOf(array, base, value - base, length);
        if (kind < 0)
        {
            return FAULT;
        }
        index.entry(name - base, nameLength, nameLength == 0 ? Kinds.NULL : Kinds.TEXT, value - base, length, kind);
        return value + length;
    }

    /** The kind of a text; or {@link #FAULT} with the fault set if it is refused. */
    private int kindOf(final byte[] array, final int base, final int offset, final int length)
    {
        if (length == 0)
        {
            return Kinds.NULL;
        }
        final int invalid = Utf8.firstInvalid(array, base + offset, base + offset + length);
        if (invalid < 0)
        {
            return invalid == Utf8.ASCII ? (int)ASCII_TEXT : Kinds.TEXT;
        }
        return lenient ? Kinds.LOSSY_TEXT : invalid(array, base, invalid);
    }

    private int invalid(final byte[] array, final int base, final int at)
    {
        return Faults.at(fault, at - base, Reason.INVALID_UTF8, array[at] & 0xFF, 0);
    }

    /**
     * Finds the first of some entries without an index: the one exception, for an interest in the first match alone. All
     * before the entry and its own value are checked, what is behind is not.
     *
     * @param frame        in which the header is loaded.
     * @param headerLength in bytes, without the prefix.
     * @param names        of the wanted entries.
     * @param letters      marks of those that are one letter: bit k for those whose low six bits are k.
     * @return the place of its value; {@link #NO_MATCH}; or {@link HeaderIndex#ABSENT} if there is something that is for the
     *     slow path: then the header is to be indexed.
     */
    long first(final FrameView frame, final int headerLength, final NameTable names, final long letters)
    {
        final byte[] bytes = Frames.array(frame);
        final int base = Frames.arrayOffset(frame);
        final int forMap = headerLength - BinaryHeader.LEAST_LENGTH;
        if (forMap <= 0)
        {
            return HeaderIndex.ABSENT;
        }
        final int limit = base + BinaryHeader.START + headerLength;
        // One load for the remark's length, which is 0 in requests, and the map's: it ends where the header does.
        if (forMap > longestMap || Words.getLong(bytes, base + BinaryHeader.REMARK_LENGTH) != forMap)
        {
            return firstBehindRemark(bytes, base, forMap, limit, names);
        }
        final int last = limit - VALUE - TWO_WORDS;
        int at = base + BinaryHeader.MAP;
        while (at <= last)
        {
            final long word = Words.getLongLittleEndian(bytes, at);
            final int length = bytes[at + VALUE - 1];
            if ((word & LETTER_ENTRY_MASK) != LETTER_ENTRY || length > last - at)
            {
                break;
            }
            // What follows a short value is looked at together with it.
            long value = Words.getLongLittleEndian(bytes, at + VALUE) | Words.getLongLittleEndian(bytes, at + VALUE
                + Long.BYTES);
            for (int more = TWO_WORDS; more < length; more += Long.BYTES)
            {
                value |= Words.getLongLittleEndian(bytes, at + VALUE + more);
            }
            if ((value & Words.HIGH_BITS) != 0)
            {
                break;
            }
            if ((letters >>> ((int)word >>> NAME_SHIFT) & 1) != 0)
            {
                return valuePlace(at + VALUE - base, length);
            }
            at += VALUE + length;
        }
        return firstFrom(bytes, base, at, limit, names);
    }

    private static long valuePlace(final int offset, final int length)
    {
        return HeaderIndex.place(offset, length, length == 0 ? Kinds.NULL : (int)ASCII_TEXT);
    }

    private long firstBehindRemark(final byte[] bytes, final int base, final int forRemark, final int limit,
        final NameTable names)
    {
        final int length = Words.getInt(bytes, base + BinaryHeader.REMARK_LENGTH);
        if (length < 0 || length > forRemark)
        {
            return HeaderIndex.ABSENT;
        }
        final int remark = base + BinaryHeader.REMARK;
        final int map = remark + length + Integer.BYTES;
        final boolean good = Words.getInt(bytes, map - Integer.BYTES) == limit - map && Utf8.firstInvalid(bytes, remark,
            remark + length) < 0;
        return good ? firstFrom(bytes, base, map, limit, names) : HeaderIndex.ABSENT;
    }

    /** As {@link #first}, from an entry on, with names and values of any length; UTF-8 is checked as the fast path does. */
    private long firstFrom(final byte[] bytes, final int base, final int from, final int limit, final NameTable names)
    {
        int piece = from;
        int at = from;
        for (int count = 0; count < maxEntryCount && limit - at > BinaryHeader.ENTRY_LENGTHS; count++)
        {
            final int nameLength = Words.getShort(bytes, at);
            if (nameLength <= 0 || nameLength > longestName || nameLength > limit - at - BinaryHeader.ENTRY_LENGTHS)
            {
                return HeaderIndex.ABSENT;
            }
            final int value = at + BinaryHeader.ENTRY_LENGTHS + nameLength;
            final int length = Words.getInt(bytes, value - Integer.BYTES);
            if (length < 0 || length > limit - value || length > maxValueLength)
            {
                return HeaderIndex.ABSENT;
            }
            final boolean found = names.find(bytes, at + Short.BYTES, nameLength) != NameTable.NOT_FOUND;
            if (found || (length & HIGH_BITS) != 0)
            {
                if (Utf8.firstInvalid(bytes, piece, value - Integer.BYTES) >= 0)
                {
                    return HeaderIndex.ABSENT;
                }
                piece = value;
            }
            if (found)
            {
                final int invalid = Utf8.firstInvalid(bytes, value, value + length);
                return invalid >= 0 ? HeaderIndex.ABSENT
                    : length == 0 || invalid == Utf8.ASCII ? valuePlace(value - base,
                        length) : HeaderIndex.place(value - base, length, Kinds.TEXT);
            }
            at = value + length;
        }
        return at == limit && Utf8.firstInvalid(bytes, piece, limit) < 0 ? NO_MATCH : HeaderIndex.ABSENT;
    }
}

package io.skim.handlers.patch;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.ShortEntries;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import java.util.Arrays;

/**
 * Checks binary headers that look as headers mostly do, as strictly as a scan, and finds wanted ext fields on its way.
 * What is out of the ordinary it turns away without a word, be it good or bad: a scan is to look at that, and to tell
 * the reason.
 *
 * <pre>
 *  8 code(2)  10 language(1)  11 version(2)  13 opaque(4)  17 flag(4)
 * 21 0(4)  25 E(4)  29 entries(E): keyLength(2) key valueLength(4) value, repeated up to the header's end
 * </pre>
 *
 * @see "BinaryReader, whose checks these are"
 */
final class BinaryWalk
{
    private static final int BINARY = 1;
    private static final int NOTHING = -1;

    /** By the numbers of the wanted names: where the values are, 0 for one that is not there, and how long. */
    final int[] offsets;
    final int[] lengths;
    /** The numbers of those that are there, in the order of the header. */
    final int[] order;
    int count;
    /** Where the header ends, from the start of the frame. */
    int headerEnd;

    private final int maxFrameLength;
    private final int maxHeaderLength;
    private final int maxNameLength;
    private final int maxValueLength;
    private final int maxMapLength;

    BinaryWalk(final Limits limits, final int names)
    {
        offsets = new int[names];
        lengths = new int[names];
        order = new int[names];
        maxFrameLength = limits.maxFrameLength() - Integer.BYTES;
        maxNameLength = limits.maxNameLength();
        maxValueLength = limits.maxValueLength();
        // Less than any entry takes: of fewer bytes per entry there may be too many entries.
        maxMapLength = (int)Math.min(Integer.MAX_VALUE, (long)limits.maxEntryCount() * BinaryHeader.ENTRY_LENGTHS);
        // With limits below what is passed over without a look, each header takes a scan.
        maxHeaderLength = maxNameLength < 1 || maxValueLength < ShortEntries.LONGEST ? 0 : limits.maxHeaderLength();
    }

    /** Loads a frame's header, and checks all in front of the ext fields. */
    boolean open(final FrameView frame)
    {
        final int available = frame.available();
        if (available < BinaryHeader.MAP || !frame.load(BinaryHeader.MAP))
        {
            return false;
        }
        final long prefix = Words.getLong(frame.array(), frame.arrayOffset());
        final long frameLength = prefix >>> Integer.SIZE;
        final int headerLength = (int)prefix & 0xFF_FFFF;
        // One load for the remark's length, which is 0, and the map's: it ends where the header does.
        final long inner = Words.getLong(frame.array(), frame.arrayOffset() + BinaryHeader.REMARK_LENGTH);
        headerEnd = BinaryHeader.START + headerLength;
        return (int)prefix >>> 24 == BINARY && frameLength == frame.length() - Integer.BYTES
            && frameLength <= maxFrameLength
            && headerLength <= maxHeaderLength && headerLength <= available - BinaryHeader.START
            && headerLength >= BinaryHeader.LEAST_LENGTH
            && inner == headerLength - BinaryHeader.LEAST_LENGTH && inner < maxMapLength && frame.load(headerEnd);
    }

    /** Checks the ext fields, of which one name is found once at most. */
    boolean find(final byte[] array, final int base, final BinaryNames names)
    {
        Arrays.fill(offsets, 0);
        count = 0;
        final int end = base + headerEnd;
        // An entry's lengths and eight bytes of its value are loaded before it is known how long that is.
        final int limit = Math.min(end, array.length - ShortEntries.VALUE);
        final long stops = names.stops;
        int at = base + BinaryHeader.MAP;
        while (at < end)
        {
            final int from = ShortEntries.pass(array, at, limit, stops);
            at = from < end ? look(array, base, from, names) : from;
            if (at < 0)
            {
                return false;
            }
        }
        return at == end;
    }

    /** Checks one entry of any form, and notes it if it is wanted; gives the index behind it, or a negative number. */
    private int look(final byte[] bytes, final int base, final int at, final BinaryNames names)
    {
        final int left = base + headerEnd - at;
        if (left < Long.BYTES)
        {
            return NOTHING;
        }
        final long word = Words.getLongLittleEndian(bytes, at);
        if ((word & ShortEntries.LONG_MASK) != ShortEntries.ENTRY)
        {
            return lookLong(bytes, base, at, names);
        }
        final int length = Words.getShort(bytes, at + ShortEntries.VALUE - Short.BYTES) & 0xFFFF;
        return value(bytes, base, at + ShortEntries.VALUE, length, left - ShortEntries.VALUE,
            names.number((int)(word >>> 16) & 0xFF));
    }

    private int lookLong(final byte[] bytes, final int base, final int at, final BinaryNames names)
    {
        final int left = base + headerEnd - at;
        final int length = Words.getShort(bytes, at);
        if (length <= 0 || length > left - BinaryHeader.ENTRY_LENGTHS || length > maxNameLength)
        {
            return NOTHING;
        }
        final int key = at + Short.BYTES;
        final int value = key + length + Integer.BYTES;
        if (Utf8.firstInvalid(bytes, key, key + length) >= 0)
        {
            return NOTHING;
        }
        return value(bytes, base, value, Words.getInt(bytes, value - Integer.BYTES),
            left - BinaryHeader.ENTRY_LENGTHS - length,
            names.number(bytes, key, length));
    }

    private int value(final byte[] bytes, final int base, final int at, final int length, final int left,
        final int number)
    {
        if (length <= 0 || length > left || length > maxValueLength || Utf8.firstInvalid(bytes, at, at + length) >= 0)
        {
            return NOTHING;
        }
        if (number >= 0)
        {
            if (offsets[number] != 0)
            {
                return NOTHING;
            }
            offsets[number] = at - base;
            lengths[number] = length;
            order[count++] = number;
        }
        return at + length;
    }
}

package io.skim.handlers.patch;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.SectionHeads;
import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import java.util.Arrays;

/**
 * Walks the sections of AMQP messages that look as messages mostly do, checks them as strictly as a scan with the
 * interest of {@link AmqpEdits}, and finds what may be edited in front of the bare message. It leaves
 * any unusual message, valid or not, to a scan, which reports the fault.
 * <p>
 * A second reading of messages beside {@code SectionIndex} and {@code ItemIndex}, whose checks these are. It is here for one
 * bar: a patch in a quarter of the time that protonj2 takes to decode and encode the sections touched. {@code
 * AmqpShortcutTest} compares it with the scan.
 */
final class AmqpWalk
{
    /** The sections in front of the bare message. */
    static final int SECTIONS = 3;

    private static final int HEADER = 0;
    private static final int DATA = 5;
    private static final int VALUE = 7;
    private static final int FOOTER = 8;
    private static final int FIELDS = 5;
    private static final int FIRST_COUNT = 16;
    private static final int HEAD = SectionHeads.LENGTH;
    /** Of the beginning of a message, where all that may be edited must be. */
    private static final int WINDOW = 512;

    /** The short form of the one type that a section's value is of; any for values. */
    private static final int[] SHORT_CODES = {FormatCodes.LIST, FormatCodes.MAP, FormatCodes.MAP, FormatCodes.LIST,
        FormatCodes.MAP, FormatCodes.BINARY, FormatCodes.LIST, 0, FormatCodes.MAP};

    /** A section of a value that is null, all of it. */
    private static final int NULL_VALUE = 0x00537740;
    private static final int NULL_VALUE_LENGTH = 4;

    private static final int VARIABLE = 17;
    private static final int UNUSUAL = -1;
    private static final int CODES = 256;
    /** By code: how many octets follow it, {@link #VARIABLE} if the first of them tells. */
    private static final byte[] WIDTHS = new byte[CODES];
    /** By field of the header and code of its value: how many octets follow the code, or {@link #UNUSUAL}. */
    private static final byte[] FIELD_WIDTHS = new byte[FIELDS * CODES];

    static
    {
        for (int code = 0; code < CODES; code++)
        {
            final boolean isText = code >>> 4 == FormatCodes.VARIABLE && FormatCodes.kind(code) >= 0;
            final boolean isFixed = FormatCodes.fixedKind(code) >= 0 || code == FormatCodes.LIST_EMPTY;
            WIDTHS[code] = (byte)(isText ? VARIABLE : isFixed ? FormatCodes.width(code) : UNUSUAL);
        }
        Arrays.fill(FIELD_WIDTHS, (byte)UNUSUAL);
        fieldWidths(0, FormatCodes.TRUE, FormatCodes.FALSE);
        fieldWidths(1, FormatCodes.UBYTE);
        fieldWidths(2, FormatCodes.UINT_ZERO, FormatCodes.UINT_SMALL, FormatCodes.UINT);
        fieldWidths(3, FormatCodes.TRUE, FormatCodes.FALSE);
        fieldWidths(4, FormatCodes.UINT_ZERO, FormatCodes.UINT_SMALL, FormatCodes.UINT);
    }

    /** By section: where its value's body begins, or -1 if there is no such section, and ends. */
    final int[] bodies = new int[SECTIONS];
    final int[] ends = new int[SECTIONS];
    /** Of what is found, in the order of the message: where it begins, its constructor included. */
    final int[] starts = new int[FIRST_COUNT];
    /** Of what is found behind the fields of the header: its id, and where it ends; see {@link #id} and {@link #limit}. */
    final int[] ids = new int[FIRST_COUNT];
    private final int[] limits = new int[FIRST_COUNT];
    int count;
    /** How many of them are fields of the header. */
    int fields;

    private final AmqpEdits edits;
    /** By section: a bit for each length of a key that is edited, or of one longer by a multiple of 64. */
    private final long[] keyLengths = new long[SECTIONS];
    private final int firstField;
    private final int maxElementCount;
    private final byte[] head = new byte[Long.BYTES];
    private int base;

    private AmqpWalk(final AmqpEdits edits, final int firstField, final Limits limits)
    {
        this.edits = edits;
        this.firstField = firstField;
        maxElementCount = limits.maxElementCount();
        for (int section = 0; section < SECTIONS; section++)
        {
            for (final byte[] key : edits.programs[section].utf8)
            {
                keyLengths[section] |= 1L << key.length;
            }
        }
    }

    /** Makes a walk; null if the edits or the limits are such that each message takes a scan. */
    static AmqpWalk of(final AmqpEdits edits, final int firstField, final Limits limits)
    {
        final boolean bare = edits.editsProperties || !edits.programs[AmqpEdits.APPLICATION_PROPERTIES].isEmpty();
        return bare || limits.maxSectionCount() <= FOOTER || limits.maxElementCount() < FIELDS || limits
            .maxHeaderLength() < WINDOW ? null : new AmqpWalk(edits, firstField, limits);
    }

    private static void fieldWidths(final int field, final int... codes)
    {
        FIELD_WIDTHS[field * CODES + FormatCodes.NULL] = WIDTHS[FormatCodes.NULL];
        for (final int code : codes)
        {
            FIELD_WIDTHS[field * CODES + code] = WIDTHS[code];
        }
    }

    /** Where what is found ends. */
    int limit(final int found)
    {
        return found >= fields ? limits[found] : found + 1 < fields ? starts[found + 1] : ends[HEADER];
    }

    /** The id of what is found. */
    int id(final int found)
    {
        return found < fields ? firstField + found : ids[found];
    }

    /** Walks a message; false if it takes a scan. */
    boolean walk(final FrameView frame)
    {
        final int length = frame.length();
        final int window = Math.min(length, WINDOW);
        if (frame.available() < length || !frame.load(window))
        {
            return false;
        }
        count = 0;
        fields = 0;
        for (int section = 0; section < SECTIONS; section++)
        {
            bodies[section] = -1;
        }
        base = frame.arrayOffset();
        return sections(frame, frame.array(), length, window);
    }

    private boolean sections(final FrameView frame, final byte[] array, final int length, final int window)
    {
        final int from = base;
        final int loaded = frame.loadedEnd();
        int previous = -1;
        int at = 0;
        while (at < length)
        {
            long word = 0;
            // As nearly all sections are, of which what follows would say the same.
            while (loaded - at >= Long.BYTES)
            {
                final long usual = Words.getLongLittleEndian(array, from + at);
                final int rank = SectionHeads.rank(usual);
                final int next = SectionHeads.end(usual, at);
                if (rank <= previous || next < at || next > length)
                {
                    word = Long.reverseBytes(usual);
                    break;
                }
                if (rank < SECTIONS && (next > window || !section(array, rank, at, next, (int)usual >>> 24)))
                {
                    return false;
                }
                previous = rank;
                at = next;
            }
            if (loaded - at < Long.BYTES)
            {
                if (at == length || isNullValue(frame, at, previous))
                {
                    return true;
                }
                word = head(frame, at, length);
            }
            final int rank = ((int)(word >>> 40) & 0xFF) - SectionHeads.FIRST_CODE;
            final boolean inOrder = rank > previous && rank <= FOOTER && (rank < DATA || rank == FOOTER
                || previous < DATA);
            final long end = word >>> 48 == FormatCodes.ULONG_SMALL && inOrder ? end(word, rank, at) : UNUSUAL;
            if (end < 0 || end > length || rank < SECTIONS && (end > window || !section(array, rank, at, (int)end,
                (int)(word >>> 32) & 0xFF)))
            {
                return false;
            }
            previous = rank;
            at = (int)end;
        }
        return true;
    }

    /** Whether the last section is a value that is null, as in messages without a body. */
    private static boolean isNullValue(final FrameView frame, final int at, final int previous)
    {
        return previous < DATA && frame.length() == at + NULL_VALUE_LENGTH && frame.loadedEnd() == frame.length()
            && Words.getInt(frame.array(), frame.arrayOffset() + at) == NULL_VALUE;
    }

    /** Up to eight octets at an offset, as one number. */
    private long head(final FrameView frame, final int at, final int length)
    {
        Words.putLong(head, 0, 0);
        frame.getBytes(at, Math.min(Long.BYTES, length - at), head, 0);
        return length - at < HEAD ? 0 : Words.getLong(head, 0);
    }

    /** Where a section ends, by its first eight octets; negative if that takes a closer look. */
    private static long end(final long word, final int rank, final int at)
    {
        final int code = (int)(word >>> 32) & 0xFF;
        final int width = WIDTHS[code];
        if (rank == VALUE ? width >= 0 && width < VARIABLE : code == FormatCodes.LIST_EMPTY && SHORT_CODES[rank]
            == FormatCodes.LIST)
        {
            return at + HEAD + width;
        }
        final boolean usual = rank == VALUE ? isSized(code) : (code & ~FormatCodes.WIDE) == SHORT_CODES[rank];
        if (!usual)
        {
            return UNUSUAL;
        }
        final boolean wide = AmqpForms.isLong(code);
        final long size = wide ? word & 0xFFFF_FFFFL : word >>> 24 & 0xFF;
        final int sizeWidth = wide ? Integer.BYTES : 1;
        // Lists and maps have a count of the same width in front of what they hold.
        return code >= FormatCodes.LIST && size < sizeWidth || size > Integer.MAX_VALUE ? UNUSUAL
            : at + HEAD + sizeWidth + size;
    }

    private static boolean isSized(final int code)
    {
        final int form = code & ~FormatCodes.WIDE;
        return form == FormatCodes.BINARY || form == FormatCodes.STRING || form == FormatCodes.SYMBOL
            || form == FormatCodes.LIST || form == FormatCodes.MAP;
    }

    /** A section whose value has some code, and which ends within the window: no limit is less than that. */
    private boolean section(final byte[] array, final int rank, final int start, final int end, final int code)
    {
        final int offset = start + HEAD;
        bodies[rank] = offset;
        ends[rank] = end;
        if (rank == HEADER)
        {
            return code == FormatCodes.LIST_EMPTY || code == FormatCodes.LIST && fields(array, offset, end);
        }
        return keyLengths[rank] == 0 || entries(array, rank, offset, end, AmqpForms
            .isLong(code));
    }

    private boolean fields(final byte[] bytes, final int offset, final int end)
    {
        final int from = base;
        final int most = bytes[from + offset + 1] & 0xFF;
        if (most > FIELDS)
        {
            return false;
        }
        int at = offset + 2;
        for (int field = 0; field < most; field++)
        {
            final int width = at < end ? FIELD_WIDTHS[field * CODES + (bytes[from + at] & 0xFF)] : UNUSUAL;
            if (width < 0)
            {
                return false;
            }
            starts[field] = at;
            at += 1 + width;
        }
        fields = most;
        count = most;
        return at == end;
    }

    private boolean entries(final byte[] array, final int rank, final int offset, final int end, final boolean wide)
    {
        final int elements = wide ? Words.getInt(array, base + offset + Integer.BYTES)
            : array[base + offset + 1] & 0xFF;
        final long lengths = keyLengths[rank];
        int at = offset + (wide ? 2 * Integer.BYTES : 2);
        if ((elements & 1) != 0 || elements < 0 || elements > maxElementCount)
        {
            return false;
        }
        for (int left = elements; left > 0; left -= 2)
        {
            // A key in front of a value, each of two octets and more; or a null, which the bounds leave to a scan.
            if (end - at < HEAD || (array[base + at] & 0xFF) != FormatCodes.SYMBOL)
            {
                return false;
            }
            final int value = at + 2 + (array[base + at + 1] & 0xFF);
            if (end - value < 2)
            {
                return false;
            }
            final int code = array[base + value] & 0xFF;
            final int width = WIDTHS[code];
            final int behind = value + 1 + (width == VARIABLE ? 1 + (array[base + value + 1] & 0xFF) : width);
            if (width < 0 || behind > end || (lengths >>> value - at & 1) != 0 && !find(array, rank, at, value, behind))
            {
                return false;
            }
            at = behind;
        }
        return at == end;
    }

    /** Notes an entry if its key is one of the edited ones, there once, and its value needs no check. */
    private boolean find(final byte[] array, final int rank, final int key, final int value, final int end)
    {
        final byte[][] keys = edits.programs[rank].utf8;
        for (int number = 0; number < keys.length; number++)
        {
            if (keys[number].length == value - key && Words.equals(array, base + key, keys[number], 0, value - key))
            {
                final boolean good = WIDTHS[array[base + value] & 0xFF] != VARIABLE || value >= Long.BYTES && Words
                    .isAscii(array, base + value + 2, end - value - 2);
                return good && record(edits.firstIds[rank] + number, value, end);
            }
        }
        return true;
    }

    private boolean record(final int id, final int start, final int end)
    {
        if (count == FIRST_COUNT)
        {
            return false;
        }
        ids[count] = id;
        starts[count] = start;
        limits[count++] = end;
        return true;
    }
}

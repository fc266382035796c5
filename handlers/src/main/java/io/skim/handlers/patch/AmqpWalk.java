package io.skim.handlers.patch;

import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import java.util.Arrays;

/**
 * Walks the sections of AMQP messages that look as messages mostly do, checks them as strictly as a scan with the
 * interest of {@link AmqpEdits}, and finds what may be edited in front of the bare message. What is out of the ordinary
 * it turns away without a word, be it good or bad: a scan is to look at that, and to tell the reason.
 *
 * <pre>
 * 00 53 7x   C0 size count   fields        a section: a small ulong, and a list or map
 * </pre>
 *
 * @see "SectionReader and AmqpPushLoop, whose checks these are"
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
    private static final int SMALL_ULONG = 0x53;
    private static final int FIRST_CODE = 0x70;
    /** What a section's descriptor and the code of its value take. */
    private static final int HEAD = 4;
    /** Of the beginning of a message, where all that may be edited must be. */
    private static final int WINDOW = 512;

    /** The short form of the one type that a section's value is of; any for values. */
    private static final int[] SHORT_CODES = {AmqpForms.LIST, AmqpForms.MAP, AmqpForms.MAP, AmqpForms.LIST,
        AmqpForms.MAP, AmqpForms.BINARY, AmqpForms.LIST, 0, AmqpForms.MAP};

    private static final int VARIABLE = 17;
    private static final int UNUSUAL = -1;
    /** By code: how many octets follow it, {@link #VARIABLE} if the first of them tells. */
    private static final byte[] WIDTHS = new byte[256];

    private static final int BOOLEAN_CODE = 0;
    private static final int UBYTE_CODE = 1;
    private static final int UINT_CODE = 2;
    /** By field of the header: which codes its value may have. */
    private static final int[] FIELD_CODES = {BOOLEAN_CODE, UBYTE_CODE, UINT_CODE, BOOLEAN_CODE, UINT_CODE};

    static
    {
        Arrays.fill(WIDTHS, (byte)UNUSUAL);
        widths(0, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45);
        widths(1, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55);
        widths(2, 0x60, 0x61);
        widths(Integer.BYTES, 0x70, 0x71, 0x72, 0x74);
        widths(Long.BYTES, 0x80, 0x81, 0x82, 0x83, 0x84);
        widths(2 * Long.BYTES, 0x94, 0x98);
        widths(VARIABLE, 0xA0, 0xA1, 0xA3);
    }

    /** By section: where its value's body begins, or -1 if there is no such section, and ends. */
    final int[] bodies = new int[SECTIONS];
    final int[] ends = new int[SECTIONS];
    /** Of what is found, in the order of the message: its id, and where it begins and ends, its constructor included. */
    int[] ids = new int[FIRST_COUNT];
    int[] starts = new int[FIRST_COUNT];
    int[] limits = new int[FIRST_COUNT];
    int count;
    /** How many of them are fields of the header. */
    int fields;

    private final AmqpEdits edits;
    private final int firstField;
    private final int maxHeaderLength;
    private final int maxElementCount;
    private final byte[] head = new byte[Long.BYTES];
    private byte[] array;
    private int base;

    private AmqpWalk(final AmqpEdits edits, final int firstField, final Limits limits)
    {
        this.edits = edits;
        this.firstField = firstField;
        maxHeaderLength = limits.maxHeaderLength();
        maxElementCount = limits.maxElementCount();
    }

    /** Makes a walk; null if the edits or the limits are such that each message takes a scan. */
    static AmqpWalk of(final AmqpEdits edits, final int firstField, final Limits limits)
    {
        final boolean bare = edits.editsProperties || !edits.programs[AmqpEdits.APPLICATION_PROPERTIES].isEmpty();
        return bare || limits.maxSectionCount() <= FOOTER || limits.maxElementCount() < FIELDS || limits
            .maxHeaderLength() < WINDOW ? null : new AmqpWalk(edits, firstField, limits);
    }

    private static void widths(final int width, final int... codes)
    {
        for (final int code : codes)
        {
            WIDTHS[code] = (byte)width;
        }
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
        Arrays.fill(bodies, -1);
        array = frame.array();
        base = frame.arrayOffset();
        final boolean good = sections(frame, length, window);
        array = null;
        return good;
    }

    private boolean sections(final FrameView frame, final int length, final int window)
    {
        int previous = -1;
        int at = 0;
        while (at < length)
        {
            final long word = window - at >= Long.BYTES ? Words.getLong(array, base + at) : head(frame, at, length);
            final int rank = ((int)(word >>> 40) & 0xFF) - FIRST_CODE;
            final boolean inOrder = rank > previous && rank <= FOOTER && (rank < DATA || rank == FOOTER
                || previous < DATA);
            final long end = word >>> 48 == SMALL_ULONG && inOrder ? end(word, rank, at) : UNUSUAL;
            if (end < 0 || end > length)
            {
                return false;
            }
            if (rank < SECTIONS && (end > window || !section(rank, at + HEAD, (int)end, (int)(word >>> 32) & 0xFF)))
            {
                return false;
            }
            previous = rank;
            at = (int)end;
        }
        return true;
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
        if (rank == VALUE ? width >= 0 && width < VARIABLE : code == AmqpForms.LIST_0 && SHORT_CODES[rank]
            == AmqpForms.LIST)
        {
            return at + HEAD + width;
        }
        final boolean usual = rank == VALUE ? isSized(code) : (code & ~AmqpForms.LONG) == SHORT_CODES[rank];
        if (!usual)
        {
            return UNUSUAL;
        }
        final boolean wide = AmqpForms.isLong(code);
        final long size = wide ? word & 0xFFFF_FFFFL : word >>> 24 & 0xFF;
        final int sizeWidth = wide ? Integer.BYTES : 1;
        // Lists and maps have a count of the same width in front of what they hold.
        return code >= AmqpForms.LIST && size < sizeWidth || size > Integer.MAX_VALUE ? UNUSUAL
            : at + HEAD + sizeWidth + size;
    }

    private static boolean isSized(final int code)
    {
        final int form = code & ~AmqpForms.LONG;
        return form == AmqpForms.BINARY || form == AmqpForms.STRING || form == AmqpForms.SYMBOL
            || form == AmqpForms.LIST || form == AmqpForms.MAP;
    }

    private boolean section(final int rank, final int offset, final int end, final int code)
    {
        bodies[rank] = offset;
        ends[rank] = end;
        if (end - offset + HEAD > maxHeaderLength)
        {
            return false;
        }
        if (rank == HEADER)
        {
            return code == AmqpForms.LIST_0 || code == AmqpForms.LIST && fields(offset, end);
        }
        return edits.programs[rank].utf8.length == 0 || entries(rank, offset, end, AmqpForms.isLong(code));
    }

    private boolean fields(final int offset, final int end)
    {
        fields = array[base + offset + 1] & 0xFF;
        int at = offset + 2;
        for (int field = 0; field < fields; field++)
        {
            if (field == FIELDS || at >= end)
            {
                return false;
            }
            final int code = array[base + at] & 0xFF;
            if (!isOf(code, FIELD_CODES[field]))
            {
                return false;
            }
            final int behind = at + 1 + WIDTHS[code];
            record(firstField + field, at, behind);
            at = behind;
        }
        return at == end;
    }

    private static boolean isOf(final int code, final int codes)
    {
        switch (code)
        {
            case AmqpForms.NULL:
                return true;
            case AmqpForms.TRUE, AmqpForms.FALSE:
                return codes == BOOLEAN_CODE;
            case AmqpForms.UBYTE:
                return codes == UBYTE_CODE;
            case AmqpForms.UINT_0, AmqpForms.SMALL_UINT, AmqpForms.UINT:
                return codes == UINT_CODE;
            default:
                return false;
        }
    }

    private boolean entries(final int rank, final int offset, final int end, final boolean wide)
    {
        final int elements = wide ? Words.getInt(array, base + offset + Integer.BYTES)
            : array[base + offset + 1] & 0xFF;
        int at = offset + (wide ? 2 * Integer.BYTES : 2);
        if ((elements & 1) != 0 || elements < 0 || elements > maxElementCount)
        {
            return false;
        }
        for (int left = elements; left > 0; left -= 2)
        {
            // A key in front of a value, each of two octets and more; or a null, which the bounds leave to a scan.
            if (end - at < HEAD || (array[base + at] & 0xFF) != AmqpForms.SYMBOL)
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
            if (width < 0 || behind > end || !find(rank, at, value, behind))
            {
                return false;
            }
            at = behind;
        }
        return at == end;
    }

    /** Notes an entry if its key is one of the edited ones, there once, and its value needs no check. */
    private boolean find(final int rank, final int key, final int value, final int end)
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

package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;

/**
 * Seeks the declared entries of a message's maps, from section to section, as long as all is as it nearly always is: usual
 * heads of sections, keys of one octet's length, values of fixed width or short. It refuses nothing: in front of whatever
 * else there is it stands still, for {@link SectionReader} and {@link AmqpReader} to read or to refuse.
 * <p>
 * All handlers' loops share {@link #next}, and with it what the processor learns of the bytes. It keeps what it works with
 * in few variables, for HotSpot moves more than a dozen back and forth; speed alone depends on that.
 */
final class EntrySeeker
{
    /** All sections were walked. */
    static final int DONE = SectionReader.DONE;
    /** What stands next is a section that the section reader has to look at. */
    static final int ODD_SECTION = -3;
    /** What stands next is an entry, or the end, of the section reader's section that the reader has to look at. */
    static final int ODD_ENTRY = -4;

    /** Bytes of a section before its size, and of an entry. */
    private static final int HEAD = 4;
    private static final int LEAST_ENTRY = 3;

    /** Of the value that was found. */
    int offset;
    int length;
    int kind;

    private final SectionReader sections;
    private final int maxSectionLength;
    private final long maxEntries;
    private FrameView frame;
    /** Where the next entry begins, and where its section ends; and how many keys and values are left of it. */
    private int position;
    private int limit;
    private int left;
    private int rank;
    private boolean inside;

    EntrySeeker(final SectionReader sections, final Limits limits)
    {
        this.sections = sections;
        maxSectionLength = limits.maxHeaderLength();
        maxEntries = limits.maxElementCount();
    }

    /** Starts on a message, which the section reader has begun. */
    void begin(final FrameView message)
    {
        if (frame != message)
        {
            frame = message;
        }
        inside = false;
    }

    /** Leaves the section that the last entry was found in. */
    int leave()
    {
        inside = false;
        sections.moveTo(limit, rank, sections.count + 1);
        return DONE;
    }

    /**
     * Moves the readers to where this stands in a section, and leaves it.
     *
     * @return the section's rank, or -1 if it is refused.
     */
    int handOver(final AmqpReader reader)
    {
        inside = false;
        final int section = sections.next();
        reader.begin(frame, sections.position, sections.position).on(sections.kind, sections.offset, sections.length);
        if (section < 0 || reader.open() < 0)
        {
            return AmqpReader.MALFORMED;
        }
        reader.moveTo(position, left, false);
        return section;
    }

    /**
     * Moves to the next declared entry.
     *
     * @param interest what is sought: entries and nothing else.
     * @return its id, and {@link #offset}, {@link #length} and {@link #kind} are its value's; or {@link #DONE},
     *     {@link #ODD_SECTION} or {@link #ODD_ENTRY}.
     */
    int next(final AmqpInterest interest)
    {
        for (;;)
        {
            final int found = inside ? seek(interest) : DONE;
            if (found != DONE)
            {
                return found;
            }
            if (!hop(interest.insideMask))
            {
                return sections.isAtEnd() ? DONE : ODD_SECTION;
            }
            if (enter() < 0)
            {
                return ODD_SECTION;
            }
        }
    }

    /** Passes over sections up to one of some; false if there is another one first, or none. */
    private boolean hop(final int wanted)
    {
        final int start = sections.position;
        final int ahead = Math.min(frame.available(), start + SectionReader.LOOK_AHEAD);
        if (start >= ahead || !frame.load(start, ahead))
        {
            return false;
        }
        final byte[] array = frame.array();
        final int base = frame.arrayOffset();
        final int last = base + frame.loadedEnd() - Long.BYTES;
        final int end = base + sections.limit;
        int at = base + start;
        int count = sections.count;
        int highest = sections.highestOrNone();
        boolean found = false;
        while (at <= last)
        {
            final long word = Words.getLongLittleEndian(array, at);
            final int of = SectionReader.usualRank(word);
            if (of <= highest)
            {
                break;
            }
            final int next = SectionReader.usualEnd(word, at);
            if (next < at || next > end)
            {
                break;
            }
            if ((wanted >>> of & 1) != 0)
            {
                found = true;
                break;
            }
            highest = of;
            count++;
            at = next;
        }
        sections.moveTo(at - base, highest, count);
        return found;
    }

    /** Goes into the section that was hopped to. */
    private int enter()
    {
        final int start = sections.position;
        final long word = Words.getLongLittleEndian(frame.array(), frame.arrayOffset() + start);
        final int width = SectionReader.usualWidth(word);
        final int next = SectionReader.usualEnd(word, start);
        if (next > frame.available() || next - start > maxSectionLength || !frame.load(start, next))
        {
            return ODD_SECTION;
        }
        final int first = start + HEAD + 2 * width;
        final int count =
            width == 1 ? (int)(word >>> 40) & 0xFF : Words.getInt(frame.array(), frame.arrayOffset() + first
                - Integer.BYTES);
        if (count < 0 || count > next - first || (count & 1) != 0 || count > maxEntries)
        {
            return ODD_SECTION;
        }
        rank = SectionReader.usualRank(word);
        position = first;
        limit = next;
        left = count;
        inside = true;
        return 0;
    }

    /** Passes over the entries of a section up to a declared one. */
    private int seek(final AmqpInterest interest)
    {
        final byte[] array = frame.array();
        final int base = frame.arrayOffset();
        final int end = base + limit;
        final SoughtKeys keys = interest.sought[rank];
        int checked = -1;
        for (;;)
        {
            final long to = walk(array, base + position, end, left, keys, checked);
            final int at = (int)to;
            position = at - base;
            left = (int)(to >>> 32) & Integer.MAX_VALUE;
            if (to >= 0)
            {
                return at == end && left == 0 ? leave() : ODD_ENTRY;
            }
            final int id = keys.find(array, at);
            if (id >= 0)
            {
                return take(id);
            }
            checked = at;
        }
    }

    /**
     * Passes over the entries of a section up to one whose key may be declared, or that the readers have to look at. Nothing
     * but this loop, so that HotSpot keeps all it needs in registers.
     *
     * @param from    index of the first entry.
     * @param to      index behind the last one.
     * @param count   of keys and values.
     * @param keys    that are declared.
     * @param checked index of an entry whose key is known to be undeclared.
     * @return index of the entry stopped at, with the count left above it; below zero if its key may be declared.
     */
    private static long walk(final byte[] array, final int from, final int to, final int count,
        final SoughtKeys keys, final int checked)
    {
        final int last = Math.min(array.length - Long.BYTES, to - LEAST_ENTRY);
        final int keyCode = keys.code;
        final long mask = keys.mask;
        final long head = keys.head;
        final long filter = keys.filter;
        int at = from;
        int left = count;
        while (at <= last && (left & Integer.MAX_VALUE) != 0)
        {
            final long word = Words.getLongLittleEndian(array, at);
            final int value = at + 2 + ((int)word >>> 8 & 0xFF);
            if (((int)word & 0xFF) != keyCode || value > to - 2)
            {
                break;
            }
            if ((word & mask) == head && (filter >>> SoughtKeys.slot((int)(word >>> 8)) & 1) != 0 && at != checked)
            {
                return Long.MIN_VALUE | (long)left << 32 | at;
            }
            int next = value + 2;
            switch (AmqpCodes.skip(array[value] & 0xFF))
            {
                case AmqpCodes.SKIP_NOTHING:
                    next = value + 1;
                    break;
                case AmqpCodes.SKIP_ONE:
                    break;
                case AmqpCodes.SKIP_SIZE:
                    next += array[value + 1] & 0xFF;
                    break;
                case AmqpCodes.SKIP_FOUR:
                    next = value + 5;
                    break;
                case AmqpCodes.SKIP_EIGHT:
                    next = value + 9;
                    break;
                default:
                    next =
                        AmqpCodes.skip(array[value] & 0xFF) < 0 ? to + 1 : value + 1 + AmqpCodes.plainWidth(array[value]
                            & 0xFF);
                    break;
            }
            if (next > to)
            {
                break;
            }
            at = next;
            left -= 2;
        }
        return (long)left << 32 | at;
    }

    /** Takes the value of the entry at the position, which was found. */
    private int take(final int id)
    {
        final byte[] array = frame.array();
        final int base = frame.arrayOffset();
        final int at = base + position + 2 + (array[base + position + 1] & 0xFF);
        final int code = array[at] & 0xFF;
        final int plain = AmqpCodes.plainKind(code);
        final boolean text = code == AmqpCodes.STRING_SHORT;
        final int body = text ? at + 2 : at + 1;
        final int size = text ? array[at + 1] & 0xFF : plain < 0 ? 0 : AmqpCodes.plainWidth(code);
        if (!text && plain < 0 || size > base + limit - body || text && !Words.isAscii(array, body, size))
        {
            return ODD_ENTRY;
        }
        kind = text ? Kinds.TEXT : plain;
        offset = body - base;
        length = size;
        position = offset + size;
        left -= 2;
        return id;
    }
}

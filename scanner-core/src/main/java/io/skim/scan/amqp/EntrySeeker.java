package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
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

    /** Bytes of a section before its size; of an entry; and of one around its key, with a byte of the value. */
    private static final int HEAD = 4;
    private static final int LEAST_ENTRY = 3;
    private static final int AROUND_KEY = 4;
    /** Bits that the count of keys and values must not have: it is even, and an int. */
    private static final int ODD_COUNT = Integer.MIN_VALUE | 1;

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
        int found = inside ? seek(interest.sought[rank]) : DONE;
        while (found == DONE)
        {
            if (enter(interest.insideMask) < 0)
            {
                return sections.isAtEnd() ? DONE : ODD_SECTION;
            }
            found = seek(interest.sought[rank]);
        }
        return found;
    }

    /**
     * Passes over usual sections up to one of some, and goes into it. The loop counts, so that it need not ask for safepoints.
     *
     * @param wanted a bit for each rank to stop at.
     * @return 0, or {@link #ODD_SECTION} if there is another section first that is not usual, or none.
     */
    private int enter(final int wanted)
    {
        final int start = sections.position;
        if (!frame.isLoaded(start, SectionReader.LOOK_AHEAD) && !loadAhead(start))
        {
            return ODD_SECTION;
        }
        final byte[] array = frame.array();
        final int base = frame.arrayOffset();
        final int last = base + frame.loadedEnd() - Long.BYTES;
        final int end = base + sections.limit;
        int highest = sections.highestOrNone();
        int at = base + start;
        long word = 0;
        int next = 0;
        int found = -1;
        int passed = 0;
        for (; passed < AmqpField.SECTIONS && at <= last; passed++)
        {
            word = Words.getLongLittleEndian(array, at);
            int of = SectionReader.usualRank(word);
            int behind = SectionReader.usualEnd(word, at);
            if (of <= highest)
            {
                of = SectionReader.emptyRank(word);
                behind = at + SectionReader.EMPTY;
                if (of <= highest)
                {
                    break;
                }
            }
            if (behind < at || behind > end)
            {
                break;
            }
            if ((wanted >>> of & 1) != 0)
            {
                next = behind;
                found = of;
                break;
            }
            highest = of;
            at = behind;
        }
        sections.moveTo(at - base, highest, sections.count + passed);
        return found < 0 ? ODD_SECTION : enter(found, word, at - base, next - base);
    }

    /** Loads what there is of the bytes in which any section's head has room. */
    private boolean loadAhead(final int start)
    {
        final int ahead = Math.min(frame.available() - start, SectionReader.LOOK_AHEAD);
        return ahead > 0 && frame.load(start, start + ahead);
    }

    /** Goes into the usual section at a place, which begins with a word. */
    private int enter(final int section, final long word, final int start, final int next)
    {
        final FrameView message = frame;
        if (next - start > maxSectionLength || !message.load(start, next))
        {
            return ODD_SECTION;
        }
        final int width = SectionReader.usualWidth(word);
        final int first = start + HEAD + 2 * width;
        final int count = width == 1 ? (int)(word >>> 40) & 0xFF
            : Words.getInt(message.array(), message.arrayOffset() + first - Integer.BYTES);
        if ((count & ODD_COUNT) != 0 || count > next - first || count > maxEntries)
        {
            return ODD_SECTION;
        }
        rank = section;
        position = first;
        limit = next;
        left = count;
        inside = true;
        return 0;
    }

    /** Passes over the entries of a section up to a declared one. */
    private int seek(final SoughtKeys keys)
    {
        final byte[] array = frame.array();
        final int base = frame.arrayOffset();
        final int end = base + limit;
        int at = base + position;
        int count = left;
        for (;;)
        {
            final long to = walk(array, at, end, count, keys);
            at = (int)to;
            count = (int)(to >>> 32) & Integer.MAX_VALUE;
            // A key that leaves no room for a value is for the readers to refuse.
            final boolean fits = to < 0 && (array[at + 1] & 0xFF) <= end - AROUND_KEY - at;
            final int id = fits ? keys.find(array, at) : SoughtKeys.NOT_FOUND;
            if (id >= 0 && take(array, base, end, at + 2 + (array[at + 1] & 0xFF)))
            {
                left = count - 2;
                return id;
            }
            final int next = !fits || id >= 0 ? -1 : pass(array, at, end);
            if (next < 0)
            {
                position = at - base;
                left = count;
                return to >= 0 && at == end && count == 0 ? leave() : ODD_ENTRY;
            }
            at = next;
            count -= 2;
        }
    }

    /** Where an entry ends whose key looked like a declared one at first; -1 if that is not easily told. */
    private static int pass(final byte[] array, final int at, final int to)
    {
        final int value = at + 2 + (array[at + 1] & 0xFF);
        final int width = FormatCodes.width(array[value] & 0xFF);
        final int next = width == FormatCodes.SIZED ? value + 2 + (array[value + 1] & 0xFF) : value + 1 + width;
        return next > to || width < 0 ? -1 : next;
    }

    /**
     * Passes over the entries of a section up to one whose key may be declared, or that the readers have to look at. There is a
     * loop for one key and one for several, or where the array ends with the section, and nothing else; they count, so that
     * HotSpot keeps all it needs in registers and need not ask for safepoints, call nothing, not even for what is rare, and are
     * long enough together that it does not inline them (FreqInlineSize).
     *
     * @param from  index of the first entry.
     * @param to    index behind the last one.
     * @param count of keys and values.
     * @param keys  that are declared.
     * @return index of the entry stopped at, with the count left above it; below zero if its key may be declared.
     */
    private static long walk(final byte[] array, final int from, final int to, final int count, final SoughtKeys keys)
    {
        final long head = keys.head;
        final long mask = keys.mask;
        final int keyCode = keys.code;
        int at = from;
        int left = count;
        if (mask != 0 && to <= array.length - Long.BYTES)
        {
            // Wherever an entry or its value may begin, eight bytes can be loaded.
            for (; left > 0; left -= 2)
            {
                final long word = Words.getLongLittleEndian(array, at);
                if ((word & mask) == head)
                {
                    return Long.MIN_VALUE | (long)left << 32 | at;
                }
                final int length = KeyLength.of((int)word, keyCode);
                if (length == KeyLength.OTHER_CODE)
                {
                    break;
                }
                final int value = at + 2 + length;
                if (value >= to)
                {
                    break;
                }
                // One load for the code and what may be the size.
                final long entry = Words.getLongLittleEndian(array, value);
                final int width = FormatCodes.width((int)(entry & 0xFF));
                final int next;
                if (width == FormatCodes.SIZED)
                {
                    next = value + 2 + ((int)entry >>> 8 & 0xFF);
                }
                else if (width == 8)
                {
                    next = value + 9;
                }
                else if (width == 1)
                {
                    next = value + 2;
                }
                else if (width == 0)
                {
                    next = value + 1;
                }
                else if (width < 0)
                {
                    break;
                }
                else
                {
                    next = value + 1 + width;
                }
                if (next > to)
                {
                    break;
                }
                at = next;
            }
            return (long)left << 32 | at;
        }
        final int last = Math.min(array.length - Long.BYTES, to - LEAST_ENTRY);
        final long filter = keys.filter;
        for (; left > 0; left -= 2)
        {
            if (at > last)
            {
                break;
            }
            final long word = Words.getLongLittleEndian(array, at);
            final int length = KeyLength.of((int)word, keyCode);
            final int value = at + 2 + length;
            if (length == KeyLength.OTHER_CODE || value > to - 2)
            {
                break;
            }
            if ((word & mask) == head && (filter >>> SoughtKeys.slot((int)(word >>> 8)) & 1) != 0)
            {
                return Long.MIN_VALUE | (long)left << 32 | at;
            }
            final int width = FormatCodes.width(array[value] & 0xFF);
            final int next = width == FormatCodes.SIZED ? value + 2 + (array[value + 1] & 0xFF)
                : width == 8 ? value + 9 : width == 1 ? value + 2 : width == 0 ? value + 1 : value + 1 + width;
            if (next > to || width < 0)
            {
                break;
            }
            at = next;
        }
        return (long)left << 32 | at;
    }

    /** Takes the value at an index, if it is as it nearly always is. */
    private boolean take(final byte[] array, final int base, final int end, final int at)
    {
        final int code = array[at] & 0xFF;
        final int plain = FormatCodes.fixedKind(code);
        int body = at + 1;
        int size = FormatCodes.width(code);
        if (plain < 0)
        {
            body = at + 2;
            size = array[at + 1] & 0xFF;
        }
        if (size > end - body || plain < 0 && (code != FormatCodes.STRING || !Words.isAscii(array, body, size)))
        {
            return false;
        }
        kind = plain < 0 ? Kinds.TEXT : plain;
        offset = body - base;
        length = size;
        position = body - base + size;
        return true;
    }
}

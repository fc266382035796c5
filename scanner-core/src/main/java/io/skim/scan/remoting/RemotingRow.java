package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.bytes.Numbers;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where the values of a header's entries stand, by id: filled by {@link RemotingReader#readEntries} in one go, and read
 * in whatever order the caller likes. There is no loop and no {@code switch} of the caller's own, and of equal keys only
 * the last is ever read, as the reference does it.
 *
 * <pre>
 * if (reader.wrap(frame) &amp;&amp; reader.readEntries(NAMES, row) == RemotingReader.DONE)
 * {
 *     queue = row.getInt(QUEUE, -1);
 *     length = row.copyTo(TOPIC, topic, 0);
 * }
 * </pre>
 *
 * Good while the frame is wrapped that was read, and the reader not used again; of a frame that is refused it has
 * nothing. Allocates nothing but the text of {@link #toText}. One thread at a time. Between frames it refers to nothing but the view.
 */
public final class RemotingRow
{
    static final int LENGTH_BITS = 24;
    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;
    private static final int OFFSET_MASK = (1 << LENGTH_BITS + 1) - 1;
    private static final int KIND_SHIFT = 49;
    private static final int KIND_MASK = 0x3F;
    /** Text that is known to be ASCII. */
    private static final long ASCII = 1L << 55;
    private static final int FIRST_SHIFT = 56;
    /** Of no kind: that of a value that no entry has. */
    private static final int NO_KIND = KIND_MASK;
    private static final long NOWHERE = (long)NO_KIND << KIND_SHIFT;
    static final long TEXT = (long)Kinds.TEXT << KIND_SHIFT;
    private static final long KIND_AND_LENGTH = (long)KIND_MASK << KIND_SHIFT | LENGTH_MASK;
    /** Key length 1, a key in ASCII and a value of less than 256 bytes, little-endian. */
    private static final long SHORT_ENTRY = 0x0100L;
    private static final long SHORT_ENTRY_MASK = 0xFFFF_FF80_FFFFL;
    /** The same for a value of less than 64 KiB. */
    private static final long LONG_ENTRY_MASK = 0xFF_FF80_FFFFL;
    private static final int SHORT_VALUE = 2 * Long.BYTES;
    static final long ONE_BYTE = 0xFFL << FIRST_SHIFT;
    /** Before the value of such an entry. */
    private static final int BEFORE = 7;

    /**
     * Of each value the length (24 bits), the offset (25), the kind (6), whether it is known to be ASCII (1) and, of a
     * text of one byte, that byte; at first one for all that nobody wants, then by id.
     */
    private final long[] places;
    private final int size;
    private final Cursor cursor = new Cursor();
    private FrameView frame;

    /**
     * Makes a row of nothing.
     *
     * @param size ids from 0 to {@code size} - 1 have a place.
     * @throws IllegalArgumentException if it is negative.
     */
    public RemotingRow(final int size)
    {
        if (size < 0)
        {
            throw new IllegalArgumentException("size " + size + " is negative");
        }
        this.size = size;
        places = new long[size + 1];
        Arrays.fill(places, NOWHERE);
    }

    /**
     * The number of ids that have a place.
     *
     * @return as it was made.
     */
    public int size()
    {
        return size;
    }

    /** Begins a frame. */
    void begin(final FrameView wrapped)
    {
        if (frame != wrapped)
        {
            frame = wrapped;
            cursor.bind(wrapped);
        }
        Arrays.fill(places, NOWHERE);
    }

    /** Forgets what was noted of this frame. */
    void clear()
    {
        Arrays.fill(places, NOWHERE);
    }

    /** By slot: 0 for what is not wanted, and from 1 on the ids. */
    long[] places()
    {
        return places;
    }

    /**
     * Notes the entry that a reader is on.
     *
     * @return false if its id has no place here.
     */
    boolean note(final int id, final EntryReader reader)
    {
        if (id >= size)
        {
            return false;
        }
        final long first = reader.valueLength == 1 ? reader.array()[reader.base + reader.valueOffset] : 0;
        places[id + 1] = first << FIRST_SHIFT | (long)reader.valueKind << KIND_SHIFT | (long)reader.valueOffset
            << LENGTH_BITS | reader.valueLength;
        return true;
    }

    /**
     * Notes entries of a binary map as long as nothing about them is out of the ordinary: names of one letter, values in
     * well-formed UTF-8.
     *
     * @param array   that holds the map.
     * @param base    index of the frame's first byte.
     * @param from    index of the first entry.
     * @param limit   index behind the map.
     * @param slots   of the names of one letter: 0 for what nobody wants, else the id, which has a place here, and 1.
     * @param longest value that is allowed, in bytes.
     * @return where the entry is that this leaves to others, or the limit.
     */
    int noteBinary(final byte[] array, final int base, final int from, final int limit, final int[] slots,
        final int longest)
    {
        if (longest < SHORT_VALUE)
        {
            return from;
        }
        final long bias = TEXT + ((long)(BEFORE - base) << LENGTH_BITS);
        int at = from;
        int before;
        do
        {
            before = noteShort(array, at, limit, slots, places, bias + ASCII);
            if (before < 0)
            {
                // Lengths of short values are ASCII too, so that all of it is well-formed if each value is.
                final int invalid = Utf8.firstInvalid(array, at, ~before);
                if (invalid >= 0)
                {
                    return entryAt(array, at, invalid);
                }
                noteShort(array, at, limit, slots, places, bias);
                before = ~before;
            }
            at = noteLong(array, base, before, limit, slots, longest);
        }
        while (at > before);
        return at;
    }

    /**
     * Notes entries with values of up to sixteen bytes. Apart from all else, so that the few values it works on stay in
     * registers.
     *
     * @return where it stopped, or the complement of that if not all values are ASCII.
     */
    private static int noteShort(final byte[] array, final int from, final int limit, final int[] slots,
        final long[] places, final long bias)
    {
        long bits = 0;
        int at = from;
        while (limit - at >= Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(array, at);
            if ((word & SHORT_ENTRY_MASK) != SHORT_ENTRY)
            {
                break;
            }
            final int slot = slots[(int)(word >>> 16) & 0x7F];
            final long place = bias + ((long)at << LENGTH_BITS);
            final int length = (int)(word >>> 48) & 0xFF;
            // The commonest length is a branch: the next entry is then read without waiting for this one's length.
            if (length == 1)
            {
                places[slot] = place + 1 + (word & ONE_BYTE);
                bits |= word;
                at += Long.BYTES;
                continue;
            }
            final int behind = at + BEFORE + length;
            if (length - 1 >>> 4 != 0 || behind > limit)
            {
                break;
            }
            places[slot] = place + length;
            // The last eight bytes, some of them lengths and name perhaps, and those before.
            bits |= Words.getLongLittleEndian(array, behind - Long.BYTES);
            if (length > Long.BYTES)
            {
                bits |= Words.getLongLittleEndian(array, behind - 2 * Long.BYTES);
            }
            at = behind;
        }
        return (bits & Words.HIGH_BITS) == 0 ? at : ~at;
    }

    /** Where the entry begins that holds an index, of those that {@link #noteShort} has passed. */
    private static int entryAt(final byte[] array, final int from, final int index)
    {
        int at = from;
        int behind = from;
        while (behind <= index)
        {
            at = behind;
            behind = at + BEFORE + (array[at + BEFORE - 1] & 0xFF);
        }
        return at;
    }

    /** Notes one entry with a value of any length below 64 KiB; gives the same index if it cannot. */
    private int noteLong(final byte[] array, final int base, final int from, final int limit, final int[] slots,
        final int longest)
    {
        if (limit - from < Long.BYTES)
        {
            return from;
        }
        final long word = Words.getLongLittleEndian(array, from);
        final int value = from + BEFORE;
        final int length = Words.getShort(array, value - Short.BYTES) & 0xFFFF;
        if ((word & LONG_ENTRY_MASK) != SHORT_ENTRY || length == 0 || length > limit - value || length > longest
            || Utf8.firstInvalid(array, value, value + length) >= 0)
        {
            return from;
        }
        final long first = length == 1 ? word & ONE_BYTE : 0;
        places[slots[(int)(word >>> 16) & 0x7F]] = TEXT + first + ((long)(value - base) << LENGTH_BITS)
            + length;
        return value + length;
    }

    /**
     * Notes an entry of a JSON header.
     *
     * @param note  of it, see {@link JsonNote}.
     * @param array that holds the frame.
     * @param base  index where the frame begins.
     * @param names of the entries that are wanted; none has an id that is too great.
     */
    void note(final long note, final byte[] array, final int base, final RemotingNames names)
    {
        final int name = JsonNote.name(note);
        final int nameLength = JsonNote.nameLength(note);
        final int slot = nameLength == 1 ? names.slots[array[name]] : names.slot(array, name, nameLength);
        places[slot] = place(note, array) - ((long)base << LENGTH_BITS);
    }

    /** The place of a noted value, whose offset counts from the beginning of the array. */
    private static long place(final long note, final byte[] array)
    {
        final int value = JsonNote.value(note);
        final int length = JsonNote.length(note);
        final long first = length == 1 ? (long)array[value] << FIRST_SHIFT : 0;
        return first + ((long)JsonNote.kind(note) << KIND_SHIFT) + ((long)value << LENGTH_BITS) + length;
    }

    private static int kind(final long place)
    {
        return (int)(place >>> KIND_SHIFT) & KIND_MASK;
    }

    private int at(final long place)
    {
        return frame.arrayOffset() + offset(place);
    }

    private static int offset(final long place)
    {
        return (int)(place >>> LENGTH_BITS) & OFFSET_MASK;
    }

    private static int length(final long place)
    {
        return (int)place & LENGTH_MASK;
    }

    private Cursor cursor(final long place)
    {
        return cursor.point(offset(place), length(place), kind(place));
    }

    /**
     * Whether there is an entry.
     *
     * @param id from 0 to below {@link #size()}, here and everywhere.
     * @return true also for one without a value.
     */
    public boolean isPresent(final int id)
    {
        return places[id + 1] != NOWHERE;
    }

    /**
     * Whether there is no value.
     *
     * @param id of the entry.
     * @return true if there is no entry, or the reference has null for it.
     */
    public boolean isNull(final int id)
    {
        final int kind = kind(places[id + 1]);
        return kind == Kinds.NULL || kind == NO_KIND;
    }

    /**
     * Whether the value's raw bytes are its text.
     *
     * @param id of the entry.
     * @return false for null, and for what reading converts.
     */
    public boolean isVerbatim(final int id)
    {
        final int kind = kind(places[id + 1]);
        return kind == Kinds.TEXT || kind != Kinds.NULL && kind != NO_KIND && Kinds.isVerbatim(kind);
    }

    /**
     * Whether the value is known to be a text in ASCII as it stands, so that its bytes are its characters.
     *
     * @param id of the entry.
     * @return false tells nothing: nobody has looked.
     */
    public boolean isAscii(final int id)
    {
        return (places[id + 1] & ASCII) != 0;
    }

    /**
     * Where the value begins; behind the quote of a JSON string.
     *
     * @param id of an entry that {@link #isPresent}.
     * @return in bytes from the start of the frame.
     */
    public int offset(final int id)
    {
        return offset(places[id + 1]);
    }

    /**
     * The length of the value as it stands in the frame.
     *
     * @param id of the entry.
     * @return in bytes; 0 if there is no entry.
     */
    public int length(final int id)
    {
        return length(places[id + 1]);
    }

    /**
     * How the value's bytes stand for it.
     *
     * @param id of the entry.
     * @return {@link Kind#TEXT} where the bytes are the text, {@link Kind#JSON_TEXT} where it is escaped, and so on;
     *     {@link Kind#NULL} also if there is no entry.
     */
    public Kind kind(final int id)
    {
        final long place = places[id + 1];
        return place == NOWHERE ? Kind.NULL : cursor(place).kind();
    }

    /**
     * A bookmark of the value, as {@link Cursor#mark()} is: offset, length and kind in one long. For rows of one's own
     * that keep of texts where they stand.
     *
     * @param id of the entry.
     * @return a mark for {@link FrameView#at}, good while the same frame is wrapped; of null, at the frame's start, if
     *     there is no entry.
     */
    public long mark(final int id)
    {
        final long place = places[id + 1];
        return place == NOWHERE ? 0 : Cursor.mark(offset(place), length(place), kind(place));
    }

    /**
     * Points a cursor at the value.
     *
     * @param id    of the entry.
     * @param value to point.
     * @return false if there is no entry; then the cursor did not move.
     */
    public boolean value(final int id, final Cursor value)
    {
        final long place = places[id + 1];
        if (place == NOWHERE)
        {
            return false;
        }
        value.bind(frame);
        value.point(offset(place), length(place), kind(place));
        return true;
    }

    /**
     * The value as a number, by the rules of {@link Cursor#getInt(int)}.
     *
     * @param id        of the entry.
     * @param otherwise to answer if there is none, or it is null, no number, or outside the range of int32.
     * @return the number, or {@code otherwise}.
     */
    public int getInt(final int id, final int otherwise)
    {
        final long value = getLong(id, otherwise);
        return value == (int)value ? (int)value : otherwise;
    }

    /**
     * The value as a number, by the rules of {@link Cursor#getLong(long)}.
     *
     * @param id        of the entry.
     * @param otherwise to answer if there is none, or it is null, no number, or outside the range of int64.
     * @return the number, or {@code otherwise}.
     */
    public long getLong(final int id, final long otherwise)
    {
        final long place = places[id + 1];
        if ((place & KIND_AND_LENGTH) == (TEXT | 1))
        {
            final long digit = (place >> FIRST_SHIFT) - '0';
            return digit < 0 || digit > 9 ? otherwise : digit;
        }
        return longNumber(place, otherwise);
    }

    private long longNumber(final long place, final long otherwise)
    {
        final int kind = kind(place);
        if (kind == Kinds.TEXT)
        {
            final int at = at(place);
            return Numbers.parseLong(frame.array(), at, at + length(place), otherwise);
        }
        return kind == NO_KIND ? otherwise : cursor(place).getLong(otherwise);
    }

    /**
     * The value as a boolean, by the rules of {@link Cursor#getBoolean()}.
     *
     * @param id of the entry.
     * @return true only for {@code true} in any case.
     */
    public boolean getBoolean(final int id)
    {
        final long place = places[id + 1];
        // The other spelling of five letters is the commonest value of all.
        return (place & KIND_AND_LENGTH) != (TEXT | 5) && place != NOWHERE && cursor(place).getBoolean();
    }

    /**
     * The value as the reference has it in its {@code String}. Allocates the text and nothing else, but for text with
     * escapes or characters outside of Latin-1.
     *
     * @param id of the entry.
     * @return the text, or null for null and for no entry.
     */
    public String toText(final int id)
    {
        final long place = places[id + 1];
        return place == NOWHERE ? null : kind(place) == Kinds.TEXT ? new String(frame.array(), at(place), length(place),
            StandardCharsets.UTF_8) : cursor(place).toText();
    }

    /**
     * Copies the value's text, unescaped, into an array.
     *
     * @param id        of the entry.
     * @param dst       array to copy into.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return bytes written, 0 for null and for no entry; or {@code -1} if {@code dst} is too short, then nothing was
     *     written.
     */
    public int copyTo(final int id, final byte[] dst, final int dstOffset)
    {
        final long place = places[id + 1];
        final int length = length(place);
        if (kind(place) != Kinds.TEXT || dstOffset < 0 || length > dst.length - dstOffset)
        {
            return place == NOWHERE ? 0 : cursor(place).copyTo(dst, dstOffset);
        }
        final int at = at(place);
        copy(frame.array(), at, dst, dstOffset, length);
        return length;
    }

    /** Copies two words that overlap where that is all of it; both are loaded first, for the arrays may be one. */
    private static void copy(final byte[] array, final int at, final byte[] dst, final int dstOffset, final int length)
    {
        if (length < Integer.BYTES || length > 2 * Long.BYTES)
        {
            System.arraycopy(array, at, dst, dstOffset, length);
        }
        else if (length >= Long.BYTES)
        {
            final long first = Words.getLong(array, at);
            final long last = Words.getLong(array, at + length - Long.BYTES);
            Words.putLong(dst, dstOffset, first);
            Words.putLong(dst, dstOffset + length - Long.BYTES, last);
        }
        else
        {
            final int first = Words.getInt(array, at);
            final int last = Words.getInt(array, at + length - Integer.BYTES);
            Words.putInt(dst, dstOffset, first);
            Words.putInt(dst, dstOffset + length - Integer.BYTES, last);
        }
    }
}

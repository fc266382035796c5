package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.bytes.LongTexts;
import io.skim.bytes.Numbers;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
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
 * An id of -1 is that of an entry there is none of. Good while the frame is wrapped that was read, and the reader not used
 * again; of a frame that is refused it has nothing. Allocates nothing but the text of {@link #toText}. One thread at a time.
 * Between frames it refers to nothing but the view, and has room for one text whose escapes it undid.
 */
public final class RemotingRow
{
    /** Where each value stands, see {@link RowPlace}; at first one for all that nobody wants, then by id. */
    private final long[] places;
    /** What those are before anything is noted: a copy costs less than to fill so few. */
    private final long[] nowhere;
    private final int size;
    private final Cursor cursor = new Cursor();
    private final UnescapedText unescaped = new UnescapedText();
    private final LongTexts texts = new LongTexts();
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
        nowhere = new long[size + 1];
        Arrays.fill(nowhere, RowPlace.NOWHERE);
        places = nowhere.clone();
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
        clear();
    }

    /** Forgets what was noted of this frame. */
    void clear()
    {
        System.arraycopy(nowhere, 0, places, 0, places.length);
        unescaped.begin();
    }

    /** What nobody wanted is not to be had, under the id before the first. */
    void forgetUnwanted()
    {
        places[0] = RowPlace.NOWHERE;
    }

    /** For the text of a value with escapes. */
    UnescapedText unescaped()
    {
        return unescaped;
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
        final byte first = reader.valueLength == 1 ? reader.array()[reader.base + reader.valueOffset] : 0;
        places[id + 1] = RowPlace.of(reader.valueOffset, reader.valueLength, reader.valueKind, first);
        return true;
    }

    /**
     * Notes an entry of a JSON header.
     *
     * @param note  of it, see {@link JsonNote}.
     * @param array that holds the frame.
     * @param base  index where the frame begins.
     * @param names of the entries that are wanted; none has an id that is too great.
     * @param ascii whether it is a text in ASCII as it stands.
     */
    void note(final long note, final byte[] array, final int base, final RemotingNames names, final boolean ascii)
    {
        final int name = JsonNote.name(note);
        final int nameLength = JsonNote.nameLength(note);
        final int slot = nameLength == 1 ? names.slots[array[name]] : names.slot(array, name, nameLength);
        places[slot] = RowPlace.of(note, array, base) | (ascii ? RowPlace.ASCII : 0);
    }

    private int at(final long place)
    {
        return frame.arrayOffset() + RowPlace.offset(place);
    }

    private Cursor cursor(final long place)
    {
        return cursor.point(RowPlace.offset(place), RowPlace.length(place), RowPlace.kind(place));
    }

    /**
     * Whether there is an entry.
     *
     * @param id from -1 to below {@link #size()}, here and everywhere.
     * @return true also for one without a value; false for -1.
     * @throws IndexOutOfBoundsException if there is no such id, as everywhere.
     */
    public boolean isPresent(final int id)
    {
        return places[id + 1] != RowPlace.NOWHERE;
    }

    /**
     * Whether there is no value.
     *
     * @param id of the entry.
     * @return true if there is no entry, or the reference has null for it.
     */
    public boolean isNull(final int id)
    {
        final int kind = RowPlace.kind(places[id + 1]);
        return kind == Kinds.NULL || kind == RowPlace.NO_KIND;
    }

    /**
     * Whether the value's raw bytes are its text.
     *
     * @param id of the entry.
     * @return false for null, and for what reading converts.
     */
    public boolean isVerbatim(final int id)
    {
        final int kind = RowPlace.kind(places[id + 1]);
        return kind == Kinds.TEXT || kind != Kinds.NULL && kind != RowPlace.NO_KIND && Kinds.isVerbatim(kind);
    }

    /**
     * Whether the value is known to be a text in ASCII as it stands, so that its bytes are its characters.
     *
     * @param id of the entry.
     * @return false tells nothing: nobody has looked.
     */
    public boolean isAscii(final int id)
    {
        return (places[id + 1] & RowPlace.ASCII) != 0;
    }

    /**
     * Whether {@link #toText} allocates the text and nothing else; but for characters outside of Latin-1, and texts of more
     * than 16,384 bytes that are not in ASCII, where the JDK takes more to make it.
     *
     * @param id of the entry.
     * @return true for text without escapes, for one whose escapes were undone while it was read, and for no entry; else
     *     false tells nothing.
     */
    public boolean isAtHand(final int id)
    {
        final long place = places[id + 1];
        if ((place & RowPlace.ASCII) != 0)
        {
            return true;
        }
        final int kind = RowPlace.kind(place);
        return kind == Kinds.TEXT || kind == RowPlace.NO_KIND || kind == Kinds.JSON_TEXT && unescaped.isOf(RowPlace
            .offset(place));
    }

    /**
     * Where the value begins; behind the quote of a JSON string.
     *
     * @param id of an entry that {@link #isPresent}.
     * @return in bytes from the start of the frame.
     */
    public int offset(final int id)
    {
        return RowPlace.offset(places[id + 1]);
    }

    /**
     * The length of the value as it stands in the frame.
     *
     * @param id of the entry.
     * @return in bytes; 0 if there is no entry.
     */
    public int length(final int id)
    {
        return RowPlace.length(places[id + 1]);
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
        return place == RowPlace.NOWHERE ? Kind.NULL : cursor(place).kind();
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
        return place == RowPlace.NOWHERE ? 0 : RowPlace.mark(place);
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
        if (place == RowPlace.NOWHERE)
        {
            return false;
        }
        value.bind(frame);
        value.point(RowPlace.offset(place), RowPlace.length(place), RowPlace.kind(place));
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
        final long place = places[id + 1];
        if ((place & RowPlace.KIND_AND_LENGTH) == (RowPlace.TEXT | 1))
        {
            final int digit = RowPlace.digit(place);
            return digit < 0 || digit > 9 ? otherwise : digit;
        }
        final long value = longNumber(place, otherwise);
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
        if ((place & RowPlace.KIND_AND_LENGTH) == (RowPlace.TEXT | 1))
        {
            final int digit = RowPlace.digit(place);
            return digit < 0 || digit > 9 ? otherwise : digit;
        }
        return longNumber(place, otherwise);
    }

    private long longNumber(final long place, final long otherwise)
    {
        final int kind = RowPlace.kind(place);
        if (kind == Kinds.TEXT)
        {
            final int at = at(place);
            return Numbers.parseLong(frame.array(), at, at + RowPlace.length(place), otherwise);
        }
        return kind == RowPlace.NO_KIND ? otherwise : cursor(place).getLong(otherwise);
    }

    /**
     * The value as a boolean, by the rules of {@link Cursor#getBoolean(boolean)}.
     *
     * @param id           of the entry.
     * @param defaultValue to return if there is none, or it is null or no boolean.
     * @return the boolean, or {@code defaultValue}.
     */
    public boolean getBoolean(final int id, final boolean defaultValue)
    {
        final long place = places[id + 1];
        // The text "false" is the commonest value of all, and no text of five letters is true.
        final boolean isNotTrue = !defaultValue && (place & RowPlace.KIND_AND_LENGTH) == (RowPlace.TEXT | 5);
        return !isNotTrue && (place == RowPlace.NOWHERE ? defaultValue : cursor(place).getBoolean(defaultValue));
    }

    /**
     * The value as the reference has it in its {@code String}. {@link #isAtHand} tells what it allocates.
     *
     * @param id of the entry.
     * @return the text, or null for null and for no entry.
     */
    public String toText(final int id)
    {
        final long place = places[id + 1];
        if ((place & RowPlace.ASCII) != 0)
        {
            return LongTexts.ofAscii(frame.array(), at(place), RowPlace.length(place));
        }
        return place == RowPlace.NOWHERE ? null : otherText(place);
    }

    private String otherText(final long place)
    {
        if (RowPlace.kind(place) == Kinds.TEXT)
        {
            return texts.get(frame.array(), at(place), RowPlace.length(place));
        }
        final String text = isUndone(place) ? unescaped.toText(RowPlace.offset(place), texts) : null;
        return text == null ? cursor(place).toText() : text;
    }

    /** Whether the escapes of a value may be undone already. Of a frame that is gone nothing is given. */
    private boolean isUndone(final long place)
    {
        return RowPlace.kind(place) == Kinds.JSON_TEXT && frame.isLoaded(RowPlace.offset(place), RowPlace.length(
            place));
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
        final int length = RowPlace.length(place);
        if (RowPlace.kind(place) != Kinds.TEXT || dstOffset < 0 || length > dst.length - dstOffset)
        {
            return place == RowPlace.NOWHERE ? 0 : convertedTo(place, dst, dstOffset);
        }
        final int at = at(place);
        copy(frame.array(), at, dst, dstOffset, length);
        return length;
    }

    private int convertedTo(final long place, final byte[] dst, final int dstOffset)
    {
        final int length = isUndone(place) ? unescaped.copyTo(RowPlace.offset(place), dst, dstOffset)
            : UnescapedText.NONE;
        return length < 0 ? cursor(place).copyTo(dst, dstOffset) : length;
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

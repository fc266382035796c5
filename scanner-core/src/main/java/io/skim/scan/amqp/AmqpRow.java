package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import java.util.Arrays;
import java.util.Objects;

/**
 * All values of an AMQP message in the order of the wire: numbers as they are, and of texts, binaries and compound values
 * where they stand. Filled by {@link AmqpMessageReader#read} in one go, and read in whatever order the caller likes.
 *
 * <pre>
 * ttl = row.getLong(row.indexOf(AmqpField.TTL), -1);                       // -1 also if the message has none
 * for (int i = row.begin(AmqpField.APPLICATION_PROPERTIES); i &lt; row.end(AmqpField.APPLICATION_PROPERTIES); i++)
 * {
 *     if (row.isFixed(i)) { onNumber(row.key(i, key), row.getLongBits(i)); }
 *     else { onText(row.key(i, key), row.value(i, value)); }
 * }
 * </pre>
 *
 * Or section by section: {@link #sectionCount()}, {@link #section}, {@link #begin(int)} and {@link #end(int)}. A section's
 * values have indices in a row: those of a header and of properties are their fields, in the order of {@link AmqpField}
 * and as many as were sent; those of the maps are their entries, which have keys too, equal ones all of them (peers take
 * the last); a body section is one value, and bodies behind each other are one section. Compound values are places, not
 * entered: {@link AmqpReader#enter} does that.
 * <p>
 * An index of -1 is that of a value there is none of: null. Good while the frame is wrapped that was read, and until the
 * row is filled anew; of a message that is refused it has nothing. Grows with what messages hold and allocates nothing
 * after that, but the text of {@link #toText}. One thread at a time.
 */
public final class AmqpRow
{
    private static final int FIRST_VALUES = 64;
    private static final int FIRST_SECTIONS = 16;
    private static final int RANK_SHIFT = ValuePlace.OFFSET_SHIFT;
    private static final int VALUES = ValuePlace.MOST;
    private static final Kind[] KINDS = Kind.values();
    private static final AmqpField[] SECTIONS = AmqpInterest.SECTIONS;
    /** What has sixteen bytes. */
    private static final long WIDE = 1L << Kinds.UUID | 1L << Kinds.DECIMAL128;

    /** What there is of each value, by where it stands in the value's cells: where it is, see {@link ValuePlace}. */
    static final int PLACE = 0;
    /** The bits of one of fixed width; of others 0. */
    static final int BITS = 1;
    /** The place of its key; of one that has none, 0. */
    static final int KEY = 2;
    /** Of one of sixteen bytes, the bits of the first eight; of others anything. */
    static final int HIGH = 3;
    static final int CELLS_SHIFT = 2;

    /**
     * Of each value its cells; the last are those of null, for an index of -1. One array, so that the loops which fill and read it
     * have one reference to keep in a register, and one length to compare with.
     */
    long[] cells = new long[FIRST_VALUES << CELLS_SHIFT];
    /** How many values there are, and one for null. */
    private int slots = 1;
    /** Of each section its rank, and in the bits below {@link #RANK_SHIFT} how many values there are up to its end. */
    private int[] marks = new int[FIRST_SECTIONS];
    private int sections;
    /** By rank, which section was the last of it; of ranks that no section has, any number. */
    private final int[] latest = new int[AmqpField.SECTIONS];
    private final Cursor cursor = new Cursor();
    /** An unwrapped one before the first message. */
    private FrameView frame = new FrameView();
    /** What is taken off the offsets in places: so a run over an array notes its indices. */
    private int base;

    /** Makes a row of nothing. */
    public AmqpRow()
    {
        super();
    }

    /** Begins a message, of which places are noted that count from {@code from} bytes before it. */
    void begin(final FrameView wrapped, final int from)
    {
        if (frame != wrapped)
        {
            frame = wrapped;
        }
        base = from;
        clear();
    }

    /** Forgets what was noted of this message. */
    void clear()
    {
        slots = 1;
        sections = 0;
    }

    /** Makes room for so many more values than there are. */
    void room(final int values)
    {
        final int needed = slots + values << CELLS_SHIFT;
        if (needed > cells.length)
        {
            cells = Arrays.copyOf(cells, Integer.highestOneBit(needed - 1) << 1);
        }
    }

    /**
     * Takes so many values, for which there is room.
     *
     * @return the first cell of the first.
     */
    int take(final int values)
    {
        final int first = slots - 1;
        slots += values;
        return first << CELLS_SHIFT;
    }

    /** Notes a value with its key, or null. */
    void note(final Cursor key, final Cursor value)
    {
        room(1);
        final int cell = slots - 1 << CELLS_SHIFT;
        cells[cell + KEY] = key == null ? 0 : ValuePlace.of(key, base);
        set(cell, value);
        slots++;
    }

    /** Notes a value in its cells, of which there is the first; but not its key. */
    void set(final int cell, final Cursor value)
    {
        cells[cell + PLACE] = ValuePlace.of(value, base);
        cells[cell + BITS] = value.getLongBits();
        cells[cell + HIGH] = value.getHighLongBits();
    }

    /** Ends a section behind the value that was noted last. */
    void endSection(final int rank)
    {
        final int section = sections;
        if (section == marks.length)
        {
            marks = Arrays.copyOf(marks, 2 * section);
        }
        marks[section] = rank << RANK_SHIFT | slots - 1;
        latest[rank] = section;
        sections = section + 1;
    }

    /** Notes a body; behind one of its kind it belongs to the same section. */
    void body(final int rank, final Cursor value)
    {
        continueSection(rank);
        note(null, value);
        endSection(rank);
    }

    /** As {@code body}, of data: they have a place and no bits. */
    void body(final int rank, final long place)
    {
        continueSection(rank);
        room(1);
        final int cell = slots - 1 << CELLS_SHIFT;
        cells[cell + PLACE] = place;
        cells[cell + BITS] = 0;
        cells[cell + KEY] = 0;
        slots++;
        endSection(rank);
    }

    private void continueSection(final int rank)
    {
        if (sections > 0 && marks[sections - 1] >>> RANK_SHIFT == rank)
        {
            sections--;
        }
    }

    /**
     * How many sections the message has; bodies behind each other are one.
     *
     * @return from 0.
     */
    public int sectionCount()
    {
        return sections;
    }

    /**
     * Which section it is.
     *
     * @param section from 0, in the order of the wire.
     * @return the field of {@link AmqpField} that is the section.
     * @throws IndexOutOfBoundsException if there is none, as in all that takes one.
     */
    public AmqpField section(final int section)
    {
        return SECTIONS[sectionMark(section) >>> RANK_SHIFT];
    }

    private IndexOutOfBoundsException noSection(final int section)
    {
        return new IndexOutOfBoundsException("there is no section " + section + " of " + sections);
    }

    /** What is below the first the array itself refuses. */
    private int sectionMark(final int section)
    {
        if (section >= sections)
        {
            throw noSection(section);
        }
        return marks[section];
    }

    /**
     * Where a section begins.
     *
     * @param section from 0, in the order of the wire.
     * @return the index of its first value.
     */
    public int begin(final int section)
    {
        if (section >= sections)
        {
            throw noSection(section);
        }
        return section == 0 ? 0 : marks[section - 1] & VALUES;
    }

    /**
     * Where a section ends.
     *
     * @param section from 0, in the order of the wire.
     * @return the index behind its last value.
     */
    public int end(final int section)
    {
        return sectionMark(section) & VALUES;
    }

    /**
     * Where the section begins that a field is in. Of several, which only lenient takes, the last, as peers do.
     *
     * @param section a section, or one of its fields.
     * @return the index of its first value; 0 if there is none.
     */
    public int begin(final AmqpField section)
    {
        final int last = last(section.section);
        return last < 0 ? 0 : begin(last);
    }

    /**
     * Where the section ends that a field is in. Of several, which only lenient takes, the last, as peers do.
     *
     * @param section a section, or one of its fields.
     * @return the index behind its last value; 0 if there is none.
     */
    public int end(final AmqpField section)
    {
        final int last = last(section.section);
        return last < 0 ? 0 : end(last);
    }

    /** The last section of a rank, or -1. */
    private int last(final int rank)
    {
        final int last = latest[rank];
        // What is left from a message before is told by the rank: a section of this one would have been noted.
        return last < sections && marks[last] >>> RANK_SHIFT == rank ? last : -1;
    }

    /**
     * Where a field's value is: of the header, the properties, or the first of a body.
     *
     * @param field that is sought.
     * @return the index of the value, which may be null; -1 if it was left out with all behind it, its section is not
     *     there, or it is a section that has fields or entries itself.
     */
    public int indexOf(final AmqpField field)
    {
        final int rank = field.section;
        final int last = last(rank);
        final int nth = field.ordinal() - AmqpInterest.FIRST_FIELDS[rank];
        if (last < 0 || nth < 0 || SECTIONS[rank].kinds == 1L << Kinds.MAP)
        {
            return -1;
        }
        final int index = begin(last) + nth;
        return index < end(last) ? index : -1;
    }

    /**
     * How many values there are in all sections.
     *
     * @return from 0.
     */
    public int size()
    {
        return slots - 1;
    }

    /**
     * What is in a cell of a value. The index is compared with how many values there are, both raised by one; that the cell is
     * inside the array is told by the mask, since the length is a power of two, and by it -1 is the last. A caller's loop over
     * the few values of a section would else begin by working out how far each of its accesses is inside, which takes longer
     * than the loop.
     */
    private long cell(final int index, final int nth)
    {
        final long[] all = cells;
        Objects.checkIndex(index + 1, slots);
        return all[(index << CELLS_SHIFT | nth) & all.length - 1];
    }

    private long place(final int index)
    {
        return cell(index, PLACE);
    }

    /**
     * Whether there is no value.
     *
     * @param index from -1 to below {@link #size()}, here and everywhere.
     * @return true for null and for -1.
     * @throws IndexOutOfBoundsException if there is no such index, as everywhere.
     */
    public boolean isNull(final int index)
    {
        return is(index, Kind.NULL);
    }

    /**
     * Whether the value is of fixed width, so that its bits are all there is of it.
     *
     * @param index of the value.
     * @return true for numbers, booleans, characters, points in time, UUIDs and null; false for what has a length.
     */
    public boolean isFixed(final int index)
    {
        return place(index) >= 0;
    }

    /**
     * Whether the value is of a kind.
     *
     * @param index of the value.
     * @param kind  as {@link #kind} gives it.
     * @return true if it is.
     */
    public boolean is(final int index, final Kind kind)
    {
        return ValuePlace.isOf(place(index), kind.ordinal());
    }

    /**
     * How the value's bytes stand for it.
     *
     * @param index of the value.
     * @return the kind; {@link Kind#BYTES} of data, which may not have been loaded.
     */
    public Kind kind(final int index)
    {
        return KINDS[ValuePlace.kind(place(index))];
    }

    /**
     * Where the value's bytes begin.
     *
     * @param index of the value.
     * @return in bytes from the start of the message; 0 for -1.
     */
    public int offset(final int index)
    {
        return offset(place(index));
    }

    /** Where that is in the message; 0 of no value, which has no place. */
    private int offset(final long place)
    {
        return place == 0 ? 0 : ValuePlace.offset(place) - base;
    }

    /**
     * The length of the value as it stands in the message: without its constructor, and without the length of a text.
     *
     * @param index of the value.
     * @return in bytes.
     */
    public int length(final int index)
    {
        return ValuePlace.length(place(index));
    }

    /**
     * A bookmark of the value, as {@link Cursor#mark()} is.
     *
     * @param index of the value.
     * @return a mark for {@link FrameView#at}, good while the same frame is wrapped.
     */
    public long mark(final int index)
    {
        final long place = place(index);
        return place == 0 ? 0 : ValuePlace.mark(place, base);
    }

    /**
     * The value's own bits, by the rules of {@link Cursor#getLongBits}.
     *
     * @param index of the value.
     * @return the bits; 0 for null and for what is not {@link #isFixed}.
     */
    public long getLongBits(final int index)
    {
        return cell(index, BITS);
    }

    /**
     * The first eight bytes of a UUID or decimal128.
     *
     * @param index of the value.
     * @return the bits; 0 for all other values.
     */
    public long getHighLongBits(final int index)
    {
        return (WIDE >>> ValuePlace.kind(place(index)) & 1) != 0 ? cell(index, HIGH) : 0;
    }

    /**
     * The value as a number, by the rules of {@link Cursor#getLong(long)}.
     *
     * @param index     of the value.
     * @param otherwise to answer if it is null, no number, or outside the range of int64.
     * @return the number, or {@code otherwise}.
     */
    public long getLong(final int index, final long otherwise)
    {
        return cursor(place(index)).getLong(otherwise);
    }

    /**
     * The value as a number, by the rules of {@link Cursor#getInt(int)}.
     *
     * @param index     of the value.
     * @param otherwise to answer if it is null, no number, or outside the range of int32.
     * @return the number, or {@code otherwise}.
     */
    public int getInt(final int index, final int otherwise)
    {
        final long value = getLong(index, otherwise);
        return value == (int)value ? (int)value : otherwise;
    }

    /**
     * The value as a number, by the rules of {@link Cursor#getDouble(double)}.
     *
     * @param index     of the value.
     * @param otherwise to answer if it is null or no number.
     * @return the number, or {@code otherwise}.
     */
    public double getDouble(final int index, final double otherwise)
    {
        return cursor(place(index)).getDouble(otherwise);
    }

    /**
     * The value as a boolean, by the rules of {@link Cursor#getBoolean(boolean)}.
     *
     * @param index        of the value.
     * @param defaultValue to return if it is null or no boolean.
     * @return the boolean, or {@code defaultValue}.
     */
    public boolean getBoolean(final int index, final boolean defaultValue)
    {
        return cursor(place(index)).getBoolean(defaultValue);
    }

    /**
     * The value as {@link Cursor#toText()} has it. Allocates the text.
     *
     * @param index of the value.
     * @return the text, or null for null and for values without a text.
     */
    public String toText(final int index)
    {
        return cursor(place(index)).toText();
    }

    /**
     * Copies the value's text, or the bytes of a binary or body, into an array.
     *
     * @param index     of the value.
     * @param dst       array to copy into.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return bytes written, 0 for null; or {@code -1} if {@code dst} is too short, then nothing was written.
     */
    public int copyTo(final int index, final byte[] dst, final int dstOffset)
    {
        return cursor(place(index)).copyTo(dst, dstOffset);
    }

    /**
     * Points a cursor at the value.
     *
     * @param index of the value.
     * @param value to point.
     * @return {@code value}, valid while the frame is wrapped.
     */
    public Cursor value(final int index, final Cursor value)
    {
        return point(place(index), value);
    }

    /**
     * Points a cursor at the key of an entry.
     *
     * @param index of the entry's value.
     * @param key   to point.
     * @return {@code key}, valid while the frame is wrapped; at null if the value has no key.
     */
    public Cursor key(final int index, final Cursor key)
    {
        return point(cell(index, KEY), key);
    }

    /**
     * The length of an entry's key as it stands in the message: without its constructor, and without the length of a text.
     *
     * @param index of the entry's value.
     * @return in bytes; 0 if the value has no key.
     */
    public int keyLength(final int index)
    {
        return ValuePlace.length(cell(index, KEY));
    }

    /**
     * Copies the text of an entry's key into an array.
     *
     * @param index     of the entry's value.
     * @param dst       array to copy into.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return bytes written, 0 if the value has no key; or {@code -1} if {@code dst} is too short, then nothing was written.
     */
    public int copyKeyTo(final int index, final byte[] dst, final int dstOffset)
    {
        return cursor(cell(index, KEY)).copyTo(dst, dstOffset);
    }

    private Cursor cursor(final long place)
    {
        return point(place, cursor);
    }

    /** The window may have moved on since, or been moved by another reader; then the value is loaded again. */
    private Cursor point(final long place, final Cursor at)
    {
        final int offset = offset(place);
        final int length = ValuePlace.length(place);
        final int kind = ValuePlace.kind(place);
        if (kind != Kinds.BYTES && (frame.arrayOffset() < 0 || frame.loadedEnd() - offset < length))
        {
            return frame.at(Cursor.mark(offset, length, kind), at);
        }
        at.bind(frame);
        return at.point(offset, length, kind);
    }
}

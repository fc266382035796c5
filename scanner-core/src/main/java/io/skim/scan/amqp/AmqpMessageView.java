package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Random access to the values of an AMQP message: fields of sections by {@link AmqpField}, application properties and annotations
 * by name, or all values one after the other.
 *
 * <pre>
 * if (!view.wrap(frame)) { throw view.fault().toException(); }
 * ttl = view.getLong(view.indexOf(AmqpField.TTL), -1);                     // -1 also if the message has none
 * trace = view.toText(view.property("traceparent"));                       // null if there is none
 * for (int i = view.begin(AmqpField.APPLICATION_PROPERTIES); i &lt; view.end(AmqpField.APPLICATION_PROPERTIES); i++)
 * {
 *     if (view.isFixed(i)) { onNumber(view.key(i, key), view.getLongBits(i)); }
 *     else { onText(view.key(i, key), view.value(i, value)); }
 * }
 * </pre>
 *
 * Or section by section: {@link #sectionCount()}, {@link #section}, {@link #begin(int)} and {@link #end(int)}. The values of a
 * section have consecutive indices. The values of a header and of properties are their fields, in the order of {@link AmqpField},
 * up to the last one that was sent. The values of a map are its entries, with all of several equal keys (peers take the last). A
 * body section is one value; consecutive body sections are one section. Compound values are not entered:
 * {@link AmqpReader#enter} does that.
 * <p>
 * The index of a missing value is -1, which every method reads as null. A conversion that fails returns the default value. The
 * view has the same values, and refuses the same messages, as a scan of {@link AmqpScanner} with
 * {@link AmqpInterest.Builder#everything()}. For a few values a scanner is faster, because it skips undeclared sections.
 * <p>
 * Values are read from the frame on demand: they are valid while the frame stays wrapped, and until the next message. With
 * assertions on, every later call with a value's index throws an {@link IllegalStateException}. A refused message has no values.
 * Allocates only {@link #toText}, and room for more values than any message before had. The room for a message of more than 500,000
 * values is given up with the next message. One thread at a time. After {@link #reset()} the view does not refer to the frame.
 */
public final class AmqpMessageView
{
    private static final AmqpInterest EVERYTHING = AmqpScanner.interest().everything().build();
    private static final FrameView NO_FRAME = new FrameView();
    private static final int FIRST_SECTIONS = 16;
    private static final int RANK_SHIFT = 28;
    private static final int VALUES = (1 << RANK_SHIFT) - 1;
    private static final Kind[] KINDS = Kind.values();
    private static final AmqpField[] SECTIONS = AmqpInterest.SECTIONS;
    /** Kinds whose values have a length of their own. */
    private static final long SIZED = 1L << Kinds.TEXT | 1L << Kinds.SYMBOL | 1L << Kinds.BINARY | 1L << Kinds.BYTES
        | 1L << Kinds.LIST | 1L << Kinds.MAP | 1L << Kinds.ARRAY | 1L << Kinds.DESCRIBED;
    private static final long NULL = Cursors.mark(0, 0, Kinds.NULL);

    private final AmqpScan scan;
    private final MessageIndexer indexer;
    final ItemIndex items;
    private final Cursor cursor = new Cursor();
    private FrameView frame = NO_FRAME;
    /** {@link FrameView#wraps()} of the frame. */
    private int wraps;
    private int size;
    /** Of each section its rank, and in the bits below {@link #RANK_SHIFT} how many values there are up to its end. */
    private int[] marks = new int[FIRST_SECTIONS];
    private int sections;
    /** By rank, which section was the last of it; of ranks that no section has, any number. */
    private final int[] latest = new int[AmqpField.SECTIONS];

    /** Makes a strict view with the default limits. */
    public AmqpMessageView()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a view.
     *
     * @param limits     bounds of lengths, counts and depth.
     * @param strictness whether to refuse or to read the oddities that a peer accepts, such as another order of sections.
     */
    public AmqpMessageView(final Limits limits, final Strictness strictness)
    {
        scan = new AmqpScan(limits, strictness);
        indexer = new MessageIndexer(scan);
        items = scan.items;
        items.viewed = true;
    }

    /**
     * Checks a message and indexes it.
     *
     * @param message wrapped on one message; it stays wrapped while the values are read.
     * @return false if the message is refused; then there are no values, and {@link #fault()} has the reason. A message of more
     *     than 268,435,455 bytes is refused as too long.
     * @throws IllegalStateException if the frame is not wrapped.
     */
    public boolean wrap(final FrameView message)
    {
        size = 0;
        sections = 0;
        scan.begin(message, false, 0);
        try
        {
            if (indexer.index(message, EVERYTHING) < 0)
            {
                return false;
            }
            if (frame != message)
            {
                frame = message;
            }
            wraps = message.wraps();
            size = items.count >> 1;
            markSections();
            return true;
        }
        finally
        {
            scan.end(true);
        }
    }

    /** Releases the frame. There are no values, as of a refused message. */
    public void reset()
    {
        size = 0;
        sections = 0;
        frame = NO_FRAME;
        Cursors.bind(cursor, NO_FRAME);
        Faults.reset(scan.fault);
    }

    private void markSections()
    {
        final SectionIndex index = scan.sections;
        if (index.count > marks.length)
        {
            marks = new int[index.ranks.length];
        }
        int last = 0;
        int items = 0;
        for (int section = 0; section < index.count; section++)
        {
            final int rank = index.ranks[section];
            final boolean isBody = rank >= SectionIndex.DATA && rank < SectionIndex.FOOTER;
            if (isBody && last > 0 && marks[last - 1] >>> RANK_SHIFT == rank)
            {
                last--;
            }
            items = Math.max(items, index.endOfItems(section));
            marks[last] = rank << RANK_SHIFT | items >> 1;
            latest[rank] = last++;
        }
        sections = last;
    }

    /**
     * The reason why the last message was refused.
     *
     * @return this view's own fault, which the next message resets; absent if the message was not refused.
     */
    public Fault fault()
    {
        return scan.fault;
    }

    /**
     * The number of sections of the message. Consecutive body sections count as one.
     *
     * @return from 0.
     */
    public int sectionCount()
    {
        return sections;
    }

    /**
     * The field that names a section.
     *
     * @param section from 0, in the order of the wire.
     * @return the field of {@link AmqpField} that is the section.
     * @throws IndexOutOfBoundsException if there is no such section, as in all methods with a section's number.
     */
    public AmqpField section(final int section)
    {
        return SECTIONS[sectionMark(section) >>> RANK_SHIFT];
    }

    private int sectionMark(final int section)
    {
        return marks[Objects.checkIndex(section, sections)];
    }

    /**
     * The beginning of a section.
     *
     * @param section from 0, in the order of the wire.
     * @return the index of its first value.
     */
    public int begin(final int section)
    {
        return Objects.checkIndex(section, sections) == 0 ? 0 : marks[section - 1] & VALUES;
    }

    /**
     * The end of a section.
     *
     * @param section from 0, in the order of the wire.
     * @return the index behind its last value.
     */
    public int end(final int section)
    {
        return sectionMark(section) & VALUES;
    }

    /**
     * The beginning of the section of a field; of the last one if there are several, which only lenient accepts.
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
     * The end of the section of a field; of the last one if there are several, which only lenient accepts.
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
        // A stale entry of an earlier message has another rank.
        return last < sections && marks[last] >>> RANK_SHIFT == rank ? last : -1;
    }

    /**
     * The index of a field of the header or the properties, or of the first value of a body.
     *
     * @param field to find.
     * @return the index of the value, which may be null; -1 if the message does not have the field or its section, or if it is a
     *     section with fields or entries.
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
     * The index of the value of an entry.
     *
     * @param section the section: application properties, annotations or the footer.
     * @param name    of the entry, exactly: a string in application properties, a symbol elsewhere.
     * @return the index of the last value of that name, which peers use; -1 if there is none.
     */
    public int indexOf(final AmqpField section, final String name)
    {
        if (SECTIONS[section.section].kinds != 1L << Kinds.MAP)
        {
            return -1;
        }
        assert isCurrent();
        final int kind = AmqpInterest.nameKind(section.section);
        final int begin = begin(section);
        for (int index = end(section) - 1; index >= begin; index--)
        {
            final long key = items.items[2 * index];
            // No character takes more than three bytes in UTF-8, and none less than one.
            if (ItemIndex.kind(key) == kind && ItemIndex.length(key) >= name.length() && point(key, cursor)
                .contentEquals(name))
            {
                return index;
            }
        }
        return -1;
    }

    /**
     * The index of the value of an application property.
     *
     * @param name of the property, exactly.
     * @return the index of the last value of that name; -1 if there is none.
     */
    public int property(final String name)
    {
        return indexOf(AmqpField.APPLICATION_PROPERTIES, name);
    }

    /**
     * The number of values in all sections.
     *
     * @return from 0.
     */
    public int size()
    {
        return size;
    }

    /** The mark of a value; of -1 that of null. */
    private long place(final int index)
    {
        Objects.checkIndex(index + 1, size + 1);
        assert isCurrent();
        return index < 0 ? NULL : items.items[2 * index + 1];
    }

    /** With assertions on: the index is of the message that the view is wrapped on. */
    private boolean isCurrent()
    {
        if (size > 0 && frame.wraps() != wraps)
        {
            throw new IllegalStateException("the frame's view has been reset or wrapped anew: call wrap first");
        }
        return true;
    }

    /** The mark of an entry's key; of a value that has none that of null. */
    private long name(final int index)
    {
        Objects.checkIndex(index + 1, size + 1);
        assert isCurrent();
        final long name = index < 0 ? NULL : items.items[2 * index];
        return name < 0 ? NULL : name;
    }

    /**
     * Whether a value is null or missing.
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
     * Whether the value has a fixed width: {@link #getLongBits} and {@link #getHighLongBits} give all of it.
     *
     * @param index of the value.
     * @return true for numbers, booleans, characters, timestamps, UUIDs and null; false for values with a length.
     */
    public boolean isFixed(final int index)
    {
        return (SIZED >>> ItemIndex.kind(place(index)) & 1) == 0;
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
        return ItemIndex.kind(place(index)) == kind.ordinal();
    }

    /**
     * How to read the bytes of the value.
     *
     * @param index of the value.
     * @return the kind; {@link Kind#BYTES} of data, which may not have been loaded.
     */
    public Kind kind(final int index)
    {
        return KINDS[ItemIndex.kind(place(index))];
    }

    /**
     * The offset of the bytes of the value.
     *
     * @param index of the value.
     * @return in bytes from the start of the message; 0 for -1.
     */
    public int offset(final int index)
    {
        return ItemIndex.offset(place(index));
    }

    /**
     * The length of the value in the message, without its constructor, and without the length of a text.
     *
     * @param index of the value.
     * @return in bytes.
     */
    public int length(final int index)
    {
        return ItemIndex.length(place(index));
    }

    /**
     * The mark of the value, as {@link Cursor#mark()}.
     *
     * @param index of the value.
     * @return a mark for {@link FrameView#at}, valid while the same frame is wrapped.
     */
    public long mark(final int index)
    {
        return place(index);
    }

    /**
     * The bits of the value, by the rules of {@link Cursor#getLongBits}.
     *
     * @param index of the value.
     * @return the bits; 0 for null and for values that are not {@link #isFixed}.
     */
    public long getLongBits(final int index)
    {
        return isFixed(index) ? cursor(place(index)).getLongBits() : 0;
    }

    /**
     * The first eight bytes of a UUID or decimal128.
     *
     * @param index of the value.
     * @return the bits; 0 for all other values.
     */
    public long getHighLongBits(final int index)
    {
        return isFixed(index) ? cursor(place(index)).getHighLongBits() : 0;
    }

    /**
     * The value as a number, by the rules of {@link Cursor#getLong(long)}.
     *
     * @param index        of the value.
     * @param defaultValue to return if it is null, no number, or outside the range of int64.
     * @return the number, or {@code defaultValue}.
     */
    public long getLong(final int index, final long defaultValue)
    {
        return cursor(place(index)).getLong(defaultValue);
    }

    /**
     * The value as a number, by the rules of {@link Cursor#getInt(int)}.
     *
     * @param index        of the value.
     * @param defaultValue to return if it is null, no number, or outside the range of int32.
     * @return the number, or {@code defaultValue}.
     */
    public int getInt(final int index, final int defaultValue)
    {
        final long value = getLong(index, defaultValue);
        return value == (int)value ? (int)value : defaultValue;
    }

    /**
     * The value as a number, by the rules of {@link Cursor#getDouble(double)}.
     *
     * @param index        of the value.
     * @param defaultValue to return if it is null or no number.
     * @return the number, or {@code defaultValue}.
     */
    public double getDouble(final int index, final double defaultValue)
    {
        return cursor(place(index)).getDouble(defaultValue);
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
     * The text of the value, as {@link Cursor#toText()}. Allocates.
     *
     * @param index of the value.
     * @return the text, or null for null and for values without a text.
     */
    public @Nullable String toText(final int index)
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
        return point(name(index), key);
    }

    /**
     * The length of an entry's key in the message, without its constructor, and without the length of a text.
     *
     * @param index of the entry's value.
     * @return in bytes; 0 if the value has no key.
     */
    public int keyLength(final int index)
    {
        return ItemIndex.length(name(index));
    }

    private Cursor cursor(final long place)
    {
        return point(place, cursor);
    }

    /** Loads the value again if the window has moved. */
    private Cursor point(final long place, final Cursor at)
    {
        final int offset = ItemIndex.offset(place);
        final int length = ItemIndex.length(place);
        final int kind = ItemIndex.kind(place);
        if (kind != Kinds.BYTES && !Frames.isLoaded(frame, offset, length))
        {
            return frame.at(place, at);
        }
        Cursors.bind(at, frame);
        return Cursors.point(at, offset, length, kind);
    }

    @Override
    public String toString()
    {
        return "AmqpMessageView[" + (scan.fault.isPresent() ? scan.fault.toMessage()
            : sections + " sections, " + size + " values") + ']';
    }
}

package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import java.util.Arrays;

/**
 * Where the values of containers stand, in the order of the wire: the index that every consumer reads. An item is one number,
 * the {@link Cursor#mark} of a value, with a flag above it.
 *
 * <pre>
 * of a section, a performative, a map whose keys were declared    name value   name value   ...
 * of what a compound value holds                                  value ...    KEY|mark value ...    END|mark of the container
 * </pre>
 *
 * A <em>name</em> is the mark of the entry's key, or the complement of the handler's id if the field or key was declared. A
 * compound value that is entered is followed by what it holds, up to its own {@link #END}. A map's key that is compound is
 * checked and not entered.
 * <p>
 * Each method has a fast path, a loop over values that are nearly always as they are here, and a slow path for one value,
 * {@link AmqpReader}, which alone makes faults. Both write the same items. The array grows with the values of a frame, up to
 * eight or sixteen bytes for each of its bytes; one that has grown beyond {@link #KEPT} is let go of after the scan, or, if a
 * view reads it, before the next.
 */
final class ItemIndex
{
    /** Marks the end of a container. */
    static final long END = 1L << 63;
    /** Marks the key of an entry in a map that was entered. */
    static final long KEY = 1L << 62;
    /** What a method gives when the first match of each declared id was found. */
    static final int SATISFIED = 1;

    private static final int MALFORMED = AmqpReader.MALFORMED;
    private static final int FIRST_ITEMS = 128;
    /** Items that are kept from one scan to the next: 8 MiB. */
    private static final int KEPT = 1 << 20;
    static final int KIND_SHIFT = Long.numberOfTrailingZeros(Cursors.mark(0, 0, 1));
    static final int OFFSET_SHIFT = Long.numberOfTrailingZeros(Cursors.mark(1, 0, 0));
    private static final int KIND_MASK = 0x3F;
    /** The greatest offset, and the greatest length. */
    static final int MOST = (1 << OFFSET_SHIFT) - 1;
    /** Bits that the count of keys and values must not have: it is even, and an int. */
    private static final int ODD_COUNT = Integer.MIN_VALUE | 1;
    /** Octets of code and length before a short text. */
    private static final int HEAD = 2;
    /** Octets of code, size and count before what a list or map holds. */
    private static final int SHORT_HEAD = 3;
    private static final int WIDE_HEAD = 1 + 2 * Integer.BYTES;
    /**
     * By code: the mark of a value whose constructor stands at 0, less the number of octets before its body, so that adding the
     * value's whole length gives the mark; -1 for codes that the slow path takes.
     */
    private static final long[] MARKS = new long[256];

    static
    {
        for (int code = 0; code < MARKS.length; code++)
        {
            final boolean isText = code >>> 4 == FormatCodes.VARIABLE && FormatCodes.kind(code) >= 0;
            MARKS[code] = isText ? Cursors.mark(HEAD, 0, FormatCodes.kind(code)) - HEAD
                : FormatCodes.fixedKind(code) >= 0 ? Cursors.mark(1, 0, FormatCodes.fixedKind(code)) - 1 : -1;
        }
    }

    long[] items = new long[FIRST_ITEMS];
    int count;
    /** Where a fast path of a section has stopped, and how many items are left; below zero if it was not begun. */
    int position;
    int left;
    /** Whether a view reads the items after the scan. */
    boolean viewed;
    /** Whether the fast paths are used; not by the test that compares them with the slow ones. */
    boolean fast = true;

    private final AmqpReader reader;
    /** Ids of which no value was found yet, if the first match is to win; else a bit that no id has. */
    private long missing;
    private boolean firstMatchWins;

    ItemIndex(final AmqpReader reader)
    {
        this.reader = reader;
    }

    static int offset(final long item)
    {
        return (int)(item >>> OFFSET_SHIFT) & MOST;
    }

    static int length(final long item)
    {
        return (int)item & MOST;
    }

    static int kind(final long item)
    {
        return (int)(item >>> KIND_SHIFT) & KIND_MASK;
    }

    static boolean isCompound(final long item)
    {
        return Kinds.isCompound(kind(item));
    }

    /** Begins a frame. */
    void begin(final boolean firstMatch, final long ids)
    {
        count = 0;
        // A view has kept what it indexed before up to now.
        letGo();
        firstMatchWins = firstMatch;
        missing = ids;
    }

    /** Ends the use of what was indexed, unless a view goes on reading it. */
    void trim()
    {
        if (!viewed)
        {
            letGo();
        }
    }

    /** Lets go of an array that a large message has made grow. */
    private void letGo()
    {
        if (items.length > KEPT)
        {
            items = new long[FIRST_ITEMS];
        }
    }

    /** Notes that a declared id was found; true if that was the last one and the first match is to win. */
    boolean isSatisfied(final int id)
    {
        return firstMatchWins && (missing &= ~(1L << id)) == 0;
    }

    /** Makes room for so many more items. */
    private void room(final int more)
    {
        if (items.length - count < more)
        {
            items = Arrays.copyOf(items, Integer.highestOneBit(count + more - 1) << 1);
        }
    }

    /** The mark of the reader's value. */
    private long mark()
    {
        return Cursors.mark(reader.offset, reader.length, reader.kind);
    }

    /** Adds the reader's value under a name, and what it holds if that is wanted. */
    private int put(final long name, final boolean nested)
    {
        room(2);
        items[count++] = name;
        items[count++] = mark();
        return nested && reader.isOnCompound() ? nest() : name < 0 && isSatisfied((int)~name) ? SATISFIED : 0;
    }

    /** Adds the reader's value, which was declared; it was checked. */
    int declared(final int id, final boolean nested)
    {
        return put(~(long)id, nested);
    }

    /** The fast path of one value that is loaded: whether it is a scalar of which nothing is to be refused, or a text in ASCII. */
    boolean isPlain(final FrameView message, final long value)
    {
        final int kind = kind(value);
        if (!fast || kind == Kinds.CHAR || Kinds.isCompound(kind))
        {
            return false;
        }
        final int from = Frames.arrayOffset(message) + offset(value);
        final int length = length(value);
        // Short texts are looked at together with the bytes before them, which are not there at an array's start.
        return !ValueReader.isChecked(kind) || from + length >= Long.BYTES
            && Words.isAscii(Frames.array(message), from, length);
    }

    /** Adds a value that was declared; it was checked, or is not read. */
    int declared(final int id, final long mark)
    {
        room(2);
        items[count++] = ~(long)id;
        items[count++] = mark;
        return isSatisfied(id) ? SATISFIED : 0;
    }

    /** The index of an array's last eight bytes; below zero if the fast paths cannot be used. */
    private int lastWord(final byte[] array)
    {
        return fast ? array.length - Long.BYTES : -1;
    }

    /** Eight bytes; at the array's end what is missing is zero. */
    private static long word(final byte[] array, final int at, final int last)
    {
        return at <= last ? Words.getLongLittleEndian(array, at)
            : Words.getLongLittleEndian(array, last) >>> Byte.SIZE * (at - last);
    }

    /**
     * Where a value ends that has a mark in {@link #MARKS}. Each width stands behind a branch of its own, so that the processor
     * goes on with the next value before it has loaded this one's code.
     *
     * @return the index behind it; above any if it is a text that is not short and in ASCII.
     */
    private static int next(final byte[] array, final int at, final int end, final long word)
    {
        switch ((int)word >>> 4 & 0xF)
        {
            case 0x4:
                return at + 1;
            case 0x5:
                return at + 2;
            case 0x6:
                return at + 3;
            case 0x7:
                return at + 5;
            case 0x8:
                return at + 9;
            case FormatCodes.VARIABLE:
                final int size = (int)word >>> 8 & 0xFF;
                final int next = at + HEAD + size;
                return next <= end && (((int)word & 0xFF) == FormatCodes.BINARY || AsciiText.isGood(array, at, next,
                    word, size)) ? next : Integer.MAX_VALUE;
            default:
                return at + 17;
        }
    }

    /**
     * Adds the fields of a section that was opened.
     *
     * @param ids   by field, of those that are wanted.
     * @param first the ordinal of the first field.
     * @param most  how many there may be.
     * @return 0, {@link #SATISFIED}, or -1 with the fault set.
     */
    int fields(final AmqpScan scan, final int[] ids, final int first, final int most)
    {
        final int given = reader.openCount();
        if (given > most)
        {
            return Faults.at(scan.fault, reader.position, Reason.TOO_MANY_FIELDS, given, most);
        }
        final int end = first + given;
        int field = end - reader.remaining;
        room(2 * reader.remaining);
        while (true)
        {
            field = plainFields(reader.array, reader.base, reader.position, reader.limit, ids, field, end);
            reader.moveTo(position, left);
            if (field >= end)
            {
                return field > end ? SATISFIED : reader.end(reader.position) < 0 ? MALFORMED : 0;
            }
            final int from = reader.position;
            final int next = reader.value(from);
            if (next < 0 || ids[field] >= 0 && reader.check() < 0)
            {
                return MALFORMED;
            }
            if ((AmqpInterest.FIELD_KINDS[field] >>> reader.kind & 1) == 0)
            {
                return scan.wrongField(field, from);
            }
            if (ids[field] >= 0 && put(~(long)ids[field], false) != 0)
            {
                return SATISFIED;
            }
            reader.moveTo(next, reader.remaining - 1);
            field++;
        }
    }

    /** The fast path, from a place on: the field stopped at; above {@code endField} if the first match of all ids was found. */
    private int plainFields(final byte[] array, final int base, final int from, final int limit, final int[] ids,
        final int firstField, final int endField)
    {
        final int end = base + limit;
        final int last = lastWord(array);
        final long[] into = items;
        int put = count;
        int at = base + from;
        int field = firstField;
        while (field < endField && at < end && last >= 0)
        {
            final long word = word(array, at, last);
            final long mark = MARKS[(int)word & 0xFF];
            // Shifted by the kind alone, and by 63 if there is none.
            if ((AmqpInterest.FIELD_KINDS[field] >>> (mark >> KIND_SHIFT) & 1) == 0 || mark < 0)
            {
                break;
            }
            final int next = next(array, at, end, word);
            if (next > end)
            {
                break;
            }
            final int id = ids[field];
            if (id >= 0)
            {
                into[put] = ~(long)id;
                into[put + 1] = mark + ((long)(at - base) << OFFSET_SHIFT) + (next - at);
                put += 2;
                if (firstMatchWins && isSatisfied(id))
                {
                    field = endField + 1;
                    break;
                }
            }
            at = next;
            field++;
        }
        count = put;
        position = at - base;
        left = Math.max(0, endField - field);
        return field;
    }

    /**
     * Adds all entries of a section's map that was opened; those whose keys were declared under their ids.
     *
     * @param keys   the declared keys.
     * @param every  whether the entries whose keys were not declared are wanted too.
     * @param nested whether what compound values hold is wanted.
     * @return 0, {@link #SATISFIED}, or -1 with the fault set.
     */
    int entries(final AmqpScan scan, final int section, final KeyTable keys, final boolean every,
        final boolean nested)
    {
        final int code = AmqpInterest.nameCode(section);
        while (reader.remaining > 0)
        {
            if (every)
            {
                everyEntry(reader.array, reader.base, reader.position, reader.limit, reader.remaining, keys, code);
                reader.moveTo(position, left);
            }
            else if (declaredEntries(keys, code) == SATISFIED)
            {
                return SATISFIED;
            }
            final int result = reader.remaining > 0 ? entry(scan, section, keys, every, nested) : 0;
            if (result != 0)
            {
                return result;
            }
        }
        return reader.end(reader.position) < 0 ? MALFORMED : 0;
    }

    /** The fast path of all entries: up to one whose key or value is not usual. */
    private void everyEntry(final byte[] array, final int base, final int from, final int limit, final int given,
        final KeyTable keys, final int code)
    {
        final int end = base + limit;
        final int last = lastWord(array);
        final boolean named = keys.size() > 0;
        final long keyMark = MARKS[code];
        int more = given;
        room(Math.min(more, FIRST_ITEMS));
        final long[] into = items;
        final int full = into.length - 1;
        int put = count;
        int at = base + from;
        while (more > 0 && at < end && last >= 0 && put < full)
        {
            final long word = word(array, at, last);
            final int size = (int)word >>> 8 & 0xFF;
            final int value = at + HEAD + size;
            if (((int)word & 0xFF) != code || value >= end || !AsciiText.isGood(array, at, value, word, size))
            {
                break;
            }
            final long valueWord = word(array, value, last);
            final long mark = MARKS[(int)valueWord & 0xFF];
            final int next = next(array, value, end, valueWord);
            if (mark < 0 || next > end)
            {
                break;
            }
            final int id = named ? keys.find(array, at, size, word) : KeyTable.NOT_FOUND;
            into[put] = id >= 0 ? ~(long)id : keyMark + ((long)(at - base) << OFFSET_SHIFT) + (value - at);
            into[put + 1] = mark + ((long)(value - base) << OFFSET_SHIFT) + (next - value);
            put += 2;
            at = next;
            more -= 2;
        }
        count = put;
        position = at - base;
        left = more;
    }

    /**
     * The fast path into a section's list or map that is loaded. What it takes of size and count is what {@link AmqpReader#open}
     * takes; {@code position} and {@code left} are before its first item, or {@code left} is below zero.
     *
     * @param most how many items it may have.
     * @param odd  bits that the count must not have.
     */
    private void openSection(final byte[] array, final int base, final long container, final int most, final int odd)
    {
        final int length = length(container);
        final int from = base + offset(container);
        // The size's first octet is all of it, or else zero; a list without any has no items.
        final boolean isShort = length == 0 || (array[from] & 0xFF) == length - 1;
        final int head = length == 0 ? 0 : isShort ? 2 : 2 * Integer.BYTES;
        final int given =
            length == 0 ? 0 : isShort ? array[from + 1] & 0xFF : Words.getInt(array, from + Integer.BYTES);
        position = offset(container) + head;
        left = !fast || (given & odd) != 0 || given > length - head || given > most ? MALFORMED : given;
    }

    /**
     * The fast path of all fields of a section that is loaded, see {@link #fields}.
     *
     * @return 0 if those were all, {@link #SATISFIED}, or -1: then the slow path goes on.
     */
    int fields(final FrameView message, final long list, final int[] ids, final int first, final int most)
    {
        final byte[] array = Frames.array(message);
        final int base = Frames.arrayOffset(message);
        openSection(array, base, list, most, Integer.MIN_VALUE);
        if (left < 0)
        {
            return MALFORMED;
        }
        room(2 * left);
        final int endField = first + left;
        final int end = offset(list) + length(list);
        final int field = plainFields(array, base, position, end, ids, first, endField);
        return field > endField ? SATISFIED : left == 0 && position == end ? 0 : MALFORMED;
    }

    /**
     * The fast path of all entries of a section's map that is loaded, see {@link #entries}.
     *
     * @param most how many keys and values it may have.
     * @return 0 if those were all, {@link #SATISFIED}, or -1: then the slow path goes on.
     */
    int entries(final FrameView message, final long map, final KeyTable keys, final boolean every, final int code,
        final int most)
    {
        final byte[] array = Frames.array(message);
        final int base = Frames.arrayOffset(message);
        openSection(array, base, map, most, ODD_COUNT);
        if (left < 0)
        {
            return MALFORMED;
        }
        final int end = offset(map) + length(map);
        if (!every)
        {
            return declaredEntries(array, base, base + position, base + end, left, keys, code);
        }
        everyEntry(array, base, position, end, left, keys, code);
        return left == 0 && position == end ? 0 : MALFORMED;
    }

    /** As the other, from where the reader stands in a map; moves it. */
    private int declaredEntries(final KeyTable keys, final int code)
    {
        final int base = reader.base;
        final int result = declaredEntries(reader.array, base, base + reader.position, base + reader.limit,
            reader.remaining, keys, code);
        reader.moveTo(position, left);
        return result;
    }

    private int declaredEntries(final byte[] array, final int base, final int from, final int end, final int given,
        final KeyTable keys, final int code)
    {
        final int last = lastWord(array);
        int more = given;
        int at = from;
        int result = MALFORMED;
        while (result < 0 && last >= 0)
        {
            if (keys.mask != 0)
            {
                final long to = passEntries(array, at, end, more, keys, code);
                at = (int)to;
                more = (int)(to >>> Integer.SIZE);
            }
            if (more == 0 || at >= end)
            {
                result = more == 0 && at == end ? 0 : MALFORMED;
                break;
            }
            final long word = word(array, at, last);
            final int size = (int)word >>> 8 & 0xFF;
            final int value = at + HEAD + size;
            if (((int)word & 0xFF) != code || value >= end)
            {
                break;
            }
            final long valueWord = word(array, value, last);
            final int width = FormatCodes.width((int)valueWord & 0xFF);
            final int next = value + (width == FormatCodes.SIZED ? HEAD + ((int)valueWord >>> 8 & 0xFF) : 1 + width);
            if (next > end || width < 0)
            {
                break;
            }
            final int id = keys.find(array, at, size, word);
            if (id >= 0)
            {
                final long mark = MARKS[(int)valueWord & 0xFF];
                if (mark < 0 || next(array, value, end, valueWord) > end)
                {
                    break;
                }
                room(2);
                items[count++] = ~(long)id;
                items[count++] = mark + ((long)(value - base) << OFFSET_SHIFT) + (next - value);
                result = isSatisfied(id) ? SATISFIED : MALFORMED;
            }
            at = next;
            more -= 2;
        }
        position = at - base;
        left = more;
        return result;
    }

    /**
     * If one key is declared: passes over entries by their sizes, their texts not looked at, up to one whose key may be it or that
     * is not usual. The loop counts, calls nothing and has one load for a value's code and size. The usual widths stand behind
     * branches, so that the processor goes on with the next entry before it has loaded this one's value.
     *
     * @return the index of the entry stopped at, with the count of keys and values left above it.
     */
    private static long passEntries(final byte[] array, final int from, final int end, final int given,
        final KeyTable keys, final int code)
    {
        final long head = keys.head;
        final long mask = keys.mask;
        final int last = array.length - Long.BYTES;
        int at = from;
        int more = given;
        for (; more > 0 && at <= last; more -= 2)
        {
            final long word = Words.getLongLittleEndian(array, at);
            final int size = (int)word >>> 8 & 0xFF;
            final int value = at + HEAD + size;
            if ((word & mask) == head || ((int)word & 0xFF) != code || value >= end || value > last)
            {
                break;
            }
            final int valueWord = (int)Words.getLongLittleEndian(array, value);
            final int width = FormatCodes.width(valueWord & 0xFF);
            final int next;
            if (width == FormatCodes.SIZED)
            {
                next = value + HEAD + (valueWord >>> 8 & 0xFF);
            }
            else if (width == Long.BYTES)
            {
                next = value + 1 + Long.BYTES;
            }
            else if (width == 1)
            {
                next = value + 2;
            }
            else if (width == 0)
            {
                next = value + 1;
            }
            else
            {
                next = value + 1 + width;
            }
            if (next > end || width < 0)
            {
                break;
            }
            at = next;
        }
        return (long)more << Integer.SIZE | at;
    }

    /** The slow path: the next entry of a section, whatever its key and value. */
    private int entry(final AmqpScan scan, final int section, final KeyTable keys, final boolean every,
        final boolean nested)
    {
        final int nameKind = AmqpInterest.nameKind(section);
        final int behindKey = reader.value(reader.position);
        final int offset = reader.offset;
        final int length = reader.length;
        final int kind = reader.kind;
        if (behindKey < 0 || (AmqpInterest.keyKinds(scan, section) >>> kind & 1) == 0)
        {
            return behindKey < 0 ? MALFORMED : scan.wrongKey(section);
        }
        final int id = kind == nameKind ? keys.find(reader.array, reader.base + offset, length) : KeyTable.NOT_FOUND;
        final boolean wanted = id >= 0 || every;
        if (wanted && nested && reader.isOnCompound() && reader.checkInside() < 0)
        {
            return MALFORMED;
        }
        final int next = wanted ? reader.value(behindKey) : reader.skip(behindKey);
        reader.moveTo(next, reader.remaining - 2);
        if (next < 0 || !wanted)
        {
            return next < 0 ? MALFORMED : 0;
        }
        if (reader.check() < 0 || id < 0 && reader.check(offset, length, kind) < 0)
        {
            return MALFORMED;
        }
        return put(id >= 0 ? ~(long)id : Cursors.mark(offset, length, kind), nested);
    }

    /**
     * Adds the entries of a map that was opened whose keys were declared, strings or symbols, and an {@link #END}.
     *
     * @return 0, or -1 with the fault set; then the map was left.
     */
    int named(final KeyTable keys)
    {
        while (reader.remaining > 0)
        {
            declaredEntries(keys, FormatCodes.STRING);
            if (reader.remaining > 0)
            {
                int at = reader.value(reader.position);
                final boolean isText = reader.kind == Kinds.TEXT || reader.kind == Kinds.SYMBOL;
                final int id = at >= 0 && isText
                    ? keys.find(reader.array, reader.base + reader.offset, reader.length) : KeyTable.NOT_FOUND;
                at = at < 0 ? MALFORMED : id < 0 ? reader.skip(at) : reader.value(at);
                if (at < 0 || id >= 0 && reader.check() < 0)
                {
                    return MALFORMED;
                }
                reader.moveTo(at, reader.remaining - 2);
                if (id >= 0)
                {
                    put(~(long)id, false);
                }
            }
        }
        room(2);
        items[count++] = END;
        return reader.advance() < 0 ? MALFORMED : 0;
    }

    /** Adds the reader's value, and, if it is compound, what it holds. */
    int value(final boolean nested)
    {
        room(1);
        items[count++] = mark();
        return nested && reader.isOnCompound() ? nest() : 0;
    }

    /**
     * Adds what the reader's compound value holds, the value itself being the last item: values in the order of the wire, up to
     * and with its end. A loop, for nesting is the peer's. The reader is on the same value afterwards.
     *
     * @return 0, or -1 with the fault set.
     */
    private int nest()
    {
        final int outer = reader.depth;
        int result = open();
        while (result >= 0 && reader.depth > outer)
        {
            if (!reader.isInArray())
            {
                plainItems(reader.position, reader.limit, reader.remaining, reader.isInMap());
            }
            result = reader.remaining > 0 ? item() : close();
        }
        return result < 0 ? MALFORMED : 0;
    }

    private int open()
    {
        return reader.open() < 0 || reader.isInArray() && reader.checkDescriptors() < 0 ? MALFORMED : 0;
    }

    private int close()
    {
        if (reader.advance() < 0)
        {
            return MALFORMED;
        }
        room(1);
        items[count++] = END | mark();
        return 0;
    }

    /** The next value of the innermost container, entered if it is compound and no key. */
    private int item()
    {
        final boolean isKey = reader.isInMap() && (reader.remaining & 1) == 0;
        if (!isKey && !reader.isInArray() && plainContainer())
        {
            return 0;
        }
        if (reader.next() < 0)
        {
            return MALFORMED;
        }
        room(1);
        items[count++] = isKey ? KEY | mark() : mark();
        return !reader.isOnCompound() ? 0 : isKey ? reader.checkInside() : open();
    }

    /**
     * The fast path of a list or map with all that it holds, which the reader comes to next.
     *
     * @return false if something of it is not usual or refused; then nothing was added, and the reader has not moved.
     */
    boolean plainContainer()
    {
        final byte[] array = reader.array;
        final int at = reader.position;
        final int room = reader.limit - at;
        final int from = reader.base + at;
        final int code = room < SHORT_HEAD || lastWord(array) < 0 || reader.depth == reader.maxDepth
            ? FormatCodes.NULL : array[from] & 0xFF;
        final boolean isWide = (code & FormatCodes.WIDE) != 0;
        if ((code & ~(FormatCodes.WIDE | 1)) != FormatCodes.LIST || isWide && room < WIDE_HEAD)
        {
            return false;
        }
        final int prefix = isWide ? Integer.BYTES : 1;
        final int size = isWide ? Words.getInt(array, from + 1) : array[from + 1] & 0xFF;
        final int elements = isWide ? Words.getInt(array, from + 1 + prefix) : array[from + 2] & 0xFF;
        final boolean isMap = (code & 1) != 0;
        if (size < prefix || size > room - 1 - prefix || elements < 0 || elements > size - prefix
            || elements > reader.maxElementCount || isMap && (elements & 1) != 0)
        {
            return false;
        }
        final int first = count;
        final int outer = reader.remaining;
        final int end = at + 1 + prefix + size;
        final long mark = Cursors.mark(at + 1, prefix + size, isMap ? Kinds.MAP : Kinds.LIST);
        room(1);
        items[count++] = mark;
        plainItems(at + 1 + 2 * prefix, end, elements, isMap);
        if (reader.remaining > 0 || reader.position < end)
        {
            count = first;
            reader.moveTo(at, outer);
            return false;
        }
        room(1);
        items[count++] = END | mark;
        reader.moveTo(end, outer - 1);
        return true;
    }

    /**
     * The fast path: values of a list, map or described value, up to one that is not usual. The reader has moved behind them.
     *
     * @param from  where the first of them stands.
     * @param limit where the container ends.
     * @param most  how many there are.
     */
    private void plainItems(final int from, final int limit, final int most, final boolean isMap)
    {
        final byte[] array = reader.array;
        final int base = reader.base;
        final int end = base + limit;
        final int last = lastWord(array);
        final long map = isMap ? KEY : 0;
        room(Math.min(most, FIRST_ITEMS));
        final long[] into = items;
        final int first = count;
        final int full = last < 0 ? first : first + Math.min(most, into.length - first);
        int put = first;
        int at = base + from;
        long key = (most & 1) == 0 ? map : 0;
        // Counted, so that the array of items is checked once. At the container's end no value fits in.
        for (; put < full; put++)
        {
            final long word = word(array, at, last);
            final long mark = MARKS[(int)word & 0xFF];
            final int next = next(array, at, end, word);
            if (mark < 0 || next > end)
            {
                break;
            }
            into[put] = key | mark + ((long)(at - base) << OFFSET_SHIFT) + (next - at);
            key ^= map;
            at = next;
        }
        count = put;
        reader.moveTo(at - base, most - (put - first));
    }
}

package io.skim.handlers.select;

import io.skim.bytes.NumberReader;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.remoting.RemotingLanguage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The values that one frame has at the places of a {@link SlotTable}: of each slot a type, and a number or where its text
 * stands in one array, which is made larger when a frame needs more and never again for the next one. Numbers that texts
 * stand for are kept too, so that each is read once, however many programs compare it.
 */
final class Slots
{
    /** Not shown in this frame. */
    static final int ABSENT = 0;
    /** No value. */
    static final int NULL = 1;
    /** The number is 1 or 0. */
    static final int BOOLEAN = 2;
    /** A whole number of int32, which RocketMQ's dialect tells from a longer one. */
    static final int INT = 3;
    /** A whole number of int64. */
    static final int LONG = 4;
    /** The number is the bits of a double. */
    static final int DOUBLE = 5;
    /** Text in the slots' own array. */
    static final int TEXT = 6;
    /** Text in a program's pool; not of a slot. */
    static final int CONSTANT = 7;
    /** A value that equals nothing. */
    static final int OPAQUE = 8;
    /** A value that is there but not understood: what is said of it is unknown. */
    static final int UNDECODED = 9;

    private static final int LONG_READ = 1;
    private static final int LONG_GOOD = 2;
    private static final int DOUBLE_READ = 4;
    private static final int DOUBLE_GOOD = 8;
    private static final int USUAL_BYTES = 256;
    private static final int FEW_DIGITS = 9;
    /** More than the digits of any number. */
    private static final int RENDERED = 64;
    private static final byte[][] LANGUAGES = languages();

    final int[] types;
    final long[] numbers;
    final int[] from;
    final int[] to;
    byte[] text = new byte[USUAL_BYTES];
    /** The slots that this frame has values for, in the order they were shown; each once. */
    final int[] met;
    int metCount;

    private final SlotTable table;
    /** Of the table; no twins if no place has more than one slot, as is mostly so. */
    private final int[] forms;
    private final int[] twins;
    private final byte[] read;
    private final long[] longs;
    private final double[] doubles;
    private final NumberReader reader;
    private int end;
    /** How many places have a value, if the first one counts. */
    private int filled;
    private long longRead;
    private double doubleRead;

    Slots(final SlotTable table, final NumberReader reader)
    {
        this.table = table;
        this.reader = reader;
        forms = table.forms;
        twins = table.placeCount == table.size() ? null : table.twins;
        final int size = table.size();
        types = new int[size];
        met = new int[size];
        numbers = new long[size];
        from = new int[size];
        to = new int[size];
        read = new byte[size];
        longs = new long[size];
        doubles = new double[size];
    }

    private static byte[][] languages()
    {
        return Arrays.stream(RemotingLanguage.values()).map(language -> language.name().getBytes(
            StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    }

    /** Forgets the last frame, in time by the values that it had. */
    void clear()
    {
        // Asked this way HotSpot does not prepare the loop for thousands. What was read of a text is forgotten when the
        // next one comes.
        for (int i = 0; metCount - i > 0; i++)
        {
            types[met[i]] = ABSENT;
        }
        metCount = 0;
        end = 0;
        filled = 0;
    }

    /** As {@link #put}, but what has a value keeps it. */
    void putFirst(final int first, final Cursor value)
    {
        if (first < types.length && types[first] == ABSENT)
        {
            filled++;
            put(first, value);
        }
    }

    /** Whether each place has a value, if {@link #putFirst} has put them. */
    boolean isFull()
    {
        return filled == table.placeCount;
    }

    /** Takes the value of a slot, and of those with the same place; replaces what it had. */
    void put(final int first, final Cursor value)
    {
        // The id of an interest in nothing has no slot.
        if (first >= types.length)
        {
            return;
        }
        // Most places have one slot: that one stands in front of the loop, which HotSpot prepares for many.
        set(first, take(first, forms[first], value));
        if (twins != null)
        {
            for (int slot = twins[first]; slot != SlotTable.NONE; slot = twins[slot])
            {
                set(slot, take(slot, forms[slot], value));
            }
        }
    }

    private void set(final int slot, final int type)
    {
        if (types[slot] == ABSENT)
        {
            met[metCount++] = slot;
        }
        types[slot] = type;
    }

    /** Keeps the value; gives its type, which is never {@link #ABSENT}. */
    private int take(final int slot, final int form, final Cursor value)
    {
        switch (form)
        {
            case Place.TEXT:
                return value.isNull() ? NULL : takeText(slot, value);
            case Place.HEADER_NUMBER:
                return takeNumber(slot, value);
            case Place.LANGUAGE:
                final RemotingLanguage language = RemotingLanguage.of(value);
                return language == null ? NULL : takeBytes(slot, LANGUAGES[language.ordinal()]);
            case Place.VALUE:
                return takeValue(slot, value);
            case Place.BINARY_TEXT:
                return value.isNull() ? NULL : takeText(slot, value);
            default:
                return value.isNull() ? NULL : AmqpIds.take(this, slot, value, form);
        }
    }

    /** Appends the value's text. */
    private int takeText(final int slot, final Cursor value)
    {
        begin(slot);
        append(value);
        return finish(slot);
    }

    private int takeBytes(final int slot, final byte[] bytes)
    {
        begin(slot);
        append(bytes);
        return finish(slot);
    }

    /** The reference has a primitive int there, so that null is 0. */
    private int takeNumber(final int slot, final Cursor value)
    {
        if (!value.isNull())
        {
            return takeText(slot, value);
        }
        begin(slot);
        append((byte)'0');
        return finish(slot);
    }

    private int takeValue(final int slot, final Cursor value)
    {
        // The commonest, told by one test.
        if (value.isSigned())
        {
            numbers[slot] = value.getLong();
            return LONG;
        }
        final Kind kind = value.kind();
        switch (kind)
        {
            case NULL:
                return NULL;
            case TEXT:
            case SYMBOL:
            case CHAR:
                return takeText(slot, value);
            case TRUE:
            case FALSE:
                numbers[slot] = kind == Kind.TRUE ? 1 : 0;
                return BOOLEAN;
            case FLOAT32:
            case FLOAT64:
                numbers[slot] = Double.doubleToRawLongBits(value.getDouble());
                return DOUBLE;
            case UINT64:
                return takeUnsigned(slot, value);
            case UINT8:
            case UINT16:
            case UINT32:
                numbers[slot] = value.getLong();
                return LONG;
            case DECIMAL32:
            case DECIMAL64:
            case DECIMAL128:
                return UNDECODED;
            default:
                return OPAQUE;
        }
    }

    private int takeUnsigned(final int slot, final Cursor value)
    {
        final long bits = value.getLongBits();
        numbers[slot] = bits < 0 ? Double.doubleToRawLongBits(value.getDouble()) : bits;
        return bits < 0 ? DOUBLE : LONG;
    }

    /** Begins a text that is put together; what was read of the one before is forgotten. */
    void begin(final int slot)
    {
        read[slot] = 0;
        from[slot] = end;
    }

    /** Ends a text that was put together. */
    int finish(final int slot)
    {
        to[slot] = end;
        return TEXT;
    }

    void append(final byte... bytes)
    {
        reserve(bytes.length);
        System.arraycopy(bytes, 0, text, end, bytes.length);
        end += bytes.length;
    }

    /** Appends part of an array; gives where it stands. */
    int append(final byte[] bytes, final int first, final int behind)
    {
        reserve(behind - first);
        System.arraycopy(bytes, first, text, end, behind - first);
        end += behind - first;
        return end - (behind - first);
    }

    void append(final byte single)
    {
        reserve(1);
        text[end++] = single;
    }

    void append(final Cursor value)
    {
        reserve(value.length() + RENDERED);
        int bytes = value.copyTo(text, end);
        if (bytes < 0)
        {
            // Only what stands for ill-formed bytes is longer than they are.
            reserve(value.textLength());
            bytes = value.copyTo(text, end);
        }
        end += Math.max(0, bytes);
    }

    private void reserve(final int bytes)
    {
        if (bytes > text.length - end)
        {
            text = Arrays.copyOf(text, Math.max(2 * text.length, end + bytes));
        }
    }

    /** Whether {@code Long.valueOf} takes the text of a slot; then it is {@link #longOf}. */
    boolean readLong(final int slot)
    {
        if ((read[slot] & LONG_READ) == 0)
        {
            final int few = readFew(from[slot], to[slot]);
            final boolean good = few >= 0 || reader.readLong(text, from[slot], to[slot]);
            longs[slot] = few >= 0 ? few : reader.longValue();
            read[slot] |= (byte)(LONG_READ | (good ? LONG_GOOD : 0));
        }
        return (read[slot] & LONG_GOOD) != 0;
    }

    /** The number that the text of a slot is, if it has few digits and nothing else, as most are; else a negative one. */
    int readFew(final int slot)
    {
        return readFew(from[slot], to[slot]);
    }

    private int readFew(final int first, final int behind)
    {
        if (behind - first > FEW_DIGITS || behind == first)
        {
            return -1;
        }
        final byte[] bytes = text;
        int number = 0;
        int at = first;
        // Asked this way the loop is not taken for a counted one, which is prepared for thousands of rounds.
        do
        {
            final int digit = bytes[at++] - '0';
            if (digit < 0 || digit > 9)
            {
                return -1;
            }
            number = 10 * number + digit;
        }
        while (behind - at > 0);
        return number;
    }

    long longOf(final int slot)
    {
        return longs[slot];
    }

    /** Whether {@code Double.valueOf} takes the text of a slot; then it is {@link #doubleOf}. */
    boolean readDouble(final int slot)
    {
        if ((read[slot] & DOUBLE_READ) == 0)
        {
            final boolean good = reader.readDouble(text, from[slot], to[slot]);
            doubles[slot] = reader.doubleValue();
            read[slot] |= (byte)(DOUBLE_READ | (good ? DOUBLE_GOOD : 0));
        }
        return (read[slot] & DOUBLE_GOOD) != 0;
    }

    double doubleOf(final int slot)
    {
        return doubles[slot];
    }

    /** Whether {@code Long.valueOf} takes a text, of a slot or of {@link SlotTable#NONE}; then it is {@link #longRead}. */
    boolean readLong(final int slot, final byte[] array, final int first, final int behind)
    {
        final boolean good = slot == SlotTable.NONE ? reader.readLong(array, first, behind) : readLong(slot);
        longRead = slot == SlotTable.NONE ? reader.longValue() : longs[slot];
        return good;
    }

    long longRead()
    {
        return longRead;
    }

    /** Whether {@code Double.valueOf} takes a text, of a slot or of {@link SlotTable#NONE}; then it is {@link #doubleRead}. */
    boolean readDouble(final int slot, final byte[] array, final int first, final int behind)
    {
        final boolean good = slot == SlotTable.NONE ? reader.readDouble(array, first, behind) : readDouble(slot);
        doubleRead = slot == SlotTable.NONE ? reader.doubleValue() : doubles[slot];
        return good;
    }

    double doubleRead()
    {
        return doubleRead;
    }
}

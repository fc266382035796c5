package io.skim.handlers.select;

import io.skim.bytes.NumberReader;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.remoting.RemotingLanguage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values of one frame at the places of a {@link SlotTable}. All texts are in one array, which grows if a frame needs more, and
 * keeps its size for the next frames.
 */
final class Slots
{
    private static final int USUAL_BYTES = 256;
    /** More than the digits of any number. */
    private static final int RENDERED = 64;
    /** The reference has primitive ints for the numbers of a header, so null is 0. */
    private static final byte[] ZERO = {'0'};
    private static final byte[][] LANGUAGES = languages();

    final Value[] values;
    byte[] text = new byte[USUAL_BYTES];
    /** The slots that have a value in this frame, each once; the count is beside it. */
    final int[] shown;
    int shownCount;
    /** The result of the last condition of a {@link Predicates.Row}. */
    Value before = Value.NOTHING;

    /** The arrays of the table. There are no twins if each place has one slot, which is the common case. */
    private final int[] forms;
    private final int @Nullable [] twins;
    private final int placeCount;
    private int end;
    /** The number of places that have a value; counted only if the first value counts. */
    private int filled;
    /** The results of this evaluation; the array grows to the most results so far. */
    private Value[] results = {};
    private int resultCount;

    Slots(final SlotTable table)
    {
        forms = table.forms;
        placeCount = table.first.length;
        twins = placeCount == forms.length ? null : table.twins;
        shown = new int[forms.length];
        values = new Value[forms.length];
        final NumberReader reader = new NumberReader();
        Arrays.setAll(values, slot -> new Value(reader));
    }

    private static byte[][] languages()
    {
        return Arrays.stream(RemotingLanguage.values()).map(language -> language.name().getBytes(
            StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    }

    /** The verdict of a node for the frame. */
    Verdict verdict(final Node node)
    {
        resultCount = 0;
        return node.verdict(this);
    }

    /** The value of a node in the frame. */
    Value value(final Node node)
    {
        resultCount = 0;
        return node.value(this);
    }

    /** The result of a computation, valid until the next evaluation. */
    Value result(final int type, final long number)
    {
        if (resultCount == results.length)
        {
            results = Arrays.copyOf(results, 2 * resultCount + 1);
        }
        if (results[resultCount] == null)
        {
            results[resultCount] = new Value(null);
        }
        final Value result = results[resultCount++];
        result.set(type, number);
        return result;
    }

    /** Forgets the last frame. The time grows with the number of its values, not of the slots. */
    void clear()
    {
        while (shownCount > 0)
        {
            values[shown[--shownCount]].type = Value.ABSENT;
        }
        end = 0;
        filled = 0;
    }

    /** Like {@link #put}, but a slot that has a value keeps it. */
    void putFirst(final int first, final Cursor value)
    {
        if (first < values.length && values[first].type == Value.ABSENT)
        {
            filled++;
            put(first, value);
        }
    }

    /** Whether each place has a value that {@link #putFirst} has stored. */
    boolean isFull()
    {
        return filled == placeCount;
    }

    /** Stores the value of a slot, and of the slots with the same place. Replaces the earlier value. */
    void put(final int first, final Cursor value)
    {
        // The only id of an interest that needs no value has no slot.
        if (first >= values.length)
        {
            return;
        }
        // Most places have one slot. It is handled before the loop, because HotSpot prepares a loop for many rounds.
        putOne(first, value);
        if (twins != null)
        {
            for (int slot = twins[first]; slot != SlotTable.NONE; slot = twins[slot])
            {
                putOne(slot, value);
            }
        }
    }

    private void putOne(final int slot, final Cursor value)
    {
        final Value taken = values[slot];
        final int type = take(taken, forms[slot], value);
        if (taken.type == Value.ABSENT)
        {
            shown[shownCount++] = slot;
        }
        taken.type = type;
    }

    private int take(final Value slot, final int form, final Cursor value)
    {
        return switch (form)
        {
            case Place.HEADER_NUMBER -> value.isNull() ? takeBytes(slot, ZERO) : takeText(slot, value);
            case Place.LANGUAGE -> takeLanguage(slot, RemotingLanguage.of(value));
            case Place.VALUE -> takeValue(slot, value);
            case Place.TEXT -> value.isNull() ? Value.NULL : takeText(slot, value);
            default -> value.isNull() ? Value.NULL : AmqpIds.take(this, slot, value, form);
        };
    }

    private int takeLanguage(final Value slot, final @Nullable RemotingLanguage language)
    {
        return language == null ? Value.NULL : takeBytes(slot, LANGUAGES[language.ordinal()]);
    }

    /** Appends the value's text. */
    private int takeText(final Value slot, final Cursor value)
    {
        begin(slot);
        append(value);
        return finish(slot);
    }

    private int takeBytes(final Value slot, final byte[] bytes)
    {
        begin(slot);
        append(bytes);
        return finish(slot);
    }

    private int takeValue(final Value slot, final Cursor value)
    {
        // One test for the most common kinds.
        if (value.isSigned())
        {
            return takeNumber(slot, Value.LONG, value.getLong(0));
        }
        final Kind kind = value.kind();
        return switch (kind)
        {
            case NULL -> Value.NULL;
            case TEXT, SYMBOL, CHAR -> takeText(slot, value);
            case TRUE, FALSE -> takeNumber(slot, Value.BOOLEAN, kind == Kind.TRUE ? 1 : 0);
            case FLOAT32, FLOAT64 -> takeNumber(slot, Value.DOUBLE, Double.doubleToRawLongBits(value.getDouble(0)));
            case UINT64 -> takeUnsigned(slot, value);
            case UINT8, UINT16, UINT32 -> takeNumber(slot, Value.LONG, value.getLong(0));
            case DECIMAL32, DECIMAL64, DECIMAL128 -> Value.UNDECODED;
            default -> Value.OPAQUE;
        };
    }

    private static int takeNumber(final Value slot, final int type, final long number)
    {
        slot.number = number;
        return type;
    }

    private static int takeUnsigned(final Value slot, final Cursor value)
    {
        final long bits = value.getLongBits();
        return bits < 0 ? takeNumber(slot, Value.DOUBLE, Double.doubleToRawLongBits(value.getDouble(0)))
            : takeNumber(slot, Value.LONG, bits);
    }

    /** Begins a text that consists of parts; forgets the number that was read from the earlier text. */
    void begin(final Value slot)
    {
        slot.begin(end);
    }

    /** Ends a text that consists of parts. */
    int finish(final Value slot)
    {
        // Its text may have replaced the array by a longer one.
        slot.end(text, end);
        return Value.TEXT;
    }

    void append(final byte... bytes)
    {
        append(bytes, 0, bytes.length);
    }

    /** Appends part of an array. Returns the offset of the copy. */
    int append(final byte[] bytes, final int first, final int behind)
    {
        reserve(behind - first);
        System.arraycopy(bytes, first, text, end, behind - first);
        end += behind - first;
        return end - (behind - first);
    }

    void append(final Cursor value)
    {
        reserve(value.length() + RENDERED);
        int bytes = value.copyTo(text, end);
        if (bytes < 0)
        {
            // Only the replacement of ill-formed bytes is longer than the bytes.
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
}

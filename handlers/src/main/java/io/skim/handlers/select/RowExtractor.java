package io.skim.handlers.select;

import io.skim.bytes.NumberReader;
import io.skim.bytes.Words;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.ScanTracker;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Copies declared values out of frames: the handler for a scan with the interest of its {@link Columns}, and the row of the last
 * frame. A row is valid from the end of a scan until the next one begins; it does not refer to the frame.
 * <p>
 * Numbers and booleans of AMQP keep their types. All other values are bytes of text, with escapes resolved, in one array:
 * {@link #bytes()}. After a malformed frame, or an exception, all values of the row are null.
 * <p>
 * One thread at a time. Allocates only if the values of a frame are longer than those of all frames before.
 */
public final class RowExtractor implements DataHandler
{
    private final Columns<?> columns;
    private final Slots slots;
    private final Value[] row;
    private final ScanTracker scan = new ScanTracker();

    /**
     * Makes an extractor. All values of its row are null until a frame was scanned.
     *
     * @param columns whose {@link Columns#interest()} the scans use.
     */
    public RowExtractor(final Columns<?> columns)
    {
        this.columns = columns;
        slots = new Slots(columns.slots);
        row = new Value[columns.size()];
        final NumberReader reader = new NumberReader();
        Arrays.setAll(row, column -> new Value(reader));
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (scan.begins(value))
        {
            forget();
        }
        slots.put(id, value);
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        if (scan.ends(fault))
        {
            forget();
        }
        for (int column = 0; column < row.length && outcome != Outcome.MALFORMED; column++)
        {
            take(row[column], slots.value(columns.nodes[column]));
        }
    }

    private void take(final Value taken, final Value value)
    {
        taken.set(value.type, value.number);
        if (value.isText())
        {
            final int from = value.text == slots.text ? value.from : slots.append(value.text, value.from, value.to);
            taken.begin(from);
            taken.end(slots.text, from + value.to - value.from);
        }
    }

    /** Sets all values of the row to null. Not needed between scans, not even after an exception. */
    public void reset()
    {
        scan.reset();
        forget();
    }

    private Value at(final int column)
    {
        return scan.isWhole() ? row[column] : Value.NOTHING;
    }

    private void forget()
    {
        slots.clear();
        for (final Value value : row)
        {
            value.type = Value.ABSENT;
        }
    }

    /**
     * Whether the value of a column is missing in the frame or null.
     *
     * @param column from 0.
     * @return true if it is missing or null.
     */
    public boolean isNull(final int column)
    {
        return at(column).isMissing();
    }

    /**
     * Whether a column is a text, with its bytes in {@link #bytes()}. All values of a remoting frame are texts.
     *
     * @param column from 0.
     * @return false for null, numbers, booleans and compound values.
     */
    public boolean isText(final int column)
    {
        return at(column).isText();
    }

    /**
     * A column as an int, by the rules of {@link #getLong}.
     *
     * @param column       from 0.
     * @param defaultValue to return if it is null, no whole number, or outside the range of int32.
     * @return the number, or {@code defaultValue}.
     */
    public int getInt(final int column, final int defaultValue)
    {
        final long value = getLong(column, defaultValue);
        return value == (int)value ? (int)value : defaultValue;
    }

    /**
     * A column as a long: a whole number, a text that {@code Long.valueOf} accepts, a boolean as 1 or 0.
     *
     * @param column       from 0.
     * @param defaultValue to return if it is null or no whole number of int64.
     * @return the number, or {@code defaultValue}.
     */
    public long getLong(final int column, final long defaultValue)
    {
        final Value value = at(column);
        return switch (value.type)
        {
            case Value.LONG, Value.BOOLEAN -> value.number;
            case Value.TEXT -> value.readLong() ? value.longRead : defaultValue;
            default -> defaultValue;
        };
    }

    /**
     * A column as a double: a number of any kind, or a text that {@code Double.valueOf} accepts.
     *
     * @param column       from 0.
     * @param defaultValue to return if it is null or no number.
     * @return the number, or {@code defaultValue}.
     */
    public double getDouble(final int column, final double defaultValue)
    {
        final Value value = at(column);
        return switch (value.type)
        {
            case Value.LONG, Value.DOUBLE -> value.asDouble();
            case Value.TEXT -> value.readDouble() ? value.doubleRead : defaultValue;
            default -> defaultValue;
        };
    }

    /**
     * A column as a boolean: true or false, or the text {@code true} or {@code false} in any case.
     *
     * @param column       from 0.
     * @param defaultValue to return if it is null or none of these.
     * @return the boolean, or {@code defaultValue}.
     */
    public boolean getBoolean(final int column, final boolean defaultValue)
    {
        final Value value = at(column);
        if (value.type == Value.BOOLEAN)
        {
            return value.number != 0;
        }
        return value.isText() && Value.isTextOfTrue(value.text, value.from, value.to)
            || defaultValue && !(value.isText() && isFalse(value.text, value.from, value.to));
    }

    private static boolean isFalse(final byte[] text, final int from, final int to)
    {
        return to - from == 5 && (Words.getInt(text, from) | 0x2020_2020) == 0x6661_6C73
            && (text[from + 4] | 0x20) == 'e';
    }

    /** {@return the row's own array with the texts of all columns, read-only; a frame with longer values replaces it} */
    public byte[] bytes()
    {
        return slots.text;
    }

    /**
     * The offset of a column's text in {@link #bytes()}.
     *
     * @param column from 0.
     * @return in bytes; undefined unless the column {@link #isText}.
     */
    public int offset(final int column)
    {
        return row[column].from;
    }

    /**
     * The length of a column's text.
     *
     * @param column from 0.
     * @return in bytes; 0 unless the column {@link #isText}.
     */
    public int length(final int column)
    {
        return isText(column) ? row[column].to - row[column].from : 0;
    }

    /**
     * Whether the text of a column equals another text.
     *
     * @param column from 0.
     * @param utf8   text to compare with.
     * @return true if the texts are equal; false if the column is no text.
     */
    public boolean contentEquals(final int column, final byte[] utf8)
    {
        return isText(column) && Arrays.equals(slots.text, row[column].from, row[column].to, utf8, 0, utf8.length);
    }

    /**
     * Copies the text of a column.
     *
     * @param column    from 0.
     * @param dst       array to copy into.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return bytes written (0 if the column is no text), or {@code -1} if {@code dst} is too short; then nothing was written.
     */
    public int copyTo(final int column, final byte[] dst, final int dstOffset)
    {
        final int length = length(column);
        if (dstOffset < 0 || length > dst.length - dstOffset)
        {
            return -1;
        }
        System.arraycopy(slots.text, row[column].from, dst, dstOffset, length);
        return length;
    }

    /**
     * A column as a text; numbers and booleans are written as by Java. Allocates.
     *
     * @param column from 0.
     * @return the text; null for null and for values without a text.
     */
    public @Nullable String toText(final int column)
    {
        final Value value = at(column);
        return value.isMissing() || value.type >= Value.OPAQUE ? null : value.shown();
    }
}

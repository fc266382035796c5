package io.skim.store.rows;

import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.store.capture.CaptureReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of one row, by column. Texts and bytes are in one array, behind each other.
 */
final class RowValues
{
    private static final long MICROS = 1_000;
    /** The years 1 to 9999. */
    private static final long FIRST_MILLIS = -62_135_596_800_000L;
    private static final long LAST_MILLIS = 253_402_300_799_999L;
    private static final int USUAL_BYTES = 1_024;
    /** An ill-formed byte becomes a character of three. */
    private static final int MOST_GROWTH = 3;

    final boolean[] isNull;
    final long[] numbers;
    byte[] bytes = new byte[USUAL_BYTES];

    private final RowType[] types;
    private final int[] from;
    private final int[] to;
    private final Entries[] entries;
    /** The entries of columns of texts alone. */
    private final Entries[] maps;
    private int used;
    /** The bytes of texts that all rows have. */
    private int kept;

    RowValues(final List<RowColumn> columns)
    {
        types = columns.stream().map(RowColumn::type).toArray(RowType[]::new);
        isNull = new boolean[columns.size()];
        numbers = new long[columns.size()];
        from = new int[columns.size()];
        to = new int[columns.size()];
        entries = new Entries[columns.size()];
        for (int i = 0; i < entries.length; i++)
        {
            entries[i] = types[i] == RowType.TEXTS ? new Entries() : null;
        }
        maps = Arrays.stream(entries).filter(Objects::nonNull).toArray(Entries[]::new);
        clear();
    }

    void clear()
    {
        Arrays.fill(isNull, true);
        used = kept;
        for (final Entries each : maps)
        {
            each.clear();
        }
    }

    void number(final int column, final long number)
    {
        isNull[column] = false;
        numbers[column] = number;
    }

    /** A time that no calendar of four-digit years has is null: engines cannot show it. */
    private void time(final int column, final long millis)
    {
        if (millis >= FIRST_MILLIS && millis <= LAST_MILLIS)
        {
            number(column, millis * MICROS);
        }
    }

    /** Where a capture has it from; of neither in a file without. */
    void captured(final int timeColumn, final long micros, final int connectionColumn,
        final @Nullable String connection)
    {
        if (micros != CaptureReader.NO_TIME)
        {
            time(timeColumn, Math.floorDiv(micros, MICROS));
            numbers[timeColumn] = micros;
        }
        if (connection != null)
        {
            text(connectionColumn, connection.getBytes(StandardCharsets.UTF_8));
        }
    }

    void text(final int column, final byte[] text)
    {
        set(column, append(text));
    }

    /** Sets the text of an address of IPv4, of which other objects would be made for each row. */
    void address(final int column, final byte[] address)
    {
        reserve(4 * Integer.BYTES);
        int end = used;
        for (int i = 0; i < Integer.BYTES; i++)
        {
            final int number = address[i] & 0xFF;
            if (number >= 100)
            {
                bytes[end++] = (byte)('0' + number / 100);
            }
            if (number >= 10)
            {
                bytes[end++] = (byte)('0' + number / 10 % 10);
            }
            bytes[end++] = (byte)('0' + number % 10);
            bytes[end++] = '.';
        }
        set(column, placed(end - 1 - used));
    }

    /** Sets a text that all rows have: it is null in a row until {@link #restore}. Not while a row has other texts. */
    void keep(final int column, final byte[] text)
    {
        text(column, text);
        kept = used;
    }

    /** Gives the row a text that all rows have. */
    void restore(final int column)
    {
        isNull[column] = false;
    }

    /** Takes the value of a column by its type. */
    void take(final int column, final Cursor value)
    {
        if (value.isNull())
        {
            isNull[column] = true;
            return;
        }
        switch (types[column])
        {
            case INT, LONG -> number(column, value.getLong(0));
            case TIMESTAMP -> time(column, value.getLong(0));
            case BOOLEAN -> number(column, value.getBoolean(false) ? 1 : 0);
            case BINARY -> set(column, appendRaw(value));
            default ->
            {
                if (hasText(value))
                {
                    set(column, append(value));
                }
            }
        }
    }

    /** Compound values and decimals of AMQP have none. */
    private static boolean hasText(final Cursor value)
    {
        return switch (value.kind())
        {
            case LIST, MAP, ARRAY, DESCRIBED, DECIMAL32, DECIMAL64, DECIMAL128 -> false;
            default -> true;
        };
    }

    private void set(final int column, final long place)
    {
        isNull[column] = false;
        from[column] = (int)place;
        to[column] = end(place);
    }

    private long append(final byte[] text)
    {
        reserve(text.length);
        System.arraycopy(text, 0, bytes, used, text.length);
        return placed(text.length);
    }

    private long append(final Cursor value)
    {
        if (value.kind() == Kind.FLOAT32 || value.kind() == Kind.FLOAT64)
        {
            final double number = value.getDouble(0);
            return append((value.kind() == Kind.FLOAT32 ? Float.toString((float)number) : Double.toString(number))
                .getBytes(StandardCharsets.UTF_8));
        }
        // Of a few bytes: of no byte, "false" may be the text.
        reserve(MOST_GROWTH * value.length() + Long.BYTES);
        return placed(value.copyTo(bytes, used));
    }

    private long appendRaw(final Cursor value)
    {
        reserve(value.length());
        return placed(value.copyRawTo(bytes, used));
    }

    private long placed(final int length)
    {
        final long place = used | (long)(used + length) << Integer.SIZE;
        used += length;
        return place;
    }

    private void reserve(final int length)
    {
        if (bytes.length - used < length)
        {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, used + length));
        }
    }

    static int end(final long place)
    {
        return (int)(place >>> Integer.SIZE);
    }

    int from(final int column)
    {
        return from[column];
    }

    int length(final int column)
    {
        return to[column] - from[column];
    }

    /** Adds an entry to a column of texts; a value that is null is no entry. */
    void entry(final int column, final Cursor key, final Cursor value)
    {
        if (!value.isNull() && hasText(value) && hasText(key))
        {
            final long name = append(key);
            put(column, name, append(value));
        }
    }

    void entry(final int column, final byte[] name, final Cursor value)
    {
        if (!value.isNull() && hasText(value))
        {
            final long place = append(name);
            put(column, place, append(value));
        }
    }

    /** Adds a column of a property to a column of texts. */
    void entry(final int column, final byte[] name, final int property)
    {
        put(column, append(name), from[property] | (long)to[property] << Integer.SIZE);
    }

    private void put(final int column, final long name, final long text)
    {
        entries[column].put(bytes, name, text);
    }

    int count(final int column)
    {
        return entries[column].count();
    }

    long name(final int column, final int index)
    {
        return entries[column].name(index);
    }

    long value(final int column, final int index)
    {
        return entries[column].value(index);
    }
}

package io.skim.store.rows;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows: {@link RecordRows} those of stored messages, {@link StreamRows} those of frames and of AMQP messages. What is damaged is a row, too: it
 * has a file, an offset and a fault, and all other columns are null.
 * <p>
 * One thread at a time. A row is valid until the next one.
 */
public abstract class RowReader
{
    final List<RowColumn> columns;
    final RowValues values;

    private final int fault;

    RowReader(final RowSchema schema, final int fault)
    {
        columns = schema.columns();
        values = new RowValues(columns);
        this.fault = fault;
    }

    /**
     * Moves to the next row.
     *
     * @return false if there is none.
     * @throws IOException if reading fails.
     */
    public abstract boolean next() throws IOException;

    /**
     * Copies the body, which is not in {@link #bytes()}.
     *
     * @return a new array; null if there is none, or the body was not asked for.
     */
    public abstract byte @Nullable [] body();

    /** Leaves out rows for which a condition cannot be true, as far as that takes less time than to read them. */
    void screen(final RowPredicate condition)
    {
        // Most rows have to be read.
    }

    /** {@return whether the row is damage} */
    public final boolean isDamaged()
    {
        return !values.isNull[fault];
    }

    /** {@return the index of the column that tells of damage} */
    public final int fault()
    {
        return fault;
    }

    /**
     * Whether a column has no value.
     *
     * @param column its index in the schema.
     * @return true if it is null.
     */
    public final boolean isNull(final int column)
    {
        return values.isNull[column];
    }

    /**
     * A column of type {@link RowType#INT}, {@link RowType#LONG}, {@link RowType#BOOLEAN} or {@link RowType#TIMESTAMP}.
     *
     * @param column its index in the schema.
     * @return the number; undefined for null.
     */
    public final long number(final int column)
    {
        return values.numbers[column];
    }

    /** {@return the row's own array with all texts and bytes, read-only; the next row may replace it} */
    public final byte[] bytes()
    {
        return values.bytes;
    }

    /**
     * Where a text or bytes begin in {@link #bytes()}; not for the body, see {@link #body()}.
     *
     * @param column its index in the schema.
     * @return the offset; undefined for null.
     */
    public final int offset(final int column)
    {
        return values.from(column);
    }

    /**
     * The length of a text or bytes.
     *
     * @param column its index in the schema.
     * @return in bytes; undefined for null.
     */
    public final int length(final int column)
    {
        return values.length(column);
    }

    /**
     * The number of entries of a column of type {@link RowType#TEXTS}.
     *
     * @param column its index in the schema.
     * @return the number, equal names counted once; 0 unless the column was asked for.
     */
    public final int count(final int column)
    {
        return values.count(column);
    }

    /**
     * The place of the name of an entry.
     *
     * @param column its index in the schema.
     * @param index  of the entry.
     * @return offset and, in the high half, offset behind it, in {@link #bytes()}.
     */
    public final long entryName(final int column, final int index)
    {
        return values.name(column, index);
    }

    /**
     * The place of the value of an entry.
     *
     * @param column its index in the schema.
     * @param index  of the entry.
     * @return offset and, in the high half, offset behind it, in {@link #bytes()}.
     */
    public final long entryValue(final int column, final int index)
    {
        return values.value(column, index);
    }
}

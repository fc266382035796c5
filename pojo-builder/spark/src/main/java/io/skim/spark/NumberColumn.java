package io.skim.spark;

import io.skim.store.rows.RowReader;
import org.apache.spark.sql.types.DataType;

/** A column of numbers, truths or times. */
final class NumberColumn extends BatchColumn
{
    private final long[] numbers = new long[ROWS];

    NumberColumn(final DataType type)
    {
        super(type);
    }

    @Override
    int put(final int row, final RowReader from, final int column)
    {
        numbers[row] = from.number(column);
        return 0;
    }

    void put(final int row, final long number)
    {
        numbers[row] = number;
    }

    @Override
    public boolean getBoolean(final int row)
    {
        return numbers[row] != 0;
    }

    @Override
    public int getInt(final int row)
    {
        return (int)numbers[row];
    }

    @Override
    public long getLong(final int row)
    {
        return numbers[row];
    }
}

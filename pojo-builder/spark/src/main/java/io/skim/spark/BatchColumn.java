package io.skim.spark;

import io.skim.store.rows.RowColumn;
import io.skim.store.rows.RowReader;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A column of a batch of rows. The engine's generated code takes values out of it without an object for each row. A value of
 * another type than the column's is never asked for. One thread at a time.
 */
abstract class BatchColumn extends ColumnVector
{
    /** The most rows of a batch. */
    static final int ROWS = 1_024;

    private static final String OTHER_TYPE = "the column has values of another type";

    private final boolean[] isNull = new boolean[ROWS];
    private int nulls;

    BatchColumn(final DataType type)
    {
        super(type);
    }

    /** An empty column for values of a schema's column. */
    static BatchColumn of(final RowColumn column)
    {
        return switch (column.type())
        {
            case INT, LONG, BOOLEAN, TIMESTAMP -> new NumberColumn(SkimOptions.type(column.type()));
            case TEXT -> new TextColumn();
            case BINARY -> new BinaryColumn(column.name().equals("body"));
            case TEXTS -> new MapColumn();
        };
    }

    /** Begins a batch. */
    void clear()
    {
        if (nulls > 0)
        {
            Arrays.fill(isNull, false);
            nulls = 0;
        }
    }

    /** Takes the value of a row's column as that of a row of the batch; returns the bytes that it takes, 0 for numbers. */
    final int take(final int row, final RowReader from, final int column)
    {
        if (from.isNull(column))
        {
            isNull[row] = true;
            nulls++;
            return 0;
        }
        return put(row, from, column);
    }

    /** Takes a value that is not null. */
    abstract int put(int row, RowReader from, int column);

    @Override
    public final void close()
    {
        // Arrays are left to the JVM: Spark closes a batch that is filled again.
    }

    @Override
    public final boolean hasNull()
    {
        return nulls > 0;
    }

    @Override
    public final int numNulls()
    {
        return nulls;
    }

    /** Names and values of maps, of which there may be more than rows, are never null. */
    @Override
    public final boolean isNullAt(final int row)
    {
        return nulls > 0 && isNull[row];
    }

    @Override
    public boolean getBoolean(final int row)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public final byte getByte(final int row)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public final short getShort(final int row)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public int getInt(final int row)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public long getLong(final int row)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public final float getFloat(final int row)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public final double getDouble(final int row)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public final ColumnarArray getArray(final int row)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public @Nullable ColumnarMap getMap(final int row)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public final Decimal getDecimal(final int row, final int precision, final int scale)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public @Nullable UTF8String getUTF8String(final int row)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public byte[] getBinary(final int row)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }

    @Override
    public final ColumnVector getChild(final int ordinal)
    {
        throw new UnsupportedOperationException(OTHER_TYPE);
    }
}

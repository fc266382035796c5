package io.skim.spark;

import io.skim.store.rows.RowReader;
import java.util.Arrays;
import java.util.Objects;
import org.apache.spark.sql.types.DataTypes;

/** A column of bytes: an array for each value, which is the row's own. */
final class BinaryColumn extends BatchColumn
{
    private final byte[][] values = new byte[ROWS][];
    private final boolean isBody;

    BinaryColumn(final boolean isBody)
    {
        super(DataTypes.BinaryType);
        this.isBody = isBody;
    }

    @Override
    void clear()
    {
        super.clear();
        Arrays.fill(values, null);
    }

    @Override
    int put(final int row, final RowReader from, final int column)
    {
        final byte[] value =
            isBody ? Objects.requireNonNull(from.body()) : Arrays.copyOfRange(from.bytes(), from.offset(column), from
                .offset(column) + from.length(column));
        values[row] = value;
        return value.length;
    }

    @Override
    public byte[] getBinary(final int row)
    {
        return values[row];
    }
}

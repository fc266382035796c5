package io.skim.spark;

import io.skim.store.rows.RowReader;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.jspecify.annotations.Nullable;

/** A column of maps from texts to texts: names and values of all rows are a column each. */
final class MapColumn extends BatchColumn
{
    private final TextColumn names = new TextColumn();
    private final TextColumn values = new TextColumn();
    private final int[] first = new int[ROWS];
    private final int[] count = new int[ROWS];
    private int entries;

    MapColumn()
    {
        super(DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType, false));
    }

    @Override
    void clear()
    {
        super.clear();
        names.clear();
        values.clear();
        entries = 0;
    }

    @Override
    int put(final int row, final RowReader from, final int column)
    {
        first[row] = entries;
        count[row] = from.count(column);
        int length = 0;
        for (int i = 0; i < count[row]; i++)
        {
            length += put(names, from, from.entryName(column, i)) + put(values, from, from.entryValue(column, i));
            entries++;
        }
        return length;
    }

    private int put(final TextColumn texts, final RowReader from, final long place)
    {
        return texts.put(entries, from.bytes(), (int)place, (int)(place >>> Integer.SIZE) - (int)place);
    }

    @Override
    public @Nullable ColumnarMap getMap(final int row)
    {
        return isNullAt(row) ? null : new ColumnarMap(names, values, first[row], count[row]);
    }
}

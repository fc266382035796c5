package io.skim.spark;

import io.skim.store.rows.RowReader;
import java.util.Arrays;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A column of texts, behind each other in one array. Spark's strings point into it, so the next batch has another array: a string
 * that an operator keeps does not change.
 */
final class TextColumn extends BatchColumn
{
    private static final int USUAL_BYTES = 1 << 13;

    private byte[] bytes = new byte[USUAL_BYTES];
    private int used;
    /** Of each text the offset, and in the high half the length. */
    private long[] places = new long[ROWS];

    TextColumn()
    {
        super(DataTypes.StringType);
    }

    @Override
    void clear()
    {
        super.clear();
        if (used > 0)
        {
            bytes = new byte[Math.max(USUAL_BYTES, used)];
            used = 0;
        }
    }

    @Override
    int put(final int row, final RowReader from, final int column)
    {
        return put(row, from.bytes(), from.offset(column), from.length(column));
    }

    /** Takes a text; returns its length in bytes. */
    int put(final int index, final byte[] source, final int offset, final int length)
    {
        if (bytes.length - used < length)
        {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, used + length));
        }
        if (index == places.length)
        {
            places = Arrays.copyOf(places, 2 * index);
        }
        System.arraycopy(source, offset, bytes, used, length);
        places[index] = used | (long)length << Integer.SIZE;
        used += length;
        return length;
    }

    @Override
    public @Nullable UTF8String getUTF8String(final int row)
    {
        return isNullAt(row) ? null
            : UTF8String.fromBytes(bytes, (int)places[row], (int)(places[row] >>> Integer.SIZE));
    }
}

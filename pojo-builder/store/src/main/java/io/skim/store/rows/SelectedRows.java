package io.skim.store.rows;

import io.skim.store.rows.RowOptions.Mode;
import io.skim.store.rows.RowPredicate.Truth;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Those rows of a reader that a condition selects, damage treated by mode. One thread at a time. */
public final class SelectedRows
{
    /** In each schema. */
    private static final int FILE = 0;
    private static final int OFFSET = 1;

    private final RowReader rows;
    private final RowPredicate condition;
    private final Mode mode;
    private long selected;
    private long faults;

    /**
     * Makes one.
     *
     * @param rows      to read.
     * @param condition on them, which reads no columns that they were not asked for.
     * @param mode      for damage.
     */
    public SelectedRows(final RowReader rows, final RowPredicate condition, final Mode mode)
    {
        this.rows = rows;
        this.condition = condition;
        this.mode = mode;
        rows.screen(condition);
    }

    /**
     * Moves to the next selected row.
     *
     * @return false if there is none.
     * @throws IOException if reading fails, or a piece is damaged in mode {@link Mode#FAILFAST}.
     */
    public boolean next() throws IOException
    {
        while (rows.next())
        {
            if (rows.isDamaged())
            {
                faults++;
                if (mode == Mode.FAILFAST)
                {
                    throw new IOException(text(FILE) + ", offset " + rows.number(OFFSET) + ": " + text(rows.fault()));
                }
            }
            if ((!rows.isDamaged() || mode == Mode.PERMISSIVE) && condition.evaluate(rows) == Truth.TRUE)
            {
                selected++;
                return true;
            }
        }
        return false;
    }

    private String text(final int column)
    {
        return new String(rows.bytes(), rows.offset(column), rows.length(column), StandardCharsets.UTF_8);
    }

    /** {@return how many rows were selected so far} */
    public long selected()
    {
        return selected;
    }

    /** {@return how many damaged pieces were read so far, whatever became of them} */
    public long faults()
    {
        return faults;
    }
}

package io.skim.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * What one task reads.
 *
 * @param splits in the order of the store.
 */
record SkimPartition(List<SkimSplit> splits) implements InputPartition
{
    /** What it costs to open another file, in bytes that could be read meanwhile: as in Spark's own readers. */
    private static final long OPENING = 4 << 20;

    /**
     * Joins neighbouring splits, because a task takes some milliseconds, also for a small file.
     *
     * @param splits in the order of the store.
     * @param most   bytes of a partition with several splits.
     * @param tasks  that run at a time: there are as many partitions, if there are as many splits.
     * @return the partitions, in the same order.
     */
    static InputPartition[] of(final List<SkimSplit> splits, final long most, final int tasks)
    {
        long all = 0;
        for (final SkimSplit split : splits)
        {
            all += weight(split);
        }
        final long room = Math.min(most, all / Math.max(1, tasks));
        final List<InputPartition> partitions = new ArrayList<>();
        List<SkimSplit> joined = new ArrayList<>();
        long taken = 0;
        for (final SkimSplit split : splits)
        {
            if (!joined.isEmpty() && weight(split) > room - taken)
            {
                partitions.add(new SkimPartition(joined));
                joined = new ArrayList<>();
                taken = 0;
            }
            joined.add(split);
            taken += weight(split);
        }
        if (!joined.isEmpty())
        {
            partitions.add(new SkimPartition(joined));
        }
        return partitions.toArray(InputPartition[]::new);
    }

    private static long weight(final SkimSplit split)
    {
        return split.to() - split.from() + OPENING;
    }
}

package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Range;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Finds the ranges that a number is in: those that begin at or below it, from the last one back, as long as any of them
 * reaches up to it. Immutable.
 */
final class RangeIndex
{
    /** Of no ranges, as for most values. */
    static final RangeIndex EMPTY = new RangeIndex(Map.of());

    /** Ascending, and where they are equal by {@link #most}. */
    private final double[] least;
    private final double[] most;
    /** The greatest of {@link #most} up to each place. */
    private final double[] reach;
    private final int[][] selectors;

    RangeIndex(final Map<Range, List<Integer>> ranges)
    {
        final List<Range> ascending = ranges.keySet().stream().sorted(Comparator.comparingDouble(Range::least)
            .thenComparingDouble(Range::most)).toList();
        least = ascending.stream().mapToDouble(Range::least).toArray();
        most = ascending.stream().mapToDouble(Range::most).toArray();
        reach = most.clone();
        Arrays.parallelPrefix(reach, Math::max);
        selectors = ascending.stream().map(range -> ranges.get(range).stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    }

    boolean isEmpty()
    {
        return least.length == 0;
    }

    /** Adds the selectors of all ranges that a number is in. */
    void find(final double number, final Candidates candidates)
    {
        for (int i = begunAt(number) - 1; i >= 0 && reach[i] >= number; i--)
        {
            if (most[i] >= number)
            {
                candidates.addAll(selectors[i]);
            }
        }
    }

    /** How many ranges begin at or below a number. */
    private int begunAt(final double number)
    {
        int low = 0;
        int high = least.length;
        while (low < high)
        {
            final int middle = low + high >>> 1;
            if (least[middle] <= number)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        return low;
    }
}

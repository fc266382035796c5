package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Range;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the ranges that contain a number. Ranges are sorted by their beginning. Among those that begin at or below the number, a
 * tree of the greatest ends finds the next one that ends at or above it. Immutable.
 */
final class RangeIndex
{
    /** An index of no ranges, for most values. */
    static final RangeIndex EMPTY = new RangeIndex(Map.of());

    /** The beginning of each range, ascending. */
    private final double[] least;
    private final int[][] selectors;
    /** The end of each range, from the index {@link #size} on. Below, the tree: the greater value of its two children. */
    private final double[] most;
    /** The number of leaves of the tree, a power of two. */
    private final int size;

    RangeIndex(final Map<Range, List<Integer>> ranges)
    {
        final List<Range> ascending = ranges.keySet().stream().sorted(Comparator.comparingDouble(Range::least)
            .thenComparingDouble(Range::most)).toList();
        least = ascending.stream().mapToDouble(Range::least).toArray();
        size = 2 * Integer.highestOneBit(Math.max(1, least.length));
        most = new double[2 * size];
        for (int i = 0; i < size; i++)
        {
            most[size + i] = i < least.length ? ascending.get(i).most() : Double.NEGATIVE_INFINITY;
        }
        for (int node = size - 1; node > 0; node--)
        {
            most[node] = Math.max(most[2 * node], most[2 * node + 1]);
        }
        selectors = ascending.stream()
            .map(range -> IndexedValue.ints(Objects.requireNonNull(ranges.get(range))))
            .toArray(int[][]::new);
    }

    boolean isEmpty()
    {
        return least.length == 0;
    }

    /** Adds the selectors of all ranges that contain a number. */
    void find(final double number, final Candidates candidates)
    {
        final int end = begunAt(number);
        int range = end == 0 ? end : next(0, number);
        while (range < end)
        {
            candidates.addAll(selectors[range]);
            range = range + 1 == end ? end : next(range + 1, number);
        }
    }

    /** The first range, not before an index, that ends at or above a number; greater than all if there is none. */
    private int next(final int from, final double number)
    {
        int node = size + from;
        while (most[node] < number)
        {
            // Continue at the right neighbour of the greatest subtree that ends here.
            while ((node & 1) != 0)
            {
                node >>= 1;
            }
            if (node == 0)
            {
                return size;
            }
            node++;
        }
        while (node < size)
        {
            node = most[2 * node] < number ? 2 * node + 1 : 2 * node;
        }
        return node - size;
    }

    /** The number of ranges that begin at or below a number. */
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

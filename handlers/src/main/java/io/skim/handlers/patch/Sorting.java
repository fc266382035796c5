package io.skim.handlers.patch;

/**
 * Sorts longs in place. {@code Arrays.sort} allocates for long arrays, and what is sorted here mostly consists of a few
 * runs that are in order each: runs are merged by twos, so that it takes as many passes as there are bits in their number.
 */
final class Sorting
{
    private long[] scratch = {};

    void sort(final long[] values, final int count)
    {
        if (runEnd(values, 0, count) == count)
        {
            return;
        }
        if (scratch.length < count)
        {
            scratch = new long[values.length];
        }
        long[] from = values;
        long[] to = scratch;
        while (!mergeRuns(from, to, count))
        {
            final long[] merged = to;
            to = from;
            from = merged;
        }
        if (to != values)
        {
            System.arraycopy(to, 0, values, 0, count);
        }
    }

    /** Where the numbers cease to ascend. */
    private static int runEnd(final long[] values, final int from, final int count)
    {
        int end = Math.min(from + 1, count);
        while (end < count && values[end - 1] <= values[end])
        {
            end++;
        }
        return end;
    }

    /** Merges each run with the next one, and tells whether one is left. */
    private static boolean mergeRuns(final long[] from, final long[] to, final int count)
    {
        int begin = 0;
        int end = 0;
        while (end < count)
        {
            begin = end;
            final int middle = runEnd(from, begin, count);
            end = runEnd(from, middle, count);
            merge(from, begin, middle, end, to);
        }
        return begin == 0;
    }

    private static void merge(final long[] from, final int begin, final int middle, final int end, final long[] to)
    {
        int left = begin;
        int right = middle;
        for (int at = begin; at < end; at++)
        {
            to[at] = right == end || left < middle && from[left] <= from[right] ? from[left++] : from[right++];
        }
    }
}

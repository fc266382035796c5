package io.skim.handlers.patch;

/**
 * Sorts longs in place. {@code Arrays.sort} allocates for long arrays, and what is sorted here is in order already for
 * all but odd frames.
 */
final class Sorting
{
    private static final int FEW = 24;

    private Sorting()
    {
    }

    static void sort(final long[] values, final int count)
    {
        if (count <= FEW || isSorted(values, count))
        {
            sortFew(values, count);
            return;
        }
        for (int root = count / 2 - 1; root >= 0; root--)
        {
            sink(values, root, count);
        }
        for (int last = count - 1; last > 0; last--)
        {
            final long greatest = values[0];
            values[0] = values[last];
            values[last] = greatest;
            sink(values, 0, last);
        }
    }

    private static boolean isSorted(final long[] values, final int count)
    {
        for (int i = 1; i < count; i++)
        {
            if (values[i - 1] > values[i])
            {
                return false;
            }
        }
        return true;
    }

    private static void sortFew(final long[] values, final int count)
    {
        for (int i = 1; i < count; i++)
        {
            final long value = values[i];
            int at = i;
            while (at > 0 && values[at - 1] > value)
            {
                values[at] = values[at - 1];
                at--;
            }
            values[at] = value;
        }
    }

    private static void sink(final long[] values, final int from, final int count)
    {
        final long value = values[from];
        int at = from;
        while (2 * at + 1 < count)
        {
            int child = 2 * at + 1;
            if (child + 1 < count && values[child + 1] > values[child])
            {
                child++;
            }
            if (values[child] <= value)
            {
                break;
            }
            values[at] = values[child];
            at = child;
        }
        values[at] = value;
    }
}

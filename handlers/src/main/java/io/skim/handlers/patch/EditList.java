package io.skim.handlers.patch;

import java.util.Arrays;

/**
 * Edits of a header, as ints: at an offset a number of bytes give way to some of those in a {@link ByteSink}. They may
 * be recorded in any order.
 */
final class EditList
{
    private static final int FIRST_COUNT = 16;
    /** Sorts an insertion before a replacement at the same offset. */
    private static final long REPLACES = 1L << 31;

    final ByteSink bytes = new ByteSink();

    private int count;
    /** Of each edit the offset, whether it replaces, and its number. */
    private long[] order = new long[FIRST_COUNT];
    private int[] removed = new int[FIRST_COUNT];
    private int[] from = new int[FIRST_COUNT];
    private int[] to = new int[FIRST_COUNT];
    private int delta;
    private boolean resizing;

    void reset()
    {
        bytes.reset();
        count = 0;
        delta = 0;
        resizing = false;
    }

    /** Opens an edit; its bytes are put into the {@link #bytes}, then {@link #end()} is called. */
    ByteSink begin(final int offset, final int length)
    {
        if (count == removed.length)
        {
            order = Arrays.copyOf(order, 2 * count);
            removed = Arrays.copyOf(removed, 2 * count);
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
        }
        order[count] = (long)offset << 32 | (length > 0 ? REPLACES : 0) | count;
        removed[count] = length;
        from[count] = bytes.length;
        return bytes;
    }

    void end()
    {
        to[count] = bytes.length;
        final int growth = to[count] - from[count] - removed[count];
        delta += growth;
        resizing |= growth != 0;
        count++;
    }

    /** Drops the edits that begin within a range. */
    void cancel(final int rangeFrom, final int rangeTo)
    {
        int kept = 0;
        delta = 0;
        resizing = false;
        for (int i = 0; i < count; i++)
        {
            final int offset = (int)(order[i] >>> 32);
            if (offset < rangeFrom || offset >= rangeTo)
            {
                order[kept] = order[i] & -1L << 31 | kept;
                removed[kept] = removed[i];
                from[kept] = from[i];
                to[kept] = to[i];
                delta += to[i] - from[i] - removed[i];
                resizing |= to[i] - from[i] != removed[i];
                kept++;
            }
        }
        count = kept;
    }

    int count()
    {
        return count;
    }

    /** By how many bytes the header grows. */
    int delta()
    {
        return delta;
    }

    /** Whether any edit puts more or fewer bytes than it removes, be it that all together do not. */
    boolean isResizing()
    {
        return resizing;
    }

    /** Puts the edits in order; no two may touch the same bytes. */
    void sort()
    {
        Sorting.sort(order, count);
        for (int i = 1; i < count; i++)
        {
            final int end = offset(i - 1) + removed(i - 1);
            if (offset(i) < end)
            {
                throw new IllegalStateException(
                    "two edits change the byte at " + offset(i) + "; one value or entry takes"
                        + " one edit");
            }
        }
    }

    private int number(final int position)
    {
        return (int)order[position] & Integer.MAX_VALUE;
    }

    /** Once sorted: where an edit begins. */
    int offset(final int position)
    {
        return (int)(order[position] >>> 32);
    }

    /** Once sorted: how many bytes give way. */
    int removed(final int position)
    {
        return removed[number(position)];
    }

    /** Once sorted: where the new bytes begin in the {@link #bytes}. */
    int from(final int position)
    {
        return from[number(position)];
    }

    /** Once sorted: how many bytes are new. */
    int length(final int position)
    {
        final int number = number(position);
        return to[number] - from[number];
    }
}

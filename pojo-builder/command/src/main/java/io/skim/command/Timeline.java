package io.skim.command;

/**
 * How much there was over time: frames, bytes and errors in intervals of equal width. There are at most {@link #MOST}
 * intervals; where the time is longer, two become one, and so on. What is older than the first is counted in the first.
 */
final class Timeline
{
    /** How many intervals there are at most. */
    static final int MOST = 120;

    private static final long SECOND = 1_000_000;

    private final long[] frames = new long[MOST];
    private final long[] bytes = new long[MOST];
    private final long[] errors = new long[MOST];
    private long width = SECOND;
    private long start;
    private int used;

    /** Counts a frame at a time, in microseconds since 1970, if that is known. */
    void add(final long time, final long length, final boolean error)
    {
        if (!Times.isKnown(time))
        {
            return;
        }
        if (used == 0)
        {
            start = Math.floorDiv(time, SECOND) * SECOND;
            used = 1;
        }
        // Compared as unsigned: the difference of any two times is.
        final long since = time < start ? 0 : time - start;
        while (Long.compareUnsigned(Long.divideUnsigned(since, width), MOST) >= 0)
        {
            widen();
        }
        final int k = (int)Long.divideUnsigned(since, width);
        frames[k]++;
        bytes[k] += length;
        errors[k] += error ? 1 : 0;
        used = Math.max(used, k + 1);
    }

    private void widen()
    {
        for (final long[] counts : new long[][] {frames, bytes, errors})
        {
            for (int k = 0; k < MOST; k++)
            {
                counts[k] = 2 * k < MOST ? counts[2 * k] + counts[2 * k + 1] : 0;
            }
        }
        width *= 2;
        used = (used + 1) / 2;
    }

    /** How many intervals there are, empty ones too. */
    int size()
    {
        return used;
    }

    /** Of each interval, in microseconds. */
    long width()
    {
        return width;
    }

    /** Of an interval, when it begins. */
    long time(final int k)
    {
        return start + k * width;
    }

    long frames(final int k)
    {
        return frames[k];
    }

    long bytes(final int k)
    {
        return bytes[k];
    }

    long errors(final int k)
    {
        return errors[k];
    }
}

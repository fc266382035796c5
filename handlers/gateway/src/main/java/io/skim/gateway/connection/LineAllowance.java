package io.skim.gateway.connection;

import java.util.concurrent.TimeUnit;

/**
 * Lines that may still be written to a log, refilled as time passes: for what peers decide how often it happens. Safe for use by many
 * threads.
 */
public final class LineAllowance
{
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int BURST_SECONDS = 10;

    private final int inSecond;
    private double lines;
    private long filledAt;
    private boolean isUsed;
    private long suppressed;

    /**
     * Makes an allowance.
     *
     * @param inSecond most lines a second; after a quiet time ten seconds' worth at once.
     */
    public LineAllowance(final int inSecond)
    {
        this.inSecond = inSecond;
        this.lines = (double)inSecond * BURST_SECONDS;
    }

    /**
     * Takes a line.
     *
     * @param now in nanoseconds, as {@link System#nanoTime()}.
     * @return how many lines were suppressed since the last one; -1 if this one is too.
     */
    public synchronized long take(final long now)
    {
        final double added = isUsed ? (now - filledAt) / NANOS_PER_SECOND * inSecond : 0;
        isUsed = true;
        filledAt = now;
        lines = Math.min(lines + added, (double)inSecond * BURST_SECONDS);
        if (lines < 1)
        {
            suppressed++;
            return -1;
        }
        lines--;
        final long before = suppressed;
        suppressed = 0;
        return before;
    }
}

package io.skim.command;

import org.HdrHistogram.Histogram;

/**
 * How often values occurred, in limited memory: the least and the most as they were, all others to some digits.
 */
public final class Distribution
{
    private final Histogram histogram;
    private long least = Long.MAX_VALUE;
    private long most;

    /**
     * Makes an empty one.
     *
     * @param digits how many decimal digits of a value are kept, 1 to 5.
     */
    public Distribution(final int digits)
    {
        histogram = new Histogram(digits);
    }

    /** Counts a value, at least 0. */
    public void add(final long value)
    {
        histogram.recordValue(value);
        least = Math.min(least, value);
        most = Math.max(most, value);
    }

    /** Counts all values of another one. */
    void add(final Distribution other)
    {
        histogram.add(other.histogram);
        least = Math.min(least, other.least);
        most = Math.max(most, other.most);
    }

    /** {@return how many values were counted} */
    public long count()
    {
        return histogram.getTotalCount();
    }

    /** {@return the least of them; 0 if there is none} */
    public long least()
    {
        return count() == 0 ? 0 : least;
    }

    /** {@return the greatest of them; 0 if there is none} */
    public long most()
    {
        return most;
    }

    /** The sum of all values, to as many digits. */
    double sum()
    {
        return histogram.getMean() * histogram.getTotalCount();
    }

    /** {@return the value that so many per cent do not exceed, to as many digits; 0 if there is none} */
    public long at(final double percentile)
    {
        // The histogram gives the greatest value that it cannot tell from it, which may be more than any was.
        return Math.max(least(), Math.min(most, histogram.getValueAtPercentile(percentile)));
    }
}

package io.skim.command;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What happened over time, in intervals of equal width. There are at most {@value #MOST} intervals; where the time is longer, two
 * become one, and so on. What is older than the first is counted in the first.
 */
public final class Timeline
{
    /** How many intervals there are at most. */
    static final int MOST = 120;

    private static final int DIGITS = 2;

    private final List<Interval> intervals = new ArrayList<>();
    private long width;
    private long start;

    /** What is counted of an interval. */
    public static final class Interval
    {
        public long frames;
        public long requests;
        public long responses;
        public long errors;
        public long bytes;
        /** In microseconds; null before the first. */
        private @Nullable Histogram latencies;

        private void add(final Interval other)
        {
            frames += other.frames;
            requests += other.requests;
            responses += other.responses;
            errors += other.errors;
            bytes += other.bytes;
            if (other.latencies != null)
            {
                latencies().add(other.latencies);
            }
        }

        private Histogram latencies()
        {
            latencies = latencies == null ? new Histogram(DIGITS) : latencies;
            return latencies;
        }

        /** Counts a latency in microseconds. */
        public void latency(final long micros)
        {
            latencies().recordValue(micros);
        }

        /** {@return how many latencies were counted} */
        public long latencyCount()
        {
            return latencies == null ? 0 : latencies.getTotalCount();
        }

        /** {@return the latency that so many per cent do not exceed, in microseconds; 0 if there is none} */
        public long latencyAt(final double percentile)
        {
            return latencies == null ? 0 : latencies.getValueAtPercentile(percentile);
        }
    }

    /**
     * Makes an empty one.
     *
     * @param width of the intervals in microseconds, as long as there are few.
     */
    public Timeline(final long width)
    {
        this.width = width;
    }

    /** The interval of a time in microseconds since 1970. */
    public Interval at(final long time)
    {
        if (intervals.isEmpty())
        {
            start = Math.floorDiv(time, width) * width;
        }
        // Compared as unsigned: the difference of any two times is.
        final long since = time < start ? 0 : time - start;
        while (Long.compareUnsigned(Long.divideUnsigned(since, width), MOST) >= 0)
        {
            widen();
        }
        final int index = (int)Long.divideUnsigned(since, width);
        while (intervals.size() <= index)
        {
            intervals.add(new Interval());
        }
        return intervals.get(index);
    }

    /** Counts a frame at a time, if that is known. */
    void add(final long time, final long length, final boolean error)
    {
        if (Times.isKnown(time))
        {
            final Interval interval = at(time);
            interval.frames++;
            interval.bytes += length;
            interval.errors += error ? 1 : 0;
        }
    }

    private void widen()
    {
        for (int k = 0; k < intervals.size(); k += 2)
        {
            final Interval wider = intervals.get(k);
            if (k + 1 < intervals.size())
            {
                wider.add(intervals.get(k + 1));
            }
            intervals.set(k / 2, wider);
        }
        intervals.subList((intervals.size() + 1) / 2, intervals.size()).clear();
        width *= 2;
    }

    /** {@return the intervals in their order, empty ones too} */
    public List<Interval> intervals()
    {
        return intervals;
    }

    /** {@return the width of an interval, in microseconds} */
    public long width()
    {
        return width;
    }

    /** {@return when an interval begins, in microseconds since 1970} */
    public long time(final int interval)
    {
        return start + interval * width;
    }
}

package io.skim.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What happened over time, in intervals of equal width. There are at most {@value #MOST} intervals; where the time is longer, two
 * become one, and so on. Times may come in any order, as those of several captures do.
 */
public final class Timeline
{
    /** How many intervals there are at most. */
    static final int MOST = 120;

    private static final int DIGITS = 2;
    private static final long EARLIEST = Long.MIN_VALUE / 2;

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
        private @Nullable Distribution latencies;

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

        private Distribution latencies()
        {
            latencies = latencies == null ? new Distribution(DIGITS) : latencies;
            return latencies;
        }

        /** Counts a latency in microseconds. */
        public void latency(final long micros)
        {
            latencies().add(micros);
        }

        /** {@return how many latencies were counted} */
        public long latencyCount()
        {
            return latencies == null ? 0 : latencies.count();
        }

        /** {@return the latency that so many per cent do not exceed, in microseconds; 0 if there is none} */
        public long latencyAt(final double percentile)
        {
            return latencies == null ? 0 : latencies.at(percentile);
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
        // No interval begins before the first of all times.
        final long known = Math.max(EARLIEST, time);
        if (intervals.isEmpty())
        {
            start = Math.floorDiv(known, width) * width;
        }
        while (known < start)
        {
            beginEarlier(known);
        }
        // Compared as unsigned: the difference of any two times is.
        final long since = known - start;
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

    /** Puts intervals before the first, or makes all wider if there is no room for as many. */
    private void beginEarlier(final long time)
    {
        final long missing = Long.divideUnsigned(start - time - 1, width) + 1;
        if (Long.compareUnsigned(missing, MOST - intervals.size()) > 0)
        {
            widen();
            return;
        }
        start -= missing * width;
        intervals.addAll(0, Stream.generate(Interval::new).limit(missing).toList());
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

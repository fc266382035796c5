package io.skim.command.report;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What happened over time, in at most {@value #MOST} intervals of one length: it doubles, and two intervals become one, when
 * time goes on behind the last. What comes before the first is counted there.
 */
final class TimeLine
{
    static final int MOST = 120;
    private static final long FIRST_LENGTH = 1_000;
    private static final int DIGITS = 2;

    private final List<Interval> intervals = new ArrayList<>();
    private long start;
    private long length = FIRST_LENGTH;

    /** What is counted of an interval. */
    static final class Interval
    {
        long requests;
        long responses;
        long errors;
        long bytes;
        /** In microseconds; null before the first. */
        private @Nullable Histogram latencies;

        private void add(final Interval other)
        {
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

        void latency(final long micros)
        {
            latencies().recordValue(micros);
        }

        long latencyCount()
        {
            return latencies == null ? 0 : latencies.getTotalCount();
        }

        /** In microseconds. */
        long latencyAt(final double percentile)
        {
            return latencies == null ? 0 : latencies.getValueAtPercentile(percentile);
        }
    }

    /** The interval of a time in microseconds since 1970. */
    Interval at(final long time)
    {
        if (intervals.isEmpty())
        {
            start = time;
        }
        while ((time - start) / length >= MOST)
        {
            merge();
        }
        final int index = (int)Math.max(0, (time - start) / length);
        while (intervals.size() <= index)
        {
            intervals.add(new Interval());
        }
        return intervals.get(index);
    }

    private void merge()
    {
        for (int i = 0; i < intervals.size(); i += 2)
        {
            final Interval merged = intervals.get(i);
            if (i + 1 < intervals.size())
            {
                merged.add(intervals.get(i + 1));
            }
            intervals.set(i / 2, merged);
        }
        intervals.subList((intervals.size() + 1) / 2, intervals.size()).clear();
        length *= 2;
    }

    List<Interval> intervals()
    {
        return intervals;
    }

    /** In microseconds since 1970. */
    long start()
    {
        return start;
    }

    /** Of an interval, in microseconds. */
    long length()
    {
        return length;
    }
}

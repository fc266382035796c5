package io.skim.gateway.metrics;

import org.jspecify.annotations.Nullable;

/** The durations between requests of one code and their answers: a copy, which does not change. */
public final class Latency
{
    private final String code;
    private final long[] buckets;
    private final long nanos;

    Latency(final String code, final long[] buckets, final long nanos)
    {
        this.code = code;
        this.buckets = buckets;
        this.nanos = nanos;
    }

    /** {@return the name of the code, or {@code other}} */
    public String code()
    {
        return code;
    }

    /** {@return number of answers} */
    public long count()
    {
        long count = 0;
        for (final long bucket : buckets)
        {
            count += bucket;
        }
        return count;
    }

    /** {@return the sum of all durations, in nanoseconds} */
    public long sumNanos()
    {
        return nanos;
    }

    /**
     * The duration that a part of the answers did not exceed.
     *
     * @param quantile the part, above 0 and at most 1.
     * @return an upper bound in microseconds, at most 6.25 % above the true duration; 0 if there is none. Durations above 67 seconds
     *         count as 67 seconds.
     */
    public long quantileMicros(final double quantile)
    {
        final long rank = (long)Math.ceil(count() * quantile);
        long seen = 0;
        for (int i = 0; i < buckets.length; i++)
        {
            seen += buckets[i];
            if (seen >= rank && seen > 0)
            {
                return LatencyBuckets.upperMicros(i);
            }
        }
        return 0;
    }

    /**
     * What was added since an earlier copy.
     *
     * @param earlier a copy for the same code, or {@code null} for none.
     * @return the durations since then.
     */
    public Latency since(final @Nullable Latency earlier)
    {
        if (earlier == null)
        {
            return this;
        }
        final long[] added = buckets.clone();
        for (int i = 0; i < added.length; i++)
        {
            added[i] -= earlier.buckets[i];
        }
        return new Latency(code, added, nanos - earlier.nanos);
    }

    /** {@return number of answers in the buckets from one to before another} */
    long countBetween(final int from, final int to)
    {
        long count = 0;
        for (int i = from; i < to; i++)
        {
            count += buckets[i];
        }
        return count;
    }
}

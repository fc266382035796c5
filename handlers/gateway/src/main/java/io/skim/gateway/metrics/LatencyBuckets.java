package io.skim.gateway.metrics;

/**
 * Buckets of durations: 16 of equal width between a power of two microseconds and the next, so a bucket is at most 6.25 % wide. A
 * duration belongs to the bucket whose upper bound is the first that is not below it, as the buckets of Prometheus do.
 */
final class LatencyBuckets
{
    private static final int SUB_BITS = 4;
    private static final int SUB_COUNT = 1 << SUB_BITS;
    /** 2^26 microseconds, 67 seconds. What is longer falls into the last bucket. */
    private static final int MAX_BITS = 26;
    private static final int OVERFLOW = (MAX_BITS - SUB_BITS + 1) << SUB_BITS;
    private static final long NANOS_PER_MICRO = 1000;

    /** Number of buckets, the last of which has no upper bound. */
    static final int COUNT = OVERFLOW + 1;

    private LatencyBuckets()
    {
    }

    /** {@return the bucket of a duration; a negative one is taken as 0} */
    static int of(final long nanos)
    {
        return nanos <= 0 ? 0 : ofMicros((nanos - 1) / NANOS_PER_MICRO);
    }

    private static int ofMicros(final long micros)
    {
        if (micros < SUB_COUNT)
        {
            return (int)micros;
        }
        final int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(micros);
        return bits >= MAX_BITS ? OVERFLOW
            : (bits - SUB_BITS + 1 << SUB_BITS) + (int)(micros >>> bits - SUB_BITS) - SUB_COUNT;
    }

    /** {@return the upper bound of a bucket, in microseconds; the bound of the last is that of the bucket before it} */
    static long upperMicros(final int bucket)
    {
        final int bounded = Math.min(bucket, OVERFLOW - 1);
        if (bounded < SUB_COUNT)
        {
            return bounded + 1L;
        }
        final int bits = (bounded >> SUB_BITS) - 1 + SUB_BITS;
        return (long)(SUB_COUNT + (bounded & SUB_COUNT - 1) + 1) << bits - SUB_BITS;
    }

    /** {@return the first bucket above a duration of 2^{@code bits} microseconds} */
    static int above(final int bits)
    {
        return ofMicros(1L << bits);
    }
}

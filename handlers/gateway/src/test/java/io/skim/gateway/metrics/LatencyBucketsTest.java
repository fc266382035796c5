package io.skim.gateway.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LatencyBucketsTest
{
    @Property
    void aDurationIsWithinItsBucket(@ForAll @LongRange(min = 1, max = 67_000_000_000L) final long nanos)
    {
        final int bucket = LatencyBuckets.of(nanos);
        assertTrue(nanos <= LatencyBuckets.upperMicros(bucket) * 1000, () -> "upper bound of " + bucket);
        assertTrue(bucket == 0 || nanos > LatencyBuckets.upperMicros(bucket - 1) * 1000,
            () -> "lower bound of " + bucket);
    }

    @Test
    void boundsGrowByAtMostASixteenth()
    {
        for (int bucket = 16; bucket < LatencyBuckets.COUNT - 1; bucket++)
        {
            final long lower = LatencyBuckets.upperMicros(bucket - 1);
            final long width = LatencyBuckets.upperMicros(bucket) - lower;
            assertTrue(width > 0 && width * 16 <= lower, "bucket " + bucket);
        }
    }

    @Test
    void aPowerOfTwoMicrosecondsBelongsBelowItsOwnBound()
    {
        for (int bits = 0; bits < 26; bits++)
        {
            final int above = LatencyBuckets.above(bits);
            assertEquals(above - 1, LatencyBuckets.of((1L << bits) * 1000), "2^" + bits);
            assertEquals(above, LatencyBuckets.of((1L << bits) * 1000 + 1), "2^" + bits + " and a bit");
        }
    }

    @Test
    void whatIsTooLongOrNegativeHasABucketToo()
    {
        assertEquals(LatencyBuckets.COUNT - 1, LatencyBuckets.of(Long.MAX_VALUE));
        assertEquals(0, LatencyBuckets.of(Long.MIN_VALUE));
        assertEquals(0, LatencyBuckets.of(0));
    }
}

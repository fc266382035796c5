package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest
{
    private static final double[] PERCENTILES = {0, 1, 50, 90, 99, 99.9, 100};

    /** Against the values themselves in their order: to three digits, and never less than the least or more than the most. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 999, 1_000, 1_001, 50_000})
    void percentilesAreThoseOfASortedArray(final int count)
    {
        final Random random = new Random(count);
        final Distribution values = new Distribution(3);
        final long[] sorted = new long[count];
        for (int k = 0; k < count; k++)
        {
            sorted[k] = (long)Math.pow(10, random.nextDouble() * 9);
            values.add(sorted[k]);
        }
        Arrays.sort(sorted);
        assertEquals(count, values.count());
        assertEquals(sorted[0], values.least());
        assertEquals(sorted[count - 1], values.most());
        for (final double percentile : PERCENTILES)
        {
            final long exact = sorted[(int)Math.max(0, Math.ceil(percentile / 100 * count - 1e-6) - 1)];
            final long told = values.at(percentile);
            assertTrue(Math.abs(told - exact) <= exact / 1_000 + 1, percentile + ": " + told + ", not " + exact);
            assertTrue(told >= sorted[0] && told <= sorted[count - 1], percentile + ": " + told);
        }
        assertEquals(Arrays.stream(sorted).sum(), values.sum(), values.sum() / 1_000);
    }

    /** The greatest body of a broker is 4 MiB, and no more than that. */
    @Test
    void theMostIsExact()
    {
        final Distribution values = new Distribution(3);
        values.add(4_194_304);
        assertEquals(4_194_304, values.most());
        assertEquals(4_194_304, values.at(50));
        assertEquals(4_194_304, values.least());
        final Distribution both = new Distribution(3);
        both.add(values);
        both.add(1_000_001);
        assertEquals(1_000_001, both.least());
        assertEquals(4_194_304, both.most());
    }

    @Test
    void nothingHasNoPercentiles()
    {
        final Distribution values = new Distribution(2);
        values.add(new Distribution(2));
        for (final long told : new long[] {values.least(), values.most(), values.at(50), values.count()})
        {
            assertEquals(0, told);
        }
    }
}

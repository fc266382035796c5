package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecimalsTest
{
    private final byte[] array = new byte[3 + Decimals.ROOM];

    private void check(final long value)
    {
        final int end = Decimals.put(value, array, 3);
        assertEquals(Long.toString(value), new String(array, 3, end - 3, StandardCharsets.US_ASCII));
        if (value >= 0)
        {
            assertEquals(Long.toString(value).length(), Decimals.length(value));
        }
    }

    @Test
    void numbersOfEveryLengthAreWrittenAsJavaWritesThem()
    {
        check(0);
        check(Long.MIN_VALUE);
        check(Long.MAX_VALUE);
        for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10)
        {
            for (int digit = 1; digit < 10; digit++)
            {
                for (int around = -2; around < 3; around++)
                {
                    check(digit * power + around);
                    check(-digit * power + around);
                }
            }
        }
        for (int shift = 0; shift < 64; shift++)
        {
            check(1L << shift);
            check((1L << shift) - 1);
            check(-1L << shift);
        }
    }

    @Test
    void everyNumberOfFourDigitsAndManyOfEightAreRight()
    {
        for (int value = 0; value < 10_000; value++)
        {
            check(value);
            check(value * 10_000L + 9_999 - value);
        }
        final Random random = new Random(7);
        for (int i = 0; i < 200_000; i++)
        {
            check(random.nextLong() >> random.nextInt(64));
        }
    }
}

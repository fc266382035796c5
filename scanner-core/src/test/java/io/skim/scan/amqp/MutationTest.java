package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.AmqpAgreement;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Good;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Every vector cut, flipped and lied about: refused inside the region, or read as the standard and the peers do.
 */
class MutationTest
{
    /** Longer ones are compared with the standard alone, since the peers take far longer than Skim. */
    private static final int SHOWN_TO_PEERS = 100;

    private final AmqpAgreement agreement = new AmqpAgreement();

    private boolean check(final byte[] bytes)
    {
        return bytes.length <= SHOWN_TO_PEERS ? agreement.check(bytes) : agreement.checkAlone(bytes);
    }

    @Test
    void everyPrefixOfAValueIsMalformed()
    {
        int prefixes = 0;
        for (final Good vector : AmqpVectors.values())
        {
            final boolean isOne = !vector.shape().equals("stream") && !vector.shape().equals("message");
            for (int length = vector.bytes().length - 1; length > 0; length--, prefixes++)
            {
                final boolean taken = check(Arrays.copyOf(vector.bytes(), length));
                assertFalse(taken && isOne, () -> vector + ": " + agreement.last());
            }
        }
        assertTrue(prefixes > 18_000, "only " + prefixes);
    }

    @Test
    void everyBitFlipIsRefusedOrReadAsTheOthersDo()
    {
        final int[] taken = new int[1];
        for (final Good vector : AmqpVectors.values())
        {
            AmqpMutator.eachBitFlip(vector.bytes().clone(), bytes -> taken[0] += check(bytes) ? 1 : 0);
        }
        assertTrue(taken[0] > 1_000 && agreement.refused() > 10_000, agreement::report);
    }

    @Test
    void everyLieAboutASizeACountOrALengthIsRefusedOrReadAsTheOthersDo()
    {
        for (final Good vector : AmqpVectors.values())
        {
            final byte[] before = vector.bytes().clone();
            AmqpMutator.eachLie(vector.bytes(), this::check);
            assertEquals(Arrays.hashCode(before), Arrays.hashCode(vector.bytes()));
        }
        assertTrue(agreement.refused() > 5_000, agreement::report);
    }
}

package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.skim.scan.testing.AmqpAgreement;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Settings;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The reader against four others: a plain one made from the standard, Proton-J 0.35.0 for what it refuses, and Proton-J
 * 0.34.1 and protonj2 for what they take.
 */
class DifferentialTest
{
    private static final int FRAMES = Settings.frames(24_000);

    private final AmqpAgreement agreement = new AmqpAgreement();

    @Test
    void generatedAndSpoiledValuesMeanTheSameToAllOrAreRefusedForAListedReason()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        int good = 0;
        for (int frame = 0; frame < FRAMES;)
        {
            final byte[] bytes = generator.stream();
            try
            {
                assertTrue(agreement.check(bytes), () -> "generated and refused: " + agreement.last());
                good++;
                frame++;
                for (int spoiled = 0; spoiled < 3; spoiled++, frame++)
                {
                    agreement.check(mutator.mutated(bytes));
                }
            }
            catch (final AssertionError | RuntimeException e)
            {
                fail("-Dskim.seed=" + seed + ", frame " + frame, e);
            }
        }
        final int generated = good;
        assertEquals(FRAMES / 4, generated, 1);
        assertTrue(agreement.acceptedByAll() > FRAMES / 10, agreement::report);
        assertTrue(agreement.refused() > FRAMES / 4, agreement::report);
    }

    @Test
    void everyVectorMeansTheSameToAll()
    {
        AmqpVectors.values().forEach(vector -> assertTrue(agreement.check(vector.bytes()), vector::id));
        AmqpVectors.malformed().forEach(vector -> agreement.check(vector.bytes()));
    }
}

package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rewriting takes time by the length of the header alone, however often the sender repeats what is edited. Time is
 * counted in {@link Steps}, from the scan to the last byte that is written.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PatchGrowthTest
{
    private static final int FEWEST = 1_000;
    private static final int MOST = 128_000;
    private static final int TIMES = 2;

    private final PatchTask tasks = tasks();

    private static PatchTask tasks()
    {
        try
        {
            return (PatchTask)new CountedClasses().loadClass(PatchTasks.class.getName()).getConstructor().newInstance();
        }
        catch (final ReflectiveOperationException e)
        {
            throw new IllegalStateException(e);
        }
    }

    static Stream<String> names()
    {
        return Stream.of(PatchTasks.names());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void aByteCostsTheSameHoweverManyDuplicatesThereAre(final String task)
    {
        double least = Double.MAX_VALUE;
        double most = 0;
        final StringBuilder all = new StringBuilder(task);
        for (int count = FEWEST; count <= MOST; count *= 2)
        {
            final long bytes = tasks.run(task, count);
            final double cost = Steps.taken() / (double)bytes;
            least = Math.min(least, cost);
            most = Math.max(most, cost);
            all.append(String.format(", %d: %.2f", count, cost));
        }
        assertTrue(most <= TIMES * least, () -> all + " steps a byte");
    }
}

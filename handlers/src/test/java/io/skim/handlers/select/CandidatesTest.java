package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.testing.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CandidatesTest
{
    private static final int ROUNDS = 200;

    private final long seed = Settings.seed();
    private final Random random = new Random(seed);

    private static List<Integer> members(final Candidates candidates)
    {
        final List<Integer> members = new ArrayList<>();
        for (int next = candidates.next(0); next != Candidates.NONE; next = candidates.next(next + 1))
        {
            members.add(next);
        }
        return members;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 4_096, 4_097, 65_536, 300_000})
    void holdWhatWasAddedSinceTheyWereClearedInOrder(final int size)
    {
        final Candidates candidates = new Candidates(size);
        assertEquals(List.of(), members(candidates));
        for (int round = 0; round < ROUNDS; round++)
        {
            candidates.clear();
            final TreeSet<Integer> expected = new TreeSet<>();
            for (int i = random.nextInt(10); i > 0; i--)
            {
                // The ends of words and of groups of words are where mistakes would be.
                final int edge = random.nextInt(1 + size / 64) * 64 + random.nextInt(3) - 1;
                final int added = random.nextBoolean() ? random.nextInt(size) : Math.max(0, Math.min(size - 1, edge));
                candidates.addAll(added);
                expected.add(added);
            }
            assertEquals(List.copyOf(expected), members(candidates), () -> "seed " + seed);
            final int from = random.nextInt(size);
            final Integer next = expected.ceiling(from);
            assertEquals(next == null ? Candidates.NONE : next, candidates.next(from), () -> "seed " + seed);
            assertEquals(Candidates.NONE, candidates.next(size));
        }
    }
}

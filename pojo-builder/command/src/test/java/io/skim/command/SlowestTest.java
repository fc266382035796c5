package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.command.Slowest.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlowestTest
{
    @Test
    void areThoseThatSortingFinds()
    {
        final Random random = new Random(1);
        for (int round = 0; round < 200; round++)
        {
            final Slowest slowest = new Slowest(10);
            final List<Answer> all = new ArrayList<>();
            for (int k = 0; k < 40; k++)
            {
                final Answer answer = new Answer(k, k, "x", null, "a>b", random.nextInt(6));
                slowest.add(answer);
                all.add(answer);
            }
            // The sort is stable: of equally slow ones those that came first stay first.
            all.sort(Comparator.comparingLong(Answer::latency).reversed());
            assertEquals(all.subList(0, 10), slowest.sorted());
        }
    }
}

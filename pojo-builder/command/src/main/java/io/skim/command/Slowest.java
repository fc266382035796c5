package io.skim.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The slowest of many answers: a limited number, of equally slow ones those that came first.
 */
public final class Slowest
{
    private final int most;
    /** The one that gives way first: of the fastest, the one that came last. */
    private final PriorityQueue<Answer> answers = new PriorityQueue<>(
        Comparator.comparingLong(Answer::latency).thenComparing(Comparator.comparingLong(Answer::i).reversed()));

    /**
     * An answer that took long.
     *
     * @param i          number of a frame, later ones have greater ones.
     * @param time       that is told of it, in microseconds since 1970.
     * @param name       of what was asked.
     * @param place      topic, or of AMQP the outcome or the link; null for none.
     * @param connection that it took.
     * @param latency    in microseconds.
     */
    public record Answer(long i, long time, String name, @Nullable String place, String connection, long latency)
    {
    }

    /**
     * Makes an empty one.
     *
     * @param most how many are remembered.
     */
    public Slowest(final int most)
    {
        this.most = most;
    }

    /** Remembers an answer, if it is slow enough. */
    public void add(final Answer answer)
    {
        if (answers.size() < most || answers.peek().latency() < answer.latency())
        {
            answers.add(answer);
            if (answers.size() > most)
            {
                answers.poll();
            }
        }
    }

    /** {@return the answers, the slowest first} */
    public List<Answer> sorted()
    {
        final List<Answer> sorted = new ArrayList<>(answers);
        sorted.sort(Comparator.comparingLong(Answer::latency).reversed().thenComparingLong(Answer::i));
        return sorted;
    }
}

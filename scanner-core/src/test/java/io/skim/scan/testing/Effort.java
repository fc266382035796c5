package io.skim.scan.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Compares what two pieces of work take, in processor time of this thread: how long a busy machine lets it wait does not
 * count.
 */
public final class Effort
{
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 6;
    /** Less than this is taken for this much, in nanoseconds: clocks are coarse. */
    private static final long LEAST = 100_000;

    private Effort()
    {
    }

    /**
     * Asserts that a piece of work takes no more than some multiple of another. They take turns, and the least of each
     * counts, so that neither pays for the compiler or for a neighbour; if one round is good, it is enough.
     *
     * @param times how many times as long it may take: far above what is due, and far below what is feared.
     * @param usual what it is compared with.
     * @param work  to judge.
     */
    public static void assertAtMost(final int times, final Runnable usual, final Runnable work)
    {
        long least = Long.MAX_VALUE;
        long taken = Long.MAX_VALUE;
        boolean good = false;
        for (int i = 0; i < ROUNDS && !good; i++)
        {
            least = Math.min(least, of(usual));
            taken = Math.min(taken, of(work));
            good = taken / times < Math.max(LEAST, least);
        }
        assertTrue(good, taken + " ns, more than " + times + " times " + least + " ns");
    }

    private static long of(final Runnable work)
    {
        final long before = THREADS.getCurrentThreadCpuTime();
        work.run();
        return THREADS.getCurrentThreadCpuTime() - before;
    }
}

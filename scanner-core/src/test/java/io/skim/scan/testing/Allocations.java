package io.skim.scan.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Counts what the current thread allocates.
 */
public final class Allocations
{
    private static final ThreadMXBean THREADS = (ThreadMXBean)ManagementFactory.getThreadMXBean();

    private Allocations()
    {
    }

    /**
     * The bytes a task allocates once it is warm.
     *
     * @param task   to run.
     * @param warmUp how often before anything is counted.
     * @param runs   how often while it is counted.
     * @return the bytes of all runs; the least of ten attempts, since the JVM itself may allocate in between, above all while it still compiles.
     */
    public static long by(final Runnable task, final int warmUp, final int runs)
    {
        for (int i = 0; i < warmUp; i++)
        {
            task.run();
        }
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 10 && least > 0; attempt++)
        {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < runs; i++)
            {
                task.run();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}

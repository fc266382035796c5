package io.skim.scan.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.junit.jupiter.api.function.Executable;

/**
 * Ends what takes far too much of a processor: input that makes time grow faster than its bytes. The time of other threads and
 * processes does not count, so that a busy machine fails no test.
 */
public final class ProcessorTime
{
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int POLL_MILLIS = 20;

    private ProcessorTime()
    {
    }

    /**
     * Runs something in a thread of its own.
     *
     * @param most       processor time of that thread.
     * @param executable to run.
     * @throws Throwable what it throws; an {@link AssertionError} if it takes longer, and then the thread is abandoned.
     */
    public static void within(final Duration most, final Executable executable) throws Throwable
    {
        final Throwable[] thrown = new Throwable[1];
        final Thread thread = new Thread(() -> {
            try
            {
                executable.execute();
            }
            catch (final Throwable e)
            {
                thrown[0] = e;
            }
        }, "processor time");
        thread.setDaemon(true);
        thread.start();
        while (thread.isAlive())
        {
            if (THREADS.getThreadCpuTime(thread.getId()) > most.toNanos())
            {
                throw new AssertionError("took more than " + most + " of a processor");
            }
            thread.join(POLL_MILLIS);
        }
        if (thrown[0] != null)
        {
            throw thrown[0];
        }
    }
}

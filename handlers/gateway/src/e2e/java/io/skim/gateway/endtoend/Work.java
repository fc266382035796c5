package io.skim.gateway.endtoend;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

/** What a thread of a gateway does until a socket is closed. */
interface Work
{
    /** How long clients wait for an answer: a machine may be busy, and nothing here is about how fast it is. */
    int PATIENCE_MILLIS = 30_000;

    /** Does it. */
    void run() throws IOException;

    /**
     * Starts a thread.
     *
     * @param work    to do.
     * @param failure takes what is thrown, but for the end of a socket.
     */
    static void start(final Work work, final AtomicReference<Throwable> failure)
    {
        final Thread thread = new Thread(() -> {
            try
            {
                work.run();
            }
            catch (final IOException closed)
            {
                // The other side has gone.
            }
            catch (final RuntimeException | Error e)
            {
                failure.compareAndSet(null, e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Closes all at once, and throws what the first one of them did that failed. */
    static void closeAll(final List<AutoCloseable> all) throws Exception
    {
        final ExecutorService threads = Executors.newCachedThreadPool();
        try
        {
            final List<Callable<Void>> tasks = all.stream().<Callable<Void>>map(each -> () -> {
                each.close();
                return null;
            }).toList();
            for (final Future<Void> closed : threads.invokeAll(tasks))
            {
                closed.get();
            }
        }
        finally
        {
            threads.shutdown();
        }
    }
}

package io.skim.gateway.endtoend;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/** What a thread of a gateway does until a socket is closed. */
interface Work
{
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
}

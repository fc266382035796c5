package io.skim.gateway;

import org.junit.jupiter.api.function.Executable;

/** The other ends of a gateway's connections, which work while the test does. */
final class Background
{
    private Background()
    {
    }

    /** Starts a part of a test, which may fail when the test has ended. {@return where it runs} */
    static Thread start(final Executable part)
    {
        final Thread thread = new Thread(() -> {
            try
            {
                part.execute();
            }
            catch (final Throwable ended)
            {
                // With the connection, or because nobody connects any more: who waits for an answer tells.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}

package io.skim.command;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Shows on a terminal how far long work has come; says nothing during its first second.
 */
final class Progress
{
    private static final long FIRST = TimeUnit.SECONDS.toNanos(1);
    private static final long BETWEEN = TimeUnit.MILLISECONDS.toNanos(200);
    private static final double MEGABYTE = 1_000_000;
    private static final String CLEAR = "\r\033[K";

    private final PrintStream err;
    private final boolean enabled;
    private long next = System.nanoTime() + FIRST;
    private boolean shown;

    Progress(final PrintStream err, final boolean enabled)
    {
        this.err = err;
        this.enabled = enabled;
    }

    void update(final String name, final long bytes, final long frames)
    {
        if (!enabled || System.nanoTime() - next < 0)
        {
            return;
        }
        next = System.nanoTime() + BETWEEN;
        shown = true;
        err.printf(Locale.ROOT, CLEAR + "%s: %.0f MB, %,d frames", name, bytes / MEGABYTE, frames);
        err.flush();
    }

    /** Takes the line away, for other text or at the end. */
    void clear()
    {
        if (shown)
        {
            err.print(CLEAR);
            err.flush();
            shown = false;
        }
    }
}

package io.skim.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shows statistics on a terminal while they are counted, once in a second.
 */
final class LiveView
{
    private static final long BETWEEN = TimeUnit.SECONDS.toNanos(1);
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(20);
    private static final String HOME = "\033[H";
    /** Of a terminal that does not tell. */
    private static final int ROWS = 24;
    private static final String CLEAR_REST = "\033[J";
    private static final String CLEAR_LINE = "\033[K";

    private final Console console;
    private final int rows;
    private final Supplier<String> text;
    private final LongSupplier nanos;
    /** Whether anything was counted since they were shown. */
    private boolean changed;
    private long next;

    /**
     * Makes a view.
     *
     * @param console to write to.
     * @param rows    of the terminal; as many are shown.
     * @param text    the statistics as they are now.
     * @param nanos   a clock, in nanoseconds.
     */
    LiveView(final Console console, final int rows, final Supplier<String> text, final LongSupplier nanos)
    {
        this.nanos = nanos;
        next = nanos.getAsLong() + BETWEEN / 2;
        this.console = console;
        this.rows = rows;
        this.text = text;
    }

    /**
     * How many rows are shown: 0 on a terminal that does not go back to the first one, as that in an editor.
     *
     * @param told        by the terminal, which need not know it: then it is 0 or empty; null if it was not asked.
     * @param environment {@code TERM} tells what the terminal is.
     */
    static int rows(final @Nullable String told, final Map<String, String> environment)
    {
        return "dumb".equals(environment.get("TERM")) ? 0
            : told == null || !told.matches("[1-9][0-9]{0,5}") ? ROWS : Math.max(2, Integer.parseInt(told));
    }

    /** Shows them after a change, if it is time to. */
    void update()
    {
        changed = true;
        if (isDue())
        {
            show();
        }
    }

    /** Shows the last changes when it is time to, unless more comes before: nothing may come for long. */
    void idle(final InputStream in) throws IOException
    {
        while (changed && !isDue() && in.available() == 0)
        {
            LockSupport.parkNanos(POLL);
        }
        if (changed && isDue())
        {
            show();
        }
    }

    private boolean isDue()
    {
        return nanos.getAsLong() - next >= 0;
    }

    private void show()
    {
        next = nanos.getAsLong() + BETWEEN;
        changed = false;
        final String shown = text.get().lines().limit(rows - 1L).map(line -> Screen.cut(line, console.screen.width())
            + CLEAR_LINE + '\n').collect(Collectors.joining());
        write(HOME + shown + CLEAR_REST);
    }

    /** Makes room for the last state. */
    void end()
    {
        write(HOME + CLEAR_REST);
    }

    private void write(final String screen)
    {
        try
        {
            console.out.write(screen.getBytes(StandardCharsets.UTF_8));
            console.out.flush();
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }
}

package io.skim.command;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Shows on a terminal how far long work has come, how fast it is, and how long the rest will take if that is known; says nothing
 * during its first second.
 */
final class Progress
{
    /** The size of what is read is not known: it comes from a pipe. */
    static final long UNKNOWN = -1;

    private static final long FIRST = TimeUnit.SECONDS.toNanos(1);
    private static final long BETWEEN = TimeUnit.MILLISECONDS.toNanos(200);
    private static final double MEGABYTE = 1_000_000;
    /** Of seconds that are left; more are shown as minutes. */
    private static final long MOST_SECONDS = 120;
    /** Of the name of a file, in columns: with more, the line would not fit on a terminal, and not be taken away as a whole. */
    private static final int LONGEST_NAME = 24;
    private static final String CLEAR = "\r\033[K";

    private final PrintStream err;
    private final boolean enabled;
    private final LongSupplier nanos;
    private long began;
    private long next;
    private long total = UNKNOWN;
    private long read;
    private boolean shown;

    /**
     * Makes one that has just begun, with work of unknown size.
     *
     * @param err     the terminal.
     * @param enabled whether it is one.
     * @param nanos   a clock, in nanoseconds.
     */
    Progress(final PrintStream err, final boolean enabled, final LongSupplier nanos)
    {
        this.err = err;
        this.enabled = enabled;
        this.nanos = nanos;
        begin(UNKNOWN);
    }

    /**
     * Begins to read.
     *
     * @param bytes of all files, as they are stored; or {@link #UNKNOWN}.
     */
    void begin(final long bytes)
    {
        total = bytes;
        read = 0;
        began = nanos.getAsLong();
        next = began + FIRST;
    }

    /** {@return a stream of the same bytes, which counts those that are read} */
    InputStream counting(final InputStream in)
    {
        return enabled ? new Counting(in) : in;
    }

    /** Counts bytes that were read in another way. */
    void add(final long bytes)
    {
        read += bytes;
    }

    /**
     * Shows how far it is, unless it did a moment ago.
     *
     * @param name  of what is read now.
     * @param units number of frames, messages or values so far.
     */
    void update(final String name, final long units)
    {
        final long now = nanos.getAsLong();
        if (!enabled || now - next < 0)
        {
            return;
        }
        next = now + BETWEEN;
        shown = true;
        final double bytesPerSecond = read / ((now - began) / (double)TimeUnit.SECONDS.toNanos(1));
        final String size = total <= 0 ? String.format(Locale.ROOT, "%.0f MB", read / MEGABYTE)
            : String.format(Locale.ROOT, "%d %% of %.0f MB", 100 * Math.min(read, total) / total, total / MEGABYTE);
        err.printf(Locale.ROOT, CLEAR + "%s: %s, %.0f MB/s, %,d read%s",
            Screen.cut(Screen.printable(name.substring(name.lastIndexOf('/') + 1)), LONGEST_NAME), size,
            bytesPerSecond / MEGABYTE, units,
            left(bytesPerSecond));
        err.flush();
    }

    /** How long the rest takes at a rate, as the end of a sentence. */
    private String left(final double bytesPerSecond)
    {
        if (total <= 0 || bytesPerSecond <= 0)
        {
            return "";
        }
        final long seconds = Math.round(Math.ceil(Math.max(0, total - read) / bytesPerSecond));
        return seconds > MOST_SECONDS ? ", " + (seconds + 59) / 60 + " min left" : ", " + seconds + " s left";
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

    private final class Counting extends FilterInputStream
    {
        Counting(final InputStream in)
        {
            super(in);
        }

        @Override
        public int read() throws IOException
        {
            final int octet = in.read();
            read += octet < 0 ? 0 : 1;
            return octet;
        }

        @Override
        public int read(final byte[] bytes, final int from, final int length) throws IOException
        {
            final int count = in.read(bytes, from, length);
            read += Math.max(0, count);
            return count;
        }

        @Override
        public long skip(final long bytes) throws IOException
        {
            final long count = in.skip(bytes);
            read += count;
            return count;
        }
    }
}

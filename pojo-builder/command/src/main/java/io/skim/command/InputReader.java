package io.skim.command;

import io.skim.scan.Fault;
import io.skim.store.capture.CaptureReader;
import io.skim.store.capture.SegmentCounts;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a command does with its input. Numbers the units (frames, messages, values) over all files.
 */
abstract class InputReader
{
    /** A chunk, and the one of the JDK that it is copied from, stay in a processor's cache of 512 KiB with what reads them. */
    private static final int CHUNK_LENGTH = 1 << 16;

    final Console console;
    /** The number of the current unit. */
    long i;
    /** Of the packet that is read, in microseconds since 1970; {@link CaptureReader#NO_TIME} where none tells it. */
    long time = CaptureReader.NO_TIME;

    /** How many streams the captures had that were read so far, those of both directions of a connection. */
    long streams;

    /** Takes streams of other protocols; null if these are reported as what is malformed is. */
    @Nullable
    OtherProtocols others;

    /** Whether the file that is read is standard input, a pipe or a device, which may give more later. */
    boolean mayWait;

    /** What is taken of it. */
    Choice choice = new Choice();

    /** Takes the packets of what is taken; null if they are not wanted. */
    @Nullable
    KeptPackets packets;

    InputReader(final Console console)
    {
        this.console = console;
    }

    /**
     * Reads a file to its end, or to where no further unit can be found: as one stream, unless told otherwise.
     *
     * @param in     to read.
     * @param source its name.
     * @throws IOException     if reading fails.
     * @throws OutputException if writing fails.
     */
    void read(final InputStream in, final Source source) throws IOException
    {
        final UnitStream stream = open(source);
        final byte[] chunk = new byte[CHUNK_LENGTH];
        boolean more = true;
        while (more && !isDone())
        {
            beforeRead(in, source);
            final int read = in.read(chunk);
            if (read < 0)
            {
                stream.end();
                return;
            }
            more = stream.feed(chunk, 0, read);
        }
    }

    /** Whether nothing more is to be read. */
    boolean isDone()
    {
        return choice.isDone();
    }

    /** Writes out what is held back. */
    abstract void flush();

    /** Whether there are captures of what is read: only of what connections carry. */
    boolean takesCaptures()
    {
        return true;
    }

    /** Tells where frames begin on a connection. */
    FrameStart frameStart()
    {
        return new FrameStart.Remoting();
    }

    /** Takes what is counted in a capture, at its beginning: the counts go on to its end. */
    void capturing(final SegmentCounts counts)
    {
        // Most do not tell.
    }

    /** Begins a stream: a file, or a direction of a connection. Of all that do not read in a way of their own. */
    UnitStream open(final Source source)
    {
        throw new IllegalStateException("this is not read as a stream: " + source);
    }

    /** Before more of a live stream is waited for, what is known is shown. */
    final void beforeRead(final InputStream in, final Source source) throws IOException
    {
        if (mayWait && in.available() == 0)
        {
            idle(in);
        }
        console.progress.update(source.name(), i);
    }

    /** Shows what is known while nothing comes. */
    void idle(final InputStream in) throws IOException
    {
        flush();
    }

    /** Reports the current unit, or what should be one. */
    final void report(final Source source, final long unit, final Fault fault, final long at)
    {
        report(source, unit, Objects.requireNonNull(fault.reason()).name(), at, fault.toMessage());
    }

    /** Reports something more of a unit that was reported. */
    final void reportAgain(final Source source, final long unit, final String reason, final long at,
        final String message)
    {
        flush();
        console.malformed(i, unit, reason, at, message, source);
    }

    /** Whether it is the beginning of a stream of another protocol, which is told of at the end. */
    final boolean isOther(final Source source, final long unit, final String reason)
    {
        return others != null && others.takes(source, unit, reason);
    }

    /** Reports the current unit. What was read before is written first, so that a terminal shows the order of things. */
    void report(final Source source, final long unit, final String reason, final long at, final String message)
    {
        if (isDone() || isOther(source, unit, reason))
        {
            return;
        }
        flush();
        console.malformed(i, unit, reason, at, message, source);
    }
}

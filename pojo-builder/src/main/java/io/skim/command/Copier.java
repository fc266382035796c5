package io.skim.command;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Copies frames or messages of files, one held at a time. Numbers them over all files.
 */
abstract class Copier
{
    private static final int BUFFER_LENGTH = 65_536;

    final Console console;
    final FrameView view;
    /** The file's name, or null for standard input. */
    String file;
    /** The number of the current frame or message. */
    long i;

    private OutputStream out;

    /**
     * Makes a copier.
     *
     * @param console to report to.
     * @param view    on what is read.
     */
    Copier(final Console console, final FrameView view)
    {
        this.console = console;
        this.view = view;
    }

    /** Writes to a stream from now on; null for nowhere. */
    final void output(final OutputStream stream)
    {
        out = stream == null ? null : new BufferedOutputStream(stream, BUFFER_LENGTH);
    }

    /**
     * Copies from a file, to its end or to where no further frame can be found.
     *
     * @param in   to read.
     * @param name of the file, or null for standard input.
     * @throws IOException     if reading fails.
     * @throws OutputException if writing fails.
     */
    final void copy(final InputStream in, final String name) throws IOException
    {
        file = name;
        copy(in);
    }

    /** Copies from the current file. */
    abstract void copy(InputStream in) throws IOException;

    /** Reports a frame or message, or what should be one. What was copied before is written first. */
    final void report(final Fault fault, final long unit, final long at)
    {
        report(fault.reason().name(), unit, at, fault.toMessage());
    }

    /** Reports a frame or message. What was copied before is written first. */
    final void report(final String reason, final long unit, final long at, final String message)
    {
        flush();
        console.malformed(i, unit, reason, at, message, file);
    }

    /** Before more of a live stream is waited for, what is known is written. */
    final void beforeRead(final InputStream in, final long bytes) throws IOException
    {
        if (file == null && in.available() == 0)
        {
            flush();
        }
        console.progress.update(file == null ? "standard input" : file, bytes, i);
    }

    final void write(final byte[] source, final int from, final int length)
    {
        try
        {
            if (out != null)
            {
                out.write(source, from, length);
            }
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }

    /** Writes out what is held back. */
    final void flush()
    {
        try
        {
            if (out != null)
            {
                out.flush();
            }
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }
}

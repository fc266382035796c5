package io.skim.command;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.HeaderScanner;
import io.skim.scan.Outcome;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * Copies what selectors select, byte for byte. One frame or message is held at a time; a malformed one is reported and
 * not copied, whatever is asked for.
 */
abstract class Sieve
{
    private static final int BUFFER_LENGTH = 65_536;

    final FrameView view;

    private final Console console;
    private final HeaderScanner scanner;
    private final SelectorTable selectors;
    private final SelectorEvaluator evaluator;
    private final boolean inverted;
    private OutputStream out;
    private String file;
    private long i;
    private long matches;

    /**
     * Makes a sieve.
     *
     * @param console   to report to.
     * @param scanner   of what is read.
     * @param view      on what is read.
     * @param selectors which all have to select what is copied.
     * @param inverted  whether what they do not select is copied instead.
     */
    Sieve(final Console console, final HeaderScanner scanner, final FrameView view, final List<Selector> selectors,
        final boolean inverted)
    {
        this.console = console;
        this.scanner = scanner;
        this.view = view;
        this.selectors = SelectorTable.of(selectors);
        this.inverted = inverted;
        evaluator = new SelectorEvaluator(this.selectors);
    }

    /** Writes to a stream from now on; null for counting alone. */
    final void output(final OutputStream stream)
    {
        out = stream == null ? null : new BufferedOutputStream(stream, BUFFER_LENGTH);
    }

    /** How many were selected. */
    final long matches()
    {
        return matches;
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

    /** Whether what the view is on is to be copied; reports it if it is malformed. */
    final boolean isWanted(final long unit, final long offset)
    {
        final boolean good = scanner.scan(view, selectors.interest(), evaluator) == Outcome.COMPLETE;
        if (!good)
        {
            refuse(scanner.fault(), unit, offset + scanner.fault().offset());
            return false;
        }
        i++;
        boolean selected = true;
        for (int k = 0; k < selectors.size() && selected; k++)
        {
            selected = evaluator.matches(k);
        }
        matches += selected != inverted ? 1 : 0;
        return selected != inverted;
    }

    /** Reports a frame or message, or what should be one. */
    final void refuse(final Fault fault, final long unit, final long at)
    {
        flush();
        console.malformed(i, unit, fault.reason().name(), at, fault.toMessage(), file);
        i++;
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

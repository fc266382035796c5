package io.skim.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a command reads and writes, and what comes of it: results to standard output, diagnostics to standard error,
 * the exit status at the end.
 */
public final class Console
{
    static final int MALFORMED = 1;
    static final int USAGE = 2;
    static final int FILE = 3;

    final InputStream in;
    public final OutputStream out;
    /** For JSON: as {@link #out}, but what a terminal would obey is escaped. */
    final OutputStream json;
    final PrintStream err;
    final JsonLines lines;
    final Progress progress;
    final Screen screen;

    /** Results are for a person: one line each, no JSON. */
    boolean text;

    private final JsonLines errors;
    private int status;

    Console(final InputStream in, final OutputStream out, final OutputStream err)
    {
        this.in = in;
        this.out = out;
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
        errors = new JsonLines(new ShownOutput(err));
        screen =
            Screen.of(Boolean.getBoolean("skim.terminal") && isStandardOutput(), System.getProperty("skim.columns"),
                System.getenv());
        json = screen.terminal() ? new ShownOutput(out) : out;
        lines = new JsonLines(json);
        progress = new Progress(this.err, Boolean.getBoolean("skim.progress"), System::nanoTime);
    }

    /** Whether results go to the standard output of the process, and not to a stream of a caller's. */
    boolean isStandardOutput()
    {
        try
        {
            return out instanceof FileOutputStream file && file.getFD() == FileDescriptor.out;
        }
        catch (final IOException e)
        {
            return false;
        }
    }

    /**
     * Reports a malformed frame.
     *
     * @param i       number of the frame, over all files.
     * @param offset  of the frame in its file, in bytes.
     * @param reason  stable and in upper case.
     * @param at      in bytes from the file's start.
     * @param message a sentence with the numbers.
     * @param source  where the frame comes from.
     */
    void malformed(final long i, final long offset, final String reason, final long at, final String message,
        final Source source)
    {
        status = Math.max(status, MALFORMED);
        progress.clear();
        errors.write(json -> {
            json.writeNumberField("i", i);
            json.writeNumberField("offset", offset);
            json.writeStringField("error", reason);
            json.writeNumberField("at", at);
            json.writeStringField("message", message);
            if (source.file() != null)
            {
                json.writeStringField("file", source.file());
            }
            if (source.connection() != null)
            {
                json.writeStringField("connection", source.connection());
            }
        });
        try
        {
            errors.flush();
        }
        catch (final OutputException ignored)
        {
            // Nobody can be told. The status tells.
        }
    }

    /** Reports that a file cannot be read or written. */
    public void failed(final String what)
    {
        status = FILE;
        progress.clear();
        tell(what);
    }

    /** Tells a person what looks wrong. The status stays as it is. */
    void warn(final String what)
    {
        progress.clear();
        tell("warning: " + what);
    }

    /** Prints a line for a person. Names of files can be anybody's: no terminal obeys what is in them. */
    void tell(final String what)
    {
        err.println("skim: " + Screen.printable(what));
    }

    /** {@return whether a file could not be read or written} */
    public boolean hasFailed()
    {
        return status == FILE;
    }

    /** 0, 1 or 3: the worst that was reported. */
    public int status()
    {
        return status;
    }
}

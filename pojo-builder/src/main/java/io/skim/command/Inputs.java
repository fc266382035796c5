package io.skim.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of a command line, read one after the other.
 */
final class Inputs
{
    private static final String STANDARD = "-";

    private final Console console;
    private final List<String> files;

    /** Reads one of them. */
    interface Reading
    {
        void read(InputStream in, Source source) throws IOException;
    }

    /**
     * Makes the list.
     *
     * @param console where standard input is, and whom to tell of files that cannot be read.
     * @param files   in order, {@code -} for standard input; null for standard input alone.
     */
    Inputs(final Console console, final List<String> files)
    {
        this.console = console;
        this.files = files == null ? List.of(STANDARD) : files;
    }

    /** Whether a name is that of a file, and not of standard input or output. */
    static boolean isFile(final String name)
    {
        return name != null && !STANDARD.equals(name);
    }

    /** Reads all files; those that cannot be read are reported. */
    void read(final InputReader reader)
    {
        read(reader, reader::read);
    }

    /** Reads all files in a way of its own. */
    void read(final InputReader reader, final Reading reading)
    {
        for (final String file : files)
        {
            read(reader, reading, file);
        }
        console.progress.clear();
        reader.flush();
    }

    private void read(final InputReader reader, final Reading reading, final String file)
    {
        final Source source = new Source(isFile(file) ? file : null);
        try
        {
            if (source.isStandardInput())
            {
                reading.read(console.in, source);
                return;
            }
            try (InputStream in = Files.newInputStream(Path.of(file)))
            {
                reading.read(in, source);
            }
        }
        catch (final IOException | InvalidPathException e)
        {
            reader.flush();
            console.failed(source.name() + ": " + reason(e));
        }
    }

    /** Why a file cannot be read or written, for people. */
    static String reason(final Exception failure)
    {
        if (failure instanceof NoSuchFileException)
        {
            return "no such file";
        }
        if (failure instanceof AccessDeniedException)
        {
            return "permission denied";
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}

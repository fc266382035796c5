package io.skim.command;

import io.skim.store.Compression;
import io.skim.store.capture.CaptureReader;
import io.skim.store.capture.DecompressedInput;
import io.skim.store.capture.GzipInput;
import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a command line, read one after the other.
 */
public final class Inputs
{
    private static final String STANDARD = "-";
    /** A link to the file that standard input was redirected from; it does not exist everywhere. */
    private static final String STANDARD_INPUT = "/dev/stdin";
    private static final int BUFFER_LENGTH = 65_536;
    private static final int MAGIC_LENGTH = 4;

    private final Console console;
    private final List<String> files;
    private final boolean captures;

    /** Reads one of them. */
    interface Reading
    {
        void read(InputStream in, Source source) throws IOException;
    }

    /**
     * Makes the list.
     *
     * @param console  where standard input is, and whom to tell of files that cannot be read.
     * @param files    in order, {@code -} for standard input; null for standard input alone.
     * @param captures whether all are captures of packets, also those that do not begin like one.
     */
    Inputs(final Console console, final @Nullable List<String> files, final boolean captures)
    {
        this.captures = captures;
        this.console = console;
        this.files = files == null ? List.of(STANDARD) : files;
    }

    /** Whether a name is that of a file, and not of standard input or output. */
    public static boolean isFile(final @Nullable String name)
    {
        return name != null && !STANDARD.equals(name);
    }

    /**
     * Which of the files that are read a file is that is to be written: that would lose the one, or never end.
     *
     * @param files names, {@code -} for standard input; null for standard input alone.
     * @param out   the name of the file to write.
     * @return the name as it was given; null if it is none of them.
     */
    public static @Nullable String same(final @Nullable List<String> files, final String out)
    {
        for (final String file : files == null ? List.of(STANDARD) : files)
        {
            if (isSame(isFile(file) ? file : STANDARD_INPUT, out))
            {
                return file;
            }
        }
        return null;
    }

    private static boolean isSame(final String in, final String out)
    {
        try
        {
            final Path read = Path.of(in);
            final Path written = Path.of(out);
            return Files.isRegularFile(read) && Files.isRegularFile(written) && Files.isSameFile(read, written);
        }
        catch (final IOException | InvalidPathException e)
        {
            // Opening it will tell.
            return false;
        }
    }

    /** Whether standard input, a pipe or a device is read, which may give more for days. */
    static boolean isPiped(final @Nullable List<String> files)
    {
        for (final String file : files == null ? List.of(STANDARD) : files)
        {
            try
            {
                if (!isFile(file) || isPipe(Path.of(file)))
                {
                    return true;
                }
            }
            catch (final InvalidPathException e)
            {
                // Opening it will tell.
                return false;
            }
        }
        return false;
    }

    /** The bytes of files together; {@link Progress#UNKNOWN} if one is a pipe. What cannot be read is reported later. */
    static long size(final List<String> files)
    {
        long size = 0;
        for (final String file : files)
        {
            try
            {
                if (!isFile(file) || !Files.isRegularFile(Path.of(file)))
                {
                    return Progress.UNKNOWN;
                }
                size += Files.size(Path.of(file));
            }
            catch (final IOException | InvalidPathException e)
            {
                return Progress.UNKNOWN;
            }
        }
        return size;
    }

    /** Reads all files, captures too; those that cannot be read are reported. */
    void read(final InputReader reader)
    {
        read(reader, reader.takesCaptures() ? (in, source) -> readAny(reader, in, source) : reader::read);
        if (reader.choice.missesAllConnections())
        {
            console.warn("no connection is the one that is chosen: skim follow lists them");
        }
        if (reader.others != null)
        {
            reader.others.tell(console);
        }
    }

    private void readAny(final InputReader reader, final InputStream in, final Source source) throws IOException
    {
        final InputStream buffered = new BufferedInputStream(in, BUFFER_LENGTH);
        if (captures || beginsLikeACapture(buffered))
        {
            new CaptureReading(reader, source).read(buffered);
        }
        else if (reader.packets != null)
        {
            throw new IOException("it is no capture, and packets are to be copied");
        }
        else if (reader.choice.isOfCaptures())
        {
            throw new IOException("it is no capture, and has neither connections nor times to choose by");
        }
        else
        {
            reader.read(buffered, source);
        }
    }

    private static boolean beginsLikeACapture(final InputStream in) throws IOException
    {
        in.mark(MAGIC_LENGTH);
        final byte[] start = new byte[MAGIC_LENGTH];
        final int length = in.readNBytes(start, 0, MAGIC_LENGTH);
        in.reset();
        return CaptureReader.isCapture(start, 0, length);
    }

    /** Reads all files in a way of its own. */
    void read(final InputReader reader, final Reading reading)
    {
        console.progress.begin(size(files));
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
            reader.mayWait = source.isStandardInput() || isPipe(Path.of(file));
            if (source.isStandardInput())
            {
                readPlain(reader, reading, console.progress.counting(console.in), source);
                return;
            }
            try (InputStream in = isPipe(Path.of(file)) ? PipeInput.of(Path.of(file)) : Files.newInputStream(Path.of(
                file)))
            {
                readPlain(reader, reading, console.progress.counting(in), source);
            }
        }
        catch (final IOException | InvalidPathException e)
        {
            reader.flush();
            console.failed(source.name() + ": " + reason(e));
        }
    }

    /** Whether a file is a pipe or a device, as shells make one of {@code <(tcpdump -w -)}. */
    private static boolean isPipe(final Path file)
    {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /** Reads a file, or what it holds if it is one of gzip or zstd: no format has a unit that begins like that. */
    private static void readPlain(final InputReader reader, final Reading reading, final InputStream in,
        final Source source) throws IOException
    {
        final InputStream buffered = new BufferedInputStream(in, BUFFER_LENGTH);
        final DecompressedInput.Listener broken = (reason, given, message) -> {
            reader.report(source, given, reason, given, message);
            reader.i++;
        };
        switch (Compression.of(buffered))
        {
            case NONE -> reading.read(buffered, source);
            case ZSTD -> reading.read(new ZstdInput(buffered, broken), source);
            case GZIP ->
            {
                try (GzipInput plain = new GzipInput(buffered, broken))
                {
                    reading.read(plain, source);
                }
            }
        }
    }

    /** Why a file cannot be read or written, for people. */
    public static String reason(final Exception failure)
    {
        if (failure instanceof NoSuchFileException)
        {
            return "no such file";
        }
        if (failure instanceof AccessDeniedException)
        {
            return "permission denied";
        }
        if (failure instanceof FileNotFoundException && failure.getMessage() != null)
        {
            // NAME (REASON)
            return failure.getMessage().replaceFirst("(?s)^.* \\((.*)\\)$", "$1");
        }
        if (failure instanceof CharacterCodingException)
        {
            return "not UTF-8";
        }
        if (failure instanceof FileSystemException && ((FileSystemException)failure).getReason() != null)
        {
            // The message has the file's name too.
            return ((FileSystemException)failure).getReason();
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}

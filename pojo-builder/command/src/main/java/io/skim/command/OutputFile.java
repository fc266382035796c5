package io.skim.command;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that a command writes. It appears, or takes the place of another one, when the command has read and written all. If the
 * command fails or is stopped, what was there stays, and there is no part of a new file.
 * <p>
 * A pipe or device is written at once, and so is a name of an open file of a process, such as {@code /dev/stdout}: the process would
 * not have a file open that takes the place of its own.
 */
public final class OutputFile
{
    /** Names that Linux, macOS and the BSDs give to open files. */
    private static final Pattern OPEN =
        Pattern.compile("/dev/(stdin|stdout|stderr|fd/[0-9]+)|/proc/(self|[0-9]+)/fd/[0-9]+");

    private OutputFile()
    {
    }

    /** Writes what a file is to hold. */
    public interface Content
    {
        /**
         * Writes all of it.
         *
         * @param out that is closed afterwards.
         * @throws IOException if that fails.
         */
        void write(OutputStream out) throws IOException;
    }

    /**
     * Writes a file. A failure is reported.
     *
     * @param console to report to. If it {@linkplain Console#hasFailed() has failed} when all is written, the file stays as it was.
     * @param name    of the file.
     * @param content of it.
     */
    public static void write(final Console console, final String name, final Content content)
    {
        write(console, name, content, false);
    }

    private static void write(final Console console, final String name, final Content content, final boolean live)
    {
        try
        {
            final Path folder = Path.of(name).getParent();
            if (folder != null && !Files.exists(folder))
            {
                console.failed(name + ": the folder " + folder + " does not exist");
                return;
            }
            final Path path = Path.of(name).toAbsolutePath();
            if (OPEN.matcher(path.normalize().toString()).matches())
            {
                // What was written to the open file before stays.
                write(content, path, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
            }
            else if (Files.exists(path) && !Files.isRegularFile(path))
            {
                // A folder refuses it.
                write(content, path, StandardOpenOption.WRITE);
            }
            else if (live)
            {
                writeLive(console, content, path);
            }
            else
            {
                writeBeside(console, name, content, target(path));
            }
        }
        catch (final OutputException e)
        {
            console.failed(name + ": " + e.getMessage());
        }
        catch (final IOException | InvalidPathException e)
        {
            console.failed(name + ": " + Inputs.reason(e));
        }
    }

    /**
     * Writes a file as its content comes, which may be for days, so that it can be read meanwhile and stays if the command is stopped.
     * The file is opened for the first byte; without one it becomes empty in the end, if nothing has failed.
     *
     * @param console to report a failure to.
     * @param name    of the file.
     * @param content of it.
     */
    public static void writeLive(final Console console, final String name, final Content content)
    {
        write(console, name, content, true);
    }

    private static void writeLive(final Console console, final Content content, final Path path) throws IOException
    {
        try (Late out = new Late(path))
        {
            content.write(out);
            if (!console.hasFailed())
            {
                out.open();
            }
        }
    }

    /** Opens its file for the first byte. */
    private static final class Late extends OutputStream
    {
        private final Path path;
        private @Nullable OutputStream out;

        Late(final Path path)
        {
            this.path = path;
        }

        OutputStream open() throws IOException
        {
            if (out == null)
            {
                out = Files.newOutputStream(path);
            }
            return out;
        }

        @Override
        public void write(final int octet) throws IOException
        {
            open().write(octet);
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int length) throws IOException
        {
            if (length > 0)
            {
                open().write(bytes, offset, length);
            }
        }

        @Override
        public void flush() throws IOException
        {
            if (out != null)
            {
                out.flush();
            }
        }

        @Override
        public void close() throws IOException
        {
            if (out != null)
            {
                out.close();
            }
        }
    }

    private static void write(final Content content, final Path path, final StandardOpenOption... options)
        throws IOException
    {
        try (OutputStream out = Files.newOutputStream(path, options))
        {
            content.write(out);
        }
    }

    /** A link goes on to be one, also if there is no file yet that it leads to. */
    private static Path target(final Path path) throws IOException
    {
        if (Files.exists(path))
        {
            return path.toRealPath();
        }
        return Files.isSymbolicLink(path) ? path.resolveSibling(Files.readSymbolicLink(path)) : path;
    }

    private static void writeBeside(final Console console, final String name, final Content content, final Path path)
        throws IOException
    {
        final boolean replaced = Files.exists(path);
        if (replaced && !Files.isWritable(path))
        {
            throw new AccessDeniedException(path.toString());
        }
        final Path part = part(path, replaced);
        try
        {
            write(content, part, StandardOpenOption.WRITE);
            if (console.hasFailed())
            {
                console.failed(name + ": not written, for something before has failed");
            }
            else
            {
                put(part, path, replaced);
            }
        }
        finally
        {
            delete(part);
        }
    }

    /** An empty file beside another one; elsewhere if the folder takes no more, as in a container where that file is mounted. */
    private static Path part(final Path path, final boolean replaced) throws IOException
    {
        final Path beside = path.resolveSibling(".skim-" + ProcessHandle.current().pid() + "-" + System.nanoTime()
            + ".part");
        // Before it is there, so that no moment is left in which who stops the command leaves it there.
        beside.toFile().deleteOnExit();
        try
        {
            return Files.createFile(beside);
        }
        catch (final FileSystemException e)
        {
            if (!replaced)
            {
                throw e;
            }
            final Path elsewhere = Files.createTempFile("skim-", ".part");
            elsewhere.toFile().deleteOnExit();
            return elsewhere;
        }
    }

    /** In the place of a file, or into it if it cannot be replaced: what is mounted cannot. */
    private static void put(final Path part, final Path path, final boolean replaced) throws IOException
    {
        if (replaced)
        {
            keepPermissions(path, part);
        }
        try
        {
            Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
        }
        catch (final FileSystemException e)
        {
            if (!replaced)
            {
                throw e;
            }
            write(out -> Files.copy(part, out), path, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        }
    }

    private static void keepPermissions(final Path path, final Path part) throws IOException
    {
        final PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (view != null)
        {
            Files.setPosixFilePermissions(part, view.readAttributes().permissions());
        }
    }

    private static void delete(final Path part)
    {
        try
        {
            Files.deleteIfExists(part);
        }
        catch (final IOException e)
        {
            // Its name tells what it is.
        }
    }
}

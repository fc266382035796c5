package io.skim.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the segments of a message store by the names of files and folders.
 */
public final class StoreFiles
{
    /** What {@link #firstOffset} returns for a file that is not named by an offset. */
    public static final long UNKNOWN = -1;

    /** Twenty digits; in tiered storage eight more in front, a hash that spreads the names. */
    private static final Pattern SEGMENT = Pattern.compile("(?:[0-9a-fA-F]{8})?([0-9]{20})");
    /** Folders with files, or with folders of files, that are also named by offsets, but have no records. */
    private static final Set<String> OTHERS = Set.of("consumequeue", "consumequeue_ext", "batchconsumequeue",
        "compactioncq");
    /** Folders with such files. A topic may have the same name. In the last two a broker writes what is not valid yet. */
    private static final Set<String> PARENTS =
        Set.of("consume_queue", "index", "timerlog", "compacting", "replicating");

    private StoreFiles()
    {
    }

    /**
     * The offset that a segment's name states.
     *
     * @param name of the file, without folders.
     * @return the commit log offset of its first byte; {@link #UNKNOWN} if the name is no offset.
     */
    public static long firstOffset(final String name)
    {
        final Matcher matcher = SEGMENT.matcher(name);
        if (!matcher.matches())
        {
            return UNKNOWN;
        }
        try
        {
            return Long.parseLong(matcher.group(1));
        }
        catch (final NumberFormatException e)
        {
            // Twenty digits may be more than a long can have.
            return UNKNOWN;
        }
    }

    /**
     * The segments in a folder, and in the folders below it: those of the commit log, of compacted topics and of tiered
     * storage. Consume queues, indexes, the log of the broker's timer and unfinished compactions are left out. Symbolic links are
     * followed.
     *
     * @param path a folder, for example the store's root; or a file, whatever its name is.
     * @return files in the order of their folders, and in each folder of their offsets; the path itself if it is a file.
     * @throws IOException if the path cannot be read.
     */
    public static List<Path> segments(final Path path) throws IOException
    {
        return list(path).segments();
    }

    /**
     * Files that {@link #segments} leaves out and whose name is that of a segment with an ending, such as
     * {@code 00000000000000000000.gz}: segments that were compressed, or set aside. Segments are read where they lie, and these are not
     * read at all.
     *
     * @param path a folder; or a file, whatever its name is.
     * @return the files in the order of their names; none if the path is a file.
     * @throws IOException if the path cannot be read.
     */
    public static List<Path> passedOver(final Path path) throws IOException
    {
        return list(path).passedOver();
    }

    /**
     * Both {@link #segments} and {@link #passedOver}, in one walk through the folders.
     *
     * @param path a folder; or a file, whatever its name is.
     * @return the files.
     * @throws IOException if the path cannot be read.
     */
    public static Listing list(final Path path) throws IOException
    {
        if (!Files.isDirectory(path))
        {
            return new Listing(List.of(path), List.of());
        }
        final Finder finder = new Finder(path);
        Files.walkFileTree(path, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, finder);
        finder.found.sort(Comparator.comparing(Path::getParent).thenComparingLong(file -> firstOffset(file.getFileName()
            .toString())));
        finder.passedOver.sort(Comparator.naturalOrder());
        return new Listing(finder.found, finder.passedOver);
    }

    /**
     * What is in a folder.
     *
     * @param segments   the files to read, as {@link StoreFiles#segments} gives them.
     * @param passedOver the files that {@link StoreFiles#passedOver} gives.
     */
    public record Listing(List<Path> segments, List<Path> passedOver)
    {
        /**
         * Makes a listing of copies.
         *
         * @param segments   the files to read.
         * @param passedOver the files that are left out.
         */
        public Listing
        {
            segments = List.copyOf(segments);
            passedOver = List.copyOf(passedOver);
        }
    }

    /** Collects segments. A link to a folder that it is in leads to none that are not found without it. */
    private static final class Finder extends SimpleFileVisitor<Path>
    {
        private final List<Path> found = new ArrayList<>();
        private final List<Path> passedOver = new ArrayList<>();
        private final Path root;

        Finder(final Path root)
        {
            this.root = root;
        }

        @Override
        public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes)
        {
            if (attributes.isRegularFile())
            {
                final String name = root.relativize(file).toString().replace('\\', '/');
                if (isSegment(name))
                {
                    found.add(file);
                }
                else if (isPassedOver(name))
                {
                    passedOver.add(file);
                }
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(final Path file, final IOException e) throws IOException
        {
            // A running broker deletes files.
            if (e instanceof FileSystemLoopException || e instanceof NoSuchFileException)
            {
                return FileVisitResult.CONTINUE;
            }
            throw e;
        }
    }

    /**
     * Whether a file is a segment, by its name and those of its folders; for file systems without {@link Path}.
     *
     * @param name of the file below the folder of a store, with {@code /} between names.
     * @return false for names that are no offset, and for what {@link #segments} leaves out.
     */
    public static boolean isSegment(final String name)
    {
        final String[] names = name.split("/");
        if (firstOffset(names[names.length - 1]) == UNKNOWN)
        {
            return false;
        }
        for (final String folder : names)
        {
            if (OTHERS.contains(folder.toLowerCase(Locale.ROOT)))
            {
                return false;
            }
        }
        return names.length == 1 || !PARENTS.contains(names[names.length - 2].toLowerCase(Locale.ROOT));
    }

    /**
     * Whether the name of a file is that of a segment with an ending, such as {@code 00000000000000000000.gz}: {@link #passedOver} lists
     * it, and it is not read.
     *
     * @param name of the file below the folder of a store, with {@code /} between names.
     * @return false for segments, and for all other names.
     */
    public static boolean isPassedOver(final String name)
    {
        final int ending = name.indexOf('.', name.lastIndexOf('/') + 1);
        return ending >= 0 && isSegment(name.substring(0, ending));
    }

    /**
     * Fills a buffer with bytes of a file, up to its limit.
     *
     * @param file   to read.
     * @param path   of it, to be told.
     * @param offset of the first byte in the file.
     * @param into   to fill.
     * @throws IOException if reading fails, or the file ends before.
     */
    static void read(final FileChannel file, final Path path, final long offset, final ByteBuffer into)
        throws IOException
    {
        long at = offset;
        while (into.hasRemaining())
        {
            final int count = file.read(into, at);
            if (count < 0)
            {
                throw new EOFException(
                    path + " ends at " + at + ", in front of bytes that it had: it was shortened while it was read");
            }
            at += count;
        }
    }
}

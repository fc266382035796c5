package io.skim.flink;

import io.skim.store.PartPlaces;
import io.skim.store.RecordPlaces;
import io.skim.store.StoreFiles;
import io.skim.store.StoreLookup;
import io.skim.store.rows.FolderFiles;
import io.skim.store.rows.RowKind;
import io.skim.store.rows.RowLookup;
import io.skim.store.rows.RowOptions;
import io.skim.store.rows.StoreLookups;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.enumerate.NonSplittingRecursiveEnumerator;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the files of a path, and cuts segments into splits whose first offset is known. With a lookup the splits are those parts in
 * which there are records to be read; where it is of no use, the log tells why.
 */
final class SkimEnumerator extends NonSplittingRecursiveEnumerator
{
    private static final Logger LOG = LoggerFactory.getLogger(SkimEnumerator.class);
    /** Bytes without a place that are read with others, because a split of its own takes as long. */
    private static final long GAP = 1 << 20;

    private final RowKind kind;
    private final long splitBytes;
    private final @Nullable StoreLookups lookups;
    private final Set<String> warned = new HashSet<>();
    /** The folders in which the one is that is listed, without links. */
    private final Set<java.nio.file.Path> above = new HashSet<>();
    /** The path that is listed, and what is found in it. */
    private String root = "";
    private FolderFiles found;

    SkimEnumerator(final RowOptions options, final long splitBytes, final @Nullable RowLookup wanted)
    {
        super(path -> true);
        kind = options.kind();
        this.splitBytes = splitBytes;
        found = new FolderFiles(kind, root);
        lookups = wanted == null ? null : new StoreLookups(wanted, LOG::warn);
    }

    @Override
    public Collection<FileSourceSplit> enumerateSplits(final Path[] paths, final int least) throws IOException
    {
        final ArrayList<FileSourceSplit> splits = new ArrayList<>();
        for (final Path path : paths)
        {
            final FileSystem files = path.getFileSystem();
            // What is below has names that begin with the one that the file system has for the path, however the path is written.
            final FileStatus status = files.getFileStatus(path);
            root = name(status, files).replaceFirst("/$", "");
            found = new FolderFiles(kind, root);
            addSplitsForPath(status, files, splits);
            found.end(this::warn);
        }
        return splits;
    }

    /**
     * Of a local folder Flink follows each link, and fails where one leads nowhere or back to a folder that it is in. Here, as in
     * the library, the first is no file, and in the second there is nothing new.
     */
    @Override
    protected void addSplitsForPath(final FileStatus file, final FileSystem files,
        final ArrayList<FileSourceSplit> splits) throws IOException
    {
        if (!file.isDir() || files.isDistributedFS())
        {
            super.addSplitsForPath(file, files, splits);
            return;
        }
        final java.nio.file.Path folder = java.nio.file.Path.of(file.getPath().getPath());
        final java.nio.file.Path real = folder.toRealPath();
        if (!above.add(real))
        {
            return;
        }
        try
        {
            for (final String name : names(folder))
            {
                // As one text: Flink takes the colons of a name alone, such as that of a capture, for those behind a scheme.
                final FileStatus status = statusIfThere(new Path(folder.resolve(name).toString()), files);
                if (status != null)
                {
                    addSplitsForPath(status, files, splits);
                }
            }
        }
        finally
        {
            above.remove(real);
        }
    }

    private static String[] names(final java.nio.file.Path folder) throws IOException
    {
        final String[] names = folder.toFile().list();
        if (names == null)
        {
            throw new IOException(folder + " cannot be listed");
        }
        return names;
    }

    /** Null of a link that leads nowhere, and of a file that was deleted meanwhile. */
    private static @Nullable FileStatus statusIfThere(final Path path, final FileSystem files) throws IOException
    {
        try
        {
            return files.getFileStatus(path);
        }
        catch (final FileNotFoundException e)
        {
            return null;
        }
    }

    private static String name(final FileStatus file, final FileSystem files)
    {
        return file.getPath().makeQualified(files).toString();
    }

    @Override
    protected void convertToSourceSplits(final FileStatus file, final FileSystem files,
        final List<FileSourceSplit> splits)
        throws IOException
    {
        if (!isWanted(name(file, files)))
        {
            return;
        }
        final boolean whole = kind != RowKind.COMMIT_LOG || StoreFiles.firstOffset(file.getPath().getName())
            == StoreFiles.UNKNOWN;
        if (whole || !lookUp(file, files, splits))
        {
            cut(file, 0, file.getLen(), whole ? Math.max(1, file.getLen()) : splitBytes, splits);
        }
    }

    /**
     * Flink tells splits by their ids. Those of its own are numbers, which begin anew with each enumerator: a reader that is restored
     * with splits of files that were found before and after an earlier restore would take two for one.
     */
    private void cut(final FileStatus file, final long begin, final long end, final long step,
        final List<FileSourceSplit> splits)
    {
        for (long from = begin; from < end; from += step)
        {
            splits.add(new FileSourceSplit(getNextId() + " " + file.getPath(), file.getPath(), from,
                Math.min(step, end - from), file
                    .getModificationTime(),
                file.getLen()));
        }
    }

    /** False if all records of a segment have to be read. */
    private boolean lookUp(final FileStatus file, final FileSystem files, final List<FileSourceSplit> splits)
    {
        if (lookups == null || files.isDistributedFS())
        {
            return false;
        }
        final Optional<StoreLookup> lookup = lookups.of(java.nio.file.Path.of(file.getPath().getPath()));
        if (lookup.isEmpty())
        {
            return false;
        }
        final int before = splits.size();
        try (RecordPlaces places = lookup.get().places())
        {
            cut(file, places, splits);
            return true;
        }
        catch (final IOException e)
        {
            LOG.warn("{}: its records cannot be looked up: {}: all are read.", file.getPath(), e.toString());
            splits.subList(before, splits.size()).clear();
            return false;
        }
    }

    /** If the places of a part are so many that all is read, the parts behind it are not looked up: a topic is mostly dense there, too. */
    private void cut(final FileStatus file, final RecordPlaces all, final List<FileSourceSplit> splits)
        throws IOException
    {
        final long first = StoreFiles.firstOffset(file.getPath().getName());
        boolean whole = false;
        for (long from = 0; from < file.getLen(); from += splitBytes)
        {
            final long to = from + Math.min(splitBytes, file.getLen() - from);
            if (whole)
            {
                cut(file, from, to, splitBytes, splits);
                continue;
            }
            final PartPlaces places = PartPlaces.of(all, first + from, first + to, PartPlaces.most(to - from));
            whole = places.isWhole();
            for (final PartPlaces.Range range : places.ranges(GAP))
            {
                cut(file, range.from() - first, range.to() - first, splitBytes, splits);
            }
        }
    }

    /** A path that is a file is read whatever its name is. */
    private boolean isWanted(final String file)
    {
        return file.equals(root) || file.startsWith(root) && found.isRead(file.substring(root.length()));
    }

    /** Once, because a watched folder is looked at again and again. */
    private void warn(final String warning)
    {
        if (warned.add(warning))
        {
            LOG.warn("{}", warning);
        }
    }
}

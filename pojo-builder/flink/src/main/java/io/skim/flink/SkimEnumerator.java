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
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    /** The paths, and what is found in each. */
    private final Map<String, FolderFiles> roots = new LinkedHashMap<>();

    SkimEnumerator(final RowOptions options, final long splitBytes, final @Nullable RowLookup wanted)
    {
        super(path -> true);
        kind = options.kind();
        this.splitBytes = splitBytes;
        lookups = wanted == null ? null : new StoreLookups(wanted, LOG::warn);
    }

    @Override
    public Collection<FileSourceSplit> enumerateSplits(final Path[] paths, final int least) throws IOException
    {
        roots.clear();
        for (final Path path : paths)
        {
            // Of a folder that is named by a URI there may be a slash at the end; names below it begin with one.
            final String name = path.makeQualified(path.getFileSystem()).toString().replaceFirst("/$", "");
            roots.put(name, new FolderFiles(kind, name));
        }
        final Collection<FileSourceSplit> splits = super.enumerateSplits(paths, least);
        for (final FolderFiles found : roots.values())
        {
            found.end(this::warn);
        }
        return splits;
    }

    @Override
    protected void convertToSourceSplits(final FileStatus file, final FileSystem files,
        final List<FileSourceSplit> splits)
        throws IOException
    {
        if (!isWanted(file.getPath().makeQualified(files).toString()))
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

    private void cut(final FileStatus file, final long begin, final long end, final long step,
        final List<FileSourceSplit> splits)
    {
        for (long from = begin; from < end; from += step)
        {
            splits.add(new FileSourceSplit(getNextId(), file.getPath(), from, Math.min(step, end - from), file
                .getModificationTime(), file.getLen()));
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
        for (final Map.Entry<String, FolderFiles> root : roots.entrySet())
        {
            if (file.equals(root.getKey()))
            {
                return true;
            }
            if (file.startsWith(root.getKey()))
            {
                return root.getValue().isRead(file.substring(root.getKey().length()));
            }
        }
        return false;
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

package io.skim.flink;

import io.skim.store.StoreFiles;
import io.skim.store.rows.RowOptions;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.enumerate.NonSplittingRecursiveEnumerator;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** Finds the files of a path, and cuts segments into splits whose first offset is known. */
final class SkimEnumerator extends NonSplittingRecursiveEnumerator
{
    private final boolean isStore;
    private final long splitBytes;
    private Path[] roots = {};

    SkimEnumerator(final RowOptions options, final long splitBytes)
    {
        super(path -> true);
        isStore = options.isStore();
        this.splitBytes = splitBytes;
    }

    @Override
    public Collection<FileSourceSplit> enumerateSplits(final Path[] paths, final int least) throws IOException
    {
        roots = new Path[paths.length];
        for (int i = 0; i < paths.length; i++)
        {
            roots[i] = paths[i].makeQualified(paths[i].getFileSystem());
        }
        return super.enumerateSplits(paths, least);
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
        final boolean whole = !isStore || StoreFiles.firstOffset(file.getPath().getName()) == StoreFiles.UNKNOWN;
        final long step = whole ? Math.max(1, file.getLen()) : splitBytes;
        for (long from = 0; from < file.getLen(); from += step)
        {
            splits.add(new FileSourceSplit(getNextId(), file.getPath(), from, Math.min(step, file.getLen() - from), file
                .getModificationTime(), file.getLen()));
        }
    }

    /** A path that is a file is read whatever its name is. */
    private boolean isWanted(final String file)
    {
        for (final Path root : roots)
        {
            final String prefix = root.toString();
            if (file.equals(prefix))
            {
                return true;
            }
            if (file.startsWith(prefix))
            {
                final String name = file.substring(prefix.length());
                return isStore ? StoreFiles.isSegment(name) : !name.contains("/.") && !name.contains("/_");
            }
        }
        return false;
    }
}

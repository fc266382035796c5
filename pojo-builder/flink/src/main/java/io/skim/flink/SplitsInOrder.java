package io.skim.flink;

import io.skim.store.StoreFiles;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.assigners.FileSplitAssigner;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Gives away splits in the order of their folders, and in a folder of their offsets. A broker stores messages in this order, so the event
 * time of each reader goes forward from split to split. Flink's own assigner gives them away in any order, and the messages
 * of an earlier split would be too late for windows.
 */
final class SplitsInOrder implements FileSplitAssigner
{
    private final PriorityQueue<FileSourceSplit> left = new PriorityQueue<>(SplitsInOrder::compare);

    SplitsInOrder(final Collection<FileSourceSplit> splits)
    {
        left.addAll(splits);
    }

    private static int compare(final FileSourceSplit one, final FileSourceSplit other)
    {
        final int files = one.path().equals(other.path()) ? 0 : compare(one.path(), other.path());
        return files == 0 ? Long.compare(one.offset(), other.offset()) : files;
    }

    private static int compare(final Path one, final Path other)
    {
        final int folders = String.valueOf(one.getParent()).compareTo(String.valueOf(other.getParent()));
        if (folders != 0)
        {
            return folders;
        }
        final int offsets = Long.compare(StoreFiles.firstOffset(one.getName()), StoreFiles.firstOffset(other
            .getName()));
        return offsets == 0 ? one.getName().compareTo(other.getName()) : offsets;
    }

    @Override
    public Optional<FileSourceSplit> getNext(final @Nullable String host)
    {
        return Optional.ofNullable(left.poll());
    }

    /** Of new files, or of a reader that has failed. */
    @Override
    public void addSplits(final Collection<FileSourceSplit> splits)
    {
        left.addAll(splits);
    }

    @Override
    public Collection<FileSourceSplit> remainingSplits()
    {
        return List.copyOf(left);
    }
}

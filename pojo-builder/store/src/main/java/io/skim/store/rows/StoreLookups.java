package io.skim.store.rows;

import io.skim.store.StoreLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The lookups of the stores that segments belong to. What stands against one is told once for each store. One thread at a time.
 */
public final class StoreLookups
{
    /** Folders with the files of which lookups are made. */
    private static final List<String> FOLDERS = List.of("consumequeue", "batchconsumequeue", "index",
        "consumequeue_rocksdb", "rocksdbstore");

    private final RowLookup wanted;
    private final Consumer<String> doubts;
    /** By the folders of segments; empty for those of which all records have to be read. */
    private final Map<Path, Optional<StoreLookup>> lookups = new HashMap<>();

    /**
     * Makes one that has looked up nothing.
     *
     * @param wanted of each store.
     * @param doubts takes sentences: why all records of a store are read, or more than those wanted.
     */
    public StoreLookups(final RowLookup wanted, final Consumer<String> doubts)
    {
        this.wanted = wanted;
        this.doubts = doubts;
    }

    /**
     * The lookup of the store that a segment belongs to.
     *
     * @param segment a local file.
     * @return the lookup; empty if the segment is in no folder {@code commitlog} with other files of a store beside it, or if these
     *     are of no use.
     */
    public Optional<StoreLookup> of(final Path segment)
    {
        return lookups.computeIfAbsent(segment.toAbsolutePath().normalize().getParent(), this::find);
    }

    private Optional<StoreLookup> find(final Path folder)
    {
        final Path store = folder.getParent();
        if (store == null || !folder.endsWith("commitlog") || FOLDERS.stream().noneMatch(name -> Files.isDirectory(store
            .resolve(name))))
        {
            return Optional.empty();
        }
        try
        {
            final StoreLookup found = wanted.read(store);
            found.doubt().ifPresent(doubt -> doubts.accept(doubt + ": all records are read."));
            return found.doubt().isPresent() ? Optional.empty() : Optional.of(found);
        }
        catch (final IOException e)
        {
            doubts.accept(store + ": the consume queues or the index cannot be read: " + e + ": all records are read.");
            return Optional.empty();
        }
    }

    /** {@return the number of units so far, of all stores, whose record was not there; all records around them are read} */
    public long strays()
    {
        return lookups.values().stream().flatMap(Optional::stream).mapToLong(StoreLookup::strays).sum();
    }
}

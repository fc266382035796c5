package io.skim.store;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a broker keeps consume queues and the index in RocksDB, which is not read: with {@code storeType=defaultRocksDB}, and
 * {@code indexRocksDBEnable=true}.
 *
 * @see "RocksDBConsumeQueueStore and MessageRocksDBStorage, release 5.5"
 */
final class RocksDb
{
    /** Of consume queues, if {@code useSeparateStorePathForRocksdbCQ}; else they are in the folder of simple ones. */
    static final String QUEUES = "consumequeue_rocksdb";
    /** Of the index, timers and transactions. */
    static final String INDEX = "rocksdbstore";

    /** A file that each RocksDB has. The broker looks for it, too. */
    private static final String CURRENT = "CURRENT";

    private RocksDb()
    {
    }

    /** The folder in a store in which the consume queues are; null if there is none. */
    static @Nullable Path queues(final Path store)
    {
        final Path apart = in(store, QUEUES);
        return apart == null ? in(store, QueueKind.SIMPLE.folder) : apart;
    }

    /** The folder in a store in which the index may be; null if there is none. */
    static @Nullable Path index(final Path store)
    {
        return in(store, INDEX);
    }

    private static @Nullable Path in(final Path store, final String name)
    {
        final Path folder = store.resolve(name);
        return Files.isRegularFile(folder.resolve(CURRENT)) ? folder : null;
    }
}

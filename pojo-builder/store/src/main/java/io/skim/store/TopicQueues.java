package io.skim.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The consume queues of a topic, which tell where the topic's records are in the commit log: who asks for one topic reads only those.
 *
 * <pre>
 * TopicQueues queues = TopicQueues.read(store, "orders");            // looks through the units: 20 bytes for each record
 * queues.doubt().ifPresent(log::warn);                               // why all records have to be read
 * for (Path file : StoreFiles.segments(store.resolve("commitlog")))
 * {
 *     try (SegmentSource segment = PieceSegment.open(file); RecordPlaces places = queues.places())
 *     {
 *         reader.places(places).wrap(segment, StoreFiles.firstOffset(file.getFileName().toString()));
 *         ...                                                        // with a condition: other topics' records may come, too
 *     }
 * }
 * </pre>
 *
 * What is read are all records of the topic that reading the whole commit log would give. A queue is not believed where the commit log
 * says otherwise: the record of each unit is looked up, and has to state the topic, the queue and the unit's number, and in a queue of
 * batches as many messages as the unit. Where it does not, where units are missing, and behind the last record that the broker has
 * noted in any queue, all records are read. If the files of a queue do not fit together, {@link #doubt} tells so, and the whole commit
 * log is read.
 * <p>
 * Files do not tell all: if the folder of the topic's last queue is missing, or if a queue's last units were overwritten with zeros,
 * nobody can know without reading the commit log. Half messages and rollbacks of brokers before 4.3 are in no queue. Records in front
 * of the commit log count as deleted.
 * <p>
 * Threads can share it; {@link #places} is for one of them.
 *
 * @see "ConsumeQueue, BatchConsumeQueue and CommitLogDispatcherBuildConsumeQueue, release 5.5"
 */
public final class TopicQueues implements StoreLookup
{
    private final byte[] topic;
    private final TreeMap<Long, LogRecords.Log> logs;
    private final List<QueueFiles> queues;
    /** Up to where all records of the commit log are noted in their queues. */
    private final long noted;
    private final @Nullable String doubt;

    private TopicQueues(final byte[] topic, final TreeMap<Long, LogRecords.Log> logs, final List<QueueFiles> queues,
        final long noted, final @Nullable String doubt)
    {
        this.topic = topic;
        this.logs = logs;
        this.queues = queues;
        this.noted = noted;
        this.doubt = doubt;
    }

    /**
     * Looks through the consume queues of a topic, and at the end of all other ones.
     *
     * @param store the root of a broker's store, with the folders {@code commitlog} and {@code consumequeue} or
     *     {@code batchconsumequeue}.
     * @param topic whose records are looked for.
     * @return the queues, also if they are of no use.
     * @throws IOException if a file cannot be read.
     */
    public static TopicQueues read(final Path store, final String topic) throws IOException
    {
        final byte[] name = topic.getBytes(StandardCharsets.UTF_8);
        final Path log = store.resolve("commitlog");
        // A broker may write meanwhile. What it had noted by now is in the queues later, and their records are in segments still later.
        final long noted = noted(store, LogRecords.segments(log));
        try
        {
            final List<QueueFiles> queues = queues(store, topic);
            return new TopicQueues(name, LogRecords.segments(log), queues, noted, null);
        }
        catch (final NoSuchFileException e)
        {
            return new TopicQueues(name, new TreeMap<>(), List.of(), 0, e.getFile() + ": was deleted meanwhile");
        }
        catch (final Doubt e)
        {
            return new TopicQueues(name, new TreeMap<>(), List.of(), 0, e.getMessage());
        }
    }

    private static List<QueueFiles> queues(final Path store, final String topic) throws IOException, Doubt
    {
        final Path simple = find(store.resolve(QueueKind.SIMPLE.folder), topic);
        final Path batch = find(store.resolve(QueueKind.BATCH.folder), topic);
        if (simple != null && batch != null)
        {
            throw new Doubt(topic + " has consume queues of batches beside simple ones");
        }
        if (batch != null)
        {
            return queues(QueueKind.BATCH, batch);
        }
        if (simple != null)
        {
            return queues(QueueKind.SIMPLE, simple);
        }
        final Path other = RocksDb.queues(store);
        throw new Doubt(other == null ? store.resolve(QueueKind.SIMPLE.folder) + ": no consume queues of " + topic
            : other + ": the consume queues are in RocksDB, which is not read");
    }

    private static List<QueueFiles> queues(final QueueKind kind, final Path folder) throws IOException, Doubt
    {
        final List<QueueFiles> queues = new ArrayList<>();
        for (final Path queue : folders(folder))
        {
            queues.add(QueueFiles.checked(kind, queue));
        }
        queues.sort(Comparator.comparingInt(queue -> queue.number));
        for (int i = 0; i < queues.size(); i++)
        {
            if (queues.get(i).number != i)
            {
                throw new Doubt(folder + ": no queue " + i);
            }
        }
        if (queues.isEmpty())
        {
            throw new Doubt(folder + ": no queues");
        }
        return queues;
    }

    /** Whether there are queues whose units stand for several messages each. */
    static boolean hasBatches(final Path store, final String topic) throws IOException
    {
        return find(store.resolve(QueueKind.BATCH.folder), topic) != null;
    }

    /** The folder in a folder with a name, which may be no path; null if there is none. */
    private static @Nullable Path find(final Path folder, final String name) throws IOException
    {
        for (final Path path : folders(folder))
        {
            if (path.getFileName().toString().equals(name))
            {
                return path;
            }
        }
        return null;
    }

    private static List<Path> folders(final Path folder) throws IOException
    {
        if (!Files.isDirectory(folder))
        {
            return List.of();
        }
        try (Stream<Path> paths = Files.list(folder))
        {
            return paths.filter(Files::isDirectory).toList();
        }
    }

    /** A broker notes records in the order of the commit log: the last one that is in any queue tells how far it has come. */
    private static long noted(final Path store, final TreeMap<Long, LogRecords.Log> logs) throws IOException
    {
        long most = 0;
        try (LogRecords records = new LogRecords(logs))
        {
            for (final QueueKind kind : QueueKind.values())
            {
                for (final Path topic : folders(store.resolve(kind.folder)))
                {
                    most = Math.max(most, noted(kind, topic, records));
                }
            }
        }
        return most;
    }

    private static long noted(final QueueKind kind, final Path topic, final LogRecords records) throws IOException
    {
        final byte[] name = topic.getFileName().toString().getBytes(StandardCharsets.UTF_8);
        long most = 0;
        for (final Path folder : folders(topic))
        {
            try
            {
                most = Math.max(most, noted(QueueFiles.unchecked(kind, folder), records, name));
            }
            catch (final NoSuchFileException e)
            {
                // The broker has deleted an old file since: other queues tell more.
            }
        }
        return most;
    }

    private static long noted(final @Nullable QueueFiles queue, final LogRecords records, final byte[] topic)
        throws IOException
    {
        if (queue == null || queue.behind == queue.first)
        {
            return 0;
        }
        try (QueueUnits units = queue.open())
        {
            units.moveTo(queue.behind - 1);
            return records.isThere(units, topic, queue.number) ? units.recordEnd() : 0;
        }
    }

    @Override
    public Optional<String> doubt()
    {
        return Optional.ofNullable(doubt);
    }

    @Override
    public RecordPlaces places()
    {
        return doubt == null ? new Places() : new Everywhere();
    }

    @Override
    public long strays()
    {
        return queues.stream().mapToLong(QueueFiles::strays).sum();
    }

    private static final class Everywhere implements RecordPlaces
    {
        @Override
        public long next(final long at)
        {
            return at;
        }

        @Override
        public void close()
        {
            // Nothing is open.
        }
    }

    /** Of all queues. */
    private final class Places implements RecordPlaces
    {
        private final LogRecords records = new LogRecords(logs);
        private final List<QueueCursor> cursors = queues.stream().map(queue -> new QueueCursor(queue, records, topic))
            .toList();
        /** From where on all records are read, because they are not in their queues yet, or cannot be looked up any more. */
        private long whole = noted;

        @Override
        public long next(final long at) throws IOException
        {
            long least = whole;
            if (at >= whole)
            {
                return at;
            }
            try
            {
                for (final QueueCursor cursor : cursors)
                {
                    least = Math.min(least, cursor.next(at));
                }
            }
            catch (final NoSuchFileException e)
            {
                // The broker has deleted its oldest segment or file of a queue since.
                whole = at;
                return at;
            }
            return least;
        }

        @Override
        public void close() throws IOException
        {
            for (final QueueCursor cursor : cursors)
            {
                cursor.close();
            }
            records.close();
        }
    }
}

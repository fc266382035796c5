package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.QueuedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Consume queues and index files, fuzzed by coverage beside a commit log that is whole. Without the agent the inputs that are kept
 * beside this class are run.
 */
class StoreLookupFuzzTest
{
    private static final String TOPIC = "orders";
    private static final String KEY = "a";

    private final SegmentReader reader = new SegmentReader();

    /** A small store in files: one for each target, as targets may run at the same time. */
    private static final class Store
    {
        private final Path root;
        private final List<Path> files;
        private final List<byte[]> contents;
        /** Numbers of files that are not as they were. */
        private final BitSet changed = new BitSet();
        private List<String> all;

        Store(final String name, final String below) throws IOException
        {
            root = Files.createDirectories(Path.of("target/lookup-fuzz", name));
            final QueuedStore store = new QueuedStore(new Random(3), 12_000, 0);
            for (int i = 0; i < 30; i++)
            {
                store.add(2);
                store.add(QueuedStore.BATCH_TOPIC, true);
            }
            store.write(root);
            try (Stream<Path> all = Files.walk(root.resolve(below)))
            {
                files = all.filter(Files::isRegularFile).sorted().toList();
            }
            contents = new ArrayList<>();
            for (final Path file : files)
            {
                contents.add(Files.readAllBytes(file));
            }
        }

        /** Overwrites and cuts files; without zeros, since nobody can know that units of zeros were others. */
        String damage(final FuzzedInput input, final boolean zeros) throws IOException
        {
            final StringBuilder told = new StringBuilder();
            while (input.hasMore())
            {
                final int kind = input.next();
                final Path file = files.get(kind % files.size());
                byte[] bytes = Files.readAllBytes(file);
                final int at = bytes.length == 0 ? 0 : (int)input.number(2) % bytes.length;
                if (kind >= 0xF0)
                {
                    bytes = Arrays.copyOf(bytes, at);
                }
                else
                {
                    final byte[] written = input.bytes();
                    for (int i = 0; i < written.length && at + i < bytes.length; i++)
                    {
                        bytes[at + i] = written[i] == 0 && !zeros ? 1 : written[i];
                    }
                    told.append(HexFormat.of().formatHex(written)).append(" at ");
                }
                Files.write(file, bytes);
                changed.set(kind % files.size());
                told.append(at).append(" of ").append(file).append("; ");
            }
            return told.toString();
        }

        void restore() throws IOException
        {
            for (int i = changed.nextSetBit(0); i >= 0; i = changed.nextSetBit(i + 1))
            {
                Files.write(files.get(i), contents.get(i));
            }
            changed.clear();
        }
    }

    private static final class Queues
    {
        static final Store STORE = store("queues", "consumequeue");
    }

    private static final class BatchQueues
    {
        static final Store STORE = store("batch-queues", "batchconsumequeue");
    }

    private static final class Indexes
    {
        static final Store STORE = store("index", "index");
    }

    private static Store store(final String name, final String below)
    {
        try
        {
            return new Store(name, below);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    /** Whatever is in the files of the queues, the records of a topic are all found. */
    @FuzzTest
    void damagedQueuesLoseNoRecord(final byte[] bytes) throws IOException
    {
        assertNoRecordIsLost(Queues.STORE, TOPIC, bytes);
    }

    /** The same of queues of batches. */
    @FuzzTest
    void damagedBatchQueuesLoseNoRecord(final byte[] bytes) throws IOException
    {
        assertNoRecordIsLost(BatchQueues.STORE, QueuedStore.BATCH_TOPIC, bytes);
    }

    private void assertNoRecordIsLost(final Store store, final String topic, final byte[] bytes) throws IOException
    {
        final List<String> all = all(store, topic);
        try
        {
            final String told = store.damage(new FuzzedInput(bytes), false);
            final List<String> found = read(store, topic, TopicQueues.read(store.root, topic));
            assertEquals(all, found, told);
        }
        finally
        {
            store.restore();
        }
    }

    /** An index may be changed into one of other keys, which nobody can know: what is found is at least there, and it ends. */
    @FuzzTest
    void damagedIndexesGiveRecordsThatAreThere(final byte[] bytes) throws IOException
    {
        final List<String> all = all(Indexes.STORE, TOPIC);
        try
        {
            final String told = Indexes.STORE.damage(new FuzzedInput(bytes), true);
            final KeyIndex index = KeyIndex.read(Indexes.STORE.root, TOPIC, KEY, QueuedStore.SLOTS);
            final List<String> found = read(Indexes.STORE, TOPIC, index);
            assertTrue(isPartOf(found, all), told);
            assertTrue(index.strays() == 0 || index.doubt().isPresent(), told);
        }
        finally
        {
            Indexes.STORE.restore();
        }
    }

    /** The messages of the topic in the whole commit log. */
    private List<String> all(final Store store, final String topic) throws IOException
    {
        if (store.all == null)
        {
            store.all = read(store, topic, null);
        }
        return store.all;
    }

    /** The messages of the topic. */
    private List<String> read(final Store store, final String topic, final StoreLookup lookup) throws IOException
    {
        final Reading reading = new Reading();
        for (final Path file : StoreFiles.segments(store.root.resolve("commitlog")))
        {
            try (SegmentSource segment = MappedSegment.open(file);
                RecordPlaces places = lookup == null ? null : lookup.places())
            {
                reading
                    .read(reader.places(places).wrap(segment, StoreFiles.firstOffset(file.getFileName().toString())));
            }
        }
        assertEquals(List.of(), reading.damage);
        return reading.messages.stream().filter(line -> line.startsWith(topic + " q")).toList();
    }

    /** In the same order. */
    private static boolean isPartOf(final List<String> some, final List<String> all)
    {
        int at = 0;
        for (final String one : some)
        {
            while (at < all.size() && !all.get(at).equals(one))
            {
                at++;
            }
            if (at++ == all.size())
            {
                return false;
            }
        }
        return true;
    }
}

package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.QueuedStore;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lookups in a store whose broker is running: it notes records in queues and index, and deletes its oldest files. */
class LiveStoreTest
{
    private static final int SEGMENT = 30_000;
    private static final int RUNS = 20;
    private static final int INDEX_HEADER = 40;
    private static final int INDEX_UNITS = INDEX_HEADER + QueuedStore.SLOTS * Integer.BYTES;
    private static final int LAST_OFFSET = 24;
    private static final int COUNT = 36;
    private static final List<String> KEYS = List.of("a", "value", "long");

    @TempDir
    private Path folder;
    private Path root;

    private final Random random = new Random(Settings.seed());
    private final SegmentReader reader = new SegmentReader();

    /**
     * Bytes of a file that the broker writes.
     *
     * @param record the commit log offset of the record for which it writes them.
     * @param file   into which they go.
     * @param at     offset in the file.
     * @param bytes  that it writes.
     */
    private record Note(long record, Path file, long at, byte[] bytes)
    {
    }

    @BeforeEach
    void write() throws IOException
    {
        final QueuedStore store = new QueuedStore(random, SEGMENT, 0);
        store.add(400);
        root = store.writeIn(folder);
    }

    private List<Path> files(final String below) throws IOException
    {
        try (Stream<Path> all = Files.walk(root.resolve(below)))
        {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** What the broker writes into queues and index, in its order. */
    private List<Note> notes() throws IOException
    {
        final List<Note> notes = new ArrayList<>();
        for (final Path file : files("consumequeue"))
        {
            final byte[] bytes = Files.readAllBytes(file);
            for (int at = 0; at < bytes.length; at += QueuedStore.UNIT)
            {
                final ByteBuffer unit = ByteBuffer.wrap(bytes, at, QueuedStore.UNIT).slice();
                if (unit.getInt(Long.BYTES) > 0)
                {
                    notes.add(new Note(unit.getLong(0), file, at, copy(unit, 0, QueuedStore.UNIT)));
                }
            }
        }
        for (final Path file : files("index"))
        {
            addUnits(ByteBuffer.wrap(Files.readAllBytes(file)), file, notes);
        }
        notes.sort(Comparator.comparingLong(Note::record));
        return notes;
    }

    /** For each unit of an index file itself, its slot and the header. */
    private static void addUnits(final ByteBuffer bytes, final Path file, final List<Note> notes)
    {
        final int count = bytes.getInt(COUNT);
        for (int number = 1; number < count; number++)
        {
            final int at = INDEX_UNITS + number * QueuedStore.UNIT;
            final long record = bytes.getLong(at + Integer.BYTES);
            final int slot = INDEX_HEADER + bytes.getInt(at) % QueuedStore.SLOTS * Integer.BYTES;
            notes.add(new Note(record, file, at, copy(bytes, at, QueuedStore.UNIT)));
            notes.add(new Note(record, file, slot, copy(ByteBuffer.allocate(Integer.BYTES).putInt(0, number), 0,
                Integer.BYTES)));
            bytes.putLong(LAST_OFFSET, record).putInt(COUNT, number + 1);
            notes.add(new Note(record, file, 0, copy(bytes, 0, INDEX_HEADER)));
        }
    }

    private static byte[] copy(final ByteBuffer bytes, final int at, final int length)
    {
        final byte[] copy = new byte[length];
        bytes.get(at, copy);
        return copy;
    }

    private static Void write(final List<Note> notes) throws IOException
    {
        for (final Note note : notes)
        {
            try (FileChannel file = FileChannel.open(note.file, StandardOpenOption.WRITE))
            {
                file.write(ByteBuffer.wrap(note.bytes), note.at);
            }
        }
        return null;
    }

    /** Reading by a lookup gives the messages with a text in their lines that reading all gives. */
    private void check(final StoreLookup lookup, final Predicate<String> wanted, final Reading all) throws IOException
    {
        assertEquals(all.messages.stream().filter(wanted).toList(), Reading.of(root, reader, lookup, SEGMENT).messages
            .stream().filter(wanted).toList());
    }

    private static Predicate<String> of(final String topic)
    {
        return line -> line.startsWith(topic + " q");
    }

    /** A record that is noted after its queue was looked through is not missed because later ones are noted, too. */
    @Test
    void recordsThatAreNotedMeanwhileAreFound() throws Exception
    {
        final Reading all = Reading.of(root, reader, null, SEGMENT);
        final List<Note> notes = notes();
        final List<Path> files = new ArrayList<>(files("consumequeue"));
        files.addAll(files("index"));
        for (int run = 0; run < RUNS; run++)
        {
            for (final Path file : files)
            {
                Files.write(file, new byte[(int)Files.size(file)]);
            }
            final FutureTask<Void> writing = new FutureTask<>(() -> write(notes));
            new Thread(writing).start();
            do
            {
                final String topic = QueuedStore.TOPICS.get(random.nextInt(QueuedStore.TOPICS.size()));
                check(TopicQueues.read(root, topic), of(topic), all);
                final String key = KEYS.get(random.nextInt(KEYS.size()));
                check(KeyIndex.read(root, topic, key, QueuedStore.SLOTS), of(topic).and(line -> line.matches(
                    "(?s).*[{ ]UNIQ_KEY=" + key + "(, |\\}).*")), all);
            }
            while (!writing.isDone());
            writing.get();
        }
    }

    /** A broker deletes its oldest segment, or file of a queue, after a lookup has listed it: of the rest nothing is missing. */
    @ParameterizedTest
    @ValueSource(strings = {"commitlog", "consumequeue/payments"})
    void filesThatAreDeletedMeanwhileAreNotLookedUp(final String below) throws IOException
    {
        final TopicQueues queues = TopicQueues.read(root, "payments");
        assertTrue(queues.doubt().isEmpty());
        for (final Path file : files(below))
        {
            if (file.endsWith(QueuedStore.name(0)))
            {
                Files.delete(file);
            }
        }
        final Reading all = Reading.of(root, reader, null, SEGMENT);
        assertTrue(all.messages.stream().filter(of("payments")).count() > 20);
        check(queues, of("payments"), all);
    }

    /** Whatever is deleted, and comes back, while files are listed and looked through. */
    @ParameterizedTest
    @ValueSource(strings = {"commitlog", "consumequeue", "index"})
    void filesThatAreDeletedWhileTheyAreListedAreNoErrors(final String below) throws Exception
    {
        final List<Path> oldest = new ArrayList<>();
        files(below).stream().collect(Collectors.groupingBy(Path::getParent)).values().forEach(all -> oldest.add(all
            .get(0)));
        final FutureTask<Void> deleting = new FutureTask<>(() -> {
            while (!Thread.currentThread().isInterrupted())
            {
                for (final Path file : oldest)
                {
                    final Path away = folder.resolve("away");
                    Files.move(file, away);
                    Files.move(away, file);
                }
            }
            return null;
        });
        final Thread thread = new Thread(deleting);
        thread.start();
        for (int run = 0; run < 100; run++)
        {
            StoreFiles.segments(root);
            TopicQueues.read(root, "payments");
            KeyIndex.read(root, "payments", "value", QueuedStore.SLOTS);
        }
        thread.interrupt();
        deleting.get();
    }
}

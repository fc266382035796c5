package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.records.RecordScreen;
import io.skim.scan.testing.QueuedStore;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is read by the consume queues of a topic is what the whole commit log has of it, whatever the queues' files are like.
 */
class TopicQueuesTest
{
    private static final int SEGMENT = 30_000;
    private static final String TOPIC = "payments";

    @TempDir
    private Path folder;
    private Path root;

    private final Random random = new Random(Settings.seed());
    private final SegmentReader reader = new SegmentReader().checkBodies(true);
    private QueuedStore store;

    @BeforeEach
    void make()
    {
        store = new QueuedStore(random, SEGMENT, random.nextInt(3) * (1L << 33) / SEGMENT * SEGMENT);
        store.add(400);
    }

    /** What is read of the commit log, in parts of some bytes. */
    private Reading read(final TopicQueues queues, final long part) throws IOException
    {
        return Reading.of(root, reader, queues, part);
    }

    private static List<String> of(final String topic, final Reading reading)
    {
        return reading.messages.stream().filter(line -> line.startsWith(topic + " q")).toList();
    }

    /** Reads by the queues of a topic, and the whole commit log. */
    private TopicQueues check(final String topic, final String told) throws IOException
    {
        final TopicQueues queues = TopicQueues.read(root, topic);
        final List<String> all = of(topic, read(null, SEGMENT));
        assertEquals(all, of(topic, read(queues, SEGMENT)), () -> told + ": " + queues.doubt());
        final long part = 1_000 + random.nextInt(SEGMENT);
        assertEquals(all, of(topic, read(queues, part)), () -> told + ", parts of " + part + ": " + queues.doubt());
        return queues;
    }

    private void assertDoubt(final String part) throws IOException
    {
        final String doubt = check(TOPIC, part).doubt().orElse("");
        assertTrue(doubt.contains(part), doubt + " is not: " + part);
    }

    private List<Path> files(final String below) throws IOException
    {
        try (Stream<Path> all = Files.walk(root.resolve(below)))
        {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void theRecordsOfATopicAloneAreRead() throws IOException
    {
        root = store.writeIn(folder);
        for (final String topic : QueuedStore.TOPICS)
        {
            final TopicQueues queues = check(topic, topic);
            assertTrue(queues.doubt().isEmpty());
            assertEquals(0, queues.strays());
            final Reading reading = read(queues, SEGMENT);
            assertEquals(reading.messages, of(topic, reading));
            assertFalse(reading.messages.isEmpty());
        }
    }

    @Test
    void aScreenIsAppliedToTheRecordsOfATopic() throws IOException
    {
        root = store.writeIn(folder);
        final TopicQueues queues = TopicQueues.read(root, TOPIC);
        final List<String> tagged =
            of(TOPIC, read(null, SEGMENT)).stream().filter(line -> line.contains("TAGS=")).toList();
        reader.checkBodies(false).screen(RecordScreen.builder().property("TAGS").build());
        assertEquals(tagged, of(TOPIC, read(queues, 7_000)).stream().filter(line -> line.contains("TAGS=")).toList());
    }

    @Test
    void recordsThatNoQueueHasYetAreFound() throws IOException
    {
        for (int i = 0; i < 30; i++)
        {
            store.add(TOPIC, false);
        }
        root = store.writeIn(folder);
        final TopicQueues queues = check(TOPIC, "behind the queues");
        assertTrue(queues.doubt().isEmpty());
        final Reading reading = read(queues, SEGMENT);
        assertEquals(reading.messages, of(TOPIC, reading));
    }

    /** A broker deletes the oldest segments and files of queues. */
    @Test
    void withoutTheOldestFilesWhatIsLeftIsRead() throws IOException
    {
        root = store.writeIn(folder);
        final List<Path> log = files("commitlog");
        Files.delete(log.get(0));
        Files.delete(log.get(1));
        assertTrue(check(TOPIC, "segments deleted").doubt().isEmpty());
        Files.delete(files("consumequeue/" + TOPIC + "/0").get(0));
        assertTrue(check(TOPIC, "a file of a queue deleted").doubt().isEmpty());
        Files.delete(files("commitlog").get(2));
        assertTrue(check(TOPIC, "a segment in the middle deleted").doubt().isEmpty());
    }

    @Test
    void theFirstFileOfAQueueMayBeginWithBlankUnits() throws IOException
    {
        root = store.writeIn(folder);
        final Path file = files("consumequeue/" + TOPIC + "/1").get(0);
        final ByteBuffer units = ByteBuffer.wrap(Files.readAllBytes(file));
        for (int i = 0; i < 5; i++)
        {
            units.putLong(0).putInt(Integer.MAX_VALUE).putLong(0);
        }
        Files.write(file, units.array());
        assertTrue(check(TOPIC, "blank units").doubt().isEmpty());
    }

    @Test
    void aFileThatWasCutLosesNothing() throws IOException
    {
        root = store.writeIn(folder);
        final List<Path> files = files("consumequeue/" + TOPIC + "/0");
        final Path last = files.get(files.size() - 1);
        Files.write(last, Arrays.copyOf(Files.readAllBytes(last), QueuedStore.UNIT));
        check(TOPIC, "cut behind a unit");
        Files.delete(last);
        check(TOPIC, "without its last file");
    }

    @Test
    void unitsOfOtherRecordsAreCountedAndNothingIsMissing() throws IOException
    {
        root = store.writeIn(folder);
        final Path file = files("consumequeue/" + TOPIC + "/0").get(0);
        final ByteBuffer units = ByteBuffer.wrap(Files.readAllBytes(file));
        for (final int i : new int[] {3, 4, 9})
        {
            units.putInt(i * QueuedStore.UNIT + 8, units.getInt(i * QueuedStore.UNIT + 8) - 1);
        }
        Files.write(file, units.array());
        final TopicQueues queues = check(TOPIC, "strays");
        assertEquals(3, queues.strays());
        assertTrue(read(queues, SEGMENT).messages.size() < read(null, SEGMENT).messages.size());
    }

    @Test
    void queuesThatDoNotFitTogetherAreNotBelieved() throws IOException
    {
        root = store.writeIn(folder);
        final List<Path> files = files("consumequeue/" + TOPIC + "/1");
        final byte[] first = Files.readAllBytes(files.get(0));
        Files.write(files.get(0), Arrays.copyOf(first, 123));
        assertDoubt("123 bytes");
        Files.write(files.get(0), Arrays.copyOf(first, 40));
        assertDoubt("does not follow the file before it");
        for (final long[] wrong : new long[][] {{7, -1, 100}, {7, 5, 100}, {7, Long.MAX_VALUE - 50, 100}, {7, 1L << 50,
            -1}, {2, 1L << 60, 200}})
        {
            final byte[] bytes = first.clone();
            ByteBuffer.wrap(bytes).position((int)wrong[0] * QueuedStore.UNIT).putLong(wrong[1]).putInt((int)wrong[2]);
            Files.write(files.get(0), bytes);
            assertDoubt("does not follow the one before it");
        }
        final byte[] hole = first.clone();
        Arrays.fill(hole, 60, 80, (byte)0);
        Files.write(files.get(0), hole);
        assertDoubt("behind units that were not written");
        Files.write(files.get(0), first);
        Files.createFile(root.resolve("consumequeue/" + TOPIC + "/1/zz"));
        assertDoubt("no file of a consume queue");
    }

    @Test
    void missingQueuesAreToldAndAllIsRead() throws IOException
    {
        root = store.writeIn(folder);
        final Path queues = root.resolve("consumequeue/" + TOPIC);
        Files.move(queues.resolve("1"), queues.resolve("one"));
        assertDoubt("no number of a queue");
        Files.move(queues.resolve("one"), folder.resolve("elsewhere"));
        assertDoubt("no queue 1");
        Files.move(queues, folder.resolve("topic"));
        assertDoubt("no consume queues of");
        Files.createDirectory(queues);
        assertDoubt("no queues");
        Files.createDirectory(queues.resolve("0"));
        assertDoubt("no files");
        Files.createDirectories(root.resolve("batchconsumequeue/" + TOPIC));
        assertDoubt("of batches");
        for (final String name : List.of("", ".", "..", "../consumequeue/orders", "/", "a\u0000b"))
        {
            assertTrue(check(name, name).doubt().orElse("").contains("no consume queues of"));
        }
    }

    /** Files of the queues and of the commit log are overwritten, cut, and deleted. */
    @Test
    void whateverIsDamagedTheSameRecordsAreRead() throws IOException
    {
        int believed = 0;
        for (int run = 0; run < 60; run++)
        {
            make();
            root = store.writeIn(folder);
            final String told = "-Dskim.seed=" + Settings.seed() + ", run " + run;
            for (int i = random.nextInt(3); i >= 0; i--)
            {
                damage();
            }
            believed += check(QueuedStore.TOPICS.get(random.nextInt(3)), told).doubt().isEmpty() ? 1 : 0;
            delete(root);
        }
        assertTrue(believed > 10, believed + " of 60");
    }

    private void damage() throws IOException
    {
        final List<Path> files = files(random.nextInt(3) == 0 ? "commitlog" : "consumequeue");
        final Path file = files.get(random.nextInt(files.size()));
        final byte[] bytes = Files.readAllBytes(file);
        if (bytes.length < QueuedStore.UNIT)
        {
            return;
        }
        final boolean isLog = file.startsWith(root.resolve("commitlog"));
        switch (random.nextInt(8))
        {
            case 0 -> Files.delete(file);
            case 1 -> Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            case 2, 3 ->
            {
                // Nobody can tell that units of zeros were others.
                final int from = random.nextInt(bytes.length);
                Arrays.fill(bytes, from, Math.min(bytes.length, from + random.nextInt(isLog ? 900 : 90)),
                    (byte)(1 + random
                        .nextInt(255)));
                Files.write(file, bytes);
            }
            default ->
            {
                // The low bytes of offset or size: others are out of order, and the whole queue is not believed.
                final int at = isLog ? random.nextInt(bytes.length)
                    : random.nextInt(bytes.length / QueuedStore.UNIT) * QueuedStore.UNIT + 6 + random.nextInt(6);
                bytes[at] ^= (byte)(1 << random.nextInt(8));
                Files.write(file, bytes);
            }
        }
    }

    private static void delete(final Path folder) throws IOException
    {
        try (Stream<Path> all = Files.walk(folder))
        {
            for (final Path path : all.sorted(Comparator.reverseOrder()).toList())
            {
                Files.delete(path);
            }
        }
    }

    /** Units that all lie, in ascending order: each is looked up once or twice, and the commit log is read once. */
    @Test
    void aQueueOfStraysCostsOneReadingOfTheLog() throws IOException
    {
        root = store.writeIn(folder);
        final List<Path> queue = files("consumequeue/" + TOPIC + "/2");
        for (final Path file : queue)
        {
            final ByteBuffer units = ByteBuffer.wrap(Files.readAllBytes(file));
            for (int at = 0; at < units.capacity() && units.getLong(at) != 0; at += QueuedStore.UNIT)
            {
                units.putInt(at + 8, units.getInt(at + 8) - 1);
            }
            Files.write(file, units.array());
        }
        final TopicQueues queues = check(TOPIC, "all strays");
        final List<String> all = read(null, SEGMENT).messages;
        assertEquals(all, read(queues, SEGMENT).messages);
        assertTrue(queues.strays() > 10);
    }
}

package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.QueuedStore;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is read by consume queues of batches is what the whole commit log has of their topic, whatever the queues' files are like.
 */
class BatchQueuesTest
{
    private static final int SEGMENT = 30_000;
    private static final String TOPIC = QueuedStore.BATCH_TOPIC;
    private static final int UNIT = QueuedStore.BATCH_UNIT;
    private static final int SIZE = 8;
    private static final int COUNT = 36;

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
        for (int i = 0; i < 100; i++)
        {
            store.add(2);
            store.add(TOPIC, true);
        }
    }

    private static List<String> of(final String topic, final Reading reading)
    {
        return reading.messages.stream().filter(line -> line.startsWith(topic + " q")).toList();
    }

    /** Reads by the queues of a topic, and the whole commit log. */
    private TopicQueues check(final String topic, final String told) throws IOException
    {
        final TopicQueues queues = TopicQueues.read(root, topic);
        final List<String> all = of(topic, Reading.of(root, reader, null, SEGMENT));
        final long part = 1_000 + random.nextInt(SEGMENT);
        for (final long length : new long[] {SEGMENT, part})
        {
            assertEquals(all, of(topic, Reading.of(root, reader, queues, length)), () -> told + ", parts of " + length
                + ": " + queues.doubt());
        }
        return queues;
    }

    private List<Path> files(final String below) throws IOException
    {
        try (Stream<Path> all = Files.walk(root.resolve(below)))
        {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private List<Path> queue(final int number) throws IOException
    {
        return files("batchconsumequeue/" + TOPIC + "/" + number);
    }

    @Test
    void theMessagesOfATopicAloneAreRead() throws IOException
    {
        root = store.writeIn(folder);
        for (final String topic : List.of(TOPIC, "payments"))
        {
            final TopicQueues queues = check(topic, topic);
            assertTrue(queues.doubt().isEmpty(), () -> queues.doubt().toString());
            assertEquals(0, queues.strays());
            final Reading reading = Reading.of(root, reader, queues, SEGMENT);
            assertEquals(reading.messages, of(topic, reading));
            assertTrue(reading.messages.size() > 20, topic);
        }
        assertTrue(of(TOPIC, Reading.of(root, reader, null, SEGMENT)).size() > 110, "no inner batches");
    }

    /** The last record that is noted is one of a batch: it tells for other topics, too, how far the broker has come. */
    @Test
    void recordsThatNoQueueHasYetAreFound() throws IOException
    {
        for (int i = 0; i < 30; i++)
        {
            store.add(TOPIC, true);
        }
        store.add("payments", false);
        store.add(TOPIC, false);
        store.add(TOPIC, false);
        root = store.writeIn(folder);
        for (final String topic : List.of(TOPIC, "payments"))
        {
            final TopicQueues queues = check(topic, "behind the queues of " + topic);
            assertTrue(queues.doubt().isEmpty());
            final List<String> read = Reading.of(root, reader, queues, SEGMENT).messages;
            final long others = read.stream().filter(line -> !line.startsWith(topic + " q")).count();
            assertTrue(others <= 8, others + " messages of other topics");
        }
    }

    /** A broker deletes the oldest segments and files of queues. */
    @Test
    void withoutTheOldestFilesWhatIsLeftIsRead() throws IOException
    {
        root = store.writeIn(folder);
        Files.delete(files("commitlog").get(0));
        assertTrue(check(TOPIC, "a segment deleted").doubt().isEmpty());
        Files.delete(queue(0).get(0));
        assertTrue(check(TOPIC, "a file of a queue deleted").doubt().isEmpty());
        Files.delete(files("commitlog").get(1));
        assertTrue(check(TOPIC, "a segment in the middle deleted").doubt().isEmpty());
    }

    @Test
    void aUnitWithAnotherCountOrNumberIsAStray() throws IOException
    {
        for (int i = 0; i < UNIT; i++)
        {
            root = store.writeIn(folder);
            final Path file = queue(1).get(0);
            final byte[] bytes = Files.readAllBytes(file);
            bytes[3 * UNIT + i] ^= 1;
            Files.write(file, bytes);
            final TopicQueues queues = check(TOPIC, "byte " + i);
            // Tags, store time and what is not used tell nothing about the place. The highest bytes of places are out of order.
            final boolean matters = i < 12 || i >= 28 && i < 38;
            assertTrue(queues.doubt().isPresent() || (queues.strays() == 1) == matters, "byte " + i + ": " + queues
                .strays());
        }
    }

    /** The unit in front of it was changed, so that the numbers of its messages follow each other all the same. */
    @Test
    void aUnitThatIsMissingIsNotMissed() throws IOException
    {
        root = store.writeIn(folder);
        final List<Path> queue = queue(0);
        final ByteBuffer units = ByteBuffer.allocate(queue.size() * QueuedStore.UNITS * UNIT);
        for (final Path file : queue)
        {
            units.put(Files.readAllBytes(file));
        }
        final int gone = 4 * UNIT;
        final short count = units.getShort(gone + COUNT);
        System.arraycopy(units.array(), gone + UNIT, units.array(), gone, units.capacity() - gone - UNIT);
        rewrite(queue, units);
        assertEquals(0, check(TOPIC, "without a unit").strays());
        units.putShort(gone - UNIT + COUNT, (short)(units.getShort(gone - UNIT + COUNT) + count));
        rewrite(queue, units);
        assertEquals(1, check(TOPIC, "with one in its place").strays());
    }

    private static void rewrite(final List<Path> queue, final ByteBuffer units) throws IOException
    {
        final int length = QueuedStore.UNITS * UNIT;
        for (int i = 0; i < queue.size(); i++)
        {
            Files.write(queue.get(i), Arrays.copyOfRange(units.array(), i * length, (i + 1) * length));
        }
    }

    /** Of the last unit, the first bytes or the last ones have not reached the disk. */
    @Test
    void aUnitThatIsHalfWrittenLosesNothing() throws IOException
    {
        // The queue's last file has a unit.
        while (lastUnit(lastFile()) < 0)
        {
            store.add(TOPIC, true);
        }
        final List<Path> queue = queue(2);
        final Path last = queue.get(queue.size() - 1);
        final byte[] whole = lastFile();
        final int unit = lastUnit(whole);
        for (int at = 1; at < UNIT; at++)
        {
            for (final boolean isFront : new boolean[] {true, false})
            {
                final byte[] half = whole.clone();
                Arrays.fill(half, isFront ? unit : unit + at, isFront ? unit + at : unit + UNIT, (byte)0);
                // Nobody can tell a unit of zeros from one that was not written.
                if (!Arrays.equals(half, unit, unit + UNIT, new byte[UNIT], 0, UNIT))
                {
                    Files.write(last, half);
                    check(TOPIC, (isFront ? "without the bytes in front of " : "without the bytes from ") + at);
                }
            }
        }
    }

    private byte[] lastFile() throws IOException
    {
        root = store.writeIn(folder);
        final List<Path> queue = queue(2);
        return Files.readAllBytes(queue.get(queue.size() - 1));
    }

    private static int lastUnit(final byte[] bytes)
    {
        for (int at = bytes.length - UNIT; at >= 0; at -= UNIT)
        {
            if (ByteBuffer.wrap(bytes).getInt(at + SIZE) != 0)
            {
                return at;
            }
        }
        return -1;
    }

    @Test
    void filesThatDoNotFitAreNotBelieved() throws IOException
    {
        root = store.writeIn(folder);
        final List<Path> files = queue(1);
        final byte[] first = Files.readAllBytes(files.get(0));
        Files.write(files.get(0), Arrays.copyOf(first, 5 * UNIT - 1));
        assertDoubt("of " + (5 * UNIT - 1) + " bytes");
        Files.write(files.get(0), Arrays.copyOf(first, 5 * UNIT));
        assertDoubt("does not follow the file before it");
        final byte[] hole = first.clone();
        Arrays.fill(hole, 3 * UNIT, 4 * UNIT, (byte)0);
        Files.write(files.get(0), hole);
        assertDoubt("behind units that were not written");
        Files.write(files.get(0), first);
        Files.createDirectories(root.resolve("consumequeue/" + TOPIC));
        assertDoubt("of batches beside simple ones");
    }

    private void assertDoubt(final String part) throws IOException
    {
        final String doubt = check(TOPIC, part).doubt().orElse("");
        assertTrue(doubt.contains(part), doubt + " is not: " + part);
    }

    /** Files of the queues and of the commit log are overwritten and cut. */
    @Test
    void whateverIsDamagedTheSameMessagesAreRead() throws IOException
    {
        int believed = 0;
        for (int run = 0; run < 60; run++)
        {
            make();
            root = store.writeIn(folder);
            final List<Path> files = new ArrayList<>(files("batchconsumequeue"));
            files.addAll(files("commitlog"));
            for (int i = random.nextInt(3); i >= 0; i--)
            {
                damage(files.get(random.nextInt(files.size())));
            }
            believed += check(TOPIC, "-Dskim.seed=" + Settings.seed() + ", run " + run).doubt().isEmpty() ? 1 : 0;
        }
        assertTrue(believed > 10, believed + " of 60");
    }

    /** Without zeros, since nobody can tell that units of zeros were others. */
    private void damage(final Path file) throws IOException
    {
        final byte[] bytes = Files.readAllBytes(file);
        if (bytes.length == 0)
        {
            return;
        }
        final int at = random.nextInt(bytes.length);
        switch (random.nextInt(4))
        {
            case 0 -> Files.write(file, Arrays.copyOf(bytes, at));
            case 1 ->
            {
                Arrays.fill(bytes, at, Math.min(bytes.length, at + random.nextInt(200)), (byte)(1 + random.nextInt(
                    255)));
                Files.write(file, bytes);
            }
            default ->
            {
                bytes[at] ^= (byte)(1 << random.nextInt(8));
                Files.write(file, bytes);
            }
        }
    }
}

package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.QueuedStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages of one topic, by the consume queues of a store: the same as without them. */
class StoreTopicTest
{
    private static final String TOPIC = "payments";
    private static final String[] DECODE = {"decode", "--format", "commitlog"};
    private static final String[] STATS = {"stats", "--format", "commitlog", "--json"};

    @TempDir
    Path root;

    private Path log;
    private Path queue;

    @BeforeEach
    void write() throws IOException
    {
        final QueuedStore store = new QueuedStore(new Random(17), 60_000, 0);
        store.add(1_500);
        for (int i = 0; i < 60; i++)
        {
            store.add(QueuedStore.BATCH_TOPIC, true);
            store.add(10);
        }
        store.write(root);
        log = root.resolve("commitlog");
        queue = root.resolve("consumequeue/" + TOPIC + "/0/" + QueuedStore.name(0));
    }

    private static Run run(final Object folder, final String[] command, final String... more)
    {
        final String[] arguments = Arrays.copyOf(command, command.length + more.length + 1);
        System.arraycopy(more, 0, arguments, command.length, more.length);
        arguments[arguments.length - 1] = folder.toString();
        return Run.skim(arguments);
    }

    private static List<String> withoutNumbers(final Run run)
    {
        return run.out.stream().map(line -> line.replaceFirst("\"i\":\\d+,", "")).toList();
    }

    private static List<String> ofTopic(final List<String> lines)
    {
        return ofTopic(TOPIC, lines);
    }

    private static List<String> ofTopic(final String topic, final List<String> lines)
    {
        return lines.stream().filter(line -> line.contains("\"topic\":\"" + topic + "\"")).toList();
    }

    @Test
    void decodePrintsTheMessagesOfTheTopic()
    {
        final List<String> expected = ofTopic(withoutNumbers(run(root, DECODE)));
        assertTrue(expected.size() > 100, () -> String.valueOf(expected.size()));
        for (final Path folder : List.of(root, log))
        {
            final Run run = run(folder, DECODE, "--topic", TOPIC);
            assertEquals(0, run.status);
            assertEquals("", run.told);
            assertEquals(expected, withoutNumbers(run));
            assertTrue(run.out.get(expected.size() - 1).startsWith("{\"i\":" + (expected.size() - 1) + ","));
        }
    }

    /** Its queues are of batches. */
    @Test
    void decodePrintsTheMessagesOfBatches()
    {
        final List<String> expected = ofTopic(QueuedStore.BATCH_TOPIC, withoutNumbers(run(root, DECODE)));
        assertTrue(expected.size() > 70, () -> String.valueOf(expected.size()));
        final Run run = run(root, DECODE, "--topic", QueuedStore.BATCH_TOPIC);
        assertEquals(0, run.status);
        assertEquals("", run.told);
        assertEquals(expected, withoutNumbers(run));
        assertEquals(List.of(String.valueOf(expected.size())), run(root, new String[] {"filter", "--format",
            "commitlog"}, "--topic", QueuedStore.BATCH_TOPIC, "--count").out);
    }

    /** The names of a broker with {@code storeType=defaultRocksDB}; it looks for CURRENT itself. */
    @Test
    void queuesAndIndexInRocksDbAreToldAndAllRecordsAreRead() throws IOException
    {
        final List<String> expected = ofTopic(withoutNumbers(run(root, DECODE)));
        final Path files = root.resolve("consumequeue");
        final Path apart = root.resolve("consumequeue_rocksdb");
        Files.move(files, root.resolve("consumequeue_ext"));
        for (final Path folder : List.of(files, apart))
        {
            Files.createDirectories(folder);
            for (final String name : List.of("CURRENT", "IDENTITY", "MANIFEST-000005", "000008.sst", "000009.log"))
            {
                Files.write(folder.resolve(name), new byte[100]);
            }
            for (final Path given : List.of(root, log))
            {
                final Run run = run(given, DECODE, "--topic", TOPIC);
                assertEquals(0, run.status);
                assertEquals(
                    "skim: warning: " + folder + ": the consume queues are in RocksDB, which is not read: all records"
                        + " are read",
                    run.told.strip());
                assertEquals(expected, withoutNumbers(run));
            }
        }
        // The queues of a broker that had them in files before: behind them all records are read.
        Files.delete(apart.resolve("CURRENT"));
        Files.move(root.resolve("consumequeue_ext/" + TOPIC), files.resolve(TOPIC));
        final byte[] units = Files.readAllBytes(queue);
        Files.write(queue, Arrays.copyOf(units, units.length / 2 / 20 * 20));
        assertEquals(expected, withoutNumbers(run(root, DECODE, "--topic", TOPIC)));

        Files.move(root.resolve("index"), root.resolve("index-files"));
        final Path index = Files.createDirectories(root.resolve("rocksdbstore"));
        Files.write(index.resolve("CURRENT"), new byte[16]);
        final Run key = run(root, DECODE, "--topic", TOPIC, "--key", "value");
        assertEquals("skim: warning: " + index + ": the index is in RocksDB, which is not read: all records are read",
            key.told
                .strip());
        assertEquals(expected.stream().filter(line -> hasKey(line, "value")).toList(), withoutNumbers(key));
        assertTrue(!key.out.isEmpty());
    }

    @Test
    void filterCopiesTheRecordsOfTheTopic() throws IOException
    {
        for (final String where : List.of("TRUE", "TAGS = 'a' OR KEYS IS NOT NULL"))
        {
            final Path all = root.resolve("all.records");
            final Path some = root.resolve("some.records");
            run(log, new String[] {"filter", "--format", "commitlog"}, "--where",
                "(" + where + ") AND $topic = '" + TOPIC
                    + "'",
                "-o", all.toString());
            final Run run =
                run(log, new String[] {"filter", "--format", "commitlog"}, "--where", where, "--topic", TOPIC,
                    "-o", some.toString());
            assertEquals("", run.told);
            assertTrue(Files.size(all) > 0);
            assertArrayEquals(Files.readAllBytes(all), Files.readAllBytes(some));
        }
        assertEquals(List.of(String.valueOf(run(root, DECODE, "--topic", TOPIC).out.size())), run(root, new String[] {
            "filter", "--format", "commitlog"}, "--topic", TOPIC, "--count").out);
    }

    @Test
    void statsCountTheMessagesOfTheTopic() throws IOException
    {
        final Path some = root.resolve("some.records");
        run(log, new String[] {"filter", "--format", "commitlog"}, "--where", "$topic = '" + TOPIC + "'", "-o", some
            .toString());
        assertArrayEquals(run(some, STATS).bytes, run(root, STATS, "--topic", TOPIC).bytes);
        // Records that no queue lists, and that have the topic all the same.
        final Run loose = run(some, STATS, "--topic", TOPIC);
        assertArrayEquals(run(some, STATS).bytes, loose.bytes);
        assertTrue(loose.told.contains("all its records are read"), loose.told);
        assertEquals(0, loose.status);
    }

    /** Damage where no record of the topic is does not matter; with all records it does. */
    @Test
    void otherRecordsAreNotLookedAt() throws IOException
    {
        final Path segment = log.resolve(QueuedStore.name(0));
        final byte[] bytes = Files.readAllBytes(segment);
        final ByteBuffer units = ByteBuffer.wrap(Files.readAllBytes(queue));
        final int end = (int)(units.getLong(0) + units.getInt(8));
        // The two first records of orders: before the first one of this topic.
        Arrays.fill(bytes, 4, Math.min(end, 12), (byte)1);
        Files.write(segment, bytes);
        assertEquals(1, run(root, STATS).status);
        final Run run = run(root, STATS, "--topic", TOPIC);
        assertEquals(0, run.status, run.told);
        assertEquals("", run.told);
    }

    @Test
    void whereTheQueuesDoNotServeAllIsReadAndThatIsTold() throws IOException
    {
        final Run good = run(root, STATS, "--topic", TOPIC);
        final byte[] bytes = Files.readAllBytes(queue);
        final ByteBuffer strays = ByteBuffer.wrap(bytes.clone());
        strays.putInt(5 * QueuedStore.UNIT + 8, strays.getInt(5 * QueuedStore.UNIT + 8) - 1);
        Files.write(queue, strays.array());
        Run run = run(root, STATS, "--topic", TOPIC);
        assertArrayEquals(good.bytes, run.bytes);
        assertTrue(run.told.contains("1 units of consume queues have no record of " + TOPIC), run.told);
        Files.write(queue, Arrays.copyOf(bytes, 50));
        run = run(root, STATS, "--topic", TOPIC);
        assertArrayEquals(good.bytes, run.bytes);
        assertTrue(run.told.contains("of 50 bytes: all records are read"), run.told);
        assertEquals(0, run.status);
        run = run(root, STATS, "--topic", "unheard of");
        assertTrue(run.told.contains("no consume queues of unheard of: all records are read"), run.told);
        assertTrue(run.out.get(0).startsWith("{\"messages\":0,\"records\":0,"), run.out.get(0));
    }

    /** The index of the store has other slots than usual: that is told, and all is read. */
    @Test
    void filterCopiesTheRecordsOfAKey()
    {
        final String[] count = {"filter", "--format", "commitlog", "--count"};
        for (final String key : List.of("value", "long", "bytes", "none"))
        {
            final String where = "$topic = '" + TOPIC + "' AND (UNIQ_KEY = '" + key + "' OR KEYS = '" + key
                + "' OR KEYS STARTSWITH '" + key + " ' OR KEYS CONTAINS ' " + key + " ' OR KEYS ENDSWITH ' " + key
                + "')";
            final Run run = run(root, count, "--topic", TOPIC, "--key", key);
            assertEquals(run(root, count, "--where", where).out, run.out);
            assertTrue(run.told.contains("is too short for 5000000 slots: all records are read"), run.told);
        }
        assertTrue(Integer.parseInt(run(root, count, "--topic", TOPIC, "--key", "value").out.get(0)) > 5);
    }

    @Test
    void decodeAndStatsTakeAKeyToo()
    {
        for (final String key : List.of("value", "long", "bytes", "none"))
        {
            final List<String> found = withoutNumbers(run(root, DECODE, "--topic", TOPIC, "--key", key));
            assertEquals(withoutNumbers(run(root, DECODE, "--topic", TOPIC)).stream().filter(line -> hasKey(line, key))
                .toList(), found);
            final Run counted = run(root, STATS, "--topic", TOPIC, "--key", key);
            assertTrue(counted.out.get(0).startsWith("{\"messages\":" + found.size() + ","), counted.out.get(0));
            assertTrue(counted.told.contains("all records are read"), counted.told);
            if (found.isEmpty())
            {
                assertTrue(counted.out.get(0).endsWith("\"topics\":[]}"), counted.out.get(0));
            }
        }
        assertTrue(run(root, DECODE, "--topic", TOPIC, "--key", "value").out.size() > 5);
    }

    private static boolean hasKey(final String line, final String key)
    {
        final JSONObject properties = JSON.parseObject(line).getJSONObject("properties");
        return key.equals(properties.getString("UNIQ_KEY"))
            || List.of(properties.getOrDefault("KEYS", "").toString().split(" ")).contains(key);
    }

    @Test
    void wrongUseIsRefused()
    {
        for (final String[] wrong : new String[][] {{"--key", "a"}, {"--topic", TOPIC, "--key", ""},
            {"--topic", TOPIC, "--key",
                "a b"}})
        {
            assertEquals(2, run(root, new String[] {"filter", "--format", "commitlog"}, wrong).status);
            assertEquals(2, run(root, DECODE, wrong).status);
            assertEquals(2, run(root, STATS, wrong).status);
        }
        assertEquals(2, Run.skim("filter", "--where", "TRUE", "--key", "a", "in.frames").status);
        assertEquals(2, Run.skim("stats", "--topic", TOPIC, "in.frames").status);
        assertEquals(2, Run.skim("decode", "--topic", TOPIC, "in.frames").status);
        assertEquals(2, Run.skim("filter", "--topic", TOPIC, "--where", "TRUE", "in.frames").status);
        assertEquals(2,
            run(root, new String[] {"filter", "--format", "commitlog"}, "--topic", TOPIC, "--invert", "--where",
                "TRUE").status);
    }
}

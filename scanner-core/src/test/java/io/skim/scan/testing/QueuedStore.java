package io.skim.scan.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageConst;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * The files of a small store, as a broker writes them: commit log, for each queue of each topic its units, and an index of keys. All
 * files are short, so that there are several of each.
 *
 * @see "ConsumeQueue.putMessagePositionInfo, BatchConsumeQueue.putBatchMessagePositionInfo, IndexService.buildIndex and
 *     IndexFile.putKey, release 5.5"
 */
public final class QueuedStore
{
    /** Topics, of very different numbers of messages. */
    public static final List<String> TOPICS = List.of("orders", "payments", "%RETRY%billing");

    /** A topic whose consume queues are of batches; it has no messages unless they are added by its name. */
    public static final String BATCH_TOPIC = "bulk";

    /** The length of a unit in bytes. */
    public static final int UNIT = 20;
    /** The length of a unit of batches in bytes. */
    public static final int BATCH_UNIT = 46;
    /** The units of a file. */
    public static final int UNITS = 16;

    /** The slots of an index file. */
    public static final int SLOTS = 31;

    private static final int QUEUES = 3;
    private static final int INDEX_HEADER = 40;
    private static final int INDEX_UNITS = 50;
    private static final int QUEUE_ID = 12;
    private static final int QUEUE_OFFSET = 20;
    private static final int INNER = 0xC0;
    private static final int MOST_INNER = 5;
    private static final int BASE = 28;
    private static final int COUNT = 36;

    private final Random random;
    private final long segmentLength;
    private final Map<String, List<List<byte[]>>> queues = new TreeMap<>();
    private final List<Key> keys = new ArrayList<>();
    private final Map<Long, byte[]> segments = new TreeMap<>();
    private List<byte[]> segment = new ArrayList<>();
    private long segmentFrom;
    private long segmentUsed;

    /**
     * A key of a record.
     *
     * @param key    with its topic.
     * @param offset of the record in the commit log.
     */
    private record Key(String key, long offset)
    {
    }

    /**
     * Makes an empty store.
     *
     * @param random        decides on the messages.
     * @param segmentLength the length of a segment in bytes.
     * @param first         the commit log offset at which the log begins.
     */
    public QueuedStore(final Random random, final int segmentLength, final long first)
    {
        this.random = random;
        this.segmentLength = segmentLength;
        segmentFrom = first;
        TOPICS.forEach(topic -> queues.put(topic, new ArrayList<>()));
        queues.put(BATCH_TOPIC, new ArrayList<>());
    }

    /**
     * Adds messages of all topics, and their units.
     *
     * @param count of messages.
     */
    public void add(final int count)
    {
        for (int i = 0; i < count; i++)
        {
            final int which = random.nextInt(10);
            add(TOPICS.get(which < 7 ? 0 : which < 9 ? 1 : 2), true);
        }
    }

    /**
     * Adds a message.
     *
     * @param topic   of it.
     * @param isNoted whether its queue has a unit for it, too.
     */
    public void add(final String topic, final boolean isNoted)
    {
        final MessageExt message = StoredRecords.message(random);
        message.setTopic(topic);
        final int inner = topic.equals(BATCH_TOPIC) ? random.nextInt(MOST_INNER) : 0;
        if (inner > 0)
        {
            // INNER_BASE has the number that the record gets below; nobody reads it.
            message.setSysFlag(message.getSysFlag() & ~1 | INNER);
            message.setBody(StoredRecords.batch(random, inner));
            MessageAccessor.putProperty(message, MessageConst.PROPERTY_INNER_NUM, String.valueOf(inner));
        }
        final byte[] encoded = StoredRecords.encode(message);
        final byte[] record = random.nextInt(4) == 0 ? StoredRecords.version2(encoded, 0) : encoded;
        if (segmentUsed + record.length + Long.BYTES > segmentLength)
        {
            end();
        }
        final List<List<byte[]>> ofTopic = queues.get(topic);
        final int queue = ofTopic.size() < QUEUES ? ofTopic.size() : random.nextInt(QUEUES);
        if (queue == ofTopic.size())
        {
            ofTopic.add(new ArrayList<>());
        }
        final List<byte[]> units = ofTopic.get(queue);
        final long number = topic.equals(BATCH_TOPIC) ? behind(units) : units.size();
        ByteBuffer.wrap(record).putInt(QUEUE_ID, queue).putLong(QUEUE_OFFSET, number);
        if (isNoted)
        {
            units.add(unit(message, record.length, number, Math.max(1, inner)));
            addKeys(message);
        }
        segment.add(record);
        segmentUsed += record.length;
    }

    /** The number behind the messages of units of batches. */
    private static long behind(final List<byte[]> units)
    {
        if (units.isEmpty())
        {
            return 0;
        }
        final ByteBuffer last = ByteBuffer.wrap(units.get(units.size() - 1));
        return last.getLong(BASE) + last.getShort(COUNT);
    }

    private byte[] unit(final MessageExt message, final int size, final long number, final int messages)
    {
        final boolean isBatch = message.getTopic().equals(BATCH_TOPIC);
        final String tags = message.getProperty("TAGS");
        final ByteBuffer unit = ByteBuffer.allocate(isBatch ? BATCH_UNIT : UNIT).putLong(segmentFrom + segmentUsed)
            .putInt(size).putLong(tags == null ? 0 : tags.hashCode());
        return isBatch ? unit.putLong(message.getStoreTimestamp()).putLong(number).putShort((short)messages).putInt(-1)
            .array() : unit.array();
    }

    private void addKeys(final MessageExt message)
    {
        final String unique = message.getProperty("UNIQ_KEY");
        final String words = message.getProperty("KEYS");
        if (unique != null)
        {
            keys.add(new Key(message.getTopic() + '#' + unique, segmentFrom + segmentUsed));
        }
        for (final String word : words == null ? new String[0] : words.split(" "))
        {
            if (!word.isEmpty())
            {
                keys.add(new Key(message.getTopic() + '#' + word, segmentFrom + segmentUsed));
            }
        }
    }

    /** Ends a segment with a blank record. */
    private void end()
    {
        segments.put(segmentFrom, Segments.full(Segments.of(segment, segmentFrom), (int)(segmentLength - segmentUsed)));
        segment = new ArrayList<>();
        segmentFrom += segmentLength;
        segmentUsed = 0;
    }

    /**
     * Writes the files into a new folder.
     *
     * @param folder in which it is made.
     * @return the root of the store.
     * @throws IOException if writing fails.
     */
    public Path writeIn(final Path folder) throws IOException
    {
        final Path root = Files.createTempDirectory(folder, "store");
        write(root);
        return root;
    }

    /**
     * Writes the files.
     *
     * @param root of the store, a folder that is there.
     * @throws IOException if writing fails.
     */
    public void write(final Path root) throws IOException
    {
        final Map<Long, byte[]> all = new TreeMap<>(segments);
        all.put(segmentFrom, Arrays.copyOf(Segments.of(segment, segmentFrom), (int)segmentLength));
        final Path log = Files.createDirectories(root.resolve("commitlog"));
        writeIndex(root.resolve("index"));
        for (final Map.Entry<Long, byte[]> entry : all.entrySet())
        {
            Files.write(log.resolve(name(entry.getKey())), entry.getValue());
        }
        for (final Map.Entry<String, List<List<byte[]>>> topic : queues.entrySet())
        {
            final boolean isBatch = topic.getKey().equals(BATCH_TOPIC);
            final Path folder = root.resolve(isBatch ? "batchconsumequeue" : "consumequeue").resolve(topic.getKey());
            for (int i = 0; i < topic.getValue().size(); i++)
            {
                write(Files.createDirectories(folder.resolve(String.valueOf(i))), topic.getValue().get(i), isBatch
                    ? BATCH_UNIT : UNIT);
            }
        }
    }

    private void writeIndex(final Path folder) throws IOException
    {
        Files.createDirectories(folder);
        for (int from = 0; from < keys.size(); from += INDEX_UNITS - 1)
        {
            Files.write(folder.resolve(String.valueOf(20_260_101_000_000_000L + from)),
                index(keys.subList(from, Math.min(keys
                    .size(), from + INDEX_UNITS - 1)), SLOTS, INDEX_UNITS));
        }
    }

    /**
     * Writes an index of one file.
     *
     * @param folder for it, which is made.
     * @param slots  of the file.
     * @throws IOException if writing fails.
     */
    public void writeIndex(final Path folder, final int slots) throws IOException
    {
        Files.createDirectories(folder);
        Files.write(folder.resolve("20260101000000000"), index(keys, slots, keys.size() + 1));
    }

    private static byte[] index(final List<Key> keys, final int slots, final int most)
    {
        final int units = INDEX_HEADER + slots * Integer.BYTES;
        final ByteBuffer file = ByteBuffer.allocate(units + most * UNIT);
        file.putLong(1).putLong(1).putLong(keys.get(0).offset).putLong(keys.get(keys.size() - 1).offset);
        file.putInt(Math.min(slots, keys.size())).putInt(keys.size() + 1);
        for (int i = 0; i < keys.size(); i++)
        {
            final int hash = Math.max(0, Math.abs(keys.get(i).key.hashCode()));
            final int slot = INDEX_HEADER + hash % slots * Integer.BYTES;
            file.position(units + (i + 1) * UNIT).putInt(hash).putLong(keys.get(i).offset).putInt(0)
                .putInt(file.getInt(slot));
            file.putInt(slot, i + 1);
        }
        return file.array();
    }

    private static void write(final Path folder, final List<byte[]> units, final int unit) throws IOException
    {
        for (int from = 0; from <= units.size(); from += UNITS)
        {
            final byte[] file = StoredRecords.join(units.subList(from, Math.min(units.size(), from + UNITS)));
            Files.write(folder.resolve(name((long)from * unit)), Arrays.copyOf(file, UNITS * unit));
        }
    }

    /**
     * The name of a file.
     *
     * @param offset of its first byte.
     * @return 20 digits.
     */
    public static String name(final long offset)
    {
        return String.format("%020d", offset);
    }
}

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
import org.apache.rocketmq.common.message.MessageExt;

/**
 * The files of a small store with consume queues, as a broker writes them: commit log, and for each queue of each topic its units. All
 * files are short, so that there are several of each.
 *
 * @see "ConsumeQueue.putMessagePositionInfo, release 5.5"
 */
public final class QueuedStore
{
    /** Topics, of very different numbers of messages. */
    public static final List<String> TOPICS = List.of("orders", "payments", "%RETRY%billing");

    /** The length of a unit in bytes. */
    public static final int UNIT = 20;
    /** The units of a file. */
    public static final int UNITS = 16;

    private static final int QUEUES = 3;
    private static final int QUEUE_ID = 12;
    private static final int QUEUE_OFFSET = 20;

    private final Random random;
    private final long segmentLength;
    private final Map<String, List<List<byte[]>>> queues = new TreeMap<>();
    private final Map<Long, byte[]> segments = new TreeMap<>();
    private List<byte[]> segment = new ArrayList<>();
    private long segmentFrom;
    private long segmentUsed;

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
        ByteBuffer.wrap(record).putInt(QUEUE_ID, queue).putLong(QUEUE_OFFSET, units.size());
        if (isNoted)
        {
            final String tags = message.getProperty("TAGS");
            units.add(
                ByteBuffer.allocate(UNIT).putLong(segmentFrom + segmentUsed).putInt(record.length).putLong(tags == null
                    ? 0 : tags.hashCode()).array());
        }
        segment.add(record);
        segmentUsed += record.length;
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
        for (final Map.Entry<Long, byte[]> entry : all.entrySet())
        {
            Files.write(log.resolve(name(entry.getKey())), entry.getValue());
        }
        for (final Map.Entry<String, List<List<byte[]>>> topic : queues.entrySet())
        {
            for (int i = 0; i < topic.getValue().size(); i++)
            {
                final Path folder =
                    Files.createDirectories(root.resolve("consumequeue").resolve(topic.getKey()).resolve(
                        String.valueOf(i)));
                write(folder, topic.getValue().get(i));
            }
        }
    }

    private static void write(final Path folder, final List<byte[]> units) throws IOException
    {
        for (int from = 0; from <= units.size(); from += UNITS)
        {
            final byte[] file = StoredRecords.join(units.subList(from, Math.min(units.size(), from + UNITS)));
            Files.write(folder.resolve(name((long)from * UNIT)), Arrays.copyOf(file, UNITS * UNIT));
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

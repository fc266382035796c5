package io.skim.benchmarks;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * Makes a segment of a commit log: records that the reference encodes, with the properties that clients and brokers give to
 * messages, and bodies of noise.
 */
final class SegmentMaker
{
    static final int LENGTH = 128 << 20;
    /** One message in thirteen. */
    static final String CONDITION = "TAGS = 'TagA' AND num > 73";

    private static final int COMMIT_LOG_OFFSET = 28;
    private static final int KINDS = 1_000;
    private static final int NUMBERS = 100;
    private static final String[] TAGS = {"TagA", "TagB", "TagC"};

    private SegmentMaker()
    {
    }

    /**
     * A segment.
     *
     * @param file     that it is in, and whose name is its first offset.
     * @param selected messages that the condition selects, counted when they were made.
     */
    record Segment(Path file, int selected)
    {
    }

    /** Makes a segment in a temporary file that goes with the process. */
    static Segment segment(final int bodyLength, final int length) throws Exception
    {
        final byte[][] records = records(bodyLength);
        final Path folder = Files.createTempDirectory("skim-store");
        final Path file = folder.resolve("00000000000000000000");
        file.toFile().deleteOnExit();
        int selected = 0;
        try (OutputStream out = Files.newOutputStream(file))
        {
            long offset = 0;
            for (int i = 0; offset + records[i % KINDS].length <= length; i++)
            {
                final byte[] record = records[i % KINDS];
                ByteBuffer.wrap(record).putLong(COMMIT_LOG_OFFSET, offset);
                out.write(record);
                offset += record.length;
                selected += isSelected(i % KINDS) ? 1 : 0;
            }
        }
        // Behind the file, so that it goes after it.
        folder.toFile().deleteOnExit();
        return new Segment(file, selected);
    }

    private static boolean isSelected(final int kind)
    {
        return kind % TAGS.length == 0 && kind % NUMBERS > 73;
    }

    private static byte[][] records(final int bodyLength) throws Exception
    {
        final Random random = new Random(17);
        final byte[][] records = new byte[KINDS][];
        for (int kind = 0; kind < KINDS; kind++)
        {
            records[kind] = MessageDecoder.encode(message(kind, random, bodyLength), false);
        }
        return records;
    }

    private static MessageExt message(final int kind, final Random random, final int bodyLength) throws IOException
    {
        final MessageExt message = new MessageExt();
        message.setTopic("orders");
        message.setQueueId(kind % 8);
        message.setBornTimestamp(1_700_000_000_000L + kind);
        message.setStoreTimestamp(1_700_000_000_000L + kind);
        message.setBornHost(new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 50_000));
        message.setStoreHost(new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 2}), 10_911));
        final byte[] body = new byte[bodyLength];
        random.nextBytes(body);
        message.setBody(body);
        MessageAccessor.putProperty(message, "UNIQ_KEY", String.format("0A0000010000%020d", kind));
        MessageAccessor.putProperty(message, "CLUSTER", "DefaultCluster");
        MessageAccessor.putProperty(message, "KEYS", "order-" + kind);
        MessageAccessor.putProperty(message, "WAIT", "true");
        MessageAccessor.putProperty(message, "TAGS", TAGS[kind % TAGS.length]);
        MessageAccessor.putProperty(message, "num", String.valueOf(kind % NUMBERS));
        return message;
    }
}

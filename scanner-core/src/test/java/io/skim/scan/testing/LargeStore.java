package io.skim.scan.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * A store of any size, to measure with: segments of messages with bodies of 2,000 bytes and six properties. And the reader that
 * everybody would write: the reference's decoder, record after record.
 */
public final class LargeStore
{
    private static final int KINDS = 1_000;
    private static final int BODY = 2_000;
    private static final int COMMIT_LOG_OFFSET = 28;
    private static final int BLANK = 8;

    private LargeStore()
    {
    }

    /**
     * Writes a store.
     *
     * @param folder for the segments.
     * @param files  how many.
     * @param length of each, in bytes.
     * @return the files.
     * @throws IOException if writing fails.
     */
    public static List<Path> write(final Path folder, final int files, final int length) throws IOException
    {
        Files.createDirectories(folder);
        final List<Path> paths = new ArrayList<>();
        final List<byte[]> records = records();
        int number = 0;
        for (int i = 0; i < files; i++)
        {
            final long first = (long)i * length;
            final Path file = folder.resolve(String.format("%020d", first));
            int written = 0;
            try (OutputStream out = Files.newOutputStream(file))
            {
                byte[] record = records.get(number++ % KINDS);
                while (written + record.length + BLANK <= length)
                {
                    ByteBuffer.wrap(record).putLong(COMMIT_LOG_OFFSET, first + written);
                    out.write(record);
                    written += record.length;
                    record = records.get(number++ % KINDS);
                }
                out.write(ByteBuffer.allocate(length - written).putInt(length - written).putInt(Segments.BLANK_MAGIC)
                    .array());
            }
            paths.add(file);
        }
        return paths;
    }

    private static List<byte[]> records()
    {
        final Random random = new Random(17);
        final List<byte[]> records = new ArrayList<>();
        for (int kind = 0; kind < KINDS; kind++)
        {
            final MessageExt message = new MessageExt();
            message.setTopic("orders-" + kind % 8);
            message.setQueueId(kind % 4);
            message.setBornTimestamp(1_700_000_000_000L + kind);
            message.setStoreTimestamp(1_700_000_000_000L + kind);
            message.setBornHost(new InetSocketAddress("127.0.0.1", 50_000));
            message.setStoreHost(new InetSocketAddress("127.0.0.1", 10_911));
            final byte[] body = new byte[BODY];
            random.nextBytes(body);
            message.setBody(body);
            MessageAccessor.putProperty(message, "UNIQ_KEY", String.format("0A0000010000%020d", kind));
            MessageAccessor.putProperty(message, "CLUSTER", "DefaultCluster");
            MessageAccessor.putProperty(message, "KEYS", "order-" + kind);
            MessageAccessor.putProperty(message, "WAIT", "true");
            MessageAccessor.putProperty(message, "TAGS", kind % 13 == 0 ? "paid" : "open");
            MessageAccessor.putProperty(message, "num", String.valueOf(kind % 100));
            records.add(StoredRecords.encode(message));
        }
        return records;
    }

    /**
     * Decodes a segment with the reference.
     *
     * @param segment a file of the store.
     * @return its messages, with their bodies.
     */
    public static Iterator<MessageExt> decode(final Path segment)
    {
        final ByteBuffer bytes;
        try (FileChannel channel = FileChannel.open(segment))
        {
            bytes = channel.map(MapMode.READ_ONLY, 0, channel.size());
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
        return new Iterator<>()
        {
            @Override
            public boolean hasNext()
            {
                return bytes.remaining() > BLANK && bytes.getInt(bytes.position() + Integer.BYTES)
                    != Segments.BLANK_MAGIC;
            }

            @Override
            public MessageExt next()
            {
                return MessageDecoder.decode(bytes, true, false);
            }
        };
    }
}

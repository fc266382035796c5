package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.testing.QueuedStore;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files above 2 GiB, and stores of many: sparse ones, which take no room on the disk. Memory does not grow with them. */
class LargeOffsetsTest
{
    private static final long GIB = 1L << 30;
    private static final int BODY = 240 << 20;
    private static final int BODY_LENGTH_AT = 84;
    private static final int MOST_ALLOCATED = 32 << 20;
    private static final RecordInterest INTEREST =
        RecordScanner.interest().field(RecordField.COMMIT_LOG_OFFSET, 0).build();

    private final List<Long> offsets = new ArrayList<>();
    private final DataHandler handler = new DataHandler()
    {
        @Override
        public Action onField(final int id, final Cursor value)
        {
            offsets.add(value.getLong(-1));
            return Action.CONTINUE;
        }
    };

    /** A record without a body, as the reference encodes it: of IPv4. */
    private static byte[] record(final int queueOffset)
    {
        final MessageExt message = StoredRecords.message(new Random(3));
        message.setTopic("large");
        message.setQueueId(0);
        message.setQueueOffset(queueOffset);
        message.setSysFlag(0);
        message.setBornHost(new InetSocketAddress("127.0.0.1", 1));
        message.setStoreHost(new InetSocketAddress("127.0.0.1", 2));
        message.setBody(new byte[0]);
        return StoredRecords.encode(message);
    }

    /** Writes a record, and leaves a hole for its body; returns its length. */
    private static int write(final FileChannel file, final long at, final long offset, final int number, final int body)
        throws IOException
    {
        final byte[] record = record(number);
        final ByteBuffer head = ByteBuffer.wrap(record, 0, BODY_LENGTH_AT + Integer.BYTES);
        head.putInt(0, record.length + body).putLong(28, offset).putInt(BODY_LENGTH_AT, body);
        file.write(head, at);
        file.write(ByteBuffer.wrap(record, head.limit(), record.length - head.limit()), at + head.limit() + body);
        return record.length + body;
    }

    private static FileChannel create(final Path path) throws IOException
    {
        return FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE);
    }

    private static long allocated()
    {
        return ((ThreadMXBean)ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @Test
    void aFileOfThreeGibibytesIsReadToItsEnd(@TempDir final Path folder) throws IOException
    {
        final Path path = folder.resolve(QueuedStore.name(5 * GIB));
        final List<Long> expected = new ArrayList<>();
        long length = 0;
        try (FileChannel file = create(path))
        {
            while (length < 3 * GIB)
            {
                expected.add(5 * GIB + length);
                length += write(file, length, 5 * GIB + length, 0, BODY);
            }
        }
        final SegmentReader reader =
            new SegmentReader(Limits.DEFAULT.withMaxFrameLength(BODY + 10_000), Strictness.STRICT);
        final long before = allocated();
        for (final int mapping : new int[] {MappedSegment.MOST, 1 << 16})
        {
            try (SegmentSource segment = MappedSegment.open(path, mapping))
            {
                read(reader.wrap(segment, 5 * GIB));
                assertEquals(0, reader.passedOver());
                assertEquals(expected, offsets);
                // The part behind 2 GiB.
                read(reader.wrap(segment, 5 * GIB, expected.get(expected.size() - 2) - 5 * GIB, length));
                assertEquals(expected.subList(expected.size() - 2, expected.size()), offsets);
            }
        }
        assertTrue(allocated() - before < MOST_ALLOCATED);
    }

    @Test
    void sixtyFourFilesOfAGibibyteAreReadOneAfterTheOther(@TempDir final Path folder) throws IOException
    {
        final Path log = Files.createDirectories(folder.resolve("commitlog"));
        final ByteBuffer units = ByteBuffer.allocate(64 * 3 * QueuedStore.UNIT + QueuedStore.UNIT);
        final List<Long> expected = new ArrayList<>();
        for (long first = 0; first < 64 * GIB; first += GIB)
        {
            try (FileChannel file = create(log.resolve(QueuedStore.name(first))))
            {
                long at = 0;
                for (int i = 0; i < 3; i++)
                {
                    final int size = write(file, at, first + at, expected.size(), i == 1 ? 200 << 20 : 0);
                    units.putLong(first + at).putInt(size).putLong(0);
                    expected.add(first + at);
                    at += size;
                }
                file.write(ByteBuffer.allocate(8).putInt((int)(GIB - at)).putInt(0xCBD4_3194).flip(), at);
                file.write(ByteBuffer.allocate(1), GIB - 1);
            }
        }
        final Path queue = Files.createDirectories(folder.resolve("consumequeue/large/0"));
        Files.write(queue.resolve(QueuedStore.name(0)), units.array());
        final long before = allocated();
        final TopicQueues queues = TopicQueues.read(folder, "large");
        assertTrue(queues.doubt().isEmpty());
        assertEquals(expected, read(folder, null));
        assertEquals(expected, read(folder, queues));
        assertEquals(0, queues.strays());
        assertTrue(allocated() - before < MOST_ALLOCATED);
    }

    private List<Long> read(final Path store, final TopicQueues queues) throws IOException
    {
        final SegmentReader reader = new SegmentReader(Limits.DEFAULT.withMaxFrameLength(BODY), Strictness.STRICT);
        final List<Long> all = new ArrayList<>();
        for (final Path file : StoreFiles.segments(store))
        {
            try (SegmentSource segment = MappedSegment.open(file);
                RecordPlaces places = queues == null ? null : queues.places())
            {
                read(reader.places(places).wrap(segment, StoreFiles.firstOffset(file.getFileName().toString())));
                all.addAll(offsets);
            }
        }
        return all;
    }

    private void read(final SegmentReader reader) throws IOException
    {
        offsets.clear();
        while (reader.hasNext())
        {
            assertEquals(Outcome.COMPLETE, reader.next(INTEREST, handler), () -> reader.fault().toMessage());
        }
    }
}

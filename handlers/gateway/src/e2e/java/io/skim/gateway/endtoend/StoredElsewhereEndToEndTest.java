package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.StoredRecords;
import io.skim.store.StoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.tieredstore.TieredMessageStore;
import org.apache.rocketmq.tieredstore.provider.PosixFileSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a real broker stores elsewhere than in its commit log: compacted topics, of which it keeps the last message of each key, and
 * tiered storage. Skim and MessageDecoder read the same in its files, and the broker serves the same.
 */
class StoredElsewhereEndToEndTest
{
    private static final String COMPACTED = "Compacted";
    private static final String TIERED = "Tiered";
    private static final int KEYS = 20;
    private static final int MESSAGES = 400;
    private static final int FILE_SIZE = 64 << 10;
    private static final int BATCH_QUEUE_UNIT = 46;
    private static final int MOST_SECONDS = 180;

    @Test
    void skimReadsWhatTheBrokerKeeps(@TempDir(cleanup = CleanupMode.ON_SUCCESS) final Path folder) throws Exception
    {
        final Path tiered = folder.resolve("tiered");
        final RealBroker broker = new RealBroker(folder, RealBroker.open(), RealBroker.ADDRESS, settings(tiered));
        final List<String> served = new ArrayList<>();
        try
        {
            broker.createCompactedTopic(COMPACTED);
            broker.createTopic(TIERED);
            send(broker.nameServer);
            awaitCompaction(broker);
            awaitTiered(broker, tiered);
            broker.messages(COMPACTED, 0).forEach(message -> served.add(StoredRecords.line(message)));
        }
        finally
        {
            broker.stop();
        }
        assertEquals(served, sameAsReference(folder.resolve("store/compaction")));
        final List<String> stored = sameAsReference(folder.resolve("store/commitlog"));
        assertEquals(messagesOf(stored), messagesOf(sameAsReference(tiered)));
        assertTrue(StoreFiles.segments(tiered).stream().filter(file -> file.toString().contains(TIERED)).count() > 4,
            "one file for each queue");
    }

    /** Small files, and all that would take minutes within seconds. */
    private static Properties settings(final Path tiered)
    {
        final Properties settings = new Properties();
        settings.setProperty("messageStorePlugIn", TieredMessageStore.class.getName());
        settings.setProperty("tieredBackendServiceProvider", PosixFileSegment.class.getName());
        settings.setProperty("tieredStoreFilePath", tiered.toString());
        settings.setProperty("tieredStoreGroupCommit", "false");
        settings.setProperty("tieredStoreCommitLogMaxSize", String.valueOf(FILE_SIZE));
        settings.setProperty("tieredStoreIndexFileMaxHashSlotNum", "1000");
        settings.setProperty("tieredStoreIndexFileMaxIndexNum", "4000");
        settings.setProperty("compactionMappedFileSize", String.valueOf(FILE_SIZE));
        settings.setProperty("compactionCqMappedFileSize", String.valueOf(100 * BATCH_QUEUE_UNIT));
        settings.setProperty("compactionScheduleInternal", "2000");
        return settings;
    }

    private static void send(final String nameServer) throws Exception
    {
        final DefaultMQProducer producer = Clients.patient(new DefaultMQProducer("elsewhere-producers"), nameServer);
        producer.start();
        for (int i = 0; i < MESSAGES; i++)
        {
            final byte[] body = new byte[600 + i];
            body[0] = (byte)i;
            producer.send(new Message(COMPACTED, "TagA", "key-" + i % KEYS, body));
            producer.send(new Message(TIERED, "TagB", "key-" + i, body), new MessageQueue(TIERED, "broker-a", i % 4));
        }
        producer.shutdown();
    }

    /** Until the broker has left out messages, and what it serves changes no more. */
    private static void awaitCompaction(final RealBroker broker) throws InterruptedException
    {
        int before = 0;
        int count = MESSAGES;
        for (int i = 0; i < MOST_SECONDS && (count == MESSAGES || count != before); i++)
        {
            // Twice what lies between two compactions.
            Thread.sleep(7_000);
            before = count;
            count = broker.messages(COMPACTED, 0).size();
        }
        assertTrue(count >= KEYS && count < MESSAGES, "messages: " + count);
    }

    /** Until all has been copied; a file that is being written may end within a record. */
    private static void awaitTiered(final RealBroker broker, final Path tiered) throws Exception
    {
        final List<MessageExt> messages = broker.messages(TIERED, MESSAGES);
        assertEquals(MESSAGES, messages.size());
        final long due = messages.stream().mapToLong(MessageExt::getStoreSize).sum();
        long size = 0;
        for (int i = 0; i < MOST_SECONDS && size < due; i++)
        {
            Thread.sleep(1_000);
            size = 0;
            for (final Path segment : Files.isDirectory(tiered) ? StoreFiles.segments(tiered) : List.<Path>of())
            {
                size += segment.toString().contains(TIERED) ? Files.size(segment) : 0;
            }
        }
        assertTrue(size >= due, () -> "not all of " + due + " bytes");
    }

    private static List<String> sameAsReference(final Path folder) throws IOException
    {
        final List<String> read = StoreLines.skim(folder);
        assertEquals(StoreLines.reference(folder), read);
        assertTrue(StoreFiles.segments(folder).size() > 0, folder.toString());
        return read;
    }

    /** The messages of the tiered topic without their places, which differ. */
    private static TreeSet<String> messagesOf(final List<String> lines)
    {
        final TreeSet<String> messages = new TreeSet<>();
        for (final String line : lines)
        {
            if (StoreLines.isOf(TIERED, line))
            {
                messages.add(line.replaceFirst(" c\\d+ s", " s").replaceFirst(" id\\S+ f", " f"));
            }
        }
        return messages;
    }
}

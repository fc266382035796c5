package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.store.KeyIndex;
import io.skim.store.StoreFiles;
import io.skim.store.TopicQueues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.LocalTransactionState;
import org.apache.rocketmq.client.producer.TransactionListener;
import org.apache.rocketmq.client.producer.TransactionMQProducer;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageClientExt;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.sysflag.MessageSysFlag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store that a real broker has written, with every kind of message: Skim, MessageDecoder and a consumer read the same.
 */
class StoreEndToEndTest
{
    private static final String TOPIC = "StoreTopic";
    /** With consume queues of batches. */
    private static final String BATCHES = "StoreBatches";
    private static final int INNER = MessageSysFlag.INNER_BATCH_FLAG | MessageSysFlag.NEED_UNWRAP_FLAG;

    @Test
    void skimTheReferenceAndAConsumerReadTheSame(@TempDir(cleanup = CleanupMode.ON_SUCCESS) final Path folder)
        throws Exception
    {
        final Set<String> consumed = new ConcurrentSkipListSet<>();
        final Set<String> unpacked = new ConcurrentSkipListSet<>();
        final RealBroker broker = new RealBroker(folder, RealBroker.open(), RealBroker.ADDRESS);
        try
        {
            broker.createTopic(TOPIC);
            broker.createBatchTopic(BATCHES);
            final int sent = sendAll(broker.nameServer);
            final int batched = sendBatches(broker.nameServer);
            consume(broker.nameServer, TOPIC, message -> ((MessageClientExt)message).getOffsetMsgId(), consumed, sent);
            consume(broker.nameServer, BATCHES, message -> message.getQueueId() + ":" + message.getQueueOffset() + ' '
                + message.getKeys(), unpacked, batched);
        }
        finally
        {
            broker.stop();
        }
        final Path copy = copy(folder.resolve("store"), folder.resolve("copy"));
        final List<String> reference = StoreLines.reference(copy);
        final List<String> read = StoreLines.skim(copy);
        assertEquals(reference, read);
        assertTrue(StoreFiles.segments(copy).size() > 1, "one segment");
        assertTrue(StoreFiles.segments(copy.resolve("timerlog")).size() > 0, "no log of the timer");
        final Set<String> stored = new TreeSet<>();
        read.forEach(line -> stored.add(StoreLines.Parts.of(line).id()));
        assertTrue(stored.containsAll(consumed), () -> consumed + " of " + stored);
        assertEquals(unpacked, batchesOf(read));
        for (final String topic : List.of(TOPIC, BATCHES, "RMQ_SYS_TRANS_HALF_TOPIC", "RMQ_SYS_TRANS_OP_HALF_TOPIC"))
        {
            assertTrue(read.stream().anyMatch(line -> StoreLines.isOf(topic, line)), topic);
            assertQueuesTellTheSame(copy, topic, read);
        }
        for (final String key : List.of("key-7", "key-50", "batch-3", "large-5", "transaction-2"))
        {
            assertTheIndexTellsTheSame(copy, key, read);
        }
    }

    /** By the broker's index the messages of a key are found, and few others are read. */
    private static void assertTheIndexTellsTheSame(final Path store, final String key, final List<String> all)
        throws IOException
    {
        final KeyIndex index = KeyIndex.read(store, TOPIC, key, RealBroker.INDEX_SLOTS);
        assertEquals(Optional.empty(), index.doubt());
        final Predicate<String> wanted = line -> StoreLines.isOf(TOPIC, line) && line.contains("KEYS=" + key + ",");
        final List<String> found = StoreLines.skim(store, index);
        assertEquals(all.stream().filter(wanted).toList(), found.stream().filter(wanted).toList());
        assertTrue(found.stream().anyMatch(wanted), key);
        assertTrue(found.size() < all.size() / 2, () -> found.size() + " of " + all.size());
    }

    /** By the broker's consume queues the records of a topic are found, and no others are read. */
    private static void assertQueuesTellTheSame(final Path store, final String topic, final List<String> all)
        throws IOException
    {
        final TopicQueues queues = TopicQueues.read(store, topic);
        assertEquals(Optional.empty(), queues.doubt());
        assertEquals(all.stream().filter(line -> StoreLines.isOf(topic, line)).toList(),
            StoreLines.skim(store, queues));
        assertEquals(0, queues.strays());
    }

    /** The places and keys of the messages of batches, most of which are in inner batches. */
    private static Set<String> batchesOf(final List<String> lines)
    {
        final Set<String> batches = new TreeSet<>();
        int inner = 0;
        for (final String line : lines)
        {
            if (StoreLines.isOf(BATCHES, line))
            {
                final StoreLines.Parts parts = StoreLines.Parts.of(line);
                batches.add(parts.queue() + ' ' + parts.properties().replaceFirst("(?s)^.*?KEYS=([^,}]*).*", "$1"));
                inner += (parts.sysFlag() & INNER) == INNER ? 1 : 0;
            }
        }
        assertTrue(inner > 50 && inner < batches.size(), inner + " of " + batches.size());
        return batches;
    }

    /** Batches, which the broker stores as one record each, and messages between them; returns how many a consumer gets. */
    private static int sendBatches(final String nameServer) throws Exception
    {
        final DefaultMQProducer producer = Clients.patient(new DefaultMQProducer("store-batches"), nameServer);
        producer.start();
        int sent = 0;
        for (int i = 0; i < 40; i++)
        {
            final List<Message> batch = new ArrayList<>();
            for (int j = 0; j < i % 5; j++)
            {
                batch.add(new Message(BATCHES, "TagF", "inner-" + sent++, new byte[j * 30 + 1]));
            }
            if (batch.isEmpty())
            {
                producer.send(new Message(BATCHES, "TagG", "single-" + sent++, new byte[] {7}));
            }
            else
            {
                producer.send(batch);
            }
        }
        producer.shutdown();
        return sent;
    }

    /** Every kind of message; returns how many a consumer gets. */
    private static int sendAll(final String nameServer) throws Exception
    {
        final DefaultMQProducer producer = Clients.patient(new DefaultMQProducer("store-producers"), nameServer);
        producer.start();
        final Random random = new Random(7);
        int sent = 0;
        for (int i = 0; i < 200; i++)
        {
            final byte[] body = new byte[1 + random.nextInt(300)];
            random.nextBytes(body);
            final Message message = new Message(TOPIC, i % 3 == 0 ? "TagA" : "TagB", "key-" + i, body);
            message.putUserProperty("amount", String.valueOf(i));
            message.putUserProperty("ort", "\u65E5\u672C");
            if (i % 50 == 0)
            {
                message.setDelayTimeLevel(1);
            }
            else if (i % 50 == 25)
            {
                // By the timer, whose log has segments, too.
                message.setDelayTimeMs(1_000);
            }
            producer.send(message);
            sent++;
        }
        final List<Message> batch = new ArrayList<>();
        for (int i = 0; i < 10; i++)
        {
            batch.add(new Message(TOPIC, "TagC", "batch-" + i, ("batch " + i).getBytes(StandardCharsets.US_ASCII)));
        }
        producer.send(batch);
        sent += batch.size();
        // Compressed by the client, and so many that a second segment begins.
        for (int i = 0; i < 8; i++)
        {
            final byte[] noise = new byte[2_000_000];
            random.nextBytes(noise);
            producer.send(new Message(TOPIC, "TagD", "large-" + i, i < 2 ? new byte[100_000] : noise));
            sent++;
        }
        producer.shutdown();
        return sent + sendTransactions(nameServer);
    }

    private static int sendTransactions(final String nameServer) throws Exception
    {
        final TransactionMQProducer producer =
            Clients.patient(new TransactionMQProducer("store-transactions"), nameServer);
        producer.setTransactionListener(new TransactionListener()
        {
            @Override
            public LocalTransactionState executeLocalTransaction(final Message message, final Object commit)
            {
                return Boolean.TRUE.equals(commit) ? LocalTransactionState.COMMIT_MESSAGE
                    : LocalTransactionState.ROLLBACK_MESSAGE;
            }

            @Override
            public LocalTransactionState checkLocalTransaction(final MessageExt message)
            {
                return LocalTransactionState.UNKNOW;
            }
        });
        producer.start();
        for (int i = 0; i < 6; i++)
        {
            producer.sendMessageInTransaction(new Message(TOPIC, "TagE", "transaction-" + i, new byte[] {1, 2, 3}),
                i % 2 == 0);
        }
        producer.shutdown();
        return 3;
    }

    private static void consume(final String nameServer, final String topic, final Function<MessageExt, String> name,
        final Set<String> consumed, final int count) throws Exception
    {
        final DefaultMQPushConsumer consumer =
            Clients.patient(new DefaultMQPushConsumer("consumers-of-" + topic), nameServer);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        consumer.registerMessageListener((MessageListenerConcurrently)(messages, context) -> {
            messages.forEach(message -> consumed.add(name.apply(message)));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        for (int i = 0; i < 600 && consumed.size() < count; i++)
        {
            Thread.sleep(100);
        }
        consumer.shutdown();
        assertEquals(count, consumed.size());
    }

    private static Path copy(final Path from, final Path to) throws IOException
    {
        try (Stream<Path> files = Files.walk(from))
        {
            for (final Path file : files.toList())
            {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }
}

package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.FreePorts;
import io.skim.gateway.Gateway;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.LocalTransactionState;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.client.producer.TransactionListener;
import org.apache.rocketmq.client.producer.TransactionMQProducer;
import org.apache.rocketmq.client.utils.MessageUtil;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real clients that share the gateway's connections to a real broker, also while it is restarted and the file changes. */
class SharedConnectionsEndToEndTest
{
    /** {@code -Dskim.gateway.faults=10} goes on ten times as long. */
    private static final int TIMES = Integer.getInteger("skim.gateway.faults", 1);
    private static RealBroker broker;
    private static int instances;

    @TempDir
    private Path folder;
    private Gateway gateway;
    private int port;
    private final List<AutoCloseable> toClose = new ArrayList<>();

    @BeforeAll
    static void startTheBroker() throws Exception
    {
        broker = RealBroker.start(RealBroker.open(), RealBroker.ADDRESS);
    }

    @AfterEach
    void stopAll() throws Exception
    {
        Work.closeAll(toClose);
        gateway.close();
        Scenario.encodeAs(SerializeType.JSON);
    }

    private Path file(final String mark) throws Exception
    {
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - name: clients\n    address: " + RealBroker.GATEWAY_ADDRESS + ':' + port
            + "\nclusters:\n  main: {nameServers: [" + broker.nameServer + "], share: {connections: 1}}\nrules:\n"
            + "  - {name: mark, match: {codes: send}, set: {properties: {mark: " + mark
            + "}}}\nreload: 50ms\ndrain: 1s\n");
        return file;
    }

    private void start() throws Exception
    {
        port = FreePorts.next(RealBroker.GATEWAY_ADDRESS);
        gateway = Gateway.start(file("first"));
    }

    private <P extends DefaultMQProducer> P start(final P producer) throws MQClientException
    {
        Clients.patient(producer, RealBroker.GATEWAY_ADDRESS + ':' + port);
        producer.setInstanceName("shared" + ++instances);
        producer.start();
        toClose.add(producer::shutdown);
        return producer;
    }

    private static Message message(final String topic, final String body)
    {
        return new Message(topic, body.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void everyKindOfMessageIsConsumedOnceByEachConsumer(final SerializeType type) throws Exception
    {
        Scenario.encodeAs(type);
        start();
        final Scenario scenario = new Scenario(RealBroker.GATEWAY_ADDRESS + ':' + port, null);
        toClose.add(scenario::stop);
        scenario.run();
        assertEquals(List.of(), List.copyOf(scenario.problems));
    }

    @Test
    void theBrokerAsksTheProducersThatSentTheTransactions() throws Exception
    {
        start();
        final String topic = "transactions-" + ++instances;
        final Map<String, String> asked = new ConcurrentHashMap<>();
        final Queue<String> wrong = new ConcurrentLinkedQueue<>();
        final int producers = 4;
        for (int i = 0; i < producers; i++)
        {
            final String group = "payments-" + instances + '-' + i;
            final TransactionMQProducer producer = start(new TransactionMQProducer(group));
            producer.setTransactionListener(new TransactionListener()
            {
                @Override
                public LocalTransactionState executeLocalTransaction(final Message message, final Object state)
                {
                    return LocalTransactionState.UNKNOW;
                }

                @Override
                public LocalTransactionState checkLocalTransaction(final MessageExt message)
                {
                    final String sender = new String(message.getBody(), StandardCharsets.UTF_8);
                    if (!sender.equals(group))
                    {
                        wrong.add(group + " was asked about " + sender);
                    }
                    asked.put(sender, group);
                    return LocalTransactionState.COMMIT_MESSAGE;
                }
            });
            producer.sendMessageInTransaction(message(topic, group), null);
        }
        assertEquals(producers, broker.messages(topic, producers).size());
        assertEquals(producers, asked.size());
        assertEquals(List.of(), List.copyOf(wrong));
    }

    @Test
    void repliesReachTheProducersThatAsked() throws Exception
    {
        start();
        final String topic = "questions-" + ++instances;
        final DefaultMQProducer replies = start(new DefaultMQProducer("replies-" + instances));
        final DefaultMQPushConsumer consumer = Clients.patient(new DefaultMQPushConsumer("answering-" + instances),
            RealBroker.GATEWAY_ADDRESS + ':' + port);
        consumer.setInstanceName("answering" + ++instances);
        consumer.setPollNameServerInterval(500);
        consumer.subscribe(topic, "*");
        consumer.registerMessageListener((MessageListenerConcurrently)(messages, context) -> {
            for (final MessageExt message : messages)
            {
                try
                {
                    replies.send(MessageUtil.createReplyMessage(message, message.getBody()));
                }
                catch (final Exception e)
                {
                    return ConsumeConcurrentlyStatus.RECONSUME_LATER;
                }
            }
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        // The topic must be there before the consumer looks for it.
        replies.send(message(topic, "first"));
        consumer.start();
        toClose.add(consumer::shutdown);
        // All of one group: the broker keeps one of them for each connection.
        for (int i = 0; i < 3; i++)
        {
            final DefaultMQProducer asking = start(new DefaultMQProducer("asking-" + topic));
            final String question = "question " + i;
            final Message reply = asking.request(message(topic, question), TimeUnit.SECONDS.toMillis(40));
            assertEquals(question, new String(reply.getBody(), StandardCharsets.UTF_8));
        }
    }

    /** Sends until it is told to stop; keeps what was acknowledged. */
    private final class Sender extends Thread
    {
        final Set<String> acknowledged = new TreeSet<>();
        final AtomicInteger latest = new AtomicInteger();
        private final AtomicBoolean stop;
        private final DefaultMQProducer producer;
        private final String topic;
        private final String name;

        Sender(final String topic, final AtomicBoolean stop) throws MQClientException
        {
            this.topic = topic;
            this.stop = stop;
            name = "sender " + ++instances + ' ';
            producer = SharedConnectionsEndToEndTest.this.start(new DefaultMQProducer("senders-" + topic));
            producer.setSendMsgTimeout(2_000);
        }

        @Override
        public void run()
        {
            for (int i = 0; !stop.get(); i++)
            {
                try
                {
                    if (producer.send(message(topic, name + i)).getSendStatus() == SendStatus.SEND_OK)
                    {
                        acknowledged.add(name + i);
                        latest.set(acknowledged.size());
                    }
                    Thread.sleep(10);
                }
                catch (final InterruptedException e)
                {
                    return;
                }
                catch (final Exception notAcknowledged)
                {
                    // Such a message may be there or not.
                    LockSupport.parkNanos(10_000_000);
                }
            }
        }
    }

    private List<Sender> send(final String topic, final AtomicBoolean stop) throws Exception
    {
        final List<Sender> senders = new ArrayList<>();
        for (int i = 0; i < 4; i++)
        {
            senders.add(new Sender(topic, stop));
        }
        start(new DefaultMQProducer("first-" + topic)).send(message(topic, "first"));
        senders.forEach(Thread::start);
        return senders;
    }

    private static void awaitMore(final List<Sender> senders, final int more) throws InterruptedException
    {
        for (final Sender sender : senders)
        {
            final int before = sender.latest.get();
            for (int i = 0; sender.latest.get() < before + more; i++)
            {
                assertTrue(i < 600, "a sender hangs");
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    private static void assertStored(final String topic, final List<Sender> senders) throws InterruptedException
    {
        final Set<String> acknowledged = new TreeSet<>();
        for (final Sender sender : senders)
        {
            sender.join(TimeUnit.SECONDS.toMillis(30));
            assertTrue(!sender.isAlive(), "a sender hangs");
            acknowledged.addAll(sender.acknowledged);
        }
        final Set<String> stored = new TreeSet<>();
        broker.messages(topic, acknowledged.size()).forEach(message -> stored.add(new String(message.getBody(),
            StandardCharsets.UTF_8)));
        acknowledged.removeAll(stored);
        assertEquals(Set.of(), acknowledged);
    }

    @Test
    void everyAcknowledgedSendIsThereWhenTheBrokerIsRestartedUnderLoad() throws Exception
    {
        start();
        final String topic = "restarted-" + ++instances;
        final AtomicBoolean stop = new AtomicBoolean();
        final List<Sender> senders = send(topic, stop);
        for (int i = 0; i < TIMES; i++)
        {
            awaitMore(senders, 20);
            broker.restart();
            awaitMore(senders, 20);
        }
        stop.set(true);
        assertStored(topic, senders);
    }

    @Test
    void everySendIsAcknowledgedOnceWhileTheFileChanges() throws Exception
    {
        start();
        final String topic = "reloaded-" + ++instances;
        final AtomicBoolean stop = new AtomicBoolean();
        final List<Sender> senders = send(topic, stop);
        for (int i = 0; i < 20 * TIMES; i++)
        {
            file("value" + i);
            TimeUnit.MILLISECONDS.sleep(100);
        }
        awaitMore(senders, 5);
        stop.set(true);
        assertStored(topic, senders);
        assertTrue(broker.messages(topic, 1).stream().map(message -> message.getUserProperty("mark")).distinct()
            .count() > 2);
        assertTrue(broker.messages(topic, 1).stream().allMatch(message -> message.getUserProperty("mark").matches(
            "first|value[0-9]+")));
    }
}

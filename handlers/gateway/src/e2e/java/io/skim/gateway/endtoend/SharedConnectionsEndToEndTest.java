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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.LocalTransactionState;
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

    private Senders send(final String topic) throws Exception
    {
        start(new DefaultMQProducer("first-" + topic)).send(message(topic, "first"));
        final Senders senders = new Senders(RealBroker.GATEWAY_ADDRESS + ':' + port, topic);
        toClose.add(senders);
        return senders;
    }

    @Test
    void everyAcknowledgedSendIsThereWhenTheBrokerIsRestartedUnderLoad() throws Exception
    {
        start();
        final String topic = "restarted-" + ++instances;
        final Senders senders = send(topic);
        for (int i = 0; i < TIMES; i++)
        {
            senders.awaitMore(20);
            broker.restart();
            senders.awaitMore(20);
        }
        senders.assertStored(broker);
    }

    @Test
    void everySendIsAcknowledgedOnceWhileTheFileChanges() throws Exception
    {
        start();
        final String topic = "reloaded-" + ++instances;
        final Senders senders = send(topic);
        for (int i = 0; i < 20 * TIMES; i++)
        {
            file("value" + i);
            TimeUnit.MILLISECONDS.sleep(100);
        }
        senders.awaitMore(5);
        senders.assertStored(broker);
        assertTrue(broker.messages(topic, 1).stream().map(message -> message.getUserProperty("mark")).distinct()
            .count() > 2);
        assertTrue(broker.messages(topic, 1).stream().allMatch(message -> message.getUserProperty("mark").matches(
            "first|value[0-9]+")));
    }
}

package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.skim.gateway.Gateway;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * RocketMQ's proxy between two gateways: clients know the gateway in front alone, which has the proxy for its name server, and the
 * proxy knows the gateway behind it alone, which stands before a real name server and broker.
 */
class RocketmqProxyEndToEndTest
{
    private static final int MESSAGES = 30;
    private static final long ENOUGH_MILLIS = 60_000;
    private static final String TOPIC = "through-the-proxy";

    private static RealBroker broker;
    private static Gateway behind;
    private static RealProxy proxy;
    private static Gateway front;

    private final Queue<String> consumed = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start(@TempDir(cleanup = CleanupMode.NEVER) final Path home) throws Exception
    {
        broker = RealBroker.start(RealBroker.open(), RealBroker.ADDRESS);
        broker.createTopic("acme_" + TOPIC);
        // The proxy reads what topics and groups are like before it serves them, and makes its topic of heartbeats.
        behind = GatewayFiles.start(Files.createDirectory(home.resolve("behind")), broker.nameServer, "",
            "management: {allow: [query, UPDATE_AND_CREATE_TOPIC]}", "rules:", "  - match: {codes: send}",
            "    set: {properties: {behind: skim ü}}");
        proxy = new RealProxy(Files.createDirectory(home.resolve("proxy")), GatewayFiles.addressOf(behind));
        front = GatewayFiles.start(Files.createDirectory(home.resolve("front")), proxy.address, "",
            "names:", "  acme: {prefix: acme_}", "rules:", "  - match: {codes: send}",
            "    set: {properties: {front: skim é}}", "    continue: true", "  - match: {clients: 127.0.0.0/8}",
            "    map: acme");
    }

    @AfterAll
    static void stop()
    {
        front.close();
        proxy.close();
        behind.close();
    }

    private static Message message(final int number)
    {
        final Message message = new Message(TOPIC, number % 2 == 0 ? "TagA" : "TagB", "key" + number, ("body " + number)
            .getBytes(StandardCharsets.UTF_8));
        message.putUserProperty("num", String.valueOf(number));
        message.putUserProperty("näme", "北京 \"" + number + "\" \\");
        return message;
    }

    private static String described(final Message message, final String front, final String behind)
    {
        return new String(message.getBody(), StandardCharsets.UTF_8) + ", " + message.getTopic() + ", " + message
            .getTags()
            + ", " + message.getKeys() + ", " + message.getUserProperty("num") + ", " + message.getUserProperty("näme")
            + ", " + front + ", " + behind;
    }

    private static List<String> send() throws Exception
    {
        final DefaultMQProducer producer =
            Clients.patient(new DefaultMQProducer("proxy-writers"), GatewayFiles.addressOf(front));
        producer.setInstanceName("proxy-writer");
        producer.setRetryTimesWhenSendFailed(0);
        producer.start();
        final List<String> sent = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++)
        {
            assertEquals(SendStatus.SEND_OK, producer.send(message(i)).getSendStatus());
            sent.add(described(message(i), "skim é", "skim ü"));
        }
        producer.shutdown();
        return sent.stream().sorted().toList();
    }

    private DefaultMQPushConsumer consume() throws Exception
    {
        final DefaultMQPushConsumer consumer =
            Clients.patient(new DefaultMQPushConsumer("proxy-readers"), GatewayFiles.addressOf(front));
        consumer.setInstanceName("proxy-reader");
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(TOPIC, "*");
        consumer.registerMessageListener((MessageListenerConcurrently)(messages, context) -> {
            messages.forEach(message -> consumed.add(described(message, message.getUserProperty("front"), message
                .getUserProperty("behind"))));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        return consumer;
    }

    @Test
    void gatewaysStandBeforeAndBehindTheProxy() throws Exception
    {
        final List<String> sent = send();
        final DefaultMQPushConsumer consumer = consume();
        for (final long end = System.currentTimeMillis() + ENOUGH_MILLIS; consumed.size() < MESSAGES && System
            .currentTimeMillis() < end;)
        {
            Thread.sleep(100);
        }
        // What must not come would come now.
        Thread.sleep(500);
        consumer.shutdown();
        assertEquals(sent, consumed.stream().sorted().toList());
        final List<MessageExt> stored = broker.messages("acme_" + TOPIC, MESSAGES);
        assertEquals(MESSAGES, stored.size());
        assertNull(broker.topic(TOPIC));
        assertNotNull(broker.topic(RealProxy.HEARTBEATS));
        assertEquals(List.of(proxy.address), List.copyOf(front.brokers().keySet()));
        assertEquals(List.of(RealBroker.ADDRESS + ':' + broker.port), List.copyOf(behind.brokers().keySet()));
    }
}

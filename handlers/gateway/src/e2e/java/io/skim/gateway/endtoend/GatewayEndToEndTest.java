package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.Namespace;
import io.skim.handlers.route.NameRewriter;
import io.skim.handlers.select.Selector;
import io.skim.scan.remoting.RemotingInterest;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.rocketmq.acl.common.AclClientRPCHook;
import org.apache.rocketmq.acl.common.SessionCredentials;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.MessageSelector;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.remoting.RPCHook;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real clients of release 5.5.0, a gateway made of Skim's handlers, and a real broker of the same release: what passes the
 * gateway is understood at both ends. All in this process and on the loopback addresses.
 */
class GatewayEndToEndTest
{
    private static final int MESSAGES = 60;
    private static final String USER = "app";
    private static final String SECRET = "1a2b3c4d5e6f";
    private static final CodeGate OPEN = CodeGate.deny();
    private static final Selector<RemotingInterest> ALL = Selector.sql("TRUE");
    private static final Duration ENOUGH = Duration.ofSeconds(30);

    private static RealBroker broker;
    /** Takes signed requests alone; null until it is needed. */
    private static RealBroker signedBroker;
    /** Of clients, whose names are not used again. */
    private static int instances;

    private final List<DefaultMQProducer> producers = new ArrayList<>();
    private String topic;

    @BeforeAll
    static void startTheBroker() throws Exception
    {
        broker = RealBroker.start(RealBroker.open(), RealBroker.GATEWAY_ADDRESS);
    }

    /** Of all that clients and broker of this process send from now on; and a topic of the test's own. */
    private void send(final SerializeType type) throws ReflectiveOperationException
    {
        topic = "orders-" + ++instances;
        final Field field = RemotingCommand.class.getDeclaredField("serializeTypeConfigInThisServer");
        field.setAccessible(true);
        field.set(null, type);
    }

    @AfterEach
    void stopTheProducers() throws ReflectiveOperationException
    {
        producers.forEach(DefaultMQProducer::shutdown);
        send(SerializeType.JSON);
    }

    private DefaultMQProducer producer(final RealBroker to, final RPCHook hook) throws Exception
    {
        final DefaultMQProducer producer = new DefaultMQProducer("writers-" + ++instances, hook);
        producers.add(producer);
        Clients.patient(producer, to.nameServer);
        producer.setInstanceName("producer" + instances);
        producer.setRetryTimesWhenSendFailed(0);
        producer.start();
        return producer;
    }

    /** The bodies of the messages of a topic, as a consumer gets them. */
    private Set<String> consume(final String from, final MessageSelector selector,
        final int count, final Consumer<MessageExt> check) throws Exception
    {
        final DefaultLitePullConsumer consumer =
            Clients.patient(new DefaultLitePullConsumer("readers-" + ++instances), broker.nameServer);
        consumer.setInstanceName("consumer" + instances);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(from, selector);
        consumer.start();
        final Set<String> bodies = new TreeSet<>();
        final long end = System.nanoTime() + ENOUGH.toNanos();
        int quiet = 0;
        // Some rounds more than needed: what should not come must not.
        while (quiet < 3 && System.nanoTime() < end)
        {
            final List<MessageExt> messages = consumer.poll(500);
            for (final MessageExt message : messages)
            {
                check.accept(message);
                assertTrue(bodies.add(new String(message.getBody(), StandardCharsets.UTF_8)), "came twice");
            }
            quiet += messages.isEmpty() && bodies.size() >= count ? 1 : 0;
        }
        consumer.shutdown();
        return bodies;
    }

    private static Gateway.Edit rewriter(final RemotingRewriter rewriter)
    {
        return frame -> rewriter.rewrite(frame) ? rewriter.patch() : null;
    }

    private static Message message(final String topic, final int number)
    {
        final Message message = new Message(topic, number % 3 == 0 ? "TagA" : "TagB", "key" + number, ("body " + number)
            .getBytes(StandardCharsets.UTF_8));
        message.putUserProperty("num", String.valueOf(number));
        message.putUserProperty("näme", "wärt " + number);
        return message;
    }

    private static Set<String> bodies(final int from, final int to)
    {
        final Set<String> bodies = new TreeSet<>();
        for (int i = from; i < to; i++)
        {
            bodies.add("body " + i);
        }
        return bodies;
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void manyClientsShareOneConnectionAndEachMessageGetsAProperty(final SerializeType type) throws Exception
    {
        send(type);
        final RemotingEdits edits = RemotingEdits.builder().setProperty("gateway", "skim ü").codes(10, 310).build();
        try (Gateway gateway = new Gateway(broker, OPEN, ALL, rewriter(new RemotingRewriter(edits))))
        {
            final DefaultMQProducer[] writers = {producer(broker, null), producer(broker, null)};
            for (int i = 0; i < MESSAGES; i++)
            {
                assertEquals(SendStatus.SEND_OK, writers[i % 2].send(message(topic, i)).getSendStatus());
            }
            assertEquals(bodies(0, MESSAGES), consume(topic, MessageSelector.byTag("*"), MESSAGES, message -> {
                assertEquals("skim ü", message.getUserProperty("gateway"));
                assertEquals("wärt " + message.getUserProperty("num"), message.getUserProperty("näme"));
            }));
            assertTrue(gateway.responses.get() > MESSAGES, () -> gateway.responses + " responses");
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void theGatewaySelectsWhatTheBrokersFilterDoes(final SerializeType type) throws Exception
    {
        send(type);
        final String expression = "TAGS = 'TagA' AND num BETWEEN 10 AND 40 OR num IN ('3', '5') OR num > 57";
        try (Gateway gateway = new Gateway(broker, OPEN, Selector.sql(expression), Gateway.Edit.NONE))
        {
            final DefaultMQProducer producer = producer(broker, null);
            for (int i = 0; i < MESSAGES; i++)
            {
                producer.send(message(topic, i));
            }
            final int selected = gateway.selected.get();
            assertTrue(selected > 10 && selected < MESSAGES, () -> selected + " selected");
            assertEquals(selected, consume(topic, MessageSelector.bySql(expression), selected, message -> {
            }).size());
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void topicsAreInANamespaceBehindTheGateway(final SerializeType type) throws Exception
    {
        send(type);
        final NameRewriter namespace = new NameRewriter(Namespace.of("tenant"));
        try (
            Gateway gateway =
                new Gateway(broker, OPEN, ALL, frame -> namespace.toBroker(frame) ? namespace.patch() : null))
        {
            final DefaultMQProducer producer = producer(broker, null);
            for (int i = 0; i < MESSAGES; i++)
            {
                producer.send(message(topic, i));
            }
            assertEquals(bodies(0, MESSAGES),
                broker.messages("tenant%" + topic, MESSAGES).stream().map(MessageExt::getBody).map(
                    body -> new String(body, StandardCharsets.UTF_8)).collect(Collectors.toCollection(TreeSet::new)));
            assertNull(broker.topic(topic));
            assertEquals("tenant%" + topic, broker.topic("tenant%" + topic).getTopicName());
            assertTrue(gateway.requests.get() >= MESSAGES);
        }
    }

    private static RealBroker signed() throws Exception
    {
        if (signedBroker == null)
        {
            signedBroker = RealBroker.start(RealBroker.signed(USER, SECRET), RealBroker.GATEWAY_ADDRESS);
        }
        return signedBroker;
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void theBrokersOwnCheckTakesWhatTheGatewaySignsAnew(final SerializeType type) throws Exception
    {
        send(type);
        final RemotingEdits edits = RemotingEdits.builder().setProperty("gateway", "skim").codes(10, 310).build();
        final RemotingRewriter signing = new RemotingRewriter(edits).signer(new AclSigner(SECRET.getBytes(
            StandardCharsets.UTF_8)));
        final RemotingRewriter forging = new RemotingRewriter(edits).signer(new AclSigner("another secret".getBytes(
            StandardCharsets.UTF_8)));
        final RealBroker signed = signed();
        final RPCHook hook = new AclClientRPCHook(new SessionCredentials(USER, SECRET));
        final AtomicReference<RemotingRewriter> rewriter = new AtomicReference<>(signing);
        try (
            Gateway gateway = new Gateway(signed, OPEN, ALL, frame -> rewriter.get().rewrite(frame) ? rewriter.get()
                .patch() : null))
        {
            final DefaultMQProducer producer = producer(signed, hook);
            for (int i = 0; i < MESSAGES; i++)
            {
                assertEquals(SendStatus.SEND_OK, producer.send(message(topic, i)).getSendStatus());
            }
            final List<MessageExt> stored = signed.messages(topic, MESSAGES);
            assertEquals(MESSAGES, stored.size());
            stored.forEach(message -> assertEquals("skim", message.getUserProperty("gateway")));
            rewriter.set(forging);
            final Exception refused = assertThrows(MQClientException.class, () -> producer.send(message(topic, 0)));
            final Throwable cause = assertInstanceOf(MQBrokerException.class, refused.getCause());
            assertTrue(cause.getMessage().contains("check signature failed"), cause.getMessage());
            assertTrue(gateway.responses.get() > MESSAGES);
        }
    }

    @Test
    void whatTheGateDeniesDoesNotReachTheBroker() throws Exception
    {
        send(SerializeType.JSON);
        try (Gateway gateway = new Gateway(broker, CodeGate.deny(10, 310), ALL, Gateway.Edit.NONE))
        {
            final DefaultMQProducer producer = producer(broker, null);
            assertThrows(Exception.class, () -> producer.send(message(topic, 0), 2_000));
            assertEquals(1, gateway.refused.get());
            assertNull(broker.topic(topic));
        }
    }
}

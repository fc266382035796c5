package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import io.skim.gateway.FreePorts;

import io.skim.gateway.Gateway;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.MessageSelector;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.LocalTransactionState;
import org.apache.rocketmq.client.producer.TransactionListener;
import org.apache.rocketmq.client.producer.TransactionMQProducer;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Gray lanes between real clients and a real broker. The lane of a client is that of the listener which it is connected to. Each group of
 * consumers is to consume each message once: in the lane if its consumers there read the queue when the message was sent, and else in
 * the base.
 */
class LaneEndToEndTest
{
    /** More than the half minute between two heartbeats of a client. */
    private static final Duration ENOUGH = Duration.ofSeconds(90);
    private static final List<String> LISTENERS = List.of("base", "gray", "blue");
    /** Of clients, topics and groups, whose names are not used again. */
    private static int instances;
    private static RealBroker broker;

    @TempDir
    private Path folder;
    private Gateway gateway;
    private final List<AutoCloseable> clients = new ArrayList<>();
    private final int run = ++instances;
    private final String topic = "lane-messages-" + run;
    /** The bodies of messages by the consumers that are to get them, and by those that got them. */
    private final Map<String, Map<String, Integer>> due = new TreeMap<>();
    private final Map<String, Map<String, Integer>> consumed = new TreeMap<>();
    private final Map<String, DefaultMQProducer> producers = new TreeMap<>();

    @BeforeAll
    static void startTheBroker() throws Exception
    {
        broker = RealBroker.start(RealBroker.open(), RealBroker.ADDRESS);
    }

    @AfterEach
    void stopAll() throws Exception
    {
        Work.closeAll(clients);
        gateway.close();
        Scenario.encodeAs(SerializeType.JSON);
    }

    private void start(final SerializeType type, final String... lines) throws Exception
    {
        Scenario.encodeAs(type);
        final StringBuilder text = new StringBuilder("listeners:\n");
        for (final String name : LISTENERS)
        {
            text.append("  - {name: " + name + ", address: \"" + RealBroker.GATEWAY_ADDRESS + ':' + FreePorts.next(
                RealBroker.GATEWAY_ADDRESS) + "\"}\n");
        }
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file,
            text + "clusters:\n  main: {nameServers: [" + broker.nameServer + "]}\n" + GatewayFiles.DRAIN + String.join(
                "\n", lines) + "\n");
        gateway = Gateway.start(file);
        for (final String name : LISTENERS)
        {
            producers.put(name, producer(name));
        }
    }

    private String nameServer(final String listener)
    {
        return RealBroker.GATEWAY_ADDRESS + ':' + gateway.address(listener).getPort();
    }

    private <P extends DefaultMQProducer> P start(final P producer, final String listener) throws Exception
    {
        Clients.patient(producer, nameServer(listener));
        producer.setInstanceName("producer" + ++instances);
        producer.setRetryTimesWhenSendFailed(0);
        producer.start();
        clients.add(producer::shutdown);
        return producer;
    }

    private DefaultMQProducer producer(final String listener) throws Exception
    {
        return start(new DefaultMQProducer("writers"), listener);
    }

    /**
     * Sends probes to all queues, of which consumers take no notice, until all are for the consumers of a lane.
     *
     * @param listener of the lane's clients.
     * @param stored   the topic that messages for the lane are in.
     * @param mark     the property that they have; null for none.
     */
    private void awaitReaders(final String listener, final String stored, final String mark) throws Exception
    {
        final String body = "probe " + ++instances;
        await(() -> {
            for (int queue = 0; queue < queues(); queue++)
            {
                producers.get(listener).send(message(body), (queues, message, number) -> queues.stream().filter(
                    one -> one.getQueueId() == (int)number).findFirst().orElseThrow(), queue);
            }
            return queues() == broker.messages(stored, 1).stream().filter(message -> body.equals(new String(message
                .getBody(), StandardCharsets.UTF_8)) && (mark == null || message.getUserProperty(mark) != null)).map(
                    MessageExt::getQueueId)
                .distinct().count();
        });
    }

    private String mark(final String group)
    {
        return "LANE_" + group + "$2d" + run;
    }

    private void note(final String consumer, final MessageExt message)
    {
        final String body = new String(message.getBody(), StandardCharsets.UTF_8);
        synchronized (consumed)
        {
            if (!body.startsWith("probe"))
            {
                consumed.computeIfAbsent(consumer, name -> new TreeMap<>()).merge(body, 1, Integer::sum);
            }
        }
    }

    /** A consumer of the group orders, which takes a message that asks for it only when it comes again. */
    @SuppressWarnings("deprecation")
    private DefaultMQPushConsumer orders(final String listener, final MessageSelector selector) throws Exception
    {
        final DefaultMQPushConsumer consumer =
            Clients.patient(new DefaultMQPushConsumer("the-orders-" + run), nameServer(listener));
        consumer.setInstanceName("consumer" + ++instances);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, selector);
        consumer.registerMessageListener((MessageListenerConcurrently)(messages, context) -> {
            final MessageExt message = messages.get(0);
            if (new String(message.getBody(), StandardCharsets.UTF_8).contains("again") && message
                .getReconsumeTimes() == 0)
            {
                context.setDelayLevelWhenNextConsume(1);
                return ConsumeConcurrentlyStatus.RECONSUME_LATER;
            }
            note(listener + " orders", message);
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        // A client learns of the topic for retries, which its first heartbeat makes, at the next look at routes and queues.
        consumer.setPollNameServerInterval(300);
        consumer.start();
        clients.add(consumer::shutdown);
        await(() -> {
            consumer.getDefaultMQPushConsumerImpl().getmQClientFactory().rebalanceImmediately();
            return consumer.getDefaultMQPushConsumerImpl().getRebalanceImpl().getProcessQueueTable().size() == 1
                + queues();
        });
        // Each new queue gives the subscription a new version, which the client does not tell while another heartbeat is under way.
        // Until the next one, half a minute later, the broker refuses its pulls: "the consumer's subscription not latest".
        await(() -> consumer.getDefaultMQPushConsumerImpl().getmQClientFactory().sendHeartbeatToAllBrokerWithLock());
        return consumer;
    }

    private int queues()
    {
        return (broker.topic(topic) == null ? broker.topic("acme_" + topic) : broker.topic(topic)).getReadQueueNums();
    }

    private DefaultLitePullConsumer bills(final String listener) throws Exception
    {
        final DefaultLitePullConsumer consumer =
            Clients.patient(new DefaultLitePullConsumer("bills-" + run), nameServer(listener));
        consumer.setInstanceName("consumer" + ++instances);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        consumer.start();
        clients.add(consumer::shutdown);
        // Messages that are there already: its pulls have gone out.
        await(() -> {
            poll(consumer, listener);
            return !consumer.assignment().isEmpty();
        });
        return consumer;
    }

    private void poll(final DefaultLitePullConsumer consumer, final String listener)
    {
        consumer.poll(100).forEach(message -> note(listener + " bills", message));
    }

    /** Something that becomes true. */
    private interface Condition
    {
        boolean holds() throws Exception;
    }

    private static void await(final Condition condition) throws Exception
    {
        final long end = System.nanoTime() + ENOUGH.toNanos();
        while (!condition.holds())
        {
            assertTrue(System.nanoTime() < end, "it does not become true");
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private Message message(final String body)
    {
        return new Message(topic, body.hashCode() % 2 == 0 ? "TagA" : "TagB", body.getBytes(StandardCharsets.UTF_8));
    }

    /** Clients of a listener send messages of several kinds, each of which is due for some consumers. */
    private void send(final String listener, final String phase, final String... readers) throws Exception
    {
        final DefaultMQProducer producer = producers.get(listener);
        final List<String> bodies = new ArrayList<>();
        for (int i = 0; i < 8; i++)
        {
            bodies.add(listener + " " + phase + " single " + i);
            producer.send(message(bodies.get(bodies.size() - 1)));
            bodies.add(listener + " " + phase + " oneway " + i);
            producer.sendOneway(message(bodies.get(bodies.size() - 1)));
        }
        bodies.add(listener + " " + phase + " again");
        producer.send(message(bodies.get(bodies.size() - 1)));
        final List<Message> batch = IntStream.range(0, 8).mapToObj(i -> message(listener + " " + phase + " batch "
            + i)).toList();
        batch.forEach(message -> bodies.add(new String(message.getBody(), StandardCharsets.UTF_8)));
        producer.send(batch);
        for (final String reader : readers)
        {
            bodies.forEach(body -> due.computeIfAbsent(reader, name -> new TreeMap<>()).merge(body, 1, Integer::sum));
        }
    }

    /** Waits until all consumers have what is due, and looks whether anything else comes. */
    private void assertDue(final String phase, final DefaultLitePullConsumer base, final DefaultLitePullConsumer gray)
        throws Exception
    {
        final long end = System.nanoTime() + ENOUGH.toNanos();
        boolean all = false;
        boolean last = false;
        while (!last)
        {
            // What must not come would come in the last round.
            last = all || System.nanoTime() > end;
            TimeUnit.MILLISECONDS.sleep(last ? 700 : 50);
            if (base != null)
            {
                poll(base, "base");
            }
            if (gray != null)
            {
                poll(gray, "gray");
            }
            synchronized (consumed)
            {
                all = due.equals(consumed);
            }
        }
        final Map<String, Map<String, Integer>> missing = new TreeMap<>();
        final Map<String, Map<String, Integer>> unexpected = new TreeMap<>();
        synchronized (consumed)
        {
            due.forEach((consumer, bodies) -> addDifference(missing, consumer, bodies, consumed));
            consumed.forEach((consumer, bodies) -> addDifference(unexpected, consumer, bodies, due));
        }
        assertEquals("{} {}", missing + " " + unexpected, phase + ": what is missing and what is too much");
    }

    private static void addDifference(final Map<String, Map<String, Integer>> differences, final String consumer,
        final Map<String, Integer> bodies, final Map<String, Map<String, Integer>> others)
    {
        final Map<String, Integer> rest = new TreeMap<>(bodies);
        rest.entrySet().removeAll(others.getOrDefault(consumer, Map.of()).entrySet());
        if (!rest.isEmpty())
        {
            differences.put(consumer, rest);
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void everyGroupConsumesEachMessageOnceInTheLaneOrInTheBase(final SerializeType type) throws Exception
    {
        start(type, "lanes:", "  - {name: gray, match: {listeners: gray}}",
            "  - {name: blue, match: {listeners: blue}}");
        send("base", "first", "base orders", "base bills");
        final DefaultMQPushConsumer blueless = orders("base", MessageSelector.byTag("TagA || TagB"));
        final DefaultLitePullConsumer bills = bills("base");
        DefaultMQPushConsumer gray = orders("gray", MessageSelector.bySql("TAGS = 'TagA' OR TAGS = 'TagB'"));
        assertEquals("the-orders-" + run, blueless.getConsumerGroup());
        assertEquals(gray.getConsumerGroup(), blueless.getConsumerGroup());
        assertDue("first", bills, null);
        awaitReaders("gray", topic, mark("the$2dorders"));

        send("base", "two", "base orders", "base bills");
        send("gray", "two", "gray orders", "base bills");
        send("blue", "two", "base orders", "base bills");
        assertDue("blue falls back, and bills of gray", bills, null);

        orders("blue", MessageSelector.byTag("*"));
        final DefaultLitePullConsumer grayBills = bills("gray");
        awaitReaders("blue", topic, mark("the$2dorders"));
        awaitReaders("gray", topic, mark("bills"));
        send("base", "three", "base orders", "base bills");
        send("gray", "three", "gray orders", "gray bills");
        send("blue", "three", "blue orders", "base bills");
        assertDue("nothing falls back but bills of blue", bills, grayBills);

        gray.shutdown();
        send("base", "four", "base orders", "base bills");
        send("gray", "four", "base orders", "gray bills");
        send("blue", "four", "blue orders", "base bills");
        assertDue("orders of gray fall back again", bills, grayBills);

        gray = orders("gray", MessageSelector.byTag("*"));
        awaitReaders("gray", topic, mark("the$2dorders"));
        send("base", "five", "base orders", "base bills");
        send("gray", "five", "gray orders", "gray bills");
        send("blue", "five", "blue orders", "base bills");
        assertDue("a lane that comes back gets what is sent from then on", bills, grayBills);

        int stored = 0;
        for (final MessageExt message : broker.messages(topic, 325))
        {
            final String sender = new String(message.getBody(), StandardCharsets.UTF_8).split(" ")[0];
            stored += sender.equals("probe") ? 0 : 1;
            assertEquals(
                sender.equals("probe") ? message.getUserProperty("LANE") : sender.equals("base") ? null : sender,
                message.getUserProperty("LANE"));
        }
        assertEquals(325, stored);
        assertNotNull(broker.topic("%RETRY%the-orders-" + run + "_gray"));
    }

    @ParameterizedTest
    @EnumSource(value = SerializeType.class, names = "ROCKETMQ")
    void aLaneWithTopicsOfItsOwnFallsBackToTheOthers(final SerializeType type) throws Exception
    {
        start(type, "names:", "  acme: {prefix: acme_}", "rules:", "  - {match: {codes: all}, map: acme}", "lanes:",
            "  - {name: gray, match: {listeners: gray}, by: topic, suffix: -gray}");
        send("base", "first", "base orders");
        // The lane's topic must exist.
        producers.get("base").send(new Message(topic + "-gray", "TagA", new byte[] {'x'}));
        due.put("gray orders", new TreeMap<>(Map.of("x", 1)));
        assertNull(broker.topic(topic));
        orders("base", MessageSelector.byTag("TagA || TagB"));
        send("gray", "one", "base orders");
        final DefaultMQPushConsumer gray = orders("gray", MessageSelector.byTag("TagA || TagB"));
        awaitReaders("gray", "acme_" + topic + "-gray", null);
        send("gray", "two", "gray orders");
        send("base", "two", "base orders");
        assertDue("the lane has its own", null, null);
        gray.shutdown();
        send("gray", "three", "base orders");
        send("base", "three", "base orders");
        assertDue("the lane falls back", null, null);
        assertTrue(broker.messages("acme_" + topic + "-gray", 26).size() >= 26);
    }

    @ParameterizedTest
    @EnumSource(value = SerializeType.class, names = "JSON")
    void transactionsOfALaneAreCommittedAndAskedAbout(final SerializeType type) throws Exception
    {
        start(type, "lanes:", "  - {name: gray, match: {listeners: gray}}");
        send("base", "first", "base orders");
        orders("base", MessageSelector.byTag("*"));
        orders("gray", MessageSelector.byTag("*"));
        awaitReaders("gray", topic, mark("the$2dorders"));
        final TransactionMQProducer producer = start(new TransactionMQProducer("transactions-" + ++instances), "gray");
        producer.setTransactionListener(new TransactionListener()
        {
            @Override
            public LocalTransactionState executeLocalTransaction(final Message message, final Object state)
            {
                return (LocalTransactionState)state;
            }

            @Override
            public LocalTransactionState checkLocalTransaction(final MessageExt message)
            {
                return LocalTransactionState.COMMIT_MESSAGE;
            }
        });
        producer.sendMessageInTransaction(message("committed"), LocalTransactionState.COMMIT_MESSAGE);
        producer.sendMessageInTransaction(message("rolled back"), LocalTransactionState.ROLLBACK_MESSAGE);
        producer.sendMessageInTransaction(message("asked about"), LocalTransactionState.UNKNOW);
        due.put("gray orders", new TreeMap<>(Map.of("committed", 1, "asked about", 1)));
        assertDue("transactions", null, null);
    }
}

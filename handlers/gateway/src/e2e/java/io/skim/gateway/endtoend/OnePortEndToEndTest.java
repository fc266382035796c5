package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.FreePorts;
import io.skim.gateway.Gateway;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.common.message.MessageRequestMode;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.tools.admin.DefaultMQAdminExt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A real name server and two real brokers behind two ports of a gateway: one of the name server, and one of both brokers. */
class OnePortEndToEndTest
{
    private static final int MESSAGES = 80;
    private static final long ENOUGH_SECONDS = 120;
    private static final int INVISIBLE_MILLIS = 5_000;

    private static RealBroker first;
    private static RealBroker second;
    /** The only broker of another cluster; null until it is needed. */
    private static RealBroker alone;
    private static int instances;

    @TempDir
    private Path folder;
    private final List<AutoCloseable> clients = new ArrayList<>();
    private int port;
    private Gateway gateway;
    private String topic;
    private String group;
    private int sentSoFar;

    @BeforeAll
    static void startTheBrokers() throws Exception
    {
        first = RealBroker.start(RealBroker.open(), RealBroker.ADDRESS);
        second = first.join("broker-b");
    }

    @BeforeEach
    void chooseNames() throws Exception
    {
        instances++;
        topic = "one-port-" + instances;
        group = "one-port-readers-" + instances;
        port = FreePorts.next(RealBroker.GATEWAY_ADDRESS);
    }

    @AfterEach
    void stopAll() throws Exception
    {
        Work.closeAll(clients);
        if (gateway != null)
        {
            gateway.close();
        }
        Scenario.encodeAs(SerializeType.JSON);
    }

    private String nameServer()
    {
        return RealBroker.GATEWAY_ADDRESS + ':' + (port + 1);
    }

    private void start(final RealBroker cluster, final String... lines) throws Exception
    {
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - name: clients\n    address: " + nameServer() + "\n    brokers: {port: "
            + port + "}\nclusters:\n  main: {nameServers: [" + cluster.nameServer + "]}\n" + GatewayFiles.DRAIN
            + String.join("\n", lines) + "\n");
        gateway = Gateway.start(file);
    }

    private void start(final SerializeType type) throws Exception
    {
        Scenario.encodeAs(type);
        start(first);
    }

    private void createTopic() throws Exception
    {
        first.createTopic(topic);
        second.createTopic(topic);
    }

    private DefaultMQProducer producer() throws Exception
    {
        final DefaultMQProducer producer =
            Clients.patient(new DefaultMQProducer("one-port-writers-" + ++instances), nameServer());
        producer.setInstanceName("writer" + instances);
        producer.setRetryTimesWhenSendFailed(0);
        producer.start();
        clients.add(producer::shutdown);
        return producer;
    }

    /** Sends messages to all queues in turn; returns all that were sent so far. */
    private Set<String> send(final DefaultMQProducer producer, final int count) throws Exception
    {
        for (int i = 0; i < count; i++)
        {
            final byte[] body = ("message " + sentSoFar).getBytes(StandardCharsets.UTF_8);
            assertEquals(SendStatus.SEND_OK, producer.send(new Message(topic, body), (queues, message,
                number) -> queues.get((int)number % queues.size()), sentSoFar++).getSendStatus());
        }
        final Set<String> sent = new TreeSet<>();
        for (int i = 0; i < sentSoFar; i++)
        {
            sent.add("message " + i);
        }
        return sent;
    }

    private DefaultMQPushConsumer consumer(final boolean pops, final boolean orderly,
        final Map<String, Integer> consumed) throws Exception
    {
        final DefaultMQPushConsumer consumer = Clients.patient(new DefaultMQPushConsumer(group), nameServer());
        consumer.setInstanceName("reader" + ++instances);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setPersistConsumerOffsetInterval(500);
        consumer.setPollNameServerInterval(500);
        consumer.setClientRebalance(!pops);
        consumer.setPopInvisibleTime(INVISIBLE_MILLIS);
        consumer.subscribe(topic, "*");
        if (orderly)
        {
            consumer.registerMessageListener((MessageListenerOrderly)(messages, context) -> {
                note(messages, consumed);
                return ConsumeOrderlyStatus.SUCCESS;
            });
        }
        else
        {
            consumer.registerMessageListener((MessageListenerConcurrently)(messages, context) -> {
                note(messages, consumed);
                return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
        }
        consumer.start();
        clients.add(consumer::shutdown);
        return consumer;
    }

    private static void note(final List<MessageExt> messages, final Map<String, Integer> consumed)
    {
        synchronized (consumed)
        {
            messages.forEach(message -> consumed.merge(new String(message.getBody(), StandardCharsets.UTF_8), 1,
                Integer::sum));
        }
    }

    private static Map<String, Integer> copy(final Map<String, Integer> consumed)
    {
        synchronized (consumed)
        {
            return new TreeMap<>(consumed);
        }
    }

    private static <T> void await(final T due, final Callable<T> actual) throws Exception
    {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ENOUGH_SECONDS);
        T last = null;
        while (!due.equals(last) && System.nanoTime() < end)
        {
            TimeUnit.MILLISECONDS.sleep(200);
            last = actual.call();
        }
        assertEquals(due, last);
    }

    /** Waits until each message was consumed once by the consumers together. */
    @SafeVarargs
    private static void awaitOnce(final Set<String> sent, final Map<String, Integer>... consumed) throws Exception
    {
        final Map<String, Integer> due = sent.stream().collect(Collectors.toMap(body -> body, body -> 1));
        final Callable<Map<String, Integer>> all = () -> {
            final Map<String, Integer> together = new TreeMap<>();
            for (final Map<String, Integer> some : consumed)
            {
                copy(some).forEach((body, count) -> together.merge(body, count, Integer::sum));
            }
            return together;
        };
        await(due, all);
        // What must not come would come now.
        TimeUnit.MILLISECONDS.sleep(500);
        assertEquals(due, all.call());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void clientsDoAllTheyCanWithTwoBrokers(final SerializeType type) throws Exception
    {
        start(type);
        final Scenario scenario = new Scenario(nameServer(), null);
        clients.add(scenario::stop);
        scenario.run();
        assertEquals(List.of(), List.copyOf(scenario.problems));
        assertFalse(first.messages(scenario.topic, 1).isEmpty());
        assertFalse(second.messages(scenario.topic, 1).isEmpty());
        final String shown = RealBroker.GATEWAY_ADDRESS + ':' + port;
        assertEquals(Map.of(RealBroker.ADDRESS + ':' + first.port, shown, RealBroker.ADDRESS + ':' + second.port,
            shown), gateway.brokers());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void consumersOfAGroupShareTheQueuesOfBothBrokers(final boolean orderly) throws Exception
    {
        start(SerializeType.JSON);
        createTopic();
        final Map<String, Integer> one = new TreeMap<>();
        final Map<String, Integer> other = new TreeMap<>();
        final DefaultMQPushConsumer leaves = consumer(false, orderly, one);
        consumer(false, orderly, other);
        final DefaultMQAdminExt admin = admin(first.nameServer);
        // Each broker knows both, and so each has half of the queues.
        await(List.of(2, 2), () -> List.of(members(admin, first), members(admin, second)));
        await(4, () -> queues(leaves));
        final DefaultMQProducer producer = producer();
        awaitOnce(send(producer, MESSAGES), one, other);
        assertEquals(MESSAGES / 2, copy(one).size());
        assertEquals(MESSAGES / 2, first.messages(topic, MESSAGES / 2).size());
        leaves.shutdown();
        await(List.of(1, 1), () -> List.of(members(admin, first), members(admin, second)));
        awaitOnce(send(producer, MESSAGES), one, other);
        assertEquals(MESSAGES + MESSAGES / 2, copy(other).size());
    }

    @SuppressWarnings("deprecation")
    private int queues(final DefaultMQPushConsumer consumer)
    {
        return (int)consumer.getDefaultMQPushConsumerImpl().getRebalanceImpl().getProcessQueueTable().keySet().stream()
            .filter(queue -> topic.equals(queue.getTopic())).count();
    }

    private DefaultMQAdminExt admin(final String from) throws Exception
    {
        final DefaultMQAdminExt admin = Clients.patient(new DefaultMQAdminExt(Work.PATIENCE_MILLIS), from);
        admin.setInstanceName("admin" + ++instances);
        admin.start();
        clients.add(admin::shutdown);
        return admin;
    }

    /** How many consumers of the group a broker knows. */
    private int members(final DefaultMQAdminExt admin, final RealBroker broker)
    {
        try
        {
            return admin.examineConsumerConnectionInfo(group, RealBroker.ADDRESS + ':' + broker.port)
                .getConnectionSet().size();
        }
        catch (final Exception none)
        {
            return 0;
        }
    }

    @Test
    void consumersPopFromBothBrokers() throws Exception
    {
        start(SerializeType.JSON);
        createTopic();
        final DefaultMQAdminExt admin = admin(first.nameServer);
        for (final RealBroker broker : List.of(first, second))
        {
            admin.setMessageRequestMode(RealBroker.ADDRESS + ':' + broker.port, topic, group, MessageRequestMode.POP, 8,
                Work.PATIENCE_MILLIS);
        }
        final Map<String, Integer> consumed = new TreeMap<>();
        consumer(true, false, consumed);
        final Set<String> sent = send(producer(), MESSAGES);
        awaitOnce(sent, consumed);
        // A broker gives a message again that was not acknowledged there.
        TimeUnit.MILLISECONDS.sleep(2L * INVISIBLE_MILLIS);
        awaitOnce(sent, consumed);
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void offsetsOfBothBrokersAreAskedForAndSet(final SerializeType type) throws Exception
    {
        start(type);
        createTopic();
        final Set<String> sent = send(producer(), MESSAGES);
        final DefaultLitePullConsumer consumer =
            Clients.patient(new DefaultLitePullConsumer(group), nameServer());
        consumer.setInstanceName("puller" + ++instances);
        consumer.setAutoCommit(false);
        consumer.start();
        clients.add(consumer::shutdown);
        final List<MessageQueue> queues = new ArrayList<>(consumer.fetchMessageQueues(topic));
        assertEquals(8, queues.size());
        consumer.assign(queues);
        for (final MessageQueue queue : queues)
        {
            consumer.seek(queue, 0);
        }
        final Map<String, Integer> pulled = new TreeMap<>();
        await(sent, () -> {
            note(consumer.poll(500), pulled);
            return Set.copyOf(pulled.keySet());
        });
        assertEquals(Set.of(1), Set.copyOf(pulled.values()));
        consumer.commit();
        final DefaultMQAdminExt admin = admin(nameServer());
        for (final MessageQueue queue : queues)
        {
            await((long)MESSAGES / 8, () -> consumer.committed(queue));
            assertEquals(MESSAGES / 8, admin.maxOffset(queue));
            assertEquals(0, admin.minOffset(queue));
            assertEquals(0, admin.searchOffset(queue, 0));
            assertTrue(admin.earliestMsgStoreTime(queue) > 0);
        }
    }

    /** Programs go on with the brokers that are there, and with the one that comes back. */
    @Test
    void aBrokerStopsAndStarts() throws Exception
    {
        start(SerializeType.JSON);
        createTopic();
        final Map<String, Integer> consumed = new TreeMap<>();
        consumer(false, false, consumed);
        final DefaultMQProducer producer = producer();
        awaitOnce(send(producer, MESSAGES), consumed);
        awaitCommitted();
        producer.setRetryTimesWhenSendFailed(3);
        final RealBroker leaves = second;
        final Thread stopping = new Thread(leaves::stop);
        final Set<String> before = bodies();
        stopping.start();
        while (stopping.isAlive())
        {
            sendAnywhere(producer);
            TimeUnit.MILLISECONDS.sleep(250);
        }
        stopping.join();
        // If a broker stores a message and stops before it answers, the producer sends it to the other one, too.
        final Set<String> perhapsInBoth = bodies();
        perhapsInBoth.removeAll(before);
        for (int i = 0; i < MESSAGES / 4; i++)
        {
            sendAnywhere(producer);
        }
        final Set<String> beforeTheStart = bodies();
        final Set<String> inTheFirst = bodies();
        inTheFirst.removeAll(perhapsInBoth);
        // What it has stored at last is consumed when it is back.
        awaitConsumed(inTheFirst, consumed, perhapsInBoth);
        leaves.startAgain();
        // The producer learns of it by and by.
        await(true, () -> {
            send(producer, 8);
            return !beforeTheStart.containsAll(bodiesOf(second));
        });
        send(producer, MESSAGES);
        awaitConsumed(bodies(), consumed, perhapsInBoth);
        final Set<String> inBoth = bodiesOf(first);
        final Set<String> stored = bodiesOf(second);
        inBoth.retainAll(stored);
        stored.addAll(bodiesOf(first));
        assertEquals(bodies(), stored);
        assertTrue(perhapsInBoth.containsAll(inBoth), () -> inBoth + " are in both");
    }

    /** Waits until messages were consumed: each once, but for those of which each broker may have one. */
    private void awaitConsumed(final Set<String> due, final Map<String, Integer> consumed,
        final Set<String> perhapsInBoth) throws Exception
    {
        await(true, () -> copy(consumed).keySet().containsAll(due));
        // What must not come would come now.
        TimeUnit.MILLISECONDS.sleep(500);
        copy(consumed).forEach((body, count) -> assertTrue(count == 1 || count == 2 && perhapsInBoth.contains(body),
            () -> body + " was consumed " + count + " times"));
    }

    /** The bodies of the messages that a broker has: each once. */
    private Set<String> bodiesOf(final RealBroker broker) throws Exception
    {
        final Set<String> bodies = new TreeSet<>();
        for (final MessageExt message : broker.messages(topic, 1))
        {
            final String body = new String(message.getBody(), StandardCharsets.UTF_8);
            assertTrue(bodies.add(body), () -> body + " is there twice");
        }
        return bodies;
    }

    /** Waits until all offsets of the group are at the brokers: clients commit ten seconds after their start at first. */
    private void awaitCommitted() throws Exception
    {
        final DefaultMQAdminExt admin = admin(first.nameServer);
        await(0L, () -> admin.examineConsumeStats(group, topic).computeTotalDiff());
    }

    private Set<String> bodies()
    {
        final Set<String> sent = new TreeSet<>();
        for (int i = 0; i < sentSoFar; i++)
        {
            sent.add("message " + i);
        }
        return sent;
    }

    /** Sends a message wherever the client likes; it tries another broker if one fails. */
    private void sendAnywhere(final DefaultMQProducer producer) throws Exception
    {
        final byte[] body = ("message " + sentSoFar++).getBytes(StandardCharsets.UTF_8);
        assertEquals(SendStatus.SEND_OK, producer.send(new Message(topic, body)).getSendStatus());
    }

    /** Clients come back to the port before anybody has asked the new gateway for a route. */
    @Test
    void theGatewayIsRestarted() throws Exception
    {
        start(SerializeType.JSON);
        createTopic();
        final Map<String, Integer> consumed = new TreeMap<>();
        final DefaultMQPushConsumer consumer = consumer(false, false, consumed);
        final DefaultMQProducer producer = producer();
        awaitOnce(send(producer, MESSAGES), consumed);
        awaitCommitted();
        consumer.suspend();
        gateway.close();
        start(first);
        consumer.resume();
        producer.setRetryTimesWhenSendFailed(3);
        awaitOnce(send(producer, MESSAGES), consumed);
    }

    /** The last releases before 5 name brokers, too. */
    @ParameterizedTest
    @CsvSource({"JSON, false", "ROCKETMQ, false", "JSON, true"})
    void olderClientsThatNameBrokersDoAllTheyCan(final SerializeType type, final boolean isAlone) throws Exception
    {
        start(isAlone ? alone() : first);
        final List<String> lines =
            Program.run(folder, folder.resolve("output"), Map.of(), List.of(Path.of(System.getProperty("java.home"),
                "bin", "java").toString(), "-Duser.home=" + folder, "-cp", OtherClientsEndToEndTest.classPath(),
                ScenarioProcess.class.getName(), "nameServer=" + nameServer(), "type=" + type));
        assertTrue(lines.contains("client V4_9_8, problems []"), lines::toString);
    }

    private static RealBroker alone() throws Exception
    {
        if (alone == null)
        {
            alone = RealBroker.start(RealBroker.open(), RealBroker.ADDRESS);
        }
        return alone;
    }

    /** What clients do that do not name brokers. */
    private List<String> runGo(final int status) throws Exception
    {
        return Program.run(folder, folder.resolve("output"), Map.of(), List.of(OtherClientsEndToEndTest.goClient()
            .toString(), nameServer(), topic), status);
    }

    @Test
    void clientsThatDoNotNameBrokersDoAllTheyCanWithOne() throws Exception
    {
        start(alone());
        alone.createTopic(topic);
        final List<String> lines = runGo(0);
        final List<String> sent = Program.bodies(lines, "sent");
        assertFalse(sent.isEmpty());
        assertEquals(sent, Program.bodies(lines, "concurrent"));
        assertEquals(sent, Program.bodies(lines, "orderly"));
    }

    @Test
    void clientsThatDoNotNameBrokersAreToldSoWhereThereAreSeveral() throws Exception
    {
        start(first);
        createTopic();
        final List<String> lines = runGo(1);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("failed: ") && line.contains(
            "Request doesn't have field bname: one port of the gateway stands for several brokers")), lines::toString);
        assertTrue(first.messages(topic, 0).isEmpty() && second.messages(topic, 0).isEmpty());
    }
}

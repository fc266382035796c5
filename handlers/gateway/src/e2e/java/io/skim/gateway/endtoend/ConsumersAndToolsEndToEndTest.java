package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.Gateway;
import io.skim.gateway.config.NameMapping;
import io.skim.handlers.route.ResourceKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.TopicConfig;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.common.message.MessageRequestMode;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.admin.OffsetWrapper;
import org.apache.rocketmq.remoting.protocol.admin.TopicOffset;
import org.apache.rocketmq.remoting.protocol.subscription.SubscriptionGroupConfig;
import org.apache.rocketmq.tools.admin.DefaultMQAdminExt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers that pop, offsets that are asked for and reset, and RocketMQ's own tool for operators, through the gateway. */
class ConsumersAndToolsEndToEndTest
{
    private static final int MESSAGES = 40;
    private static final long ENOUGH_SECONDS = 90;
    /** The least that a consumer takes. */
    private static final int INVISIBLE_MILLIS = 5_000;
    private static final String EVERYTHING_ON = """
        names:
          acme: {prefix: acme_}
        rules:
          - match: {codes: send}
            set: {properties: {gateway: skim}}
            continue: true
          - map: acme
        """;
    private static final String MANAGEMENT = """
        rules:
          - match: {clients: 127.0.0.0/8}
            allow: [query, change]
        """;

    private static final String MAPPED_MANAGEMENT = """
        names:
          acme: {prefix: acme_}
        rules:
          - match: {clients: 127.0.0.0/8}
            allow: [query, change]
            map: acme
        """;
    private static final NameMapping ACME = new NameMapping("acme_", "", Map.of());

    private static RealBroker broker;
    private static int names;

    @TempDir
    private Path folder;
    private final List<AutoCloseable> clients = new ArrayList<>();
    private Gateway gateway;
    private String topic;
    private String group;

    @BeforeAll
    static void startTheBroker() throws Exception
    {
        broker = RealBroker.start(RealBroker.open(), RealBroker.ADDRESS);
    }

    @BeforeEach
    void chooseNames()
    {
        names++;
        topic = "tools-" + names;
        group = "readers-" + names;
    }

    @AfterEach
    void stopAll() throws Exception
    {
        Work.closeAll(clients);
        gateway.close();
        Scenario.encodeAs(SerializeType.JSON);
    }

    private void start(final SerializeType type, final String lines) throws Exception
    {
        Scenario.encodeAs(type);
        gateway = GatewayFiles.start(folder, broker.nameServer, "", lines);
    }

    private DefaultMQAdminExt admin(final String nameServer) throws Exception
    {
        final DefaultMQAdminExt admin = Clients.patient(new DefaultMQAdminExt(Work.PATIENCE_MILLIS), nameServer);
        admin.setInstanceName("admin" + ++names);
        admin.start();
        clients.add(admin::shutdown);
        return admin;
    }

    private String brokerAddress()
    {
        return gateway.brokers().values().iterator().next();
    }

    /** Sends messages to all queues of the topic; returns their bodies. */
    private Set<String> send() throws Exception
    {
        final DefaultMQProducer producer =
            Clients.patient(new DefaultMQProducer("writers-" + ++names), GatewayFiles.addressOf(gateway));
        producer.setRetryTimesWhenSendFailed(0);
        producer.setInstanceName("writer" + names);
        producer.start();
        clients.add(producer::shutdown);
        final Set<String> sent = new TreeSet<>();
        for (int i = 0; i < MESSAGES; i++)
        {
            final byte[] body = ("message " + i).getBytes(StandardCharsets.UTF_8);
            assertEquals(SendStatus.SEND_OK,
                producer.send(new Message(topic, "TagA", "key" + i, body), (queues, message,
                    number) -> queues.get((int)number % queues.size()), i).getSendStatus());
            sent.add("message " + i);
        }
        return sent;
    }

    /** Consumes the topic, and counts bodies; the first message is refused once. */
    private Map<String, Integer> consume(final boolean pops, final boolean refuses, final String mark) throws Exception
    {
        final Map<String, Integer> consumed = new TreeMap<>();
        final DefaultMQPushConsumer consumer =
            Clients.patient(new DefaultMQPushConsumer(group), GatewayFiles.addressOf(gateway));
        consumer.setInstanceName("reader" + ++names);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setPersistConsumerOffsetInterval(500);
        // The broker shares out the queues of consumers that pop.
        consumer.setClientRebalance(!pops);
        consumer.setPopInvisibleTime(INVISIBLE_MILLIS);
        consumer.subscribe(topic, "TagA");
        consumer.registerMessageListener((MessageListenerConcurrently)(messages, context) -> {
            if (refuses && messages.get(0).getReconsumeTimes() == 0 && "message 0".equals(body(messages.get(0))))
            {
                context.setDelayLevelWhenNextConsume(1);
                return ConsumeConcurrentlyStatus.RECONSUME_LATER;
            }
            synchronized (consumed)
            {
                messages.forEach(message -> consumed.merge(seen(message, mark), 1, Integer::sum));
            }
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        clients.add(consumer::shutdown);
        return consumed;
    }

    private static String body(final MessageExt message)
    {
        return new String(message.getBody(), StandardCharsets.UTF_8);
    }

    /** The body, with what is wrong with the message. */
    private String seen(final MessageExt message, final String mark)
    {
        final String body = body(message);
        final String number = body.substring(body.lastIndexOf(' ') + 1);
        final boolean isWhole = topic.equals(message.getTopic()) && ("key" + number).equals(message.getKeys())
            && String.valueOf(mark).equals(String.valueOf(message.getUserProperty("gateway")));
        return isWhole ? body : body + " changed: " + message;
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

    private static void await(final Set<String> sent, final int times, final Map<String, Integer> consumed)
        throws Exception
    {
        final Map<String, Integer> due = sent.stream().collect(Collectors.toMap(body -> body, body -> times));
        await(due, () -> copy(consumed));
        // What must not come would come now.
        TimeUnit.MILLISECONDS.sleep(500);
        assertEquals(due, copy(consumed));
    }

    private static Map<String, Integer> copy(final Map<String, Integer> consumed)
    {
        synchronized (consumed)
        {
            return new TreeMap<>(consumed);
        }
    }

    /** In JSON alone: the binary header has no room for the code of a pop, with or without a gateway. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void consumersPopEachMessageOnce(final boolean everything) throws Exception
    {
        start(SerializeType.JSON, everything ? EVERYTHING_ON : "");
        final String prefix = everything ? "acme_" : "";
        broker.createTopic(prefix + topic);
        admin(broker.nameServer).setMessageRequestMode(RealBroker.ADDRESS + ':' + broker.port, prefix + topic, prefix
            + group, MessageRequestMode.POP, 8, Work.PATIENCE_MILLIS);
        final Map<String, Integer> first = consume(true, true, everything ? "skim" : null);
        final Set<String> sent = send();
        await(sent, 1, first);
        // The broker gives a message that was not acknowledged again, also one that it gave a second time.
        TimeUnit.MILLISECONDS.sleep(2L * INVISIBLE_MILLIS);
        await(sent, 1, first);
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void offsetsAreAskedForAndSet(final SerializeType type) throws Exception
    {
        start(type, EVERYTHING_ON);
        broker.createTopic("acme_" + topic);
        final Set<String> sent = send();
        final DefaultLitePullConsumer consumer =
            Clients.patient(new DefaultLitePullConsumer(group), GatewayFiles.addressOf(gateway));
        consumer.setInstanceName("puller" + ++names);
        consumer.setAutoCommit(false);
        consumer.start();
        clients.add(consumer::shutdown);
        final Collection<MessageQueue> queues = consumer.fetchMessageQueues(topic);
        assertEquals(4, queues.size());
        consumer.assign(queues);
        for (final MessageQueue queue : queues)
        {
            consumer.seek(queue, 0);
        }
        final Map<String, Integer> pulled = new TreeMap<>();
        await(sent, () -> poll(consumer, pulled));
        consumer.commit();
        for (final MessageQueue queue : queues)
        {
            await((long)MESSAGES / 4, () -> consumer.committed(queue));
            assertEquals(0, consumer.offsetForTimestamp(queue, 0L));
        }
        // The last message of each queue again, and nothing else.
        for (final MessageQueue queue : queues)
        {
            consumer.seek(queue, MESSAGES / 4 - 1);
        }
        final Map<String, Integer> again = new TreeMap<>();
        await(IntStream.range(MESSAGES - 4, MESSAGES).mapToObj(i -> "message " + i).collect(Collectors.toSet()),
            () -> poll(consumer, again));
        assertEquals(Set.of(1), Set.copyOf(pulled.values()));
        assertEquals(Set.of(1), Set.copyOf(again.values()));
    }

    private Set<String> poll(final DefaultLitePullConsumer consumer, final Map<String, Integer> pulled)
    {
        consumer.poll(500).forEach(message -> pulled.merge(seen(message, "skim"), 1, Integer::sum));
        return Set.copyOf(pulled.keySet());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void operatorsWhoAreAllowedToUseTheirTools(final SerializeType type) throws Exception
    {
        start(type, MANAGEMENT);
        final DefaultMQAdminExt admin = admin(GatewayFiles.addressOf(gateway));
        final Collection<String> shown = admin.examineBrokerClusterInfo().getBrokerAddrTable().get("broker-a")
            .getBrokerAddrs().values();
        assertEquals(Set.copyOf(gateway.brokers().values()), Set.copyOf(shown));
        admin.createAndUpdateTopicConfig(brokerAddress(), new TopicConfig(topic, 3, 3));
        assertEquals(3, broker.topic(topic).getReadQueueNums());
        await(3, () -> queuesOf(admin));
        final Set<String> sent = send();
        assertEquals(MESSAGES, admin.examineTopicStats(topic).getOffsetTable().values().stream().mapToLong(
            each -> each.getMaxOffset() - each.getMinOffset()).sum());
        final Map<String, Integer> consumed = consume(false, false, null);
        await(sent, 1, consumed);
        await(0L, () -> diff(admin));
        // The broker asks the consumer to begin anew, which takes it ten seconds.
        admin.resetOffsetByTimestamp(topic, group, 0, true);
        await(sent, 2, consumed);
        admin.deleteTopicInBroker(Set.of(brokerAddress()), topic);
        assertNull(broker.topic(topic));
    }

    /** How many messages the group has not consumed yet; -1 if the broker does not know of it yet. */
    private long diff(final DefaultMQAdminExt admin)
    {
        try
        {
            return admin.examineConsumeStats(group, topic).computeTotalDiff();
        }
        catch (final Exception unknown)
        {
            return -1;
        }
    }

    private int queuesOf(final DefaultMQAdminExt admin) throws Exception
    {
        try
        {
            return admin.examineTopicRouteInfo(topic).getQueueDatas().get(0).getWriteQueueNums();
        }
        catch (final MQClientException unknown)
        {
            return 0;
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void nobodyElseManagesTheBroker(final SerializeType type) throws Exception
    {
        start(type, "");
        broker.createTopic(topic + "-kept");
        final DefaultMQAdminExt admin = admin(GatewayFiles.addressOf(gateway));
        // The gateway's addresses of brokers are known when a client has asked for a route.
        assertEquals(4, admin.examineTopicRouteInfo(topic + "-kept").getQueueDatas().get(0).getWriteQueueNums());
        assertDenied(admin::examineBrokerClusterInfo);
        assertDenied(() -> {
            admin.createAndUpdateTopicConfig(brokerAddress(), new TopicConfig(topic, 3, 3));
            return null;
        });
        assertDenied(() -> {
            admin.deleteTopicInBroker(Set.of(brokerAddress()), topic + "-kept");
            return null;
        });
        assertDenied(() -> admin.getBrokerConfig(brokerAddress()));
        assertNull(broker.topic(topic));
        assertEquals(4, broker.topic(topic + "-kept").getReadQueueNums());
    }

    private static void assertDenied(final Callable<?> request)
    {
        final Exception denied = assertThrows(Exception.class, request::call);
        final String message = denied.getMessage();
        assertTrue(message.contains("CODE: 16") && message.contains("does not pass this management request"), message);
    }

    /** What an operator sees through a gateway that maps names is what is there, under the clients' names. */
    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void operatorsOfATenantSeeWhatIsThereUnderTheirNames(final SerializeType type) throws Exception
    {
        start(type, MAPPED_MANAGEMENT);
        final DefaultMQAdminExt admin = admin(GatewayFiles.addressOf(gateway));
        final DefaultMQAdminExt direct = admin(broker.nameServer);
        final String address = RealBroker.ADDRESS + ':' + broker.port;
        admin.examineBrokerClusterInfo();
        admin.createAndUpdateTopicConfig(brokerAddress(), new TopicConfig(topic, 3, 3));
        assertNull(broker.topic(topic));
        assertEquals(3, broker.topic("acme_" + topic).getReadQueueNums());
        await(3, () -> queuesOf(admin));
        assertEquals(Set.copyOf(gateway.brokers().values()), Set.copyOf(admin.examineTopicRouteInfo(topic)
            .getBrokerDatas().get(0).getBrokerAddrs().values()));
        final SubscriptionGroupConfig config = new SubscriptionGroupConfig();
        config.setGroupName(group);
        config.setRetryMaxTimes(7);
        admin.createAndUpdateSubscriptionGroupConfig(brokerAddress(), config);
        assertEquals(7, direct.examineSubscriptionGroupConfig(address, "acme_" + group).getRetryMaxTimes());
        final Set<String> sent = send();
        final Map<String, Integer> consumed = consume(false, true, null);
        await(sent, 1, consumed);
        await(0L, () -> diff(admin));

        assertTrue(admin.fetchAllTopicList().getTopicList().contains(topic));
        assertEquals(mapped(direct.fetchAllTopicList().getTopicList()), admin.fetchAllTopicList().getTopicList());
        assertEquals(mapped(direct.getAllTopicConfig(address, Work.PATIENCE_MILLIS).getTopicConfigTable().keySet()),
            admin.getAllTopicConfig(brokerAddress(), Work.PATIENCE_MILLIS).getTopicConfigTable().keySet());
        assertEquals(offsets(direct.examineTopicStats("acme_" + topic).getOffsetTable(), TopicOffset::getMaxOffset),
            offsets(admin.examineTopicStats(topic).getOffsetTable(), TopicOffset::getMaxOffset));
        final Map<String, Long> progress = offsets(admin.examineConsumeStats(group).getOffsetTable(),
            OffsetWrapper::getConsumerOffset);
        assertEquals(offsets(direct.examineConsumeStats("acme_" + group).getOffsetTable(),
            OffsetWrapper::getConsumerOffset), progress);
        assertEquals(Set.of(topic, "%RETRY%" + group), progress.keySet().stream().map(queue -> queue.substring(0, queue
            .indexOf(' '))).collect(Collectors.toSet()));
        assertEquals((long)MESSAGES, progress.entrySet().stream().filter(each -> each.getKey().startsWith(topic))
            .mapToLong(Map.Entry::getValue).sum());
        assertEquals(Set.of(topic, "%RETRY%" + group),
            admin.examineConsumerConnectionInfo(group).getSubscriptionTable().keySet());
        assertTrue(admin.queryTopicConsumeByWho(topic).getGroupList().contains(group));
        assertEquals(Set.of(topic, "%RETRY%" + group), admin.queryTopicsByConsumer(group).getTopicList());
        final Map<String, SubscriptionGroupConfig> groups =
            admin.getAllSubscriptionGroup(brokerAddress(), Work.PATIENCE_MILLIS).getSubscriptionGroupTable();
        assertEquals(group, groups.get(group).getGroupName());
        assertEquals(7, groups.get(group).getRetryMaxTimes());

        admin.deleteSubscriptionGroup(brokerAddress(), group, true);
        assertFalse(direct.getAllSubscriptionGroup(address, Work.PATIENCE_MILLIS).getSubscriptionGroupTable()
            .containsKey("acme_" + group));
        admin.deleteTopicInBroker(Set.of(brokerAddress()), topic);
        assertNull(broker.topic("acme_" + topic));
    }

    /** Topics of the servers as the clients know them. */
    private static Set<String> mapped(final Collection<String> topics)
    {
        return topics.stream().map(each -> ACME.toClient(ResourceKind.TOPIC, each)).collect(Collectors.toSet());
    }

    /** Offsets by the clients' names of topics, with the queues. */
    private static <T> Map<String, Long> offsets(final Map<MessageQueue, T> table, final ToLongFunction<T> offset)
    {
        return table.entrySet().stream().collect(Collectors.toMap(each -> ACME.toClient(ResourceKind.TOPIC, each
            .getKey().getTopic()) + ' ' + each.getKey().getQueueId(), each -> offset.applyAsLong(each.getValue())));
    }
}

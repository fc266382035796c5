package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.MessageSelector;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.LocalTransactionState;
import org.apache.rocketmq.client.producer.SendCallback;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.client.producer.TransactionListener;
import org.apache.rocketmq.client.producer.TransactionMQProducer;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageConst;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.remoting.RPCHook;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;

/**
 * What real clients do with a topic: they send every kind of message, and four kinds of consumers read them. Each message is to be
 * consumed once by each, as it was sent.
 */
final class Scenario
{
    static final int EACH = 20;
    private static final Duration ENOUGH = Duration.ofSeconds(60);
    private static final int ROUTES_MILLIS = 500;
    /** Of clients, whose names are not used again. */
    private static int instances;

    final Queue<String> problems = new ConcurrentLinkedQueue<>();
    /** Other processes use the same broker. */
    final String topic = "messages-" + ProcessHandle.current().pid() + '-' + ++instances;
    /** The value of the property {@code gateway} that each message is to have; null for none. */
    private final String mark;
    private final String nameServer;
    /** Signs requests; null for nothing. */
    private final RPCHook hook;
    private final List<AutoCloseable> clients = new ArrayList<>();

    static
    {
        hurry();
    }

    Scenario(final String nameServer, final String mark)
    {
        this(nameServer, mark, null);
    }

    Scenario(final String nameServer, final String mark, final RPCHook hook)
    {
        this.nameServer = nameServer;
        this.mark = mark;
        this.hook = hook;
    }

    /** Clients of this process look for queues each second, and not each twenty: to be called before there are any. */
    static void hurry()
    {
        System.setProperty("rocketmq.client.rebalance.waitInterval", "1000");
    }

    /** All that clients and broker of this process send from now on. */
    static void encodeAs(final SerializeType type) throws ReflectiveOperationException
    {
        final Field field = RemotingCommand.class.getDeclaredField("serializeTypeConfigInThisServer");
        field.setAccessible(true);
        field.set(null, type);
    }

    /** Stops the clients, which wait for their threads, all at once. */
    void stop() throws Exception
    {
        Work.closeAll(clients);
    }

    DefaultMQProducer producer() throws MQClientException
    {
        return start(new DefaultMQProducer("writers-" + ++instances, hook));
    }

    private <P extends DefaultMQProducer> P start(final P producer) throws MQClientException
    {
        Clients.patient(producer, nameServer);
        producer.setInstanceName("producer" + ++instances);
        producer.setRetryTimesWhenSendFailed(0);
        producer.setRetryTimesWhenSendAsyncFailed(0);
        producer.start();
        clients.add(producer::shutdown);
        return producer;
    }

    private Message message(final String kind, final int number)
    {
        final Message message =
            new Message(topic, number % 2 == 0 ? "TagA" : "TagB", "key" + number, (kind + ' ' + number)
                .getBytes(StandardCharsets.UTF_8));
        message.putUserProperty("num", String.valueOf(number));
        message.putUserProperty("näme", "wärt " + number);
        return message;
    }

    /** Sends messages of every kind; returns their bodies, each with the number of times that it is to be consumed. */
    private Map<String, Integer> sendEveryKind() throws Exception
    {
        final Map<String, Integer> sent = new TreeMap<>();
        final DefaultMQProducer producer = producer();
        final CountDownLatch asynchronous = new CountDownLatch(EACH);
        for (int i = 0; i < EACH; i++)
        {
            assertEquals(SendStatus.SEND_OK, producer.send(message("single", i)).getSendStatus());
            sent.put("single " + i, 1);
            producer.sendOneway(message("oneway", i));
            sent.put("oneway " + i, 1);
            producer.send(message("asynchronous", i), new SendCallback()
            {
                @Override
                public void onSuccess(final SendResult result)
                {
                    asynchronous.countDown();
                }

                @Override
                public void onException(final Throwable e)
                {
                    problems.add("asynchronous: " + e);
                }
            });
            sent.put("asynchronous " + i, 1);
            producer.send(message("ordered", i), (queues, message, hash) -> queues.get((int)hash % queues.size()),
                i / 5);
            sent.put("ordered " + i, 1);
            final Message delayed = message("delayed", i);
            delayed.setDelayTimeLevel(1);
            producer.send(delayed);
            sent.put("delayed " + i, 1);
        }
        final List<Message> batch = new ArrayList<>();
        for (int i = 0; i < EACH; i++)
        {
            batch.add(message("batch", i));
            sent.put("batch " + i, 1);
        }
        assertEquals(SendStatus.SEND_OK, producer.send(batch).getSendStatus());
        sendTransactions(sent);
        assertTrue(asynchronous.await(20, TimeUnit.SECONDS));
        return sent;
    }

    /** Commits one, rolls one back, and has the broker ask about one. */
    private void sendTransactions(final Map<String, Integer> sent) throws MQClientException
    {
        final TransactionMQProducer producer = start(new TransactionMQProducer("transactions-" + ++instances, hook));
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
                checkNames(message);
                return LocalTransactionState.COMMIT_MESSAGE;
            }
        });
        producer.sendMessageInTransaction(message("committed", 0), LocalTransactionState.COMMIT_MESSAGE);
        sent.put("committed 0", 1);
        producer.sendMessageInTransaction(message("rolled back", 0), LocalTransactionState.ROLLBACK_MESSAGE);
        producer.sendMessageInTransaction(message("asked about", 0), LocalTransactionState.UNKNOW);
        sent.put("asked about 0", 1);
    }

    /** Listeners see the topic that clients know, in each message and its properties. */
    private void checkNames(final MessageExt message)
    {
        final String retried = message.getProperty(MessageConst.PROPERTY_RETRY_TOPIC);
        final String real = message.getProperty(MessageConst.PROPERTY_REAL_TOPIC);
        final String producers = message.getProperty(MessageConst.PROPERTY_PRODUCER_GROUP);
        // A message that waits for its retry was to go to the topic of the group's retries.
        final boolean isReal = real == null || topic.equals(real) || real.startsWith("%RETRY%readers-");
        if (!topic.equals(message.getTopic()) || !isReal || retried != null && !topic.equals(retried)
            || producers != null && !producers.startsWith("transactions-"))
        {
            problems.add("names: " + message);
        }
    }

    /** Whether a consumer is to ask for a message again, which comes from the topic for its group's retries then. */
    private static boolean isRetried(final MessageExt message)
    {
        return message.getReconsumeTimes() == 0 && "single 0".equals(new String(message.getBody(),
            StandardCharsets.UTF_8));
    }

    /** Notes a message that a consumer got. */
    private void note(final Map<String, Integer> consumed, final MessageExt message)
    {
        final String body = new String(message.getBody(), StandardCharsets.UTF_8);
        final String number = body.substring(body.lastIndexOf(' ') + 1);
        synchronized (consumed)
        {
            consumed.merge(body, 1, Integer::sum);
        }
        if (!("wärt " + number).equals(message.getUserProperty("näme")) || !("key" + number).equals(message.getKeys()))
        {
            problems.add("changed: " + message);
        }
        checkNames(message);
        if (!Objects.equals(mark, message.getUserProperty("gateway")))
        {
            problems.add("the property of " + body + " is " + message.getUserProperty("gateway"));
        }
    }

    private DefaultMQPushConsumer pushConsumer(final MessageSelector selector) throws MQClientException
    {
        final DefaultMQPushConsumer consumer =
            Clients.patient(new DefaultMQPushConsumer("readers-" + topic + ++instances, hook,
                new AllocateMessageQueueAveragely()), nameServer);
        consumer.setInstanceName("consumer" + instances);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        // Its first heartbeat makes the topic for retries, which it learns of when it looks at routes again.
        consumer.setPollNameServerInterval(ROUTES_MILLIS);
        consumer.subscribe(topic, selector);
        clients.add(consumer::shutdown);
        return consumer;
    }

    private static void await(final Map<String, Integer> sent, final Map<String, Integer> consumed)
        throws InterruptedException
    {
        final long end = System.nanoTime() + ENOUGH.toNanos();
        boolean more = true;
        while (more && System.nanoTime() < end)
        {
            TimeUnit.MILLISECONDS.sleep(200);
            synchronized (consumed)
            {
                more = consumed.size() < sent.size();
            }
        }
        // What must not come would come now.
        TimeUnit.MILLISECONDS.sleep(500);
    }

    void run() throws Exception
    {
        final Map<String, Integer> sent = sendEveryKind();
        final Map<String, Integer> concurrent = new TreeMap<>();
        final Map<String, Integer> orderly = new TreeMap<>();
        final Map<String, Integer> selected = new TreeMap<>();
        final Map<String, Integer> pulled = new TreeMap<>();
        final DefaultMQPushConsumer first = pushConsumer(MessageSelector.byTag("*"));
        first.registerMessageListener((MessageListenerConcurrently)(messages, context) -> {
            if (isRetried(messages.get(0)))
            {
                context.setDelayLevelWhenNextConsume(1);
                return ConsumeConcurrentlyStatus.RECONSUME_LATER;
            }
            messages.forEach(message -> note(concurrent, message));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        first.start();
        final DefaultMQPushConsumer second = pushConsumer(MessageSelector.byTag("TagA || TagB"));
        second.registerMessageListener((MessageListenerOrderly)(messages, context) -> {
            messages.forEach(message -> note(orderly, message));
            return ConsumeOrderlyStatus.SUCCESS;
        });
        second.start();
        final DefaultMQPushConsumer third =
            pushConsumer(MessageSelector.bySql("num BETWEEN 5 AND 9 AND TAGS = 'TagA'"));
        third.registerMessageListener((MessageListenerConcurrently)(messages, context) -> {
            messages.forEach(message -> note(selected, message));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        third.start();
        pull(sent, pulled);
        await(sent, concurrent);
        await(sent, orderly);
        assertSame(sent, concurrent, "concurrent");
        assertSame(sent, orderly, "orderly");
        assertSame(sent, pulled, "pulled");
        final Map<String, Integer> due = new TreeMap<>(sent);
        due.keySet().removeIf(body -> !body.endsWith(" 6") && !body.endsWith(" 8"));
        await(due, selected);
        assertSame(due, selected, "selected");
    }

    /** Notes what differs, not all that does not. */
    private void assertSame(final Map<String, Integer> sent, final Map<String, Integer> consumed, final String consumer)
    {
        final Map<String, Integer> missing = new TreeMap<>(sent);
        missing.entrySet().removeAll(consumed.entrySet());
        final Map<String, Integer> other = new TreeMap<>(consumed);
        other.entrySet().removeAll(sent.entrySet());
        assertEquals("{} {}", missing + " " + other, consumer + ": what is missing and what is too much");
    }

    private void pull(final Map<String, Integer> sent, final Map<String, Integer> pulled)
        throws Exception
    {
        final DefaultLitePullConsumer consumer =
            Clients.patient(new DefaultLitePullConsumer("pullers-" + topic + ++instances, hook), nameServer);
        consumer.setInstanceName("consumer" + instances);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        consumer.start();
        clients.add(consumer::shutdown);
        final long end = System.nanoTime() + ENOUGH.toNanos();
        while (pulled.size() < sent.size() && System.nanoTime() < end)
        {
            consumer.poll(500).forEach(message -> note(pulled, message));
        }
    }
}

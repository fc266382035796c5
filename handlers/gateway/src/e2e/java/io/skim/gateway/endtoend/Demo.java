package io.skim.gateway.endtoend;

import io.skim.gateway.Gateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * What the script {@code handlers/gateway/demo} starts: a real name server and broker, the gateway with a file, a producer, and
 * consumers that print the messages they get. Producer and consumers know the address of the gateway alone.
 */
final class Demo
{
    /** Kept, since a logger that nobody keeps forgets its level. */
    private static final Logger LOG = Logger.getLogger("io.skim");
    /** What the gateway does, but for its addresses. Clients do not send again what is answered with this code. */
    private static final String RULES = """
        rules:
          - name: large orders
            match: {codes: send, sql: "amount > 900"}
            deny: {code: MESSAGE_ILLEGAL, remark: more than 900 needs an approval}
          - name: mark
            match: {codes: send}
            set: {properties: {gateway: skim}}
        drain: 1s
        """;
    private static final String TOPIC = "orders";
    private static final int FAILED = 3;
    private static final long BETWEEN_MESSAGES_MILLIS = 500;
    private static final long ENOUGH_MILLIS = 20_000;
    private static final int AGAIN_MILLIS = 5_000;
    /** Tried first, so that the addresses are mostly the same ones; the brokers' ports follow the clients'. */
    private static final int CLIENTS_PORT = 29876;
    private static final int PAGE_PORT = 29090;

    private final List<AutoCloseable> running = new ArrayList<>();
    private final List<Consumer> consumers = new ArrayList<>();
    private final Set<Integer> sent = ConcurrentHashMap.newKeySet();
    private final CountDownLatch stop = new CountDownLatch(1);
    private String address;
    private int refused;

    /** A group of one consumer. */
    private static final class Consumer
    {
        final String group;
        /** How often each message came, by its number. */
        final Map<Integer, Integer> got = new ConcurrentHashMap<>();

        Consumer(final String group)
        {
            this.group = group;
        }

        void take(final MessageExt message)
        {
            final int number = Integer.parseInt(message.getKeys());
            got.merge(number, 1, Integer::sum);
            System.out.printf("%-9s got   %s, gateway=%s%n", group,
                new String(message.getBody(), StandardCharsets.UTF_8), message.getUserProperty("gateway"));
        }
    }

    private Demo()
    {
    }

    /**
     * Runs it.
     *
     * @param arguments an empty folder for all files, and the seconds until it stops by itself; 0 for never.
     */
    public static void main(final String[] arguments)
    {
        LOG.setLevel(Level.WARNING);
        final Demo demo = new Demo();
        final Thread main = Thread.currentThread();
        // SIGINT and SIGTERM: the process lives until this thread is done.
        final Thread hook = new Thread(() -> {
            demo.stop.countDown();
            try
            {
                main.join();
            }
            catch (final InterruptedException e)
            {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
        int status = FAILED;
        try
        {
            status = demo.run(Path.of(arguments[0]), Integer.parseInt(arguments[1])) ? 0 : 1;
        }
        catch (final Exception e)
        {
            e.printStackTrace();
        }
        if (demo.stop.getCount() > 0)
        {
            Runtime.getRuntime().removeShutdownHook(hook);
            System.exit(status);
        }
    }

    private boolean run(final Path folder, final int seconds) throws Exception
    {
        try
        {
            start(folder);
            final boolean stopped = send(seconds);
            return stopped || summary();
        }
        finally
        {
            // Consumers ask for messages that may come later, and the gateway tells that it does not wait for them.
            LOG.setLevel(Level.OFF);
            for (int i = running.size() - 1; i >= 0; i--)
            {
                running.get(i).close();
            }
        }
    }

    private void start(final Path folder) throws Exception
    {
        final RealBroker broker = new RealBroker(folder, RealBroker.open(), RealBroker.ADDRESS);
        broker.createTopic(TOPIC);
        address = "127.0.0.1:" + freePort(CLIENTS_PORT);
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - name: clients\n    address: " + address
            + "\nclusters:\n  main: {nameServers: [" + broker.nameServer + "]}\n" + RULES
            + "http: {address: 127.0.0.1:" + freePort(PAGE_PORT) + "}\n");
        final Gateway gateway = Gateway.start(file);
        running.add(gateway);
        System.out.printf("RocketMQ %s: a name server at %s and a broker at port %d, which only the gateway knows%n",
            MQVersion.getVersionDesc(MQVersion.CURRENT_VERSION), broker.nameServer, broker.port);
        System.out.printf("Gateway: %s, which is all that the producer and the consumers know%n", address);
        System.out.printf("File: %s (change it: the gateway reads it anew)%n", file);
        System.out.printf("Status page: http://127.0.0.1:%d/%n%n", gateway.operations().getPort());
        System.out.println(Files.readString(file));
        consume("billing", "*");
        consume("shipping", "TagA");
    }

    private static int freePort(final int preferred) throws IOException
    {
        try (ServerSocket socket = new ServerSocket(preferred, 1, InetAddress.getLoopbackAddress()))
        {
            return socket.getLocalPort();
        }
        catch (final IOException taken)
        {
            try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
            {
                return any.getLocalPort();
            }
        }
    }

    private void consume(final String group, final String tags) throws MQClientException
    {
        final Consumer consumer = new Consumer(group);
        final DefaultMQPushConsumer client = new DefaultMQPushConsumer(group);
        client.setNamesrvAddr(address);
        client.setInstanceName(group);
        // A client waits for three seconds for its first route and heartbeat, and closes its connection then. A slow machine may load
        // classes for as long: the client tries again after five seconds and not after half a minute.
        client.setPollNameServerInterval(AGAIN_MILLIS);
        client.setHeartbeatBrokerInterval(AGAIN_MILLIS);
        client.subscribe(TOPIC, tags);
        client.registerMessageListener((MessageListenerConcurrently)(messages, context) -> {
            messages.forEach(consumer::take);
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        client.start();
        running.add(client::shutdown);
        consumers.add(consumer);
    }

    /** Sends until it is time to stop; returns whether a signal said so. */
    private boolean send(final int seconds) throws Exception
    {
        final DefaultMQProducer producer = new DefaultMQProducer("shop");
        producer.setNamesrvAddr(address);
        producer.setInstanceName("shop");
        producer.start();
        running.add(producer::shutdown);
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        boolean stopped = false;
        for (int number = 1; !stopped && (seconds == 0 || System.nanoTime() < end); number++)
        {
            send(producer, number);
            stopped = stop.await(BETWEEN_MESSAGES_MILLIS, TimeUnit.MILLISECONDS);
        }
        return stopped;
    }

    private void send(final DefaultMQProducer producer, final int number) throws Exception
    {
        final int amount = number * 470 % 1000;
        final String text = "order " + number + ", amount " + amount;
        final Message message = new Message(TOPIC, number % 2 == 0 ? "TagA" : "TagB", String.valueOf(number),
            text.getBytes(StandardCharsets.UTF_8));
        message.putUserProperty("amount", String.valueOf(amount));
        try
        {
            producer.send(message);
            sent.add(number);
            System.out.printf("%-9s sent  %s%n", "shop", text);
        }
        catch (final MQBrokerException denied)
        {
            refused++;
            System.out.printf("%-9s sent  %s: the gateway answered %d, %s%n", "shop", text, denied.getResponseCode(),
                denied.getErrorMessage());
        }
    }

    /** Waits for what is on its way, and counts. */
    private boolean summary() throws InterruptedException
    {
        boolean good = true;
        final StringBuilder text = new StringBuilder();
        for (final Consumer consumer : consumers)
        {
            final long due = sent.stream().filter(number -> "billing".equals(consumer.group) || number % 2 == 0)
                .count();
            for (long waited = 0; waited < ENOUGH_MILLIS && consumer.got.size() < due; waited += 100)
            {
                Thread.sleep(100);
            }
            final long twice = consumer.got.values().stream().filter(times -> times > 1).count();
            text.append(String.format("; %s got %d of %d, %d twice", consumer.group, consumer.got.size(), due, twice));
            good &= consumer.got.size() == due && twice == 0;
        }
        System.out.printf("%nsent %d, refused %d%s%n", sent.size(), refused, text);
        return good;
    }
}

package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.FreePorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code skim gateway} as a process of its own, which a signal ends while clients send, and which is started again. */
class RestartedGatewayEndToEndTest
{
    private static final String COMMAND = "io.skim.gateway.GatewayCommand";
    private static final int SIGTERM = 128 + 15;
    private static final int RESTARTS = 3;
    private static final int MOST_TENTHS = 600;

    private static RealBroker first;
    private static RealBroker second;

    @TempDir
    private Path folder;
    private final List<AutoCloseable> clients = new ArrayList<>();
    private String nameServer;
    private Process gateway;

    @BeforeAll
    static void startTheBrokers() throws Exception
    {
        first = RealBroker.start(RealBroker.open(), RealBroker.ADDRESS);
        second = first.join("broker-b");
    }

    @AfterEach
    void stopAll() throws Exception
    {
        Work.closeAll(clients);
        gateway.destroyForcibly();
    }

    private Path file(final String brokers) throws IOException
    {
        final int port = FreePorts.next(RealBroker.GATEWAY_ADDRESS);
        nameServer = RealBroker.GATEWAY_ADDRESS + ':' + port;
        return Files.writeString(folder.resolve("gateway.yaml"),
            "listeners:\n  - name: clients\n    address: " + nameServer
                + "\n    brokers: "
                + brokers.replace("PORTS", port + 1 + "-" + (port + 9)).replace("PORT", String.valueOf(port
                    + 1))
                + "\nclusters:\n  main: {nameServers: [" + first.nameServer + "]}\ndrain: 2s\n");
    }

    private void start(final Path file) throws Exception
    {
        final Path output = folder.resolve("output");
        gateway =
            new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-cp",
                System.getProperty("java.class.path"), COMMAND, file.toString())
                .redirectErrorStream(
                    true)
                .redirectOutput(output.toFile()).start();
        for (int i = 0; !Files.readString(output).contains("listener clients is at "); i++)
        {
            assertTrue(i < MOST_TENTHS && gateway.isAlive(), Files.readString(output));
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Ends the gateway as a service manager does, and starts it again. */
    private void restart(final Path file) throws Exception
    {
        gateway.destroy();
        assertTrue(gateway.waitFor(60, TimeUnit.SECONDS), "the gateway does not end");
        assertEquals(SIGTERM, gateway.exitValue(), Files.readString(folder.resolve("output")));
        final List<String> before = kept();
        start(file);
        assertEquals(before, kept());
    }

    /** The lines of the file of ports, without the comment; none if there is no file. */
    private List<String> kept() throws IOException
    {
        final Path kept = folder.resolve("ports");
        return Files.exists(kept) ? Files.readAllLines(kept).stream().filter(line -> !line.startsWith("#")).toList()
            : List.of();
    }

    /** Reads all messages of a topic as long as the test goes on. */
    private Set<String> consume(final String topic) throws Exception
    {
        final Set<String> consumed = ConcurrentHashMap.newKeySet();
        final DefaultMQPushConsumer consumer =
            Clients.patient(new DefaultMQPushConsumer("readers-" + topic), nameServer);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        consumer.registerMessageListener((MessageListenerConcurrently)(messages, context) -> {
            messages.forEach(message -> consumed.add(new String(message.getBody(), StandardCharsets.UTF_8)));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        clients.add(consumer::shutdown);
        return consumed;
    }

    private void restartUnderLoad(final Path file, final String topic) throws Exception
    {
        first.createTopic(topic);
        second.createTopic(topic);
        start(file);
        final Set<String> consumed = consume(topic);
        final Senders senders = new Senders(nameServer, topic);
        clients.add(senders);
        senders.awaitMore(20);
        for (int i = 0; i < RESTARTS; i++)
        {
            restart(file);
            senders.awaitMore(20);
        }
        final Set<String> stored = senders.assertStored(first, second);
        for (int i = 0; !consumed.containsAll(stored); i++)
        {
            assertTrue(i < MOST_TENTHS, () -> consumed.size() + " of " + stored.size() + " were consumed");
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @Test
    void clientsGoOnAtTheSamePortsAndNoAcknowledgedSendIsLost() throws Exception
    {
        final Path file = file("{ports: PORTS, keep: ports}");
        restartUnderLoad(file, "restarted-range");
        assertEquals(Set.of(RealBroker.ADDRESS + ':' + first.port, RealBroker.ADDRESS + ':' + second.port),
            kept().stream().map(line -> line.split(" ")[2]).collect(Collectors.toSet()));
        final String output = Files.readString(folder.resolve("output"));
        assertEquals(2,
            output.lines().filter(line -> line.matches(".*broker 127\\.0\\.0\\.1:[0-9]+ is at port [0-9]+ again"))
                .count(),
            output);
    }

    @Test
    void clientsGoOnAtOnePortAndNoAcknowledgedSendIsLost() throws Exception
    {
        restartUnderLoad(file("{port: PORT}"), "restarted-one");
    }
}

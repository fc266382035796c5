package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.FreePorts;
import io.skim.gateway.Gateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.Receiver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients of four libraries in three languages, the gateway, and two brokers, Artemis and Broker-J. Each client connects to four
 * listeners at once: to each broker through a listener without rules, and through one where addresses are mapped, each message gets an
 * annotation, and one message is denied. What clients receive is what they have sent, once. All messages are durable.
 */
class AmqpClientsEndToEndTest
{
    private static final Path NODE = Path.of("target/clients/node-amqp").toAbsolutePath();
    private static final Path PYTHON = Path.of("target/clients/python").toAbsolutePath();
    private static final long ENOUGH = 300;
    private static final String MARK = "skim ü";
    private static final String RULES = """
        names:
          acme: {prefix: acme_}
        rules:
          - match: {listeners: [artemis-rules, broker-j-rules], jms: "fate = 'refused'"}
            deny: {condition: "amqp:not-allowed", remark: no such fate}
          - match: {listeners: [artemis-rules, broker-j-rules]}
            set: {annotations: {x-opt-gateway: skim ü}}
            map: acme
        """;

    private static RealArtemis artemis;
    private static RealBrokerJ brokerJ;
    private static Gateway gateway;

    @TempDir
    private Path folder;

    /** Who sends and receives. */
    enum Library
    {
        QPID_JMS(true), PROTONJ2(true), RHEA(false), PROTON_PYTHON(true);

        final boolean transactions;

        Library(final boolean transactions)
        {
            this.transactions = transactions;
        }
    }

    /** A way through the gateway. */
    enum Way
    {
        ARTEMIS("artemis", false), ARTEMIS_RULES("artemis", true), BROKER_J("broker-j", false), BROKER_J_RULES(
            "broker-j", true);

        final String cluster;
        final boolean rules;

        Way(final String cluster, final boolean rules)
        {
            this.cluster = cluster;
            this.rules = rules;
        }

        String listener()
        {
            return rules ? cluster + "-rules" : cluster;
        }

        int brokerPort()
        {
            return "artemis".equals(cluster) ? artemis.port : brokerJ.port;
        }
    }

    @BeforeAll
    static void start(@TempDir(cleanup = CleanupMode.NEVER) final Path home) throws Exception
    {
        artemis = new RealArtemis(Files.createDirectory(home.resolve("artemis")));
        brokerJ = new RealBrokerJ(Files.createDirectory(home.resolve("broker-j")));
        final StringBuilder text = new StringBuilder("listeners:\n");
        for (final Way way : Way.values())
        {
            text.append("  - {name: " + way.listener() + ", protocol: amqp, cluster: " + way.cluster + ", address: \""
                + RealArtemis.ADDRESS + ':' + FreePorts.next(RealArtemis.ADDRESS) + "\"}\n");
        }
        text.append("clusters:\n  artemis: {amqp: [\"" + RealArtemis.ADDRESS + ':' + artemis.port
            + "\"]}\n  broker-j: {amqp: [\"" + RealArtemis.ADDRESS + ':' + brokerJ.port + "\"]}\n" + RULES
            + GatewayFiles.DRAIN);
        final Path file = home.resolve("gateway.yaml");
        Files.writeString(file, text);
        gateway = Gateway.start(file);
    }

    @AfterAll
    static void stop()
    {
        gateway.close();
        artemis.close();
        brokerJ.close();
    }

    private static String nameOf(final Library library, final Way way)
    {
        return library + "-" + way;
    }

    private static void installNode() throws Exception
    {
        Program.need("Node", "node", "--version");
        Program.need("npm", "npm", "--version");
        Program.npm(Path.of("src/e2e/node/amqp"), NODE);
    }

    private static void installPython() throws Exception
    {
        Program.need("Python", "python3", "--version");
        Program.python(Path.of("src/e2e/python/requirements.txt"), PYTHON);
    }

    /** Runs a client; returns the lines that it printed or would print. */
    private List<String> run(final Library library, final Way way) throws Exception
    {
        final int port = gateway.address(way.listener()).getPort();
        final String name = nameOf(library, way);
        final AmqpLines lines = new AmqpLines();
        switch (library)
        {
            case QPID_JMS -> new JmsClient(RealArtemis.ADDRESS, port, name, lines).run();
            case PROTONJ2 -> new ProtonClient(RealArtemis.ADDRESS, port, name, lines).run();
            case RHEA ->
            {
                return run(name, List.of("node", NODE.resolve("client.js").toString()), port);
            }
            default ->
            {
                return run(name, List.of(PYTHON.resolve("bin/python").toString(), Path.of(
                    "src/e2e/python/amqp_client.py").toAbsolutePath().toString()), port);
            }
        }
        return lines.all();
    }

    private List<String> run(final String name, final List<String> program, final int port) throws Exception
    {
        final List<String> command = new ArrayList<>(program);
        command.addAll(List.of(RealArtemis.ADDRESS, String.valueOf(port), name, Arrays.stream(AmqpLines.SIZES).mapToObj(
            String::valueOf).collect(Collectors.joining(","))));
        return Program.run(folder, folder.resolve(name), Map.of(), command);
    }

    private static CompletableFuture<List<String>> later(final String name, final Program.Call<List<String>> call)
    {
        final CompletableFuture<List<String>> result = new CompletableFuture<>();
        new Thread(() -> {
            try
            {
                result.complete(call.call());
            }
            catch (final Exception | AssertionError e)
            {
                result.completeExceptionally(new AssertionError(name, e));
            }
        }).start();
        return result;
    }

    @ParameterizedTest
    @EnumSource(Library.class)
    void clientsReceiveOnceWhatTheySend(final Library library) throws Exception
    {
        switch (library)
        {
            case RHEA -> installNode();
            case PROTON_PYTHON -> installPython();
            default ->
                {
                }
        }
        final Map<Way, CompletableFuture<List<String>>> results = Arrays.stream(Way.values()).collect(Collectors.toMap(
            way -> way, way -> later(nameOf(library, way), () -> run(library, way))));
        for (final Way way : Way.values())
        {
            final List<String> lines = results.get(way).get(ENOUGH, TimeUnit.SECONDS);
            assertAllIsThere(library, way, lines);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Way.class, names = {"BROKER_J", "BROKER_J_RULES"})
    void durableMessagesOutliveTheBroker(final Way way) throws Exception
    {
        final AmqpLines lines = new AmqpLines();
        final JmsClient client = new JmsClient(RealArtemis.ADDRESS, gateway.address(way.listener()).getPort(),
            "outlive-" + way, lines);
        client.sendToQueue();
        final List<String> sent = AmqpLines.of(lines.all(), "sent");
        assertEquals(AmqpLines.SIZES.length + (way.rules ? 0 : 1), sent.size());
        brokerJ.restart();
        client.receiveFromQueue();
        assertEquals(AmqpLines.due(lines.all(), way.rules ? MARK : ""), AmqpLines.of(lines.all(), "received"));
    }

    private static void assertAllIsThere(final Library library, final Way way, final List<String> lines)
        throws Exception
    {
        final String name = nameOf(library, way);
        final List<String> due = new ArrayList<>(AmqpLines.sends(library.transactions));
        final List<String> refused = AmqpLines.of(lines, "refused");
        if (way.rules)
        {
            due.remove("queue\t" + AmqpLines.FATE);
            assertEquals(1, refused.size(), () -> name + lines);
            assertTrue(refused.get(0).startsWith("queue\t" + AmqpLines.FATE), refused::toString);
        }
        else
        {
            assertEquals(List.of(), refused, name);
        }
        assertEquals(due, AmqpLines.of(lines, "sent").stream().map(line -> line.substring(0, line.lastIndexOf('\t')))
            .toList(), name);
        assertEquals(AmqpLines.due(lines, way.rules ? MARK : ""), AmqpLines.of(lines, "received"), name);
        assertMapped(way, name);
    }

    /** The broker has the queue by the name that the gateway gave it. */
    private static void assertMapped(final Way way, final String name) throws Exception
    {
        try (Client client = Client.create();
            Connection connection = client.connect(RealArtemis.ADDRESS, way.brokerPort()))
        {
            final String queue = (way.rules ? "acme_" : "") + "queue-" + name;
            connection.openSender(queue).send(org.apache.qpid.protonj2.client.Message.create("to the broker"))
                .awaitAccepted(ENOUGH, TimeUnit.SECONDS);
            final Connection through = client.connect(RealArtemis.ADDRESS, gateway.address(way.listener()).getPort());
            final Receiver receiver = through.openReceiver("queue-" + name);
            assertEquals("to the broker", receiver.receive(ENOUGH, TimeUnit.SECONDS).message().body());
            through.close();
        }
    }
}

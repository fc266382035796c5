package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.skim.encode.AmqpEncoder;
import io.skim.gateway.config.ConfigException;
import io.skim.gateway.tls.Authority;
import io.skim.gateway.tls.KeyFiles;
import io.skim.netty.ProtonPeer;
import io.skim.netty.ProtonSocket;
import io.skim.scan.amqp.Performative;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.engine.Session;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway between real sockets, with Proton-J's engines as client and broker. */
class AmqpListenerTest
{
    private static final int FRAME = 16_384;
    private static final byte[] HEADER = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};

    @TempDir
    private Path folder;
    private ServerSocket server;
    private Gateway gateway;
    private ProtonSocket client;
    private ProtonSocket broker;

    @BeforeEach
    void startTheBroker() throws IOException
    {
        server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stopAll() throws IOException
    {
        for (final ProtonSocket each : new ProtonSocket[] {client, broker})
        {
            if (each != null)
            {
                each.close();
            }
        }
        server.close();
        if (gateway != null)
        {
            gateway.close();
        }
    }

    private void start(final String... lines) throws IOException, ConfigException
    {
        startWith("", lines);
    }

    private void startWith(final String listener, final String... lines) throws IOException, ConfigException
    {
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - {name: orders, protocol: amqp, cluster: main, address: 127.0.0.1:"
            + FreePorts.next() + listener + "}\nhttp: {address: 127.0.0.1:" + FreePorts.next() + "}\ndrain: 5s\n"
            + String.join("\n", lines) + (lines.length > 0 && lines[0].startsWith("clusters") ? ""
                : "\nclusters: {main: {amqp: [127.0.0.1:" + server.getLocalPort() + "]}}")
            + "\n");
        gateway = Gateway.start(file);
    }

    private Socket socket() throws IOException
    {
        return new Socket(InetAddress.getLoopbackAddress(), gateway.address("orders").getPort());
    }

    private void connect() throws IOException
    {
        connect(socket(), server);
    }

    private void connect(final Socket socket, final ServerSocket to) throws IOException
    {
        client = new ProtonSocket(socket, new ProtonPeer("client@1", FRAME));
        client.peer.connection.open();
        ProtonSocket.await(() -> client.peer.transport.pending() == 0, client);
        broker = new ProtonSocket(to.accept(), new ProtonPeer("broker", FRAME));
    }

    private void await(final java.util.function.BooleanSupplier condition) throws IOException
    {
        ProtonSocket.await(condition, client, broker);
    }

    private Sender sender(final String address) throws IOException
    {
        final Sender sender = client.peer.sender("sends to " + address, address);
        await(() -> sender.getCredit() > 0);
        return sender;
    }

    private static Message message(final String colour, final int size)
    {
        final Message message = Proton.message();
        message.setAddress("orders");
        message.setReplyTo("answers");
        message.setApplicationProperties(new ApplicationProperties(Map.of("colour", colour)));
        message.setBody(new Data(new Binary(new byte[size])));
        return message;
    }

    private void send(final Sender sender, final Message message)
    {
        client.peer.send(sender, ProtonPeer.encoded(message), false);
    }

    private static Message read(final byte[] bytes)
    {
        final Message message = Proton.message();
        message.decode(bytes, 0, bytes.length);
        return message;
    }

    private String metric(final String begin) throws Exception
    {
        final String all = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
            + gateway.operations().getPort() + "/metrics")).build(), HttpResponse.BodyHandlers.ofString()).body();
        return all.lines().filter(line -> line.startsWith(begin)).findFirst().orElse(all);
    }

    /** Waits until so many connections have ended for a reason: a client may see the end before the gateway counts it. */
    private void awaitClosed(final String why, final int count) throws Exception
    {
        final String begin =
            "skim_gateway_connections_closed_total{endpoint=\"orders\",side=\"client\",why=\"" + why + "\"}";
        final String line = begin + ' ' + count + ".0";
        for (int i = 0; i < 400 && !metric(begin).equals(line); i++)
        {
            Thread.sleep(50);
        }
        assertEquals(line, metric(begin));
    }

    @Test
    void withoutRulesMessagesPassUnchangedAndAreCounted() throws Exception
    {
        start();
        connect();
        final Sender sender = sender("orders");
        final List<byte[]> sent = new ArrayList<>();
        for (final int size : new int[] {0, 1, FRAME, 200_000})
        {
            sent.add(ProtonPeer.encoded(message("red", size)));
            client.peer.send(sender, sent.get(sent.size() - 1), false);
        }
        await(() -> client.peer.outcomes.size() == sent.size());
        assertEquals(List.of("Accepted", "Accepted", "Accepted", "Accepted"), client.peer.outcomes);
        for (int i = 0; i < sent.size(); i++)
        {
            assertArrayEquals(sent.get(i), broker.peer.received.get(i));
        }
        final Receiver receiver = client.peer.receiver("takes", "orders");
        await(() -> receiver.getRemoteState() == EndpointState.ACTIVE && broker.peer.senders.get(0).getCredit() > 0);
        broker.peer.send(broker.peer.senders.get(0), sent.get(3), false);
        await(() -> client.peer.received.size() == 1);
        assertArrayEquals(sent.get(3), client.peer.received.get(0));
        assertEquals(List.of(1_023, 1_023), List.of(client.peer.transport.getRemoteChannelMax(), broker.peer.transport
            .getRemoteChannelMax()), "channel-max");
        assertEquals(150_000, client.peer.transport.getRemoteIdleTimeout(), "half of limits.idle is announced");
        assertTrue(metric("skim_gateway_deliveries_total").endsWith("{endpoint=\"orders\"} 4.0"));
        for (final String counted : List.of("{direction=\"in\",endpoint=\"orders\",side=\"client\"",
            "{direction=\"out\",endpoint=\"main\",side=\"broker\""))
        {
            assertTrue(Double.parseDouble(metric("skim_gateway_bytes_total" + counted).split(" ")[1]) > 216_000,
                counted);
        }
    }

    @Test
    void rulesAnnotateRejectAndLimit() throws Exception
    {
        start("rules:", "  - {match: {jms: \"colour = 'blue'\"}, deny: {remark: not blue}}",
            "  - {match: {jms: \"colour = 'grey'\"}, deny: {condition: \"acme:grey\"}}",
            "  - {match: {jms: \"colour = 'black'\"}, drop: true}",
            "  - {set: {annotations: {x-opt-lane: fast}}, continue: true}",
            "  - {match: {jms: \"colour = 'late'\"}, delay: 1ms, continue: true}",
            "  - {match: {clientIds: \"client@*\", jms: \"colour = 'many'\"}, limit: {rate: 1/h, burst: 2}}");
        connect();
        final Sender sender = sender("orders");
        for (final String colour : List.of("red", "blue", "grey", "late", "many", "many", "many"))
        {
            send(sender, message(colour, colour.equals("blue") ? 40_000 : 10));
        }
        await(() -> client.peer.outcomes.size() == 7);
        client.peer.outcomes.sort(null);
        assertEquals(
            List.of("Accepted", "Accepted", "Accepted", "Accepted", "acme:grey refused by the gateway's rule 2",
                "amqp:not-allowed not blue",
                "amqp:resource-limit-exceeded the gateway's rate limit is reached; try again later"),
            client.peer.outcomes);
        assertEquals(4, broker.peer.received.size());
        for (final byte[] received : broker.peer.received)
        {
            assertEquals(Map.of(Symbol.valueOf("x-opt-lane"), "fast"),
                read(received).getMessageAnnotations().getValue());
        }
        send(sender, message("black", 10));
        send(sender, message("red", 10));
        await(() -> client.peer.outcomes.size() == 8 && broker.peer.received.size() == 5);
        assertEquals(4, broker.peer.aborted, "rejected ones and the dropped one");
        assertTrue(metric("skim_gateway_refusals_total{reason=\"rate\"}").endsWith(" 1.0"));
        assertTrue(metric("skim_gateway_rule_hits_total{rule=\"rule 1\"}").endsWith(" 1.0"));
    }

    /** Sends what is no message of AMQP's own format, as clients of Event Hubs send batches; gives what comes of it. */
    private String outcomeOfOtherFormat(final byte[] payload) throws IOException
    {
        connect();
        final Sender sender = sender("orders");
        final Delivery delivery = sender.delivery(new byte[] {1});
        delivery.setMessageFormat(0x8001_3700);
        sender.send(payload, 0, payload.length);
        sender.advance();
        await(() -> client.peer.outcomes.size() == 1);
        final String outcome = client.peer.outcomes.get(0);
        assertEquals(outcome.equals("Accepted") ? 1 : 0, broker.peer.received.size());
        client.close();
        broker.close();
        return outcome;
    }

    @Test
    void deliveriesOfOtherFormatsPassIfNoRuleHasToReadThem() throws Exception
    {
        final byte[] payload = {1, 2, 3};
        start("rules:", "  - {match: {clientIds: \"client@*\"}, limit: {rate: 1/h, burst: 1}, continue: true}",
            "policies: {refused: pass}");
        assertEquals("Accepted", outcomeOfOtherFormat(payload));
        assertArrayEquals(payload, broker.peer.received.get(0));
        assertEquals("amqp:resource-limit-exceeded the gateway's rate limit is reached; try again later",
            outcomeOfOtherFormat(payload), "a limit counts all deliveries");
    }

    @ParameterizedTest
    @ValueSource(strings = {"  - {match: {jms: \"colour = 'blue'\"}, deny: {remark: not blue}}",
        "  - {set: {annotations: {x-opt-lane: fast}}}"})
    void deliveriesOfOtherFormatsAreRejectedIfARuleHasToReadThem(final String rule) throws Exception
    {
        start("rules:", rule);
        assertEquals("amqp:resource-limit-exceeded the handler did not see the whole header",
            outcomeOfOtherFormat(new byte[] {1, 2, 3}));
    }

    @Test
    void addressesOfLinksAndMessagesAreMappedBothWays() throws Exception
    {
        start("names: {acme: {prefix: acme_}}", "rules:",
            "  - {match: {clientIds: \"client@*\"}, map: acme, continue: true}");
        connect();
        final Sender sender = sender("orders");
        assertEquals("acme_orders", broker.peer.attached.get(1));
        assertEquals("orders", ((org.apache.qpid.proton.amqp.messaging.Target)sender.getRemoteTarget()).getAddress());
        send(sender, message("red", 100));
        await(() -> broker.peer.received.size() == 1);
        final Message mapped = read(broker.peer.received.get(0));
        assertEquals("acme_orders", mapped.getAddress());
        assertEquals("acme_answers", mapped.getReplyTo());
        final Receiver receiver = client.peer.receiver("takes", "orders");
        await(() -> receiver.getRemoteState() == EndpointState.ACTIVE && broker.peer.senders.get(0).getCredit() > 0);
        assertEquals("acme_orders", broker.peer.attached.get(2));
        assertEquals("orders", ((Source)receiver.getRemoteSource()).getAddress());
        broker.peer.send(broker.peer.senders.get(0), broker.peer.received.get(0), false);
        await(() -> client.peer.received.size() == 1);
        assertArrayEquals(ProtonPeer.encoded(message("red", 100)), client.peer.received.get(0));
    }

    /** It could have any address, which only the map keeps clients from. */
    @Test
    void aDeliveryWhoseAddressesCannotBeMappedDoesNotPass() throws Exception
    {
        final String rejected = "amqp:resource-limit-exceeded ";
        start("names: {acme: {prefix: acme_}}", "rules:",
            "  - {map: acme, set: {annotations: {x-opt-long: \"" + "x".repeat(
                600) + "\"}}}",
            "policies: {refused: pass}");
        assertEquals(rejected + "the handler did not see the whole header", outcomeOfOtherFormat(new byte[] {1, 2, 3}));
        connect();
        send(sender("orders"), message("red", 3 * FRAME));
        await(() -> client.peer.outcomes.size() == 1);
        assertEquals(rejected + "the patched frame is longer than allowed", client.peer.outcomes.get(0));
        assertEquals(List.of(), broker.peer.received);
    }

    @Test
    void aLinkWhoseAddressCannotBeMappedDoesNotPass() throws Exception
    {
        start("names: {acme: {prefix: " + "a".repeat(100) + "}}", "rules: [{map: acme}]", "policies: {refused: pass}");
        client = new ProtonSocket(socket(), new ProtonPeer("client@1", FRAME));
        client.peer.connection.open();
        ProtonSocket.await(() -> client.peer.transport.pending() == 0, client);
        server.setSoTimeout(20_000);
        try (Socket silent = server.accept())
        {
            // A broker that has not announced more takes frames of 512 bytes.
            silent.setSoTimeout(20_000);
            client.peer.sender("up", "o".repeat(450));
            ProtonSocket.await(() -> client.peer.transport.pending() == 0, client);
            final String got = new String(silent.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertTrue(got.contains("client@1"), got);
            assertFalse(got.contains("ooo"), got);
        }
        ProtonSocket.await(client::isEnded, client);
    }

    /** Brokers that use Proton-J take a link without an open, and no map would be known for its address. */
    @Test
    void nothingPassesBeforeTheOpen() throws Exception
    {
        start("names: {acme: {prefix: acme_}}", "rules: [{map: acme}]");
        try (Socket socket = socket())
        {
            socket.getOutputStream().write(HEADER);
            // A begin.
            socket.getOutputStream()
                .write(HexFormat.of().parseHex("0000001402000000" + "005311c00704" + "4043527f527f"));
            assertEquals(-1, socket.getInputStream().read());
        }
        awaitClosed("malformed", 1);
    }

    @Test
    void addressesThatTheBrokerGaveAreLeftAlone() throws Exception
    {
        start("names: {acme: {prefix: acme_}}", "rules: [{map: acme}]");
        connect();
        client.peer.connection.open();
        final Session session = client.peer.connection.session();
        session.open();
        final Receiver answers = session.receiver("answers");
        final Source dynamic = new Source();
        dynamic.setDynamic(true);
        answers.setSource(dynamic);
        answers.open();
        await(() -> answers.getRemoteState() == EndpointState.ACTIVE);
        assertEquals("temp-1", ((Source)answers.getRemoteSource()).getAddress());
        final Message question = message("red", 10);
        question.setReplyTo("temp-1");
        final Sender sender = sender("orders");
        send(sender, question);
        await(() -> broker.peer.received.size() == 1);
        assertEquals("temp-1", read(broker.peer.received.get(0)).getReplyTo());
        assertEquals("acme_orders", read(broker.peer.received.get(0)).getAddress());
        sender("$management");
        assertTrue(broker.peer.attached.contains("$management"));
        // An address that another client told.
        final Receiver questions = client.peer.receiver("questions", "orders");
        await(() -> questions.getRemoteState() == EndpointState.ACTIVE && broker.peer.senders.get(1).getCredit() > 0);
        question.setReplyTo("temp-7");
        broker.peer.send(broker.peer.senders.get(1), ProtonPeer.encoded(question), false);
        await(() -> client.peer.received.size() == 1);
        sender("temp-7");
        assertTrue(broker.peer.attached.contains("temp-7"));
        sender("temp-8");
        assertTrue(broker.peer.attached.contains("acme_temp-8"));
    }

    /** Brokers that use Proton-J take it, and links that are there would have the map of another container. */
    @Test
    void aSecondOpenClosesTheConnection() throws Exception
    {
        start("names: {acme: {prefix: acme_}}", "rules:",
            "  - {match: {clientIds: \"client@*\"}, map: acme, continue: true}");
        final Socket socket = socket();
        connect(socket, server);
        sender("orders");
        socket.getOutputStream().write(openOf("other"));
        await(() -> client.isEnded() && broker.isEnded());
        assertEquals(Symbol.valueOf("amqp:not-allowed"), client.peer.remoteCondition());
        assertEquals("client@1", broker.peer.connection.getRemoteContainer());
        awaitClosed("malformed", 1);
        assertEquals(frames("direction=\"in\",endpoint=\"orders\",side=\"client\"") - 1,
            frames("direction=\"out\",endpoint=\"main\",side=\"broker\""));
    }

    private double frames(final String labels) throws Exception
    {
        return Double.parseDouble(metric("skim_gateway_frames_total{" + labels).split(" ")[1]);
    }

    private static byte[] openOf(final String container)
    {
        final ByteBuf frame = Unpooled.buffer();
        final AmqpEncoder encoder = new AmqpEncoder();
        encoder.wrap(frame);
        encoder.beginFrame(0);
        encoder.beginComposite(Performative.OPEN);
        encoder.putString(container);
        encoder.end();
        encoder.end();
        assertTrue(encoder.complete() > 0);
        return ByteBufUtil.getBytes(frame);
    }

    @Test
    void theNameThatIsAskedForInTlsChoosesTheCluster() throws Exception
    {
        final Authority authority = new Authority(folder, "authority");
        final KeyFiles keys = authority.issue("gateway", Duration.ofDays(1), "eu.example.com", "us.example.com");
        try (ServerSocket other = new ServerSocket(0, 8, InetAddress.getLoopbackAddress()))
        {
            startWith(", tls: {certificates: [{chain: " + keys.chain().getFileName() + ", key: {file: " + keys.key()
                .getFileName() + "}}]}", "clusters:", "  main: {amqp: [127.0.0.1:" + server.getLocalPort() + "]}",
                "  eu: {amqp: [127.0.0.1:" + other.getLocalPort() + "], hostname: eu.internal}",
                "rules: [{match: {tlsNames: eu.example.com}, route: eu}]");
            connect(tls(authority, "eu.example.com"), other);
            final Sender sender = sender("orders");
            send(sender, message("red", 200_000));
            await(() -> client.peer.outcomes.size() == 1);
            assertEquals("eu.internal", broker.peer.connection.getRemoteHostname());
            client.close();
            broker.close();
            connect(tls(authority, "us.example.com"), server);
            sender("orders");
            assertNull(broker.peer.connection.getRemoteHostname());
        }
    }

    private Socket tls(final Authority authority, final String name) throws Exception
    {
        final KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null);
        try (InputStream in = new FileInputStream(authority.file().toFile()))
        {
            trusted.setCertificateEntry("authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        final TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        final SSLSocket socket = (SSLSocket)context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(),
            gateway.address("orders").getPort());
        final SSLParameters parameters = socket.getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName(name)));
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    @Test
    void aLostBrokerClosesTheConnectionWithAnError() throws Exception
    {
        start();
        connect();
        sender("orders");
        broker.close();
        ProtonSocket.await(client::isEnded, client);
        assertEquals(Symbol.valueOf("amqp:connection:forced"), client.peer.remoteCondition());
        awaitClosed("broker_closed", 1);
    }

    /** The one who gets a close answers it, and may be the first to close the socket, as Artemis is. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoSendsACloseFirstEndsTheConnection(final boolean byClient) throws Exception
    {
        start();
        connect();
        sender("orders");
        final ProtonSocket first = byClient ? client : broker;
        final ProtonSocket second = byClient ? broker : client;
        first.peer.connection.close();
        await(() -> second.peer.connection.getRemoteState() == EndpointState.CLOSED);
        second.peer.connection.close();
        await(() -> first.peer.connection.getRemoteState() == EndpointState.CLOSED);
        second.close();
        ProtonSocket.await(first::isEnded, first);
        first.close();
        final String ended = "skim_gateway_connections_closed_total{endpoint=\"orders\",side=\"client\",why=\"";
        for (int i = 0; i < 400 && !metric("skim_gateway_connections{endpoint=\"orders\"").endsWith(" 0.0"); i++)
        {
            Thread.sleep(50);
        }
        assertEquals(ended + (byClient ? "client_closed" : "broker_closed") + "\"} 1.0", metric(ended + (byClient
            ? "client_closed" : "broker_closed")));
        assertEquals(ended + (byClient ? "broker_closed" : "client_closed") + "\"} 0.0", metric(ended + (byClient
            ? "broker_closed" : "client_closed")));
    }

    @Test
    void aBrokerThatIsNotThereEndsTheConnection() throws Exception
    {
        start();
        server.close();
        try (Socket socket = socket())
        {
            socket.getOutputStream().write(HEADER);
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    @Test
    void clientsThatFailTogetherGoToTheNextBroker() throws Exception
    {
        try (FullServer full = new FullServer())
        {
            startWith("", "clusters: {main: {amqp: [127.0.0.1:" + full.port() + ", 127.0.0.1:" + server.getLocalPort()
                + "]}}", "limits: {connect: 2s}");
            try (Socket one = socket(); Socket two = socket())
            {
                one.getOutputStream().write(HEADER);
                two.getOutputStream().write(HEADER);
                assertEquals(-1, one.getInputStream().read());
                assertEquals(-1, two.getInputStream().read());
            }
            assertEquals("skim_gateway_timeouts_total{kind=\"connect\"} 2.0",
                metric("skim_gateway_timeouts_total{kind=\"connect\"}"));
            server.setSoTimeout(20_000);
            connect();
            sender("orders");
        }
    }

    @Test
    void aGatewayThatStopsWaitsForOutcomes() throws Exception
    {
        start();
        connect();
        broker.peer.keeps = true;
        final Sender sender = sender("orders");
        send(sender, message("red", 10));
        await(() -> broker.peer.received.size() == 1);
        final CompletableFuture<Void> stopped = CompletableFuture.runAsync(gateway::close);
        final long since = System.nanoTime();
        await(() -> System.nanoTime() - since > Duration.ofMillis(200).toNanos());
        assertFalse(client.isEnded());
        broker.peer.keeps = false;
        broker.peer.settleAll();
        await(() -> client.isEnded() && broker.isEnded());
        assertEquals(List.of("Accepted"), client.peer.outcomes);
        assertEquals(Symbol.valueOf("amqp:connection:forced"), client.peer.remoteCondition());
        stopped.join();
        gateway = null;
    }

    @Test
    void whatIsNoAmqpGetsAHeaderAndIsClosed() throws Exception
    {
        start();
        // TLS inside of the connection would hide all that follows from the rules.
        for (final String bytes : List.of("414d515002010000", "474554202f20485454502f312e310d0a0d0a"))
        {
            try (Socket socket = socket())
            {
                socket.getOutputStream().write(HexFormat.of().parseHex(bytes));
                assertArrayEquals(HEADER, socket.getInputStream().readAllBytes());
            }
        }
        try (Socket socket = socket())
        {
            // An open whose container is no string.
            socket.getOutputStream().write(HEADER);
            socket.getOutputStream().write(HexFormat.of().parseHex("0000000f02000000005310c0020142"));
            assertEquals("", new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        }
        awaitClosed("malformed", 2);
        awaitClosed("refused", 1);
    }
}

package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigException;
import io.skim.gateway.tls.Authority;
import io.skim.gateway.tls.KeyFiles;
import io.skim.netty.ProtonPeer;
import io.skim.netty.ProtonSocket;
import io.skim.netty.RemotingPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A running gateway whose file changes. */
class ReloadedGatewayTest
{
    private static final int FRAME = 16_384;

    @TempDir
    private Path folder;
    private RemotingPeer.Server server;
    private ServerSocket amqp;
    private Gateway gateway;
    private String listeners;

    @BeforeEach
    void startTheServers() throws IOException
    {
        server = new RemotingPeer.Server();
        amqp = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        listeners = "listeners:\n  - {name: clients, cluster: main, address: 127.0.0.1:" + FreePorts.next()
            + "}\n  - {name: messages, protocol: amqp, address: 127.0.0.1:" + FreePorts.next()
            + "}\nhttp: {address: 127.0.0.1:" + FreePorts.next() + "}\nreload: 100ms\ndrain: 100ms\nclusters:\n"
            + "  main: {brokers: [127.0.0.1:" + server.address().getPort() + "]}\n"
            + "  broker: {amqp: [127.0.0.1:" + amqp.getLocalPort() + "]}\n";
    }

    @AfterEach
    void stopAll() throws IOException
    {
        server.close();
        amqp.close();
        gateway.close();
    }

    private void start(final String lines) throws IOException, ConfigException
    {
        write(lines);
        gateway = Gateway.start(folder.resolve("gateway.yaml"));
    }

    private void write(final String lines) throws IOException
    {
        final Path fresh = Files.writeString(folder.resolve("fresh"), listeners + lines + "\n");
        Files.move(fresh, folder.resolve("gateway.yaml"), StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
    }

    /** A part of a test. */
    interface Step
    {
        void run() throws Exception;
    }

    private String metrics() throws Exception
    {
        return metrics(gateway);
    }

    private static String metrics(final Gateway gateway) throws Exception
    {
        return get(gateway, "metrics").body();
    }

    private static HttpResponse<String> get(final Gateway gateway, final String path) throws Exception
    {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway
            .operations().getPort() + '/' + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private void awaitGeneration(final int generation) throws Exception
    {
        awaitGeneration(gateway, generation);
    }

    static void awaitGeneration(final Gateway gateway, final int generation) throws Exception
    {
        final String line = "skim_gateway_config_generation " + generation + ".0";
        for (int i = 0; i < 400 && !metrics(gateway).contains(line); i++)
        {
            Thread.sleep(50);
        }
        assertTrue(metrics(gateway).contains(line), () -> "generation " + generation + " is not in use");
    }

    private RemotingPeer client() throws IOException
    {
        return RemotingPeer.connect(gateway.address("clients").getPort());
    }

    @Test
    void clientsGoOnToTheNextServerAfterTheOrderOfTheServersHasChanged() throws Exception
    {
        final String alive = "127.0.0.1:" + server.address().getPort();
        final String dead = "127.0.0.1:" + FreePorts.next();
        final String before = listeners;
        listeners = before.replace("[" + alive + "]", "[" + dead + ", " + alive + "]");
        start("");
        assertSecondClientReachesTheServer(1);
        listeners = before.replace("[" + alive + "]", "[" + alive + ", " + dead + "]");
        write("");
        awaitGeneration(2);
        assertSecondClientReachesTheServer(2);
    }

    /** A broker knows a client by its connection: it does not get requests of a client that has said hello to another one. */
    @Test
    void aClientStaysWithItsServerWhenAnotherClientLosesIt() throws Exception
    {
        try (RemotingPeer.Server other = new RemotingPeer.Server())
        {
            final String first = "127.0.0.1:" + server.address().getPort();
            final String second = "127.0.0.1:" + other.address().getPort();
            final String before = listeners;
            listeners = before.replace("[" + first + "]", "[" + first + ", " + second + "]");
            start("");
            try (RemotingPeer loses = client(); RemotingPeer stays = client())
            {
                stays.write(RemotingPeer.request(SerializeType.JSON, 310, 1, null, "b", "Orders"));
                final RemotingPeer its = server.accept();
                assertEquals(1, its.read().getOpaque());
                loses.write(RemotingPeer.request(SerializeType.JSON, 310, 2, null, "b", "Orders"));
                server.accept().hangUp();
                assertNull(loses.readFrame());
                stays.write(RemotingPeer.request(SerializeType.JSON, 310, 3, null, "b", "Orders"));
                assertEquals(3, its.read().getOpaque());
                try (RemotingPeer fresh = client())
                {
                    fresh.write(RemotingPeer.request(SerializeType.JSON, 310, 4, null, "b", "Orders"));
                    assertEquals(4, other.accept().read().getOpaque(), "new connections go to the next one");
                }
                listeners = before.replace("[" + first + "]", "[" + second + ", " + first + "]");
                write("");
                awaitGeneration(2);
                stays.write(RemotingPeer.request(SerializeType.JSON, 310, 5, null, "b", "Orders"));
                assertEquals(5, its.read().getOpaque());
                listeners = before.replace("[" + first + "]", "[" + second + "]");
                write("");
                awaitGeneration(3);
                stays.write(RemotingPeer.request(SerializeType.JSON, 310, 6, null, "b", "Orders"));
                assertEquals(6, other.accept().read().getOpaque(), "its server is not in the file any more");
            }
        }
    }

    private void assertSecondClientReachesTheServer(final int opaque) throws Exception
    {
        try (RemotingPeer first = client(); RemotingPeer second = client())
        {
            first.write(RemotingPeer.request(SerializeType.JSON, 310, opaque, null, "b", "Orders"));
            assertNull(first.readFrame(), "its server is lost");
            second.write(RemotingPeer.request(SerializeType.JSON, 310, opaque, null, "b", "Orders"));
            assertEquals(opaque, server.accept().read().getOpaque());
        }
    }

    @Test
    void aFaultWhileAChangedFileIsReadDoesNotEndTheReloading() throws Exception
    {
        final AtomicInteger thrown = new AtomicInteger();
        final Logger log = Logger.getLogger(Gateway.class.getName());
        final Handler failing = new Handler()
        {
            @Override
            public void publish(final LogRecord line)
            {
                if (line.getLevel() == Level.INFO && line.getMessage().contains("generation"))
                {
                    thrown.incrementAndGet();
                    throw new IllegalStateException("the disk of the log is full");
                }
            }

            @Override
            public void flush()
            {
                // Nothing waits.
            }

            @Override
            public void close()
            {
                // Nothing is open.
            }
        };
        start("");
        log.addHandler(failing);
        try (RemotingPeer client = client())
        {
            write("rules: [{deny: {remark: first}}]");
            awaitGeneration(2);
            write("rules: [{deny: {remark: second}}]");
            awaitGeneration(3);
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, null, "b", "Orders"));
            assertEquals("second", client.read().getRemark());
            assertTrue(thrown.get() > 0);
        }
        finally
        {
            log.removeHandler(failing);
        }
    }

    /** Whether the status page says that something is in order. */
    private void awaitCheck(final String name, final boolean ok) throws Exception
    {
        final String shown = "{\"name\":\"" + name + "\",\"ok\":" + ok;
        for (int i = 0; i < 400 && !get(gateway, "status.json").body().contains(shown); i++)
        {
            Thread.sleep(50);
        }
        final String status = get(gateway, "status.json").body();
        assertTrue(status.contains(shown), status);
    }

    /** Several gateways may have the same file: if it is wrong, all of them go on as before. */
    @Test
    void aGatewayWithAWrongFileIsReadyAndTellsWhatIsWrong() throws Exception
    {
        start("");
        write("rules: [{route: nowhere}]");
        awaitCheck("file", false);
        assertEquals(200, get(gateway, "ready").statusCode());
        write("");
        awaitCheck("file", true);
        assertEquals("ready\n", get(gateway, "ready").body());
    }

    @Test
    void aGatewayWithAWrongCertificateIsReadyAndTellsWhatIsWrong() throws Exception
    {
        final KeyFiles keys = new Authority(folder, "authority").issue("server", Duration.ofDays(1), "mq.example.com");
        final byte[] good = Files.readAllBytes(keys.chain());
        listeners = listeners.replace("listeners:\n",
            "listeners:\n  - {name: secret, cluster: main, address: 127.0.0.1:"
                + FreePorts.next() + ", tls: {certificates: [{chain: " + keys.chain() + ", key: {file: " + keys.key()
                + "}}]}}\n");
        start("");
        final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        final Handler intoLines = GatewayTest.into(lines);
        final Logger log = Logger.getLogger(Gateway.class.getName());
        log.addHandler(intoLines);
        assertFalse(get(gateway, "status.json").body().contains("certificates"));
        Files.writeString(keys.chain(), "this is none");
        awaitCheck("certificates", false);
        assertEquals(200, get(gateway, "ready").statusCode());
        final String told = get(gateway, "status.json").body();
        assertTrue(told.contains("server-chain.pem: is not a PEM file"), told);
        Files.write(keys.chain(), good);
        for (int i = 0; i < 400 && get(gateway, "status.json").body().contains("certificates"); i++)
        {
            Thread.sleep(50);
        }
        assertFalse(get(gateway, "status.json").body().contains("certificates"));
        log.removeHandler(intoLines);
        assertTrue(lines.stream().anyMatch(line -> line.contains("have changed; new connections have the new ones")),
            lines::toString);
    }

    @Test
    void rulesAndClustersThatTheFileHasNoMoreHaveNoSeries() throws Exception
    {
        final String before = listeners;
        listeners = before + "  gone: {brokers: [127.0.0.1:" + server.address().getPort() + "]}\n";
        start("rules:\n  - {name: old, match: {codes: 310}, route: gone}");
        try (RemotingPeer client = client())
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 7, null, "b", "Orders"));
            final RemotingPeer broker = server.accept();
            broker.write(RemotingPeer.response(broker.read(), 0, null));
            assertEquals(7, client.read().getOpaque());
        }
        assertTrue(metrics().contains("rule=\"old\"") && metrics().contains("endpoint=\"gone\""));
        listeners = before;
        write("rules:\n  - {name: new, match: {codes: 310}, set: {properties: {a: b}}}");
        awaitGeneration(2);
        for (int i = 0; i < 400 && metrics().contains("endpoint=\"gone\""); i++)
        {
            Thread.sleep(50);
        }
        assertFalse(metrics().contains("endpoint=\"gone\""), "the client has gone, and its connection");
        assertFalse(metrics().contains("rule=\"old\""));
        assertTrue(metrics().contains("endpoint=\"main\"") || metrics().contains("endpoint=\"clients\""));
    }

    @Test
    void aReloadThatMirrorsToNameServersIsRefused() throws Exception
    {
        start("  copies: {brokers: [127.0.0.1:" + server.address().getPort()
            + "]}\nrules: [{match: {codes: send}, mirror: copies}]");
        write("  copies: {nameServers: [127.0.0.1:" + server.address().getPort()
            + "]}\nrules: [{match: {codes: send}, mirror: copies}]");
        final String failed = "skim_gateway_reloads_total{outcome=\"failed\"} 1.0";
        for (int i = 0; i < 400 && !metrics().contains(failed); i++)
        {
            Thread.sleep(50);
        }
        assertTrue(metrics().contains(failed), "it was used");
        assertTrue(metrics().contains("skim_gateway_config_generation 1.0"));
        try (RemotingPeer client = client())
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, null, "b", "Orders"));
            // The broker is the mirror, too: the rules from before hold.
            assertEquals(1, server.accept().read().getOpaque());
            assertEquals(1, server.accept().read().getOpaque());
        }
    }

    /** The edit makes the header longer than allowed. */
    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void theReloadedPolicyForRefusedEditsHoldsForRequests(final SerializeType type) throws Exception
    {
        final String rule = "limits: {header: 1KiB}\nrules: [{match: {codes: send}, set: {properties: {long: \"" + "x"
            .repeat(900) + "\"}}}]\n";
        start(rule);
        final RemotingCommand send = RemotingPeer.request(type, 310, 1, null, "b", "Orders", "i", "k\1" + "y".repeat(
            300) + "\2");
        final byte[] frame = RemotingPeer.encode(send);
        try (RemotingPeer client = client())
        {
            client.write(frame);
            assertEquals(16, client.read().getCode(), "NO_PERMISSION");
            write(rule + "policies: {refused: pass}");
            awaitGeneration(2);
            client.write(frame);
            final RemotingPeer broker = server.accept();
            assertEquals(send.getExtFields(), broker.read().getExtFields());
            write(rule + "policies: {refused: close}");
            awaitGeneration(3);
            client.write(RemotingPeer.request(type, 310, 2, null, "b", "Orders", "i", "k\1" + "y".repeat(300) + "\2"));
            assertNull(client.readFrame());
        }
    }

    @Test
    void theReloadedPolicyForRefusedEditsHoldsForAmqpClientsThatComeLater() throws Exception
    {
        final String rule = "rules: [{set: {annotations: {x-opt-long: \"" + "x".repeat(900) + "\"}}}]\n";
        start(rule);
        assertEquals("amqp:resource-limit-exceeded", outcome().split(" ")[0]);
        write(rule + "policies: {refused: pass}");
        awaitGeneration(2);
        assertEquals("Accepted", outcome());
    }

    /** What a new client learns of a message that fills its frame: the annotation has no room. */
    private String outcome() throws IOException
    {
        try (ProtonSocket client = new ProtonSocket(new Socket(InetAddress.getLoopbackAddress(), gateway.address(
            "messages").getPort()), new ProtonPeer("client", FRAME)))
        {
            client.peer.connection.open();
            ProtonSocket.await(() -> client.peer.transport.pending() == 0, client);
            try (ProtonSocket broker = new ProtonSocket(amqp.accept(), new ProtonPeer("broker", FRAME)))
            {
                final Sender sender = client.peer.sender("sends", "orders");
                ProtonSocket.await(() -> sender.getCredit() > 0, client, broker);
                final Message message = Proton.message();
                message.setBody(new Data(new Binary(new byte[3 * FRAME])));
                client.peer.send(sender, ProtonPeer.encoded(message), false);
                ProtonSocket.await(() -> !client.peer.outcomes.isEmpty(), client, broker);
                assertEquals(1, client.peer.outcomes.size());
                return client.peer.outcomes.get(0);
            }
        }
    }
}

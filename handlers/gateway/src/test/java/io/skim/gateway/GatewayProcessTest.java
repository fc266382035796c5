package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.netty.RemotingPeer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code skim gateway} as a process of its own. */
class GatewayProcessTest
{
    private static final int MOST_FILES = 1_024;

    @TempDir
    private Path folder;

    /** The JDK closes its log when a signal comes, before the gateway has drained. */
    @Test
    void theLogTellsWhyConnectionsEndWhenASignalStopsTheGateway() throws Exception
    {
        final int port = FreePorts.next();
        try (RemotingPeer.Server server = new RemotingPeer.Server())
        {
            final Path file = Files.writeString(folder.resolve("gateway.yaml"),
                "listeners:\n  - {name: clients, address: "
                    + "127.0.0.1:" + port + "}\nclusters:\n  main: {brokers: [127.0.0.1:" + server.address().getPort()
                    + "]}\ndrain: 500ms\n");
            final Process gateway = ChildJvm.start(MOST_FILES,
                List.of("-Djava.util.logging.SimpleFormatter.format=%5$s%n"), GatewayCommand.class, file);
            final List<String> lines = new ArrayList<>();
            try (BufferedReader log = gateway.inputReader())
            {
                lines.add(log.readLine());
                assertEquals("listener clients is at /127.0.0.1:" + port, lines.get(0));
                // The process has begun to listen for signals, too, when all classes for a request are loaded.
                serves(port, server);
                // Now, not when the gateway drains: the first connection that ends takes a busy machine long.
                lines.add(log.readLine());
                assertTrue(lines.get(1).contains(" why=broker_closed "), lines.get(1));
                try (RemotingPeer waits = RemotingPeer.connect(port))
                {
                    waits.write(RemotingPeer.request(SerializeType.JSON, 310, 1, null, "b", "Orders"));
                    assertEquals(1, server.accept().read().getOpaque());
                    // Not that of the process itself, which also closes the pipe.
                    gateway.toHandle().destroy();
                    assertNull(waits.readFrame());
                }
                lines.addAll(log.lines().collect(Collectors.toList()));
            }
            finally
            {
                gateway.toHandle().destroyForcibly();
            }
            final String all = String.join("\n", lines);
            assertEquals(143, gateway.waitFor(), all);
            assertEquals(1, lines.stream().filter(line -> line.endsWith(" why=drain")).count(), all);
            assertTrue(all.contains("\n1 connections were closed before their requests were answered"), all);
        }
    }

    /** A listener's certificate comes from a pipe, so the start waits while the first listener has a client. */
    @Test
    void aSignalInTheMiddleOfTheStartDrainsTheClientsThatAreThere() throws Exception
    {
        final int port = FreePorts.next();
        final Path pipe = folder.resolve("server.pem");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        try (RemotingPeer.Server server = new RemotingPeer.Server())
        {
            final Path file = Files.writeString(folder.resolve("gateway.yaml"),
                "listeners:\n  - {name: clients, address: 127.0.0.1:" + port + "}\n  - {name: more, address: 127.0.0.1:"
                    + FreePorts.next() + ", tls: {certificates: [{chain: server.pem, key: {file: gateway.yaml}}]}}\n"
                    + "clusters:\n  main: {brokers: [127.0.0.1:" + server.address().getPort() + "]}\ndrain: 1m\n");
            final Process gateway = ChildJvm.start(MOST_FILES,
                List.of("-Djava.util.logging.SimpleFormatter.format=%5$s%n"), GatewayCommand.class, file);
            final Thread empties = new Thread(() -> empty(pipe, gateway));
            try (BufferedReader log = gateway.inputReader())
            {
                assertEquals("listener clients is at /127.0.0.1:" + port, log.readLine());
                try (RemotingPeer client = RemotingPeer.connect(port))
                {
                    client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, null, "b", "Orders"));
                    final RemotingPeer broker = server.accept();
                    final RemotingCommand request = broker.read();
                    gateway.toHandle().destroy();
                    empties.start();
                    broker.write(RemotingPeer.response(request, 0, null));
                    assertEquals(1, client.read().getOpaque());
                    assertNull(client.readFrame());
                }
                final String all = log.lines().collect(Collectors.joining("\n"));
                assertEquals(143, gateway.waitFor(), all);
                assertTrue(all.contains(" why=drain\n"), all);
            }
            finally
            {
                gateway.toHandle().destroyForcibly();
                gateway.waitFor();
                final RandomAccessFile reader = new RandomAccessFile(pipe.toFile(), "rw");
                empties.join();
                reader.close();
            }
        }
    }

    /** Ends a pipe whenever somebody reads it, which it waits for. */
    private static void empty(final Path pipe, final Process reader)
    {
        try
        {
            while (reader.isAlive())
            {
                Files.writeString(pipe, "");
            }
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFileThatIsNotThereIsToldWithTheReason() throws Exception
    {
        final Path file = folder.resolve("none.yaml");
        final Process gateway = ChildJvm.start(MOST_FILES, List.of(), GatewayCommand.class, file);
        try (BufferedReader log = gateway.inputReader())
        {
            assertEquals(List.of("skim gateway: java.nio.file.NoSuchFileException: " + file), log.lines().toList());
            assertEquals(3, gateway.waitFor());
        }
    }

    /** How many it needs depends on the JDK and on the class path; each number lets it get a little further. */
    @ParameterizedTest
    @ValueSource(ints = {12, 24, 40, 48, 56, 60, 64, 68})
    void aStartWithTooFewFileDescriptorsEndsWithOneMessage(final int mostFiles) throws Exception
    {
        final Path file = Files.writeString(folder.resolve("gateway.yaml"), "listeners:\n  - {name: clients, address: "
            + "127.0.0.1:" + FreePorts.next() + "}\nclusters:\n  main: {brokers: [127.0.0.1:10911]}\nhttp: {address: "
            + "127.0.0.1:" + FreePorts.next() + "}\n");
        final Process gateway = ChildJvm.start(mostFiles,
            List.of("-Djava.util.logging.SimpleFormatter.format=%5$s%n"), GatewayCommand.class, file);
        // One whose first thread has died may go on for ever.
        CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES).execute(gateway.toHandle()::destroyForcibly);
        final List<String> lines = new ArrayList<>();
        try (BufferedReader log = gateway.inputReader())
        {
            for (String line = log.readLine(); line != null; line = log.readLine())
            {
                lines.add(line);
                if (line.startsWith("status and metrics are at"))
                {
                    assertTrue(mostFiles > 24, "the number is too great for this test");
                    return;
                }
            }
        }
        finally
        {
            gateway.toHandle().destroyForcibly();
        }
        lines.removeIf(line -> line.startsWith("listener clients is at"));
        final String all = String.join("\n", lines);
        assertEquals(1, lines.size(), all);
        assertTrue(all.startsWith("skim gateway: "), all);
        assertEquals(3, gateway.waitFor(), all);
    }

    /** A request is answered, and its connection closed by the gateway because the broker closed its own: it is not drained later. */
    private static void serves(final int port, final RemotingPeer.Server server) throws Exception
    {
        try (RemotingPeer client = RemotingPeer.connect(port))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, null, "b", "Orders"));
            try (RemotingPeer broker = server.accept())
            {
                broker.write(RemotingPeer.response(broker.read(), 0, null));
                assertEquals(1, client.read().getOpaque());
            }
            assertNull(client.readFrame());
        }
    }
}

package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.netty.RemotingPeer;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code skim gateway} as a process of its own. */
class GatewayProcessTest
{
    private static final int MOST_FILES = 256;

    @TempDir
    private Path folder;

    /** The number of event loops, and so of their file descriptors, is that of a machine with two processors. */
    private Process start(final Path file) throws Exception
    {
        return ChildJvm.start(MOST_FILES, List.of("-XX:ActiveProcessorCount=2",
            "-Djava.util.logging.SimpleFormatter.format=%5$s%n"), GatewayCommand.class, file);
    }

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
            final Process gateway = start(file);
            final List<String> lines = new ArrayList<>();
            try (BufferedReader log = gateway.inputReader())
            {
                lines.add(log.readLine());
                assertEquals("listener clients is at /127.0.0.1:" + port, lines.get(0));
                // The process has begun to listen for signals, too, when all classes for a request are loaded.
                serves(port, server);
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

    /** Clients take all file descriptors. The log is no larger for it, and what comes when they have gone is served. */
    @Test
    void aProcessWithoutFileDescriptorsServesAgainWhenThereAreSome() throws Exception
    {
        final int port = FreePorts.next();
        final int http = FreePorts.next();
        try (RemotingPeer.Server server = new RemotingPeer.Server())
        {
            final Path file = Files.writeString(folder.resolve("gateway.yaml"),
                "listeners:\n  - {name: clients, address: "
                    + "127.0.0.1:" + port + "}\nclusters:\n  main: {brokers: [127.0.0.1:" + server.address().getPort()
                    + "]}\nhttp: {address: " + http + "}\n");
            final Process gateway = start(file);
            final List<RemotingPeer> clients = new ArrayList<>();
            try (BufferedReader log = gateway.inputReader())
            {
                awaitLine(log, "status and metrics are at ");
                serves(port, server);
                // The classes of the log are there now, for which file descriptors would be needed, too.
                awaitLine(log, "connection closed ");
                for (int i = 0; i < MOST_FILES; i++)
                {
                    clients.add(RemotingPeer.connect(port));
                }
                final String line = awaitLine(log, "the listener clients at 127.0.0.1:" + port);
                assertTrue(line.endsWith("takes no connections for the time being: IOException: Too many open files"),
                    line);
                clients.add(RemotingPeer.connect(http));
                awaitLine(log, "http at /127.0.0.1:" + http + " takes no connections for the time being: ");
                for (final RemotingPeer client : clients)
                {
                    client.close();
                }
                serves(port, server);
            }
            finally
            {
                gateway.toHandle().destroyForcibly();
            }
        }
    }

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
        }
    }

    /** The next line that begins so; those before it are of the gateway, and no stack traces. */
    private static String awaitLine(final BufferedReader log, final String begin) throws Exception
    {
        String line = log.readLine();
        while (line != null && !line.startsWith(begin))
        {
            assertTrue(line.matches("(listener|status|connection|the|http) .*"), line);
            line = log.readLine();
        }
        assertTrue(line != null, begin);
        return line;
    }
}

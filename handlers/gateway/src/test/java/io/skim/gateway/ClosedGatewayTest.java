package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.netty.RemotingPeer;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that is closed more than once, by several threads, while requests are open and while its file is read. */
class ClosedGatewayTest
{
    private static final int CLOSERS = 4;
    /** More than there are event loops. */
    private static final int CLIENTS = 4 * Runtime.getRuntime().availableProcessors();

    @TempDir
    private Path folder;
    private RemotingPeer.Server server;
    private Path file;
    private int port;
    private Gateway gateway;

    @BeforeEach
    void start() throws Exception
    {
        server = new RemotingPeer.Server();
        port = FreePorts.next();
        file = Files.writeString(folder.resolve("gateway.yaml"), text(""));
        gateway = Gateway.start(file);
    }

    @AfterEach
    void stop() throws IOException
    {
        gateway.close();
        server.close();
    }

    private String text(final String rules)
    {
        return "listeners:\n  - {name: clients, address: 127.0.0.1:" + port
            + "}\nclusters:\n  main: {brokers: [127.0.0.1:"
            + server.address().getPort() + "]}\ndrain: 60s\nreload: 10ms\n" + rules;
    }

    private static RemotingCommand send(final int opaque)
    {
        return RemotingPeer.request(SerializeType.JSON, 310, opaque, null, "b", "Orders");
    }

    @Test
    void aSecondCloseHasNoEffect()
    {
        gateway.close();
        gateway.close();
        assertThrows(ConnectException.class, () -> RemotingPeer.connect(port).close());
    }

    @Test
    void everyCloseReturnsWhenTheLastRequestIsAnsweredAndTheGatewayHasStopped() throws Exception
    {
        try (RemotingPeer client = RemotingPeer.connect(port))
        {
            client.write(send(7));
            final RemotingPeer broker = server.accept();
            final RemotingCommand request = broker.read();
            final List<CompletableFuture<Void>> closers = new ArrayList<>();
            for (int i = 0; i < CLOSERS; i++)
            {
                closers.add(CompletableFuture.runAsync(gateway::close, run -> new Thread(run).start()));
            }
            awaitClosedPort();
            assertTrue(closers.stream().noneMatch(CompletableFuture::isDone), "the request is open");
            broker.write(RemotingPeer.response(request, 0, null));
            assertEquals(7, client.read().getOpaque());
            assertNull(client.readFrame());
            client.hangUp();
            for (final CompletableFuture<Void> closer : closers)
            {
                closer.get(20, TimeUnit.SECONDS);
            }
        }
    }

    private void awaitClosedPort() throws Exception
    {
        for (int i = 0; i < 400; i++)
        {
            try (RemotingPeer late = RemotingPeer.connect(port))
            {
                assertNull(late.readFrame());
            }
            catch (final ConnectException closed)
            {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("the port is open");
    }

    /** A file on a disk that does not answer: here a pipe that nobody writes to. */
    @Test
    void clientsAreServedAndTheGatewayStopsWhileAChangedFileCannotBeRead() throws Exception
    {
        final Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor());
        Files.move(pipe, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        // Waits for its reader.
        try (OutputStream writer = new FileOutputStream(file.toFile()))
        {
            for (int i = 0; i < CLIENTS; i++)
            {
                try (RemotingPeer client = RemotingPeer.connect(port))
                {
                    client.write(send(i));
                    final RemotingPeer broker = server.accept();
                    broker.write(RemotingPeer.response(broker.read(), 0, null));
                    assertEquals(i, client.read().getOpaque());
                    broker.close();
                }
            }
            CompletableFuture.runAsync(gateway::close).get(60, TimeUnit.SECONDS);
            writer.write('-');
        }
    }

    @Test
    void aGatewayIsClosedWhileItsFileChanges() throws Exception
    {
        for (int i = 0; i < 20; i++)
        {
            final Path fresh = Files.writeString(folder.resolve("fresh"), text("rules: [{name: r" + i
                + ", match: {codes: 310}, deny: {}}]\n"));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            gateway.close();
            gateway = Gateway.start(file);
        }
    }
}

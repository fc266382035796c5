package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.netty.Reachable;
import io.skim.netty.RemotingPeer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the ports of brokers whose cluster a reload removes. The listener has two ports for the brokers of all clusters. */
class RemovedClustersTest
{
    private static final String ROUTE = "rules:\n  - {match: {sql: \"$topic = 'Other'\"}, route: other}\n";
    private static final List<String> KEPT = List.of("io.skim.gateway.BrokerPorts", "io.skim.gateway.BrokerServers",
        "io.skim.handlers.route.NameRewriter");

    @TempDir
    private Path folder;
    private final AtomicLong clock = new AtomicLong();
    private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    private final Logger log = Logger.getLogger("io.skim.gateway.connection");
    private final Handler intoEnded = GatewayTest.into(ended);
    private RemotingPeer.Server names;
    private RemotingPeer.Server brokers;
    private Gateway gateway;
    private int listener;
    private int generation = 1;
    private int opaque;

    @BeforeEach
    void startTheServers() throws Exception
    {
        log.addHandler(intoEnded);
        names = new RemotingPeer.Server();
        brokers = new RemotingPeer.Server();
        listener = FreePorts.next();
        write(withOther());
        gateway = Gateway.start(folder.resolve("gateway.yaml"), clock::get);
    }

    @AfterEach
    void stopAll() throws IOException
    {
        log.removeHandler(intoEnded);
        names.close();
        brokers.close();
        gateway.close();
    }

    private String nameServers()
    {
        return "{nameServers: [127.0.0.1:" + names.address().getPort() + "]}\n";
    }

    private String withOther()
    {
        return "  other: " + nameServers() + ROUTE;
    }

    private void write(final String lines) throws IOException
    {
        final Path fresh = Files.writeString(folder.resolve("fresh"),
            "listeners:\n  - {name: clients, cluster: main, address: 127.0.0.1:"
                + listener + ", brokers: {host: 127.0.0.1, ports: " + (listener + 1) + "-" + (listener + 2)
                + "}}\nhttp: {address: 127.0.0.1:" + (listener + 3) + "}\nreload: 50ms\ndrain: 60s\nclusters:\n  main: "
                + nameServers() + lines);
        Files.move(fresh, folder.resolve("gateway.yaml"), StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
    }

    private void reload(final String lines) throws Exception
    {
        write(lines);
        generation++;
        ReloadedGatewayTest.awaitGeneration(gateway, generation);
    }

    /** The port that a client learns for the broker of a topic, with a name server's answer that comes after something else; -1 for none. */
    private int port(final String topic, final String broker, final ReloadedGatewayTest.Step before) throws Exception
    {
        try (RemotingPeer client = RemotingPeer.connect(listener))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 105, opaque++, null, "topic", topic));
            final RemotingPeer peer = names.accept();
            final RemotingCommand request = peer.read();
            before.run();
            final TopicRouteData route = new TopicRouteData();
            final BrokerData data = new BrokerData("main", "broker", new HashMap<>());
            data.getBrokerAddrs().put(0L, broker);
            route.setBrokerDatas(List.of(data));
            route.setQueueDatas(List.of());
            peer.write(RemotingPeer.response(request, 0, route.encode()));
            final RemotingCommand answer = client.read();
            peer.close();
            if (answer == null)
            {
                return -1;
            }
            final String shown = TopicRouteData.decode(answer.getBody(), TopicRouteData.class).getBrokerDatas().get(0)
                .getBrokerAddrs().get(0L);
            return Integer.parseInt(shown.substring(shown.indexOf(':') + 1));
        }
    }

    private int port(final String topic, final String broker) throws Exception
    {
        return port(topic, broker, () -> {
        });
    }

    private String broker()
    {
        return "127.0.0.1:" + brokers.address().getPort();
    }

    @Test
    void thePortsOfARemovedClusterAreFreeAndServeTheBrokersOfOthers() throws Exception
    {
        assertEquals(listener + 1, port("Orders", broker()));
        assertEquals(listener + 2, port("Other", broker()));
        assertEquals(-1, port("Orders", "127.0.0.9:10911"), "all ports are in use");
        reload("");
        awaitRefused(listener + 2);
        assertEquals(Map.of(broker(), "127.0.0.1:" + (listener + 1)), gateway.brokers());
        new ServerSocket(listener + 2).close();
        clock.addAndGet(TimeUnit.MINUTES.toNanos(9));
        assertEquals(-1, port("Orders", "127.0.0.9:10911"),
            "clients may know the port of the removed cluster's broker");
        clock.addAndGet(TimeUnit.MINUTES.toNanos(2));
        assertEquals(listener + 2, port("Orders", "127.0.0.9:10911"));
        assertEquals(listener + 1, port("Orders", broker()), "the others keep theirs");
    }

    @Test
    void aClusterThatComesBackGetsItsPortsAtOnce() throws Exception
    {
        assertEquals(listener + 1, port("Other", broker()));
        reload("");
        assertEquals(listener + 2, port("Orders", broker()), "it is another broker, though the address is the same");
        reload(withOther());
        assertEquals(listener + 1, port("Other", broker()));
    }

    @Test
    void aClusterThatGetsFixedServersNeedsNoPorts() throws Exception
    {
        assertEquals(listener + 1, port("Other", broker()));
        reload("  other: {brokers: [" + broker() + "]}\n" + ROUTE);
        awaitRefused(listener + 1);
        reload(withOther());
        assertEquals(listener + 1, port("Other", broker()));
        try (RemotingPeer client = RemotingPeer.connect(listener + 1))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 7, null, "b", "Other"));
            final RemotingPeer broker = brokers.accept();
            broker.write(RemotingPeer.response(broker.read(), 0, null));
            assertEquals(7, client.read().getOpaque());
        }
    }

    @Test
    void clientsOfARemovedClusterGetTheResponsesThatAreDueAndNoFurtherOnes() throws Exception
    {
        final int port = port("Other", broker());
        try (RemotingPeer waits = RemotingPeer.connect(port); RemotingPeer idle = RemotingPeer.connect(port))
        {
            idle.write(RemotingPeer.request(SerializeType.JSON, 310, 6, null, "b", "Other"));
            final RemotingPeer ofIdle = brokers.accept();
            ofIdle.write(RemotingPeer.response(ofIdle.read(), 0, null));
            assertEquals(6, idle.read().getOpaque());
            waits.write(RemotingPeer.request(SerializeType.JSON, 310, 7, null, "b", "Other"));
            final RemotingPeer broker = brokers.accept();
            final RemotingCommand request = broker.read();
            reload("");
            assertNull(idle.readFrame());
            awaitRefused(port);
            waits.write(RemotingPeer.request(SerializeType.JSON, 310, 8, null, "b", "Other"));
            broker.write(RemotingPeer.response(request, 0, null));
            assertEquals(7, waits.read().getOpaque());
            assertNull(waits.readFrame());
            assertNull(broker.readFrame(), "no further request");
            waits.hangUp();
            idle.hangUp();
            for (int i = 0; i < 2; i++)
            {
                assertTrue(awaitEnded("drain").contains(
                    " detail=\"the file has no name servers for the cluster other any more\""));
            }
        }
    }

    /** It names a broker that the client must not see, and for which there is no port any more. */
    @Test
    void anAnswerOfARemovedClusterThatComesLateGetsNoPort() throws Exception
    {
        assertEquals(-1, port("Other", broker(), () -> reload("")));
        assertEquals(Map.of(), gateway.brokers());
        assertThrows(ConnectException.class, () -> RemotingPeer.connect(listener + 1).close());
        assertTrue(awaitEnded("no_port").contains("the file has no name servers any more for the cluster of broker "
            + broker()));
    }

    /** The line of the next connection that ends for a reason; others end, too. */
    private String awaitEnded(final String why) throws InterruptedException
    {
        while (true)
        {
            final String line = ended.poll(20, TimeUnit.SECONDS);
            assertTrue(line != null, () -> "no connection ends with why=" + why);
            if (line.contains(" why=" + why))
            {
                return line;
            }
        }
    }

    @Test
    void nothingIsKeptOfClustersThatComeAndGo() throws Exception
    {
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++)
        {
            comeAndGo();
        }
        final Map<String, Integer> before = Reachable.count();
        for (int i = 0; i < 10 * Runtime.getRuntime().availableProcessors(); i++)
        {
            comeAndGo();
        }
        Reachable.awaitNoMoreThan(before, KEPT);
    }

    private void comeAndGo() throws Exception
    {
        assertNotEquals(-1, port("Other", broker()));
        reload("");
        reload(withOther());
    }

    private static void awaitRefused(final int port) throws Exception
    {
        for (int i = 0; i < 400; i++)
        {
            try
            {
                RemotingPeer.connect(port).close();
            }
            catch (final ConnectException refused)
            {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("somebody listens at port " + port);
    }
}

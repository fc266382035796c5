package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigException;
import io.skim.gateway.config.GatewayConfig.Brokers;
import io.skim.gateway.config.HostPort;
import io.skim.netty.RemotingPeer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway with two ports for brokers, by a clock that the test moves, between real sockets. */
class BrokerPortsTest
{
    @TempDir
    private Path folder;
    private final AtomicLong clock = new AtomicLong(-5);
    private RemotingPeer.Server names;
    private RemotingPeer.Server first;
    private RemotingPeer.Server second;
    private RemotingPeer.Server third;
    private Gateway gateway;
    private RemotingPeer client;
    private RemotingPeer nameServer;
    private int listener;
    private int opaque;
    /** How often other ports stood for brokers. */
    private int changes;

    @BeforeEach
    void startTheServers() throws IOException, ConfigException
    {
        names = new RemotingPeer.Server();
        first = new RemotingPeer.Server();
        second = new RemotingPeer.Server();
        third = new RemotingPeer.Server();
        listener = FreePorts.next();
        start("{host: 127.0.0.1, ports: " + (listener + 1) + "-" + (listener + 2) + "}");
    }

    private void start(final String brokers) throws IOException, ConfigException
    {
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file,
            "listeners:\n  - {name: clients, address: 127.0.0.1:" + listener + ", brokers: " + brokers
                + "}\nclusters:\n  main: {nameServers: [127.0.0.1:" + names.address().getPort() + "]}\ndrain: 1s\n");
        gateway = Gateway.start(file, clock::get);
    }

    @AfterEach
    void stopAll() throws IOException
    {
        if (client != null)
        {
            client.close();
        }
        names.close();
        first.close();
        second.close();
        third.close();
        gateway.close();
    }

    private static String address(final RemotingPeer.Server server)
    {
        return "127.0.0.1:" + server.address().getPort();
    }

    /** The gateway's port for a broker that the name server names; -1 if the gateway has none for it. */
    private int named(final RemotingPeer.Server broker) throws Exception
    {
        return named(address(broker));
    }

    private int named(final String broker) throws Exception
    {
        if (client == null)
        {
            client = RemotingPeer.connect(listener);
        }
        client.write(RemotingPeer.request(SerializeType.JSON, 105, opaque++, null, "topic", "Orders"));
        nameServer = nameServer == null ? names.accept() : nameServer;
        final TopicRouteData route = new TopicRouteData();
        final BrokerData data = new BrokerData("main", "broker", new HashMap<>());
        data.getBrokerAddrs().put(0L, broker);
        route.setBrokerDatas(List.of(data));
        route.setQueueDatas(List.of());
        nameServer.write(RemotingPeer.response(nameServer.read(), 0, route.encode()));
        final RemotingCommand answer = client.read();
        if (answer == null)
        {
            client = null;
            nameServer = null;
            return -1;
        }
        final String shown = TopicRouteData.decode(answer.getBody(), TopicRouteData.class).getBrokerDatas().get(0)
            .getBrokerAddrs().get(0L);
        return Integer.parseInt(shown.substring(shown.indexOf(':') + 1));
    }

    /** Has the name server name a broker once a minute. */
    private void name(final RemotingPeer.Server broker, final int minutes) throws Exception
    {
        for (int i = 0; i < minutes; i++)
        {
            clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
            named(broker);
        }
    }

    private PortRange range(final String host, final int first, final int last)
    {
        return new PortRange(new Brokers(host, first, last, true, first, null), clock::get);
    }

    /** Without file descriptors no port can be bound: that is no reason to give one up. */
    @Test
    void aPortThatCannotBeBoundForTheTimeBeingIsTriedAgain()
    {
        final List<IOException> failures = new ArrayList<>(List.of(new BindException("in use"), new SocketException(
            "too many open files"), new SocketException("too many open files")));
        final BrokerPorts ports =
            new BrokerPorts("main", range("10.0.0.1", 7_001, 7_002), (broker, port) -> {
                if (!failures.isEmpty())
                {
                    throw failures.remove(0);
                }
                return new BrokerPorts.Port()
                {
                    @Override
                    public void serve(final HostPort other)
                    {
                        throw new AssertionError(other);
                    }

                    @Override
                    public boolean isUsed()
                    {
                        return true;
                    }

                    @Override
                    public void close()
                    {
                        throw new AssertionError();
                    }
                };
            }, () -> {
                changes++;
            }, clock::get);
        for (int i = 0; i < 2; i++)
        {
            final String message = assertThrows(NoPortException.class, () -> ports.addressOf("10.0.0.9:10911"))
                .getMessage();
            assertEquals("port 7002 cannot be bound for broker 10.0.0.9:10911: too many open files", message);
        }
        assertEquals(0, changes);
        assertEquals("10.0.0.1:7002", new String(ports.addressOf("10.0.0.9:10911"), StandardCharsets.UTF_8));
        assertEquals("10.0.0.1:7002", new String(ports.addressOf("10.0.0.9:10911"), StandardCharsets.UTF_8));
        assertEquals(1, changes);
    }

    @Test
    void addressesOfVersion6AreShownInBrackets()
    {
        final BrokerPorts.Port port = new BrokerPorts.Port()
        {
            @Override
            public void serve(final HostPort broker)
            {
                throw new AssertionError(broker);
            }

            @Override
            public boolean isUsed()
            {
                return false;
            }

            @Override
            public void close()
            {
                throw new AssertionError();
            }
        };
        final List<HostPort> served = new ArrayList<>();
        final BrokerPorts ports =
            new BrokerPorts("main", range("2001:db8::1", 20_000, 20_001),
                (broker, number) -> {
                    served.add(broker);
                    return port;
                }, () -> {
                    changes++;
                }, clock::get);
        assertEquals("[2001:db8::1]:20000", new String(ports.addressOf("[2001:db8::9]:10911"), StandardCharsets.UTF_8));
        assertEquals("[2001:db8::1]:20001", new String(ports.addressOf("2001:db8::a:10911"), StandardCharsets.UTF_8));
        assertEquals(List.of(new HostPort("2001:db8::9", 10_911), new HostPort("2001:db8::a", 10_911)), served);
        // The same brokers, as others tell them.
        assertEquals("[2001:db8::1]:20000", new String(ports.addressOf("2001:db8::9:10911"), StandardCharsets.UTF_8));
        assertEquals("[2001:db8::1]:20001", new String(ports.addressOf("[2001:db8::a]:10911"), StandardCharsets.UTF_8));
        assertEquals(Set.of("[2001:db8::9]:10911", "[2001:db8::a]:10911"), ports.table().keySet());
    }

    @Test
    void whereSomethingMapsPortsTheGatewayListensAtItsOwn() throws Exception
    {
        final List<Integer> listened = new ArrayList<>();
        final BrokerPorts ports = new BrokerPorts("main",
            new PortRange(new Brokers("mq.example.com", 30_000, 30_001, true, 20_000, null), clock::get),
            (broker, port) -> {
                listened.add(port);
                throw listened.size() == 1 ? new BindException("in use") : new SocketException("too many open files");
            }, () -> {
                changes++;
            }, clock::get);
        assertEquals("port 20001 cannot be bound for broker 10.0.0.9:10911: too many open files", assertThrows(
            NoPortException.class, () -> ports.addressOf("10.0.0.9:10911")).getMessage());
        assertEquals(List.of(20_000, 20_001), listened);
        gateway.close();
        final int own = FreePorts.next();
        start("{host: mq.example.com, ports: 30000-30001, listen: " + own + "}");
        assertEquals(30_000, named(first));
        assertEquals(Map.of(address(first), "mq.example.com:30000"), gateway.brokers());
        try (RemotingPeer toBroker = RemotingPeer.connect(own))
        {
            toBroker.write(RemotingPeer.request(SerializeType.JSON, 310, 7, null, "b", "Orders"));
            assertEquals(7, first.accept().read().getOpaque());
        }
    }

    @Test
    void aNewBrokerGetsThePortOfOneThatHasGone() throws Exception
    {
        final int gone = named(first);
        final int stays = named(second);
        assertEquals(List.of(listener + 1, listener + 2), List.of(gone, stays));
        name(second, 10);
        assertEquals(-1, named(third), "the first may come back");
        name(second, 1);
        assertEquals(gone, named(third));
        assertEquals(Map.of(address(second), "127.0.0.1:" + stays, address(third), "127.0.0.1:" + gone), gateway
            .brokers());
        assertNotNull(gateway.address("clients " + address(third)));
        assertNull(gateway.address("clients " + address(first)));
        try (RemotingPeer toBroker = RemotingPeer.connect(gone))
        {
            toBroker.write(RemotingPeer.request(SerializeType.JSON, 310, 7, null, "b", "Orders"));
            assertEquals(7, third.accept().read().getOpaque());
            assertTrue(first.isIdle());
        }
        final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        final Handler intoEnded = GatewayTest.into(ended);
        final Logger connections = Logger.getLogger("io.skim.gateway.connection");
        connections.addHandler(intoEnded);
        assertEquals(-1, named(first), "no port is left");
        String line = ended.take();
        while (!line.contains(" is left for broker " + address(first)))
        {
            // Of a connection that has ended before.
            line = ended.poll(20, TimeUnit.SECONDS);
            assertNotNull(line, "no line about it");
        }
        connections.removeHandler(intoEnded);
        assertTrue(line.contains(" why=no_port detail=\"no port of " + (listener + 1) + " to " + (listener + 2)
            + " is left for broker " + address(first)), line);
        assertEquals(stays, named(second));
    }

    /** Clients that know the old ports find the same brokers there, whoever is named first, and before anyone is. */
    @Test
    void aGatewayThatIsStartedAgainHasTheSamePorts() throws Exception
    {
        final Path file = folder.resolve("ports");
        restart(file);
        final int ofFirst = named(first);
        final int ofSecond = named(second);
        assertEquals(listener + 1, ofFirst);
        restart(file);
        assertEquals(List.of(ofFirst + " main " + address(first), ofSecond + " main " + address(second)), kept(file));
        try (RemotingPeer toBroker = RemotingPeer.connect(ofSecond))
        {
            toBroker.write(RemotingPeer.request(SerializeType.JSON, 310, 7, null, "b", "Orders"));
            assertEquals(7, second.accept().read().getOpaque());
        }
        assertEquals(ofSecond, named(second));
        assertEquals(ofFirst, named(first));
        // One that has gone leaves its port to another, which has it at the next start.
        name(second, 11);
        assertEquals(ofFirst, named(third));
        restart(file);
        assertEquals(ofFirst, named(third));
        assertEquals(List.of(ofFirst + " main " + address(third), ofSecond + " main " + address(second)), kept(file));
    }

    @Test
    void aPortThatSomebodyElseHasAtTheStartIsKeptForItsBroker() throws Exception
    {
        final Path file = folder.resolve("ports");
        Files.writeString(file, "# by hand\n" + (listener + 1) + " main " + address(first) + "\n" + (listener + 2)
            + " gone 10.0.0.9:10911\n" + (listener + 3) + " main 10.0.0.8:10911\n");
        gateway.close();
        try (ServerSocket other = new ServerSocket(listener + 1, 1, InetAddress.getLoopbackAddress()))
        {
            restart(file);
            assertEquals(Map.of(), gateway.brokers());
            assertEquals(-1, named(second),
                "one port waits for the first broker, the other for that of a cluster that has gone");
            assertTrue(other.isBound());
        }
        assertEquals(listener + 1, named(first));
        restart(file);
        assertEquals(List.of(listener + 1 + " main " + address(first), listener + 2 + " gone 10.0.0.9:10911"),
            kept(file),
            "the port waits over a restart, too");
        assertEquals(-1, named(second));
        clock.addAndGet(BrokerPorts.GONE);
        assertEquals(listener + 2, named(second));
        restart(file);
        assertEquals(List.of(listener + 1 + " main " + address(first), listener + 2 + " main " + address(second)), kept(
            file));
    }

    @Test
    void aFileThatCannotBeUsedIsTold() throws Exception
    {
        final Path file = folder.resolve("ports");
        gateway.close();
        for (final String wrong : List.of("20000 main", "0 main 10.0.0.9:1", "65536 main 10.0.0.9:1",
            "20000 main 10.0.0.9",
            "20000  main 10.0.0.9:1", "", "20001 main 10.0.0.8:1", "20002 main 10.0.0.7:1"))
        {
            Files.writeString(file, "20001 main 10.0.0.7:1\n" + wrong + "\n");
            final String message = assertThrows(IOException.class, () -> restart(file), wrong).getMessage();
            assertTrue(message.startsWith(file + ", line 2: this "), message);
            assertEquals("20001 main 10.0.0.7:1\n" + wrong + "\n", Files.readString(file));
        }
        final Path nowhere = folder.resolve("none").resolve("ports");
        assertEquals(nowhere + " cannot be written: java.nio.file.NoSuchFileException: " + nowhere + ".new",
            assertThrows(IOException.class, () -> restart(nowhere)).getMessage());
        assertTrue(assertThrows(IOException.class, () -> restart(folder)).getMessage().startsWith(folder
            + " cannot be read: "));
    }

    /** Who may register a broker with a name server could keep clients from all others, and write lines of the log. */
    @ParameterizedTest
    @ValueSource(strings = {"nocolon", ":10911", "10.0.0.1:99999", "10.0.0.300:10911", "a\nb:1", "LONG:1"})
    void aBrokerWhoseAddressIsNoneKeepsNobodyFromTheOthers(final String wrong) throws Exception
    {
        final BlockingQueue<String> said = new LinkedBlockingQueue<>();
        final Handler intoSaid = GatewayTest.into(said);
        final Logger log = Logger.getLogger(BrokerPorts.class.getName());
        log.addHandler(intoSaid);
        try
        {
            assertEquals(0, named(wrong.replace("LONG", "x".repeat(256))));
            final String line = said.poll(20, TimeUnit.SECONDS);
            assertTrue(line != null && line.startsWith("the address ") && line.contains(
                " of a broker of the cluster main is none: ") && line.length() < 300 && line.lines().count() == 1,
                line);
        }
        finally
        {
            log.removeHandler(intoSaid);
        }
        assertEquals(listener + 1, named(first));
        assertEquals(Map.of(address(first), "127.0.0.1:" + (listener + 1)), gateway.brokers());
    }

    /** As on a disk that was full: brokers may keep their ports for weeks, so no other one has the file written. */
    @Test
    void aFileThatCouldNotBeWrittenIsWrittenWhenThatIsPossible() throws Exception
    {
        final Path file = Files.createDirectory(folder.resolve("kept")).resolve("ports");
        restart(file);
        final BlockingQueue<String> said = new LinkedBlockingQueue<>();
        final Handler intoSaid = GatewayTest.into(said);
        final Logger log = Logger.getLogger(Gateway.class.getName());
        log.addHandler(intoSaid);
        try
        {
            // A folder stands where the new file is written.
            final Path inTheWay = Files.createDirectory(folder.resolve("kept").resolve("ports.new"));
            final int port = named(first);
            awaitLine(said, "the ports of brokers are not kept: " + file + " cannot be written: ");
            assertEquals(List.of(), kept(file));
            Files.delete(inTheWay);
            awaitLine(said, "the ports of brokers are kept again in " + file);
            assertEquals(List.of(port + " main " + address(first)), kept(file));
        }
        finally
        {
            log.removeHandler(intoSaid);
        }
    }

    private static void awaitLine(final BlockingQueue<String> said, final String begin) throws InterruptedException
    {
        String line = said.poll(20, TimeUnit.SECONDS);
        while (line != null && !line.startsWith(begin))
        {
            line = said.poll(20, TimeUnit.SECONDS);
        }
        assertNotNull(line, begin);
    }

    /** Stops the gateway and starts another, which keeps the ports in a file. */
    private void restart(final Path file) throws Exception
    {
        gateway.close();
        if (client != null)
        {
            client.close();
            client = null;
            nameServer = null;
        }
        start("{host: 127.0.0.1, ports: " + (listener + 1) + "-" + (listener + 2) + ", keep: " + file + "}");
    }

    private static List<String> kept(final Path file) throws IOException
    {
        try (Stream<String> lines = Files.lines(file))
        {
            return lines.filter(line -> !line.startsWith("#")).toList();
        }
    }

    @Test
    void aBrokerWithClientsKeepsItsPort() throws Exception
    {
        final int busy = named(first);
        named(second);
        try (RemotingPeer toBroker = RemotingPeer.connect(busy))
        {
            toBroker.write(RemotingPeer.request(SerializeType.JSON, 310, 7, null, "b", "Orders"));
            assertEquals(7, first.accept().read().getOpaque());
            name(second, 20);
            assertEquals(-1, named(third));
        }
    }

    @Test
    void nameServersThatAreAwayMakeNoBrokerGo() throws Exception
    {
        named(first);
        named(second);
        clock.addAndGet(TimeUnit.HOURS.toNanos(5));
        assertEquals(-1, named(third), "the others were not named because none was");
        assertEquals(listener + 1, named(first));
    }
}

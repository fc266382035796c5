package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.skim.gateway.config.ConfigException;
import io.skim.netty.RemotingPeer;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a gateway goes through: connections that are cut, other protocols, clients that do not read, and many that do nothing. {@code
 * -Dskim.gateway.faults=10} does ten times as much.
 */
class GatewayFaultsTest
{
    private static final int TIMES = Integer.getInteger("skim.gateway.faults", 1);
    private static final String OWN = "";
    private static final String SHARED = ", share: {unsent: 4MiB}";
    private static final int MEBIBYTE = 1 << 20;

    @TempDir
    private Path folder;
    private RemotingPeer.Server server;
    private Gateway gateway;
    private int port;

    @BeforeEach
    void startTheServer() throws IOException
    {
        server = new RemotingPeer.Server();
    }

    @AfterEach
    void stopAll() throws IOException
    {
        gateway.close();
        server.close();
    }

    private void start(final String share) throws IOException, ConfigException
    {
        final int free = FreePorts.next();
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - {name: clients, address: 127.0.0.1:" + free
            + "}\nclusters:\n  main: {brokers: [127.0.0.1:" + server.address().getPort() + "]" + share
            + "}\nlimits: {connectionsPerAddress: 100000, connections: 100000, connect: 2500ms}\nreload: 0s\ndrain: 1s\n");
        gateway = Gateway.start(file);
        port = gateway.address("clients").getPort();
    }

    private static RemotingCommand send(final SerializeType type, final int opaque, final byte[] body)
    {
        return RemotingPeer.request(type, 310, opaque, body, "b", "Orders");
    }

    /** Answers the requests of all connections with their bodies, and keeps these. */
    private Set<String> echo()
    {
        final Set<String> bodies = ConcurrentHashMap.newKeySet();
        final Thread acceptor = new Thread(() -> {
            try
            {
                while (true)
                {
                    final RemotingPeer peer = server.accept();
                    final Thread thread = new Thread(() -> echo(peer, bodies));
                    thread.setDaemon(true);
                    thread.start();
                }
            }
            catch (final InterruptedException | AssertionError ended)
            {
                // Nobody connects any more.
            }
        });
        acceptor.setDaemon(true);
        acceptor.start();
        return bodies;
    }

    private static void echo(final RemotingPeer peer, final Set<String> bodies)
    {
        try (peer)
        {
            for (RemotingCommand request = peer.read(); request != null; request = peer.read())
            {
                final String body = new String(request.getBody(), StandardCharsets.ISO_8859_1);
                if (!bodies.add(body))
                {
                    bodies.add("twice: " + body);
                }
                peer.write(RemotingPeer.response(request, 0, request.getBody()));
            }
        }
        catch (final SocketException ended)
        {
            // The gateway has closed it.
        }
        catch (final Exception e)
        {
            bodies.add(e.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OWN, SHARED})
    void connectionsThatAreCutInsideAFrameLeaveNothingOfItBehind(final String share) throws Exception
    {
        start(share);
        final Set<String> bodies = echo();
        final Random random = new Random(1);
        final int connections = 500 * TIMES;
        for (int i = 0; i < connections; i++)
        {
            final SerializeType type = i % 2 == 0 ? SerializeType.JSON : SerializeType.ROCKETMQ;
            final byte[] padding = new byte[random.nextInt(2_000)];
            final byte[] cut = RemotingPeer.encode(send(type, 2, padding));
            try (RemotingPeer client = RemotingPeer.connect(port))
            {
                final byte[] whole = String.valueOf(i).getBytes(StandardCharsets.ISO_8859_1);
                client.write(send(type, 1, whole));
                assertEquals(String.valueOf(i), new String(client.read().getBody(), StandardCharsets.ISO_8859_1));
                client.write(Arrays.copyOf(cut, 1 + random.nextInt(cut.length - 1)));
            }
        }
        try (RemotingPeer client = RemotingPeer.connect(port))
        {
            client.write(send(SerializeType.JSON, 1, new byte[] {'x'}));
            assertEquals(1, client.read().getOpaque());
        }
        assertEquals(connections + 1, bodies.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {OWN, SHARED})
    void otherProtocolsAreClosedAndReachNoServer(final String share) throws Exception
    {
        start(share);
        for (final byte[] hello : List.of("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            HexFormat.of().parseHex("16030100c8010000c40303" + "ab".repeat(194)), "AMQP\0\1\0\0".getBytes(
                StandardCharsets.US_ASCII),
            "PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n".getBytes(
                StandardCharsets.US_ASCII),
            new byte[64], HexFormat.of().parseHex("000000150000001100" + "ff".repeat(
                16))))
        {
            try (RemotingPeer client = RemotingPeer.connect(port))
            {
                client.write(hello);
                client.socket().shutdownOutput();
                assertNull(client.readFrame(), new String(hello, StandardCharsets.ISO_8859_1));
            }
        }
        assertTrue(server.isIdle());
    }

    @ParameterizedTest
    @ValueSource(strings = {OWN, SHARED})
    void twoHundredMegabytesForClientsThatDoNotReadTakeLittleDirectMemory(final String share) throws Exception
    {
        start(share);
        final int clients = 8;
        final int each = 25 * TIMES;
        final byte[] body = new byte[MEBIBYTE];
        final List<RemotingPeer> slow = new ArrayList<>();
        final long before = directMemory();
        final AtomicLong most = new AtomicLong();
        for (int i = 0; i < clients; i++)
        {
            final RemotingPeer client = RemotingPeer.connect(port);
            slow.add(client);
            for (int n = 0; n < each; n++)
            {
                client.write(send(SerializeType.ROCKETMQ, n, new byte[0]));
            }
        }
        final Thread watch = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted())
            {
                most.accumulateAndGet(directMemory() - before, Math::max);
                LockSupport.parkNanos(1_000_000);
            }
        });
        watch.setDaemon(true);
        watch.start();
        final Thread acceptor = new Thread(() -> {
            try
            {
                while (true)
                {
                    final RemotingPeer peer = server.accept();
                    final Thread thread = new Thread(() -> answer(peer, body));
                    thread.setDaemon(true);
                    thread.start();
                }
            }
            catch (final InterruptedException | AssertionError ended)
            {
                // Nobody connects any more.
            }
        });
        acceptor.setDaemon(true);
        acceptor.start();
        // As long as anything moves.
        long last = -1;
        while (last != most.get())
        {
            last = most.get();
            TimeUnit.MILLISECONDS.sleep(1_000);
        }
        watch.interrupt();
        watch.join();
        System.out.println("direct memory for slow readers" + share + ": " + most.get() / 1024 + " KiB of "
            + clients * each + " MiB");
        // A buffer that a frame is gathered in may be twice as long, and the pool takes 4 MiB at a time.
        assertTrue(most.get() < 160L * MEBIBYTE, () -> most.get() + " bytes");
        if (share.isEmpty())
        {
            // Nothing was lost meanwhile.
            for (final RemotingPeer client : slow)
            {
                for (int n = 0; n < each; n++)
                {
                    assertEquals(MEBIBYTE, client.read().getBody().length);
                }
            }
        }
        for (final RemotingPeer client : slow)
        {
            client.close();
        }
    }

    private static void answer(final RemotingPeer peer, final byte[] body)
    {
        try (peer)
        {
            for (RemotingCommand request = peer.read(); request != null; request = peer.read())
            {
                peer.write(RemotingPeer.response(request, 0, body));
            }
        }
        catch (final Exception ended)
        {
            // The test has.
        }
    }

    /** The memory of all direct buffers; Netty does not count its own on every JDK. */
    private static long directMemory()
    {
        final long used = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> "direct".equals(pool.getName())).mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
        assertTrue(used > 0, "counted");
        return used;
    }

    /**
     * The heap in use, and direct memory, once everything that can be collected has been: what an earlier test or
     * measurement gives back late, a chunk of an ended loop say, would otherwise count as negative memory of this one.
     */
    private static long[] memory() throws InterruptedException
    {
        final long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        long direct = directMemory();
        int same = 0;
        for (int i = 0; i < 4 || same < 3 && System.nanoTime() < until; i++)
        {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(100);
            final long now = directMemory();
            same = now == direct ? same + 1 : 0;
            direct = now;
        }
        final Runtime runtime = Runtime.getRuntime();
        return new long[] {runtime.totalMemory() - runtime.freeMemory(), direct};
    }

    /** The heap and direct memory of one of many connections to a port, with that of the client; something looks while all are open. */
    private static long[] memoryOfOne(final int toPort, final int connections, final Runnable whileOpen)
        throws Exception
    {
        final List<SocketChannel> clients = new ArrayList<>();
        try
        {
            // What is made for the first ones alone.
            connect(toPort, 100, clients);
            final long[] before = memory();
            connect(toPort, connections, clients);
            final long[] after = memory();
            whileOpen.run();
            return new long[] {(after[0] - before[0]) / connections, (after[1] - before[1]) / connections};
        }
        finally
        {
            for (final SocketChannel client : clients)
            {
                client.close();
            }
        }
    }

    private static void connect(final int toPort, final int count, final List<SocketChannel> clients) throws Exception
    {
        for (int i = 0; i < count; i++)
        {
            clients.add(SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), toPort)));
        }
        TimeUnit.MILLISECONDS.sleep(500);
    }

    @Test
    @SuppressWarnings("deprecation")
    void anIdleConnectionTakesLittleBesideNettysOwn() throws Exception
    {
        start(OWN);
        final int connections = 2_000 * TIMES;
        final EventLoopGroup loops = new NioEventLoopGroup();
        try
        {
            final Channel bare = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class).childHandler(
                new ChannelInitializer<>()
                {
                    @Override
                    protected void initChannel(final Channel channel)
                    {
                        channel.pipeline().addLast(new ChannelInboundHandlerAdapter());
                    }
                }).bind(InetAddress.getLoopbackAddress(), 0).syncUninterruptibly().channel();
            // Three rounds: the loops may still read the ends of an earlier round's connections, into buffers of theirs,
            // or give such buffers back, which adds to the direct memory of one round or takes from it.
            final List<Long> heaps = new ArrayList<>();
            final List<Long> directs = new ArrayList<>();
            final long held = PooledByteBufAllocator.DEFAULT.pinnedDirectMemory();
            for (int round = 0; round < 3; round++)
            {
                final long[] netty =
                    memoryOfOne(((InetSocketAddress)bare.localAddress()).getPort(), connections, () -> {
                        // Netty's own.
                    });
                final long[] ours = memoryOfOne(port, connections,
                    () -> assertTrue(PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() - held < 64L * connections,
                        "no buffer is held while nothing is received"));
                System.out.println("an idle connection: heap " + ours[0] + " B, bare " + netty[0] + " B; direct "
                    + ours[1] + " B, bare " + netty[1] + " B");
                heaps.add(ours[0] - netty[0]);
                directs.add(ours[1] - netty[1]);
            }
            Collections.sort(directs);
            assertTrue(directs.get(1) < 64,
                () -> "no direct memory while nothing is received: " + directs);
            assertTrue(Collections.min(heaps) < 2_048, () -> "bytes beside Netty's own: " + heaps);
        }
        finally
        {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    /**
     * The names of the classes of Netty and the JDK would take all the place that the line has. A server that never answers has the time
     * of the file.
     */
    @ParameterizedTest
    @CsvSource({"100, NotSslRecordException: not an SSL/TLS record",
        "0, SslHandshakeTimeoutException: handshake timed out after 2500ms"})
    void theLogTellsWhyNoTlsToAServerIsPossible(final int answered, final String why) throws Exception
    {
        final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        final Handler intoEnded = GatewayTest.into(ended);
        final Logger log = Logger.getLogger("io.skim.gateway.connection");
        log.addHandler(intoEnded);
        start(", tls: {}");
        try (RemotingPeer client = RemotingPeer.connect(port))
        {
            client.write(send(SerializeType.JSON, 1, null));
            final RemotingPeer broker = server.accept();
            broker.write(new byte[answered]);
            assertNull(client.readFrame());
            final String line = ended.poll(20, TimeUnit.SECONDS);
            assertTrue(line != null && line.contains(" why=broker_closed detail=\"main 127.0.0.1:" + server.address()
                .getPort() + ": " + why), line);
        }
        finally
        {
            log.removeHandler(intoEnded);
        }
    }
}

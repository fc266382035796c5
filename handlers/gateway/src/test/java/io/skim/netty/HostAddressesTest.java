package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ConnectTimeoutException;
import io.skim.gateway.FullServer;
import io.skim.gateway.connection.ProxyProtocol;
import io.skim.scan.remoting.ResponseCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers whose names have several addresses, of which some take no connection; between real sockets. */
class HostAddressesTest
{
    private static final int PATIENCE_SECONDS = 20;
    private static final byte[] PROTOCOL = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};
    /** Longer than a part that is copied, and less than stops the client. */
    private static final byte[] BODY = new byte[20_000];

    @RegisterExtension
    static final Listening LISTENING = new Listening(1);

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final ProxyWatcher watcher = new ProxyWatcher();
    private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    /** Of connections to servers. */
    private final BlockingQueue<Channel> begun = new LinkedBlockingQueue<>();
    /** Of AMQP clients, at the proxy. */
    private final BlockingQueue<Channel> clients = new LinkedBlockingQueue<>();
    private final Deque<AutoCloseable> toClose = new ArrayDeque<>();
    private RemotingPeer.Server server;

    @BeforeEach
    void startTheServer() throws IOException
    {
        server = closed(new RemotingPeer.Server());
    }

    @AfterEach
    void stopAll() throws Exception
    {
        while (!toClose.isEmpty())
        {
            toClose.pop().close();
        }
    }

    private <T extends AutoCloseable> T closed(final T resource)
    {
        toClose.push(resource);
        return resource;
    }

    /** The server by a name with these addresses; it listens at 127.0.0.1, and at no other has its port anybody who listens. */
    private Upstream named(final String... addresses)
    {
        final HostLookup lookup = new HostLookup(host -> {
            final InetAddress[] all = new InetAddress[addresses.length];
            for (int i = 0; i < all.length; i++)
            {
                all[i] = InetAddress.getByAddress(host, InetAddress.getByName(addresses[i]).getAddress());
            }
            return all;
        }, 10_000);
        return Upstream.of("server", InetSocketAddress.createUnresolved("mq.example", server.address().getPort()),
            lookup).with((pipeline, client) -> begun.add(pipeline.channel()));
    }

    private SocketAddress listen(final ChannelHandler proxy)
    {
        return LISTENING.open(LISTENING.loops(), allocator, proxy).localAddress();
    }

    private RemotingPeer connect(final RemotingProxy.Builder proxy) throws IOException
    {
        final InetSocketAddress at = (InetSocketAddress)listen(proxy.build().initializer());
        return closed(RemotingPeer.connect(at.getPort()));
    }

    private RemotingProxyEvents noting()
    {
        return new RemotingProxyEvents()
        {
            @Override
            public void onUpstreamLost(final Channel client, final Upstream upstream, final int unanswered,
                final Throwable cause)
            {
                failures.add(cause);
            }
        };
    }

    private void answerOne(final RemotingPeer client, final RemotingPeer broker) throws Exception
    {
        final RemotingCommand request = broker.read();
        assertArrayEquals(BODY, request.getBody());
        broker.write(RemotingPeer.response(request, 0, BODY));
        assertArrayEquals(BODY, client.read().getBody());
    }

    /** All buffers of the proxy's channels are released when these are closed. */
    private void assertNothingIsHeld() throws Exception
    {
        for (final Channel each : begun)
        {
            assertTrue(each.closeFuture().await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory() > 0
            && System.nanoTime() - deadline < 0)
        {
            Thread.sleep(10);
        }
        assertEquals("0 direct, 0 heap", allocator.metric().usedDirectMemory() + " direct, " + allocator.metric()
            .usedHeapMemory() + " heap");
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void whatWasSentBeforeGoesToTheFirstAddressThatTakesIt(final SerializeType type) throws Exception
    {
        final RemotingPeer client = connect(RemotingProxy.to(named("127.0.0.3", "127.0.0.2", "127.0.0.1", "127.0.0.4"))
            .events(watcher));
        client.write(RemotingPeer.request(type, 10, 7, BODY));
        client.write(RemotingPeer.request(type, 10, 8, BODY));
        final RemotingPeer broker = server.accept();
        answerOne(client, broker);
        answerOne(client, broker);
        assertTrue(server.isIdle(), "there is one connection");
        assertEquals(3, begun.size());
        assertTrue(watcher.unanswered.isEmpty(), "no server is lost");
        client.close();
        assertEquals(CloseReason.CLIENT_CLOSED, watcher.closed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertNothingIsHeld();
    }

    /** Handlers of the server's own, and what they have written, belong to one channel. */
    @Test
    void eachAddressIsSentTheProxyHeaderOnce() throws Exception
    {
        final Upstream upstream = named("127.0.0.2", "127.0.0.1").with((pipeline, client) -> {
            begun.add(pipeline.channel());
            pipeline.addLast(ProxyProtocol.sender(1, client.remoteAddress(), client.localAddress()));
        });
        final RemotingPeer client = connect(RemotingProxy.to(upstream).events(watcher));
        client.write(RemotingPeer.request(SerializeType.JSON, 10, 7, BODY));
        final RemotingPeer broker = server.accept();
        final StringBuilder header = new StringBuilder();
        for (int next = broker.socket().getInputStream().read(); next != '\n'; next = broker.socket().getInputStream()
            .read())
        {
            header.append((char)next);
        }
        assertTrue(header.toString().startsWith("PROXY TCP4 127.0.0.1 127.0.0.1 "), header::toString);
        answerOne(client, broker);
        client.close();
        assertNothingIsHeld();
    }

    @Test
    void anAddressThatDoesNotAnswerLeavesTimeForTheNext() throws Exception
    {
        try (FullServer full = new FullServer(server.address().getPort(), InetAddress.getByName("127.0.0.2")))
        {
            assertEquals(server.address().getPort(), full.port());
            final RemotingPeer client = connect(RemotingProxy.to(named("127.0.0.2", "127.0.0.1")).events(watcher)
                .timeouts(Duration.ofSeconds(15), Duration.ofSeconds(5)));
            client.write(RemotingPeer.request(SerializeType.JSON, 10, 7, BODY));
            answerOne(client, server.accept());
            assertTrue(watcher.unanswered.isEmpty(), "no server is lost");
        }
    }

    @Test
    void ifAllFailTheMessageNamesThemAll() throws Exception
    {
        final RemotingPeer client = connect(RemotingProxy.to(named("127.0.0.2", "127.0.0.3")).events(noting()));
        client.write(RemotingPeer.request(SerializeType.JSON, 10, 7, BODY));
        final Throwable cause = failures.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertNotNull(cause);
        final int port = server.address().getPort();
        assertTrue(cause.getMessage().contains("mq.example/127.0.0.2:" + port) && cause.getMessage().contains(
            "mq.example/127.0.0.3:" + port), cause::toString);
        assertEquals(-1, client.socket().getInputStream().read(), "the client is closed");
        assertTrue(failures.isEmpty(), "it is told once");
        assertNothingIsHeld();
    }

    @Test
    void allAddressesTogetherHaveNoMoreThanTheTimeOfAConnect() throws Exception
    {
        final int port = server.address().getPort();
        final InetAddress second = InetAddress.getByName("127.0.0.2");
        final InetAddress third = InetAddress.getByName("127.0.0.3");
        try (FullServer full = new FullServer(port, second); FullServer other = new FullServer(port, third))
        {
            assertEquals(full.port(), other.port());
            final RemotingPeer client = connect(RemotingProxy.to(named("127.0.0.2", "127.0.0.3", "127.0.0.1")).events(
                noting()).timeouts(Duration.ofMillis(2_500), Duration.ofSeconds(5)));
            client.write(RemotingPeer.request(SerializeType.JSON, 10, 7, BODY));
            final Throwable cause = failures.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertInstanceOf(ConnectTimeoutException.class, cause);
            assertFalse(cause.getMessage().contains("127.0.0.1"), cause::toString);
            assertTrue(server.isIdle(), "no time was left for the third address");
            assertNothingIsHeld();
        }
    }

    @Test
    void sharedConnectionsGoToTheFirstAddressThatTakesThem() throws Exception
    {
        final RemotingFunnel funnel = RemotingFunnel.builder().events(watcher).build();
        toClose.push(funnel::close);
        final RemotingPeer client = connect(RemotingProxy.to(named("127.0.0.2", "127.0.0.1")).funnel(funnel).events(
            watcher));
        client.write(RemotingPeer.request(SerializeType.JSON, 310, 7, BODY));
        answerOne(client, server.accept());
        assertEquals(1, watcher.connected.get());
        assertTrue(watcher.lost.isEmpty(), "no server is lost");
    }

    /** As when a process ends: no further address is tried then. */
    @Test
    void sharedConnectionsThatAreClosedMeanwhileTryNoOther() throws Exception
    {
        try (FullServer full = new FullServer(server.address().getPort(), InetAddress.getByName("127.0.0.2")))
        {
            assertEquals(server.address().getPort(), full.port());
            final RemotingFunnel funnel = RemotingFunnel.builder().events(watcher).build();
            final RemotingPeer client = connect(RemotingProxy.to(named("127.0.0.2", "127.0.0.1")).funnel(funnel)
                .events(watcher));
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 7, BODY));
            final Channel connecting = begun.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertNotNull(connecting);
            funnel.close();
            assertTrue(connecting.closeFuture().await(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertEquals(ResponseCode.SERVICE_NOT_AVAILABLE.code(), client.read().getCode());
            assertNull(begun.poll());
            assertTrue(server.isIdle());
        }
    }

    @Test
    void questionsOfTheProxyGoToTheFirstAddressThatTakesThem() throws Exception
    {
        final Upstream upstream = named("127.0.0.2", "127.0.0.1").with((pipeline, client) -> {
            begun.add(pipeline.channel());
            pipeline.addLast(ProxyProtocol.sender(2, server.address(), server.address()));
        });
        final CompletableFuture<Integer> code = new CompletableFuture<>();
        RemotingQuery.ask(LISTENING.loops().next(), upstream, 106, new RemotingTools(), Duration.ofSeconds(
            PATIENCE_SECONDS), new RemotingQuery.Answer()
            {
                @Override
                public void onResponse(final RemotingFrame response)
                {
                    code.complete(response.header().code());
                }

                @Override
                public void onFailure(final Throwable cause)
                {
                    code.completeExceptionally(cause);
                }
            });
        final RemotingPeer broker = server.accept();
        // The PROXY header of two IPv4 addresses.
        assertEquals(28, broker.socket().getInputStream().readNBytes(28).length);
        broker.write(RemotingPeer.response(broker.read(), 5, null));
        assertEquals(5, code.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    private Socket connectAmqp(final Upstream upstream) throws IOException
    {
        final AmqpProxy proxy = AmqpProxy.to(upstream).events(new AmqpProxyEvents()
        {
            @Override
            public void onOpen(final Channel client)
            {
                clients.add(client);
            }

            @Override
            public void onUnreachable(final Channel client, final Upstream server, final Throwable cause)
            {
                failures.add(cause);
            }
        }).build();
        final Socket client = closed(new Socket());
        client.setSoTimeout((int)TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        client.connect(listen(proxy.initializer()));
        client.getOutputStream().write(PROTOCOL);
        return client;
    }

    @Test
    void amqpConnectionsGoToTheFirstAddressThatTakesThem() throws Exception
    {
        final Socket client = connectAmqp(named("127.0.0.2", "127.0.0.1"));
        final Socket broker = server.accept().socket();
        assertArrayEquals(PROTOCOL, broker.getInputStream().readNBytes(PROTOCOL.length));
        broker.getOutputStream().write(PROTOCOL);
        assertArrayEquals(PROTOCOL, client.getInputStream().readNBytes(PROTOCOL.length));
        assertTrue(failures.isEmpty());
        client.close();
        broker.close();
        assertNothingIsHeld();
        assertEquals(2, begun.size());
    }

    /** The client is not read while its broker is not connected, so that it is gone is seen later. */
    @Test
    void anAmqpClientThatGoesAwayMeanwhileLeavesNothing() throws Exception
    {
        try (FullServer full = new FullServer(server.address().getPort(), InetAddress.getByName("127.0.0.2")))
        {
            assertEquals(server.address().getPort(), full.port());
            final Socket client = connectAmqp(named("127.0.0.2", "127.0.0.1"));
            assertNotNull(begun.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
            client.setSoLinger(true, 0);
            client.close();
            server.accept();
            assertNothingIsHeld();
            assertTrue(failures.isEmpty());
        }
    }

    /** As when a process ends, or a rule closes the client. */
    @Test
    void anAmqpClientThatIsClosedMeanwhileEndsTheConnect() throws Exception
    {
        try (FullServer full = new FullServer(server.address().getPort(), InetAddress.getByName("127.0.0.2")))
        {
            assertEquals(server.address().getPort(), full.port());
            connectAmqp(named("127.0.0.2", "127.0.0.1"));
            final Channel connecting = begun.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            final Channel accepted = clients.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertNotNull(connecting);
            assertNotNull(accepted);
            accepted.close();
            assertTrue(connecting.closeFuture().await(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertNothingIsHeld();
            assertNull(begun.poll(), "no other address is tried");
            assertTrue(server.isIdle() && failures.isEmpty());
        }
    }

    /** What it has sent still goes to the server, by the next address, and then the connection is closed. */
    @Test
    void aRemotingClientThatGoesAwayMeanwhileLeavesNothing() throws Exception
    {
        try (FullServer full = new FullServer(server.address().getPort(), InetAddress.getByName("127.0.0.2")))
        {
            assertEquals(server.address().getPort(), full.port());
            final RemotingPeer client = connect(RemotingProxy.to(named("127.0.0.2", "127.0.0.1")).events(watcher)
                .timeouts(Duration.ofSeconds(15), Duration.ofSeconds(5)));
            final RemotingCommand oneway = RemotingPeer.request(SerializeType.JSON, 10, 7, BODY);
            oneway.markOnewayRPC();
            client.write(oneway);
            assertNotNull(begun.peek() == null ? begun.poll(PATIENCE_SECONDS, TimeUnit.SECONDS) : begun.peek());
            client.close();
            assertEquals(CloseReason.CLIENT_CLOSED, watcher.closed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
            final RemotingPeer broker = server.accept();
            assertEquals(new String(BODY, StandardCharsets.ISO_8859_1), new String(broker.read().getBody(),
                StandardCharsets.ISO_8859_1));
            assertEquals(-1, broker.socket().getInputStream().read());
            assertNothingIsHeld();
        }
    }
}

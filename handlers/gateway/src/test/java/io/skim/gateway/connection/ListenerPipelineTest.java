package io.skim.gateway.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.haproxy.HAProxyMessageEncoder;
import io.netty.handler.codec.haproxy.HAProxyProtocolVersion;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslHandler;
import io.skim.gateway.config.AddressRange;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.Side;
import io.skim.gateway.metrics.TimeoutKind;
import io.skim.gateway.tls.Authority;
import io.skim.gateway.tls.KeyFiles;
import io.skim.gateway.tls.ServerTls;
import io.skim.gateway.tls.ServerTlsContexts;
import io.skim.gateway.tls.UpstreamTls;
import io.skim.gateway.tls.UpstreamTlsContexts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections over sockets of the loopback interface, to a listener that sends back what comes. */
@SuppressWarnings("deprecation")
class ListenerPipelineTest
{
    private static final String V2_TCP4_FROM_10_1_2_3 = "0D0A0D0A000D0A515549540A" + "21" + "11" + "000C" + "0A010203"
        + "7F000001" + "C822" + "2694";
    private static final String V2_LOCAL = "0D0A0D0A000D0A515549540A" + "20" + "00" + "0000";
    private static final ProxyProtocol LOOPBACK = new ProxyProtocol(List.of(AddressRange.parse("127.0.0.0/8")), false);

    private final EventLoopGroup group = new NioEventLoopGroup(1);
    private final GatewayMetrics metrics = new GatewayMetrics("test", () -> 0);
    private final Endpoint endpoint = metrics.endpoint(Side.CLIENT, "orders");
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    private final Connections connections = new Connections(metrics, new ConnectionLog(new Lines(
        System.Logger.Level.ALL)
    {
        @Override
        public void log(final Level level, final ResourceBundle bundle, final String format,
            final Object... params)
        {
            ends.add(format);
        }
    }, 1000), Duration.ofDays(1));
    private Channel server;

    @AfterEach
    void stop()
    {
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        metrics.close();
    }

    /** Sends back what comes, counts it as a frame, and begins with a byte. */
    private static final class Echo extends ChannelInboundHandlerAdapter
    {
        private final Connection connection;

        Echo(final Connection connection)
        {
            this.connection = connection;
        }

        @Override
        public void channelActive(final ChannelHandlerContext ctx)
        {
            ctx.writeAndFlush(Unpooled.copiedBuffer("!", StandardCharsets.US_ASCII));
        }

        @Override
        public void channelRead(final ChannelHandlerContext ctx, final Object message)
        {
            connection.received(((ByteBuf)message).readableBytes());
            ctx.writeAndFlush(message);
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
        {
            connection.fail(cause);
        }
    }

    private int listen(final ListenerPipeline.Builder builder) throws InterruptedException
    {
        final ListenerPipeline listener = builder.build();
        server = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class).childHandler(
            new ChannelInitializer<Channel>()
            {
                @Override
                protected void initChannel(final Channel channel)
                {
                    listener.begin(channel.pipeline(), connection -> channel.pipeline().addLast(new Echo(connection)));
                }
            }).bind("127.0.0.1", 0).sync().channel();
        return ((InetSocketAddress)server.localAddress()).getPort();
    }

    private ListenerPipeline.Builder listener()
    {
        return ListenerPipeline.of(connections, endpoint);
    }

    private static String read(final Socket socket, final int length) throws IOException
    {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }

    private static void write(final Socket socket, final String text) throws IOException
    {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private String end() throws InterruptedException
    {
        final String line = ends.poll(60, TimeUnit.SECONDS);
        assertTrue(line != null, "no connection ended");
        return line;
    }

    private void assertEnds(final String part) throws InterruptedException
    {
        final String line = end();
        assertTrue(line.contains(part), line);
    }

    @Test
    void aPlainConnectionIsReadyAtOnce() throws Exception
    {
        final int port = listen(listener());
        try (Socket socket = new Socket("127.0.0.1", port))
        {
            assertEquals("!", read(socket, 1));
            write(socket, "abc");
            assertEquals("abc", read(socket, 3));
            assertEquals(1, connections.count());
        }
        assertEnds("frames_in=1 frames_out=0 bytes_in=3 bytes_out=0 why=client_closed");
        assertEquals(0, connections.count());
    }

    @Test
    void connectionsAboveTheLimitAreClosed() throws Exception
    {
        final ConnectionLimits limits = new ConnectionLimits(1, ConnectionLimits.UNLIMITED);
        final int port = listen(listener().limits(limits));
        try (Socket first = new Socket("127.0.0.1", port))
        {
            assertEquals("!", read(first, 1));
            try (Socket second = new Socket("127.0.0.1", port))
            {
                assertEquals("", read(second, 1));
            }
            assertEnds(" why=limit");
            assertEquals(1, limits.open());
        }
        assertEnds(" why=client_closed");
        assertEquals(0, limits.open());
    }

    @Test
    void theLimitOfAnAddressGoesByTheAddressOfTheProxyHeader() throws Exception
    {
        final ConnectionLimits limits = new ConnectionLimits(10, 1);
        final int port = listen(listener().limits(limits).proxy(LOOPBACK));
        try (Socket first = new Socket("127.0.0.1", port); Socket second = new Socket("127.0.0.1", port);
            Socket third = new Socket("127.0.0.1", port))
        {
            write(first, "PROXY TCP4 10.0.0.1 10.0.0.9 1000 80\r\n");
            assertEquals("!", read(first, 1));
            write(second, "PROXY TCP4 10.0.0.2 10.0.0.9 1000 80\r\n");
            assertEquals("!", read(second, 1));
            write(third, "PROXY TCP4 10.0.0.1 10.0.0.9 1001 80\r\n");
            assertEquals("", read(third, 1));
            assertEnds("client=10.0.0.1:1001 ");
            assertEquals(2, limits.addresses());
        }
        end();
        end();
        assertEquals(0, limits.addresses());
        assertEquals(0, limits.open());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PROXY TCP4 10.1.2.3 127.0.0.1 51234 9876\r\n", "hex " + V2_TCP4_FROM_10_1_2_3,
        "PROXY UNKNOWN\r\n", "hex " + V2_LOCAL})
    void aProxyHeaderNamesTheClientWhateverItsSegments(final String header) throws Exception
    {
        final byte[] bytes = header.startsWith("hex ") ? HexFormat.of().parseHex(header.substring(4)) : header.getBytes(
            StandardCharsets.US_ASCII);
        final boolean isNamed = header.contains("10.1.2.3") || header.contains(V2_TCP4_FROM_10_1_2_3);
        final int port = listen(listener().proxy(LOOPBACK));
        try (Socket whole = new Socket("127.0.0.1", port); Socket slow = new Socket("127.0.0.1", port))
        {
            final byte[] withData = Arrays.copyOf(bytes, bytes.length + 3);
            System.arraycopy("abc".getBytes(StandardCharsets.US_ASCII), 0, withData, bytes.length, 3);
            whole.getOutputStream().write(withData);
            assertEquals("!abc", read(whole, 4));
            slow.setTcpNoDelay(true);
            for (final byte b : withData)
            {
                slow.getOutputStream().write(b);
            }
            assertEquals("!abc", read(slow, 4));
        }
        for (int i = 0; i < 2; i++)
        {
            final String line = end();
            assertEquals(isNamed, line.contains(" client=10.1.2.3:51234 "), line);
            assertEquals(!isNamed, line.contains(" client=127.0.0.1:"), line);
            assertTrue(line.contains("bytes_in=3 "), line);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "PROXY TCP4 10.1.2.3 127.0.0.1 99999 1\r\n",
        "PROXY TCP4 example.com 127.0.0.1 1 1\r\n", "PROXY TCP6 fe80::1%none ::1 1 1\r\n",
        "PROXY TCP4 ::1 127.0.0.1 1 1\r\n",
        "\0\0\0\100aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "PROXY aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
    void whatIsNoProxyHeaderEndsTheConnection(final String header) throws Exception
    {
        final int port = listen(listener().proxy(LOOPBACK));
        try (Socket socket = new Socket("127.0.0.1", port))
        {
            write(socket, header);
            assertEnds(" why=handshake_failed detail=\"");
        }
    }

    @Test
    void onlyBalancersMaySendAProxyHeader() throws Exception
    {
        final List<AddressRange> others = List.of(AddressRange.parse("10.0.0.0/8"));
        int port = listen(listener().proxy(new ProxyProtocol(others, false)));
        try (Socket socket = new Socket("127.0.0.1", port))
        {
            assertEquals("", read(socket, 1));
            assertEnds(" why=refused");
        }
        port = listen(listener().proxy(new ProxyProtocol(others, true)));
        try (Socket socket = new Socket("127.0.0.1", port))
        {
            write(socket, "PROXY TCP4");
            assertEquals("!PROXY TCP4", read(socket, 11), "the bytes of a client, not a header");
        }
    }

    @Test
    void aHandshakeThatTakesTooLongEndsTheConnection() throws Exception
    {
        // Longer than the test takes to send a part of it, also on a slow machine: the end would be a reset otherwise.
        final int port = listen(listener().proxy(LOOPBACK).handshakeTime(Duration.ofSeconds(1)));
        try (Socket socket = new Socket("127.0.0.1", port))
        {
            write(socket, "PROXY TCP4 10.1.2.3");
            assertEquals("", read(socket, 1));
            assertEnds(" why=handshake_timeout");
        }
        assertEquals(1, metrics.timedOut(TimeoutKind.HANDSHAKE));
    }

    @Test
    void aHandshakeInTimeStaysOpenAfterIt() throws Exception
    {
        final int port = listen(listener().proxy(LOOPBACK).handshakeTime(Duration.ofSeconds(2)));
        try (Socket socket = new Socket("127.0.0.1", port))
        {
            write(socket, "PROXY TCP4 10.1.2.3 10.0.0.9 1000 80\r\n");
            assertEquals("!", read(socket, 1));
            Thread.sleep(2_500);
            write(socket, "abc");
            assertEquals("abc", read(socket, 3));
        }
        assertEnds(" why=client_closed");
    }

    /** Its heartbeats wait, for example while the gateway drains, and the response that is due may take longer. */
    @Test
    void aClientThatIsNotReadIsNotIdleUnlessItDoesNotReadEither() throws Exception
    {
        final EmbeddedChannel channel = new EmbeddedChannel();
        final Connection connection = connections.open(channel, endpoint);
        channel.pipeline().addLast(new IdleTimeout(connection, Duration.ofMillis(10)));
        channel.config().setAutoRead(false);
        passTime(channel);
        assertTrue(channel.isOpen());
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        passTime(channel);
        assertFalse(channel.isOpen());
        channel.finishAndReleaseAll();

        final EmbeddedChannel other = new EmbeddedChannel();
        other.pipeline().addLast(new IdleTimeout(connections.open(other, endpoint), Duration.ofMillis(10)));
        other.config().setAutoRead(false);
        passTime(other);
        other.config().setAutoRead(true);
        passTime(other);
        assertFalse(other.isOpen(), "it is read again, and sends nothing");
        other.finishAndReleaseAll();
        assertEquals(2, metrics.timedOut(TimeoutKind.IDLE));
    }

    /** TLS has an alert to write before; here it is another channel that is closed. */
    @Test
    void anIdleClientIsCountedOnceHoweverLongTheCloseTakes() throws Exception
    {
        final EmbeddedChannel channel = new EmbeddedChannel();
        final EmbeddedChannel closed = new EmbeddedChannel();
        channel.pipeline().addLast(new IdleTimeout(connections.open(closed, endpoint), Duration.ofMillis(10)));
        passTime(channel);
        passTime(channel);
        assertFalse(closed.isOpen());
        assertEquals(1, metrics.timedOut(TimeoutKind.IDLE));
        channel.finishAndReleaseAll();
    }

    private static void passTime(final EmbeddedChannel channel) throws InterruptedException
    {
        for (int i = 0; i < 3; i++)
        {
            Thread.sleep(30);
            channel.runScheduledPendingTasks();
        }
    }

    @Test
    void anIdleClientIsClosed() throws Exception
    {
        final int port = listen(listener().idleTime(Duration.ofMillis(100)));
        try (Socket socket = new Socket("127.0.0.1", port))
        {
            assertEquals("!", read(socket, 1));
            assertEquals("", read(socket, 1));
            assertEnds(" why=idle");
        }
        assertEquals(1, metrics.timedOut(TimeoutKind.IDLE));
    }

    @Test
    void tlsInsideOfAProxyHeaderShowsNameAndSubject(@TempDir final Path folder) throws Exception
    {
        final Authority authority = new Authority(folder, "authority");
        final ServerTlsContexts certificates = ServerTlsContexts.load(new ServerTls(List.of(authority.issue("server",
            Duration.ofDays(1), "mq.example")), true, ClientAuth.REQUIRE, authority.file()));
        final int port =
            listen(listener().proxy(LOOPBACK).tls(certificates::newHandler).handshakeTime(Duration.ofMinutes(
                1)));
        for (final int version : new int[] {1, 2})
        {
            assertEquals("!abc",
                exchange(port, version, new UpstreamTls(authority.file(), "mq.example", authority.issue(
                    "client", Duration.ofDays(1), "client"))));
            final String line = end();
            assertTrue(
                line.contains(
                    " client=[2001:db8:0:0:0:0:0:7]:700 tls_name=mq.example tls_subject=\"CN\\u003dclient\" "),
                line);
            assertTrue(line.contains(" bytes_in=3 ") && line.endsWith(" why=client_closed"), line);
        }
        final KeyFiles none = null;
        exchange(port, 2, new UpstreamTls(authority.file(), "mq.example", none));
        assertEnds(" why=handshake_failed detail=\"SSLHandshakeException");
        exchange(port, 2, new UpstreamTls(authority.file(), "unknown.example", none));
        assertEnds(
            "why=handshake_failed detail=\"SSLHandshakeException: no certificate for the name unknown.example\"");
    }

    /** A client could ask for so many on one connection that no limit on connections counts. */
    @Test
    void aSecondHandshakeEndsTheConnection(@TempDir final Path folder) throws Exception
    {
        final Authority authority = new Authority(folder, "authority");
        final ServerTlsContexts certificates = ServerTlsContexts.load(new ServerTls(List.of(authority.issue("server",
            Duration.ofDays(1), "mq.example")), false, ClientAuth.NONE, null));
        final int port = listen(listener().tls(certificates::newHandler).handshakeTime(Duration.ofMinutes(1)));
        final UpstreamTlsContexts contexts =
            UpstreamTlsContexts.load(new UpstreamTls(authority.file(), "mq.example", null));
        for (final String protocol : new String[] {"TLSv1.2", "TLSv1.3"})
        {
            final BlockingQueue<String> received = new LinkedBlockingQueue<>();
            final SslHandler handler = contexts.newHandler(UnpooledByteBufAllocator.DEFAULT, "127.0.0.1", port);
            handler.engine().setEnabledProtocols(new String[] {protocol});
            final Channel channel = new Bootstrap().group(group).channel(NioSocketChannel.class).handler(
                new ChannelInitializer<Channel>()
                {
                    @Override
                    protected void initChannel(final Channel made)
                    {
                        made.pipeline().addLast(handler, new Received(received));
                    }
                }).connect("127.0.0.1", port).sync().channel();
            assertEquals("!", received.poll(20, TimeUnit.SECONDS));
            assertEquals(protocol, handler.engine().getSession().getProtocol());
            handler.renegotiate();
            if ("TLSv1.2".equals(protocol))
            {
                assertEnds(
                    " why=handshake_failed detail=\"SSLHandshakeException: the client has begun another handshake\"");
            }
            else
            {
                // There it is an exchange of keys, which is cheap and changes nothing else.
                channel.writeAndFlush(Unpooled.copiedBuffer("abc", StandardCharsets.US_ASCII)).sync();
                assertEquals("abc", received.poll(20, TimeUnit.SECONDS));
                channel.close().sync();
                assertEnds(" why=client_closed");
            }
        }
    }

    /** Sends a PROXY header, a handshake and three bytes. {@return what came back until the end, or until four bytes are there} */
    private String exchange(final int port, final int version, final UpstreamTls tls) throws Exception
    {
        final BlockingQueue<String> received = new LinkedBlockingQueue<>();
        final UpstreamTlsContexts contexts = UpstreamTlsContexts.load(tls);
        final Channel channel = new Bootstrap().group(group).channel(NioSocketChannel.class).handler(
            new ChannelInitializer<Channel>()
            {
                @Override
                protected void initChannel(final Channel made)
                {
                    final SslHandler handler = contexts.newHandler(made.alloc(), "127.0.0.1", port);
                    made.pipeline().addLast(ProxyProtocol.sender(version, new InetSocketAddress("2001:db8::7", 700),
                        new InetSocketAddress("10.0.0.9", 80)), handler, new Received(received));
                }
            }).connect("127.0.0.1", port).sync().channel();
        channel.writeAndFlush(Unpooled.copiedBuffer("abc", StandardCharsets.US_ASCII));
        final StringBuilder all = new StringBuilder();
        String part = received.take();
        while (!part.isEmpty() && all.append(part).length() < 4)
        {
            part = received.take();
        }
        channel.close().sync();
        return all.toString();
    }

    private static final class Received extends ChannelInboundHandlerAdapter
    {
        private final BlockingQueue<String> parts;

        Received(final BlockingQueue<String> parts)
        {
            this.parts = parts;
        }

        @Override
        public void channelRead(final ChannelHandlerContext ctx, final Object message)
        {
            parts.add(((ByteBuf)message).toString(StandardCharsets.US_ASCII));
            ((ByteBuf)message).release();
        }

        @Override
        public void channelInactive(final ChannelHandlerContext ctx)
        {
            parts.add("");
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
        {
            ctx.close();
        }
    }

    @Test
    void drainingClosesWhatIsNotReadyAndTellsTheOthers() throws Exception
    {
        final int port = listen(listener().proxy(LOOPBACK));
        try (Socket waiting = new Socket("127.0.0.1", port); Socket ready = new Socket("127.0.0.1", port))
        {
            write(ready, "PROXY UNKNOWN\r\n");
            assertEquals("!", read(ready, 1));
            final CompletableFuture<Integer> drained = connections.drain(Duration.ofMillis(300), group);
            assertEquals("", read(waiting, 1));
            assertEquals("", read(ready, 1));
            assertEquals(1, drained.get(60, TimeUnit.SECONDS), "nobody closed the second in time");
            try (Socket late = new Socket("127.0.0.1", port))
            {
                assertEquals("", read(late, 1));
            }
        }
        for (int i = 0; i < 3; i++)
        {
            assertEnds(" why=drain");
        }
        assertEquals(3, metrics.closed(endpoint, CloseReason.DRAIN));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void headersOfAllKindsOfAddressesAreReadAsTheyWereWritten(final int version)
    {
        final SocketAddress v4 = new InetSocketAddress("10.1.2.3", 1000);
        final SocketAddress v6 = new InetSocketAddress("2001:db8::1", 65_535);
        final SocketAddress unresolved = InetSocketAddress.createUnresolved("client.example", 7);
        assertEquals(v4, received(version, v4, new InetSocketAddress("10.0.0.9", 80)));
        assertEquals(v6, received(version, v6, new InetSocketAddress("::1", 80)));
        assertEquals(v4, received(version, v4, v6), "mapped, and back");
        assertEquals(v6, received(version, v6, v4));
        assertEquals("127.0.0.1", ((InetSocketAddress)received(version, unresolved, v4)).getAddress().getHostAddress());
        assertThrows(IllegalArgumentException.class, () -> ProxyProtocol.sender(3, v4, v6));
    }

    /** {@return the client that a listener learns of} */
    private SocketAddress received(final int version, final SocketAddress client, final SocketAddress local)
    {
        final EmbeddedChannel out = new EmbeddedChannel(HAProxyMessageEncoder.INSTANCE);
        out.writeOutbound(
            ProxyProtocol.header(version == 1 ? HAProxyProtocolVersion.V1 : HAProxyProtocolVersion.V2, client,
                local));
        final EmbeddedChannel in = new EmbeddedChannel(false, false)
        {
            @Override
            protected SocketAddress remoteAddress0()
            {
                return new InetSocketAddress("127.0.0.1", 1);
            }
        };
        listener().proxy(LOOPBACK).build().begin(in.pipeline(), connection -> {});
        register(in);
        for (ByteBuf part = out.readOutbound(); part != null; part = out.readOutbound())
        {
            in.writeInbound(part);
        }
        final SocketAddress known = Connection.of(in).client();
        in.finishAndReleaseAll();
        out.finishAndReleaseAll();
        return known;
    }

    private static void register(final EmbeddedChannel channel)
    {
        try
        {
            channel.register();
        }
        catch (final Exception e)
        {
            throw new AssertionError(e);
        }
    }
}

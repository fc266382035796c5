package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A process without file descriptors for connections to servers: Netty cannot make their channels. */
class ScarceChannelsTest
{
    private static volatile boolean exhausted;

    /** The channel of a client, and of a connection to a server. */
    public static final class Scarce extends NioSocketChannel
    {
        public Scarce()
        {
            super(provider());
        }

        private Scarce(final Channel parent, final SocketChannel socket)
        {
            super(parent, socket);
        }

        private static SelectorProvider provider()
        {
            if (exhausted)
            {
                throw new ChannelException("too many open files");
            }
            return SelectorProvider.provider();
        }
    }

    /** Accepts clients. */
    public static final class ScarceServer extends NioServerSocketChannel
    {
        @Override
        protected int doReadMessages(final List<Object> accepted) throws Exception
        {
            final SocketChannel socket = javaChannel().accept();
            if (socket == null)
            {
                return 0;
            }
            accepted.add(new Scarce(this, socket));
            return 1;
        }
    }

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private EventLoopGroup loops;
    private RemotingPeer.Server server;

    /** What happened, and on which thread. */
    private void note(final Channel client, final String what)
    {
        seen.add(what + (client.eventLoop().inEventLoop() ? "" : " elsewhere"));
    }

    private String next() throws InterruptedException
    {
        return seen.poll(20, TimeUnit.SECONDS);
    }

    @BeforeEach
    @SuppressWarnings("deprecation")
    void start() throws IOException
    {
        loops = new NioEventLoopGroup(1);
        server = new RemotingPeer.Server();
        exhausted = true;
    }

    @AfterEach
    void stop() throws IOException
    {
        server.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private int listen(final ChannelInitializer<Channel> initializer)
    {
        return ((InetSocketAddress)new ServerBootstrap().group(loops).channel(ScarceServer.class).childHandler(
            initializer).bind(InetAddress.getLoopbackAddress(), 0).syncUninterruptibly().channel().localAddress())
            .getPort();
    }

    private RemotingProxy.Builder proxy()
    {
        return RemotingProxy.to(Upstream.of("server", server.address())).events(new RemotingProxyEvents()
        {
            @Override
            public void onUpstreamLost(final Channel client, final Upstream upstream, final int unanswered,
                final Throwable cause)
            {
                note(client, "lost " + unanswered);
            }

            @Override
            public void onClose(final Channel client, final CloseReason why, final String detail)
            {
                note(client, "closed " + why);
            }
        });
    }

    private void answersUntilThereAreSome(final RemotingProxy.Builder proxy, final int tries) throws Exception
    {
        try (RemotingPeer client = RemotingPeer.connect(listen(proxy.build().initializer())))
        {
            for (int opaque = 1; opaque <= tries; opaque++)
            {
                client.write(RemotingPeer.request(SerializeType.JSON, 310, opaque, new byte[10_000], "b", "Orders"));
                final RemotingCommand answer = client.read();
                assertEquals(opaque, answer.getOpaque());
                assertEquals(14, answer.getCode(), "SERVICE_NOT_AVAILABLE");
                assertEquals("lost 1", next());
            }
            exhausted = false;
            RemotingCommand request = null;
            for (int opaque = tries + 1; request == null; opaque++)
            {
                client.write(RemotingPeer.request(SerializeType.JSON, 310, opaque, new byte[10_000], "b", "Orders"));
                // A shared connection pauses before it tries again.
                Thread.sleep(20);
                request = server.isIdle() ? null : server.accept().read();
            }
            assertEquals(310, request.getCode());
        }
    }

    @Test
    void requestsAreAnsweredWhileAConnectionOfTheClientsOwnCannotBeMade() throws Exception
    {
        answersUntilThereAreSome(proxy().onUpstreamLost(FramePolicy.ANSWER), 3);
    }

    @Test
    void requestsAreAnsweredWhileASharedConnectionCannotBeMade() throws Exception
    {
        answersUntilThereAreSome(proxy().funnel(RemotingFunnel.builder().build()), 1);
    }

    @Test
    void aClientIsClosedIfThePolicySaysSo() throws Exception
    {
        try (RemotingPeer client = RemotingPeer.connect(listen(proxy().build().initializer())))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, new byte[10_000], "b", "Orders"));
            assertNull(client.readFrame());
        }
        assertEquals("lost 1", next());
        assertEquals("closed BROKER_UNREACHABLE", next());
    }

    @Test
    void anAmqpClientIsClosed() throws Exception
    {
        final AmqpProxy proxy = AmqpProxy.to(Upstream.of("server", server.address())).events(new AmqpProxyEvents()
        {
            @Override
            public void onClose(final Channel client, final CloseReason why, final String detail)
            {
                note(client, "closed " + why);
            }
        }).build();
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), listen(proxy.initializer())))
        {
            client.setSoTimeout(20_000);
            client.getOutputStream().write(new byte[] {'A', 'M', 'Q', 'P', 0, 1, 0, 0});
            assertEquals(-1, client.getInputStream().read());
        }
        assertEquals("closed BROKER_UNREACHABLE", next());
        assertTrue(seen.isEmpty(), seen::toString);
    }
}

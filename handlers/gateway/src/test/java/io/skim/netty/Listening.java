package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.ChannelGroupFuture;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The event loops of a test class, and the listeners on the loopback interface that each test opens. */
final class Listening implements BeforeAllCallback, AfterEachCallback, AfterAllCallback
{
    private static final int BACKLOG = 1_024;
    private static final int PATIENCE_SECONDS = 20;

    private final int threads;
    /** Without those that a test has closed itself: they would keep their proxies. */
    private final ChannelGroup listeners = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private EventLoopGroup loops;

    Listening(final int threads)
    {
        this.threads = threads;
    }

    @Override
    @SuppressWarnings("deprecation")
    public void beforeAll(final ExtensionContext context)
    {
        loops = new NioEventLoopGroup(threads);
    }

    @Override
    public void afterEach(final ExtensionContext context)
    {
        // It would take forever if a loop of the test's own had ended without closing its channels, as may happen with Netty 4.2.
        final ChannelGroupFuture closed = listeners.close();
        assertTrue(closed.awaitUninterruptibly(PATIENCE_SECONDS, TimeUnit.SECONDS), "the listeners are closed");
        closed.syncUninterruptibly();
    }

    @Override
    public void afterAll(final ExtensionContext context)
    {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** Listens on a port of its own, until the test ends. */
    Channel open(final ChannelHandler children)
    {
        return open(loops, PooledByteBufAllocator.DEFAULT, children);
    }

    /** Listens on other event loops, or with another allocator. */
    Channel open(final EventLoopGroup on, final ByteBufAllocator allocator, final ChannelHandler children)
    {
        return open(new ServerBootstrap().group(on).childOption(ChannelOption.ALLOCATOR, allocator).childHandler(
            children));
    }

    /** Listens as a bootstrap says. */
    Channel open(final ServerBootstrap bootstrap)
    {
        final Channel listener = bootstrap.channel(NioServerSocketChannel.class).option(ChannelOption.SO_BACKLOG,
            BACKLOG).bind(InetAddress.getLoopbackAddress(), 0).syncUninterruptibly().channel();
        listeners.add(listener);
        return listener;
    }

    EventLoopGroup loops()
    {
        return loops;
    }

    static int port(final Channel listener)
    {
        return ((InetSocketAddress)listener.localAddress()).getPort();
    }
}

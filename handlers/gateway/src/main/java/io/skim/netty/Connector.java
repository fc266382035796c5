package io.skim.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/** Connects with servers on behalf of a client: on its event loop, by a channel of the same kind, with the same allocator. */
final class Connector
{
    private final EventLoop loop;
    private final Class<? extends Channel> kind;
    private final ByteBufAllocator allocator;
    private final int mostMillis;

    /**
     * Makes a connector, which does not refer to the client.
     *
     * @param client     a channel.
     * @param mostMillis how long to wait for a connection.
     */
    Connector(final Channel client, final int mostMillis)
    {
        this(client.eventLoop(), client.getClass(), client.alloc(), mostMillis);
    }

    /** Makes a connector for no client. */
    Connector(final EventLoop loop, final Class<? extends Channel> kind, final ByteBufAllocator allocator,
        final int mostMillis)
    {
        this.loop = loop;
        this.kind = kind;
        this.allocator = allocator;
        this.mostMillis = mostMillis;
    }

    /** The event loop of the client and its servers. */
    EventLoop loop()
    {
        return loop;
    }

    /**
     * Begins to connect; {@link OnLoop} tells the outcome.
     *
     * @param upstream the server.
     * @param client   that the server's own handlers are made for; null if several clients share the connection: then it is itself.
     * @param handlers behind the server's own.
     * @return a future of the connection, whose channel is there.
     */
    ChannelFuture connect(final Upstream upstream, final @Nullable Channel client, final ChannelHandler... handlers)
    {
        return bootstrap().handler(new ChannelInitializer<>()
        {
            @Override
            protected void initChannel(final Channel fresh)
            {
                upstream.begin(fresh.pipeline(), client != null ? client : fresh);
                fresh.pipeline().addLast(handlers);
            }
        }).connect(upstream.address());
    }

    Bootstrap bootstrap()
    {
        return new Bootstrap().group(loop).channel(kind).resolver(HostLookup.SHARED).option(ChannelOption.ALLOCATOR,
            allocator).option(ChannelOption.CONNECT_TIMEOUT_MILLIS, mostMillis);
    }
}

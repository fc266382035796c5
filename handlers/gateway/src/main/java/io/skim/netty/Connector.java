package io.skim.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.resolver.AddressResolver;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
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
     * Begins to connect. If the host of the server has several addresses, they are tried one after the other. A channel that its owner
     * closes meanwhile ends that.
     *
     * @param upstream   the server.
     * @param client     that the server's own handlers are made for; null if several clients share the connection: then it is itself.
     * @param connecting gets the channel and the outcome.
     */
    void connect(final Upstream upstream, final @Nullable Channel client, final Connecting connecting)
    {
        new Attempt(upstream, client, connecting).begin();
    }

    /** One connect: the channel of the address that is tried. All but its begin is on the event loop. */
    private final class Attempt
    {
        private final Upstream upstream;
        private final @Nullable Channel client;
        private final Connecting connecting;
        @SuppressWarnings("NullAway.Init") // begin sets it
        private Channel channel;
        /** Null until the host is looked up. */
        private @Nullable AddressOrder addresses;

        Attempt(final Upstream upstream, final @Nullable Channel client, final Connecting connecting)
        {
            this.upstream = upstream;
            this.client = client;
            this.connecting = connecting;
        }

        void begin()
        {
            final var handlers = connecting.handlers();
            final ChannelFuture registered = new Bootstrap().group(loop).channel(kind).option(ChannelOption.ALLOCATOR,
                allocator).handler(new ChannelInitializer<>()
                {
                    @Override
                    protected void initChannel(final Channel fresh)
                    {
                        upstream.begin(fresh.pipeline(), client != null ? client : fresh);
                        fresh.pipeline().addLast(handlers);
                    }
                }).register();
            channel = registered.channel();
            connecting.begun(channel);
            OnLoop.tell(registered, loop, made -> {
                if (made.isSuccess())
                {
                    // Not at once: whoever connects still prepares for the outcome.
                    loop.execute(this::registered);
                }
                else
                {
                    connecting.ended(made.cause());
                }
            });
        }

        private void registered()
        {
            final SocketAddress address = upstream.address();
            if (addresses != null || !(address instanceof InetSocketAddress)
                || !((InetSocketAddress)address).isUnresolved())
            {
                connect(addresses == null ? address : addresses.next());
                return;
            }
            final AddressResolver<InetSocketAddress> resolver;
            try
            {
                resolver = upstream.lookup().getResolver(loop);
            }
            catch (final IllegalStateException stopping)
            {
                fail(stopping);
                return;
            }
            resolver.resolveAll(address).addListener((Future<List<InetSocketAddress>> found) -> {
                if (found.isSuccess())
                {
                    addresses = new AddressOrder(found.getNow(), mostMillis, System::nanoTime);
                    connect(addresses.next());
                }
                else
                {
                    fail(found.cause());
                }
            });
        }

        private void fail(final Throwable cause)
        {
            channel.close();
            connecting.ended(cause);
        }

        private void connect(final SocketAddress address)
        {
            channel.config().setConnectTimeoutMillis(addresses == null ? mostMillis : addresses.millis());
            channel.connect(address).addListener(made -> {
                if (made.isSuccess())
                {
                    connecting.ended(null);
                }
                else
                {
                    failed(made.cause());
                }
            });
        }

        private void failed(final Throwable cause)
        {
            if (addresses != null && addresses.goesOnAfter(cause))
            {
                final Channel before = channel;
                // Before the channel is closed: what waits in it goes to the next one.
                begin();
                before.close();
                return;
            }
            fail(addresses == null ? cause : addresses.summary(cause));
        }
    }
}

package io.skim.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.HostPort;
import io.skim.gateway.connection.AcceptFailures;
import io.skim.gateway.connection.Connection;
import io.skim.gateway.connection.Connections;
import io.skim.gateway.connection.LineAllowance;
import io.skim.gateway.connection.ListenerPipeline;
import io.skim.gateway.metrics.CloseReason;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ports that a gateway listens at, by name, and what befalls the clients that come by them. Safe for use by many threads. */
final class OpenPorts
{
    /** Serves clients. */
    interface Service
    {
        /** Begins to serve a client of a listener, or of one of its brokers' ports. */
        void serve(Listener listener, Connection connection, ClientServers reached);
    }

    private static final Logger LOG = System.getLogger(Gateway.class.getName());
    private static final int BACKLOG = 1_024;

    private final EventLoopGroup acceptors;
    private final EventLoopGroup workers;
    private final Function<Listener, ListenerPipeline> pipelines;
    private final Service service;
    private final Connections connections;
    private final Supplier<Duration> drainTime;
    private final LineAllowance failures = new LineAllowance(1);
    private final Map<String, Channel> open = new ConcurrentHashMap<>();

    OpenPorts(final EventLoopGroup acceptors, final EventLoopGroup workers,
        final Function<Listener, ListenerPipeline> pipelines, final Service service, final Connections connections,
        final Supplier<Duration> drainTime)
    {
        this.acceptors = acceptors;
        this.workers = workers;
        this.pipelines = pipelines;
        this.service = service;
        this.connections = connections;
        this.drainTime = drainTime;
    }

    /** Opens the port of a listener. */
    void open(final Listener listener, final Consumer<Connection> serve) throws IOException
    {
        final Channel bound = bind(listener, listener.address(), serve);
        add(listener.name(), bound);
        LOG.log(Level.INFO, "listener {0} is at {1}", listener.name(), bound.localAddress());
    }

    /** Binds a port at once, so that a client that is told of it finds it. */
    Channel bind(final Listener listener, final HostPort address, final Consumer<Connection> serve)
        throws IOException
    {
        final ListenerPipeline pipeline = pipelines.apply(listener);
        final ServerSocketChannel socket = socket(listener.name(), address);
        boolean bound = false;
        try
        {
            bind(socket, listener.name(), address);
            socket.configureBlocking(false);
            final ChannelFuture registered = new ServerBootstrap().group(acceptors, workers)
                .channelFactory(() -> new NioServerSocketChannel(
                    socket))
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT).childOption(
                    ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>()
                {
                    @Override
                    protected void initChannel(final Channel client)
                    {
                        pipeline.begin(client.pipeline(), serve);
                    }
                }).register();
            bound = true;
            AcceptFailures.tell(registered, "the listener " + listener.name() + " at " + address, failures);
            return registered.channel();
        }
        finally
        {
            if (!bound)
            {
                socket.close();
            }
        }
    }

    private static ServerSocketChannel socket(final String listener, final HostPort address) throws IOException
    {
        try
        {
            return ServerSocketChannel.open();
        }
        catch (final IOException e)
        {
            throw cannotListen("the listener " + listener, address, e);
        }
    }

    private static void bind(final ServerSocketChannel socket, final String listener, final HostPort address)
        throws IOException
    {
        try
        {
            socket.bind(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()), BACKLOG);
        }
        catch (final IOException e)
        {
            throw cannotListen("the listener " + listener, address, e);
        }
    }

    /** The system tells why, but not where. */
    static IOException cannotListen(final String who, final HostPort address, final IOException cause)
    {
        final String message = who + " cannot listen at " + address + ": " + cause.getMessage();
        return cause instanceof BindException ? (BindException)new BindException(message).initCause(cause)
            : new IOException(message, cause);
    }

    void add(final String name, final Channel bound)
    {
        open.put(name, bound);
    }

    /** Removes a port, unless another one has the name by now. */
    void remove(final String name, final Channel bound)
    {
        open.remove(name, bound);
    }

    void forEach(final BiConsumer<String, Channel> action)
    {
        open.forEach(action);
    }

    @Nullable
    InetSocketAddress address(final String name)
    {
        final Channel channel = open.get(name);
        return channel == null ? null : (InetSocketAddress)channel.localAddress();
    }

    /** An event loop for what belongs to no client. */
    EventLoop loop()
    {
        return workers.next();
    }

    void serve(final Listener listener, final Connection connection, final ClientServers reached)
    {
        service.serve(listener, connection, reached);
    }

    /** Adds a connection to the clients of a port for as long as it lasts; then something leaves with it. */
    static void comesIn(final Connection connection, final Set<Connection> clients, final Runnable leave)
    {
        clients.add(connection);
        connection.channel().pipeline().addLast(new ChannelInboundHandlerAdapter()
        {
            /** The last that a connection does: the handlers behind this one are gone. */
            @Override
            public void handlerRemoved(final ChannelHandlerContext ctx)
            {
                clients.remove(connection);
                leave.run();
            }
        });
    }

    /** Closes a client that has come to a port that is closed. */
    static void refuse(final Connection connection, final String because)
    {
        connection.because(CloseReason.DRAIN, because);
        connection.channel().close();
    }

    /** Has clients take no further requests; they get the responses that are due, as when the gateway stops. */
    void drain(final Collection<Connection> clients, final String because)
    {
        connections.drain(clients, because, drainTime.get(), acceptors.next());
    }

    /** Closes all ports. Clients that have come by them stay. */
    void close()
    {
        open.values().forEach(channel -> channel.close().syncUninterruptibly());
    }
}

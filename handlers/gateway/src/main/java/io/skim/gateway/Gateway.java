package io.skim.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.FastThreadLocal;
import io.skim.gateway.config.ConfigException;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Bounds;
import io.skim.gateway.config.GatewayConfig.Brokers;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.GatewayConfig.Protocol;
import io.skim.gateway.config.GatewayConfig.ProxyHeaders;
import io.skim.gateway.config.HostPort;
import io.skim.gateway.config.RuleText;
import io.skim.gateway.connection.Connection;
import io.skim.gateway.connection.ConnectionLimits;
import io.skim.gateway.connection.ConnectionLog;
import io.skim.gateway.connection.Connections;
import io.skim.gateway.connection.ListenerPipeline;
import io.skim.gateway.connection.ProxyProtocol;
import io.skim.gateway.connection.ResponseLog;
import io.skim.gateway.events.FlightEvents;
import io.skim.gateway.lanes.LaneReaders;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.Side;
import io.skim.gateway.rules.ConnectionFacts;
import io.skim.gateway.rules.LiveRules;
import io.skim.gateway.status.OperationsServer;
import io.skim.gateway.status.StatusSource;
import io.skim.gateway.tls.ServerTlsContexts;
import io.skim.gateway.tls.UpstreamTlsContexts;
import io.skim.handlers.route.AddressMap;
import io.skim.netty.FramePolicy;
import io.skim.netty.RemotingProxy;
import io.skim.netty.RemotingTools;
import io.skim.netty.Upstream;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Clusters of brokers behind addresses of the gateway's own. A listener whose cluster has name servers is the name server of its
 * clients: its answers name the gateway's own ports in place of the brokers' addresses, and it listens on them.
 *
 * <pre>
 * try (Gateway gateway = Gateway.start(Path.of("gateway.yaml"))) { ... }
 * </pre>
 *
 * Safe for use by many threads.
 */
public final class Gateway implements AutoCloseable
{
    private static final Logger LOG = System.getLogger(Gateway.class.getName());
    private static final Duration SLOW = Duration.ofSeconds(1);
    private static final Duration LEAST_CLOSING = Duration.ofSeconds(5);
    /** A file may be on a disk that does not answer. */
    private static final Duration MOST_READING = Duration.ofSeconds(2);
    private static final int LINES_A_SECOND = 100;
    private static final int BACKLOG = 1_024;

    private final LiveRules rules;
    private final GatewayConfig config;
    private final GatewayMetrics metrics;
    private final Connections connections;
    private final ConnectionLimits limits;
    private final Upstreams upstreams;
    private final RemotingTools tools;
    private final Funnels funnels;
    private final RemotingProxy proxy;
    private final FastThreadLocal<LoopState> loops;
    private final FastThreadLocal<AmqpLoop> amqpLoops;
    private final LaneReaders laneReaders = new LaneReaders();
    private final EventLoopGroup acceptors = group(1);
    private final EventLoopGroup workers = group(0);
    private final Map<String, ServerTlsContexts> tls = new TreeMap<>();
    private final Map<String, Channel> listeners = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;
    /** Reads the files that have changed. It may wait for a disk, which the threads of clients must not. */
    private final ScheduledExecutorService reloader = Executors.newSingleThreadScheduledExecutor(look -> {
        final Thread thread = new Thread(look, "skim-gateway-reload");
        thread.setDaemon(true);
        return thread;
    });
    private final List<NamedServers> named = new CopyOnWriteArrayList<>();
    private final Object closing = new Object();
    private boolean closed;
    private @Nullable OperationsServer operations;

    private Gateway(final Path file, final LongSupplier nanoTime) throws IOException, ConfigException
    {
        this.nanoTime = nanoTime;
        rules = new LiveRules(file);
        config = rules.rules().config();
        // Netty counts direct memory in all only where it may use the JDK's internals.
        metrics = new GatewayMetrics(version(), () -> PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory());
        connections = new Connections(metrics, new ConnectionLog(LINES_A_SECOND), SLOW);
        limits = new ConnectionLimits(config.limits().connections(), config.limits().connectionsPerAddress());
        upstreams = new Upstreams(() -> rules.rules().config().clusters(), metrics);
        final ResponseLog log = new ResponseLog(LINES_A_SECOND);
        final Limits bounds = rules.rules().limits();
        final Strictness strictness = config.policies().reading();
        tools = new RemotingTools(bounds, strictness);
        funnels = new Funnels(config, upstreams, tools);
        loops = new FastThreadLocal<>()
        {
            @Override
            protected LoopState initialValue()
            {
                return new LoopState(rules, bounds, strictness, metrics, upstreams, laneReaders, log);
            }
        };
        amqpLoops = new FastThreadLocal<>()
        {
            @Override
            protected AmqpLoop initialValue()
            {
                return new AmqpLoop(rules, loops.get());
            }
        };
        proxy = proxy();
    }

    @SuppressWarnings("deprecation")
    private static EventLoopGroup group(final int threads)
    {
        return new NioEventLoopGroup(threads);
    }

    private static String version()
    {
        final String version = Gateway.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /**
     * Starts a gateway. When this returns it listens.
     *
     * @param file in YAML.
     * @return the gateway.
     * @throws IOException     if a file cannot be read, or a port is not free.
     * @throws ConfigException if anything in the file is wrong; it tells everything that is.
     */
    public static Gateway start(final Path file) throws IOException, ConfigException
    {
        return start(file, System::nanoTime);
    }

    /** Starts a gateway for which brokers go by another clock. */
    static Gateway start(final Path file, final LongSupplier nanoTime) throws IOException, ConfigException
    {
        final Gateway gateway = new Gateway(file, nanoTime);
        boolean started = false;
        try
        {
            gateway.begin();
            started = true;
        }
        finally
        {
            if (!started)
            {
                gateway.close();
            }
        }
        return gateway;
    }

    private void begin() throws IOException
    {
        for (final Listener listener : config.listeners())
        {
            if (listener.tls() != null)
            {
                final ServerTlsContexts contexts = ServerTlsContexts.load(Certificates.of(listener.tls()));
                tls.put(listener.name(), contexts);
                metrics.showCertificateExpiry(listener.name(), contexts::expiry);
            }
            listen(listener);
        }
        metrics.showGeneration(this::generation);
        if (config.http() != null)
        {
            serveOperations(config.http());
        }
        if (!config.reload().isZero())
        {
            reloader.scheduleWithFixedDelay(this::look, config.reload().toMillis(), config.reload().toMillis(),
                TimeUnit.MILLISECONDS);
        }
    }

    private void listen(final Listener listener) throws IOException
    {
        final Cluster own = Objects.requireNonNull(config.clusters().get(listener.cluster()), listener.cluster());
        if (listener.protocol() == Protocol.AMQP)
        {
            final AmqpListener clients = new AmqpListener(listener, rules, upstreams, amqpLoops);
            metrics.showDeliveries(metrics.endpoint(Side.CLIENT, listener.name()));
            show(listener, bind(listener, listener.address(), clients::serve));
            return;
        }
        final NamedServers reached = new NamedServers(listener, own);
        named.add(reached);
        reached.open();
        show(listener, bind(listener, listener.address(), connection -> serve(listener, connection, reached)));
    }

    /** The servers of clients for which a listener is the name server, or the fixed servers of its cluster. */
    private final class NamedServers implements ClientServers
    {
        private final Listener listener;
        private final Cluster own;
        private final @Nullable PortRange range;
        /** In place of the range, if one port stands for all brokers. */
        private final @Nullable OnePort onePort;
        /** Where the next start of the gateway finds the range's ports; null if nowhere. */
        private final @Nullable KeptPorts kept;
        private final AtomicBoolean keeping = new AtomicBoolean();
        /** Each cluster's brokers have ports of their own. */
        private final Map<String, BrokerPorts> shown = new ConcurrentHashMap<>();
        /** Why the ports could not be kept when they changed last, which is told once. */
        private volatile @Nullable String notKept;

        NamedServers(final Listener listener, final Cluster own)
        {
            this.listener = listener;
            this.own = own;
            final Brokers brokers = listener.brokers();
            range = brokers == null || !brokers.each() ? null : new PortRange(brokers, nanoTime);
            onePort = brokers == null || brokers.each() ? null : new OnePort(listener, own, brokers);
            kept = brokers == null || brokers.keep() == null ? null : new KeptPorts(brokers.keep());
        }

        void open() throws IOException
        {
            if (kept != null && range != null)
            {
                restore(kept, range);
            }
            if (onePort != null && namedCluster(own.name()) != null)
            {
                onePort.open();
            }
        }

        @Override
        public Upstream usual()
        {
            return of(rules.rules().config().clusters().getOrDefault(own.name(), own));
        }

        @Override
        public Upstream of(final Cluster cluster)
        {
            return upstreams.any(cluster);
        }

        /** Fixed servers are shown as they are. */
        @Override
        public @Nullable AddressMap shownBy(final Upstream server)
        {
            final Cluster cluster = upstreams.clusterOf(server);
            if (cluster.nameServers().isEmpty())
            {
                return null;
            }
            if (onePort != null)
            {
                return cluster.name().equals(own.name()) ? onePort.brokers : BrokerPorts.LOST;
            }
            if (range == null)
            {
                return null;
            }
            final BrokerPorts known = shown.get(cluster.name());
            return known != null ? known : add(range, cluster.name());
        }

        /** Opens the ports again that brokers had, and writes the file, so that it is known at once if that cannot be done. */
        private void restore(final KeptPorts file, final PortRange ports) throws IOException
        {
            final List<KeptPorts.Entry> entries = file.read();
            // All of them: a port that cannot be opened now may be free at the next start.
            file.write(entries);
            for (final KeptPorts.Entry entry : entries)
            {
                if (add(ports, entry.cluster()) instanceof BrokerPorts known)
                {
                    known.restore(entry.broker(), entry.port());
                }
                else if (ports.take(entry.port()))
                {
                    ports.giveBack(entry.port(), BrokerPorts.key(entry.cluster(), BrokerPorts.parse(entry.broker())));
                }
            }
        }

        private List<KeptPorts.Entry> entries()
        {
            final List<KeptPorts.Entry> entries = new ArrayList<>();
            shown.values().forEach(brokers -> brokers.addTo(entries));
            return entries;
        }

        /** Has the file written when a broker has got a port: not by the thread that serves clients. */
        private void keepPorts()
        {
            if (kept != null && keeping.compareAndSet(false, true))
            {
                try
                {
                    reloader.execute(() -> write(kept));
                }
                catch (final RejectedExecutionException e)
                {
                    // The gateway ends, and so does the port.
                    keeping.set(false);
                }
            }
        }

        private void write(final KeptPorts file)
        {
            keeping.set(false);
            String failure = null;
            try
            {
                file.write(entries());
            }
            catch (final IOException e)
            {
                failure = e.getMessage();
                if (!failure.equals(notKept))
                {
                    LOG.log(Level.ERROR, "the ports of brokers are not kept: {0}", failure);
                }
            }
            notKept = failure;
        }

        /** What the status page shows of ports that are not kept. */
        void addChecks(final List<StatusSource.Check> checks)
        {
            final String failure = notKept;
            if (failure != null)
            {
                checks.add(new StatusSource.Check(listener.name() + " ports", false, failure, false));
            }
            if (onePort != null)
            {
                onePort.addChecks(checks);
            }
        }

        /** The ports of a cluster that the file has; none for one that it had when a request was sent there. */
        private synchronized AddressMap add(final PortRange ports, final String name)
        {
            final Cluster cluster = namedCluster(name);
            return cluster == null ? BrokerPorts.LOST
                : shown.computeIfAbsent(name, any -> new BrokerPorts(name, ports, (broker, port) -> new BrokerPort(
                    listener, cluster, broker, port), this::keepPorts, nanoTime));
        }

        /** Gives the ports of clusters back that the file has no more. */
        synchronized void keepNamedClusters()
        {
            if (onePort != null)
            {
                onePort.keep(namedCluster(own.name()) != null);
            }
            for (final BrokerPorts ports : List.copyOf(shown.values()))
            {
                if (namedCluster(ports.cluster()) == null && shown.remove(ports.cluster(), ports))
                {
                    ports.close();
                }
            }
        }
    }

    /** A cluster with name servers of the file as it is; null if there is none. */
    private @Nullable Cluster namedCluster(final String name)
    {
        final Cluster cluster = rules.rules().config().clusters().get(name);
        return cluster == null || cluster.nameServers().isEmpty() ? null : cluster;
    }

    private void show(final Listener listener, final Channel bound)
    {
        listeners.put(listener.name(), bound);
        LOG.log(Level.INFO, "listener {0} is at {1}", listener.name(), bound.localAddress());
    }

    /** Adds a connection to the clients of a port for as long as it lasts; then something leaves with it. */
    private static void comesIn(final Connection connection, final Set<Connection> clients, final Runnable leave)
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

    /** A port that stands for a broker of a cluster. */
    private final class BrokerPort implements BrokerPorts.Port
    {
        private final Listener listener;
        private final Cluster cluster;
        private final Channel channel;
        private final Set<Connection> clients = ConcurrentHashMap.newKeySet();
        /** Null when the port is closed. */
        private volatile @Nullable BrokerServers broker;
        private String name;

        BrokerPort(final Listener listener, final Cluster cluster, final HostPort address, final int port)
            throws IOException
        {
            this.listener = listener;
            this.cluster = cluster;
            final BrokerServers first = new BrokerServers(upstreams, cluster, address);
            broker = first;
            name = nameOf(address);
            boolean bound = false;
            try
            {
                channel = bind(listener, new HostPort(listener.address().host(), port), this::begin);
                bound = true;
            }
            finally
            {
                if (!bound)
                {
                    first.broker().leave();
                }
            }
            listeners.put(name, channel);
        }

        private String nameOf(final HostPort address)
        {
            return listener.name() + " " + address;
        }

        private void begin(final Connection connection)
        {
            final BrokerServers current = enter();
            if (current == null)
            {
                connection.because(CloseReason.DRAIN, closedBecause());
                connection.channel().close();
                return;
            }
            comesIn(connection, clients, current.broker()::leave);
            Gateway.this.serve(listener, connection, current);
            if (broker == null)
            {
                connections.drain(List.of(connection), closedBecause(), drainTime(), acceptors.next());
            }
        }

        /** The servers of a client that has come; null if the port is closed. */
        private @Nullable BrokerServers enter()
        {
            BrokerServers entered = broker;
            while (entered != null && !entered.broker().enter())
            {
                entered = broker;
            }
            return entered;
        }

        @Override
        public void serve(final HostPort address)
        {
            final BrokerServers before = broker;
            broker = new BrokerServers(upstreams, cluster, address);
            if (before != null)
            {
                before.broker().leave();
            }
            listeners.remove(name, channel);
            name = nameOf(address);
            listeners.put(name, channel);
        }

        @Override
        public boolean isUsed()
        {
            final BrokerServers current = broker;
            return current != null && current.broker().isUsed();
        }

        /** Clients that are connected get the responses that are due, as when the gateway stops. */
        @Override
        public void close()
        {
            // Another cluster may have a broker at the same address.
            listeners.remove(name, channel);
            channel.close().syncUninterruptibly();
            final BrokerServers before = broker;
            broker = null;
            if (before != null)
            {
                before.broker().leave();
            }
            connections.drain(clients, closedBecause(), drainTime(), acceptors.next());
        }

        private String closedBecause()
        {
            return "the file has no name servers for the cluster " + cluster.name() + " any more";
        }
    }

    /** The one port of a listener for all brokers of its cluster. */
    private final class OnePort
    {
        private final Listener listener;
        private final HostPort address;
        private final BrokerNames names;
        private final BrokerWatch watch;
        final NamedBrokers brokers;
        private final Set<Connection> clients = ConcurrentHashMap.newKeySet();
        private boolean started;
        /** Null when the port is closed. */
        private volatile @Nullable Channel channel;
        /** Why it could not be opened when that was tried last, which is told once; null if it could be, or is not to be. */
        private volatile @Nullable String problem;

        OnePort(final Listener listener, final Cluster own, final Brokers shown)
        {
            this.listener = listener;
            address = new HostPort(listener.address().host(), shown.listen());
            names = new BrokerNames(upstreams, own.name(), nanoTime);
            watch = new BrokerWatch(names, () -> namedCluster(own.name()), upstreams, tools, rules.rules().limits(),
                config.policies().reading(), config.limits().connect(), workers.next());
            brokers = new NamedBrokers(names, watch, upstreams, () -> rules.rules().config().clusters().getOrDefault(own
                .name(), own), new HostPort(shown.host(), shown.firstPort()).toString());
        }

        /** Listens, if possible when the brokers are known: clients may come back to the port before any asks for a route. */
        void open() throws IOException
        {
            if (channel != null)
            {
                return;
            }
            names.open();
            if (started)
            {
                watch.hurry();
            }
            else
            {
                started = true;
                awaitBrokers(watch.start());
            }
            final Channel bound = bind(listener, address, this::begin);
            channel = bound;
            listeners.put(name(), bound);
            LOG.log(Level.INFO, "the brokers of the cluster {0} are at port {1}", names.cluster(), String.valueOf(
                address.port()));
        }

        private void awaitBrokers(final CompletableFuture<Void> known)
        {
            try
            {
                known.get(config.limits().connect().toMillis(), TimeUnit.MILLISECONDS);
            }
            catch (final InterruptedException e)
            {
                Thread.currentThread().interrupt();
            }
            catch (final ExecutionException | TimeoutException e)
            {
                LOG.log(Level.WARNING, "the brokers of the cluster {0} are not known yet", names.cluster());
            }
        }

        private String name()
        {
            return listener.name() + " brokers";
        }

        private void begin(final Connection connection)
        {
            if (channel == null && names.isClosed())
            {
                connection.because(CloseReason.DRAIN, closedBecause());
                connection.channel().close();
                return;
            }
            comesIn(connection, clients, () -> ClientState.leaveBrokers(connection.channel()));
            Gateway.this.serve(listener, connection, brokers);
            if (names.isClosed())
            {
                connections.drain(List.of(connection), closedBecause(), drainTime(), acceptors.next());
            }
        }

        /** The file may have changed. A port that cannot be bound is tried again the next time. */
        void keep(final boolean isNamed)
        {
            String failure = null;
            try
            {
                if (isNamed)
                {
                    open();
                }
                else
                {
                    close();
                }
            }
            catch (final IOException e)
            {
                failure = e.getMessage();
                if (!failure.equals(problem))
                {
                    LOG.log(Level.ERROR, "the brokers of the cluster {0} have no port: {1}", names.cluster(), failure);
                }
            }
            problem = failure;
        }

        /** Clients that are connected get the responses that are due, as when the gateway stops. */
        private void close()
        {
            final Channel bound = channel;
            if (bound == null)
            {
                return;
            }
            listeners.remove(name(), bound);
            bound.close().syncUninterruptibly();
            channel = null;
            names.close();
            connections.drain(clients, closedBecause(), drainTime(), acceptors.next());
            LOG.log(Level.INFO, "the brokers of the cluster {0} have no port any more", names.cluster());
        }

        private String closedBecause()
        {
            return "the file has no name servers for the cluster " + names.cluster() + " any more";
        }

        /** What the status page shows of each broker, and of a port that is not open. */
        void addChecks(final List<StatusSource.Check> checks)
        {
            final String closed = problem;
            if (closed != null)
            {
                checks.add(new StatusSource.Check(name(), false, closed));
            }
            final long now = System.nanoTime();
            names.table().brokers.forEach(broker -> checks.add(new StatusSource.Check(listener.name() + ' '
                + broker.name, broker.isUsable(now), broker.place + ", id " + broker.id, false)));
        }
    }

    private Duration drainTime()
    {
        return rules.rules().config().drain();
    }

    /** One proxy for the clients of all listeners and ports: what an event loop has for it does not grow with them. */
    private RemotingProxy proxy()
    {
        final Bounds bounds = config.limits();
        return funnels.addTo(RemotingProxy.to(client -> ClientState.of(client).reached.usual()))
            .filter(() -> new GatewayFilter(loops.get())).tools(tools)
            .events(new GatewayEvents(upstreams, server -> loops.get().cluster(server)))
            .onMalformed(GatewayFilter
                .policy(config.policies().malformed()))
            .onRefused(GatewayFilter.policy(config.policies().refused()))
            .onUpstreamLost(client -> ClientState.of(client).reached.named() == null ? FramePolicy.CLOSE
                : FramePolicy.ANSWER)
            .streamBodies(bounds.streamBodiesOver()).pending(bounds.requests(), Duration.ofMinutes(1))
            .timeouts(bounds.connect(), closing(config)).build();
    }

    /** How long a client may take what was written to it when its connection is closed: at a shutdown all the time that there is. */
    static Duration closing(final GatewayConfig config)
    {
        return config.drain().compareTo(LEAST_CLOSING) < 0 ? LEAST_CLOSING : config.drain();
    }

    /** Binds a port at once, so that a client that is told of it finds it. */
    private Channel bind(final Listener listener, final HostPort address, final Consumer<Connection> serve)
        throws IOException
    {
        final ListenerPipeline pipeline = pipeline(listener);
        final ServerSocketChannel socket = ServerSocketChannel.open();
        boolean bound = false;
        try
        {
            bind(socket, listener.name(), address);
            socket.configureBlocking(false);
            final Channel channel = new ServerBootstrap().group(acceptors, workers)
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
                }).register().channel();
            bound = true;
            return channel;
        }
        finally
        {
            if (!bound)
            {
                socket.close();
            }
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
    private static IOException cannotListen(final String who, final HostPort address, final IOException cause)
    {
        final String message = who + " cannot listen at " + address + ": " + cause.getMessage();
        return cause instanceof BindException ? (BindException)new BindException(message).initCause(cause)
            : new IOException(message, cause);
    }

    private void serve(final Listener listener, final Connection connection, final ClientServers reached)
    {
        ClientState.begin(connection, facts(listener, connection), reached);
        connection.cluster(listener.cluster());
        connection.channel().pipeline().addLast(new ChannelInboundHandlerAdapter()
        {
            @Override
            public void userEventTriggered(final ChannelHandlerContext ctx, final Object event)
            {
                ctx.fireUserEventTriggered(event == Connections.DRAIN ? RemotingProxy.DRAIN : event);
            }
        });
        proxy.serve(connection.channel());
    }

    /** What rules ask about a connection. */
    static ConnectionFacts facts(final Listener listener, final Connection connection)
    {
        final InetAddress address =
            connection.client() instanceof InetSocketAddress ? ((InetSocketAddress)connection.client())
                .getAddress() : InetAddress.getLoopbackAddress();
        return new ConnectionFacts(listener, address, connection.serverName(), connection.certificateNames());
    }

    private ListenerPipeline pipeline(final Listener listener)
    {
        final Bounds bounds = config.limits();
        final Endpoint endpoint = metrics.endpoint(Side.CLIENT, listener.name());
        final ServerTlsContexts contexts = tls.get(listener.name());
        final ProxyHeaders headers = listener.proxyProtocol();
        return ListenerPipeline.of(connections, endpoint).limits(limits).handshakeTime(bounds.handshake())
            .idleTime(bounds.idle()
                .isZero() ? null : bounds.idle())
            .proxy(headers == null ? null : new ProxyProtocol(headers.from(), headers.admitsOthers()))
            .tls(contexts == null ? null : contexts::newHandler)
            .build();
    }

    private void serveOperations(final HostPort address) throws IOException
    {
        try
        {
            operations =
                OperationsServer.bind(acceptors, new InetSocketAddress(InetAddress.getByName(address.host()), address
                    .port()), Set.of(address.host()), new Source(), metrics, connections);
            LOG.log(Level.INFO, "status and metrics are at http://{0}/", address);
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        catch (final IOException e)
        {
            throw cannotListen("http", address, e);
        }
    }

    /** What the status page shows besides counts. */
    private final class Source implements StatusSource
    {
        @Override
        public String version()
        {
            return Gateway.version();
        }

        @Override
        public long generation()
        {
            return Gateway.this.generation();
        }

        @Override
        public List<Rule> rules()
        {
            return rules.rules().config().rules().stream()
                .map(rule -> new Rule(rule.name(), RuleText.of(rule), metrics.rule(rule
                    .name())))
                .collect(Collectors.toList());
        }

        @Override
        public List<Check> checks()
        {
            final List<Check> checks = new ArrayList<>();
            listeners.forEach((name, channel) -> checks.add(new Check(name, channel.isActive(), String.valueOf(channel
                .localAddress()))));
            named.forEach(some -> some.addChecks(checks));
            rules.rules().config().lanes().forEach(lane -> checks.add(
                new Check("lane " + lane.name(), true, "read by " + laneReaders.groups(lane.name()))));
            final String problem = rules.problem();
            // What is in use serves clients as before. If this failed the readiness, a wrong file for several gateways would end them all.
            checks.add(new Check("file", problem == null, problem == null ? "" : problem, false));
            certificateProblems().forEach(each -> checks.add(new Check("certificates", false, each, false)));
            return checks;
        }
    }

    private Stream<String> certificateProblems()
    {
        return Stream.concat(upstreams.tls().values().stream().map(UpstreamTlsContexts::problem),
            tls.values().stream().map(ServerTlsContexts::problem)).filter(Objects::nonNull);
    }

    private long generation()
    {
        return 1 + rules.reloads();
    }

    /** Reads what has changed. A fault in it must not end this for ever. */
    private void look()
    {
        try
        {
            reloadIfChanged();
        }
        catch (final RuntimeException e)
        {
            LOG.log(Level.ERROR, "changed files are not used", e);
        }
    }

    private void reloadIfChanged()
    {
        final long failures = rules.failures();
        if (rules.poll())
        {
            metrics.reloaded(true);
            final GatewayConfig used = rules.rules().config();
            metrics.configured(used.clusters().keySet(), used.rules().stream().map(rule -> rule.name()).collect(
                Collectors.toSet()));
            FlightEvents.reload(true, generation(), "");
            LOG.log(Level.INFO, "the file has changed; generation {0} is in use", String.valueOf(generation()));
        }
        else if (rules.failures() > failures)
        {
            metrics.reloaded(false);
            FlightEvents.reload(false, generation(), rules.problem());
            LOG.log(Level.ERROR, "the changed file is not used: {0}", rules.problem());
        }
        // Also if nothing has changed: a port that somebody else had may be free now.
        named.forEach(NamedServers::keepNamedClusters);
        upstreams.tls().forEach((name, contexts) -> reloadCertificates("cluster " + name, contexts::reloadIfChanged));
        tls.forEach((name, contexts) -> reloadCertificates("listener " + name, contexts::reloadIfChanged));
    }

    /** Certificates and keys of a listener or a cluster. */
    private interface Certified
    {
        boolean reloadIfChanged() throws IOException;
    }

    /** Those who exchange files learn by the log when the last one of them fits the others. */
    private static void reloadCertificates(final String owner, final Certified files)
    {
        try
        {
            if (files.reloadIfChanged())
            {
                LOG.log(Level.INFO, "the certificates of the {0} have changed; new connections have the new ones",
                    owner);
            }
        }
        catch (final IOException e)
        {
            LOG.log(Level.ERROR, "the changed certificates of the {0} are not used: {1}", owner, e.getMessage());
        }
    }

    /**
     * Where a listener listens.
     *
     * @param name of the listener.
     * @return the address; null if there is no such listener.
     */
    public @Nullable InetSocketAddress address(final String name)
    {
        final Channel channel = listeners.get(name);
        return channel == null ? null : (InetSocketAddress)channel.localAddress();
    }

    /** {@return the gateway's addresses of the brokers that clients were told of, by the brokers' own; a copy} */
    public Map<String, String> brokers()
    {
        final Map<String, String> all = new TreeMap<>();
        named.forEach(some -> {
            some.shown.values().forEach(ports -> all.putAll(ports.table()));
            if (some.onePort != null)
            {
                all.putAll(some.onePort.brokers.addresses());
            }
        });
        return all;
    }

    /** {@return where metrics and status are; null for nowhere} */
    public @Nullable InetSocketAddress operations()
    {
        return operations == null ? null : operations.address();
    }

    /**
     * Takes no more connections and requests, waits until all requests are answered, at most as long as the file says, and stops. A
     * further call has no effect; it returns when the gateway has stopped.
     */
    @Override
    public void close()
    {
        synchronized (closing)
        {
            if (!closed)
            {
                closed = true;
                stop();
            }
        }
    }

    private void stop()
    {
        endReloading();
        listeners.values().forEach(channel -> channel.close().syncUninterruptibly());
        final int cut = connections.drain(drainTime(), acceptors.next()).join();
        if (cut > 0)
        {
            LOG.log(Level.WARNING, "{0} connections were closed before their requests were answered",
                String.valueOf(cut));
        }
        if (operations != null)
        {
            operations.close();
        }
        named.forEach(some -> {
            if (some.onePort != null)
            {
                some.onePort.watch.end();
            }
        });
        funnels.close();
        workers.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        acceptors.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        metrics.close();
    }

    /** So that no change of the file opens or closes ports from here on. */
    private void endReloading()
    {
        reloader.shutdown();
        try
        {
            if (!reloader.awaitTermination(MOST_READING.toMillis(), TimeUnit.MILLISECONDS))
            {
                LOG.log(Level.WARNING, "a changed file is still being read, and is not waited for");
            }
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
        }
    }
}

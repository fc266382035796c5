package io.skim.gateway;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.Future;
import io.skim.gateway.config.ConfigException;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Bounds;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.GatewayConfig.Protocol;
import io.skim.gateway.config.GatewayConfig.ProxyHeaders;
import io.skim.gateway.config.GatewayConfig.Share;
import io.skim.gateway.config.HostPort;
import io.skim.gateway.config.RuleText;
import io.skim.gateway.connection.Connection;
import io.skim.gateway.connection.ConnectionLimits;
import io.skim.gateway.connection.ConnectionLog;
import io.skim.gateway.connection.Connections;
import io.skim.gateway.connection.ListenerPipeline;
import io.skim.gateway.connection.LogText;
import io.skim.gateway.connection.ProxyProtocol;
import io.skim.gateway.connection.ResponseLog;
import io.skim.gateway.events.FlightEvents;
import io.skim.gateway.lanes.LaneReaders;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.Side;
import io.skim.gateway.rules.ConnectionFacts;
import io.skim.gateway.rules.LiveRules;
import io.skim.gateway.status.OperationsServer;
import io.skim.gateway.status.StatusSource;
import io.skim.gateway.tls.ServerTlsContexts;
import io.skim.gateway.tls.UpstreamTlsContexts;
import io.skim.netty.FramePolicy;
import io.skim.netty.RemotingProxy;
import io.skim.netty.RemotingTools;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
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
    private static final Duration PENDING = Duration.ofMinutes(1);
    /** A file may be on a disk that does not answer. */
    private static final Duration MOST_READING = Duration.ofSeconds(2);
    private static final int LINES_A_SECOND = 100;
    private static final int KEEP_AGAIN_MILLIS = 1_000;
    private static final int QUIET_MILLIS = 10;
    private static final int MOST_MILLIS = 1_000;

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
    private final EventLoopGroup acceptors;
    private final EventLoopGroup workers;
    /** Makes the pages that operators ask for. Metrics take long, and no client waits for that. */
    private final EventLoopGroup operators;
    private final Map<String, ServerTlsContexts> tls = new TreeMap<>();
    private final OpenPorts ports;
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

    private Gateway(final LiveRules rules, final List<EventLoopGroup> groups, final LongSupplier nanoTime,
        final UnaryOperator<RemotingProxy.Builder> change) throws IOException
    {
        this.rules = rules;
        acceptors = groups.get(0);
        workers = groups.get(1);
        operators = groups.get(2);
        this.nanoTime = nanoTime;
        config = rules.rules().config();
        // Netty counts direct memory in all only where it may use the JDK's internals.
        metrics = new GatewayMetrics(version(), () -> PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory());
        connections = new Connections(metrics, new ConnectionLog(LINES_A_SECOND), SLOW);
        limits = new ConnectionLimits(config.limits().connections(), config.limits().connectionsPerAddress());
        upstreams = new Upstreams(() -> rules.rules().config().clusters(), config.limits().connect(), metrics);
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
        proxy = change.apply(proxy()).build();
        ports = new OpenPorts(acceptors, workers, this::pipeline, this::serve, connections, () -> rules.rules().config()
            .drain());
    }

    @SuppressWarnings("deprecation")
    private static EventLoopGroup group(final int threads, final String name) throws IOException
    {
        try
        {
            return new NioEventLoopGroup(threads, new DefaultThreadFactory("skim-gateway-" + name));
        }
        catch (final IllegalStateException | ChannelException e)
        {
            throw new IOException("no event loops can be made: " + LogText.summary(e), e);
        }
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
     * @throws IOException     if a file cannot be read, a port is not free, or file descriptors are too few.
     * @throws ConfigException if anything in the file is wrong; it tells everything that is.
     */
    public static Gateway start(final Path file) throws IOException, ConfigException
    {
        return start(file, System::nanoTime);
    }

    /** Starts a gateway for which brokers go by another clock. */
    static Gateway start(final Path file, final LongSupplier nanoTime) throws IOException, ConfigException
    {
        return start(file, nanoTime, UnaryOperator.identity());
    }

    /** Starts a gateway whose proxy for clients of RocketMQ has other times. */
    static Gateway start(final Path file, final LongSupplier nanoTime,
        final UnaryOperator<RemotingProxy.Builder> change) throws IOException, ConfigException
    {
        final Gateway gateway = make(new LiveRules(file), nanoTime, change);
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

    /** Makes a gateway; if that fails, none of the selectors of its loops stays open. */
    private static Gateway make(final LiveRules rules, final LongSupplier nanoTime,
        final UnaryOperator<RemotingProxy.Builder> change) throws IOException
    {
        final List<EventLoopGroup> groups = new ArrayList<>(3);
        boolean made = false;
        try
        {
            groups.add(group(1, "accept"));
            groups.add(group(0, "clients"));
            groups.add(group(1, "http"));
            final Gateway gateway = new Gateway(rules, groups, nanoTime, change);
            made = true;
            return gateway;
        }
        finally
        {
            if (!made)
            {
                groups.forEach(Gateway::end);
            }
        }
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
        // Also if the gateway's file is never looked at.
        reloader.scheduleWithFixedDelay(() -> named.forEach(NamedServers::keepAgain), KEEP_AGAIN_MILLIS,
            KEEP_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
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
            ports.open(listener, clients::serve);
            return;
        }
        final NamedServers reached =
            new NamedServers(listener, own, rules, upstreams, tools, ports, reloader, nanoTime);
        named.add(reached);
        reached.open();
        ports.open(listener, connection -> serve(listener, connection, reached));
    }

    /** One proxy for the clients of all listeners and ports: what an event loop has for it does not grow with them. */
    private RemotingProxy.Builder proxy()
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
            .streamBodies(bounds.streamBodiesOver()).pending(bounds.requests(), pending(config))
            .timeouts(bounds.connect(), closing(config));
    }

    /** How long a request waits for its response: on a shared connection also longer, if the file says so. */
    private static Duration pending(final GatewayConfig config)
    {
        Duration longest = PENDING;
        for (final Cluster cluster : config.clusters().values())
        {
            final Share share = cluster.share();
            longest = share != null && share.expire().compareTo(longest) > 0 ? share.expire() : longest;
        }
        return longest;
    }

    /** How long a client may take what was written to it when its connection is closed: at a shutdown all the time that there is. */
    static Duration closing(final GatewayConfig config)
    {
        return config.drain().compareTo(LEAST_CLOSING) < 0 ? LEAST_CLOSING : config.drain();
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
                OperationsServer.bind(operators, new InetSocketAddress(InetAddress.getByName(address.host()), address
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
            throw OpenPorts.cannotListen("http", address, e);
        }
        catch (final ChannelException e)
        {
            throw OpenPorts.cannotListen("http", address, new IOException(LogText.summary(e), e));
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
            ports.forEach((name, channel) -> checks.add(new Check(name, channel.isActive(), String.valueOf(channel
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
        return ports.address(name);
    }

    /** {@return the gateway's addresses of the brokers that clients were told of, by the brokers' own; a copy} */
    public Map<String, String> brokers()
    {
        final Map<String, String> all = new TreeMap<>();
        named.forEach(some -> some.addTo(all));
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
        ports.close();
        final int cut = connections.drain(rules.rules().config().drain(), acceptors.next()).join();
        if (cut > 0)
        {
            LOG.log(Level.WARNING, "{0} connections were closed before their requests were answered",
                String.valueOf(cut));
        }
        if (operations != null)
        {
            operations.close();
        }
        named.forEach(NamedServers::end);
        funnels.close();
        Stream.of(workers, acceptors, operators).map(Gateway::end).toList().forEach(Future::syncUninterruptibly);
        metrics.close();
    }

    /** Some time without tasks has to pass: else a loop of Netty 4.2 may end and leave its channels open. */
    private static Future<?> end(final EventLoopGroup loops)
    {
        return loops.shutdownGracefully(QUIET_MILLIS, MOST_MILLIS, TimeUnit.MILLISECONDS);
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

package io.skim.gateway;

import io.netty.channel.Channel;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Brokers;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.HostPort;
import io.skim.gateway.connection.Connection;
import io.skim.gateway.rules.LiveRules;
import io.skim.gateway.status.StatusSource;
import io.skim.netty.RemotingTools;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The one port of a listener for all brokers of its cluster. Its state is changed by one thread at a time. */
final class OnePort
{
    private static final Logger LOG = System.getLogger(Gateway.class.getName());

    private final Listener listener;
    private final HostPort address;
    private final OpenPorts ports;
    private final Duration connect;
    private final BrokerNames names;
    private final BrokerWatch watch;
    final NamedBrokers brokers;
    private final Set<Connection> clients = ConcurrentHashMap.newKeySet();
    private boolean started;
    /** Null when the port is closed. */
    private volatile @Nullable Channel channel;
    /** Why it could not be opened when that was tried last, which is told once; null if it could be, or is not to be. */
    private volatile @Nullable String problem;

    /** Makes it, not open yet. The brokers are those of a cluster with name servers, if the file as it is has it. */
    OnePort(final Listener listener, final Brokers shown, final LiveRules rules, final Cluster own,
        final Supplier<@Nullable Cluster> cluster, final Upstreams upstreams, final RemotingTools tools,
        final OpenPorts ports, final LongSupplier nanoTime)
    {
        this.listener = listener;
        this.ports = ports;
        address = new HostPort(listener.address().host(), shown.listen());
        names = new BrokerNames(upstreams, own.name(), nanoTime);
        final GatewayConfig config = rules.rules().config();
        connect = config.limits().connect();
        watch = new BrokerWatch(names, cluster, upstreams, tools, rules.rules().limits(), config.policies().reading(),
            connect, ports.loop());
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
        final boolean again = started;
        if (!again)
        {
            started = true;
            awaitBrokers(watch.start());
        }
        final Channel bound = ports.bind(listener, address, this::begin);
        if (again)
        {
            // Not before: while somebody else has the port, it is tried each second.
            watch.hurry();
        }
        channel = bound;
        ports.add(name(), bound);
        LOG.log(Level.INFO, "the brokers of the cluster {0} are at port {1}", names.cluster(), String.valueOf(
            address.port()));
    }

    private void awaitBrokers(final CompletableFuture<Void> known)
    {
        try
        {
            known.get(connect.toMillis(), TimeUnit.MILLISECONDS);
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
            OpenPorts.refuse(connection, closedBecause());
            return;
        }
        OpenPorts.comesIn(connection, clients, () -> ClientState.leaveBrokers(connection.channel()));
        ports.serve(listener, connection, brokers);
        if (names.isClosed())
        {
            ports.drain(List.of(connection), closedBecause());
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
            failure = String.valueOf(e.getMessage());
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
        ports.remove(name(), bound);
        bound.close().syncUninterruptibly();
        channel = null;
        names.close();
        ports.drain(clients, closedBecause());
        LOG.log(Level.INFO, "the brokers of the cluster {0} have no port any more", names.cluster());
    }

    private String closedBecause()
    {
        return "the file has no name servers for the cluster " + names.cluster() + " any more";
    }

    /** Asks no name servers any more. */
    void end()
    {
        watch.end();
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

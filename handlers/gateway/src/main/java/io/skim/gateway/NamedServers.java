package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Brokers;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.rules.LiveRules;
import io.skim.gateway.status.StatusSource;
import io.skim.handlers.route.AddressMap;
import io.skim.netty.RemotingTools;
import io.skim.netty.Upstream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The servers of clients for which a listener is the name server, or the fixed servers of its cluster, and the ports that it has for
 * their brokers. Safe for use by many threads.
 */
final class NamedServers implements ClientServers
{
    private static final Logger LOG = System.getLogger(Gateway.class.getName());

    private final Listener listener;
    private final Cluster own;
    private final LiveRules rules;
    private final Upstreams upstreams;
    private final OpenPorts ports;
    private final Executor writer;
    private final LongSupplier nanoTime;
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

    /**
     * Makes them; no port is open yet.
     *
     * @param own    the listener's cluster when the gateway was started.
     * @param rules  with the clusters of the file as it is.
     * @param ports  which clients come by.
     * @param writer writes files.
     */
    NamedServers(final Listener listener, final Cluster own, final LiveRules rules, final Upstreams upstreams,
        final RemotingTools tools, final OpenPorts ports, final Executor writer, final LongSupplier nanoTime)
    {
        this.listener = listener;
        this.own = own;
        this.rules = rules;
        this.upstreams = upstreams;
        this.ports = ports;
        this.writer = writer;
        this.nanoTime = nanoTime;
        final Brokers brokers = listener.brokers();
        range = brokers == null || !brokers.each() ? null : new PortRange(brokers, nanoTime);
        onePort = brokers == null || brokers.each() ? null
            : new OnePort(listener, brokers, rules, own, () -> namedCluster(own.name()), upstreams, tools, ports,
                nanoTime);
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
    private void restore(final KeptPorts file, final PortRange from) throws IOException
    {
        final List<KeptPorts.Entry> entries = file.read();
        // All of them: a port that cannot be opened now may be free at the next start.
        file.write(entries);
        for (final KeptPorts.Entry entry : entries)
        {
            if (add(from, entry.cluster()) instanceof BrokerPorts known)
            {
                known.restore(entry.broker(), entry.port());
            }
            else if (from.take(entry.port()))
            {
                from.giveBack(entry.port(), BrokerPorts.key(entry.cluster(), BrokerPorts.parse(entry.broker())));
            }
        }
    }

    private List<KeptPorts.Entry> entries(final PortRange of)
    {
        final List<KeptPorts.Entry> entries = new ArrayList<>();
        shown.values().forEach(brokers -> brokers.addTo(entries));
        of.addTo(entries);
        return entries;
    }

    /** Has the file written when a broker has got a port: not by the thread that serves clients. */
    private void keepPorts()
    {
        if (kept != null && range != null && keeping.compareAndSet(false, true))
        {
            try
            {
                writer.execute(() -> write(kept, range));
            }
            catch (final RejectedExecutionException e)
            {
                // The gateway ends, and so does the port.
                keeping.set(false);
            }
        }
    }

    /** Writes the file again if that has failed, for example because a disk was full: the ports may not change for a long time. */
    void keepAgain()
    {
        if (notKept != null)
        {
            keepPorts();
        }
    }

    private void write(final KeptPorts file, final PortRange of)
    {
        keeping.set(false);
        String failure = null;
        try
        {
            file.write(entries(of));
        }
        catch (final IOException e)
        {
            failure = String.valueOf(e.getMessage());
            if (!failure.equals(notKept))
            {
                LOG.log(Level.ERROR, "the ports of brokers are not kept: {0}", failure);
            }
        }
        if (failure == null && notKept != null)
        {
            LOG.log(Level.INFO, "the ports of brokers are kept again in {0}", file);
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
    private synchronized AddressMap add(final PortRange from, final String name)
    {
        final Cluster cluster = namedCluster(name);
        return cluster == null ? BrokerPorts.LOST
            : shown.computeIfAbsent(name, any -> new BrokerPorts(name, from, (broker, port) -> new BrokerPort(
                listener, cluster, broker, port, upstreams, ports), this::keepPorts, nanoTime));
    }

    /** Gives the ports of clusters back that the file has no more. */
    synchronized void keepNamedClusters()
    {
        if (onePort != null)
        {
            onePort.keep(namedCluster(own.name()) != null);
        }
        for (final BrokerPorts brokers : List.copyOf(shown.values()))
        {
            if (namedCluster(brokers.cluster()) == null && shown.remove(brokers.cluster(), brokers))
            {
                brokers.close();
            }
        }
    }

    /** A cluster with name servers of the file as it is; null if there is none. */
    private @Nullable Cluster namedCluster(final String name)
    {
        final Cluster cluster = rules.rules().config().clusters().get(name);
        return cluster == null || cluster.nameServers().isEmpty() ? null : cluster;
    }

    /** Adds the gateway's addresses of brokers that clients were told of, by the brokers' own. */
    void addTo(final Map<String, String> addresses)
    {
        shown.values().forEach(brokers -> addresses.putAll(brokers.table()));
        if (onePort != null)
        {
            addresses.putAll(onePort.brokers.addresses());
        }
    }

    /** Asks no name servers any more. */
    void end()
    {
        if (onePort != null)
        {
            onePort.end();
        }
    }
}

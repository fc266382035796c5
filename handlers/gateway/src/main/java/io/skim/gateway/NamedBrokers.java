package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.handlers.route.AddressMap;
import io.skim.handlers.route.BrokerAddress;
import io.skim.handlers.route.NameSink;
import io.skim.netty.Upstream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One port for all brokers of a cluster: clients see its address in place of each broker's, and each of their requests goes to the broker
 * that it names. Safe for use by many threads.
 */
final class NamedBrokers implements ClientServers, AddressMap
{
    private final BrokerNames names;
    private final BrokerWatch watch;
    private final Upstreams upstreams;
    private final Supplier<Cluster> cluster;
    private final byte[] address;

    /**
     * Makes the servers of a port.
     *
     * @param names   the brokers.
     * @param watch   that keeps them.
     * @param cluster of the file as it is; one that the file has no more is as it was.
     * @param address of the port, as clients see it.
     */
    NamedBrokers(final BrokerNames names, final BrokerWatch watch, final Upstreams upstreams,
        final Supplier<Cluster> cluster, final String address)
    {
        this.names = names;
        this.watch = watch;
        this.upstreams = upstreams;
        this.cluster = cluster;
        this.address = address.getBytes(StandardCharsets.UTF_8);
    }

    /** A server for what is no request: every request names its broker, or goes to one that the gateway chooses. */
    @Override
    public Upstream usual()
    {
        return upstreams.any(cluster.get());
    }

    /** Rules may route to clusters of fixed servers; to other clusters only by the name server's answers. */
    @Override
    public @Nullable Upstream of(final Cluster target)
    {
        return isOwn(target) ? null : upstreams.any(target);
    }

    /** Whether the requests to a cluster go to the brokers of this port. */
    boolean isOwn(final Cluster target)
    {
        return target.name().equals(names.cluster()) || target.servers().isEmpty();
    }

    @Override
    public @Nullable AddressMap shownBy(final Upstream server)
    {
        return null;
    }

    @Override
    public @Nullable NamedBrokers named()
    {
        return this;
    }

    /** The brokers as they are known now. */
    BrokerNames.Table table()
    {
        return names.table();
    }

    /** A request names a broker that is not known. */
    void misses()
    {
        watch.hurry();
    }

    /** A connection to a server could not be made, or is lost by a fault. */
    void avoid(final Upstream server)
    {
        names.avoid(server);
    }

    /** Learns of a broker before its client does. */
    @Override
    public boolean toClient(final BrokerAddress broker, final NameSink out)
    {
        if (names.isClosed())
        {
            throw new NoPortException("the file has no name servers any more for the cluster of broker " + broker
                .toText());
        }
        final int length = broker.nameLength();
        if (length > 0)
        {
            final BrokerNames.Broker known = names.table().find(broker.nameBytes(), length);
            if (known == null)
            {
                names.add(cluster.get(), new BrokerNames.Named(broker.nameToText(), broker.id(), broker.toText()));
                watch.hurry();
            }
            else if (broker.id() != BrokerAddress.NO_ID && (broker.id() < known.id || broker.id() == known.id && !known
                .isAt(broker.bytes(), broker.offset(), broker.offset() + broker.length())))
            {
                // Name servers may disagree for a while: the gateway asks, and does not follow each answer.
                watch.hurry();
            }
        }
        out.put(address);
        return true;
    }

    /** The gateway's address by those of the brokers, for people. */
    Map<String, String> addresses()
    {
        final Map<String, String> all = new TreeMap<>();
        names.table().brokers.forEach(broker -> all.put(broker.place.toString(), new String(address,
            StandardCharsets.UTF_8)));
        return all;
    }
}

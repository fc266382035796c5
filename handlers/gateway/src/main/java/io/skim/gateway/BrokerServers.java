package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.HostPort;
import io.skim.handlers.route.AddressMap;
import io.skim.netty.Upstream;
import org.jspecify.annotations.Nullable;

/** The servers of the clients of a broker's port, while it stands for that broker. Safe for use by many threads. */
final class BrokerServers implements ClientServers
{
    private final Upstreams upstreams;
    private final Cluster cluster;
    private final EnteredBroker broker;

    BrokerServers(final Upstreams upstreams, final Cluster cluster, final HostPort address)
    {
        this.upstreams = upstreams;
        this.cluster = cluster;
        broker = new EnteredBroker(upstreams, cluster, address);
    }

    /** The broker, for those who come in and leave. */
    EnteredBroker broker()
    {
        return broker;
    }

    @Override
    public Upstream usual()
    {
        return broker.server();
    }

    /** Rules may route to clusters of fixed servers; to other clusters only by the name server's answers. */
    @Override
    public Upstream of(final Cluster target)
    {
        return target.name().equals(cluster.name()) || target.servers().isEmpty() ? broker.server()
            : upstreams.any(target);
    }

    @Override
    public @Nullable AddressMap shownBy(final Upstream server)
    {
        return null;
    }
}

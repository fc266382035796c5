package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.HostPort;
import io.skim.handlers.route.AddressMap;
import io.skim.netty.Upstream;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The servers of the clients of a broker's port, while it stands for that broker. The broker is forgotten when the port stands for
 * another one and the last client has gone. Safe for use by many threads.
 */
final class BrokerServers implements ClientServers
{
    private final Upstreams upstreams;
    private final Cluster cluster;
    private final Upstream broker;
    /** The clients, and one more while the port stands for the broker. Nobody comes in when all have left. */
    private final AtomicInteger users = new AtomicInteger(1);

    BrokerServers(final Upstreams upstreams, final Cluster cluster, final HostPort address)
    {
        this.upstreams = upstreams;
        this.cluster = cluster;
        broker = upstreams.enter(cluster, address);
    }

    /** A client comes in; false if the port stands for another broker. */
    boolean enter()
    {
        return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    /** A client leaves, or the port. */
    void leave()
    {
        if (users.decrementAndGet() == 0)
        {
            upstreams.leave(broker);
        }
    }

    /** Whether there are clients, while the port stands for the broker. */
    boolean isUsed()
    {
        return users.get() > 1;
    }

    @Override
    public Upstream usual()
    {
        return broker;
    }

    /** Rules may route to clusters of fixed servers; to other clusters only by the name server's answers. */
    @Override
    public Upstream of(final Cluster target)
    {
        return target.name().equals(cluster.name()) || target.servers().isEmpty() ? broker : upstreams.any(target);
    }

    @Override
    public @Nullable AddressMap shownBy(final Upstream server)
    {
        return null;
    }
}

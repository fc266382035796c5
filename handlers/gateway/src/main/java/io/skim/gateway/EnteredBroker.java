package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.HostPort;
import io.skim.netty.Upstream;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A broker that a port stands for. It is forgotten when the port stands for it no more and the last client has gone. Safe for use by many
 * threads.
 */
final class EnteredBroker
{
    private final Upstreams upstreams;
    private final Upstream server;
    /** The clients, and one more while the port stands for the broker. Nobody comes in when all have left. */
    private final AtomicInteger users = new AtomicInteger(1);

    EnteredBroker(final Upstreams upstreams, final Cluster cluster, final HostPort address)
    {
        this.upstreams = upstreams;
        server = upstreams.enter(cluster, address);
    }

    Upstream server()
    {
        return server;
    }

    /** A client comes in; false if all have left. */
    boolean enter()
    {
        return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    /** A client leaves, or the port. */
    void leave()
    {
        if (users.decrementAndGet() == 0)
        {
            upstreams.leave(server);
        }
    }

    /** Whether there are clients, while the port stands for the broker. */
    boolean isUsed()
    {
        return users.get() > 1;
    }
}

package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.handlers.route.AddressMap;
import io.skim.netty.Upstream;
import org.jspecify.annotations.Nullable;

/** The servers of the clients of a listener, or of the port of a broker. Safe for use by many threads. */
interface ClientServers
{
    /** {@return the server of requests that the rules do not route} */
    Upstream usual();

    /**
     * The server of a cluster that new connections go to.
     *
     * @param cluster of the file as it is.
     * @return the server; null if these clients have none.
     */
    @Nullable
    Upstream of(Cluster cluster);

    /**
     * How clients see the addresses of brokers that a server names.
     *
     * @param server that names them.
     * @return the map; null to show them as they are.
     */
    @Nullable
    AddressMap shownBy(Upstream server);

    /** {@return the brokers that requests name; null if all requests to a cluster go to one server} */
    default @Nullable NamedBrokers named()
    {
        return null;
    }
}

package io.skim.gateway;

import io.netty.channel.Channel;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.HostPort;
import io.skim.gateway.connection.Connection;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A port that stands for a broker of a cluster. Safe for use by many threads. */
final class BrokerPort implements BrokerPorts.Port
{
    private final Listener listener;
    private final Cluster cluster;
    private final Upstreams upstreams;
    private final OpenPorts ports;
    private final Channel channel;
    private final Set<Connection> clients = ConcurrentHashMap.newKeySet();
    /** Null when the port is closed. */
    private volatile @Nullable BrokerServers broker;
    private String name;

    BrokerPort(final Listener listener, final Cluster cluster, final HostPort address, final int port,
        final Upstreams upstreams, final OpenPorts ports) throws IOException
    {
        this.listener = listener;
        this.cluster = cluster;
        this.upstreams = upstreams;
        this.ports = ports;
        final BrokerServers first = new BrokerServers(upstreams, cluster, address);
        broker = first;
        name = nameOf(address);
        boolean bound = false;
        try
        {
            channel = ports.bind(listener, new HostPort(listener.address().host(), port), this::begin);
            bound = true;
        }
        finally
        {
            if (!bound)
            {
                first.broker().leave();
            }
        }
        ports.add(name, channel);
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
            OpenPorts.refuse(connection, closedBecause());
            return;
        }
        OpenPorts.comesIn(connection, clients, current.broker()::leave);
        ports.serve(listener, connection, current);
        if (broker == null)
        {
            ports.drain(List.of(connection), closedBecause());
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
        ports.remove(name, channel);
        name = nameOf(address);
        ports.add(name, channel);
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
        ports.remove(name, channel);
        channel.close().syncUninterruptibly();
        final BrokerServers before = broker;
        broker = null;
        if (before != null)
        {
            before.broker().leave();
        }
        ports.drain(clients, closedBecause());
    }

    private String closedBecause()
    {
        return "the file has no name servers for the cluster " + cluster.name() + " any more";
    }
}

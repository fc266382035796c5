package io.skim.gateway;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.HostPort;
import io.skim.gateway.connection.Connection;
import io.skim.gateway.lanes.LaneReaders;
import io.skim.gateway.rules.ConnectionFacts;
import io.skim.netty.Upstream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the filters know of a client's connection. */
final class ClientState
{
    private static final AttributeKey<ClientState> KEY = AttributeKey.valueOf(ClientState.class, "state");

    /** A heartbeat that follows an equal one in this time was meant for another broker, in nanoseconds. Clients send them every 30 s. */
    private static final long REPEATED = TimeUnit.SECONDS.toNanos(5);

    /** The server of a cluster, as one version of the file has it. */
    private record Chosen(Cluster cluster, @Nullable Upstream server)
    {
    }

    /** The brokers of a client for which one port stands for all. */
    private static final class Entered
    {
        final List<EnteredBroker> brokers = new ArrayList<>(2);
        /** Those that the last heartbeat for all went to; null if one was lost since, or before the first. */
        BrokerNames.@Nullable Table told;
        private @Nullable EnteredBroker last;
        private long toldHash;
        private long toldAt;

        boolean uses(final EnteredBroker broker)
        {
            if (last == broker)
            {
                return true;
            }
            if (!brokers.contains(broker))
            {
                if (!broker.enter())
                {
                    return false;
                }
                brokers.add(broker);
            }
            last = broker;
            return true;
        }

        boolean hasTold(final BrokerNames.Table all, final long hash, final long now)
        {
            if (told == all && toldHash == hash && now - toldAt < REPEATED)
            {
                return true;
            }
            told = all;
            toldHash = hash;
            toldAt = now;
            return false;
        }
    }

    final Connection connection;
    final ConnectionFacts facts;
    /** Where the listener's clients are connected to. */
    final ClientServers reached;
    /** The server that was lost last, and why; null if it has closed the connection. */
    @Nullable
    String lost;
    /** The number of the name map that was applied to the client's last request, for requests of the broker's own. */
    int names;
    /** The servers of the connection by the names of their clusters. */
    private final Map<String, Chosen> servers = new HashMap<>(2);
    private @Nullable Chosen last;
    /** The brokers that requests of the connection have named; null before the first, as for most connections. */
    private @Nullable Entered entered;
    /** What the client reads for a lane; null before it was looked at. */
    private LaneReaders.@Nullable Client reading;

    private ClientState(final Connection connection, final ConnectionFacts facts, final ClientServers reached)
    {
        this.connection = connection;
        this.facts = facts;
        this.reached = reached;
    }

    static void begin(final Connection connection, final ConnectionFacts facts, final ClientServers reached)
    {
        connection.channel().attr(KEY).set(new ClientState(connection, facts, reached));
    }

    /**
     * The server that the requests of this connection to a cluster go to: the same for all, however other clients fare, because brokers
     * know clients by their connections. A server that the file names no more is left. Shared connections belong to no client.
     *
     * @param cluster of the file as it is.
     * @return the server; null for none.
     */
    @Nullable
    @SuppressWarnings("ReferenceEquality") // each version of the file has its own
    Upstream server(final Cluster cluster)
    {
        if (cluster.share() != null)
        {
            return reached.of(cluster);
        }
        Chosen chosen = last;
        if (chosen == null || chosen.cluster != cluster)
        {
            chosen = servers.get(cluster.name());
            if (chosen == null || chosen.cluster != cluster)
            {
                chosen = choose(cluster, chosen);
                servers.put(cluster.name(), chosen);
            }
            last = chosen;
        }
        return chosen.server;
    }

    private Chosen choose(final Cluster cluster, final @Nullable Chosen before)
    {
        final Upstream known = before == null ? null : before.server;
        final List<HostPort> all = cluster.nameServers().isEmpty() ? cluster.servers() : cluster.nameServers();
        return new Chosen(cluster,
            known != null && all.stream().anyMatch(each -> Upstreams.name(cluster, each).equals(known
                .name())) ? known : reached.of(cluster));
    }

    /** Whether a request may go to a broker, which stays known as long as the client is connected; false if it was forgotten just now. */
    boolean uses(final EnteredBroker broker)
    {
        if (entered == null)
        {
            entered = new Entered();
        }
        return entered.uses(broker);
    }

    /**
     * Whether all brokers have had a heartbeat a moment ago. If not, they get it now.
     *
     * @param brokers all of them, which the client uses.
     * @param hash    of its body, of 64 bits: nobody else is harmed by a client that finds another one with the same.
     * @param now     in nanoseconds.
     */
    boolean hasTold(final BrokerNames.Table brokers, final long hash, final long now)
    {
        return entered != null && entered.hasTold(brokers, hash, now);
    }

    /** A connection to a server is lost, which does not know the client any more. */
    void serverLost()
    {
        if (entered != null)
        {
            entered.told = null;
        }
    }

    /** The connection of a client has ended. */
    static void leaveBrokers(final Channel client)
    {
        final ClientState state = client.attr(KEY).get();
        if (state != null && state.entered != null)
        {
            state.entered.brokers.forEach(EnteredBroker::leave);
            state.entered = null;
        }
    }

    /** What the client reads for lanes. */
    LaneReaders.Client reading(final LaneReaders readers)
    {
        if (reading == null)
        {
            reading = readers.client();
            final LaneReaders.Client ended = reading;
            connection.channel().closeFuture().addListener(closed -> ended.close());
        }
        return reading;
    }

    static ClientState of(final Channel client)
    {
        return client.attr(KEY).get();
    }
}

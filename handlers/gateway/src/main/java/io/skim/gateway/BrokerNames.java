package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.HostPort;
import io.skim.gateway.connection.LineAllowance;
import io.skim.gateway.connection.LogText;
import io.skim.netty.Upstream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The brokers of a cluster by their names: where the requests of clients go for which one port stands for all brokers. Of several brokers
 * of one name it has the one with the lowest id: the master, and a slave while there is no master. A broker that name servers do not name any
 * more is kept for two minutes: a name server that has started again knows no broker until that registers anew.
 * <p>
 * Readers see a table that does not change. Safe for use by many threads.
 */
final class BrokerNames
{
    /** A longer name is no broker's, in bytes. */
    static final int MOST_NAME = 255;
    /** So many brokers are known; further ones are not. */
    static final int MOST_BROKERS = 1_024;
    /** A broker that is not named for so long has gone, in nanoseconds. */
    static final long KEPT = TimeUnit.MINUTES.toNanos(2);
    /** A broker that was unreachable is not chosen for so long, if another one will do, in nanoseconds. */
    private static final long AVOIDED = TimeUnit.SECONDS.toNanos(5);

    private static final Logger LOG = System.getLogger(BrokerNames.class.getName());

    /** An address that a name server has told. */
    record Named(String name, long id, String address)
    {
    }

    /** A broker at an address. */
    static final class Broker
    {
        final String name;
        final byte[] utf8;
        final long id;
        /** As the name server tells it. */
        final byte[] address;
        final HostPort place;
        final EnteredBroker entered;
        /** When it was named last, in nanoseconds; guarded by the names. */
        private long seen;
        /** Before this time of {@link System#nanoTime} it is avoided. */
        private volatile long usableFrom;

        Broker(final Named named, final HostPort place, final EnteredBroker entered, final long now)
        {
            name = named.name;
            utf8 = name.getBytes(StandardCharsets.UTF_8);
            id = named.id;
            address = named.address.getBytes(StandardCharsets.UTF_8);
            this.place = place;
            this.entered = entered;
            seen = now;
            usableFrom = System.nanoTime();
        }

        Upstream server()
        {
            return entered.server();
        }

        /** Whether no connection to it has failed a moment ago. */
        boolean isUsable(final long now)
        {
            return now - usableFrom >= 0;
        }

        /** Whether it is at an address. */
        boolean isAt(final byte[] array, final int from, final int to)
        {
            return Arrays.equals(address, 0, address.length, array, from, to);
        }
    }

    /** All brokers at one moment. */
    static final class Table
    {
        private static final int LEAST_PLACES = 8;

        /** In the order of their names. */
        final List<Broker> brokers;
        /** Their servers, in the same order. */
        final List<Upstream> servers;
        /** By the hashes of their names; at most half of the places are taken. */
        private final @Nullable Broker[] places;

        Table(final Collection<Broker> all)
        {
            brokers = List.copyOf(all);
            servers = brokers.stream().map(Broker::server).toList();
            places = new Broker[Math.max(LEAST_PLACES, Integer.highestOneBit(2 * brokers.size()) << 1)];
            for (final Broker broker : brokers)
            {
                int place = hash(broker.utf8, broker.utf8.length) & places.length - 1;
                while (places[place] != null)
                {
                    place = place + 1 & places.length - 1;
                }
                places[place] = broker;
            }
        }

        /** The broker of a name; null if there is none. Allocates nothing. */
        @Nullable
        Broker find(final byte[] name, final int length)
        {
            int place = hash(name, length) & places.length - 1;
            for (Broker broker = places[place]; broker != null; broker = places[place])
            {
                if (Arrays.equals(broker.utf8, 0, broker.utf8.length, name, 0, length))
                {
                    return broker;
                }
                place = place + 1 & places.length - 1;
            }
            return null;
        }

        /** Names are those that name servers tell, so nobody can make them collide. */
        private static int hash(final byte[] name, final int length)
        {
            int hash = 0;
            for (int i = 0; i < length; i++)
            {
                hash = 31 * hash + name[i];
            }
            return hash ^ hash >>> 16;
        }

        /** The only broker; null if there are several, or none. */
        @Nullable
        Broker only()
        {
            return brokers.size() == 1 ? brokers.get(0) : null;
        }

        /** The first broker that was not unreachable a moment ago, which is the same one for all clients; null if there is none. */
        @Nullable
        Broker any(final long now)
        {
            for (int i = 0; i < brokers.size(); i++)
            {
                if (brokers.get(i).isUsable(now))
                {
                    return brokers.get(i);
                }
            }
            return brokers.isEmpty() ? null : brokers.get(0);
        }
    }

    /** Of no brokers. */
    static final Table NONE = new Table(List.of());

    private final Upstreams upstreams;
    private final String cluster;
    private final LongSupplier nanoTime;
    private final LineAllowance lines = new LineAllowance(1);
    private volatile Table table = NONE;
    private volatile boolean closed;

    BrokerNames(final Upstreams upstreams, final String cluster, final LongSupplier nanoTime)
    {
        this.upstreams = upstreams;
        this.cluster = cluster;
        this.nanoTime = nanoTime;
    }

    /** The name of the cluster. */
    String cluster()
    {
        return cluster;
    }

    /** The brokers as they are known now. */
    Table table()
    {
        return table;
    }

    boolean isClosed()
    {
        return closed;
    }

    /** Takes what a name server has told of all brokers. */
    synchronized void replace(final Cluster current, final Collection<Named> all)
    {
        if (closed)
        {
            return;
        }
        final long now = nanoTime.getAsLong();
        final Map<String, Broker> next = new TreeMap<>();
        final Set<HostPort> taken = new HashSet<>();
        for (final Named named : lowestIds(all))
        {
            final Broker broker = next.size() < MOST_BROKERS ? brokerOf(current, named, now) : null;
            if (broker != null)
            {
                broker.seen = now;
                next.put(broker.name, broker);
                taken.add(broker.place);
            }
        }
        for (final Broker before : table.brokers)
        {
            // An address that another broker has now must not get requests for the one before.
            if (now - before.seen < KEPT && next.size() < MOST_BROKERS && !taken.contains(before.place))
            {
                next.putIfAbsent(before.name, before);
            }
        }
        use(next);
    }

    /** Of each name the one with the lowest id. Names and addresses that are no broker's are left out. */
    private static Collection<Named> lowestIds(final Collection<Named> all)
    {
        final Map<String, Named> lowest = new HashMap<>();
        for (final Named named : all)
        {
            if (named.id >= 0 && !named.name.isEmpty()
                && named.name.getBytes(StandardCharsets.UTF_8).length <= MOST_NAME)
            {
                lowest.merge(named.name, named, (some, other) -> other.id < some.id ? other : some);
            }
        }
        return lowest.values();
    }

    /** The broker that is known if it is still there, else a new one; null if its address is none. */
    private @Nullable Broker brokerOf(final Cluster current, final Named named, final long now)
    {
        final byte[] name = named.name.getBytes(StandardCharsets.UTF_8);
        final Broker known = table.find(name, name.length);
        final HostPort place;
        try
        {
            place = BrokerPorts.parse(named.address);
        }
        catch (final IllegalArgumentException e)
        {
            final long suppressed = lines.take(nanoTime.getAsLong());
            if (suppressed >= 0)
            {
                LOG.log(Level.WARNING, "the address {0} of broker {1} is none: {2}{3}", LogText.value(named.address),
                    LogText.value(named.name), e.getMessage(), suppressed == 0 ? "" : ", suppressed=" + suppressed);
            }
            return null;
        }
        if (known != null && known.id == named.id && known.place.equals(place))
        {
            return known;
        }
        LOG.log(Level.INFO, "requests for broker {0} of the cluster {1} go to {2}, its id is {3}",
            LogText.value(named.name), cluster,
            place, String.valueOf(named.id));
        return new Broker(named, place, new EnteredBroker(upstreams, current, place), now);
    }

    /** Has readers see other brokers; those that are left out are forgotten when their last client has gone. */
    private void use(final Map<String, Broker> next)
    {
        final List<Broker> before = table.brokers;
        if (before.equals(List.copyOf(next.values())))
        {
            return;
        }
        table = new Table(next.values());
        for (final Broker broker : before)
        {
            if (!table.brokers.contains(broker))
            {
                if (!next.containsKey(broker.name))
                {
                    LOG.log(Level.INFO, "broker {0} of the cluster {1} has gone", LogText.value(broker.name), cluster);
                }
                broker.entered.leave();
            }
        }
    }

    /** Adds a broker that an answer has named, and nobody knew of. */
    synchronized void add(final Cluster current, final Named named)
    {
        final byte[] name = named.name.getBytes(StandardCharsets.UTF_8);
        if (closed || table.find(name, name.length) != null || table.brokers.size() == MOST_BROKERS
            || lowestIds(List.of(named)).isEmpty())
        {
            return;
        }
        final Broker broker = brokerOf(current, named, nanoTime.getAsLong());
        if (broker != null)
        {
            final Map<String, Broker> next = new TreeMap<>();
            table.brokers.forEach(each -> next.put(each.name, each));
            next.put(broker.name, broker);
            use(next);
        }
    }

    /** No connection to a server could be made, or it was lost by a fault. */
    void avoid(final Upstream server)
    {
        for (final Broker broker : table.brokers)
        {
            if (broker.server() == server)
            {
                broker.usableFrom = System.nanoTime() + AVOIDED;
            }
        }
    }

    /** Forgets all brokers, and takes no further ones. */
    synchronized void close()
    {
        closed = true;
        use(Map.of());
    }

    /** Takes brokers again. */
    synchronized void open()
    {
        closed = false;
    }
}

package io.skim.gateway;

import io.skim.gateway.config.HostPort;
import io.skim.gateway.connection.LineAllowance;
import io.skim.gateway.connection.LogText;
import io.skim.handlers.route.AddressMap;
import io.skim.handlers.route.BrokerAddress;
import io.skim.handlers.route.NameSink;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's own addresses for the brokers of a cluster. A broker gets the first free port of the range when an answer of a name
 * server names it for the first time, so that new brokers appear without a restart. It keeps its port as long as there are others. When
 * none is left, a new broker gets that of one which has gone: no answer has named it for ten minutes, and no client is connected.
 * Clients ask for the brokers of their topics every 30 seconds.
 * <p>
 * Safe for use by many threads.
 */
final class BrokerPorts implements AddressMap
{
    /** A port that is listened on. */
    interface Port
    {
        /** Connects the clients that come from now on with another broker. */
        void serve(HostPort broker);

        /** Whether clients are connected. */
        boolean isUsed();

        /** Listens no more, and has the clients that are connected end. When this returns, the port is free. */
        void close();
    }

    /** Listens for the clients of a broker. */
    interface Listener
    {
        /**
         * Binds a port.
         *
         * @throws BindException if it is not free.
         * @throws IOException   if no port can be bound, for example because there are no file descriptors left.
         */
        Port listen(HostPort broker, int listenPort) throws IOException;
    }

    /** A broker that is not named for so long has gone, in nanoseconds. */
    static final long GONE = TimeUnit.MINUTES.toNanos(10);
    /** The time between two answers counts as this at most: name servers that are away do not make brokers go. */
    static final long MOST_STEP = TimeUnit.MINUTES.toNanos(1);

    /** Of a cluster that has no name servers any more: its answers were on their way when the file changed. */
    static final AddressMap LOST = (broker, out) -> {
        throw gone(broker.toText());
    };

    /** Of the gateway's address for a broker that nobody can connect to. */
    private static final int NO_PORT = 0;

    private static final Logger LOG = System.getLogger(BrokerPorts.class.getName());

    /** What stands for a broker. */
    private static final class Shown
    {
        final Port port;
        final int number;
        /** The gateway's address, as {@code host:port}. */
        final byte[] address;
        /** When it was named last, in nanoseconds of the clock. */
        long named;

        Shown(final Port port, final int number, final byte[] address)
        {
            this.port = port;
            this.number = number;
            this.address = address;
        }
    }

    private final String cluster;
    private final PortRange range;
    private final Listener listener;
    /** Told when a broker has got a port, or lost it. */
    private final Runnable changed;
    private final LongSupplier nanoTime;
    private final LineAllowance lines = new LineAllowance(1);
    /** By the brokers' addresses, as {@link HostPort} writes them. Guarded by {@code this}, as all that follows. */
    private final Map<String, Shown> brokers = new HashMap<>();
    private long answered;
    private long clock;
    private boolean closed;

    BrokerPorts(final String cluster, final PortRange range, final Listener listener, final Runnable changed,
        final LongSupplier nanoTime)
    {
        this.cluster = cluster;
        this.range = range;
        this.listener = listener;
        this.changed = changed;
        this.nanoTime = nanoTime;
        answered = nanoTime.getAsLong();
    }

    @Override
    public boolean toClient(final BrokerAddress address, final NameSink out)
    {
        out.put(addressOf(address.toText()));
        return true;
    }

    synchronized byte[] addressOf(final String broker)
    {
        if (closed)
        {
            throw gone(broker);
        }
        final long now = nanoTime.getAsLong();
        clock += Math.min(now - answered, MOST_STEP);
        answered = now;
        Shown shown = brokers.get(broker);
        if (shown == null && !isAddress(broker))
        {
            return range.address(NO_PORT);
        }
        if (shown == null)
        {
            shown = shown(parse(broker).toString());
        }
        shown.named = clock;
        return shown.address;
    }

    /** What stands for a broker; the address has brackets if it is one of IPv6, which may be told without them. */
    private Shown shown(final String broker)
    {
        final Shown known = brokers.get(broker);
        if (known != null)
        {
            return known;
        }
        final Shown fresh = add(broker);
        brokers.put(broker, fresh);
        changed.run();
        return fresh;
    }

    /** Whether a broker can be connected to. If not, clients shall not be kept from all others that the same answer names. */
    private boolean isAddress(final String broker)
    {
        try
        {
            parse(broker);
            return true;
        }
        catch (final IllegalArgumentException e)
        {
            final long suppressed = lines.take(nanoTime.getAsLong());
            if (suppressed >= 0)
            {
                LOG.log(Level.WARNING, "the address {0} of a broker of the cluster {1} is none: {2}{3}", LogText.value(
                    broker), cluster, e.getMessage(), suppressed == 0 ? "" : ", suppressed=" + suppressed);
            }
            return false;
        }
    }

    /** Gives a broker the port that it had before the gateway was started, and listens there, if the port is free. */
    synchronized void restore(final String broker, final int port)
    {
        final HostPort target = parse(broker);
        final String address = target.toString();
        if (brokers.containsKey(address) || !range.take(port))
        {
            LOG.log(Level.WARNING, "port {0} of broker {1} is not one of {2}", String.valueOf(port), broker, range);
            return;
        }
        try
        {
            brokers.put(address, new Shown(listener.listen(target, range.listenPort(port)), port, range.address(port)));
            LOG.log(Level.INFO, "broker {0} is at port {1} again", broker, range.toText(port));
        }
        catch (final IOException e)
        {
            // Clients with old routes are not to find another broker there.
            range.giveBack(port, key(cluster, target));
            LOG.log(Level.WARNING, "port {0} of broker {1} is not open yet: {2}", range.toText(port), broker, e
                .getMessage());
        }
    }

    private static NoPortException gone(final String broker)
    {
        return new NoPortException("the file has no name servers any more for the cluster of broker " + broker);
    }

    private Shown add(final String broker)
    {
        final HostPort target = parse(broker);
        final Shown fresh = listen(target);
        if (fresh != null)
        {
            LOG.log(Level.INFO, "broker {0} is at port {1}", broker, range.toText(fresh.number));
            return fresh;
        }
        final String gone = longestGone();
        final Shown free = gone == null ? null : brokers.remove(gone);
        if (free == null)
        {
            throw new NoPortException("no port of " + range + " is left for broker " + broker);
        }
        free.port.serve(target);
        LOG.log(Level.INFO, "broker {0} is at port {1}, in place of {2}, which has gone", broker, range.toText(
            free.number), gone);
        return free;
    }

    /** An address of a broker; IPv6 may be without brackets, as a broker shows a {@code brokerIP1}, for clients split at the last colon. */
    static HostPort parse(final String broker)
    {
        final int colon = broker.lastIndexOf(':');
        return HostPort
            .parse(colon > broker.indexOf(':') && broker.charAt(0) != '[' ? '[' + broker.substring(0, colon) + ']'
                + broker.substring(colon) : broker, null);
    }

    /** Binds the next port of the range that is free; null if none is left. Throws if none can be bound for the time being. */
    private @Nullable Shown listen(final HostPort broker)
    {
        final String key = key(cluster, broker);
        for (int port = range.take(key); port != PortRange.NONE; port = range.take(key))
        {
            try
            {
                return new Shown(listener.listen(broker, range.listenPort(port)), port, range.address(port));
            }
            catch (final BindException taken)
            {
                // Somebody else has it, and may keep it: it is not tried for each answer.
                LOG.log(Level.WARNING, "port {0} is not free: {1}", String.valueOf(range.listenPort(port)), taken
                    .toString());
            }
            catch (final IOException e)
            {
                // It is no fault of the port, which the next answer can have.
                range.giveBack(port, key);
                throw new NoPortException(
                    "port " + range.listenPort(port) + " cannot be bound for broker " + broker + ": "
                        + e.getMessage());
            }
        }
        return null;
    }

    /** The broker without clients that was named longest ago; null if none has gone. */
    private @Nullable String longestGone()
    {
        String longest = null;
        long named = clock - GONE;
        for (final Map.Entry<String, Shown> each : brokers.entrySet())
        {
            if (each.getValue().named < named && !each.getValue().port.isUsed())
            {
                longest = each.getKey();
                named = each.getValue().named;
            }
        }
        return longest;
    }

    /** A broker among those of all clusters. */
    static String key(final String cluster, final HostPort broker)
    {
        return cluster + ' ' + broker;
    }

    /** The name of the cluster. */
    String cluster()
    {
        return cluster;
    }

    synchronized boolean isClosed()
    {
        return closed;
    }

    /** Gives all ports back. Answers that name a broker have no address for it from then on. */
    void close()
    {
        final Map<String, Shown> before;
        synchronized (this)
        {
            closed = true;
            before = new TreeMap<>(brokers);
            brokers.clear();
        }
        before.forEach((broker, shown) -> {
            shown.port.close();
            range.giveBack(shown.number, key(cluster, parse(broker)));
        });
        changed.run();
        LOG.log(Level.INFO, "the brokers of the cluster {0} have no ports any more: {1}", cluster, before.keySet());
    }

    /** Adds which broker has which port. */
    synchronized void addTo(final List<KeptPorts.Entry> entries)
    {
        brokers.forEach((broker, shown) -> entries.add(new KeptPorts.Entry(shown.number, cluster, broker)));
    }

    /** The gateway's addresses by the brokers', for people. */
    synchronized Map<String, String> table()
    {
        final Map<String, String> table = new TreeMap<>();
        brokers.forEach((broker, shown) -> table.put(broker, new String(shown.address, StandardCharsets.UTF_8)));
        return table;
    }
}

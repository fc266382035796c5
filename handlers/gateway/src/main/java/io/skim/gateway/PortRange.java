package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Brokers;
import io.skim.gateway.config.HostPort;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The ports that a listener has for brokers. The brokers of all its clusters share them: each port stands for one broker.
 * <p>
 * Clients know the port of a broker for a while when it is given back, and must not find another broker there: it would take their
 * offsets for its own. So nobody else gets the port for ten minutes; the same broker gets it at once.
 * <p>
 * Safe for use by many threads.
 */
final class PortRange
{
    static final int NONE = -1;

    /** A port that was given back, and when, in nanoseconds. */
    private record Free(int port, long since)
    {
    }

    private final Brokers range;
    private final LongSupplier nanoTime;
    /**
     * By the clusters and addresses of the brokers that had them, those first that were given back first. Guarded by {@code this}, as
     * what follows.
     */
    private final Map<String, Free> back = new LinkedHashMap<>();
    /** The ports that have stood for a broker, from the first on; those that were given back among them. */
    private final BitSet used = new BitSet();

    PortRange(final Brokers range, final LongSupplier nanoTime)
    {
        this.range = range;
        this.nanoTime = nanoTime;
    }

    /** Takes a port for a broker of a cluster that had it before; false if it is in use, or out of the range. */
    synchronized boolean take(final int port)
    {
        final int index = port - range.firstPort();
        if (index < 0 || port > range.lastPort() || used.get(index))
        {
            return false;
        }
        used.set(index);
        return true;
    }

    /** A port for a broker of a cluster; {@link #NONE} if all are taken. */
    synchronized int take(final String broker)
    {
        final Free own = back.remove(broker);
        if (own != null)
        {
            return own.port;
        }
        final int free = range.firstPort() + used.nextClearBit(0);
        return take(free) ? free : takeOldest();
    }

    private int takeOldest()
    {
        final Map.Entry<String, Free> oldest = oldest();
        if (oldest == null || nanoTime.getAsLong() - oldest.getValue().since < BrokerPorts.GONE)
        {
            return NONE;
        }
        back.remove(oldest.getKey());
        return oldest.getValue().port;
    }

    private Map.@Nullable Entry<String, Free> oldest()
    {
        return back.isEmpty() ? null : back.entrySet().iterator().next();
    }

    /** A port stands no more for a broker. */
    synchronized void giveBack(final int port, final String broker)
    {
        back.put(broker, new Free(port, nanoTime.getAsLong()));
    }

    /** Adds the ports that wait for the brokers that had them. */
    synchronized void addTo(final List<KeptPorts.Entry> entries)
    {
        back.forEach((broker, free) -> entries.add(new KeptPorts.Entry(free.port, broker.substring(0, broker.indexOf(
            ' ')), broker.substring(broker.indexOf(' ') + 1))));
    }

    /** The gateway's address of a port, as {@code host:port}. */
    byte[] address(final int port)
    {
        return new HostPort(range.host(), port).toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Where the gateway listens for the clients of a port. */
    int listenPort(final int port)
    {
        return range.listenPort(port);
    }

    /** A port for people. */
    String toText(final int port)
    {
        return listenPort(port) == port ? String.valueOf(port)
            : port + " (the gateway's own is " + listenPort(port) + ")";
    }

    /** For people. */
    @Override
    public String toString()
    {
        return range.firstPort() + " to " + range.lastPort();
    }
}

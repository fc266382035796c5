package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Brokers;
import io.skim.gateway.config.HostPort;
import io.skim.handlers.route.AddressMap;
import io.skim.handlers.route.BrokerAddress;
import io.skim.handlers.route.NameSink;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gateway's own addresses for the brokers of a cluster. A broker gets the first free port of the range when an answer of a name
 * server names it for the first time, so that new brokers appear without a restart. It keeps its port until the gateway ends.
 * <p>
 * Safe for use by many threads.
 */
final class BrokerPorts implements AddressMap
{
    /** Listens for the clients of a broker. */
    interface Listener
    {
        /**
         * Binds a port.
         *
         * @throws IOException if it is not free.
         */
        void listen(HostPort broker, int port) throws IOException;
    }

    private static final Logger LOG = System.getLogger(BrokerPorts.class.getName());

    private final Brokers shown;
    private final Listener listener;
    /** The gateway's address by the broker's; both as {@code host:port}. */
    private final Map<String, byte[]> addresses = new ConcurrentHashMap<>();
    private int next;

    BrokerPorts(final Brokers shown, final Listener listener)
    {
        this.shown = shown;
        this.listener = listener;
        next = shown.firstPort();
    }

    @Override
    public boolean toClient(final BrokerAddress address, final NameSink out)
    {
        out.put(addressOf(address.toText()));
        return true;
    }

    private byte[] addressOf(final String broker)
    {
        final byte[] known = addresses.get(broker);
        return known != null ? known : add(broker);
    }

    private synchronized byte[] add(final String broker)
    {
        final byte[] known = addresses.get(broker);
        if (known != null)
        {
            return known;
        }
        final HostPort target = HostPort.parse(broker, null);
        while (next <= shown.lastPort())
        {
            final int port = next++;
            try
            {
                listener.listen(target, port);
                LOG.log(Level.INFO, "broker {0} is at port {1}", broker, String.valueOf(port));
                final byte[] own = new HostPort(shown.host(), port).toString().getBytes(StandardCharsets.UTF_8);
                addresses.put(broker, own);
                return own;
            }
            catch (final IOException taken)
            {
                LOG.log(Level.WARNING, "port {0} is not free: {1}", String.valueOf(port), taken.toString());
            }
        }
        throw new IllegalStateException(
            "no port of " + shown.firstPort() + " to " + shown.lastPort() + " is left for broker "
                + broker);
    }

    /** The gateway's addresses by the brokers', for people. */
    Map<String, String> table()
    {
        final Map<String, String> table = new TreeMap<>();
        addresses.forEach((broker, own) -> table.put(broker, new String(own, StandardCharsets.UTF_8)));
        return table;
    }
}

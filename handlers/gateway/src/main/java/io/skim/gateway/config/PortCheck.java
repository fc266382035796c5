package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.Listener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Checks the addresses of a file against each other: what listens, and what is connected to.
 */
final class PortCheck
{
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "::1");

    private final YamlFile file;
    private final Map<String, Listener> listeners;

    PortCheck(final YamlFile file, final Map<String, Listener> listeners)
    {
        this.file = file;
        this.listeners = listeners;
    }

    /** A port can be listened on once: those of listeners, brokers and HTTP must not overlap. */
    void checkPorts(final Value all)
    {
        final Map<Integer, String> taken = new HashMap<>();
        final HostPort http = ConfigLoader.httpAddress(all);
        if (http != null)
        {
            taken.put(http.port(), "http");
        }
        final List<Value> values = all.list(ConfigLoader.LISTENERS);
        for (final Value value : values)
        {
            final HostPort address = value.get(ConfigLoader.ADDRESS);
            if (address != null)
            {
                take(taken, value.nodeAt(ConfigLoader.ADDRESS), address.port(), address.port(),
                    "listener " + value.get("name", ""), "");
            }
        }
        for (final Value value : values)
        {
            final Listener made = value.has("name") ? listeners.get(value.get("name", "")) : null;
            if (made != null && made.brokers() != null)
            {
                takeBrokers(taken, value, made.name(), made.brokers());
            }
        }
    }

    /** Without a range in the file there is none to be seen there either, so the message tells it. */
    private void takeBrokers(final Map<Integer, String> taken, final Value listener, final String name,
        final GatewayConfig.Brokers brokers)
    {
        final int first = brokers.listen();
        final int last = brokers.listenPort(brokers.lastPort());
        final boolean given = listener.has(ConfigLoader.BROKERS);
        final String range = first + "-" + last;
        take(taken, listener.nodeAt(ConfigLoader.BROKERS), first, last, "brokers of listener " + name + (given ? ""
            : " (" + range + " by default)"),
            given ? " (see brokers: {ports: ...})"
                : "; the brokers of listener " + name + " have " + range
                    + " by default, brokers: {ports: ...} gives them others");
    }

    /** A gateway that is its own server would connect with itself for each request, and so on. */
    void checkLoops(final Value cluster)
    {
        for (final String kind : List.of(ConfigLoader.NAME_SERVERS, ConfigLoader.BROKERS, ConfigLoader.AMQP))
        {
            for (final Value server : cluster.list(kind))
            {
                final HostPort address = (HostPort)server.made();
                for (final Listener listener : listeners.values())
                {
                    if (listener.address().port() == address.port()
                        && isSame(listener.address().host(), address.host()))
                    {
                        file.problem(server.node(), "the listener '" + listener.name()
                            + "' is at this address: the gateway would be its own server");
                    }
                }
            }
        }
    }

    private static boolean isSame(final String listening, final String host)
    {
        return listening.equals(host) || LOOPBACK.contains(host) && (LOOPBACK.contains(listening) || "0.0.0.0".equals(
            listening) || "::".equals(listening));
    }

    private void take(final Map<Integer, String> taken, final Node node, final int first, final int last,
        final String by, final String hint)
    {
        for (int port = first; port <= last; port++)
        {
            final String other = taken.putIfAbsent(port, by);
            if (other != null)
            {
                file.problem(node, "port " + port + " is taken by " + other + "; each needs ports of its own" + hint);
                return;
            }
        }
    }
}

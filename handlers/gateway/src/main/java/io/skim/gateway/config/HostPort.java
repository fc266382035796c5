package io.skim.gateway.config;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * An address of a server, not resolved.
 *
 * @param host a name or an address, IPv6 without brackets.
 * @param port from 1 to 65535.
 */
public record HostPort(String host, int port)
{
    private static final int GREATEST_PORT = 65_535;

    /**
     * Parses {@code host:port}, {@code [IPv6]:port} or a port alone.
     *
     * @param text        to parse.
     * @param defaultHost for a port alone; null if a host is needed.
     * @return the address.
     * @throws IllegalArgumentException if it is none.
     */
    public static HostPort parse(final String text, final @Nullable String defaultHost)
    {
        final int colon = text.lastIndexOf(':');
        final String host = colon < 0 ? defaultHost : text.substring(0, colon);
        final boolean bracketed = host != null && host.startsWith("[") && host.endsWith("]");
        if (host == null || host.isEmpty() || host.chars().anyMatch(each -> each <= ' ' || each == '/')
            || !bracketed && host
                .indexOf(':') >= 0)
        {
            throw new IllegalArgumentException("no address with a port");
        }
        return new HostPort(bracketed ? host.substring(1, host.length() - 1) : host, port(text.substring(colon + 1)));
    }

    static int port(final String text)
    {
        final int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
        if (port < 1 || port > GREATEST_PORT)
        {
            throw new IllegalArgumentException("a port is from 1 to " + GREATEST_PORT);
        }
        return port;
    }

    /** {@return the address for Netty, whose resolver asks for the host} */
    public InetSocketAddress toUnresolved()
    {
        return InetSocketAddress.createUnresolved(host, port);
    }

    /** {@return {@code host:port}} */
    @Override
    public String toString()
    {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}

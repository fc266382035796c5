package io.skim.gateway.config;

import io.netty.util.NetUtil;
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
    /** Of a name in the DNS, and more than an address has. */
    private static final int MOST_HOST = 255;

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
        final String host = colon >= 0 ? text.substring(0, colon) : text.matches("[0-9]+") ? defaultHost : null;
        final boolean bracketed = host != null && host.startsWith("[") && host.endsWith("]");
        if (host == null || host.isEmpty() || host.chars().anyMatch(each -> each <= ' ' || each == '/')
            || !bracketed && host
                .indexOf(':') >= 0)
        {
            throw new IllegalArgumentException(text.matches(".*[;,].*")
                ? "several addresses are a list, such as [10.0.0.5:9876, 10.0.0.6:9876]" : "no address with a port");
        }
        final int port = port(text.substring(colon + 1));
        final String bare = bracketed ? host.substring(1, host.length() - 1) : host;
        checkHost(bare, bracketed);
        return new HostPort(bare, port);
    }

    /** Refuses what nobody can look up. */
    private static void checkHost(final String host, final boolean bracketed)
    {
        if (host.length() > MOST_HOST)
        {
            throw new IllegalArgumentException("a host has at most " + MOST_HOST + " characters");
        }
        // Netty knows no IPv4 address at the end of one of IPv6, unless it is mapped. It takes the place of two numbers.
        final int last = host.lastIndexOf(':') + 1;
        if (bracketed && !NetUtil.isValidIpV6Address(NetUtil.isValidIpV4Address(host.substring(last))
            ? host.substring(0, last) + "0:0" : host))
        {
            throw new IllegalArgumentException("what stands in brackets is no address of IPv6");
        }
        if (!bracketed && host.matches("[0-9.]+") && !NetUtil.isValidIpV4Address(host))
        {
            throw new IllegalArgumentException(host + " is no address of IPv4");
        }
        if (!bracketed && !host.matches("[\\p{L}\\p{N}_.-]+"))
        {
            throw new IllegalArgumentException("a host has letters, digits and . - _");
        }
    }

    /**
     * Reads a port.
     *
     * @param text in digits.
     * @return the port, from 1 to 65,535.
     * @throws IllegalArgumentException if it is none.
     */
    public static int port(final String text)
    {
        final int port = text.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(text) : 0;
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

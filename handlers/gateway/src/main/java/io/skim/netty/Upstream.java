package io.skim.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * A server that a proxy connects to on behalf of its clients.
 */
public final class Upstream
{
    private final String name;
    private final SocketAddress address;
    private final HostLookup lookup;
    private final BiConsumer<ChannelPipeline, Channel> begin;

    private Upstream(final String name, final SocketAddress address, final HostLookup lookup,
        final BiConsumer<ChannelPipeline, Channel> begin)
    {
        this.lookup = lookup;
        this.name = Objects.requireNonNull(name, "name");
        this.address = Objects.requireNonNull(address, "address");
        this.begin = begin;
    }

    /**
     * Names a server.
     *
     * @param name    for logs and metrics.
     * @param address of the server; an unresolved one is resolved for each connection, and if its host has several addresses, they are
     *                tried one after the other.
     * @return the server, with plain connections.
     */
    public static Upstream of(final String name, final SocketAddress address)
    {
        return of(name, address, HostLookup.SHARED);
    }

    static Upstream of(final String name, final SocketAddress address, final HostLookup lookup)
    {
        return new Upstream(name, address, lookup, (pipeline, client) -> {
        });
    }

    /**
     * Names a server by its host and port, and resolves the host for each connection. If it has several addresses, they are tried one
     * after the other.
     *
     * @param host name or address.
     * @param port of the server.
     * @return the server, with plain connections.
     */
    public static Upstream of(final String host, final int port)
    {
        return of(host + ':' + port, InetSocketAddress.createUnresolved(host, port));
    }

    /**
     * The same server with handlers in front of the proxy's own, for example of TLS or the PROXY protocol.
     *
     * @param handlers adds them to the empty pipeline of a new connection, for the channel of a client; for the new channel itself
     *                 if clients share the connection. Called for each channel: several if the host has several addresses.
     * @return another object.
     */
    public Upstream with(final BiConsumer<ChannelPipeline, Channel> handlers)
    {
        return new Upstream(name, address, lookup, Objects.requireNonNull(handlers, "handlers"));
    }

    /** {@return the name} */
    public String name()
    {
        return name;
    }

    /** {@return the address} */
    public SocketAddress address()
    {
        return address;
    }

    /** What looks the host of an unresolved address up. */
    HostLookup lookup()
    {
        return lookup;
    }

    void begin(final ChannelPipeline pipeline, final Channel client)
    {
        begin.accept(pipeline, client);
    }

    @Override
    public String toString()
    {
        return name;
    }
}

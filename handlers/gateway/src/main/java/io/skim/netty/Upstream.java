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
    private final BiConsumer<ChannelPipeline, Channel> begin;

    private Upstream(final String name, final SocketAddress address, final BiConsumer<ChannelPipeline, Channel> begin)
    {
        this.name = Objects.requireNonNull(name, "name");
        this.address = Objects.requireNonNull(address, "address");
        this.begin = begin;
    }

    /**
     * Names a server.
     *
     * @param name    for logs and metrics.
     * @param address of the server; an unresolved one is resolved for each connection.
     * @return the server, with plain connections.
     */
    public static Upstream of(final String name, final SocketAddress address)
    {
        return new Upstream(name, address, (pipeline, client) -> {
        });
    }

    /**
     * Names a server by its host and port, and resolves the host for each connection.
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
     *                 if clients share the connection.
     * @return another object.
     */
    public Upstream with(final BiConsumer<ChannelPipeline, Channel> handlers)
    {
        return new Upstream(name, address, Objects.requireNonNull(handlers, "handlers"));
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

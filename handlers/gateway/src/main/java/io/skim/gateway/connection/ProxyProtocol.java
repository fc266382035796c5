package io.skim.gateway.connection;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageEncoder;
import io.netty.handler.codec.haproxy.HAProxyProtocolException;
import io.netty.handler.codec.haproxy.HAProxyProtocolVersion;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol;
import io.netty.util.NetUtil;
import io.skim.gateway.config.AddressRange;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The PROXY protocol, by which load balancers name a client's address. Whoever may send a header may claim any address, so a listener
 * names the addresses of its balancers. Those must send a header; a listener does not guess whether there is one.
 *
 * @see "The PROXY protocol, versions 1 and 2, of HAProxy"
 */
public final class ProxyProtocol
{
    /** Longest header of version 2 in bytes, without its first 16: addresses, and what balancers add about TLS. */
    static final int MOST_BYTES = 4096;

    private final List<AddressRange> balancers;
    private final boolean admitsOthers;

    /**
     * Says who sends headers.
     *
     * @param balancers    addresses whose connections begin with a header of version 1 or 2.
     * @param admitsOthers whether other addresses may connect too, without a header.
     */
    public ProxyProtocol(final List<AddressRange> balancers, final boolean admitsOthers)
    {
        this.balancers = List.copyOf(balancers);
        this.admitsOthers = admitsOthers;
    }

    /** {@return whether a connection from an address begins with a header} */
    boolean isExpectedFrom(final SocketAddress address)
    {
        final InetAddress ip = address instanceof InetSocketAddress ? ((InetSocketAddress)address).getAddress() : null;
        return ip != null && balancers.stream().anyMatch(range -> range.contains(ip));
    }

    /** {@return whether addresses other than those of balancers may connect} */
    boolean admitsOthers()
    {
        return admitsOthers;
    }

    /**
     * The address that a header names.
     *
     * @param header read by Netty's decoder, which has checked the addresses.
     * @return the client's address; {@code null} for a connection of the balancer itself, such as a health check, and for clients
     *         without an IP address.
     * @throws HAProxyProtocolException if the address has a zone that this host does not have.
     */
    static @Nullable InetSocketAddress client(final HAProxyMessage header)
    {
        final HAProxyProxiedProtocol protocol = header.proxiedProtocol();
        final boolean isTcp = protocol == HAProxyProxiedProtocol.TCP4 || protocol == HAProxyProxiedProtocol.TCP6;
        if (header.command() == HAProxyCommand.LOCAL || !isTcp)
        {
            return null;
        }
        // The text is an address, not a name, so nothing is looked up.
        final InetAddress address = NetUtil.createInetAddressFromIpAddressString(header.sourceAddress());
        if (address == null)
        {
            // Netty allows zones, such as fe80::1%eth0, and names none that this host does not have. Nobody else is that client.
            throw new HAProxyProtocolException("no address of a client: " + header.sourceAddress());
        }
        return new InetSocketAddress(address, header.sourcePort());
    }

    /**
     * A handler that sends a header on a connection to a broker, before anything else and outside of TLS. It must be the first of the
     * pipeline, and be there before the channel is connected. It removes itself.
     *
     * @param version of the header, 1 or 2.
     * @param client  the client's address, of which brokers shall know.
     * @param local   where the client connected to.
     * @return a new handler. Without two IP addresses the header says that the client is unknown.
     * @throws IllegalArgumentException if there is no such version.
     */
    public static ChannelHandler sender(final int version, final SocketAddress client, final SocketAddress local)
    {
        if (version != 1 && version != 2)
        {
            throw new IllegalArgumentException("PROXY protocol has no version " + version);
        }
        return new Sender(version == 1 ? HAProxyProtocolVersion.V1 : HAProxyProtocolVersion.V2, client, local);
    }

    /**
     * The header for a connection.
     *
     * @param version of the header.
     * @param client  the client's address.
     * @param local   where the client connected to.
     * @return a header, which the encoder releases.
     */
    static HAProxyMessage header(final HAProxyProtocolVersion version, final SocketAddress client,
        final SocketAddress local)
    {
        final InetAddress from = ip(client);
        final InetAddress to = ip(local);
        if (from == null || to == null)
        {
            return version == HAProxyProtocolVersion.V1
                ? new HAProxyMessage(version, HAProxyCommand.PROXY, HAProxyProxiedProtocol.UNKNOWN, null, null, 0, 0)
                : new HAProxyMessage(version, HAProxyCommand.LOCAL, HAProxyProxiedProtocol.UNKNOWN, null, null, 0, 0);
        }
        final boolean isShort = from instanceof Inet4Address && to instanceof Inet4Address;
        return new HAProxyMessage(version, HAProxyCommand.PROXY, isShort ? HAProxyProxiedProtocol.TCP4
            : HAProxyProxiedProtocol.TCP6, text(from, isShort), text(to, isShort),
            ((InetSocketAddress)client).getPort(),
            ((InetSocketAddress)local).getPort());
    }

    private static @Nullable InetAddress ip(final SocketAddress address)
    {
        return address instanceof InetSocketAddress ? ((InetSocketAddress)address).getAddress() : null;
    }

    /** Both addresses of a header are of one family: an IPv4 address is mapped into IPv6 if the other is one of IPv6. */
    private static String text(final InetAddress address, final boolean isShort)
    {
        final String text = NetUtil.toAddressString(address);
        return address instanceof Inet4Address && !isShort ? "::ffff:" + text : text;
    }

    private static final class Sender extends ChannelInboundHandlerAdapter
    {
        private final HAProxyProtocolVersion version;
        private final SocketAddress client;
        private final SocketAddress local;

        Sender(final HAProxyProtocolVersion version, final SocketAddress client, final SocketAddress local)
        {
            this.version = version;
            this.client = Objects.requireNonNull(client, "client");
            this.local = Objects.requireNonNull(local, "local");
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored")
        public void handlerAdded(final ChannelHandlerContext ctx)
        {
            final ChannelPipeline pipeline = ctx.pipeline();
            pipeline.addBefore(ctx.name(), null, HAProxyMessageEncoder.INSTANCE);
            // Before the channel is connected, as what others write then: it waits behind the header. From this handler down, it passes
            // the encoder, and no TLS handler above.
            ctx.write(header(version, client, local), ctx.voidPromise());
            pipeline.remove(HAProxyMessageEncoder.INSTANCE);
        }

        @Override
        public void channelActive(final ChannelHandlerContext ctx)
        {
            ctx.flush();
            ctx.fireChannelActive();
            ctx.pipeline().remove(this);
        }
    }
}

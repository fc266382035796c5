package io.skim.benchmarks;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.RouteTable;
import io.skim.handlers.route.Router;
import io.skim.handlers.route.Routes;
import io.skim.netty.RemotingExchange;
import io.skim.netty.RemotingFilter;
import io.skim.netty.RemotingProxy;
import io.skim.netty.Upstream;
import io.skim.scan.remoting.RemotingInterest;
import java.net.SocketAddress;
import org.apache.rocketmq.remoting.netty.NettyDecoder;
import org.apache.rocketmq.remoting.netty.NettyEncoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * What stands between clients and a server in {@link GatewayCost}.
 */
enum GatewayContender
{
    /** Passes bytes on. */
    RELAY("bytes passed on", "bytes")
    {
        @Override
        void serve(final Channel client, final SocketAddress server)
        {
            pair(client, server, false, null);
        }
    },
    /** Scans all frames both ways, and knows the request of each response. */
    SCAN("Skim: scanned both ways", "Skim")
    {
        @Override
        RemotingProxy proxy(final SocketAddress server)
        {
            return RemotingProxy.to(Upstream.of("server", server)).build();
        }
    },
    /** The same with a router of two rules, and a property added to each message. */
    PROPERTY("Skim: routed, a property added", "Skim, property")
    {
        @Override
        RemotingProxy proxy(final SocketAddress server)
        {
            return routing(server, true);
        }
    },
    /** The reference's decoder and encoder, both ways. */
    COMMANDS("RemotingCommand decoded and encoded", "RemotingCommand")
    {
        @Override
        void serve(final Channel client, final SocketAddress server)
        {
            pair(client, server, true, null);
        }
    },
    /** The same with a property added to each message. */
    COMMANDS_PROPERTY("RemotingCommand, a property added", "RemotingCommand, property")
    {
        @Override
        void serve(final Channel client, final SocketAddress server)
        {
            pair(client, server, true, "i");
        }
    };

    private static final String NAME = "gateway";
    private static final String VALUE = "skim";

    final String title;
    /** For the legend of a picture, which has one line for all. */
    final String brief;

    GatewayContender(final String title, final String brief)
    {
        this.title = title;
        this.brief = brief;
    }

    /** A proxy of this contender; null if it has none. */
    RemotingProxy proxy(final SocketAddress server)
    {
        return null;
    }

    /** An initializer for the clients' channels. */
    ChannelInitializer<Channel> initializer(final SocketAddress server)
    {
        final RemotingProxy proxy = proxy(server);
        return proxy != null ? proxy.initializer() : new ChannelInitializer<>()
        {
            @Override
            protected void initChannel(final Channel client)
            {
                serve(client, server);
            }
        };
    }

    void serve(final Channel client, final SocketAddress server)
    {
        throw new IllegalStateException(this + " has a proxy");
    }

    /** A proxy with a router of two rules, which may add a property to each message. */
    static RemotingProxy routing(final SocketAddress server, final boolean adds)
    {
        final Upstream upstream = Upstream.of("server", server);
        final Routes<Upstream, RemotingInterest> routes = new Routes<>(RouteTable.remoting(upstream).sql(
            "$topic = 'audit'", upstream).sql("region = 'eu'", upstream).build());
        return RemotingProxy.to(upstream).filter(() -> new RoutingFilter(routes, adds)).build();
    }

    private static final class RoutingFilter implements RemotingFilter
    {
        private final Router<Upstream, RemotingInterest> router;
        private final RemotingRewriter rewriter =
            new RemotingRewriter(RemotingEdits.builder().setProperty(NAME, VALUE).codes(
                10, 310).build());

        private final boolean adds;

        RoutingFilter(final Routes<Upstream, RemotingInterest> routes, final boolean adds)
        {
            router = new Router<>(routes);
            this.adds = adds;
        }

        @Override
        public void toBroker(final RemotingExchange exchange)
        {
            exchange.scanner().show(router.interest(), router);
            exchange.route(router.target());
            if (adds)
            {
                rewriter.rewrite(exchange.scanner());
                exchange.patch(rewriter.patch());
            }
        }
    }

    /** Connects a client with the server, and reads only when both are connected. */
    private static void pair(final Channel client, final SocketAddress server, final boolean commands,
        final String properties)
    {
        client.config().setAutoRead(false);
        final Bootstrap bootstrap = new Bootstrap().group(client.eventLoop()).channel(client.getClass()).option(
            ChannelOption.AUTO_READ, false).handler(new ChannelInitializer<>()
            {
                @Override
                protected void initChannel(final Channel upstream)
                {
                    add(upstream, client, commands, null);
                }
            });
        final Channel upstream = bootstrap.connect(server).addListener((ChannelFutureListener)connected -> {
            client.config().setAutoRead(connected.isSuccess());
            connected.channel().config().setAutoRead(true);
        }).channel();
        add(client, upstream, commands, properties);
    }

    private static void add(final Channel from, final Channel to, final boolean commands, final String properties)
    {
        if (commands)
        {
            from.pipeline().addLast(new NettyEncoder(), new NettyDecoder());
        }
        from.pipeline().addLast(new Passing(to, properties));
    }

    /** Passes on what is read, with back pressure. */
    private static final class Passing extends ChannelInboundHandlerAdapter
    {
        private final Channel to;
        /** The ext field that holds properties; null to add none. */
        private final String properties;

        Passing(final Channel to, final String properties)
        {
            this.to = to;
            this.properties = properties;
        }

        @Override
        public void channelRead(final ChannelHandlerContext ctx, final Object message)
        {
            if (properties != null && !(message instanceof ByteBuf))
            {
                final RemotingCommand command = (RemotingCommand)message;
                if (command.getCode() == 310 || command.getCode() == 10)
                {
                    final String field = command.getCode() == 310 ? properties : "properties";
                    command.getExtFields().merge(field, NAME + '\1' + VALUE + '\2', String::concat);
                }
            }
            to.write(message, to.voidPromise());
        }

        @Override
        public void channelReadComplete(final ChannelHandlerContext ctx)
        {
            to.flush();
        }

        @Override
        public void channelWritabilityChanged(final ChannelHandlerContext ctx)
        {
            to.config().setAutoRead(ctx.channel().isWritable());
        }

        @Override
        public void channelInactive(final ChannelHandlerContext ctx)
        {
            to.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }
}

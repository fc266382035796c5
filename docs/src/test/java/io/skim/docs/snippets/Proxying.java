package io.skim.docs.snippets;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.RequestGate;
import io.skim.handlers.route.Router;
import io.skim.handlers.route.Routes;
import io.skim.netty.FrameOutput;
import io.skim.netty.FramingLost;
import io.skim.netty.RemotingExchange;
import io.skim.netty.RemotingFilter;
import io.skim.netty.RemotingFrame;
import io.skim.netty.RemotingFrameListener;
import io.skim.netty.RemotingFunnel;
import io.skim.netty.RemotingProxy;
import io.skim.netty.Upstream;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** The snippets of the chapter on live connections. */
final class Proxying
{
    private Proxying()
    {
    }

    // snippet: proxy-filter
    /** Denies a code, routes, and adds a property to sends. One for each event loop, so it may have scratch of its own. */
    static final class Orders implements RemotingFilter
    {
        private static final RemotingEdits EDITS =
            RemotingEdits.builder().setProperty("gateway", "skim").codes(RequestCode.SEND_MESSAGE,
                RequestCode.SEND_MESSAGE_V2, RequestCode.SEND_BATCH_MESSAGE)
                .build();

        private final RequestGate gate = new RequestGate(CodeGate.deny(RequestCode.UPDATE_BROKER_CONFIG));
        private final Router<Upstream, RemotingInterest> router;
        private final RemotingRewriter rewriter = new RemotingRewriter(EDITS);

        Orders(final Routes<Upstream, RemotingInterest> routes)
        {
            router = new Router<>(routes);
        }

        @Override
        public void toBroker(final RemotingExchange exchange)
        {
            exchange.scanner().show(RequestGate.INTEREST, gate); // the frame was scanned once; each handler is shown its part
            if (!gate.admits())
            {
                exchange.answer(ResponseCode.NO_PERMISSION, "denied by the gateway");
                return;
            }
            exchange.scanner().show(router.interest(), router);
            exchange.route(router.target());
            rewriter.rewrite(exchange.scanner());
            exchange.patch(rewriter.patch()); // a refused edit gets what the proxy's policy states
        }
    }
    // end

    // snippet: proxy-start
    /** Listens on a port, and connects clients with the servers of the routes. */
    static Channel listen(final EventLoopGroup loops, final SocketAddress address, final Upstream broker,
        final Routes<Upstream, RemotingInterest> routes)
    {
        final RemotingProxy proxy = RemotingProxy.to(broker).filter(() -> new Orders(routes)).build();
        return new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
            .childHandler(proxy.initializer())
            .bind(address).syncUninterruptibly().channel();
    }
    // end

    // snippet: proxy-sidecar
    /** Takes TLS off in front of a broker, and gives another server a copy of each send. */
    static void serve(final Channel client, final SslContext tls, final RemotingProxy proxy)
    {
        client.pipeline().addLast(tls.newHandler(client.alloc())); // in front of the proxy's handlers
        proxy.serve(client);
    }

    static RemotingProxy copying(final Upstream broker, final Upstream tap)
    {
        return RemotingProxy.to(broker).filter(() -> new RemotingFilter()
        {
            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                if (!exchange.isResponse() && RequestCode.isSend(exchange.header().code()))
                {
                    exchange.mirror(tap);
                }
            }
        }).build();
    }
    // end

    // snippet: proxy-funnel
    /** As above, with two connections to each server for all producers and tools of an event loop. */
    static RemotingProxy sharing(final Upstream broker, final Routes<Upstream, RemotingInterest> routes)
    {
        final RemotingFunnel funnel = RemotingFunnel.builder().connections(2).window(1_000).expire(Duration.ofSeconds(
            30)).build();
        return RemotingProxy.to(broker).filter(() -> new Orders(routes)).funnel(funnel).build();
    }
    // end

    // snippet: proxy-latency
    /** Adds up the time from a pull to its response. */
    static final class PullTimes implements RemotingFilter
    {
        private final LongAdder nanos;

        PullTimes(final LongAdder nanos)
        {
            this.nanos = nanos;
        }

        @Override
        public void toClient(final RemotingExchange exchange)
        {
            if (exchange.isResponse() && exchange.requestCode() == RequestCode.PULL_MESSAGE.code())
            {
                nanos.add(exchange.requestAge());
            }
        }
    }
    // end

    // snippet: proxy-listener
    /** Passes the sends of a channel on to another one, and drops the rest. */
    static final class SendsOnly implements RemotingFrameListener
    {
        private final FrameOutput output;

        SendsOnly(final Channel to)
        {
            output = new FrameOutput(to);
        }

        @Override
        public void onFrame(final ChannelHandlerContext context, final RemotingFrame frame)
        {
            if (RequestCode.isSend(frame.header().code()))
            {
                output.write(frame);
            }
        }

        @Override
        public void onMalformed(final ChannelHandlerContext context, final RemotingFrame frame)
        {
            // The frames after it can be read.
        }

        @Override
        public void onLost(final ChannelHandlerContext context, final FramingLost lost)
        {
            context.close();
        }

        @Override
        public void onReadComplete(final ChannelHandlerContext context)
        {
            output.flush();
        }
    }
    // end
}

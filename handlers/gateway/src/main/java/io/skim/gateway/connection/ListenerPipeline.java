package io.skim.gateway.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.ssl.SniCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.TimeoutKind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * What every connection to a listener goes through before its first frame: limits on connections, the PROXY header, TLS, and a time for
 * all of that. Then the gateway's own handlers are added.
 *
 * <pre>
 * ListenerPipeline orders = ListenerPipeline.of(connections, metrics.endpoint(Side.CLIENT, "orders"))
 *     .limits(limits).handshakeTime(Duration.ofSeconds(10)).idleTime(Duration.ofSeconds(120))
 *     .proxy(proxyProtocol).tls(certificates::newHandler).build();
 * // in the child handler of the server, a ChannelInitializer:
 * orders.begin(channel.pipeline(), connection -&gt; connection.channel().pipeline().addLast(handlers));
 * </pre>
 *
 * The handlers that are added then get {@code channelActive} and, if they are the last to see it, should give exceptions to
 * {@link Connection#fail}. Safe for use by many threads.
 */
public final class ListenerPipeline
{
    private final Connections connections;
    private final Endpoint listener;
    private final ConnectionLimits limits;
    private final @Nullable Duration handshakeTime;
    private final @Nullable Duration idleTime;
    private final @Nullable ProxyProtocol proxy;
    private final @Nullable Supplier<? extends ChannelHandler> tls;

    private ListenerPipeline(final Builder builder)
    {
        this.connections = builder.connections;
        this.listener = builder.listener;
        this.limits = builder.limits;
        this.handshakeTime = builder.handshakeTime;
        this.idleTime = builder.idleTime;
        this.proxy = builder.proxy;
        this.tls = builder.tls;
    }

    /**
     * Begins to describe a listener without limits, time-outs, PROXY headers and TLS.
     *
     * @param connections to which its connections belong.
     * @param listener    to count them under.
     * @return a builder.
     */
    public static Builder of(final Connections connections, final Endpoint listener)
    {
        return new Builder(connections, listener);
    }

    /** Describes a listener. */
    public static final class Builder
    {
        private final Connections connections;
        private final Endpoint listener;
        private ConnectionLimits limits = new ConnectionLimits(ConnectionLimits.UNLIMITED, ConnectionLimits.UNLIMITED);
        private @Nullable Duration handshakeTime;
        private @Nullable Duration idleTime;
        private @Nullable ProxyProtocol proxy;
        private @Nullable Supplier<? extends ChannelHandler> tls;

        private Builder(final Connections connections, final Endpoint listener)
        {
            this.connections = Objects.requireNonNull(connections, "connections");
            this.listener = Objects.requireNonNull(listener, "listener");
        }

        /**
         * Limits connections. Listeners may share limits.
         *
         * @param some the limits.
         * @return this builder.
         */
        public Builder limits(final ConnectionLimits some)
        {
            limits = Objects.requireNonNull(some, "limits");
            return this;
        }

        /**
         * Limits the time from the connection to the end of the PROXY header and of the TLS handshake.
         *
         * @param most the time; {@code null} for no limit.
         * @return this builder.
         */
        public Builder handshakeTime(final @Nullable Duration most)
        {
            handshakeTime = most;
            return this;
        }

        /**
         * Closes connections whose clients send nothing for a time.
         *
         * @param most the time; {@code null} for no limit.
         * @return this builder.
         */
        public Builder idleTime(final @Nullable Duration most)
        {
            idleTime = most;
            return this;
        }

        /**
         * Expects PROXY headers.
         *
         * @param expected from whom; {@code null} from nobody.
         * @return this builder.
         */
        public Builder proxy(final @Nullable ProxyProtocol expected)
        {
            proxy = expected;
            return this;
        }

        /**
         * Expects TLS.
         *
         * @param handler makes the handler of a channel, one of Netty's for TLS or SNI; {@code null} for no TLS.
         * @return this builder.
         */
        public Builder tls(final @Nullable Supplier<? extends ChannelHandler> handler)
        {
            tls = handler;
            return this;
        }

        /** {@return the pipelines of the listener} */
        public ListenerPipeline build()
        {
            return new ListenerPipeline(this);
        }
    }

    /**
     * Adds the handlers that a connection begins with. The channel must not be active yet.
     *
     * @param pipeline of a channel that was accepted.
     * @param ready    called on the channel's event loop when frames may come: it adds the handlers for them. It is not called for a
     *                 connection that ends before.
     */
    public void begin(final ChannelPipeline pipeline, final Consumer<Connection> ready)
    {
        pipeline.addLast(new Accepted(Objects.requireNonNull(ready, "ready")));
    }

    /** Stays the first of the pipeline. Opens and ends the connection. */
    private final class Accepted extends ChannelInboundHandlerAdapter
    {
        private final Consumer<Connection> ready;
        /** Null before the channel is active. */
        private @Nullable Connection connection;
        private boolean isCounted;

        Accepted(final Consumer<Connection> ready)
        {
            this.ready = ready;
        }

        @Override
        public void channelActive(final ChannelHandlerContext ctx)
        {
            final Connection opened = connections.open(ctx.channel(), listener);
            connection = opened;
            isCounted = limits.tryOpen();
            final boolean hasHeader = proxy != null && proxy.isExpectedFrom(ctx.channel().remoteAddress());
            if (connections.isDraining())
            {
                opened.close(CloseReason.DRAIN);
            }
            else if (!isCounted)
            {
                opened.close(CloseReason.LIMIT);
            }
            else if (proxy != null && !hasHeader && !proxy.admitsOthers())
            {
                opened.close(CloseReason.REFUSED);
            }
            else
            {
                addHandlers(ctx.pipeline(), opened, hasHeader);
                ctx.fireChannelActive();
            }
        }

        private void addHandlers(final ChannelPipeline pipeline, final Connection opened, final boolean hasHeader)
        {
            if (idleTime != null)
            {
                pipeline.addLast(new IdleTimeout(opened, idleTime));
            }
            if (hasHeader)
            {
                pipeline.addLast(new HAProxyMessageDecoder(ProxyProtocol.MOST_BYTES));
            }
            final Handshake handshake = new Handshake(opened, ready, hasHeader);
            if (hasHeader)
            {
                pipeline.addLast(new HeaderTaker(handshake));
            }
            if (tls != null)
            {
                pipeline.addLast(tls.get());
            }
            pipeline.addLast(handshake);
        }

        @Override
        public void channelInactive(final ChannelHandlerContext ctx)
        {
            if (connection != null)
            {
                if (isCounted)
                {
                    limits.close();
                }
                connections.ended(connection);
            }
            ctx.fireChannelInactive();
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored")
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
        {
            // Only the socket's own exceptions begin here; those of later handlers do not come this way.
            if (connection == null)
            {
                ctx.close();
            }
            else
            {
                connection.fail(cause);
            }
        }
    }

    /** Takes the PROXY header before TLS begins, then removes itself. */
    private static final class HeaderTaker extends ChannelInboundHandlerAdapter
    {
        private final Handshake handshake;

        HeaderTaker(final Handshake handshake)
        {
            this.handshake = handshake;
        }

        @Override
        public void channelRead(final ChannelHandlerContext ctx, final Object message)
        {
            if (!(message instanceof HAProxyMessage))
            {
                ctx.fireChannelRead(message);
                return;
            }
            final InetSocketAddress client;
            try
            {
                client = ProxyProtocol.client((HAProxyMessage)message);
            }
            finally
            {
                ((HAProxyMessage)message).release();
            }
            handshake.headerTaken(client);
            ctx.pipeline().remove(this);
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
        {
            handshake.exceptionCaught(ctx, cause);
        }
    }

    /**
     * Closes a connection whose client begins another handshake, which TLS before release 1.3 allows: no limit on connections or on the
     * time of a handshake counts it, and it may show another certificate than the one that rules were asked about.
     */
    private static final class OneHandshake extends ChannelInboundHandlerAdapter
    {
        private final Connection connection;
        private final SSLEngine engine;

        OneHandshake(final Connection connection, final SSLEngine engine)
        {
            this.connection = connection;
            this.engine = engine;
        }

        /** A handshake takes several round trips, so it is not done when this comes. */
        @Override
        public void channelReadComplete(final ChannelHandlerContext ctx)
        {
            if (engine.getHandshakeSession() != null)
            {
                connection.fail(new SSLHandshakeException("the client has begun another handshake"),
                    CloseReason.HANDSHAKE_FAILED);
            }
            ctx.fireChannelReadComplete();
        }
    }

    /** Waits for the PROXY header and for TLS, then lets the gateway's handlers be added and removes itself. */
    private final class Handshake extends ChannelInboundHandlerAdapter
    {
        private final Connection connection;
        private final Consumer<Connection> ready;
        private boolean awaitsHeader;
        private boolean awaitsTls = tls != null;
        private boolean isActive;
        private @Nullable Future<?> deadline;
        @SuppressWarnings("NullAway.Init") // handlerAdded sets it
        private ChannelHandlerContext own;

        Handshake(final Connection connection, final Consumer<Connection> ready, final boolean awaitsHeader)
        {
            this.connection = connection;
            this.ready = ready;
            this.awaitsHeader = awaitsHeader;
        }

        @Override
        public void handlerAdded(final ChannelHandlerContext ctx)
        {
            own = ctx;
        }

        @Override
        public void channelActive(final ChannelHandlerContext ctx)
        {
            isActive = true;
            if (!awaitsHeader && !admit(connection.client()))
            {
                return;
            }
            if ((awaitsHeader || awaitsTls) && handshakeTime != null)
            {
                deadline = ctx.executor().schedule(this::tooLate, handshakeTime.toNanos(), TimeUnit.NANOSECONDS);
            }
            finishIfReady();
        }

        private void tooLate()
        {
            connection.timedOut(TimeoutKind.HANDSHAKE);
            connection.close(CloseReason.HANDSHAKE_TIMEOUT);
        }

        void headerTaken(final @Nullable InetSocketAddress client)
        {
            awaitsHeader = false;
            if (client != null)
            {
                connection.client(client);
            }
            if (admit(connection.client()))
            {
                finishIfReady();
            }
        }

        /** Takes one of the connections that the client's address may have. */
        private boolean admit(final SocketAddress client)
        {
            final InetAddress address = client instanceof InetSocketAddress ? ((InetSocketAddress)client).getAddress()
                : null;
            if (address == null)
            {
                return true;
            }
            if (!limits.tryOpen(address))
            {
                connection.close(CloseReason.LIMIT);
                return false;
            }
            connection.channel().closeFuture().addListener(closed -> limits.close(address));
            return true;
        }

        @Override
        public void userEventTriggered(final ChannelHandlerContext ctx, final Object event)
        {
            if (event instanceof SniCompletionEvent)
            {
                connection.serverName(((SniCompletionEvent)event).hostname());
            }
            else if (event instanceof SslHandshakeCompletionEvent)
            {
                tlsEnded(ctx, (SslHandshakeCompletionEvent)event);
            }
            else if (event == Connections.DRAIN)
            {
                connection.close(CloseReason.DRAIN);
            }
            ctx.fireUserEventTriggered(event);
        }

        private void tlsEnded(final ChannelHandlerContext ctx, final SslHandshakeCompletionEvent event)
        {
            if (!event.isSuccess())
            {
                connection.fail(event.cause(), CloseReason.HANDSHAKE_FAILED);
                return;
            }
            awaitsTls = false;
            final SSLEngine engine = ctx.pipeline().get(SslHandler.class).engine();
            takeCertificate(engine.getSession());
            ctx.pipeline().addBefore(own.name(), null, new OneHandshake(connection, engine));
            finishIfReady();
        }

        private void takeCertificate(final SSLSession session)
        {
            try
            {
                connection.certificateNames(CertificateNames.of(session.getPeerCertificates()[0]));
            }
            catch (final SSLPeerUnverifiedException e)
            {
                // The client showed none.
            }
        }

        private void finishIfReady()
        {
            if (!isActive || awaitsHeader || awaitsTls || connection.why() != null)
            {
                return;
            }
            cancelDeadline();
            ready.accept(connection);
            own.fireChannelActive();
            if (!own.isRemoved())
            {
                own.pipeline().remove(this);
            }
        }

        private void cancelDeadline()
        {
            if (deadline != null)
            {
                deadline.cancel(false);
            }
        }

        @Override
        public void channelRead(final ChannelHandlerContext ctx, final Object message)
        {
            // Only while the connection is being closed: before that, nothing passes the decoder or TLS.
            ReferenceCountUtil.release(message);
        }

        @Override
        public void channelInactive(final ChannelHandlerContext ctx)
        {
            cancelDeadline();
            ctx.fireChannelInactive();
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
        {
            connection.fail(cause, awaitsHeader || awaitsTls ? CloseReason.HANDSHAKE_FAILED : CloseReason.ERROR);
        }
    }
}

package io.skim.gateway;

import io.netty.channel.Channel;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.skim.gateway.connection.Connection;
import io.skim.gateway.connection.LineAllowance;
import io.skim.gateway.connection.LogText;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.FrameAction;
import io.skim.gateway.metrics.Refusal;
import io.skim.gateway.metrics.TimeoutKind;
import io.skim.netty.FramingLost;
import io.skim.netty.RemotingExchange;
import io.skim.netty.RemotingProxyEvents;
import io.skim.netty.Upstream;
import io.skim.scan.Fault;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells metrics and the log of connections what happens in the proxies. */
final class GatewayEvents implements RemotingProxyEvents
{
    private static final Logger LOG = System.getLogger(GatewayEvents.class.getName());

    private final Upstreams upstreams;
    private final Function<Upstream, Endpoint> counted;
    private final LineAllowance lines = new LineAllowance(1);

    /**
     * Makes events.
     *
     * @param upstreams the servers.
     * @param counted   what counts the frames of a server's cluster, on the event loop that asks.
     */
    GatewayEvents(final Upstreams upstreams, final Function<Upstream, Endpoint> counted)
    {
        this.upstreams = upstreams;
        this.counted = counted;
    }

    /** A client of a listener has a connection. */
    private static Connection connection(final Channel client)
    {
        return Objects.requireNonNull(Connection.of(client), "connection");
    }

    @Override
    public void onForwarded(final RemotingExchange exchange, final Upstream upstream)
    {
        connection(exchange.client()).loop().sent(counted.apply(upstream), 1, exchange.frame().length());
    }

    @Override
    public void onMirrored(final Channel client, final Upstream upstream)
    {
        connection(client).loop().acted(FrameAction.MIRRORED);
    }

    @Override
    public void onDelayed(final Channel client)
    {
        connection(client).loop().acted(FrameAction.DELAYED);
    }

    @Override
    public void onMalformed(final Channel client, final boolean fromClient, final Fault fault)
    {
        connection(client).malformed(fault);
    }

    @Override
    public void onFull(final Channel client)
    {
        connection(client).refused(RemotingExchange.UNKNOWN, Refusal.WINDOW);
    }

    @Override
    public void onRepeated(final Channel client)
    {
        connection(client).refused(RemotingExchange.UNKNOWN, Refusal.OPAQUE);
    }

    @Override
    public void onUnavailable(final Channel client, final Upstream upstream)
    {
        connection(client).refused(RemotingExchange.UNKNOWN, Refusal.BROKER);
    }

    /** Why an edit was refused, as metrics have it. */
    static Refusal reason(final io.skim.handlers.patch.Refusal refusal)
    {
        return switch (refusal)
        {
            case SIGNED, NOT_SIGNABLE -> Refusal.SIGNATURE;
            case FRAME_TOO_LONG, HEADER_TOO_LONG -> Refusal.ROOM;
            default -> Refusal.NAME;
        };
    }

    @Override
    public void onTimeout(final Channel client, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            connection(client).timedOut(TimeoutKind.REQUEST);
        }
    }

    @Override
    public void onUpstreamLost(final Channel client, final Upstream upstream, final int unanswered,
        final @Nullable Throwable cause)
    {
        upstreams.skip(upstream);
        countConnect(connection(client), cause);
        final ClientState state = ClientState.of(client);
        final NamedBrokers brokers = state.reached.named();
        if (brokers != null && cause != null)
        {
            brokers.avoid(upstream);
        }
        state.serverLost();
        state.lost = cause == null ? null : upstream.name() + ": " + LogText.summary(cause);
        // A shared connection is told of once, not for each of its clients.
        if (upstreams.clusterOf(upstream).share() == null && (cause != null || unanswered > 0))
        {
            final long suppressed = lines.take(System.nanoTime());
            if (suppressed >= 0)
            {
                LOG.log(Level.WARNING, "lost {0}, {1} requests were unanswered: {2}; {3} lines were suppressed",
                    upstream,
                    String.valueOf(unanswered), cause == null ? "the server closed it" : cause,
                    String.valueOf(suppressed));
            }
        }
    }

    /** Counts a connection to a server that was not made in time. */
    static void countConnect(final Connection connection, final @Nullable Throwable cause)
    {
        if (cause instanceof ConnectTimeoutException || cause instanceof SslHandshakeTimeoutException)
        {
            connection.timedOut(TimeoutKind.CONNECT);
        }
    }

    @Override
    public void onLost(final Channel client, final boolean fromClient, final FramingLost lost)
    {
        tell(connection(client), fromClient, lost);
    }

    /** Whoever goes away in the middle of a frame has closed the connection, and says no more by it. */
    static void tell(final Connection connection, final boolean fromClient, final FramingLost lost)
    {
        if (lost.reason() == io.skim.scan.Reason.TRUNCATED)
        {
            connection.because(fromClient ? CloseReason.CLIENT_CLOSED : CloseReason.BROKER_CLOSED);
        }
        else
        {
            connection.malformed(lost.reason(), lost.offset());
        }
    }

    @Override
    public void onClose(final Channel client, final io.skim.netty.CloseReason why,
        final @Nullable String detail)
    {
        connection(client).because(reason(why), told(client, why, detail));
    }

    /** Of a server that was lost the innermost cause: the line has no room for all. */
    private static @Nullable String told(final Channel client, final io.skim.netty.CloseReason why,
        final @Nullable String detail)
    {
        final String lost = ClientState.of(client).lost;
        return lost != null && (why == io.skim.netty.CloseReason.BROKER_CLOSED
            || why == io.skim.netty.CloseReason.BROKER_UNREACHABLE) ? lost : told(why, detail);
    }

    /** What the log tells of a reason. */
    static @Nullable String told(final io.skim.netty.CloseReason why, final @Nullable String detail)
    {
        return switch (why)
        {
            case CLIENT_CLOSED, SHUTDOWN -> null;
            default -> detail;
        };
    }

    /** The reason of a proxy as metrics and the log have it. */
    static CloseReason reason(final io.skim.netty.CloseReason why)
    {
        return switch (why)
        {
            case CLIENT_CLOSED -> CloseReason.CLIENT_CLOSED;
            case BROKER_CLOSED -> CloseReason.BROKER_CLOSED;
            case BROKER_UNREACHABLE -> CloseReason.BROKER_UNREACHABLE;
            case MALFORMED, FRAMING_LOST -> CloseReason.MALFORMED;
            case REFUSED, FILTER -> CloseReason.REFUSED;
            case SLOW, UNANSWERED -> CloseReason.LIMIT;
            case ERROR -> CloseReason.ERROR;
            case SHUTDOWN -> CloseReason.DRAIN;
        };
    }
}

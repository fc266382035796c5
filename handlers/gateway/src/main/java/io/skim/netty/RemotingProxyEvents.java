package io.skim.netty;

import io.netty.channel.Channel;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.Fault;
import org.jspecify.annotations.Nullable;

/**
 * Tells what happens in a {@link RemotingProxy}, for metrics and logs. Called on the event loop of the client; a method that throws
 * closes the connection.
 */
public interface RemotingProxyEvents
{
    /** Ignores all events. */
    RemotingProxyEvents NONE = new RemotingProxyEvents()
    {
    };

    /**
     * A client has connected.
     *
     * @param client its channel.
     */
    default void onOpen(final Channel client)
    {
    }

    /**
     * A well-formed frame was decided about.
     *
     * @param exchange the frame and the decision; valid during this call.
     */
    default void onFrame(final RemotingExchange exchange)
    {
    }

    /**
     * A frame of the client goes on to a server: it was decided to {@linkplain RemotingExchange.Decision#PASS pass}, and the proxy did not
     * answer it by itself.
     *
     * @param exchange the frame; valid during this call.
     * @param upstream the server; of a response the one that asked.
     */
    default void onForwarded(final RemotingExchange exchange, final Upstream upstream)
    {
    }

    /**
     * A copy of a request of the client goes to a server, see {@link RemotingExchange#mirror}.
     *
     * @param client   its channel.
     * @param upstream the server that gets the copy.
     */
    default void onMirrored(final Channel client, final Upstream upstream)
    {
    }

    /**
     * A frame is held back, see {@link RemotingExchange#delay}.
     *
     * @param client the channel of its client.
     */
    default void onDelayed(final Channel client)
    {
    }

    /**
     * A frame was malformed.
     *
     * @param client     its channel.
     * @param fromClient whether the client has sent it, and not a broker.
     * @param fault      the reason and the offset in the frame; valid during this call.
     */
    default void onMalformed(final Channel client, final boolean fromClient, final Fault fault)
    {
    }

    /**
     * The framing was lost, or the input ended inside a frame.
     *
     * @param client     its channel.
     * @param fromClient whether the client's input is concerned, and not a broker's.
     * @param lost       why and where.
     */
    default void onLost(final Channel client, final boolean fromClient, final FramingLost lost)
    {
    }

    /**
     * An edit of a frame was refused.
     *
     * @param exchange the frame; valid during this call.
     * @param refusal  the reason.
     */
    default void onRefused(final RemotingExchange exchange, final Refusal refusal)
    {
    }

    /**
     * A request was answered by the proxy, because as many requests of its client wait for their responses as may.
     *
     * @param client its channel.
     */
    default void onFull(final Channel client)
    {
    }

    /**
     * A request was answered by the proxy, because another one of its client with the same opaque waits: nobody could tell whose response
     * comes.
     *
     * @param client its channel.
     */
    default void onRepeated(final Channel client)
    {
    }

    /**
     * A request was answered or dropped by the proxy, because the shared connection to its server is lost, and not open again yet.
     *
     * @param client   its channel.
     * @param upstream the server.
     */
    default void onUnavailable(final Channel client, final Upstream upstream)
    {
    }

    /**
     * Requests got no response in time.
     *
     * @param client its channel.
     * @param count  the number of requests.
     */
    default void onTimeout(final Channel client, final int count)
    {
    }

    /**
     * A broker's connection was closed or could not be opened.
     *
     * @param client     the client that it served.
     * @param upstream   the server.
     * @param unanswered the number of requests that waited for its responses.
     * @param cause      the exception; null if the broker has closed the connection.
     */
    default void onUpstreamLost(final Channel client, final Upstream upstream, final int unanswered,
        final @Nullable Throwable cause)
    {
    }

    /**
     * A client's connection ends.
     *
     * @param client its channel.
     * @param why    the reason.
     * @param detail for a log; null if there is none.
     */
    default void onClose(final Channel client, final CloseReason why, final @Nullable String detail)
    {
    }
}

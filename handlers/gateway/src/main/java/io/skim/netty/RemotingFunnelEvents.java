package io.skim.netty;

import org.jspecify.annotations.Nullable;

/**
 * Tells what happens on the shared connections of a {@link RemotingFunnel}, for metrics and logs. What concerns a client is told by
 * {@link RemotingProxyEvents}. Called on the event loop of the connection.
 */
public interface RemotingFunnelEvents
{
    /** Ignores all events. */
    RemotingFunnelEvents NONE = new RemotingFunnelEvents()
    {
    };

    /**
     * A shared connection was opened.
     *
     * @param server that it goes to.
     */
    default void onConnected(final Upstream server)
    {
    }

    /**
     * A shared connection was closed or could not be opened.
     *
     * @param server     that it went to.
     * @param unanswered the number of requests that waited for their responses.
     * @param cause      the exception; null if the server has closed it.
     */
    default void onLost(final Upstream server, final int unanswered, final @Nullable Throwable cause)
    {
    }

    /**
     * Requests had no response in time and were forgotten.
     *
     * @param server that did not answer.
     * @param count  the number of requests.
     */
    default void onExpired(final Upstream server, final int count)
    {
    }

    /**
     * A response was dropped, because its request has expired, its client has gone, or there was none; or because it is malformed.
     *
     * @param server that sent it.
     */
    default void onDropped(final Upstream server)
    {
    }

    /**
     * A request of a server found no client. It was dropped, or answered with an error if the server expects an answer.
     *
     * @param server that sent it.
     * @param code   of the request.
     */
    default void onNobody(final Upstream server, final int code)
    {
    }

    /**
     * A client got a connection of its own, because the server must know it from others.
     *
     * @param server that the client speaks to.
     */
    default void onAlone(final Upstream server)
    {
    }
}

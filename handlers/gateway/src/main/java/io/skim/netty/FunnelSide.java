package io.skim.netty;

import org.jspecify.annotations.Nullable;

/** What a shared connection tells the connection of a client. */
interface FunnelSide
{
    /** A response to a request of the client, whose own opaque is given; or a request of the server. */
    void onShared(RemotingFrame frame, int opaque);

    /** A request will have no response, because the connection is lost. */
    void onUnanswered(int opaque, boolean isBinary);

    /** A request has had no response in time. */
    void onExpired(int opaque);

    /** The connection is lost; the cause is null if the server has closed it. */
    void onSharedLost(int unanswered, @Nullable Throwable cause);

    /** The client may send more, or no more for now. */
    void onTurn();

    /** All responses that were received together have been given. */
    void onSharedComplete();

    /** Something failed that concerns this client alone. */
    void onFailure(Throwable cause);
}

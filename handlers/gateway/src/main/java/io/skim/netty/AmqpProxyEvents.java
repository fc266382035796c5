package io.skim.netty;

import io.netty.channel.Channel;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.Fault;
import org.jspecify.annotations.Nullable;

/**
 * Tells what happens in an {@link AmqpProxy}, for metrics and logs. Called on the event loop of the client; a method that throws closes
 * the connection.
 */
public interface AmqpProxyEvents
{
    /** Ignores all events. */
    AmqpProxyEvents NONE = new AmqpProxyEvents()
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
     * A frame or protocol header has arrived, well-formed and not yet changed.
     *
     * @param client     its channel.
     * @param fromClient whether the client has sent it, and not the broker.
     * @param length     in bytes.
     */
    default void onFrame(final Channel client, final boolean fromClient, final int length)
    {
    }

    /**
     * The frame or protocol header of the last {@link #onFrame} goes on, maybe changed, aborted or after a wait. Not called for one
     * that closes the connection.
     *
     * @param client     its channel.
     * @param fromClient whether the client has sent it, and not the broker.
     * @param length     in bytes, as it has arrived.
     */
    default void onPassed(final Channel client, final boolean fromClient, final int length)
    {
    }

    /**
     * The client has sent its open, which is passed on after this call.
     *
     * @param client    its channel.
     * @param container the container id; null if it is longer than names may be.
     */
    default void onContainer(final Channel client, final @Nullable String container)
    {
    }

    /**
     * The broker has ended the SASL exchange.
     *
     * @param client its channel.
     * @param code   the outcome: 0 if the client is authenticated.
     */
    default void onAuthenticated(final Channel client, final int code)
    {
    }

    /**
     * An end of a link was attached.
     *
     * @param client its channel.
     * @param link   as one of the peers has attached it.
     */
    default void onAttach(final Channel client, final AmqpLink link)
    {
    }

    /**
     * The filter has decided about a delivery.
     *
     * @param delivery and the decision; valid during this call.
     */
    default void onDelivery(final AmqpDelivery delivery)
    {
    }

    /**
     * A delivery was not looked at or not changed: its head is malformed or too long, an edit of it was refused, or the receiver's
     * {@code max-frame-size} has no room for the edit. What comes of it is the proxy's policy.
     *
     * @param client  its channel.
     * @param link    of the delivery; null for a performative that is not a transfer.
     * @param refusal why.
     */
    default void onRefused(final Channel client, final @Nullable AmqpLink link, final Refusal refusal)
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
     * No connection to a broker could be made. The client's is closed after this call.
     *
     * @param client   its channel.
     * @param upstream the broker.
     * @param cause    the exception, for example that it took too long.
     */
    default void onUnreachable(final Channel client, final Upstream upstream, final Throwable cause)
    {
    }

    /**
     * The connection of a client is being closed.
     *
     * @param client its channel.
     * @param reason why.
     * @param detail for people; null if there is none.
     */
    default void onClose(final Channel client, final CloseReason reason, final @Nullable String detail)
    {
    }
}

package io.skim.netty;

import io.netty.channel.Channel;

/**
 * Decides about the deliveries between a client and its broker. An {@link AmqpProxy} makes one filter for each event loop, so a filter
 * may have scratch of its own: scanners, evaluators, rewriters.
 *
 * <pre>
 * public void toBroker(AmqpDelivery delivery)
 * {
 *     scanner.scan(delivery.message(), selector.interest(), evaluator);
 *     if (!evaluator.matches()) { delivery.reject("amqp:not-allowed", "not for this queue"); return; }
 *     rewriter.rewrite(delivery.message());
 *     delivery.patch(rewriter.patch());
 * }
 * </pre>
 *
 * A method that decides nothing lets the delivery pass unchanged. If it throws, the connection is closed.
 */
public interface AmqpFilter
{
    /**
     * Whether the deliveries of a link are looked at. Asked once, when the link is attached.
     *
     * @param client the channel of the client.
     * @param link   by which its sender sends; never one to a coordinator, which carries no messages.
     * @return false to pass all of its transfers unread.
     */
    default boolean reads(final Channel client, final AmqpLink link)
    {
        return true;
    }

    /**
     * Whether the filter decides about deliveries that cannot be read, too: their payload is no message of AMQP's own format, or the rest
     * of one that was begun on another link. Without an override the proxy's policy for refused deliveries holds.
     *
     * @return true to be given them with an empty message, see {@link AmqpDelivery#isReadable}.
     */
    default boolean takesUnreadable()
    {
        return false;
    }

    /**
     * Whether a delivery whose edit cannot be made, or of which the filter cannot see enough to decide, may pass unchanged if the proxy's
     * policy is {@link FramePolicy#PASS}. A filter that maps addresses says no: else a client could have one pass that its map does not
     * give.
     *
     * @param client the channel of the client.
     * @param link   of the delivery.
     * @return false to reject a delivery of the client all the same.
     */
    default boolean mayPassRefused(final Channel client, final AmqpLink link)
    {
        return true;
    }

    /**
     * Decides about a delivery of the client.
     *
     * @param delivery with its message, and the decision; valid during this call.
     */
    default void toBroker(final AmqpDelivery delivery)
    {
    }

    /**
     * Decides about a delivery of the broker.
     *
     * @param delivery with its message, and the decision; valid during this call.
     */
    default void toClient(final AmqpDelivery delivery)
    {
    }
}

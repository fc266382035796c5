package io.skim.netty;

/**
 * Decides about each frame between a client and its brokers. A {@link RemotingProxy} makes one filter for each event loop, so a filter
 * may have scratch of its own: routers, rewriters, evaluators. It gets one scan of each frame and shows it to as many handlers as it
 * likes.
 *
 * <pre>
 * public void toBroker(RemotingExchange exchange)
 * {
 *     RemotingScanner scanner = exchange.scanner();
 *     scanner.show(RequestGate.INTEREST, gate);
 *     if (!gate.admits()) { exchange.answer(ResponseCode.NO_PERMISSION, "denied"); return; }
 *     scanner.show(router.interest(), router);
 *     exchange.route(router.target());
 *     rewriter.rewrite(scanner);
 *     exchange.patch(rewriter.patch());
 * }
 * </pre>
 *
 * A method that decides nothing lets the frame pass unchanged. If it throws, the connection is closed.
 */
public interface RemotingFilter
{
    /**
     * Decides about a frame from a client: a request, or the response to a request of a broker's.
     *
     * @param exchange the frame, and the decision; valid during this call.
     */
    default void toBroker(final RemotingExchange exchange)
    {
    }

    /**
     * Decides about a frame from a broker: a response, with what is known of its request, or a request.
     *
     * @param exchange the frame, and the decision; valid during this call.
     */
    default void toClient(final RemotingExchange exchange)
    {
    }

    /**
     * Whether this filter needs the body of a long frame, of which the head has arrived. Called only for frames that the proxy would
     * pass on while they arrive, see {@link RemotingProxy.Builder#streamBodies}.
     *
     * @param exchange the frame without a decision; valid during this call.
     * @return true to decide when the whole frame has arrived.
     */
    default boolean needsBody(final RemotingExchange exchange)
    {
        return false;
    }
}

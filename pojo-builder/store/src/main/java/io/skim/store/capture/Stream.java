package io.skim.store.capture;

/**
 * Takes what one direction of a connection carried, in order.
 */
public interface Stream
{
    /**
     * Takes the next bytes of the stream.
     *
     * @param array  that holds them, only until this returns.
     * @param from   in {@code array}, of the first.
     * @param length in bytes, at least one.
     */
    void bytes(byte[] array, int from, int length);

    /**
     * Tells that bytes are missing from the capture. What follows of the stream stands behind them.
     *
     * @param offset  in the stream, in bytes, of the first that is missing.
     * @param missing how many, at least one: up to the next that were seen, or to where the stream is known to reach.
     */
    void lost(long offset, long missing);

    /** Tells that nothing follows. Called exactly once, last. */
    void end();
}

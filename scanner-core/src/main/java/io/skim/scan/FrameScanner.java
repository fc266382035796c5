package io.skim.scan;

/**
 * Walks the encoded header of a frame once and lends a handler what its interest declares.
 * <p>
 * A scanner belongs to one thread and is reused for frame after frame; a scan allocates nothing. Each encoding has one
 * implementation; code that only routes can be written against this interface.
 *
 * @param <I> the encoding's own type of interest, so that the compiler refuses one that was built for another encoding.
 */
public interface FrameScanner<I extends Interest>
{
    /**
     * Scans one frame.
     * <p>
     * The frame's position does not exist: a view is read from its start. The handler's
     * {@link DataHandler#onOutcome} is called exactly once, last.
     *
     * @param frame    exactly one frame, wrapped.
     * @param interest what to show.
     * @param handler  to show it to.
     * @return how the scan ended; on {@link Outcome#MALFORMED} {@link #fault()} tells why.
     * @throws IllegalStateException if the frame is not wrapped, or a handler calls its own scanner.
     */
    Outcome scan(FrameView frame, I interest, DataHandler handler);

    /**
     * The reason and place of the last refusal.
     *
     * @return this scanner's fault, reused by the next scan; absent unless the last one ended as malformed.
     */
    Fault fault();
}

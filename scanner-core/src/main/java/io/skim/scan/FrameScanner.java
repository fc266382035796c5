package io.skim.scan;

/**
 * Checks the header of one frame, message or record, and shows a handler the values that its interest declares.
 * <p>
 * One thread at a time; the same scanner scans frame after frame, and a scan allocates nothing. There is one implementation
 * for each encoding. Code that works for every encoding can use this interface.
 *
 * @param <I> the interest of the encoding, so that an interest of another encoding does not compile.
 */
public interface FrameScanner<I extends Interest>
{
    /**
     * Scans one frame from its start, and calls the handler's {@link DataHandler#onOutcome} exactly once, last. A frame has no
     * position: the same frame can be scanned again. Bad content never throws.
     *
     * @param frame    exactly one frame, message or record, wrapped.
     * @param interest what to show.
     * @param handler  to show it to.
     * @return how the scan ended; after {@link Outcome#MALFORMED}, {@link #fault()} gives the reason.
     * @throws IllegalStateException if the frame is not wrapped, or a handler calls its own scanner.
     */
    Outcome scan(FrameView frame, I interest, DataHandler handler);

    /**
     * The reason and the offset of the last refusal.
     *
     * @return this scanner's fault, which the next scan resets; present only if the last scan ended as
     *     {@link Outcome#MALFORMED}.
     */
    Fault fault();
}

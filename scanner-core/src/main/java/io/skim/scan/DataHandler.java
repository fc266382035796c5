package io.skim.scan;

/**
 * Receives the values of a header that an {@link Interest} declares, one callback for each value.
 * <p>
 * A cursor is valid until the callback returns. Keep {@link Cursor#mark()} to read the value again. The wire imposes three
 * rules:
 * <ul>
 * <li><em>No order is promised</em>: collect in {@code onField}, decide in {@code onOutcome}.</li>
 * <li><em>The last duplicate wins</em>, as in the reference decoder: a name may be shown several times, and each time
 * it replaces the earlier value, also if {@link Cursor#isNull()}.</li>
 * <li><em>A stopped scan has not checked the rest.</em></li>
 * </ul>
 * If a handler throws, the exception leaves the scan unchanged, and {@code onOutcome} is not called. The scanner can be used
 * again at once. So can a handler that asks a {@link ScanTracker} to which scan its values belong; without a tracker it may
 * mix values of two scans. A handler must not use the scanner that calls it, and must not return null.
 */
@FunctionalInterface
public interface DataHandler
{
    /**
     * Receives a value whose name or place the interest declares.
     *
     * @param id    the handler's own id of the value, from the interest.
     * @param value the value, valid until this call returns.
     * @return how to go on.
     */
    Action onField(int id, Cursor value);

    /**
     * Receives an entry without an id of its own, of a map of which the interest declares every entry.
     *
     * @param id    the id of the container, from the interest.
     * @param key   the name, valid until this call returns.
     * @param value the value, valid until this call returns.
     * @return how to go on.
     */
    default Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        return Action.CONTINUE;
    }

    /**
     * A declared container begins.
     *
     * @param id        of the container, from the interest.
     * @param container the bytes of the container that are known at its beginning, valid until this call returns.
     * @return how to go on; {@link Action#SKIP} does not enter it.
     */
    default Action onBegin(final int id, final Cursor container)
    {
        return Action.CONTINUE;
    }

    /**
     * A declared container ends.
     *
     * @param id        of the container, from the interest.
     * @param container all its bytes, valid until this call returns.
     * @return how to go on.
     */
    default Action onEnd(final int id, final Cursor container)
    {
        return Action.CONTINUE;
    }

    /**
     * The scan has ended. Called exactly once for each frame, as the last callback. Use the collected values here, and only if
     * the outcome is not {@link Outcome#MALFORMED}.
     *
     * @param outcome how the scan ended.
     * @param fault   the reason and offset if {@code outcome} is {@link Outcome#MALFORMED}, else
     *                {@link Fault#isPresent() absent}; reused for the next frame.
     */
    default void onOutcome(final Outcome outcome, final Fault fault)
    {
    }
}

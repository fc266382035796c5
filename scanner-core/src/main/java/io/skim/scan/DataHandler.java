package io.skim.scan;

/**
 * Receives the values of a header that an {@link Interest} declares, one callback for each value.
 * <p>
 * A cursor is valid until the callback returns. Keep {@link Cursor#mark()} to read the value again. The wire formats impose
 * three rules:
 * <ul>
 * <li><em>No order is promised</em>: collect values in {@code onField}, decide in {@code onOutcome}.</li>
 * <li><em>The last duplicate wins</em>, as in the reference decoder: the scan shows each value of a name in their order. A later
 * one replaces the earlier one, also if {@link Cursor#isNull()}.</li>
 * <li><em>A stopped scan may not have checked the rest.</em></li>
 * </ul>
 * If a handler throws, {@code scan} throws the same exception, and {@code onOutcome} is not called. The scanner is then ready for
 * the next frame. A handler that keeps values between callbacks must check with a {@link ScanTracker} that they belong to this
 * scan, or it may mix the values of two scans. A handler must not use the scanner that calls it, and must not return null.
 */
@FunctionalInterface
public interface DataHandler
{
    /**
     * Receives a value that the interest declares.
     *
     * @param id    the handler's own id of the value, from the interest.
     * @param value the value, valid until this call returns.
     * @return how the scan continues.
     */
    Action onField(int id, Cursor value);

    /**
     * Receives an entry that has no id of its own, if the interest declares every entry of its map.
     *
     * @param id    the id under which every entry was declared.
     * @param key   the name, valid until this call returns.
     * @param value the value, valid until this call returns.
     * @return how the scan continues.
     */
    default Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        return Action.CONTINUE;
    }

    /**
     * A declared container begins.
     *
     * @param id        of the container, from the interest.
     * @param container its bytes, valid until this call returns.
     * @return how the scan continues; {@link Action#SKIP} does not enter the container.
     */
    default Action onBegin(final int id, final Cursor container)
    {
        return Action.CONTINUE;
    }

    /**
     * A declared container ends.
     *
     * @param id        of the container, from the interest.
     * @param container the same bytes as in {@link #onBegin}, valid until this call returns.
     * @return how the scan continues; {@link Action#SKIP} is the same as {@link Action#CONTINUE}.
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

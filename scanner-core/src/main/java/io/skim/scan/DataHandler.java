package io.skim.scan;

/**
 * Takes what it declared in an {@link Interest} from the header of a frame, one callback for each value.
 * <p>
 * A cursor is lent for the length of the callback and is dead afterwards; keep {@link Cursor#mark()} to come back.
 * Three rules the wire imposes:
 * <ul>
 * <li><em>No order is promised</em>: gather in {@code onField}, decide in {@code onOutcome}.</li>
 * <li><em>The last duplicate wins</em>, as in the reference decoder: a name may be shown several times, and each time
 * it replaces what came before, also when {@link Cursor#isNull()}.</li>
 * <li><em>A stopped scan has not checked the rest.</em></li>
 * </ul>
 * An exception thrown by a handler leaves the scan as it came, without {@code onOutcome}; the scanner is usable at
 * once for the next frame. So is a handler that asks a {@link ScanTracker} which scan its values are of; one that does not
 * may meet values of the scan that was left. A handler may not use the scanner that calls it, and must not return null.
 */
@FunctionalInterface
public interface DataHandler
{
    /**
     * Shows a value whose name or place was declared.
     *
     * @param id    the handler's own id for it, from the interest.
     * @param value the value, valid until this call returns.
     * @return how to go on.
     */
    Action onField(int id, Cursor value);

    /**
     * Shows an entry of a map of which every entry was declared, and whose name has no id of its own.
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
     * @param container its bytes as far as they are known at its beginning, valid until this call returns.
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
     * The scan has ended; called exactly once for each frame, last. Commit here, and only if the outcome is not
     * {@link Outcome#MALFORMED}.
     *
     * @param outcome how it ended.
     * @param fault   the reason and place when {@code outcome} is {@link Outcome#MALFORMED}, else
     *                {@link Fault#isPresent() absent}; reused for the next frame.
     */
    default void onOutcome(final Outcome outcome, final Fault fault)
    {
    }
}

package io.skim.scan;

/**
 * Tells a handler to which scan its kept values belong, so that it never mixes values of two frames.
 * <p>
 * A scan ends without {@code onOutcome} if a handler throws: this one, or one around it that passes callbacks on. The next
 * scan may show this handler nothing but its outcome. So a handler cannot tell by its callbacks alone where a scan begins. Each
 * scan has a number, which values and faults carry; a tracker compares them:
 *
 * <pre>
 * public Action onField(int id, Cursor value)
 * {
 *     if (tracker.begins(value)) { forget(); }         // in each callback that keeps something
 *     ...
 * }
 *
 * public void onOutcome(Outcome outcome, Fault fault)
 * {
 *     if (tracker.ends(fault)) { forget(); }           // nothing that was kept is of this scan
 *     complete = outcome == Outcome.COMPLETE;
 * }
 *
 * public boolean matches()
 * {
 *     return complete &amp;&amp; tracker.isWhole() &amp;&amp; ...;     // in each method that tells what was kept
 * }
 * </pre>
 *
 * Values that no scan has shown have the number 0: those of a cursor on a frame of one's own. Whoever calls a handler without
 * a scanner uses such values, a new {@link Fault}, and calls the handler's {@code reset()} to begin anew. If a handler is
 * shown values of a scan and values of none before one outcome, {@link #isWhole} is false. A handler that shows
 * another one values of its own in place of a scan's gives the view that holds them its number: {@code
 * own.beginScan(value.scan())} before, and {@code own.endScan(0)} behind them.
 * <p>
 * A tracker knows the scanner that told it the last outcome. If another scanner shows its handler nothing and is left by an
 * exception, the verdict is still that of the last frame of the first one: use one scanner for each handler.
 * <p>
 * One thread at a time. Allocates nothing.
 */
public final class ScanTracker
{
    private static final long NONE = -1;

    /** Whose values are kept: {@link #NONE} before the first one, 0 for values of no scan. */
    private long scan = NONE;
    /** Whether values of no scan were kept before those of the scan. */
    private boolean mixed;
    private boolean whole;
    /** The scan that ended last, and the fault of its scanner. */
    private long ended;
    private Fault fault;

    /** Makes a tracker that has seen no scan. */
    public ScanTracker()
    {
    }

    /**
     * Takes note of a value that is shown.
     *
     * @param value as it was lent.
     * @return true if it is the first of its scan: what was kept before is to be forgotten.
     */
    public boolean begins(final Cursor value)
    {
        final long shown = value.scan();
        return shown != scan && begins(shown);
    }

    private boolean begins(final long shown)
    {
        mixed |= scan == 0;
        whole = false;
        scan = shown;
        return true;
    }

    /**
     * Takes note that a scan has ended; once in each {@code onOutcome}.
     *
     * @param told the fault that the outcome came with, absent or not.
     * @return true if no value of this scan was shown: what was kept before is to be forgotten.
     */
    public boolean ends(final Fault told)
    {
        final long of = told.scan();
        final boolean others = scan != of;
        whole = !mixed && !(others && (scan == 0 || of == 0 && scan != NONE));
        mixed = false;
        scan = NONE;
        ended = of;
        if (fault != told)
        {
            fault = told;
        }
        return others;
    }

    /**
     * Whether what was kept is of one scan, whose outcome was told, and no later scan of the same scanner was left by an
     * exception.
     *
     * @return false before the first outcome, and from the first value of the next scan until its outcome.
     */
    public boolean isWhole()
    {
        return whole && fault.abandoned() <= ended;
    }

    /** Forgets the scan. */
    public void reset()
    {
        scan = NONE;
        mixed = false;
        whole = false;
    }
}

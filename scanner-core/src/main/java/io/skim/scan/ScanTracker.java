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
 *     if (tracker.begins(value)) { forget(); }         // in each callback that keeps a value
 *     ...
 * }
 *
 * public void onOutcome(Outcome outcome, Fault fault)
 * {
 *     if (tracker.ends(fault)) { forget(); }           // no kept value belongs to this scan
 *     complete = outcome == Outcome.COMPLETE;
 * }
 *
 * public boolean matches()
 * {
 *     return complete &amp;&amp; tracker.isWhole() &amp;&amp; ...;     // in each method that uses kept values
 * }
 * </pre>
 *
 * A value that no scan has shown has the number 0: that of your own cursor on your own frame. To call a handler without a scanner,
 * use such values and a new {@link Fault}, and call the handler's {@code reset()} before the next frame. If a handler receives
 * values with and without a number before one outcome, {@link #isWhole} is false. A handler that shows another handler its own
 * values in place of those of a scan gives their view the number of the scan: {@code Frames.beginScan(own, value.scan())} before the
 * values, and {@code Frames.endScan(own, 0)} after them.
 * <p>
 * A tracker knows only the scanner of the last outcome. If another scanner throws before it shows a value, the result is still that
 * of the last frame of the first scanner: use one scanner for each handler.
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
    @SuppressWarnings("NullAway.Init") // ends sets it, and isWhole looks after ends alone
    private Fault fault;

    /** Makes a tracker that has seen no scan. */
    public ScanTracker()
    {
    }

    /**
     * Notes a value that a callback shows.
     *
     * @param value the cursor of the callback.
     * @return true if it is the first value of its scan: forget the values that were kept before.
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
     * Notes the end of a scan. Call it once in each {@code onOutcome}.
     *
     * @param told the fault of {@code onOutcome}, absent or not.
     * @return true if this scan showed no value: forget the values that were kept before.
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
     * Whether the kept values belong to one scan whose outcome was received, and no later scan of the same scanner ended with an
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

package io.skim.scan.spi;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.access.ScanAccess;
import java.util.Objects;

/**
 * The steps of every scan before, between and after the callbacks. One for each scanner; one thread at a time; allocates nothing
 * after construction.
 *
 * <pre>
 * scan.begin(frame, interest, interest.allIds);
 * boolean told = false;
 * try
 * {
 *     Outcome outcome = interest.loops.loopFor(handler.getClass()).run(this, interest, handler);
 *     told = true;
 *     return outcome;
 * }
 * finally
 * {
 *     scan.end(told);
 * }
 * </pre>
 *
 * The loop's own class calls the handler, so that each call has one receiver: {@code scan.answer(handler.onField(id,
 * scan.value(offset, length, kind)), id)}.
 */
public final class Scan
{
    /** Continue with the next value. */
    public static final int GO = 0;
    /** Show nothing more of the innermost container, see {@link Action#SKIP}. */
    public static final int SKIPPED = 1;
    /** Show nothing more. */
    public static final int STOPPED = 2;

    private static final ScanAccess ACCESS = ScanAccess.get();

    private final Fault fault = new Fault();
    private final Cursor key = new Cursor();
    private final Cursor value = new Cursor();
    @SuppressWarnings("NullAway.Init") // begin sets it
    private FrameView frame;
    /** Of the frame when the scan began. */
    private int wraps;
    private boolean firstMatchWins;
    private long missing;
    private boolean scanning;
    /** The outer scan of the same frame, whose handler began this one; 0 for none. */
    private long outer;

    /** Makes an idle scan. */
    public Scan()
    {
    }

    /** {@return the scanner's fault, which {@link Faults#at} sets; absent when a scan begins} */
    public Fault fault()
    {
        return fault;
    }

    /**
     * Begins a scan that shows nothing but its outcome; otherwise as {@link #begin(FrameView, Interest, long)}.
     *
     * @param frame to scan.
     * @throws IllegalStateException as said there.
     */
    public void begin(final FrameView frame)
    {
        if (!frame.isWrapped())
        {
            throw new IllegalStateException("the frame is not wrapped: call FrameView.wrap first");
        }
        checkIdle();
        outer = ACCESS.beginScan(frame, ACCESS.begin(fault));
        scanning = true;
        wraps = frame.wraps();
        if (this.frame != frame)
        {
            this.frame = frame;
            ACCESS.bind(key, frame);
            ACCESS.bind(value, frame);
        }
    }

    /**
     * Begins a scan; {@link #end} must follow in any case.
     *
     * @param frame    to scan.
     * @param interest of the handler.
     * @param ids      the declared ids, one bit for each, see {@link DeclaredIds#mask()}.
     * @throws IllegalStateException if the frame is not wrapped, or a handler calls its own scanner; then no scan has begun.
     */
    public void begin(final FrameView frame, final Interest interest, final long ids)
    {
        final boolean first = interest.firstMatchWins();
        begin(frame);
        firstMatchWins = first;
        missing = ids;
    }

    /**
     * Checks that no scan is in progress.
     *
     * @throws IllegalStateException if a handler calls its own scanner.
     */
    public void checkIdle()
    {
        if (scanning)
        {
            throw new IllegalStateException("a handler may not use the scanner that calls it");
        }
    }

    /**
     * Ends a scan, and detaches the lent cursors.
     *
     * @param told whether {@code onOutcome} was called and has returned; false after an exception.
     */
    public void end(final boolean told)
    {
        scanning = false;
        ACCESS.end(fault, told);
        ACCESS.endScan(frame, outer);
        ACCESS.reset(key);
        ACCESS.reset(value);
    }

    /**
     * Tells another handler the outcome of the scan that has ended. Meanwhile it may not use the scanner.
     *
     * @param handler to tell.
     * @param outcome of the scan.
     */
    public void tell(final DataHandler handler, final Outcome outcome)
    {
        scanning = true;
        try
        {
            handler.onOutcome(outcome, fault);
        }
        finally
        {
            scanning = false;
        }
    }

    /**
     * {@return this scan's cursor for values, on the value or container to lend, see {@link Cursors#point}}
     *
     * @param offset in bytes from the start of the frame.
     * @param length in bytes.
     * @param kind   how to read its bytes.
     */
    public Cursor value(final int offset, final int length, final Kind kind)
    {
        return ACCESS.point(value, offset, length, kind.ordinal());
    }

    /**
     * {@return as {@link #value(int, int, Kind)}, with the ordinal of a kind}
     *
     * @param offset in bytes from the start of the frame.
     * @param length in bytes.
     * @param kind   the ordinal of a {@link Kind}.
     */
    public Cursor value(final int offset, final int length, final int kind)
    {
        return ACCESS.point(value, offset, length, kind);
    }

    /**
     * {@return this scan's cursor for names, on the name of the entry to lend, see {@link Cursors#point}}
     *
     * @param offset in bytes from the start of the frame.
     * @param length in bytes.
     * @param kind   how to read its bytes.
     */
    public Cursor key(final int offset, final int length, final Kind kind)
    {
        return ACCESS.point(key, offset, length, kind.ordinal());
    }

    /**
     * {@return as {@link #key(int, int, Kind)}, with the ordinal of a kind}
     *
     * @param offset in bytes from the start of the frame.
     * @param length in bytes.
     * @param kind   the ordinal of a {@link Kind}.
     */
    public Cursor key(final int offset, final int length, final int kind)
    {
        return ACCESS.point(key, offset, length, kind);
    }

    /**
     * Reads the answer to a declared value or to the beginning of a container.
     *
     * @param action the answer.
     * @param id     of the value or container.
     * @return {@link #GO}, {@link #SKIPPED} or {@link #STOPPED}; stopped also if the first match wins and this was the last
     *     missing id.
     */
    public int answer(final Action action, final int id)
    {
        assert detach(action);
        return action != Action.CONTINUE ? result(action)
            : firstMatchWins && (missing &= ~(1L << id)) == 0 ? STOPPED : GO;
    }

    /**
     * Reads the answer to an entry without an id of its own.
     *
     * @param action the answer.
     * @return {@link #GO}, {@link #SKIPPED} or {@link #STOPPED}.
     */
    public int answer(final Action action)
    {
        assert detach(action);
        return result(action);
    }

    /**
     * Reads the answer to the end of a container: nothing is left to skip.
     *
     * @param action the answer.
     * @return {@link #GO} or {@link #STOPPED}.
     */
    public int answerAtEnd(final Action action)
    {
        assert detach(action);
        return action == Action.STOP ? STOPPED : GO;
    }

    private static int result(final Action action)
    {
        return action == Action.STOP ? STOPPED : action == Action.SKIP ? SKIPPED : GO;
    }

    /** With assertions on: detaches the lent cursors, so that a later read of a kept one throws, and tells wrong answers. */
    private boolean detach(final Action action)
    {
        Objects.requireNonNull(action, "a handler answered null; answer Action.CONTINUE");
        if (frame.wraps() != wraps)
        {
            throw new IllegalStateException(
                "a handler may not wrap or reset the view that is scanned: give the handler a view of its own");
        }
        ACCESS.reset(key);
        ACCESS.reset(value);
        return true;
    }
}

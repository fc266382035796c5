package io.skim.handlers.route;

import io.skim.handlers.select.SelectorEvaluator;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Routes frames by the current table: the handler for a scan with the interest that it returns before each scan.
 *
 * <pre>
 * Router&lt;String, RemotingInterest&gt; router = new Router&lt;&gt;(routes);                                   // one for each thread
 *
 * if (router.route(scanner, frame))
 * {
 *     String cluster = router.target();
 * }
 * </pre>
 *
 * It evaluates all rules in one scan and decides at its end. The frame is not needed after that. {@link #interest} takes a new
 * table, so tables change between frames. If this handler or one around it throws, the frame goes nowhere, and the next frame
 * is not affected.
 * <p>
 * One thread at a time. Allocates nothing for a frame, except to grow the array of its values; for a new table it allocates the
 * slots of the values.
 *
 * @param <T> the type of the targets.
 * @param <I> the interest that declares the rules' values.
 */
public final class Router<T, I extends Interest> implements DataHandler
{
    /** Returned instead of a rule if no rule selects the frame: it goes to the default target. */
    public static final int DEFAULT = -1;
    /** Returned instead of a rule if there is no frame, or it is malformed or was not scanned to its end: it goes nowhere. */
    public static final int NOWHERE = -2;

    private final Routes<T, I> routes;
    private RouteTable<T, I> table;
    private SelectorEvaluator evaluator;
    private int rule = NOWHERE;

    /**
     * Makes a router.
     *
     * @param routes that hold the current table.
     */
    public Router(final Routes<T, I> routes)
    {
        this.routes = routes;
        adopt(routes.table());
    }

    private void adopt(final RouteTable<T, I> newest)
    {
        table = newest;
        evaluator = new SelectorEvaluator(newest.selectors);
        rule = NOWHERE;
    }

    /**
     * Takes the current table for the next scan, and returns the interest of its rules. Call it before each scan: the interest
     * of an earlier call does not fit a newer table. Forgets the last frame.
     *
     * @return an interest with ids of this router.
     */
    public I interest()
    {
        final RouteTable<T, I> newest = routes.table();
        if (newest != table)
        {
            adopt(newest);
        }
        rule = NOWHERE;
        return table.interest();
    }

    /**
     * Scans a frame and decides where it goes.
     *
     * @param scanner of the table's kind of frames; it has the fault of a malformed one.
     * @param frame   to route.
     * @return false if the frame is malformed; then it goes nowhere.
     */
    public boolean route(final FrameScanner<I> scanner, final FrameView frame)
    {
        return scanner.scan(frame, interest(), this) == Outcome.COMPLETE;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        return evaluator.onField(id, value);
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        evaluator.onOutcome(outcome, fault);
        rule = outcome == Outcome.COMPLETE ? evaluator.firstMatch() : NOWHERE;
    }

    /** Forgets the last frame. Not needed between scans, also not after an exception. */
    public void reset()
    {
        evaluator.reset();
        rule = NOWHERE;
    }

    /**
     * {@return the index of the rule in {@link #table} that selected the frame scanned last, from 0; or {@link #DEFAULT},
     * {@link #NOWHERE}}
     */
    public int rule()
    {
        return evaluator.isReady() ? rule : NOWHERE;
    }

    /**
     * {@return the target of the rule that selected the frame scanned last, or the default target; null for {@link
     * #NOWHERE}}
     */
    public @Nullable T target()
    {
        final int decided = rule();
        return decided >= 0 ? table.target(decided) : decided == DEFAULT ? table.defaultTarget() : null;
    }

    /** {@return the table that routed the frame scanned last; the current one may be newer} */
    public RouteTable<T, I> table()
    {
        return table;
    }

    /**
     * The number of rules, and the kind of frames. Allocates.
     *
     * @return a line for people, without the rules, the targets and the values of a frame.
     */
    @Override
    public String toString()
    {
        return "Router[" + table.rules() + "]";
    }
}

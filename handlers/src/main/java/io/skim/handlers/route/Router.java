package io.skim.handlers.route;

import io.skim.handlers.select.SelectorEvaluator;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.HeaderScanner;
import io.skim.scan.Interest;
import io.skim.scan.Outcome;

/**
 * Routes frames by the table in force: a handler to scan with, under the interest it gives before each scan.
 *
 * <pre>
 * Router&lt;String&gt; router = new Router&lt;&gt;(routes);                                   // one for each thread
 *
 * if (router.route(scanner, frame))
 * {
 *     String cluster = router.target();
 * }
 * </pre>
 *
 * All rules are evaluated in one scan, and decided at its end; the frame is not needed any more then. A new table is seen
 * by {@link #interest}, and so between frames. A scan that an exception has ended, of this handler or of one around it, goes
 * nowhere and leaves nothing behind for the next one.
 * <p>
 * One thread at a time. Allocates nothing for a frame, but that one whose named values are longer than those of all before
 * makes it enlarge the array they are kept in; for a new table it allocates the slots of its values.
 *
 * @param <T> the type of the targets.
 */
public final class Router<T> implements DataHandler
{
    /** In place of a rule: no rule selects the frame, it goes to the default target. */
    public static final int DEFAULT = -1;
    /** In place of a rule: there is no frame, or it was malformed or not scanned to its end; it goes nowhere. */
    public static final int NOWHERE = -2;

    private final Routes<T> routes;
    private RouteTable<T> table;
    private SelectorEvaluator evaluator;
    private int rule = NOWHERE;

    /**
     * Makes a router.
     *
     * @param routes that hold the table in force.
     */
    public Router(final Routes<T> routes)
    {
        this.routes = routes;
        adopt(routes.table());
    }

    private void adopt(final RouteTable<T> newest)
    {
        table = newest;
        evaluator = new SelectorEvaluator(newest.selectors);
        rule = NOWHERE;
    }

    /**
     * Takes the table in force, for the next scan and until the next call, and gives what its rules read of a frame. To be
     * called before each scan: an interest of an earlier call does not fit a newer table. The last frame is forgotten.
     *
     * @return an interest whose ids this router alone understands.
     */
    public Interest interest()
    {
        final RouteTable<T> newest = routes.table();
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
     * @param scanner of the table's kind of frames; tells what is wrong with a malformed one.
     * @param frame   to route.
     * @return false if the frame is malformed, and so goes nowhere.
     */
    public boolean route(final HeaderScanner scanner, final FrameView frame)
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

    /**
     * Forgets the last frame. Never needed between scans, which begin anew by themselves, also after an exception.
     */
    public void reset()
    {
        evaluator.reset();
        rule = NOWHERE;
    }

    /**
     * Which rule decided where the frame scanned last goes.
     *
     * @return its index in {@link #table}, from 0; {@link #DEFAULT} or {@link #NOWHERE}.
     */
    public int rule()
    {
        return evaluator.isReady() ? rule : NOWHERE;
    }

    /**
     * Where the frame scanned last goes.
     *
     * @return the target of the first rule that selects it, or the default target; null if it goes {@link #NOWHERE}.
     */
    public T target()
    {
        final int decided = rule();
        return decided >= 0 ? table.target(decided) : decided == DEFAULT ? table.defaultTarget() : null;
    }

    /**
     * The table by which the frame scanned last was routed; not always the one in force by now.
     *
     * @return the table that {@link #rule} is of.
     */
    public RouteTable<T> table()
    {
        return table;
    }

    /**
     * How many rules the table has, and of which frames. Allocates.
     *
     * @return a line for people, without the rules, the targets and what was read of a frame.
     */
    @Override
    public String toString()
    {
        return "Router[" + table.size() + " rules for " + (table.isAmqp() ? "AMQP messages]" : "remoting frames]");
    }
}

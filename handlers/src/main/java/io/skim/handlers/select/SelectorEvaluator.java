package io.skim.handlers.select;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.ScanTracker;

/**
 * Evaluates selectors over frames: a handler to scan with, under the interest of the selector or table it was made for.
 * It keeps the values that are named while the scan shows them, and computes a verdict when it is asked for one, from the
 * end of the scan until the next one begins. The frame itself is not needed any more then. For {@code RecordScanner} each
 * record in a frame is such a scan. A scan that an exception has ended, of this handler or of one around it, leaves no verdict
 * and no value behind.
 * <p>
 * One thread at a time. Allocates nothing, but that a frame whose named values are longer than those of all before makes
 * it enlarge the array they are kept in.
 */
public final class SelectorEvaluator implements DataHandler
{
    private final SelectorTable<?> table;
    private final Slots slots;
    /** The selectors that may be the first match. */
    private final Candidates candidates;
    private final boolean firstMatchWins;
    private final ScanTracker scan = new ScanTracker();
    private boolean complete;

    /**
     * Makes an evaluator of one selector.
     *
     * @param selector to scan for with {@link Selector#interest()}.
     */
    public SelectorEvaluator(final Selector<?> selector)
    {
        this(SelectorTable.of(selector));
    }

    /**
     * Makes an evaluator of several selectors.
     *
     * @param table to scan for with {@link SelectorTable#interest()}.
     */
    public SelectorEvaluator(final SelectorTable<?> table)
    {
        this.table = table;
        slots = new Slots(table.slots);
        candidates = new Candidates(table.size());
        firstMatchWins = table.slots.firstMatchWins;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (scan.begins(value))
        {
            forget();
        }
        if (firstMatchWins)
        {
            slots.putFirst(id, value);
        }
        else
        {
            slots.put(id, value);
        }
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        if (scan.ends(fault))
        {
            forget();
        }
        // A scan may have been stopped by a handler around this one too, with values still to come.
        complete = outcome == Outcome.COMPLETE
            || firstMatchWins && outcome == Outcome.STOPPED && slots.isFull();
    }

    /**
     * Forgets the last frame. Never needed between scans, which begin anew by themselves, also after an exception.
     */
    public void reset()
    {
        scan.reset();
        forget();
    }

    private void forget()
    {
        slots.clear();
        complete = false;
    }

    /**
     * Whether there are verdicts on the frame scanned last.
     *
     * @return false unless its scan ended as {@link Outcome#COMPLETE}, or stopped by itself because {@link
     *     Selector#firstMatchWins the first match wins}; false also after a scan that an exception has ended.
     */
    public boolean isReady()
    {
        return complete && scan.isWhole();
    }

    /**
     * What the only or first selector says of the frame scanned last.
     *
     * @return the verdict.
     */
    public Verdict verdict()
    {
        return verdict(0);
    }

    /**
     * What a selector says of the frame scanned last.
     *
     * @param index of the selector in the table.
     * @return the verdict; {@link Verdict#ERROR} unless {@link #isReady}.
     * @throws IndexOutOfBoundsException if there is no such selector.
     */
    public Verdict verdict(final int index)
    {
        final Node node = table.nodes[index];
        return isReady() ? slots.verdict(node) : Verdict.ERROR;
    }

    /**
     * Whether the only or first selector selects the frame scanned last.
     *
     * @return true for {@link Verdict#MATCH}.
     */
    public boolean matches()
    {
        return verdict(0) == Verdict.MATCH;
    }

    /**
     * Whether a selector selects the frame scanned last.
     *
     * @param index of the selector in the table.
     * @return true for {@link Verdict#MATCH}.
     * @throws IndexOutOfBoundsException if there is no such selector.
     */
    public boolean matches(final int index)
    {
        return verdict(index) == Verdict.MATCH;
    }

    /**
     * The first selector that selects the frame scanned last; the same as asking for one after the other, but those that
     * ask for a value the frame does not have are not evaluated. The cost grows with the values of the frame that selectors
     * name, and with the selectors that those leave, and not with the selectors or the values that they name.
     *
     * @return the selector's index in the table; {@code -1} if none selects it.
     */
    public int firstMatch()
    {
        if (!isReady())
        {
            return -1;
        }
        table.index.find(slots, candidates);
        final int[] always = table.index.always;
        int next = 0;
        int candidate = candidates.next(0);
        while (candidate != Candidates.NONE || always.length - next > 0)
        {
            final boolean isCandidate = next == always.length || candidate < always[next];
            final int selector = isCandidate ? candidate : always[next++];
            if (slots.verdict(table.nodes[selector]) == Verdict.MATCH)
            {
                return selector;
            }
            if (isCandidate)
            {
                candidate = candidates.next(selector + 1);
            }
        }
        return -1;
    }
}

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
    /** Of the only value: it was not shown; the machine is to tell what it means; the verdict. */
    private static final int ABSENT = 0;
    private static final int KEPT = 1;
    private static final int MATCH = 2;
    private static final int NO_MATCH = 3;

    private final SelectorTable table;
    private final Machine machine;
    private final Slots slots;
    /** The selectors that may be the first match. */
    private final Candidates candidates;
    private final boolean firstMatchWins;
    /**
     * Of the commonest selectors, which compare one value with numbers: those it is to be one of; else null. A whole number is
     * compared when it is shown, which saves its way through the slots.
     */
    private final WholeRange only;
    /** What is known of that value. */
    private int decided;
    private final ScanTracker scan = new ScanTracker();
    private boolean complete;
    /** Whether that value is in its slot, or was there before a later one. */
    private boolean kept;

    /**
     * Makes an evaluator of one selector.
     *
     * @param selector to scan for with {@link Selector#interest()}.
     */
    public SelectorEvaluator(final Selector selector)
    {
        this(SelectorTable.of(selector));
    }

    /**
     * Makes an evaluator of several selectors.
     *
     * @param table to scan for with {@link SelectorTable#interest()}.
     */
    public SelectorEvaluator(final SelectorTable table)
    {
        this.table = table;
        machine = new Machine(table.slots, table.depth);
        slots = machine.slots();
        candidates = new Candidates(table.size());
        firstMatchWins = table.slots.firstMatchWins;
        only = table.only();
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (scan.begins(value))
        {
            forget();
        }
        if (only == null || id != only.slot || !decides(value))
        {
            keep(id, value);
        }
        return Action.CONTINUE;
    }

    /** Whether the only value need not be kept: it tells the verdict, or is not the first, which wins. */
    private boolean decides(final Cursor value)
    {
        if (firstMatchWins && decided != ABSENT)
        {
            return true;
        }
        if (value.isSigned())
        {
            decided = only.contains(value.getLong()) ? MATCH : NO_MATCH;
            return true;
        }
        decided = KEPT;
        kept = true;
        return false;
    }

    private void keep(final int id, final Cursor value)
    {
        if (firstMatchWins)
        {
            slots.putFirst(id, value);
        }
        else
        {
            slots.put(id, value);
        }
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
            || firstMatchWins && outcome == Outcome.STOPPED && (only == null ? slots.isFull() : decided != ABSENT);
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
        if (only == null || kept)
        {
            slots.clear();
            kept = false;
        }
        decided = ABSENT;
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
        final Program program = table.programs[index];
        if (!isReady())
        {
            return Verdict.ERROR;
        }
        if (only == null || decided == KEPT)
        {
            return machine.verdict(program);
        }
        // What is missing is in no order.
        return decided == MATCH ? Verdict.MATCH : decided == NO_MATCH ? Verdict.NO_MATCH : Verdict.UNKNOWN;
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
        if (only != null)
        {
            return verdict(0) == Verdict.MATCH ? 0 : -1;
        }
        table.index.find(machine, candidates);
        final int[] always = table.index.always;
        int next = 0;
        int candidate = candidates.next(0);
        while (candidate != Candidates.NONE || always.length - next > 0)
        {
            final boolean isCandidate = next == always.length || candidate < always[next];
            final int selector = isCandidate ? candidate : always[next++];
            if (machine.verdict(table.programs[selector]) == Verdict.MATCH)
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

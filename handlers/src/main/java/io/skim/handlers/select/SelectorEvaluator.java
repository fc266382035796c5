package io.skim.handlers.select;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.ScanTracker;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates selectors over frames: the handler for a scan with the interest of its selector or table. It copies the values that
 * the scan shows, and computes verdicts on demand, from the end of the scan until the next one begins; it then no longer reads the
 * frame. With {@code RecordScanner}, each record is a scan. A scan that ended with an exception leaves no verdict and no value.
 * <p>
 * One thread at a time. Allocates only if the values of a frame are longer than those of all frames before.
 */
public final class SelectorEvaluator implements DataHandler
{
    private final SelectorTable<?> table;
    private final Slots slots;
    /** The candidates for the first match. */
    private final Candidates candidates;
    private final boolean firstMatchWins;
    private final ScanTracker scan = new ScanTracker();
    private boolean complete;

    /**
     * Makes an evaluator of one selector.
     *
     * @param selector whose {@link Selector#interest()} the scans use.
     */
    public SelectorEvaluator(final Selector<?> selector)
    {
        this(SelectorTable.of(selector));
    }

    /**
     * Makes an evaluator of several selectors.
     *
     * @param table whose {@link SelectorTable#interest()} the scans use.
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
        // A handler around this one may have stopped the scan before all values were shown.
        complete = outcome == Outcome.COMPLETE || firstMatchWins && outcome == Outcome.STOPPED && slots.isFull();
    }

    /** Forgets the last frame. Not needed between scans, not even after an exception. */
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
     * Whether there are verdicts on the last frame.
     *
     * @return true if its scan ended as {@link Outcome#COMPLETE}, or because {@link Selector#firstMatchWins the first match wins};
     *     false otherwise, also after an exception.
     */
    public boolean isReady()
    {
        return complete && scan.isWhole();
    }

    /** {@return the verdict of the only or first selector on the last frame; {@link Verdict#ERROR} unless {@link #isReady}} */
    public Verdict verdict()
    {
        return verdict(0);
    }

    /**
     * The verdict of a selector on the last frame.
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

    /** {@return the verdict for logs: {@code SelectorEvaluator[2 selectors, the first: NO_MATCH]}} Allocates. */
    @Override
    public String toString()
    {
        return "SelectorEvaluator[" + table.size() + " selectors, the first: " + verdict() + "]";
    }

    /** {@return whether the only or first selector selects the last frame: its verdict is {@link Verdict#MATCH}} */
    public boolean matches()
    {
        return verdict(0) == Verdict.MATCH;
    }

    /**
     * Whether a selector selects the last frame.
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
     * The first selector that selects the last frame. The result is the same as asking selector after selector, but selectors that
     * need a value which the frame does not have are not evaluated. So the cost grows with the named values of the frame and the
     * selectors that they leave, not with the size of the table.
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

    /**
     * The values of the last frame that the selectors name: for those who tell people why a selector does not select. Allocates.
     *
     * @return in the order of their first use: names as the wire has them, ext fields and fields of the header with {@code $} in
     *     front; null for a value that the frame does not have. Empty without a verdict.
     */
    public Map<String, @Nullable String> values()
    {
        final Map<String, String> values = new LinkedHashMap<>();
        for (int slot = 0; slot < table.slots.places.size() && isReady(); slot++)
        {
            final Place place = table.slots.places.get(slot);
            final String name = switch (place.where())
            {
                case FIELD -> "$" + place.name().toLowerCase(Locale.ROOT);
                case ENTRY -> "$" + place.name();
                default -> place.name();
            };
            final String value = slots.values[slot].shown();
            if (value != null || !values.containsKey(name))
            {
                values.put(name, value);
            }
        }
        return values;
    }
}

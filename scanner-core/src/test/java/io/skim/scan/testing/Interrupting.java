package io.skim.scan.testing;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A handler around another one that passes each callback on, and throws once: at a callback of its own choice, before or after
 * it has passed that on. Nothing but the five callbacks reaches the other handler.
 */
public final class Interrupting implements DataHandler
{
    private final DataHandler inner;
    private final int at;
    private final boolean after;
    private int calls;
    private boolean told;

    /** What an interrupting handler throws. */
    public static final class Interruption extends RuntimeException
    {
        private static final long serialVersionUID = 1L;

        private Interruption()
        {
            super("interrupted", null, false, false);
        }
    }

    /**
     * Makes one.
     *
     * @param inner that is shown everything.
     * @param at    of the callback that throws, from 0, the outcome counted; none if there are not so many.
     * @param after whether the inner handler is shown that callback before.
     */
    public Interrupting(final DataHandler inner, final int at, final boolean after)
    {
        this.inner = inner;
        this.at = at;
        this.after = after;
    }

    /**
     * Interrupts scans of a kind of handler at each callback, before and after, and compares what the handler says then, and
     * of the next frame, with what one says that has not seen such a scan.
     *
     * @param <H>       the kind of handler.
     * @param handler   makes a new one.
     * @param scans     each scans a frame with a handler, all with the same scanner.
     * @param elsewhere the same with another scanner.
     * @param answer    what a handler says of the frame scanned last.
     * @return a line for each difference; empty if there is none.
     */
    public static <H extends DataHandler> List<String> differences(final Supplier<H> handler,
        final List<Consumer<DataHandler>> scans, final List<Consumer<DataHandler>> elsewhere,
        final Function<H, String> answer)
    {
        final List<Consumer<DataHandler>> nexts = new ArrayList<>(scans);
        nexts.addAll(elsewhere);
        final List<String> wrong = new ArrayList<>();
        final String nothing = answer.apply(handler.get());
        for (final Consumer<DataHandler> scan : scans)
        {
            for (final Consumer<DataHandler> next : nexts)
            {
                boolean thrown = true;
                for (int at = 0; thrown; at++)
                {
                    thrown = false;
                    for (int k = 0; k < 4; k++)
                    {
                        final H one = handler.get();
                        if ((k & 2) != 0)
                        {
                            scans.get(0).accept(one);
                        }
                        final Interrupting around = new Interrupting(one, at, (k & 1) != 0);
                        final boolean left = isInterrupted(scan, around);
                        thrown |= left;
                        // What threw behind the outcome has told it: that is of this frame.
                        if (left && !around.told)
                        {
                            compare(nothing, answer.apply(one), around + ", no frame", wrong);
                        }
                        next.accept(new Interrupting(one, Integer.MAX_VALUE, false));
                        final H fresh = handler.get();
                        next.accept(fresh);
                        compare(answer.apply(fresh), answer.apply(one), around + ", frame " + nexts.indexOf(next),
                            wrong);
                    }
                }
            }
        }
        return wrong;
    }

    private static void compare(final String expected, final String found, final String where,
        final List<String> wrong)
    {
        if (!found.equals(expected))
        {
            wrong.add(where + ": " + found + " instead of " + expected);
        }
    }

    private static boolean isInterrupted(final Consumer<DataHandler> scan, final Interrupting around)
    {
        try
        {
            scan.accept(around);
            return false;
        }
        catch (final Interruption mine)
        {
            return true;
        }
    }

    private Action around(final Supplier<Action> call)
    {
        final boolean here = calls++ == at;
        if (here && !after)
        {
            throw new Interruption();
        }
        final Action action = call.get();
        if (here)
        {
            throw new Interruption();
        }
        return action;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        return around(() -> inner.onField(id, value));
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        return around(() -> inner.onEntry(id, key, value));
    }

    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        return around(() -> inner.onBegin(id, container));
    }

    @Override
    public Action onEnd(final int id, final Cursor container)
    {
        return around(() -> inner.onEnd(id, container));
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        around(() -> {
            inner.onOutcome(outcome, fault);
            told = true;
            return Action.CONTINUE;
        });
    }

    @Override
    public String toString()
    {
        return "thrown " + (after ? "after" : "before") + " callback " + at;
    }
}

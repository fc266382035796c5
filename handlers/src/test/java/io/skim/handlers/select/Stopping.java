package io.skim.handlers.select;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;

/**
 * A handler around an evaluator that stops the scan of its own accord.
 */
final class Stopping implements DataHandler
{
    private final SelectorEvaluator evaluator;
    private int left;

    /**
     * Makes one.
     *
     * @param last      at which value it stops, from 1.
     * @param evaluator that is shown all up to that one.
     */
    Stopping(final int last, final SelectorEvaluator evaluator)
    {
        left = last;
        this.evaluator = evaluator;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        evaluator.onField(id, value);
        return --left == 0 ? Action.STOP : Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        evaluator.onOutcome(outcome, fault);
    }
}

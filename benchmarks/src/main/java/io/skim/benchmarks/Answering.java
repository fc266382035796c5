package io.skim.benchmarks;

import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Interest;
import io.skim.scan.Outcome;

/**
 * A handler that boils a frame down to one number, so that whoever times it has something to consume and to check.
 * Subclasses gather; the answer is committed when the frame is known to be good.
 */
public abstract class Answering implements DataHandler
{
    /** What this handler's class wants; each class has an interest of its own, as handlers do. */
    public final Interest interest;

    /** The answer for the last frame, -1 if it was refused. */
    public int answer;

    /** The answer so far. */
    protected int gathered;

    /**
     * Makes a handler.
     *
     * @param interest what to be shown.
     */
    protected Answering(final Interest interest)
    {
        this.interest = interest;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        answer = outcome == Outcome.MALFORMED ? -1 : gathered;
        gathered = 0;
    }
}

package io.skim.docs.snippets;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;

// snippet: faults
/** Counts why frames are refused. */
final class Refusals implements DataHandler
{
    private final long[] counts = new long[Reason.values().length];

    @Override
    public Action onField(final int id, final Cursor value)
    {
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        if (outcome == Outcome.MALFORMED)
        {
            counts[fault.reason().ordinal()]++;
        }
    }

    long count(final Reason reason)
    {
        return counts[reason.ordinal()];
    }
}
// end

package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;

/**
 * Counts everything a header holds: each field that is there, each entry, and the body.
 */
public final class WalkHandler extends Answering
{
    private static final RemotingInterest INTEREST = RemotingScanner.interest().everything().build();

    /**
     * Makes a handler.
     *
     * @param question not asked.
     */
    public WalkHandler(final Question question)
    {
        super(INTEREST);
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        gathered += value.isNull() ? 0 : 1;
        return Action.CONTINUE;
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        gathered++;
        return Action.CONTINUE;
    }
}

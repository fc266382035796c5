package io.skim.handlers.patch;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;

/** Notes whether a handler stops or skips. */
final class Watch implements DataHandler
{
    @SuppressWarnings("NullAway.Init") // the patcher sets it for a scan
    DataHandler handler;
    boolean answered;

    private Action note(final Action action)
    {
        answered |= action != Action.CONTINUE;
        return action;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        return note(handler.onField(id, value));
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        return note(handler.onEntry(id, key, value));
    }

    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        return note(handler.onBegin(id, container));
    }

    @Override
    public Action onEnd(final int id, final Cursor container)
    {
        return note(handler.onEnd(id, container));
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        handler.onOutcome(outcome, fault);
    }
}

package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpValueInterest;
import io.skim.scan.amqp.AmqpValueScanner;

/**
 * Takes ten ints from a map by their names: each key is compared, first with the name that follows the one before.
 */
public final class MapHandler extends Answering
{
    private static final AmqpValueInterest INTEREST = AmqpValueScanner.interest().everyValue(0).build();

    private final byte[][] names = AmqpValues.names();
    private int next;

    /**
     * Makes a handler.
     *
     * @param question not asked.
     */
    public MapHandler(final Question question)
    {
        super(INTEREST);
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        return Action.CONTINUE;
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        final int name = key.contentEquals(names[next]) ? next : search(key);
        if (name >= 0)
        {
            gathered += (name + 1) * value.getInt();
            next = name + 1 == names.length ? 0 : name + 1;
        }
        return Action.CONTINUE;
    }

    private int search(final Cursor key)
    {
        int name = names.length - 1;
        while (name >= 0 && !key.contentEquals(names[name]))
        {
            name--;
        }
        return name;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        super.onOutcome(outcome, fault);
        next = 0;
    }
}

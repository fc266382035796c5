package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpValueInterest;
import io.skim.scan.amqp.AmqpValueScanner;

/**
 * Takes ten ints and a UUID from a list.
 */
public final class ListHandler extends Answering
{
    private static final int INTS = 10;
    private static final AmqpValueInterest INTEREST = AmqpValueScanner.interest().everyValue(0).build();

    private int items;

    /**
     * Makes a handler.
     *
     * @param question not asked.
     */
    public ListHandler(final Question question)
    {
        super(INTEREST);
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        gathered += ++items <= INTS ? items * value.getInt(0) : AmqpMix.fold(value.getHighLongBits() ^ value
            .getLongBits());
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        super.onOutcome(outcome, fault);
        items = 0;
    }
}

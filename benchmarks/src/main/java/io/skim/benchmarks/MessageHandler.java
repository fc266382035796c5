package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;

/**
 * Reads each value of a message where it stands: fields, entries of all maps, the body's length.
 */
public final class MessageHandler extends Answering
{
    private static final AmqpInterest INTEREST = AmqpScanner.interest().everything().build();

    private long sum;

    /**
     * Makes a handler.
     *
     * @param question not asked.
     */
    public MessageHandler(final Question question)
    {
        super(INTEREST);
    }

    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        sum += id + 1;
        return Action.CONTINUE;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        sum += (id + 1) * AmqpMix.of(value);
        return Action.CONTINUE;
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        sum += (id + key.length()) * AmqpMix.of(value);
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        answer = outcome == Outcome.MALFORMED ? -1 : AmqpMix.fold(sum);
        sum = 0;
    }
}

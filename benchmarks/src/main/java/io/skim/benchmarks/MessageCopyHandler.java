package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;

/**
 * Reads each value of a message as {@link MessageHandler} does, but copies all texts and names.
 */
public final class MessageCopyHandler extends Answering
{
    private static final AmqpInterest INTEREST = AmqpScanner.interest().everything().build();

    private final byte[] name = new byte[256];
    private final byte[] text = new byte[4096];
    private long sum;

    /**
     * Makes a handler.
     *
     * @param question not asked.
     */
    public MessageCopyHandler(final Question question)
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
        sum += (id + 1) * AmqpMix.of(value, text);
        return Action.CONTINUE;
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        sum += (id + key.copyTo(name, 0)) * AmqpMix.of(value, text);
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        answer = outcome == Outcome.MALFORMED ? -1 : AmqpMix.fold(sum);
        sum = 0;
    }
}

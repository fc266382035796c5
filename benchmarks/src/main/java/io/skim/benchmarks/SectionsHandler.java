package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;

/**
 * Asks which sections there are and where each ends, and for nothing in them.
 */
public final class SectionsHandler extends Answering
{
    private static final AmqpField[] SECTIONS = {AmqpField.HEADER, AmqpField.DELIVERY_ANNOTATIONS,
        AmqpField.MESSAGE_ANNOTATIONS, AmqpField.PROPERTIES, AmqpField.APPLICATION_PROPERTIES, AmqpField.DATA,
        AmqpField.SEQUENCE, AmqpField.VALUE, AmqpField.FOOTER};
    private static final AmqpInterest INTEREST = interest();

    /**
     * Makes a handler.
     *
     * @param question not asked.
     */
    public SectionsHandler(final Question question)
    {
        super(INTEREST);
    }

    private static AmqpInterest interest()
    {
        final AmqpInterest.Builder builder = AmqpScanner.interest().ids(SECTIONS.length + 1);
        for (int i = 0; i < SECTIONS.length; i++)
        {
            builder.field(SECTIONS[i], i + 1);
        }
        return builder.build();
    }

    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        gathered += id * (container.offset() + container.length());
        return Action.CONTINUE;
    }

    @Override
    public Action onField(final int id, final Cursor body)
    {
        gathered += id * (body.offset() + body.length());
        return Action.CONTINUE;
    }
}

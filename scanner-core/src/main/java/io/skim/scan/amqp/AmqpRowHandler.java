package io.skim.scan.amqp;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;

/** Fills an {@link AmqpRow} with what a scanner shows of all that there is in a message. */
final class AmqpRowHandler implements DataHandler
{
    static final AmqpInterest EVERYTHING = AmqpScanner.interest().everything().build();

    AmqpRow row;

    @Override
    public Action onField(final int id, final Cursor value)
    {
        final AmqpField field = AmqpField.of(id);
        if (AmqpInterest.SECTIONS[field.section] == field)
        {
            row.body(field.section, value);
        }
        else
        {
            row.note(null, value);
        }
        return Action.CONTINUE;
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        row.note(key, value);
        return Action.CONTINUE;
    }

    @Override
    public Action onEnd(final int id, final Cursor container)
    {
        row.endSection(AmqpField.of(id).section);
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        if (outcome == Outcome.MALFORMED)
        {
            row.clear();
        }
    }
}

package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.amqp.AmqpValueInterest;
import io.skim.scan.amqp.AmqpValueScanner;

/**
 * Takes ten ints from a map by their names, which it has declared.
 */
public final class MapHandler extends Answering
{
    private static final AmqpValueInterest INTEREST = interest();

    /**
     * Makes a handler.
     *
     * @param question not asked.
     */
    public MapHandler(final Question question)
    {
        super(INTEREST);
    }

    private static AmqpValueInterest interest()
    {
        final AmqpValueInterest.Builder builder = AmqpValueScanner.interest();
        for (final String name : AmqpValues.names())
        {
            builder.entry(name, AmqpValues.names().indexOf(name));
        }
        return builder.build();
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        gathered += (id + 1) * value.getInt(0);
        return Action.CONTINUE;
    }
}

package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import java.nio.charset.StandardCharsets;

/**
 * Asks for one application property, a number, and stops there: the first match wins.
 */
public final class PropertyFirstHandler extends Answering
{
    private static final AmqpInterest INTEREST = AmqpScanner.interest().property("num", 0).firstMatchWins()
        .build();

    private final long wanted;

    /**
     * Makes a handler.
     *
     * @param question whose tag is the number to compare with.
     */
    public PropertyFirstHandler(final Question question)
    {
        super(INTEREST);
        wanted = Long.parseLong(new String(question.tag(), StandardCharsets.US_ASCII));
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        gathered = value.getLong(-1) == wanted ? 2 : 1;
        return Action.CONTINUE;
    }
}

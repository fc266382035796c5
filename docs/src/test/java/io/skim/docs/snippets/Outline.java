package io.skim.docs.snippets;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.amqp.AmqpValueInterest;
import io.skim.scan.amqp.AmqpValueScanner;

// snippet: amqp-values
/** Writes nested values into a text. */
final class Outline implements DataHandler
{
    static final AmqpValueInterest INTEREST = AmqpValueScanner.interest().everyValue(0).build();

    private final StringBuilder text = new StringBuilder();

    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        text.append(container.kind()).append('('); // CONTINUE enters it, SKIP skips it by its size
        return Action.CONTINUE;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        text.append(value.toText()).append(' ');
        return Action.CONTINUE;
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        text.append(key.toText()).append('=');
        switch (value.kind())
        {
            case LIST, MAP, ARRAY, DESCRIBED ->
                {
                } // onBegin comes next
            default -> text.append(value.toText()).append(' ');
        }
        return Action.CONTINUE;
    }

    @Override
    public Action onEnd(final int id, final Cursor container)
    {
        text.append(") ");
        return Action.CONTINUE;
    }

    @Override
    public String toString()
    {
        return text.toString().strip();
    }
}
// end

package io.skim.docs.snippets;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.AmqpScanner;

// snippet: amqp-enter
/** Reads one entry of an annotation that is itself a map. */
final class Annotation implements DataHandler
{
    static final AmqpInterest INTEREST =
        AmqpScanner.interest().entry(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-map", 0).build();
    private static final byte[] KEY = {'a'};
    private static final long NONE = -1;

    private final AmqpReader reader = new AmqpReader();
    private final Cursor entry = new Cursor();
    private final FrameView message;
    private long found = NONE;
    private long number = NONE;

    /** For the messages of this view. */
    Annotation(final FrameView message)
    {
        this.message = message;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        found = value.kind() == Kind.MAP && reader.enter(message, value) >= 0 ? find() : NONE;
        return Action.CONTINUE;
    }

    private long find()
    {
        long last = NONE;
        int event = reader.next();
        for (; event == AmqpReader.VALUE; event = reader.next())
        {
            final boolean matches = reader.kind() == Kind.TEXT && reader.value(entry).contentEquals(KEY);
            if (reader.next() == AmqpReader.VALUE && matches) // skips a compound key
            {
                last = reader.value(entry).getLong(NONE);
            }
        }
        return event == AmqpReader.DONE ? last : NONE; // else see reader.fault(): the scan did not check this content
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        number = outcome == Outcome.COMPLETE ? found : NONE;
        found = NONE;
    }

    /** The entry's value in the message that was scanned last, or -1. */
    long number()
    {
        return number;
    }
}
// end

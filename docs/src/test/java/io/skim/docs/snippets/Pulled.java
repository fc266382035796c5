package io.skim.docs.snippets;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.amqp.AmqpReader;

/** Pulls values one after the other. */
final class Pulled
{
    // snippet: amqp-pull
    private final AmqpReader reader = new AmqpReader();
    private final Cursor value = new Cursor();

    /** Adds up the whole numbers in lists of any depth. Does not enter other compound values. */
    long sum(final FrameView values)
    {
        long sum = 0;
        reader.wrap(values);
        for (int event = reader.next(); event != AmqpReader.DONE; event = reader.next())
        {
            if (event == AmqpReader.MALFORMED)
            {
                throw reader.fault().toException();
            }
            if (event == AmqpReader.VALUE && reader.kind() == Kind.LIST)
            {
                reader.enter(); // checks size and count; END comes after the last item
            }
            else if (event == AmqpReader.VALUE && !reader.isCompound()) // a compound one is passed over by its size
            {
                sum += reader.value(value).getLong(0); // 0 if it is not a number
            }
        }
        return sum;
    }
    // end
}

package io.skim.netty;

import io.skim.scan.Cursor;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;

/** The deliveries of one direction that have passed on whole, and that the receiver has not settled. */
final class AmqpUnsettled
{
    private static final int FIRST = Performative.DISPOSITION.fieldIndex("first");
    private static final int LAST = Performative.DISPOSITION.fieldIndex("last");
    /** Numbers wrap around after 2^32. */
    private static final long GREATEST_NUMBER = 0xFFFF_FFFFL;

    private long count;

    void add()
    {
        count++;
    }

    boolean isEmpty()
    {
        return count == 0;
    }

    /** The receiver has sent a disposition. */
    void settle(final AmqpFrameReader reader, final Cursor value)
    {
        if (count == 0)
        {
            return;
        }
        boolean settles = false;
        boolean receives = false;
        long first = 0;
        long last = -1;
        reader.rewind();
        while (reader.nextField() == AmqpReader.VALUE)
        {
            final int field = reader.fieldIndex();
            reader.fields().value(value);
            if (field == FIRST || field == LAST && !value.isNull())
            {
                first = field == FIRST ? value.getLong(0) : first;
                last = value.getLong(0);
            }
            else if (field < FIRST)
            {
                receives = value.getBoolean(false);
            }
            else if (field == LAST + 1)
            {
                settles = value.getBoolean(false);
            }
        }
        if (receives && settles)
        {
            count = Math.max(0, count - 1 - (last - first & GREATEST_NUMBER));
        }
    }
}

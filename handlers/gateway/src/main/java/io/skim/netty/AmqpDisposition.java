package io.skim.netty;

import io.skim.scan.Cursor;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;

/** The fields of a disposition that tell which deliveries are settled. */
final class AmqpDisposition
{
    private static final int ROLE = Performative.DISPOSITION.fieldIndex("role");
    private static final int FIRST = Performative.DISPOSITION.fieldIndex("first");
    private static final int LAST = Performative.DISPOSITION.fieldIndex("last");
    private static final int SETTLED = Performative.DISPOSITION.fieldIndex("settled");
    /** Numbers wrap around after 2^32. */
    private static final long GREATEST_NUMBER = 0xFFFF_FFFFL;

    /** Whether it is of the end that receives the deliveries. */
    boolean byReceiver;
    boolean settled;
    long first;
    long last;

    private final Cursor value = new Cursor();

    /** Reads the fields; false if one is malformed. */
    boolean read(final AmqpFrameReader frame)
    {
        settled = false;
        frame.rewind();
        int event;
        while ((event = frame.nextField()) == AmqpReader.VALUE)
        {
            final int field = frame.fieldIndex();
            frame.fields().value(value);
            if (field == ROLE)
            {
                byReceiver = value.getBoolean(false);
            }
            else if (field == FIRST)
            {
                first = value.getLong(0);
                last = first;
            }
            else if (field == LAST && !value.isNull())
            {
                last = value.getLong(0);
            }
            else if (field == SETTLED)
            {
                settled = value.getBoolean(false);
            }
        }
        return event == AmqpReader.DONE;
    }

    /** How many ids there are from the first one to the last one. */
    long count()
    {
        return 1 + (last - first & GREATEST_NUMBER);
    }
}

package io.skim.scan.amqp;

import io.skim.scan.Cursor;

/**
 * Pulls everything, as a user would who wants to see it all.
 */
final class Walk
{
    private Walk()
    {
    }

    /** The last event; every compound value is entered, every scalar read. */
    static int all(final AmqpReader reader, final Cursor cursor)
    {
        long sum = 0;
        int event = reader.next();
        for (; event > AmqpReader.DONE; event = reader.next())
        {
            if (event == AmqpReader.VALUE && !reader.isCompound())
            {
                reader.value(cursor);
                sum += cursor.getLong(0) + cursor.getLongBits() + cursor.getHighLongBits() + cursor.textLength()
                    + (long)cursor.getDouble(0) + (cursor.getBoolean(false) ? 1 : 0) + cursor.textHashCode();
            }
            else if (event == AmqpReader.VALUE && reader.enter() < 0)
            {
                return AmqpReader.MALFORMED;
            }
        }
        return sum == Long.MIN_VALUE ? AmqpReader.END : event;
    }
}

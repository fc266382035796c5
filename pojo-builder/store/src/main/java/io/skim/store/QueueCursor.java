package io.skim.store;

import java.io.Closeable;
import java.io.IOException;

/**
 * Goes through the units of one consume queue, and looks up the record of each one in the commit log before it tells the place. If
 * two units have their records, whose messages follow each other by their numbers in the queue, there is no record of the queue
 * between them. Else there is a doubt: all records between the last unit that has its record and the next one have to be read.
 */
final class QueueCursor implements Closeable
{
    private final QueueFiles queue;
    private final QueueUnits units;
    private final LogRecords records;
    private final byte[] topic;
    /** The number of the unit in front of whose record the cursor is. */
    private long number;
    /** The offset that this unit states. */
    private long head;
    /** Whether this unit has its record; and whether the one before it has, with the messages in front of this one's. */
    private boolean isFound;
    private boolean wasFound;
    /** The number of the message behind those of the last unit that was looked up. */
    private long due;

    QueueCursor(final QueueFiles queue, final LogRecords records, final byte[] topic)
    {
        this.queue = queue;
        this.records = records;
        this.topic = topic;
        units = queue.open();
        number = -1;
    }

    /** As {@link RecordPlaces#next}, of this queue alone. */
    long next(final long at) throws IOException
    {
        if (number < 0)
        {
            start(at);
        }
        while (head < at)
        {
            number++;
            wasFound = isFound;
            look();
        }
        return wasFound && isFound ? head : at;
    }

    private void start(final long at) throws IOException
    {
        long low = queue.first;
        long high = queue.behind;
        while (low < high)
        {
            final long middle = low + high >>> 1;
            units.moveTo(middle);
            if (units.offset() < at)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        number = low;
        wasFound = number == queue.first ? number == 0 : hasRecord(number - 1);
        look();
    }

    private void look() throws IOException
    {
        if (number < queue.behind)
        {
            final long expected = due;
            isFound = hasRecord(number);
            wasFound &= units.message() == expected;
            head = units.offset();
        }
        else
        {
            // Without a unit that is not written yet, further ones may have been cut off.
            isFound = queue.hasEnd();
            head = RecordPlaces.NONE;
        }
    }

    /** True also for records in front of the commit log: a broker deletes old segments. */
    private boolean hasRecord(final long unit) throws IOException
    {
        units.moveTo(unit);
        due = units.message() + units.messages();
        final boolean found =
            records.isInFront(units.recordEnd()) || records.isThere(units, topic, queue.number);
        if (!found)
        {
            queue.noteStray(unit);
        }
        return found;
    }

    @Override
    public void close() throws IOException
    {
        units.close();
    }
}

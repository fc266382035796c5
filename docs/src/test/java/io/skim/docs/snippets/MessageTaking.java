package io.skim.docs.snippets;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpMessageReader;
import io.skim.scan.amqp.AmqpRow;

// snippet: amqp-row
/** Takes a message's fields, and counts its application properties. */
final class MessageTaking
{
    private final AmqpMessageReader reader = new AmqpMessageReader();
    private final AmqpRow row = new AmqpRow();
    private final Cursor key = new Cursor();

    /** The message's time to live in milliseconds, or -1. */
    long ttl;
    int numbers;
    long nameBytes;

    /** False if the message is refused. */
    boolean take(final FrameView message)
    {
        if (!reader.read(message, row))
        {
            return false; // reader.fault() tells why
        }
        ttl = row.getLong(row.indexOf(AmqpField.TTL), -1); // -1 also if there is no header
        numbers = 0;
        nameBytes = 0;
        final int end = row.end(AmqpField.APPLICATION_PROPERTIES);
        for (int i = row.begin(AmqpField.APPLICATION_PROPERTIES); i < end; i++)
        {
            nameBytes += row.key(i, key).textLength();
            numbers += row.isFixed(i) ? 1 : 0; // then row.getLongBits(i) is all there is of it
        }
        return true;
    }
}
// end

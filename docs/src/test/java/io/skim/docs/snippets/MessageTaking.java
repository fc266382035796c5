package io.skim.docs.snippets;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpMessageView;

// snippet: amqp-view
/** Takes a message's fields, and counts its application properties. */
final class MessageTaking
{
    private final AmqpMessageView view = new AmqpMessageView();
    private final Cursor key = new Cursor();

    /** The message's time to live in milliseconds, or -1. */
    long ttl;
    int numbers;
    long nameBytes;

    /** False if the message is refused. */
    boolean take(final FrameView message)
    {
        if (!view.wrap(message))
        {
            return false; // view.fault() tells why
        }
        ttl = view.getLong(view.indexOf(AmqpField.TTL), -1); // -1 also if there is no header
        numbers = 0;
        nameBytes = 0;
        final int end = view.end(AmqpField.APPLICATION_PROPERTIES);
        for (int i = view.begin(AmqpField.APPLICATION_PROPERTIES); i < end; i++)
        {
            nameBytes += view.key(i, key).textLength();
            numbers += view.isFixed(i) ? 1 : 0; // then view.getLongBits(i) has the whole value
        }
        return true;
    }
}
// end

package io.skim.docs.snippets;

import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpMessage;
import io.skim.pojo.amqp.AmqpMessageBuilder;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.FrameView;

/** Makes objects of messages. */
final class Trees
{
    // snippet: amqp-pojo
    private final AmqpMessageBuilder builder = new AmqpMessageBuilder();

    AmqpMessage message(final FrameView frame)
    {
        final AmqpMessage message = builder.message(frame);
        if (message == null)
        {
            throw builder.fault().toException();
        }
        return message; // yours to keep
    }

    static long priority(final AmqpMessage message)
    {
        final AmqpComposite header = message.section("header");
        return header == null ? 4 : header.getLong("priority", 0); // 4 is the standard's default
    }

    static boolean isRed(final AmqpMessage message)
    {
        final AmqpValue color = message.applicationProperty("color");
        return color instanceof AmqpString && ((AmqpString)color).value().equals("red");
    }
    // end
}

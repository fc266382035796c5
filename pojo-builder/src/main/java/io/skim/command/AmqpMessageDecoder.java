package io.skim.command;

import io.skim.pojo.amqp.AmqpMessage;
import io.skim.pojo.amqp.AmqpMessageBuilder;
import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import java.io.IOException;
import java.io.InputStream;

/**
 * Decodes AMQP messages, each behind a length of four bytes, one of them in memory at a time.
 */
final class AmqpMessageDecoder extends AmqpDecoder
{
    private final AmqpMessageBuilder builder;
    private final MessageWindow messages = new MessageWindow(window, this::beforeRead);

    AmqpMessageDecoder(final Console console, final Strictness strictness)
    {
        super(console);
        builder = new AmqpMessageBuilder(BUDGET, strictness);
    }

    @Override
    void decode(final HexLines line)
    {
        if (!decode(view.wrap(line.bytes(), 0, line.length())))
        {
            malformed(line, builder.fault());
        }
    }

    /** Prints a message; false if it is refused. */
    private boolean decode(final FrameView message)
    {
        final AmqpMessage built = builder.message(message);
        if (built != null)
        {
            print("message", built.sections());
        }
        return built != null;
    }

    @Override
    boolean takesCaptures()
    {
        return false;
    }

    @Override
    void read(final InputStream in, final Source source) throws IOException
    {
        messages.reset(source);
        while (messages.next(in))
        {
            if (!decode(view.wrap(messages.bytes(), messages.from(), messages.length())))
            {
                report(source, messages.offset(), builder.fault(), messages.offset() + MessageWindow.PREFIX + builder
                    .fault().offset());
            }
            i++;
        }
        if (messages.isMalformed())
        {
            report(source, messages.offset(), messages.fault(), messages.faultAt());
            i++;
        }
    }
}

package io.skim.command;

import io.skim.pojo.amqp.AmqpMessage;
import io.skim.pojo.amqp.AmqpMessageBuilder;
import io.skim.scan.Strictness;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Decodes AMQP messages, of files and of connections.
 */
final class AmqpMessageDecoder extends AmqpDecoder
{
    private final AmqpMessageBuilder builder;
    private final MessageInput messages;
    /** Null for JSON. */
    private final @Nullable AmqpText text;

    AmqpMessageDecoder(final Console console, final Strictness strictness)
    {
        super(console);
        text = console.text ? new AmqpText(console) : null;
        builder = new AmqpMessageBuilder(BUDGET, strictness);
        messages = new MessageInput(this, window, strictness, this::decode);
    }

    @Override
    void decode(final HexLines line)
    {
        final AmqpMessage built = builder.message(view.wrap(line.bytes(), 0, line.length()));
        if (built == null)
        {
            malformed(line, builder.fault());
        }
        else
        {
            print(built, line.source(), line.offset());
        }
    }

    private void decode(final Source source, final EncodedMessage message)
    {
        final AmqpMessage built = builder.message(view.wrap(message.bytes(), message.from(), message.length()));
        if (built == null)
        {
            report(source, message.offset(), builder.fault(), message.at(builder.fault().offset()));
        }
        else
        {
            print(built, source, message.offset());
        }
        i++;
    }

    /** Prints a message; and of one on a connection, where that was. */
    private void print(final AmqpMessage message, final Source source, final long offset)
    {
        if (!choice.takes(time))
        {
            return;
        }
        if (text != null)
        {
            text.print(message, view.length(), i, time, source);
            return;
        }
        print("message", message.sections(), json -> {
            if (source.connection() != null)
            {
                json.writeNumberField("offset", offset);
                json.writeStringField("connection", source.connection());
                if (Times.isKnown(time))
                {
                    json.writeStringField("time", Times.text(time));
                }
            }
        });
    }

    @Override
    FrameStart frameStart()
    {
        return new FrameStart.Amqp();
    }

    @Override
    UnitStream open(final Source source)
    {
        return messages.open(source);
    }

    @Override
    void read(final InputStream in, final Source source) throws IOException
    {
        messages.read(in, source);
    }
}

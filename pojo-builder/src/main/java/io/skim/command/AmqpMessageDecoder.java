package io.skim.command;

import io.skim.pojo.amqp.AmqpMessage;
import io.skim.pojo.amqp.AmqpMessageBuilder;
import io.skim.scan.Strictness;
import java.io.IOException;
import java.io.InputStream;

/**
 * Decodes AMQP messages: of files, where each stands behind a length of four bytes, and of connections, where transfers carry
 * them.
 */
final class AmqpMessageDecoder extends AmqpDecoder
{
    private final AmqpMessageBuilder builder;
    private final Strictness strictness;
    private final DeliveredMessage delivered = new DeliveredMessage();
    private final MessageWindow messages = new MessageWindow(window, this::beforeRead);

    AmqpMessageDecoder(final Console console, final Strictness strictness)
    {
        super(console);
        this.strictness = strictness;
        builder = new AmqpMessageBuilder(BUDGET, strictness);
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
        print("message", message.sections(), json -> {
            if (source.connection() != null)
            {
                json.writeNumberField("offset", offset);
                json.writeStringField("connection", source.connection());
            }
        });
    }

    @Override
    boolean isStart(final byte[] bytes, final int from, final int length)
    {
        return FrameStart.isAmqp(bytes, from, length);
    }

    @Override
    UnitStream open(final Source source)
    {
        return new DeliveryStream(this, source, strictness, delivered, this::decode);
    }

    @Override
    void read(final InputStream in, final Source source) throws IOException
    {
        messages.reset(source);
        while (messages.next(in))
        {
            decode(source, messages);
        }
        if (messages.isMalformed())
        {
            report(source, messages.offset(), messages.fault(), messages.faultAt());
            i++;
        }
    }
}

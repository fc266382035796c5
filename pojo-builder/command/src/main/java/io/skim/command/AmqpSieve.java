package io.skim.command;

import io.skim.handlers.select.Selector;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Copies AMQP messages that are selected, each with the length of four bytes before it.
 */
final class AmqpSieve extends Sieve<AmqpInterest>
{
    private static final int GREATEST_SECTION = 16_777_215;

    /** What a file holds is not to be refused for its size. */
    static final Limits LIMITS = Limits.DEFAULT.withMaxHeaderLength(GREATEST_SECTION).withMaxNameLength(
        GREATEST_SECTION).withMaxValueLength(GREATEST_SECTION);

    private final MessageInput messages;

    AmqpSieve(final Console console, final Strictness strictness, final List<Selector<AmqpInterest>> selectors,
        final boolean inverted)
    {
        super(console, new AmqpScanner(LIMITS, strictness), new FrameView(LIMITS), selectors, inverted);
        messages = new MessageInput(this, new Window(AmqpDecoder.MAX_LENGTH), strictness, this::copy);
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

    private void copy(final Source source, final EncodedMessage message)
    {
        view.wrap(message.bytes(), message.from(), message.length());
        if (!isWanted(source, message.offset(), message::at))
        {
            return;
        }
        final KeptPackets kept = packets;
        if (kept != null)
        {
            message.frames((from, to) -> kept.take(source.stream(), from, to));
        }
        else
        {
            write(message.bytes(), message.from() - EncodedMessage.PREFIX, EncodedMessage.PREFIX + message.length());
        }
    }

    @Override
    void read(final InputStream in, final Source source) throws IOException
    {
        messages.read(in, source);
    }
}

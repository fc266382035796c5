package io.skim.command;

import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.select.Selector;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Copies AMQP messages, each with the length of four bytes before it, and rewrites them.
 */
final class AmqpRewriting extends Rewriting<AmqpInterest>
{
    private final AmqpRewriter rewriter;
    private final MessageInput messages;

    AmqpRewriting(final Console console, final Strictness strictness, final AmqpEdits edits,
        final List<Selector<AmqpInterest>> selectors)
    {
        super(console, new AmqpScanner(AmqpSieve.LIMITS, strictness), new FrameView(AmqpSieve.LIMITS), selectors);
        rewriter = new AmqpRewriter(edits, AmqpSieve.LIMITS, strictness);
        messages = new MessageInput(this, new Window(AmqpDecoder.MAX_LENGTH), strictness, this::copy);
    }

    @Override
    boolean rewrite()
    {
        return rewriter.rewrite(view);
    }

    @Override
    HeaderPatch patch()
    {
        return rewriter.patch();
    }

    @Override
    Fault fault()
    {
        return rewriter.fault();
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
        copy(source, message.bytes(), message.from(), message.length(), EncodedMessage.PREFIX, message.offset(),
            message::at);
    }

    @Override
    void read(final InputStream in, final Source source) throws IOException
    {
        if (!messages.read(in, source))
        {
            final Window window = messages.window();
            copyRest(window.bytes(), window.from(), window.from() + window.length(), in);
        }
    }
}

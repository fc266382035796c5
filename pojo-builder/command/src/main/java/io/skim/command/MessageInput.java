package io.skim.command;

import io.skim.scan.Strictness;
import java.io.IOException;
import java.io.InputStream;

/**
 * Where a command gets AMQP messages from: files, in which each stands behind a length of four bytes, and connections,
 * where transfers carry them.
 */
final class MessageInput
{
    private final InputReader reader;
    private final Strictness strictness;
    private final Taker taker;
    private final Window window;
    private final MessageWindow messages;
    private final DeliveredMessage delivered = new DeliveredMessage();

    /** Takes messages. */
    interface Taker
    {
        /** Takes one, which is good only until this returns; counts it. */
        void message(Source source, EncodedMessage message);
    }

    /**
     * Makes one.
     *
     * @param reader     whose input it is: told of what is malformed, which it counts as well.
     * @param window     for files.
     * @param strictness of frames.
     * @param taker      of the messages.
     */
    MessageInput(final InputReader reader, final Window window, final Strictness strictness, final Taker taker)
    {
        this.reader = reader;
        this.window = window;
        this.strictness = strictness;
        this.taker = taker;
        messages = new MessageWindow(window, reader::beforeRead);
    }

    /** Begins one direction of a connection. */
    UnitStream open(final Source source)
    {
        return new DeliveryStream(reader, source, strictness, delivered, taker);
    }

    /**
     * Reads a file.
     *
     * @return false if no further message can be found before its end; the rest begins with the {@link #window}'s bytes.
     */
    boolean read(final InputStream in, final Source source) throws IOException
    {
        messages.reset(source);
        while (!reader.isDone() && messages.next(in))
        {
            taker.message(source, messages);
        }
        if (messages.isMalformed())
        {
            reader.report(source, messages.offset(), messages.fault(), messages.faultAt());
            reader.i++;
        }
        return !messages.isMalformed();
    }

    /** What was read of a file and belongs to no message yet. */
    Window window()
    {
        return window;
    }
}

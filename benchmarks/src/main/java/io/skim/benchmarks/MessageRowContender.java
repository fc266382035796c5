package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.scan.FrameView;

/**
 * Skim: wraps each message in a view and takes its values. With every one the next class has its turn.
 */
final class MessageRowContender implements Contender
{
    private final FrameView view = new FrameView();
    private final ByteBuf[] messages;
    private final MessageReading[] readers;
    private int message;
    private int turn;

    MessageRowContender(final byte[][] messages, final Buffers kind, final int classes,
        final Class<? extends MessageReading> type)
    {
        this.messages = Buffers.halves(messages, kind);
        readers = HandlerCopies.of(type, classes, AmqpMessages.QUESTION, MessageReading.class).toArray(
            new MessageReading[0]);
    }

    @Override
    public int next()
    {
        final ByteBuf buffer = messages[message];
        message = message + 1 == messages.length ? 0 : message + 1;
        final MessageReading reader = readers[turn];
        turn = turn + 1 == readers.length ? 0 : turn + 1;
        return reader.answer(view.wrap(buffer));
    }
}

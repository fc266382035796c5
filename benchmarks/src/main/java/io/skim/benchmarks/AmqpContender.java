package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.scan.FrameView;
import io.skim.scan.HeaderScanner;

/**
 * Skim: wraps each message, or region of values, in a view and scans it. With every one the next handler has its turn.
 */
final class AmqpContender implements Contender
{
    private final FrameView view = new FrameView();
    private final HeaderScanner scanner;
    private final ByteBuf[] messages;
    private final Answering[] handlers;
    private int message;
    private int turn;

    AmqpContender(final HeaderScanner scanner, final byte[][] messages, final Buffers kind, final Answering[] handlers)
    {
        this.scanner = scanner;
        this.messages = Buffers.halves(messages, kind);
        this.handlers = handlers;
    }

    @Override
    public int next()
    {
        final ByteBuf buffer = messages[message];
        message = message + 1 == messages.length ? 0 : message + 1;
        final Answering handler = handlers[turn];
        turn = turn + 1 == handlers.length ? 0 : turn + 1;
        scanner.scan(view.wrap(buffer), handler.interest, handler);
        return handler.answer;
    }
}

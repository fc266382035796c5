package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;

/**
 * Skim: wraps each frame, message or region of values in a view and scans it. With every one the next handler has its
 * turn.
 */
final class SkimContender implements Contender
{
    private final FrameView view = new FrameView();
    private final FrameScanner<Interest> scanner;
    private final ByteBuf[] frames;
    private final Answering[] handlers;
    private int frame;
    private int turn;

    /** The handlers' interests are of the scanner's kind. */
    @SuppressWarnings("unchecked")
    SkimContender(final FrameScanner<?> scanner, final ByteBuf[] frames, final Answering[] handlers)
    {
        this.scanner = (FrameScanner<Interest>)scanner;
        this.frames = frames;
        this.handlers = handlers;
    }

    @Override
    public int next()
    {
        final ByteBuf buffer = frames[frame];
        frame = frame + 1 == frames.length ? 0 : frame + 1;
        final Answering handler = handlers[turn];
        turn = turn + 1 == handlers.length ? 0 : turn + 1;
        scanner.scan(view.wrap(buffer), handler.interest, handler);
        return handler.answer;
    }
}

package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingScanner;

/**
 * Skim: wraps each frame in a view and scans it. With every frame the next handler has its turn.
 */
final class SkimContender implements Contender
{
    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();
    private final ByteBuf[] frames;
    private final Answering[] handlers;
    private int frame;
    private int turn;

    SkimContender(final byte[][] frames, final Buffers kind, final Answering[] handlers)
    {
        this.frames = Buffers.each(frames, kind);
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

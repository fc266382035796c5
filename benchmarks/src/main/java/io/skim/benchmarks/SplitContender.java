package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;

/**
 * Skim on a stream: cuts the frames out of one buffer that holds them all, and scans each.
 */
final class SplitContender implements Contender
{
    private final FrameSplitter splitter = new FrameSplitter();
    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();
    private final ByteBuf stream;
    private final Answering[] handlers;
    private int turn;

    SplitContender(final byte[][] frames, final Buffers kind, final Answering[] handlers)
    {
        stream = Buffers.stream(frames, kind);
        this.handlers = handlers;
    }

    @Override
    public int next()
    {
        if (!splitter.next(view))
        {
            splitter.feed(stream);
            splitter.next(view);
        }
        final Answering handler = handlers[turn];
        turn = turn + 1 == handlers.length ? 0 : turn + 1;
        scanner.scan(view, (RemotingInterest)handler.interest, handler);
        return handler.answer;
    }
}

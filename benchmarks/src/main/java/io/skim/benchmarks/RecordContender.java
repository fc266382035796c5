package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.scan.FrameView;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;

/**
 * Skim: walks over the records of one body after the other. With every body the next handler has its turn.
 */
final class RecordContender implements Contender
{
    private final FrameView view = new FrameView();
    private final RecordScanner scanner = new RecordScanner();
    private final ByteBuf[] bodies;
    private final Answering[] handlers;
    private int body;
    private int turn;

    RecordContender(final ByteBuf[] bodies, final Answering[] handlers)
    {
        this.bodies = bodies;
        this.handlers = handlers;
    }

    @Override
    public int next()
    {
        final ByteBuf buffer = bodies[body];
        body = body + 1 == bodies.length ? 0 : body + 1;
        final Answering handler = handlers[turn];
        turn = turn + 1 == handlers.length ? 0 : turn + 1;
        scanner.wrap(view.wrap(buffer));
        int sum = 0;
        while (scanner.hasNext())
        {
            scanner.next((RecordInterest)handler.interest, handler);
            sum += handler.answer;
        }
        return sum;
    }
}

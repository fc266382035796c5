package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.scan.FrameView;
import java.util.List;

/**
 * Skim: wraps each frame in a view and takes its fields. With every frame the next class has its turn.
 */
final class ExtractContender implements Contender
{
    private final FrameView view = new FrameView();
    private final ByteBuf[] frames;
    private final Extracting[] readers;
    private int frame;
    private int turn;

    ExtractContender(final byte[][] frames, final Buffers kind, final int classes)
    {
        this.frames = Buffers.each(frames, kind);
        final List<Extracting> copies = HandlerCopies.of(ExtractReader.class, classes, Question.of(frames),
            Extracting.class);
        readers = copies.toArray(new Extracting[0]);
    }

    @Override
    public int next()
    {
        final ByteBuf buffer = frames[frame];
        frame = frame + 1 == frames.length ? 0 : frame + 1;
        final Extracting reader = readers[turn];
        turn = turn + 1 == readers.length ? 0 : turn + 1;
        return reader.answer(view.wrap(buffer));
    }
}

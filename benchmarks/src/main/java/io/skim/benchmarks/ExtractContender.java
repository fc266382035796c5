package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.scan.FrameView;
import java.util.List;
import java.util.Map;

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

    ExtractContender(final byte[][] frames, final Buffers kind, final int classes,
        final Class<? extends Extracting> type)
    {
        this.frames = Buffers.each(frames, kind);
        final List<Extracting> copies = HandlerCopies.of(type, classes, Question.of(frames),
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

    /**
     * Lets each reader take each frame, and compares its texts with what the reference reads.
     *
     * @throws IllegalStateException if a text is another.
     */
    ExtractContender checkTexts(final byte[][] bytes)
    {
        for (int i = 0; i < bytes.length; i++)
        {
            final Map<String, String> expected = Reference.texts(Reference.decode(bytes[i]));
            for (final Extracting reader : readers)
            {
                reader.answer(view.wrap(frames[i]));
                if (!reader.texts(view).equals(expected))
                {
                    throw new IllegalStateException(reader.getClass().getSimpleName() + " has " + reader.texts(view)
                        + " of frame " + i + " and not " + expected);
                }
            }
        }
        return this;
    }
}

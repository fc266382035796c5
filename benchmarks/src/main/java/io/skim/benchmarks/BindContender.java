package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.pojo.bind.TypeBinding;
import io.skim.pojo.bind.TypeReader;
import io.skim.scan.FrameView;
import java.lang.invoke.MethodHandles;

/**
 * Skim: fills a new record of the caller's own from each frame.
 */
final class BindContender implements Contender
{
    private final TypeReader<BoundRecord> reader = TypeBinding.of(BoundRecord.class, MethodHandles.lookup()).reader();
    private final FrameView view = new FrameView();
    private final ByteBuf[] frames;
    private int frame;

    BindContender(final byte[][] frames, final Buffers kind)
    {
        this.frames = Buffers.each(frames, kind);
    }

    @Override
    public int next()
    {
        final ByteBuf buffer = frames[frame];
        frame = frame + 1 == frames.length ? 0 : frame + 1;
        return reader.read(view.wrap(buffer)).answer();
    }
}

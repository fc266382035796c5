package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.RemotingHeaderReader;
import io.skim.scan.FrameView;

/**
 * Skim: reads each frame into a new header object.
 */
final class PojoContender implements Contender
{
    private static final int FIXED = 5;

    private final RemotingHeaderReader reader = new RemotingHeaderReader();
    private final FrameView view = new FrameView();
    private final ByteBuf[] frames;
    private int frame;

    PojoContender(final byte[][] frames)
    {
        this.frames = Buffers.each(frames, Buffers.HEAP);
    }

    @Override
    public int next()
    {
        return count(header());
    }

    /** The next frame's header. */
    RemotingHeader header()
    {
        final ByteBuf buffer = frames[frame];
        frame = frame + 1 == frames.length ? 0 : frame + 1;
        return reader.read(view.wrap(buffer));
    }

    private static int count(final RemotingHeader header)
    {
        final int fixed = FIXED + (header.remark() == null ? 0 : 1);
        final int entries = header.extFields() == null ? 0 : header.extFields().size();
        return fixed + entries + (header.bodyLength() == 0 ? 0 : 1);
    }
}

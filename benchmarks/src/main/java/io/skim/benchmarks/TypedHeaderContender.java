package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.pojo.headers.SendMessageRequestHeader;
import io.skim.pojo.headers.TypedHeaderReader;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHeaderView;

/**
 * Skim's typed send header: a new one for each frame, all its fields.
 */
final class TypedHeaderContender implements Contender
{
    private static final int SHARED = 256;

    private final TypedHeaderReader reader;
    private final FrameView view = new FrameView();
    private final ByteBuf[] frames;
    private int frame;

    TypedHeaderContender(final byte[][] frames, final boolean sharing)
    {
        reader = sharing ? new TypedHeaderReader().sharingTexts(SHARED) : new TypedHeaderReader();
        this.frames = Buffers.each(frames, Buffers.HEAP);
    }

    @Override
    public int next()
    {
        final ByteBuf buffer = frames[frame];
        frame = frame + 1 == frames.length ? 0 : frame + 1;
        return answer(reader.read(view.wrap(buffer), SendMessageRequestHeader.V2), reader.remoting());
    }

    private int answer(final SendMessageRequestHeader header, final RemotingHeaderView fixed)
    {
        final int remark = fixed.field(RemotingField.REMARK).textLength();
        return SendNumbers.mix(fixed.code(), fixed.language().ordinal(), fixed.version(), fixed.opaque(), fixed.flag(),
            header
                .defaultTopicQueueNumsOr(0),
            header.queueIdOr(0), header.sysFlagOr(0), header.bornTimestampOr(0),
            header
                .flagOr(0),
            header.reconsumeTimesOr(0), header.unitModeOr(false), header.maxReconsumeTimesOr(0), header
                .batchOr(false),
            length(header.producerGroup()), length(header.topic()), length(header.defaultTopic()), remark);
    }

    /** Of texts that are ASCII in all frames. */
    private static int length(final String text)
    {
        return text == null ? 0 : text.length();
    }
}

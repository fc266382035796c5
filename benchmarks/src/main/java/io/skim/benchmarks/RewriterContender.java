package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.scan.FrameView;
import java.nio.ByteBuffer;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * Skim: writes each header with another topic and one property more into a buffer that is used again.
 */
final class RewriterContender implements Rewrite
{
    private static final RemotingEdits EDITS = RemotingEdits.builder().set("topic", TOPIC).addProperty(PROPERTY, VALUE)
        .build();
    private static final int PREFIX = 8;

    private final RemotingRewriter rewriter = new RemotingRewriter(EDITS);
    private final FrameView view = new FrameView();
    private final ByteBuf out = Unpooled.buffer(1 << 12);
    private final byte[][] originals;
    private final ByteBuf[] frames;
    private final int[] opaques;
    private int frame;
    private int last;

    RewriterContender(final byte[][] frames, final Buffers kind)
    {
        originals = frames;
        this.frames = Buffers.each(frames, kind);
        opaques = Reference.answers(frames, RemotingCommand::getOpaque);
    }

    @Override
    public int next()
    {
        last = frame;
        frame = frame + 1 == frames.length ? 0 : frame + 1;
        if (!rewriter.rewrite(view.wrap(frames[last])) || rewriter.patch().writeHeader(out.clear()) < 0)
        {
            throw new IllegalStateException("not rewritten: " + rewriter.patch().refusal());
        }
        return opaques[last];
    }

    @Override
    public byte[] output()
    {
        final int header = out.readableBytes();
        final int bodyOffset = PREFIX + Encoding.headerLength(originals[last]);
        final byte[] whole = new byte[header + originals[last].length - bodyOffset];
        out.getBytes(0, whole, 0, header);
        return ByteBuffer.wrap(whole).position(header).put(originals[last], bodyOffset, whole.length - header).array();
    }
}

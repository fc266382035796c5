package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpField;

/**
 * Skim: writes the sections up to the last that changes into a buffer that is used again.
 */
final class AmqpRewriterContender implements AmqpRewrite
{
    private static final AmqpEdits EDITS =
        AmqpEdits.builder().ttl(TTL).set(AmqpField.DELIVERY_COUNT, AmqpEditValue.ofUint(DELIVERY_COUNT)).set(
            AmqpField.MESSAGE_ANNOTATIONS, ANNOTATION, AmqpEditValue.ofString(VALUE)).build();

    private final AmqpRewriter rewriter = new AmqpRewriter(EDITS);
    private final FrameView view = new FrameView();
    private final ByteBuf out = Unpooled.buffer(1 << 12);
    private final byte[][] originals;
    private final ByteBuf[] messages;
    private int message;
    private int last;

    AmqpRewriterContender(final byte[][] messages, final Buffers kind)
    {
        originals = messages;
        this.messages = Buffers.halves(messages, kind);
    }

    @Override
    public int next()
    {
        last = message;
        message = message + 1 == messages.length ? 0 : message + 1;
        if (!rewriter.rewrite(view.wrap(messages[last])) || rewriter.patch().writeHeader(out.clear()) < 0)
        {
            throw new IllegalStateException("not rewritten: " + rewriter.patch().refusal());
        }
        return out.readableBytes();
    }

    @Override
    public byte[] output()
    {
        final int made = out.readableBytes();
        final int rest = rewriter.patch().bodyOffset();
        final byte[] whole = new byte[made + originals[last].length - rest];
        out.getBytes(0, whole, 0, made);
        System.arraycopy(originals[last], rest, whole, made, whole.length - made);
        return whole;
    }
}

package io.skim.docs.snippets;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.patch.AmqpFrameEdits;
import io.skim.handlers.patch.AmqpFrameRewriter;
import io.skim.handlers.patch.AmqpEditValue;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.Performative;

// snippet: amqp-performatives
/** Sends a connection to another host, and leaves room in its frames for 512 bytes more. */
final class OpenEdits
{
    private static final AmqpFrameEdits EDITS = AmqpFrameEdits.builder()
        .set(Performative.OPEN, "hostname", AmqpEditValue.ofString("orders.internal"))
        .setProperty(Performative.OPEN, "gateway", AmqpEditValue.ofString("skim"))
        .reserveFrameSize(1 << 20, 512)
        .build();

    private final AmqpFrameReader reader = new AmqpFrameReader();
    private final AmqpFrameRewriter rewriter = new AmqpFrameRewriter(EDITS);
    private final FrameView view = new FrameView();

    /** Writes a frame with the edits; returns false if it is refused. */
    boolean write(final ByteBuf frame, final ByteBuf out)
    {
        if (!reader.wrap(view.wrap(frame)) || !rewriter.rewrite(reader))
        {
            return false; // see reader.fault() and rewriter.patch().refusal()
        }
        rewriter.patch().writeHeader(out);
        out.writeBytes(frame, frame.readerIndex() + rewriter.patch().bodyOffset(), rewriter.patch().bodyLength());
        return true;
    }
}
// end

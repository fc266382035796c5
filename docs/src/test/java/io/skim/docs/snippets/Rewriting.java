package io.skim.docs.snippets;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.patch.FreshValue;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.OpaqueRelay;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.Router;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RequestCode;

/** Frames that go on with another header. */
final class Rewriting
{
    // snippet: edits
    private static final RemotingEdits EDITS = RemotingEdits.builder()
        .set("topic", "Orders") // "b" in V2 sends
        .setProperty("TRACE", "1") // a message property
        .remove("SecurityToken")
        .rename("ns", "namespace")
        .build();

    private final RemotingRewriter rewriter = new RemotingRewriter(EDITS); // one for each event loop
    // end

    // snippet: amqp-edits
    private static final AmqpEdits HOP = AmqpEdits.builder()
        .raiseDeliveryCount()
        .set(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-trace", AmqpEditValue.ofSymbol("gateway-1"))
        .remove(AmqpField.DELIVERY_ANNOTATIONS, "x-opt-upstream")
        .build();

    private final AmqpRewriter messages = new AmqpRewriter(HOP); // one for each event loop

    /** Returns the message to forward, or null if it was refused. */
    ByteBuf forwarded(final ByteBuf message, final long millisHere, final ByteBufAllocator allocator)
    {
        return messages.elapsed(millisHere).rewrite(message, allocator); // reduces the ttl, if there is one
    }
    // end

    // snippet: fresh-values
    private final FreshValue client = new FreshValue();
    private final RemotingRewriter stamping =
        new RemotingRewriter(RemotingEdits.builder().setProperty("client", client).build());

    boolean stamped(final FrameView frame, final byte[] address)
    {
        client.set(address, 0, address.length); // UTF-8; a number or a String will do, too
        return stamping.rewrite(frame);
    }
    // end

    private final FrameView view = new FrameView();
    private final OpaqueRelay relay = new OpaqueRelay(4_096);
    private Refusal refused;

    // snippet: lenient-gateway
    /** Accepts the messages of all AMQP clients: scanner and rewriter are both lenient. */
    static final class LenientGateway
    {
        final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
        final AmqpRewriter rewriter = new AmqpRewriter(HOP, Limits.DEFAULT, Strictness.LENIENT);

        boolean take(final Router<String, AmqpInterest> router, final FrameView message)
        {
            return router.route(scanner, message) && rewriter.rewrite(message);
        }
    }
    // end

    // snippet: rewrite-by-reference
    ByteBuf rewritten(final ByteBuf frame, final ByteBufAllocator allocator)
    {
        final ByteBuf patched = rewriter.rewrite(frame, allocator); // a new header, the body by reference
        if (patched == null)
        {
            refused = rewriter.patch().refusal(); // the frame is unchanged
            return frame;
        }
        frame.release();
        return patched;
    }
    // end

    // snippet: rewrite-without-garbage
    boolean rewrite(final ByteBuf frame, final ByteBuf out)
    {
        if (!rewriter.rewrite(view.wrap(frame)))
        {
            return false;
        }
        final HeaderPatch patch = rewriter.patch();
        if (patch.isInPlace())
        {
            patch.applyInPlace(frame);
            out.writeBytes(frame, frame.readerIndex(), frame.readableBytes());
        }
        else
        {
            patch.writeHeader(out);
            out.writeBytes(frame, frame.readerIndex() + patch.bodyOffset(), patch.bodyLength());
        }
        return true;
    }
    // end

    // snippet: rewrite-stream
    /** Writes the frames of a stream with their edits; those that cannot be edited are left out. */
    void rewriteAll(final FrameSplitter splitter, final ByteBuf chunk, final ByteBuf out)
    {
        splitter.feed(chunk);
        while (splitter.next(view))
        {
            if (rewriter.rewrite(view))
            {
                rewriter.patch().writeFrame(out); // header and body
            }
        }
    }
    // end

    // snippet: resign
    RemotingRewriter signing(final byte[] secret)
    {
        return new RemotingRewriter(EDITS).signer(new AclSigner(secret));
    }
    // end

    // snippet: relay
    ByteBuf toServer(final ByteBuf request, final int client, final ByteBufAllocator allocator)
    {
        return relay.forward(view.wrap(request), client, System.nanoTime()) ? relayed(request, allocator) : null;
    }

    ByteBuf toClient(final ByteBuf response, final ByteBufAllocator allocator)
    {
        return relay.restore(view.wrap(response)) ? relayed(response, allocator) : null; // to relay.client()
    }

    private ByteBuf relayed(final ByteBuf frame, final ByteBufAllocator allocator)
    {
        return relay.patch().applyInPlace(frame) ? frame.retainedSlice() : relay.patch().apply(frame, allocator);
    }
    // end

    // snippet: trusting-relay
    OpaqueRelay ofSidecar()
    {
        return new OpaqueRelay(4_096).trustingClients(); // responses are still checked
    }
    // end

    int client()
    {
        return relay.client();
    }

    Refusal refused()
    {
        return refused;
    }
}

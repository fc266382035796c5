package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.handlers.patch.OpaqueRelay;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.patch.RemotingPatcher;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.scan.FrameView;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The snippets about rewriting do what the chapter says. */
class RewritingTest
{
    private static final byte[] SEND = Frames.binary(310, null, "body", "b", "Topic", "i", "K\1v\2", "ns", "x");
    private static final byte[] EDITED = Frames.binary(310, null, "body", "b", "Orders", "i", "K\1v\2TRACE\0011\2",
        "namespace", "x");
    private static final byte[] SIGNED = Frames.binary(310, null, "body", "b", "Topic", "Signature", "old");

    private final Rewriting rewriting = new Rewriting();

    @Test
    void aFrameIsRewrittenWithItsBodyByReference()
    {
        final ByteBuf patched = rewriting.rewritten(Unpooled.copiedBuffer(SEND), UnpooledByteBufAllocator.DEFAULT);
        assertEquals(Unpooled.wrappedBuffer(EDITED), patched);
        assertTrue(patched.release());
        final ByteBuf signed = Unpooled.copiedBuffer(SIGNED);
        assertSame(signed, rewriting.rewritten(signed, UnpooledByteBufAllocator.DEFAULT));
        assertEquals(Refusal.SIGNED, rewriting.refused());
        final RemotingRewriter signing = rewriting.signing("key".getBytes(StandardCharsets.UTF_8));
        assertTrue(signing.rewrite(new FrameView().wrap(SIGNED)));
        signed.release();
    }

    @Test
    void aFrameIsRewrittenWithoutGarbage()
    {
        final ByteBuf out = Unpooled.buffer();
        assertTrue(rewriting.rewrite(Unpooled.wrappedBuffer(SEND), out));
        assertEquals(Unpooled.wrappedBuffer(EDITED), out);
    }

    @Test
    void aMessageGoesOnWithItsHopNoted()
    {
        // header with ttl 1000; delivery-annotations {x-opt-upstream: 1}; data "x"
        final ByteBuf message = Unpooled.wrappedBuffer(Frames.hex("005370 c0 08 03 40 40 70000003e8"
            + "005371 c1 13 02 a30e782d6f70742d757073747265616d 5401" + "005375 a00178"));
        final ByteBuf forwarded = rewriting.forwarded(message, 400, UnpooledByteBufAllocator.DEFAULT);
        assertEquals(Unpooled.wrappedBuffer(Frames.hex("005370 c0 0b 05 40 40 7000000258 40 5201" + "005371 c1 01 00"
            + "005372 c1 19 02 a30b782d6f70742d7472616365 a309676174657761792d31" + "005375 a00178")), forwarded);
        forwarded.release();
    }

    @Test
    void aTopicGetsANamespace()
    {
        final RemotingPatcher patcher = new RemotingPatcher();
        final NamespaceGateway gateway = new NamespaceGateway(patcher);
        patcher.scan(new FrameView().wrap(SEND), NamespaceGateway.INTEREST, gateway);
        final ByteBuf patched = patcher.patch().apply(Unpooled.wrappedBuffer(SEND), UnpooledByteBufAllocator.DEFAULT);
        assertEquals(
            Unpooled.wrappedBuffer(Frames.binary(310, null, "body", "b", "ns%Topic", "i", "K\1v\2", "ns", "x")),
            patched);
        patched.release();
        patcher.scan(new FrameView().wrap(SIGNED), NamespaceGateway.INTEREST, gateway);
        assertEquals(Refusal.SIGNED, patcher.patch().refusal());
    }

    @Test
    void aResponseFindsItsClient()
    {
        final ByteBuf request = rewriting.toServer(Unpooled.copiedBuffer(SEND), 3, UnpooledByteBufAllocator.DEFAULT);
        final ByteBuf response = Unpooled.copiedBuffer(Frames.binary(0, null, ""));
        response.setInt(13, request.getInt(13)).setInt(17, 1);
        final ByteBuf restored = rewriting.toClient(response, UnpooledByteBufAllocator.DEFAULT);
        assertEquals(3, rewriting.client());
        assertEquals(7, restored.getInt(13));
        assertNull(rewriting.toClient(response, UnpooledByteBufAllocator.DEFAULT));
    }

    @Test
    void aSidecarLooksAtNoEntryOfItsClients()
    {
        final OpaqueRelay relay = rewriting.ofSidecar();
        final byte[] broken = Frames.overrun(SEND);
        assertFalse(new OpaqueRelay(4).forward(new FrameView().wrap(broken), 1, 0));
        assertTrue(relay.forward(new FrameView().wrap(broken), 1, 0));
        broken[20] = 1;
        assertFalse(relay.restore(new FrameView().wrap(broken)));
        assertEquals(Refusal.MALFORMED, relay.patch().refusal());
    }
}

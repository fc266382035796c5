package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.testing.Frames;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.HexFormat;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A rewriter lives as long as its event loop; a frame's bytes must not. */
class RetentionTest
{
    private static final byte[] BINARY = Frames.binary(310, null, "body", "b", "Topic", "i", "TAGS\1A\2KEYS\1k\2");
    private static final byte[] JSON = Frames.json("{\"code\":310,\"extFields\":{\"b\":\"Topic\",\"i\":\"TAGS\\u0001A"
        + "\\u0002\"},\"flag\":0,\"opaque\":7}");
    private static final RemotingEdits EDITS = RemotingEdits.builder().set("topic", "Other").setProperty("TAGS", "B")
        .build();
    private static final byte[] MESSAGE = HexFormat.of().parseHex(
        "005370c00b0541500470000003e84243005372c10904a3016140a3016241005375a0026869");

    private final FrameView view = new FrameView();

    private WeakReference<byte[]> rewritten(final byte[] frame, final Predicate<FrameView> rewriter)
    {
        final byte[] copy = frame.clone();
        assertTrue(rewriter.test(view.wrap(copy)));
        view.reset();
        return new WeakReference<>(copy);
    }

    private void assertLetsGo(final byte[] frame, final Predicate<FrameView> rewriter) throws InterruptedException
    {
        final WeakReference<byte[]> bytes = rewritten(frame, rewriter);
        for (int i = 0; i < 50 && bytes.get() != null; i++)
        {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(bytes.get());
        Reference.reachabilityFence(rewriter);
    }

    @Test
    void rewritersKeepNoFrameOnceTheViewIsReset() throws InterruptedException
    {
        for (final byte[] frame : new byte[][] {BINARY, JSON})
        {
            final RemotingRewriter rewriter = new RemotingRewriter(EDITS);
            assertLetsGo(frame, rewriter::rewrite);
        }
        final AmqpEdits edits =
            AmqpEdits.builder().ttl(5).set(AmqpField.MESSAGE_ANNOTATIONS, "a", AmqpEditValue.ofLong(7))
                .build();
        final AmqpRewriter amqp = new AmqpRewriter(edits);
        final AmqpRewriter slow = AmqpRewriter.slow(edits, Limits.DEFAULT, Strictness.STRICT);
        assertLetsGo(MESSAGE, slow::rewrite);
        assertLetsGo(MESSAGE, amqp::rewrite);
    }

    @Test
    void aRelayKeepsNoFrameOnceTheViewIsReset() throws InterruptedException
    {
        for (final byte[] frame : new byte[][] {BINARY, JSON})
        {
            final OpaqueRelay relay = new OpaqueRelay(4);
            assertLetsGo(frame, request -> relay.forward(request, 1, 1));
        }
    }
}

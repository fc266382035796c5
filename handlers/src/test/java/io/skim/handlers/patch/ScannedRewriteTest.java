package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.RequestGate;
import io.skim.handlers.route.ResourceReader;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHandlerGroup;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.Vectors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A rewriter and a relay that take the header from a scan which others have shared, against those that scan the frame
 * themselves: on good frames and bad ones.
 * <p>
 * A failure names its seed; {@code -Dskim.seed} repeats it, {@code -Dskim.frames} makes the run longer.
 */
class ScannedRewriteTest
{
    private static final int FRAMES = 30_000;
    private static final byte[] SEND = Frames.binary(310, null, "body", "a", "group", "b", "Topic", "i",
        "TAGS\1A\2KEYS\1k", "longer", "v\u00E9");
    private static final List<String> NAMES = List.of("topic", "b", "a", "xyz", "queueId", "nsd", "n", "1", "longer");
    private static final List<String> PROPERTIES = List.of("TAGS", "KEYS", "TRACE", "UNIQ_KEY", "num", "\u65E5",
        "a\u0003b", "\u0000", "TAGS\u0007", "q\"\n");
    private static final List<String> VALUES = List.of("v", "12", "true", "Topic", "TopicTest-D60133", "\u00E9\u65E5",
        "x".repeat(100));

    private static final byte[] JSON_SEND = Frames.json(("{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"Topic\","
        + "\"i\":\"TAGS\\u0001A\\u0002KEYS\\u0001k\\u0002\",\"n\":\"v\"},\"flag\":0,\"language\":\"JAVA\",\"opaque\":7,\"version\":479}")
        .getBytes(StandardCharsets.UTF_8), new byte[2]);

    private int rewritten;
    private int jsonRewritten;

    private static <T> T any(final Random random, final List<T> all)
    {
        return all.get(random.nextInt(all.size()));
    }

    /** Edits of all kinds, some of them of a name twice. */
    private static RemotingEdits edits(final Random random)
    {
        final RemotingEdits.Builder builder = RemotingEdits.builder();
        for (int left = random.nextInt(4); left >= 0; left--)
        {
            switch (random.nextInt(9))
            {
                case 0, 1 -> builder.set(any(random, NAMES), any(random, VALUES));
                case 2 -> builder.add(any(random, NAMES), any(random, VALUES));
                case 3 -> builder.setProperty(any(random, PROPERTIES), any(random, VALUES));
                case 4 -> builder.addProperty(any(random, PROPERTIES), any(random, VALUES));
                case 5 -> builder.remove(any(random, NAMES)).removeProperty(any(random, PROPERTIES));
                case 6 -> builder.rename(any(random, NAMES), any(random, NAMES)).renameProperty(any(random, PROPERTIES),
                    any(random, PROPERTIES));
                case 7 -> builder.set("language", "GO").set("remark", any(random, VALUES));
                default -> builder.set(any(random, List.of("code", "version", "opaque", "flag")), String.valueOf(random
                    .nextInt(400)));
            }
        }
        if (random.nextInt(8) == 0)
        {
            builder.codes(310, 10);
        }
        return builder.build();
    }

    private static Limits limits(final Random random)
    {
        if (random.nextInt(4) > 0)
        {
            return Limits.DEFAULT;
        }
        return Limits.DEFAULT.withMaxFrameLength(200 + random.nextInt(600))
            .withMaxHeaderLength(100 + random.nextInt(400)).withMaxNameLength(1 + random.nextInt(12))
            .withMaxValueLength(1 + random.nextInt(150)).withMaxEntryCount(1 + random.nextInt(30));
    }

    /** What a gateway asks of a frame, some of which wants no more of it. */
    private static RemotingHandlerGroup group(final RequestGate gate)
    {
        return new RemotingHandlerGroup().add(RequestGate.INTEREST, gate).add(ResourceReader.INTEREST,
            new ResourceReader())
            .add(RemotingScanner.interest().everyEntry(0).everyProperty(1).build(), new DataHandler()
            {
                @Override
                public Action onField(final int id, final Cursor value)
                {
                    return Action.SKIP;
                }

                @Override
                public Action onEntry(final int id, final Cursor key, final Cursor value)
                {
                    return Action.SKIP;
                }
            });
    }

    /** Both ways give the same patch, refusal and fault. */
    private void check(final byte[] frame, final RemotingEdits edits, final Limits limits, final Strictness strictness,
        final String where)
    {
        final String what = where + " of " + Vectors.text(frame);
        final RemotingRewriter own = new RemotingRewriter(edits, limits, strictness);
        final RemotingRewriter sharing = new RemotingRewriter(edits, limits, strictness);
        final RemotingScanner scanner = new RemotingScanner(limits, strictness);
        final FrameView view = new FrameView(limits).wrap(frame);
        final boolean ready = own.rewrite(new FrameView(limits).wrap(frame));
        if (!group(new RequestGate(CodeGate.deny())).scan(scanner, view))
        {
            assertEquals(Refusal.MALFORMED, own.patch().refusal(), what);
            assertEquals(scanner.fault().toString(), own.fault().toString(), what);
            assertThrows(IllegalStateException.class, () -> sharing.rewrite(scanner));
            assertFalse(sharing.patch().isReady());
            return;
        }
        assertEquals(ready, sharing.rewrite(scanner), what);
        assertEquals(own.patch().refusal(), sharing.patch().refusal(), what);
        assertEquals(own.patch().refusal() == Refusal.BODY_MALFORMED, sharing.fault().isPresent());
        checkRelay(frame, scanner, limits, strictness, what);
        if (ready)
        {
            rewritten += frame[4] == 1 ? 1 : 0;
            jsonRewritten += frame[4] == 0 ? 1 : 0;
            Patches.assertSame(own.patch(), sharing.patch(), frame, what);
        }
    }

    private static void checkRelay(final byte[] frame, final RemotingScanner scanner, final Limits limits,
        final Strictness strictness, final String what)
    {
        final OpaqueRelay own = new OpaqueRelay(4, limits, strictness);
        final OpaqueRelay sharing = new OpaqueRelay(4, limits, strictness);
        final boolean ready = own.forward(new FrameView(limits).wrap(frame), 7, 1);
        assertEquals(ready, sharing.forward(scanner, 7, 1), what);
        assertEquals(own.patch().refusal(), sharing.patch().refusal(), what);
        assertEquals(own.waiting(), sharing.waiting(), what);
        if (ready)
        {
            assertEquals(own.upstreamOpaque(), sharing.upstreamOpaque(), what);
            Patches.assertSame(own.patch(), sharing.patch(), frame, what);
        }
        assertEquals(own.restore(new FrameView(limits).wrap(frame)), sharing.restore(scanner), what);
        assertEquals(own.patch().refusal(), sharing.patch().refusal(), what);
    }

    private void check(final byte[] frame, final RemotingEdits edits, final Limits limits, final String where)
    {
        check(frame, edits, limits, Strictness.STRICT, where);
        check(frame, edits, limits, Strictness.LENIENT, where);
    }

    @Test
    void generatedFramesArePatchedAsByAScanOfTheirOwn() throws IOException
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final FrameGenerator generator = new FrameGenerator(random, Captures.sample(400, 2_000));
        generator.use(PROPERTIES);
        for (int i = 0; i < Settings.frames(FRAMES); i++)
        {
            check(generator.next(), edits(random), limits(random), "seed " + seed + ", frame " + i);
        }
        final boolean enough = rewritten > FRAMES / 50 && jsonRewritten > FRAMES / 50;
        assertTrue(enough || Settings.frames(FRAMES) < FRAMES, rewritten + " rewritten, and of JSON " + jsonRewritten);
    }

    @Test
    void brokenFramesAreRefusedAsByAScanOfTheirOwn()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        for (int i = 0; i < Settings.frames(FRAMES); i++)
        {
            final byte[] frame = (random.nextBoolean() ? SEND : JSON_SEND).clone();
            for (int flips = random.nextInt(3); flips > 0; flips--)
            {
                frame[random.nextInt(frame.length)] ^= (byte)(1 << random.nextInt(8));
            }
            check(frame, edits(random), limits(random), "seed " + seed + ", frame " + i);
        }
        final boolean enough = rewritten > FRAMES / 50 && jsonRewritten > FRAMES / 50;
        assertTrue(enough || Settings.frames(FRAMES) < FRAMES, rewritten + " rewritten, and of JSON " + jsonRewritten);
    }

    @Test
    void everyTruncationIsRefusedAsByAScanOfItsOwn()
    {
        final RemotingEdits edits = RemotingEdits.builder().set("topic", "T").addProperty("TRACE", "1").build();
        for (int length = 0; length < SEND.length; length++)
        {
            check(Arrays.copyOf(SEND, length), edits, Limits.DEFAULT, "length " + length);
            final byte[] shorter = Arrays.copyOf(SEND, length);
            if (length >= 8)
            {
                ByteBuffer.wrap(shorter).putInt(length - 4).putInt(1 << 24 | length - 8);
                check(shorter, edits, Limits.DEFAULT, "header length " + (length - 8));
            }
        }
        // The frame without its body is a whole one, to either strictness.
        assertTrue(rewritten >= 2);
    }

    @Test
    void aRewriterAndARelayOfOneScanAnswerTogether()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final RequestGate gate = new RequestGate(CodeGate.allow(310));
        final RemotingHandlerGroup all = group(gate);
        final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().set("topic", "Other").build());
        final OpaqueRelay relay = new OpaqueRelay(4);
        for (final byte[] frame : new byte[][] {SEND, JSON_SEND})
        {
            assertTrue(all.scan(scanner, new FrameView().wrap(frame)));
            assertTrue(gate.admits() && rewriter.rewrite(scanner) && relay.forward(scanner, 1, 1));
            assertTrue(new String(Patches.written(rewriter.patch(), frame), StandardCharsets.UTF_8).contains("Other"));
            assertTrue(relay.patch().isReady());
        }
        assertEquals(2, relay.waiting());
    }

    @Test
    void aScanThatHasNotCompletedIsNotTaken()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().set("topic", "Other").build());
        final OpaqueRelay relay = new OpaqueRelay(4);
        final FrameView view = new FrameView();
        final RemotingInterest topic = RemotingScanner.interest().entry("b", 0).build();
        assertNotTaken(scanner, rewriter, relay);
        scanner.scan(view.wrap(SEND), topic, (id, value) -> Action.STOP);
        assertNotTaken(scanner, rewriter, relay);
        scanner.scan(view, topic, (id, value) -> {
            assertNotTaken(scanner, rewriter, relay);
            return Action.CONTINUE;
        });
        assertTrue(rewriter.rewrite(scanner));
        assertThrows(UnsupportedOperationException.class, () -> scanner.scan(view, topic, (id, value) -> {
            throw new UnsupportedOperationException();
        }));
        assertNotTaken(scanner, rewriter, relay);
        scanner.scan(view.wrap(Arrays.copyOf(SEND, 20)), topic, (id, value) -> Action.CONTINUE);
        assertNotTaken(scanner, rewriter, relay);
        assertEquals(0, relay.waiting());
    }

    private static void assertNotTaken(final RemotingScanner scanner, final RemotingRewriter rewriter,
        final OpaqueRelay relay)
    {
        assertThrows(IllegalStateException.class, () -> rewriter.rewrite(scanner));
        assertThrows(IllegalStateException.class, () -> relay.forward(scanner, 1, 1));
        assertThrows(IllegalStateException.class, () -> relay.restore(scanner));
    }

    @Test
    void aFrameThatIsNoLongerWrappedIsNotTaken()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().set("topic", "Other").build());
        final OpaqueRelay relay = new OpaqueRelay(4);
        final FrameView view = new FrameView();
        final RemotingHandlerGroup all = group(new RequestGate(CodeGate.deny()));
        all.scan(scanner, view.wrap(SEND));
        view.wrap(JSON_SEND);
        assertNotTaken(scanner, rewriter, relay);
        all.scan(scanner, view);
        view.reset();
        assertNotTaken(scanner, rewriter, relay);
        all.scan(scanner, view.wrap(SEND));
        assertTrue(all.scan(new RemotingScanner(), view.wrap(JSON_SEND)));
        assertNotTaken(scanner, rewriter, relay);
    }

    @Test
    void aFrameWithoutAnArrayIsTakenAfterItsBodyWasRead()
    {
        final ByteBuf direct = Unpooled.directBuffer().writeBytes(SEND);
        try
        {
            final RemotingScanner scanner = new RemotingScanner();
            final FrameView view = new FrameView();
            final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().set("topic", "Other")
                .build());
            scanner.scan(view.wrap(direct), RemotingScanner.interest().field(RemotingField.BODY, 0).build(), (id,
                value) -> {
                assertEquals("body", value.toText());
                return Action.CONTINUE;
            });
            assertTrue(io.skim.scan.spi.Frames.loadWindow(view, SEND.length - 4, SEND.length));
            assertTrue(rewriter.rewrite(scanner));
            final RemotingRewriter own = new RemotingRewriter(RemotingEdits.builder().set("topic", "Other").build());
            assertTrue(own.rewrite(new FrameView().wrap(SEND)));
            Patches.assertSame(own.patch(), rewriter.patch(), SEND, "direct");
        }
        finally
        {
            direct.release();
        }
    }

    @Test
    void oneScanForAllMakesNoGarbage()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final RequestGate gate = new RequestGate(CodeGate.allow(310));
        final RemotingHandlerGroup all = group(gate);
        final RemotingRewriter rewriter =
            new RemotingRewriter(RemotingEdits.builder().set("topic", "Other").setProperty(
                "TRACE", "1").build());
        final OpaqueRelay relay = new OpaqueRelay(4);
        final FrameView view = new FrameView();
        final byte[] out = new byte[1_000];
        final byte[][] frames = {SEND, JSON_SEND};
        final long[] sum = new long[1];
        assertEquals(0, Allocations.by(() -> {
            for (final byte[] frame : frames)
            {
                all.scan(scanner, view.wrap(frame));
                sum[0] += gate.admits() && rewriter.rewrite(scanner) && relay.forward(scanner, 1, 1) ? rewriter.patch()
                    .writeHeader(out, 0) : 0;
                relay.forget(relay.upstreamOpaque());
            }
        }, 20_000, 1_000));
        assertTrue(sum[0] > 0);
    }
}

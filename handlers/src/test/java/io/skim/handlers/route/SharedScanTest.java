package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.handlers.patch.Patches;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.patch.RemotingPatcher;
import io.skim.handlers.select.Columns;
import io.skim.handlers.select.RowExtractor;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHandlerGroup;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A gate, a router, a reader of names, a row and a patch from one scan say what they say from scans of their own.
 */
class SharedScanTest
{
    private static final int DEFAULT_FRAMES = 4_000;
    private static final int FRAMES = Settings.frames(DEFAULT_FRAMES);
    private static final CodeGate CODES = CodeGate.allow(310, 10, 34);
    private static final Columns<RemotingInterest> COLUMNS = Columns.remoting("$opaque", "$topic", "TAGS", "KEYS");
    private static final byte[] FRAME = Frames.binary(310, null, "body", "a", "group", "b", "orders", "i",
        "TAGS\u0001TagA\u0002KEYS\u0001k\u0002");
    private static final byte[] PULL = Frames.json(
        "{\"code\":11,\"extFields\":{\"topic\":\"audit\",\"consumerGroup\":\"g\"},\"flag\":0,\"opaque\":7}");

    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();

    private static RouteTable<Integer, RemotingInterest> table(final int shift)
    {
        final RouteTable.Builder<Integer, RemotingInterest> rules = RouteTable.remoting(-1);
        for (int i = 0; i < 200; i++)
        {
            rules.sql("p" + i + " = 'v' AND $code = 310", i);
        }
        return rules.sql("TAGS = 'TagA'", 200 + shift).sql("$topic = 'audit'", 201 + shift).sql("KEYS IS NOT NULL", 202
            + shift).build();
    }

    /** Throws at one of its callbacks, the last of which is the outcome. */
    private static final class Failing implements DataHandler
    {
        private int left = -1;

        private Action called()
        {
            if (left-- == 0)
            {
                throw new IllegalStateException("the handler's own");
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            return called();
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            return called();
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            called();
        }
    }

    /** What a gateway asks of a frame. */
    private static final class Parts
    {
        final RequestGate gate = new RequestGate(CODES);
        final ResourceReader named = new ResourceReader();
        final RowExtractor row = new RowExtractor(COLUMNS);
        final Failing failing = new Failing();
        final Router<Integer, RemotingInterest> router;
        final RemotingHandlerGroup all;

        Parts(final Routes<Integer, RemotingInterest> routes, final boolean failsFirst)
        {
            router = new Router<>(routes);
            final RemotingInterest every =
                RemotingScanner.interest().field(RemotingField.CODE, 1).everyEntry(0).build();
            all = new RemotingHandlerGroup();
            if (failsFirst)
            {
                all.add(every, failing);
            }
            all.add(RequestGate.INTEREST, gate).add(router::interest, router).add(ResourceReader.INTEREST, named).add(
                COLUMNS.interest(), row);
            if (!failsFirst)
            {
                all.add(every, failing);
            }
        }

        String answers()
        {
            final StringBuilder all =
                new StringBuilder().append(gate.admits()).append(' ').append(router.rule()).append(
                    ' ').append(router.target()).append(named.isComplete());
            all.append(gate.admits() ? gate.code() + " " + gate.opaque() + gate.isResponse() : "");
            for (int i = 0; i < named.count(); i++)
            {
                all.append(' ').append(named.field(i).kind()).append(named.toText(i));
            }
            for (int i = 0; i < 4; i++)
            {
                all.append(' ').append(row.toText(i));
            }
            return all.toString();
        }
    }

    @Test
    void saysWhatScansOfTheirOwnSay()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final FrameGenerator generator = new FrameGenerator(random, Captures.sample(300, 2_000));
        generator.use(List.of("TAGS", "KEYS", "topic", "b", "i", "properties"));
        final Routes<Integer, RemotingInterest> routes = new Routes<>(table(0));
        final Parts shared = new Parts(routes, random.nextBoolean());
        final Parts apart = new Parts(routes, true);
        int admitted = 0;
        for (int i = 0; i < FRAMES; i++)
        {
            if (random.nextInt(100) == 0)
            {
                routes.replace(table(random.nextInt(5)));
            }
            final byte[] frame = generator.next();
            shared.all.scan(scanner, view.wrap(frame));
            scanner.scan(view, RequestGate.INTEREST, apart.gate);
            scanner.scan(view, ResourceReader.INTEREST, apart.named);
            scanner.scan(view, COLUMNS.interest(), apart.row);
            apart.router.route(scanner, view);
            assertEquals(apart.answers(), shared.answers(), () -> "-Dskim.seed=" + seed + " over " + HexFormat.of()
                .formatHex(frame));
            admitted += shared.gate.admits() ? 1 : 0;
        }
        final int passed = admitted;
        assertTrue(passed > FRAMES / 20 || FRAMES < DEFAULT_FRAMES, () -> "only " + passed);
    }

    @Test
    void whatOneThrowsLeavesNothingOfTheFrameBehind()
    {
        final Routes<Integer, RemotingInterest> routes = new Routes<>(table(0));
        final String nothing = new Parts(routes, true).answers();
        for (final boolean first : new boolean[] {true, false})
        {
            final Parts parts = new Parts(routes, first);
            final Parts fresh = new Parts(routes, first);
            fresh.all.scan(new RemotingScanner(), view.wrap(PULL));
            // The fifth is the outcome.
            for (int at = 0; at < 5; at++)
            {
                parts.failing.left = at;
                assertThrows(IllegalStateException.class, () -> parts.all.scan(scanner, view.wrap(FRAME)));
                assertEquals(nothing, parts.answers(), "callback " + at);
                parts.failing.left = -1;
                parts.all.scan(scanner, view.wrap(PULL));
                assertEquals(fresh.answers(), parts.answers(), "callback " + at);
            }
        }
    }

    /** Puts topics into a namespace; may answer otherwise than patchers want. */
    private static DataHandler renaming(final RemotingPatcher patcher, final Action answer)
    {
        return (id, value) -> {
            patcher.replaceEntry(value, ("ns%" + value.toText()).getBytes(StandardCharsets.UTF_8));
            return answer;
        };
    }

    @Test
    void oneOfThemRecordsEdits()
    {
        final RemotingPatcher patcher = new RemotingPatcher();
        final RemotingInterest topics = RemotingScanner.interest().entry("topic", 0).entry("b", 0).build();
        final Parts parts = new Parts(new Routes<>(table(0)), false);
        for (final byte[] frame : List.of(FRAME, PULL))
        {
            assertTrue(parts.all.scan(scanner, view.wrap(frame)));
            assertEquals(Outcome.COMPLETE, patcher.record(scanner, topics, renaming(patcher, Action.CONTINUE)));
            assertTrue(patcher.patch().isReady());
            final String shared = applied(patcher, frame);
            assertTrue(shared.contains("ns%"), shared);
            patcher.scan(view.wrap(frame), topics, renaming(patcher, Action.CONTINUE));
            assertEquals(applied(patcher, frame), shared);
        }
        assertEquals(201, parts.router.target());
        assertFalse(parts.gate.admits());
        assertEquals("audit", parts.row.toText(1));
    }

    @Test
    void namesAreMappedAsByAScanOfTheirOwn()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final FrameGenerator generator = new FrameGenerator(random, Captures.sample(300, 2_000));
        generator.use(List.of("RETRY_TOPIC", "PGROUP", "topic", "b", "i", "properties"));
        final NameRewriter own = new NameRewriter(Namespace.of("tenant"));
        final NameRewriter sharing = new NameRewriter(Namespace.of("tenant"));
        int changed = 0;
        for (int i = 0; i < FRAMES; i++)
        {
            final byte[] frame = generator.next();
            final String what = "-Dskim.seed=" + seed + " over " + HexFormat.of().formatHex(frame);
            if (!scanner.check(view.wrap(frame)))
            {
                assertThrows(IllegalStateException.class, () -> sharing.toBroker(scanner, -1), what);
                continue;
            }
            final FrameView apart = new FrameView().wrap(frame);
            final boolean inwards = random.nextInt(8) > 0;
            assertEquals(inwards ? own.toBroker(apart) : own.toClient(apart),
                inwards ? sharing.toBroker(scanner, -1) : sharing.toClient(scanner, -1),
                what);
            assertEquals(own.patch().refusal(), sharing.patch().refusal(), what);
            if (own.patch().isReady())
            {
                final byte[] written = Patches.written(sharing.patch(), frame);
                assertArrayEquals(Patches.written(own.patch(), frame), written, what);
                changed += Arrays.equals(written, frame) ? 0 : 1;
            }
        }
        final int mapped = changed;
        assertTrue(mapped > FRAMES / 100 || FRAMES < DEFAULT_FRAMES, () -> "only " + mapped);
    }

    private static String applied(final RemotingPatcher patcher, final byte[] frame)
    {
        final ByteBuf patched = patcher.patch().apply(Unpooled.wrappedBuffer(frame), UnpooledByteBufAllocator.DEFAULT);
        assertNotNull(patched);
        try
        {
            return patched.toString(StandardCharsets.ISO_8859_1);
        }
        finally
        {
            patched.release();
        }
    }

    @Test
    void aFrameOfWhichTheHandlerWantsNoMoreIsNotPatched()
    {
        for (final Action answer : List.of(Action.SKIP, Action.STOP))
        {
            final RemotingPatcher patcher = new RemotingPatcher();
            final RemotingInterest topics = RemotingScanner.interest().entry("topic", 0).entry("b", 0).build();
            assertTrue(scanner.check(view.wrap(FRAME)));
            assertEquals(answer == Action.STOP ? Outcome.STOPPED : Outcome.COMPLETE, patcher.record(scanner, topics,
                renaming(patcher, answer)));
            assertFalse(patcher.patch().isReady());
            assertEquals(Refusal.NOT_SCANNED, patcher.patch().refusal());
            // The frame itself is as good as before.
            assertEquals(Outcome.COMPLETE, patcher.record(scanner, topics, renaming(patcher, Action.CONTINUE)));
            assertTrue(patcher.patch().isReady());
        }
    }

    @Test
    void makesNoGarbage()
    {
        final Parts parts = new Parts(new Routes<>(table(0)), false);
        final byte[][] frames = {FRAME, PULL, Frames.overrun(FRAME)};
        final long[] sum = new long[1];
        assertEquals(0, Allocations.by(() -> {
            for (final byte[] frame : frames)
            {
                parts.all.scan(scanner, view.wrap(frame));
                sum[0] += parts.router.rule() + (parts.gate.admits() ? 1 : 0) + parts.named.count();
            }
        }, 20_000, 1_000));
        assertTrue(sum[0] > 0);
    }
}

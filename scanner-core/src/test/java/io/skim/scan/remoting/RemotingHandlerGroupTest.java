package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.ScanTracker;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.RecordingHandler;
import io.skim.scan.testing.Settings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Handlers that share a scan are shown what scans of their own show them.
 */
class RemotingHandlerGroupTest
{
    private static final int GROUPS = Settings.frames(1_500);
    private static final int FRAMES_OF_EACH = 8;
    private static final String[] ENTRIES = {"a", "b", "e", "i", "m", "topic", "queueId", "properties", "consumerGroup",
        "none"};
    private static final String[] PROPERTIES = {"TAGS", "KEYS", "UNIQ_KEY", "a", "WAIT", "none"};
    private static final byte[] FRAME = Frames.binary(310, null, "body", "a", "group", "b", "orders", "i",
        "TAGS\u0001TagA\u0002c\u0001x\u0002");

    private final long seed = Settings.seed();
    private final Random random = new Random(seed);
    private final FrameView view = new FrameView();
    private final RemotingScanner scanner = new RemotingScanner();

    /** What one handler wants, and what it answers to which of its callbacks. */
    private record Member(RemotingInterest interest, int callback, Action answer)
    {
        RecordingHandler handler()
        {
            return new RecordingHandler().answering(callback, answer);
        }
    }

    private Member member()
    {
        final RemotingInterest.Builder wanted = RemotingScanner.interest();
        int count = 0;
        for (final RemotingField field : RemotingField.values())
        {
            if (random.nextInt(4) == 0)
            {
                wanted.field(field, random.nextInt(8));
                count++;
            }
        }
        for (final String name : ENTRIES)
        {
            if (random.nextInt(5) == 0)
            {
                wanted.entry(name, random.nextInt(8));
                count++;
            }
        }
        for (final String name : PROPERTIES)
        {
            if (random.nextInt(5) == 0)
            {
                wanted.property(name, random.nextInt(8));
                count++;
            }
        }
        if (random.nextInt(5) == 0)
        {
            wanted.everyProperty(random.nextInt(8));
        }
        if (count == 0 || random.nextInt(5) == 0)
        {
            wanted.everyEntry(random.nextInt(8));
        }
        if (random.nextInt(6) == 0)
        {
            return new Member(
                RemotingScanner.interest().entry(ENTRIES[random.nextInt(ENTRIES.length)], 0).firstMatchWins()
                    .build(),
                -1, Action.CONTINUE);
        }
        return new Member(wanted.ids(8).build(), random.nextInt(3) == 0 ? random.nextInt(6) : -1, random.nextBoolean()
            ? Action.STOP : Action.SKIP);
    }

    private void compare(final List<Member> members, final RemotingScanner together, final byte[] frame,
        final Map<Outcome, Integer> seen)
    {
        final RemotingHandlerGroup group = new RemotingHandlerGroup();
        final List<RecordingHandler> shared = members.stream().map(Member::handler).toList();
        final List<RecordingHandler> alone = members.stream().map(Member::handler).toList();
        for (int i = 0; i < members.size(); i++)
        {
            group.add(members.get(i).interest, shared.get(i));
            together.scan(view.wrap(frame), members.get(i).interest, alone.get(i));
        }
        final boolean good = group.scan(together, view.wrap(frame));
        for (int i = 0; i < members.size(); i++)
        {
            final String what = "-Dskim.seed=" + seed + ", handler " + i + " of " + members + " over " + HexFormat.of()
                .formatHex(frame);
            seen.merge(shared.get(i).outcome(), 1, Integer::sum);
            if (!good && alone.get(i).outcome() == Outcome.STOPPED && members.get(i).interest.firstMatchWins())
            {
                // The scan of its own has not come to what is wrong.
                assertEquals(Outcome.MALFORMED, shared.get(i).outcome(), what);
                continue;
            }
            assertEquals(alone.get(i).calls(), shared.get(i).calls(), what);
            assertEquals(alone.get(i).marks(), shared.get(i).marks(), what);
            assertEquals(alone.get(i).outcome(), shared.get(i).outcome(), what);
        }
        final Member first = members.get(0);
        if (together.scan(view.wrap(frame), first.interest, first.handler()) == Outcome.COMPLETE)
        {
            // Its scan need not have indexed what the others want.
            for (int i = 0; i < members.size(); i++)
            {
                final RecordingHandler later = members.get(i).handler();
                together.show(members.get(i).interest, later);
                assertEquals(alone.get(i).calls(), later.calls(), HexFormat.of().formatHex(frame));
                assertEquals(alone.get(i).marks(), later.marks(), HexFormat.of().formatHex(frame));
            }
        }
    }

    @Test
    void eachIsShownWhatAScanOfItsOwnShows()
    {
        final FrameGenerator generator = new FrameGenerator(random, Captures.sample(300, 2_000));
        generator.use(List.of("TAGS", "KEYS", "a", "b", "i", "topic", "properties"));
        final Map<Outcome, Integer> seen = new EnumMap<>(Outcome.class);
        for (int i = 0; i < GROUPS; i++)
        {
            final RemotingScanner together = new RemotingScanner(Limits.DEFAULT, random.nextBoolean()
                ? Strictness.STRICT : Strictness.LENIENT);
            final List<Member> members = new ArrayList<>();
            for (int k = random.nextInt(4); k >= 0; k--)
            {
                members.add(member());
            }
            for (int k = 0; k < FRAMES_OF_EACH; k++)
            {
                compare(members, together, generator.next(), seen);
            }
        }
        assertEquals(3, seen.size(), seen::toString);
    }

    @Test
    void oneThatStopsDoesSoForItself()
    {
        final RemotingInterest all = RemotingScanner.interest().field(RemotingField.CODE, 0).everyEntry(1).build();
        final RecordingHandler first = new RecordingHandler().answering(0, Action.STOP);
        final RecordingHandler second = new RecordingHandler();
        final RemotingHandlerGroup group = new RemotingHandlerGroup().add(all, first).add(all, second);
        assertTrue(group.scan(scanner, view.wrap(FRAME)));
        assertEquals(1, first.calls().size());
        assertEquals(Outcome.STOPPED, first.outcome());
        assertEquals(4, second.calls().size());
        assertEquals(Outcome.COMPLETE, second.outcome());
        assertSame(view, scanner.scanned());
    }

    @Test
    void anInterestIsAskedForEachFrame()
    {
        final RemotingInterest[] wanted = {RemotingScanner.interest().ids(4).entry("a", 3).build()};
        final List<String> shown = new ArrayList<>();
        final RemotingHandlerGroup group = new RemotingHandlerGroup().add(() -> wanted[0], texts(shown));
        assertTrue(group.scan(scanner, view.wrap(FRAME)));
        wanted[0] = RemotingScanner.interest().ids(6).property("TAGS", 5).build();
        assertTrue(group.scan(scanner, view.wrap(FRAME)));
        assertEquals(List.of("3 group", "5 TagA"), shown);
    }

    private static DataHandler texts(final List<String> shown)
    {
        return (id, value) -> {
            shown.add(id + " " + value.toText());
            return Action.CONTINUE;
        };
    }

    @Test
    void aFrameIsShownAsOftenAsItIsAskedFor()
    {
        final RemotingInterest topic = RemotingScanner.interest().entry("b", 0).build();
        final RemotingInterest first = RemotingScanner.interest().entry("b", 0).firstMatchWins().build();
        final List<String> shown = new ArrayList<>();
        assertTrue(scanner.check(view.wrap(FRAME)));
        assertEquals(Outcome.COMPLETE, scanner.show(topic, texts(shown)));
        assertEquals(Outcome.STOPPED, scanner.show(topic, (id, value) -> Action.STOP));
        assertEquals(Outcome.STOPPED, scanner.show(first, texts(shown)));
        assertThrows(IllegalStateException.class, () -> scanner.show(topic, (id, value) -> {
            scanner.show(topic, texts(shown));
            return Action.CONTINUE;
        }));
        assertEquals(Outcome.COMPLETE, scanner.show(topic, texts(shown)));
        assertEquals(List.of("0 orders", "0 orders", "0 orders"), shown);
    }

    /** A scan for the first match need not index a header without one: else the one before it would be shown. */
    @Test
    void aFrameWithoutAMatchIsShownAndNotTheOneBefore()
    {
        final RemotingInterest first = RemotingScanner.interest().entry("none", 0).firstMatchWins().build();
        final RemotingInterest some = RemotingScanner.interest().entry("b", 0).property("TAGS", 1).build();
        final RemotingHeaderView header = new RemotingHeaderView();
        for (final byte[] frame : List.of(Frames.binary(310, "remark", "", "b", "payments", "longer", "x", "i",
            "TAGS\u0001TagB\u0002"),
            Frames.json("{\"code\":310,\"extFields\":{\"b\":\"payments\",\"longer\":\"x\","
                + "\"i\":\"TAGS\\u0001TagB\"},\"opaque\":1}")))
        {
            final List<String> shown = new ArrayList<>();
            assertTrue(scanner.check(view.wrap(FRAME)));
            assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(frame), first, texts(shown)));
            assertEquals(Outcome.COMPLETE, scanner.show(some, texts(shown)));
            assertEquals(List.of("0 payments", "1 TagB"), shown);
            assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(frame), first, texts(shown)));
            header.wrap(scanner);
            header.select(some);
            assertEquals(3, header.entryCount());
            assertEquals("payments", header.toText(0));
            assertEquals("TagB", header.toText(1));
        }
    }

    @Test
    void onlyAFrameWhoseScanHasCompletedIsShown()
    {
        final RemotingInterest topic = RemotingScanner.interest().entry("b", 0).build();
        final RecordingHandler handler = new RecordingHandler();
        assertThrows(IllegalStateException.class, () -> scanner.show(topic, handler));
        assertFalse(scanner.check(view.wrap(Frames.overrun(FRAME))));
        assertThrows(IllegalStateException.class, () -> scanner.show(topic, handler));
        assertTrue(scanner.check(view.wrap(FRAME)));
        view.wrap(FRAME);
        assertThrows(IllegalStateException.class, () -> scanner.show(topic, handler));
        assertTrue(scanner.check(view));
        new RemotingScanner().check(view);
        assertThrows(IllegalStateException.class, () -> scanner.show(topic, handler));
        assertTrue(scanner.check(view));
        assertThrows(IllegalArgumentException.class, () -> scanner.scan(view, topic, (id, value) -> {
            throw new IllegalArgumentException("the handler's own");
        }));
        assertThrows(IllegalStateException.class, () -> scanner.show(topic, handler));
        assertEquals(0, handler.calls().size());
    }

    @Test
    void aFrameThatAnotherScannerIsJustScanningIsShown()
    {
        final RemotingInterest topic = RemotingScanner.interest().entry("b", 0).build();
        final RemotingScanner outer = new RemotingScanner();
        final List<String> shown = new ArrayList<>();
        final RemotingHandlerGroup group = new RemotingHandlerGroup().add(topic, texts(shown)).add(topic, texts(shown));
        final DataHandler asking = (id, value) -> {
            assertTrue(group.scan(scanner, view));
            assertEquals(Outcome.COMPLETE, scanner.scan(view, topic, texts(shown)));
            assertThrows(IllegalArgumentException.class, () -> scanner.show(topic, (inner, innerValue) -> {
                throw new IllegalArgumentException("the handler's own");
            }));
            assertEquals(Outcome.COMPLETE, scanner.show(topic, texts(shown)));
            assertSame(view, scanner.scanned());
            return Action.CONTINUE;
        };
        assertEquals(Outcome.COMPLETE, outer.scan(view.wrap(FRAME), topic, asking));
        assertEquals(List.of("0 orders", "0 orders", "0 orders", "0 orders"), shown);
        assertSame(view, scanner.scanned());
        assertSame(view, outer.scanned());
        view.wrap(FRAME);
        assertThrows(IllegalStateException.class, scanner::scanned);
        assertThrows(IllegalStateException.class, outer::scanned);
    }

    /** Scans another frame when it is told the outcome. */
    private final class Asking implements DataHandler
    {
        private int refused;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            assertThrows(IllegalStateException.class, () -> scanner.check(new FrameView().wrap(FRAME)));
            refused++;
        }
    }

    @Test
    void oneMayNotUseTheScannerAlsoIfTheFrameIsMalformed()
    {
        final RemotingInterest topic = RemotingScanner.interest().entry("b", 0).build();
        final Asking asking = new Asking();
        final RecordingHandler behind = new RecordingHandler();
        final RemotingHandlerGroup group = new RemotingHandlerGroup().add(topic, asking).add(topic, behind);
        assertFalse(group.scan(scanner, view.wrap(Frames.overrun(FRAME))));
        assertEquals(Outcome.MALFORMED, behind.outcome());
        assertTrue(scanner.fault().isPresent());
        assertTrue(behind.fault().startsWith(scanner.fault().toString()), behind.fault());
        assertEquals(0, scanner.fault().abandoned());
        assertTrue(new RemotingHandlerGroup().add(topic, asking).scan(scanner, view.wrap(FRAME)));
        assertEquals(2, asking.refused);
    }

    /** Counts entries, and may answer or throw at the second one. */
    private static final class Counting implements DataHandler
    {
        private final Action answer;
        private boolean fails;
        private int shown;

        Counting(final Action answer)
        {
            this.answer = answer;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            shown++;
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            shown++;
            if (fails && shown == 2)
            {
                throw new IllegalStateException("the handler's own");
            }
            return answer;
        }
    }

    @Test
    void anExceptionOfOneLeavesNothingBehind()
    {
        final RemotingInterest every = RemotingScanner.interest().everyEntry(0).build();
        final Counting stopping = new Counting(Action.STOP);
        final Counting failing = new Counting(Action.CONTINUE);
        final Counting skipping = new Counting(Action.SKIP);
        final RemotingHandlerGroup group =
            new RemotingHandlerGroup().add(every, stopping).add(every, skipping).add(every,
                failing);
        failing.fails = true;
        assertThrows(IllegalStateException.class, () -> group.scan(scanner, view.wrap(FRAME)));
        failing.fails = false;
        failing.shown = 0;
        stopping.shown = 0;
        skipping.shown = 0;
        assertTrue(group.scan(scanner, view.wrap(FRAME)));
        assertEquals(3, failing.shown);
        assertEquals(1, stopping.shown);
        assertEquals(1, skipping.shown);
    }

    /** Keeps whether its scan has completed, as a gate does; may throw when it is told the outcome. */
    private static final class Keeping implements DataHandler
    {
        private final ScanTracker tracker = new ScanTracker();
        private boolean complete;
        private boolean fails;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            complete &= !tracker.begins(value);
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            if (fails)
            {
                throw new IllegalStateException("the handler's own");
            }
            tracker.ends(fault);
            complete = outcome == Outcome.COMPLETE;
        }

        boolean admits()
        {
            return complete && tracker.isWhole();
        }
    }

    @Test
    void oneBehindAHandlerThatThrowsDoesNotKeepTheFrameBefore()
    {
        final RemotingInterest code = RemotingScanner.interest().field(RemotingField.CODE, 0).build();
        final boolean[] missing = new boolean[1];
        final Keeping failing = new Keeping();
        final Keeping behind = new Keeping();
        final RemotingHandlerGroup group = new RemotingHandlerGroup().add(code, failing).add(() -> {
            if (missing[0])
            {
                throw new IllegalStateException("no interest");
            }
            return code;
        }, behind);
        for (final byte[] frame : List.of(FRAME, Frames.overrun(FRAME)))
        {
            assertTrue(group.scan(scanner, view.wrap(FRAME)));
            assertTrue(behind.admits());
            failing.fails = true;
            assertThrows(IllegalStateException.class, () -> group.scan(scanner, view.wrap(frame)));
            failing.fails = false;
            assertFalse(behind.admits(), "what it keeps is of another frame");
        }
        assertTrue(group.scan(scanner, view.wrap(FRAME)));
        missing[0] = true;
        assertThrows(IllegalStateException.class, () -> group.scan(scanner, view.wrap(FRAME)));
        assertFalse(behind.admits(), "what it keeps is of another frame");
    }

    @Test
    void refusesWhatIsNull()
    {
        final RemotingHandlerGroup group = new RemotingHandlerGroup();
        assertThrows(NullPointerException.class, () -> group.add(TestInterests.CODE_AND_OPAQUE, null));
        assertThrows(NullPointerException.class,
            () -> group.add((RemotingInterest)null, new Counting(Action.CONTINUE)));
        assertTrue(group.scan(scanner, view.wrap(FRAME)));
    }

    @Test
    void makesNoGarbage()
    {
        final long[] sum = new long[1];
        final DataHandler handler = (id, value) -> {
            sum[0] += id + value.length();
            return Action.CONTINUE;
        };
        final DataHandler other = new Counting(Action.CONTINUE);
        final RemotingHandlerGroup few = new RemotingHandlerGroup().add(RemotingScanner.interest().field(
            RemotingField.CODE, 0).entry("b", 1).build(), handler).add(RemotingScanner.interest().ids(5).entry("b", 4)
                .property("TAGS", 0).build(), handler);
        final RemotingHandlerGroup every = new RemotingHandlerGroup().add(RemotingScanner.interest().everyEntry(1)
            .everyProperty(2).entry("b", 0).build(), other)
            .add(RemotingScanner.interest().ids(5).entry("b", 4).property("TAGS",
                0).build(), handler);
        final byte[] malformed = Frames.overrun(FRAME);
        assertEquals(0, Allocations.by(() -> {
            few.scan(scanner, view.wrap(FRAME));
            every.scan(scanner, view.wrap(FRAME));
            every.scan(scanner, view.wrap(malformed));
        }, 20_000, 2_000));
        assertTrue(sum[0] > 0);
    }
}

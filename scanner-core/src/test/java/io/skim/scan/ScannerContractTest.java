package io.skim.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.RecordingHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every scanner of every encoding promises its handlers.
 *
 * @param <I> the encoding's interests.
 */
public abstract class ScannerContractTest<I extends Interest>
{
    /** One that does not look for leaks, which allocates. */
    private static final ByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(true, true);

    private FrameScanner<I> scanner;
    private FrameView view;
    private byte[] frame;
    private I everything;

    /** Makes a scanner. */
    protected abstract FrameScanner<I> newScanner();

    /** A good frame with fixed fields, a container of entries, nested ones if the encoding has them, and a body. */
    protected abstract byte[] frame();

    /** Declares all there is in {@link #frame}. */
    protected abstract I everything();

    /** Whether the first bytes of {@link #frame} are a frame of their own. */
    protected boolean isWhole(final int length)
    {
        return false;
    }

    @BeforeEach
    void wrap()
    {
        scanner = newScanner();
        frame = frame();
        everything = everything();
        view = new FrameView().wrap(Buffers.poisoned(frame), 13, frame.length);
    }

    private RecordingHandler scanned(final RecordingHandler handler)
    {
        final Outcome outcome = scanner.scan(view, everything, handler);
        assertSame(outcome, handler.outcome());
        assertEquals(outcome == Outcome.MALFORMED, scanner.fault().isPresent());
        return handler;
    }

    private RecordingHandler full()
    {
        return scanned(new RecordingHandler());
    }

    @Test
    void showsEverythingAndThenTheOutcome()
    {
        final RecordingHandler full = full();
        assertEquals(Outcome.COMPLETE, full.outcome());
        for (final String kind : List.of("field", "entry", "begin", "end"))
        {
            assertTrue(full.calls().stream().anyMatch(call -> call.startsWith(kind)), () -> kind + " in " + full);
        }
        assertFalse(scanner.fault().isPresent());
        assertEquals(full.toString(), full().toString());
    }

    @Test
    void stopsAtTheCallbackThatAskedForIt()
    {
        final RecordingHandler full = full();
        for (int k = 0; k < full.calls().size(); k++)
        {
            final RecordingHandler stopped = scanned(new RecordingHandler().answering(k, Action.STOP));
            assertEquals(Outcome.STOPPED, stopped.outcome());
            assertEquals(full.calls().subList(0, k + 1), stopped.calls());
        }
    }

    @Test
    void skipsWhatIsLeftOfTheContainerThatTheCallbackWasAbout()
    {
        final RecordingHandler full = full();
        for (int k = 0; k < full.calls().size(); k++)
        {
            final RecordingHandler skipped = scanned(new RecordingHandler().answering(k, Action.SKIP));
            assertEquals(Outcome.COMPLETE, skipped.outcome());
            final int at = k;
            assertEquals(String.join("\n", withoutRest(full.calls(), k)), String.join("\n", skipped.calls()),
                () -> "SKIP at " + at + ": " + full.calls().get(at));
        }
    }

    /** The documented meaning of SKIP, worked out on the list of all calls. */
    private static List<String> withoutRest(final List<String> calls, final int k)
    {
        final List<String> left = new ArrayList<>(calls.subList(0, k + 1));
        if (calls.get(k).startsWith("end"))
        {
            left.addAll(calls.subList(k + 1, calls.size()));
            return left;
        }
        int depth = calls.get(k).startsWith("begin") ? 1 : 0;
        int open = depth;
        for (int i = 0; i < k; i++)
        {
            open += calls.get(i).startsWith("begin") ? 1 : calls.get(i).startsWith("end") ? -1 : 0;
        }
        if (open == 0)
        {
            return left;
        }
        depth = 1;
        int i = k + 1;
        for (; depth > 0; i++)
        {
            depth += calls.get(i).startsWith("begin") ? 1 : calls.get(i).startsWith("end") ? -1 : 0;
        }
        left.addAll(calls.subList(i, calls.size()));
        return left;
    }

    @Test
    void aRefusedFrameShowsNothingButItsOutcome()
    {
        final byte[] bad = frame.clone();
        int refused = 0;
        for (int at = 0; at < bad.length; at++)
        {
            bad[at] ^= (byte)0x80;
            view.wrap(bad);
            final RecordingHandler whole = full();
            if (whole.outcome() == Outcome.MALFORMED)
            {
                refused++;
                final int where = at;
                assertEquals(List.of(), whole.calls(), () -> "byte " + where);
            }
            bad[at] ^= (byte)0x80;
        }
        assertTrue(refused > 0);
    }

    @Test
    void tellsTheOutcomeOfAMalformedFrameOnce()
    {
        for (int length = 0; length < frame.length; length++)
        {
            view.wrap(Arrays.copyOf(frame, length));
            final RecordingHandler cut = full();
            assertEquals(isWhole(length) ? Outcome.COMPLETE : Outcome.MALFORMED, cut.outcome());
            assertTrue(isWhole(length) || cut.calls().isEmpty(), cut::toString);
            assertTrue(isWhole(length) || scanner.fault().toException().getMessage().length() > 10);
        }
    }

    @Test
    void isAsGoodAsNewAfterAFault()
    {
        final String expected = full().toString();
        for (int length = 0; length < frame.length; length += 3)
        {
            view.wrap(Arrays.copyOf(frame, length));
            full();
            view.wrap(frame);
            assertEquals(expected, full().toString());
        }
    }

    @Test
    void anExceptionOfAHandlerLeavesAsItCame()
    {
        final RecordingHandler full = full();
        for (int k = 0; k <= full.calls().size(); k++)
        {
            final RuntimeException mine = new RuntimeException("mine");
            final RecordingHandler throwing = new RecordingHandler().throwing(k, mine);
            assertSame(mine, assertThrows(RuntimeException.class, () -> scanner.scan(view, everything, throwing)));
            assertNull(throwing.outcome());
            assertEquals(scanner.fault().scan(), scanner.fault().abandoned());
            assertEquals(full.calls().subList(0, Math.min(k + 1, full.calls().size())), throwing.calls());
            assertEquals(full.toString(), full().toString());
        }
    }

    /** Keeps the numbers of the scans that callbacks are of. */
    private static final class Numbers implements DataHandler
    {
        private final List<Long> seen = new ArrayList<>();

        private Action note(final long number)
        {
            seen.add(number);
            return Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            return note(value.scan());
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            note(key.scan());
            return note(value.scan());
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            return note(container.scan());
        }

        @Override
        public Action onEnd(final int id, final Cursor container)
        {
            return note(container.scan());
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            note(fault.scan());
        }
    }

    @Test
    void allThatAScanShowsHasItsNumberAndNoOtherScanHasIt()
    {
        final List<Long> numbers = new ArrayList<>();
        for (final Buffer buffer : Buffers.all(frame))
        {
            buffer.wrap().accept(view);
            assertEquals(0, view.at(Cursor.mark(0, 1, Kind.BYTES.ordinal()), new Cursor()).scan());
            for (final FrameScanner<I> one : List.of(scanner, newScanner(), scanner))
            {
                final Numbers seen = new Numbers();
                one.scan(view, everything, seen);
                assertTrue(seen.seen.size() > 1);
                assertEquals(1, seen.seen.stream().distinct().count(), seen.seen::toString);
                numbers.add(seen.seen.get(0));
            }
            buffer.free().run();
        }
        assertEquals(numbers.size(), numbers.stream().distinct().count(), numbers::toString);
        assertFalse(numbers.contains(0L));
        assertEquals(0, scanner.fault().abandoned());
    }

    @Test
    void aScanInsideAnotherOneOfTheSameFrameLeavesItItsNumber()
    {
        final FrameScanner<I> other = newScanner();
        final List<Long> seen = new ArrayList<>();
        scanner.scan(view, everything, (id, value) -> {
            final Numbers inner = new Numbers();
            final Cursor mine = view.at(value.mark(), new Cursor());
            other.scan(view, everything, inner);
            assertThrows(IllegalStateException.class, () -> other.scan(view, everything, (innerId, innerValue) -> {
                throw new IllegalStateException();
            }));
            assertFalse(inner.seen.contains(scanner.fault().scan()));
            seen.add(value.scan());
            seen.add(mine.scan());
            return Action.CONTINUE;
        });
        assertEquals(List.of(scanner.fault().scan()), seen.stream().distinct().toList());
    }

    @Test
    void aMarkReopensItsValueWhileTheFrameIsWrapped()
    {
        for (final Buffer buffer : Buffers.all(frame))
        {
            buffer.wrap().accept(view);
            final RecordingHandler full = full();
            final Cursor again = new Cursor();
            for (int k = 0; k < full.calls().size(); k++)
            {
                final long mark = full.marks().get(k);
                if (mark != 0)
                {
                    final String reopened = RecordingHandler.show(view.at(mark, again));
                    assertTrue(full.calls().get(k).endsWith(reopened), () -> buffer + ": " + reopened);
                    assertEquals(mark, again.mark());
                }
            }
            buffer.free().run();
        }
    }

    @Test
    void aMarkOfALongerFrameIsRefused()
    {
        final RecordingHandler full = full();
        final long last = full.marks().stream().filter(mark -> mark != 0).reduce((one, other) -> other).orElseThrow();
        view.wrap(new byte[9]);
        assertThrows(IndexOutOfBoundsException.class, () -> view.at(last, new Cursor()));
        final String message =
            assertThrows(IndexOutOfBoundsException.class, () -> view.at(-1, new Cursor())).getMessage();
        assertTrue(message.contains("no mark"), message);
    }

    @Test
    void aCursorThatWasKeptIsPoisoned()
    {
        final List<Cursor> kept = new ArrayList<>();
        scanner.scan(view, everything, new DataHandler()
        {
            @Override
            public Action onField(final int id, final Cursor value)
            {
                return keep(value);
            }

            @Override
            public Action onEntry(final int id, final Cursor key, final Cursor value)
            {
                keep(key);
                return keep(value);
            }

            @Override
            public Action onBegin(final int id, final Cursor container)
            {
                return keep(container);
            }

            private Action keep(final Cursor value)
            {
                // What an earlier callback kept is this very cursor, on the next value: nothing can be told there.
                kept.add(value);
                return Action.CONTINUE;
            }
        });
        assertFalse(kept.isEmpty());
        for (final Cursor cursor : kept)
        {
            for (final Runnable read : reads(cursor))
            {
                assertTrue(assertThrows(IllegalStateException.class, read::run).getMessage().contains("mark()"));
            }
            assertEquals("no value", cursor.toString());
        }
    }

    @Test
    void aCursorIsPoisonedAsSoonAsItsCallbackHasReturned()
    {
        final List<Throwable> told = new ArrayList<>();
        scanner.scan(view, everything, new DataHandler()
        {
            private Cursor kept;

            @Override
            public Action onField(final int id, final Cursor value)
            {
                kept = value;
                return Action.CONTINUE;
            }

            @Override
            public void onOutcome(final Outcome outcome, final Fault fault)
            {
                told.add(assertThrows(IllegalStateException.class, kept::offset));
            }
        });
        assertEquals(1, told.size());
    }

    private static List<Runnable> reads(final Cursor cursor)
    {
        return List.of(cursor::kind, cursor::offset, cursor::length, cursor::isNull, cursor::isVerbatim, cursor::mark,
            () -> cursor.getInt(0), () -> cursor.getLong(0), () -> cursor.getDouble(0), () -> cursor.getBoolean(true),
            cursor::isInt, cursor::isLong, cursor::isDouble, cursor::isBoolean, cursor::textLength,
            cursor::textHashCode, cursor::toText, () -> cursor.contentEquals("x"), () -> cursor.contentEquals(
                new byte[0]),
            () -> cursor.startsWith("x"), () -> cursor.startsWith(new byte[0]), () -> cursor.copyTo(
                new byte[9], 0),
            () -> cursor.copyRawTo(new byte[9], 0), () -> cursor.contentEqualsIgnoreCase(
                new byte[0]));
    }

    @Test
    void aKeyCannotBeReadInTheNextCallback()
    {
        final List<Cursor> keys = new ArrayList<>();
        final List<Throwable> told = new ArrayList<>();
        scanner.scan(view, everything, new DataHandler()
        {
            @Override
            public Action onField(final int id, final Cursor value)
            {
                keys.forEach(key -> told.add(assertThrows(IllegalStateException.class, key::kind)));
                return Action.CONTINUE;
            }

            @Override
            public Action onEntry(final int id, final Cursor key, final Cursor value)
            {
                keys.add(key);
                return Action.CONTINUE;
            }
        });
        assertFalse(told.isEmpty());
    }

    @Test
    void aHandlerMayNotAnswerNull()
    {
        final int calls = full().calls().size();
        for (int k = 0; k < calls; k++)
        {
            final RecordingHandler silent = new RecordingHandler().answering(k, null);
            final String message =
                assertThrows(NullPointerException.class, () -> scanner.scan(view, everything, silent))
                    .getMessage();
            assertTrue(message.contains("Action.CONTINUE"), message);
            full();
        }
    }

    @Test
    void aHandlerMayNotUseTheScannerThatCallsIt()
    {
        final String expected = full().toString();
        final String message = assertThrows(IllegalStateException.class, () -> scanner.scan(view, everything,
            (id, value) -> {
                scanner.scan(new FrameView().wrap(frame), everything, new RecordingHandler());
                return Action.CONTINUE;
            })).getMessage();
        assertTrue(message.contains("scanner that calls it"), message);
        assertEquals(expected, full().toString());
    }

    @Test
    void aHandlerMayNotWrapTheViewThatIsScanned()
    {
        final String expected = full().toString();
        final String message = assertThrows(IllegalStateException.class, () -> scanner.scan(view, everything,
            (id, value) -> {
                view.wrap(frame);
                return Action.CONTINUE;
            })).getMessage();
        assertTrue(message.contains("a view of its own"), message);
        assertEquals(expected, full().toString());
    }

    @Test
    void aHandlerMayUseAnotherScanner()
    {
        final FrameScanner<I> other = newScanner();
        final String expected = full().toString();
        assertEquals(Outcome.COMPLETE, scanner.scan(view, everything, (id, value) -> {
            final RecordingHandler inner = new RecordingHandler();
            other.scan(view, everything, inner);
            assertEquals(expected, inner.toString());
            return Action.CONTINUE;
        }));
    }

    @Test
    void wrongUseNamesWhatIsMissing()
    {
        final RecordingHandler handler = new RecordingHandler();
        assertTrue(assertThrows(IllegalStateException.class, () -> scanner.scan(new FrameView(), everything, handler))
            .getMessage().contains("FrameView.wrap"));
        view.reset();
        assertThrows(IllegalStateException.class, () -> scanner.scan(view, everything, handler));
        view.wrap(frame);
        assertThrows(NullPointerException.class, () -> scanner.scan(view, null, handler));
        assertThrows(NullPointerException.class, () -> scanner.scan(view, everything, null));
        assertNull(handler.outcome());
        assertEquals(Outcome.COMPLETE, full().outcome());
    }

    @Test
    void noFaultMakesNoException()
    {
        full();
        assertThrows(IllegalStateException.class, () -> scanner.fault().toException());
        assertEquals("no fault", scanner.fault().toString());
        view.wrap(new byte[3]);
        full();
        final MalformedFrameException thrown = scanner.fault().toException();
        assertTrue(thrown.getMessage().contains("TRUNCATED"), thrown.getMessage());
    }

    @Test
    void everyEndShowsTheContainerThatBegan()
    {
        final RecordingHandler full = full();
        assertTrue(full.calls().size() > 2);
        assertEveryEndIsThatOfItsBegin(full, true);
        for (int k = 0; k < full.calls().size(); k++)
        {
            assertEveryEndIsThatOfItsBegin(scanned(new RecordingHandler().answering(k, Action.SKIP)), false);
        }
        for (int length = 0; length < frame.length; length++)
        {
            view.wrap(Arrays.copyOf(frame, length));
            assertEveryEndIsThatOfItsBegin(full(), false);
        }
        for (final Buffer buffer : Buffers.all(frame))
        {
            buffer.wrap().accept(view);
            assertEveryEndIsThatOfItsBegin(full(), true);
            buffer.free().run();
        }
    }

    /** A container of which a callback has skipped the rest has no end. */
    private void assertEveryEndIsThatOfItsBegin(final RecordingHandler handler, final boolean all)
    {
        final Deque<String> open = new ArrayDeque<>();
        for (final String call : handler.calls())
        {
            if (call.startsWith("begin "))
            {
                open.push(container(call));
            }
            else if (call.startsWith("end "))
            {
                String begun = open.pop();
                while (!all && !begun.equals(container(call)) && !open.isEmpty())
                {
                    begun = open.pop();
                }
                assertEquals(begun, container(call), handler::toString);
            }
        }
        assertTrue(!all || open.isEmpty(), () -> open + " in " + handler);
    }

    /** Id, kind, place and length. */
    private static String container(final String call)
    {
        return call.substring(call.indexOf(' '));
    }

    @Test
    void scanningAllocatesNothing()
    {
        final int callbacks = full().calls().size();
        final Map<String, ByteBuf> buffers = Map.of("heap", ALLOCATOR.heapBuffer(frame.length), "direct",
            ALLOCATOR.directBuffer(frame.length), "composite", ALLOCATOR.compositeBuffer(4)
                .addComponent(true, ALLOCATOR.heapBuffer(frame.length).writeBytes(frame, 0, frame.length / 2))
                .addComponent(true, ALLOCATOR.directBuffer(frame.length).writeBytes(frame, frame.length / 2,
                    frame.length - frame.length / 2)));
        buffers.forEach((name, buffer) -> {
            buffer.setIndex(0, 0).writeBytes(frame);
            final Frugal handler = new Frugal();
            assertEquals(0, Allocations.by(() -> scanInEveryWay(buffer, callbacks, handler), 60, 5), name);
            for (final Outcome outcome : Outcome.values())
            {
                assertTrue(handler.outcomes[outcome.ordinal()] > 0, () -> name + " " + outcome);
            }
            buffer.release();
        });
    }

    /** To the end; with each answer at each callback; and each prefix, most of which are refused. */
    private void scanInEveryWay(final ByteBuf buffer, final int callbacks, final Frugal handler)
    {
        view.wrap(buffer);
        scanner.scan(view, everything, handler.answering(-1, Action.CONTINUE));
        for (int k = 0; k < callbacks; k++)
        {
            scanner.scan(view, everything, handler.answering(k, Action.STOP));
            scanner.scan(view, everything, handler.answering(k, Action.SKIP));
        }
        for (int length = 0; length < frame.length; length++)
        {
            view.wrap(buffer.writerIndex(length));
            scanner.scan(view, everything, handler.answering(-1, Action.CONTINUE));
        }
        buffer.writerIndex(frame.length);
    }

    /** Reads what it is shown without allocating. */
    private static final class Frugal implements DataHandler
    {
        private final byte[] copy = new byte[64];
        private final int[] outcomes = new int[Outcome.values().length];
        private int left;
        private Action answer;
        private long sum;

        Frugal answering(final int callback, final Action action)
        {
            left = callback;
            answer = action;
            return this;
        }

        private Action called(final long read)
        {
            sum += read;
            return left-- == 0 ? answer : Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            return called(value.getLong(0) + value.copyTo(copy, 0) + value.length() + value.mark());
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            sum += key.textHashCode() + key.copyTo(copy, 0);
            return onField(id, value);
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            return called(container.length());
        }

        @Override
        public Action onEnd(final int id, final Cursor container)
        {
            return called(container.offset());
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            outcomes[outcome.ordinal()]++;
            sum += fault.isPresent() ? fault.offset() + fault.claimed() + fault.reason().ordinal() : 0;
        }
    }
}

package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.Settings;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What {@code SKIP} and {@code STOP} leave out, told by the calls of a scan that goes on: at each call of messages and regions
 * whose compound values are entered. A region or message that is refused calls nothing but {@code onOutcome}.
 */
class SkipAndStopTest
{
    private static final int FRAMES = Settings.frames(20_000);
    /** An array of a million times true takes no bytes but as many calls, and each of them is tried. */
    private static final Limits LIMITS = Limits.DEFAULT.withMaxElementCount(300);
    private static final AmqpValueInterest VALUES = AmqpValueScanner.interest().everyValue(0).build();
    private static final AmqpInterest MESSAGES =
        AmqpScanner.interest().everything().nested(AmqpField.values().length).build();

    private final FrameView view = new FrameView();
    private int tried;
    private int refused;

    /** Notes its calls: what begins a container begins with {@code (}, what ends one with {@code )}. */
    private static final class Recorder implements DataHandler
    {
        private final List<String> calls = new ArrayList<>();
        private final int turn;
        private final Action action;
        private Outcome outcome;

        Recorder(final int turn, final Action action)
        {
            this.turn = turn;
            this.action = action;
        }

        private Action note(final String what, final int id, final Cursor value)
        {
            calls.add(what + id + ' ' + value.kind() + ' ' + value.offset() + ' ' + value.length());
            return calls.size() - 1 == turn ? action : Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            return note("field ", id, value);
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            return note("entry " + key.kind() + ' ' + key.offset() + ' ' + key.length() + ' ', id, value);
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            return note("(", id, container);
        }

        @Override
        public Action onEnd(final int id, final Cursor container)
        {
            return note(")", id, container);
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            this.outcome = outcome;
        }
    }

    private <I extends Interest> Recorder scanned(final FrameScanner<I> scanner, final I interest, final byte[] bytes,
        final int turn, final Action action)
    {
        final Recorder recorder = new Recorder(turn, action);
        scanner.scan(view.wrap(bytes), interest, recorder);
        return recorder;
    }

    private <I extends Interest> void check(final FrameScanner<I> scanner, final I interest, final byte... bytes)
    {
        final Recorder all = scanned(scanner, interest, bytes, -1, Action.CONTINUE);
        if (all.outcome == Outcome.MALFORMED)
        {
            assertEquals(List.of(), all.calls);
            refused++;
            return;
        }
        for (int turn = 0; turn < all.calls.size(); turn++)
        {
            final Recorder stopped = scanned(scanner, interest, bytes, turn, Action.STOP);
            assertEquals(all.calls.subList(0, turn + 1), stopped.calls, () -> HexFormat.of().formatHex(bytes));
            assertEquals(Outcome.STOPPED, stopped.outcome);
            final Recorder skipped = scanned(scanner, interest, bytes, turn, Action.SKIP);
            final int from = turn;
            assertEquals(skipped(all.calls, turn), skipped.calls, () -> "from " + from + " on of " + HexFormat.of()
                .formatHex(bytes));
            assertEquals(Outcome.COMPLETE, skipped.outcome);
            tried++;
        }
    }

    /** All calls but those between a call and the end of the innermost container that it is about, and but that end. */
    private static List<String> skipped(final List<String> all, final int turn)
    {
        final List<String> calls = new ArrayList<>(all.subList(0, turn + 1));
        int next = turn + 1;
        if (!all.get(turn).startsWith(")"))
        {
            for (int depth = 1; depth > 0 && next < all.size(); next++)
            {
                depth += all.get(next).startsWith("(") ? 1 : all.get(next).startsWith(")") ? -1 : 0;
            }
        }
        calls.addAll(all.subList(next, all.size()));
        return calls;
    }

    @Test
    void leaveOutOfARegionWhatTheContainerHolds()
    {
        final AmqpValueScanner scanner = new AmqpValueScanner(LIMITS, Strictness.STRICT);
        final Random random = new Random(Settings.seed());
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int frame = 0; frame < FRAMES; frame += 4)
        {
            final byte[] value = generator.value(1 + random.nextInt(3));
            check(scanner, VALUES, value);
            check(scanner, VALUES, mutator.mutated(value));
        }
        assertTrue(tried > FRAMES / 20, () -> "only " + tried + " tried");
        assertTrue(refused > FRAMES / 400, () -> "only " + refused + " refused");
    }

    @Test
    void leaveOutOfAMessageWhatTheSectionHolds()
    {
        final AmqpScanner scanner = new AmqpScanner(LIMITS, Strictness.LENIENT);
        final Random random = new Random(Settings.seed());
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int frame = 0; frame < FRAMES; frame += 32)
        {
            final byte[] message = AmqpMessages.random(random, generator);
            check(scanner, MESSAGES, message);
            check(scanner, MESSAGES, mutator.mutated(message));
            check(scanner, MESSAGES, UsualMessages.of(random));
        }
        assertTrue(tried > FRAMES / 20, () -> "only " + tried + " tried");
        assertTrue(refused > FRAMES / 400, () -> "only " + refused + " refused");
    }
}

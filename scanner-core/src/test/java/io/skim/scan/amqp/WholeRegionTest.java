package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.Settings;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A list or map that is all of a region is read by a shorter way than one that a null follows: that must not show.
 */
class WholeRegionTest
{
    private static final int FRAMES = Settings.frames(20_000);
    private static final int NULL = 0x40;
    private static final AmqpValueInterest INTEREST = AmqpValueScanner.interest().everyValue(0).build();

    /** An array of a million times true takes no bytes but as many calls, and each of them is tried. */
    private static final Limits LIMITS = Limits.DEFAULT.withMaxElementCount(300);

    private final AmqpValueScanner scanner = new AmqpValueScanner(LIMITS, Strictness.STRICT);
    private final FrameView view = new FrameView();
    private int complete;
    private int refused;

    /** Notes what it is shown and how it ends; skips or stops at one of the calls, as it was told. */
    private static final class Recorder implements DataHandler
    {
        private final StringBuilder text = new StringBuilder();
        private final int ignored;
        private final int turn;
        private final Action action;
        private int calls;

        Recorder(final int ignored, final int turn, final Action action)
        {
            this.ignored = ignored;
            this.turn = turn;
            this.action = action;
        }

        private Action note(final String what, final Cursor value)
        {
            if (value.offset() >= ignored)
            {
                return Action.CONTINUE;
            }
            text.append(what).append(value.kind()).append(' ').append(value.offset()).append(' ').append(value.length())
                .append('\n');
            return calls++ == turn ? action : Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            return note("field ", value);
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            return note("entry " + key.kind() + ' ' + key.offset() + ' ' + key.length() + ' ', value);
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            return note("begin ", container);
        }

        @Override
        public Action onEnd(final int id, final Cursor container)
        {
            return note("end ", container);
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            text.append(outcome).append(' ').append(fault.reason()).append(' ').append(fault.offset()).append(' ')
                .append(fault.claimed()).append(' ').append(fault.available());
        }
    }

    private Recorder scanned(final byte[] region, final int ignored, final int turn, final Action action)
    {
        final Recorder recorder = new Recorder(ignored, turn, action);
        scanner.scan(view.wrap(region), INTEREST, recorder);
        return recorder;
    }

    private void check(final byte[] value)
    {
        if (!new AmqpReader(LIMITS, Strictness.STRICT).beginWhole(new FrameView().wrap(value)))
        {
            return;
        }
        final byte[] followed = Arrays.copyOf(value, value.length + 1);
        followed[value.length] = NULL;
        final Recorder plain = scanned(value, Integer.MAX_VALUE, -1, Action.CONTINUE);
        complete += scanner.fault().isPresent() ? 0 : 1;
        refused += scanner.fault().isPresent() ? 1 : 0;
        for (int turn = -1; turn < plain.calls; turn++)
        {
            for (final Action action : turn < 0 ? List.of(Action.CONTINUE) : List.of(Action.SKIP, Action.STOP))
            {
                assertEquals(scanned(followed, value.length + 1, turn, action).text.toString(), scanned(value,
                    Integer.MAX_VALUE, turn, action).text.toString(), () -> action + " "
                        + HexFormat.of().formatHex(
                            value));
            }
        }
    }

    @Test
    void isReadAsIfSomethingFollowed()
    {
        final Random random = new Random(Settings.seed());
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int frame = 0; frame < FRAMES; frame++)
        {
            final byte[] value = generator.value(1 + random.nextInt(3));
            check(value);
            check(mutator.mutated(value));
        }
        assertTrue(complete > FRAMES / 20, () -> "only " + complete + " taken");
        assertTrue(refused > FRAMES / 200, () -> "only " + refused + " refused");
    }
}

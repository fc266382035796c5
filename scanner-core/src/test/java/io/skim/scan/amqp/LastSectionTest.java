package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** An interest in the last section shows a message as if the sections were not there that later ones replace. */
class LastSectionTest
{
    private static final int MESSAGES = Settings.frames(20_000);
    /** In hex; the sixth digit tells which section it is. */
    private static final String[] SECTIONS = {"005370c00402405005", "005370c00403404043", "00537045",
        "005371c10502a3016141", "005372c10502a3016141", "005372c10502a3016242", "005372c10100",
        "005373c006034040a10178", "005373c0020140", "005374c10602a101615401", "005374c10602a101625402", "00537440",
        "005375a00178", "005376c0020141", "0053775405", "005378c10502a3016141"};

    private static final List<Supplier<AmqpInterest.Builder>> INTERESTS = List.of(
        () -> AmqpScanner.interest().everything(),
        () -> AmqpScanner.interest().everything().nested(AmqpField.values().length),
        () -> AmqpScanner.interest().property("a", 0).property("b", 1).entry(AmqpField.MESSAGE_ANNOTATIONS, "a", 2)
            .entry(AmqpField.MESSAGE_ANNOTATIONS, "b",
                3)
            .entry(AmqpField.FOOTER, "a", 4).field(AmqpField.PRIORITY, 5).field(AmqpField.TTL, 6)
            .field(AmqpField.SUBJECT, 7),
        () -> AmqpScanner.interest().property("a", 0).field(AmqpField.HEADER, 1).field(AmqpField.DATA, 2),
        () -> AmqpScanner.interest().field(AmqpField.HEADER, 0).field(AmqpField.APPLICATION_PROPERTIES, 1).field(
            AmqpField.DATA, 2).field(AmqpField.VALUE, 3));

    private final Random random = new Random(Settings.seed());
    private final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
    private final FrameView view = new FrameView();

    /** Notes its calls, without the places of the values; skips or stops at one of them. */
    private static final class Recorder implements DataHandler
    {
        private final List<String> calls = new ArrayList<>();
        private final int turn;
        private final Action action;

        Recorder(final int turn, final Action action)
        {
            this.turn = turn;
            this.action = action;
        }

        private Action note(final String what)
        {
            calls.add(what);
            return calls.size() - 1 == turn ? action : Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            return note(id + " " + value.kind() + ' ' + value.toText());
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            return note(id + " " + key.toText() + ' ' + value.kind() + ' ' + value.toText());
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            return note("(" + id + ' ' + container.length());
        }

        @Override
        public Action onEnd(final int id, final Cursor container)
        {
            return note(")" + id + ' ' + container.length());
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            calls.add(outcome.toString());
        }
    }

    private List<String> calls(final AmqpInterest interest, final List<String> sections, final int turn,
        final Action action)
    {
        final Recorder recorder = new Recorder(turn, action);
        scanner.scan(view.wrap(Frames.hex(String.join("", sections))), interest, recorder);
        return recorder.calls;
    }

    private static boolean isBody(final String section)
    {
        return section.charAt(5) >= '5' && section.charAt(5) <= '7';
    }

    @Test
    void whatALaterSectionReplacesIsNotShown()
    {
        int repeated = 0;
        for (int i = 0; i < MESSAGES; i++)
        {
            final List<String> all = new ArrayList<>();
            for (int count = random.nextInt(7); count >= 0; count--)
            {
                all.add(SECTIONS[random.nextInt(SECTIONS.length)]);
            }
            final List<String> last = new ArrayList<>();
            for (int at = 0; at < all.size(); at++)
            {
                final String section = all.get(at);
                if (isBody(section) || all.subList(at + 1, all.size()).stream().noneMatch(
                    other -> other.charAt(5) == section.charAt(5)))
                {
                    last.add(section);
                }
            }
            repeated += last.size() < all.size() ? 1 : 0;
            final Supplier<AmqpInterest.Builder> interest = INTERESTS.get(random.nextInt(INTERESTS.size()));
            final int turn = random.nextInt(12) - 4;
            final Action action = random.nextBoolean() ? Action.SKIP : Action.STOP;
            assertEquals(calls(interest.get().build(), last, turn, action), calls(interest.get().lastSectionWins()
                .build(), all, turn, action), () -> all + " " + turn + action);
        }
        assertTrue(repeated > MESSAGES / 4, repeated + " with repeated sections");
    }

    @Test
    void withoutItAndForTheFirstMatchAllSectionsAreShown()
    {
        final List<String> twice = List.of(SECTIONS[9], SECTIONS[10]);
        final AmqpInterest both = AmqpScanner.interest().property("a", 0).property("b", 1).build();
        assertEquals(List.of("0 INT32 1", "1 INT32 2", "COMPLETE"), calls(both, twice, -1, Action.STOP));
        final AmqpInterest first = AmqpScanner.interest().property("a", 0).firstMatchWins().lastSectionWins().build();
        assertEquals(List.of("0 INT32 1", "STOPPED"), calls(first, twice, -1, Action.STOP));
        final AmqpInterest last = AmqpScanner.interest().property("a", 0).lastSectionWins().build();
        assertEquals(List.of("COMPLETE"), calls(last, twice, -1, Action.STOP));
        // The next message is another one.
        assertNotEquals(List.of("COMPLETE"), calls(last, List.of(SECTIONS[9]), -1, Action.STOP));
    }
}

package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The index has the places of what a scanner shows, and refuses the messages that the scanner refuses. */
class AmqpMessageIndexTest
{
    private static final int FRAMES = Settings.frames(20_000);
    private static final int ENTRIES = AmqpField.values().length;
    private static final AmqpInterest SOME = AmqpScanner.interest().ids(ENTRIES + 3).field(AmqpField.HEADER,
        AmqpField.HEADER.ordinal()).field(AmqpField.TTL, AmqpField.TTL.ordinal()).field(AmqpField.MESSAGE_ANNOTATIONS,
            AmqpField.MESSAGE_ANNOTATIONS.ordinal())
        .entry(AmqpField.MESSAGE_ANNOTATIONS, "a", ENTRIES).property("topic", ENTRIES + 1)
        .everyEntry(AmqpField.FOOTER, ENTRIES + 2).build();
    /** A header of five fields, an annotation and a body. */
    private static final byte[] SEND = Frames.hex("005370c00b0541500470000003e84243" + "005372c10904a3016140a3016241"
        + "005375a0026869");

    private final FrameView view = new FrameView();

    /** Writes down the places of sections and values, in the order of the wire. */
    private static final class Recorder implements DataHandler
    {
        private final List<String> lines = new ArrayList<>();

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            lines.add(AmqpField.of(id) + " from " + container.offset() + " to " + (container.offset() + container
                .length()));
            return Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            lines.add(place(id, value));
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            lines.add(place(-1, value));
            return Action.CONTINUE;
        }

        private static String place(final int id, final Cursor value)
        {
            return id + " " + value.kind() + ' ' + value.offset() + ' ' + value.length();
        }
    }

    private static List<String> lines(final AmqpMessageIndex index)
    {
        final List<String> lines = new ArrayList<>();
        for (int section = 0; section < index.sectionCount(); section++)
        {
            final AmqpField field = AmqpInterest.SECTIONS[index.rank(section)];
            if (field == AmqpField.HEADER || field == AmqpField.MESSAGE_ANNOTATIONS)
            {
                lines.add(field + " from " + index.bodyOffset(section) + " to " + index.bodyEnd(section));
            }
            for (int value = index.begin(section); value < index.end(section); value++)
            {
                lines.add(index.id(value) + " " + index.kind(value) + ' ' + index.offset(value) + ' ' + index.length(
                    value));
            }
        }
        return lines;
    }

    private int check(final byte[] message, final Strictness strictness)
    {
        final FrameView frame = view.wrap(ByteBuffer.allocateDirect(message.length).put(message).flip());
        final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, strictness);
        final AmqpMessageIndex index = new AmqpMessageIndex(Limits.DEFAULT, strictness);
        final Recorder recorder = new Recorder();
        final boolean complete = scanner.scan(frame, SOME, recorder) == Outcome.COMPLETE;
        assertEquals(complete, index.wrap(frame, SOME));
        assertEquals(scanner.fault().toString(), index.fault().toString());
        assertEquals(recorder.lines, lines(index));
        return complete ? recorder.lines.size() : 0;
    }

    @Test
    void tellsWhereSectionsAndDeclaredValuesStand()
    {
        final AmqpMessageIndex index = new AmqpMessageIndex(Limits.DEFAULT, Strictness.STRICT);
        assertTrue(index.wrap(view.wrap(SEND), SOME));
        assertEquals(3, index.sectionCount());
        assertEquals(List.of("HEADER from 4 to 16", AmqpField.TTL.ordinal() + " UINT32 10 4",
            "MESSAGE_ANNOTATIONS from 20 to 30", ENTRIES + " NULL 26 0"), lines(index));
        assertEquals(5, index.rank(2));
        assertEquals(35, index.bodyOffset(2));
        assertEquals(SEND.length, index.bodyEnd(2));
    }

    @Test
    void hasThePlacesThatAScannerShows()
    {
        final Random random = new Random(Settings.seed());
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        int shown = 0;
        for (int i = 0; i < FRAMES; i++)
        {
            final byte[] message = AmqpMessages.random(random, generator);
            shown += check(random.nextBoolean() ? message : mutator.mutated(message), random.nextBoolean()
                ? Strictness.STRICT : Strictness.LENIENT);
        }
        assertTrue(shown > FRAMES / 2, shown + " places");
    }

    @Test
    void aMessageThatIsRefusedHasNoSections()
    {
        final AmqpMessageIndex index = new AmqpMessageIndex(Limits.DEFAULT, Strictness.STRICT);
        assertTrue(index.wrap(view.wrap(SEND), SOME));
        final byte[] cut = Arrays.copyOf(SEND, 25);
        assertFalse(index.wrap(view.wrap(cut), SOME));
        assertEquals(0, index.sectionCount());
        assertTrue(index.fault().isPresent());
    }

    @Test
    void anInterestThatEntersCompoundValuesIsRefused()
    {
        final AmqpMessageIndex index = new AmqpMessageIndex(Limits.DEFAULT, Strictness.STRICT);
        final AmqpInterest nested = AmqpScanner.interest().everything().nested(ENTRIES).build();
        assertThrows(IllegalArgumentException.class, () -> index.wrap(view.wrap(SEND), nested));
    }

    @Test
    void allocatesNothing()
    {
        final AmqpMessageIndex index = new AmqpMessageIndex(Limits.DEFAULT, Strictness.STRICT);
        assertEquals(0, Allocations.by(() -> assertTrue(index.wrap(view.wrap(SEND), SOME)), 20_000, 1_000));
    }
}

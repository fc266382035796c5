package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sections of which nothing is wanted but where they stand: they are shown from any buffer without being loaded. */
class SectionBoundariesTest
{
    private static final int FRAMES = Settings.frames(20_000);
    private static final AmqpInterest[] INTERESTS = {all().build(),
        AmqpScanner.interest().field(AmqpField.PROPERTIES, 0)
            .field(AmqpField.FOOTER, 1).build(),
        AmqpScanner.interest().field(AmqpField.PROPERTIES, 0).field(AmqpField.DATA,
            1).firstMatchWins().build()};

    private final FrameView view = new FrameView();
    private final FrameView small = new FrameView(Limits.DEFAULT.withMaxHeaderLength(60));
    private int shown;
    private int refused;

    private static AmqpInterest.Builder all()
    {
        final AmqpInterest.Builder builder = AmqpScanner.interest();
        for (final AmqpField section : AmqpInterest.SECTIONS)
        {
            builder.field(section, section.section);
        }
        return builder;
    }

    /** Notes what it is shown, bytes and all, and how it ends. */
    private static final class Recorder implements DataHandler
    {
        private final StringBuilder calls = new StringBuilder();
        private int shown;

        private Action note(final char call, final int id, final Cursor value)
        {
            final byte[] text = new byte[value.length()];
            final byte[] raw = new byte[value.length()];
            value.copyRawTo(raw, 0);
            calls.append(call).append(id).append(' ').append(value.kind()).append(' ').append(value.offset())
                .append(' ')
                .append(value.count()).append(' ').append(value.copyTo(text, 0)).append(' ').append(Arrays.hashCode(
                    text))
                .append(' ').append(Arrays.hashCode(raw)).append('\n');
            shown++;
            return Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            return note('f', id, value);
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            return note('b', id, container);
        }

        @Override
        public Action onEnd(final int id, final Cursor container)
        {
            return note('e', id, container);
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            calls.append(outcome).append(' ').append(fault.reason()).append(' ').append(fault.offset()).append(' ')
                .append(fault.claimed()).append(' ').append(fault.available());
        }
    }

    /** A scan from an array, and the same from buffers without one, the last with room for little of the message. */
    private void check(final byte[] message)
    {
        final ByteBuffer direct = ByteBuffer.allocateDirect(message.length).put(message).flip();
        for (final Limits limits : List.of(Limits.DEFAULT, Limits.DEFAULT.withMaxHeaderLength(60)))
        {
            for (final Strictness strictness : Strictness.values())
            {
                final AmqpScanner scanner = new AmqpScanner(limits, strictness);
                for (final AmqpInterest interest : INTERESTS)
                {
                    final Recorder expected = new Recorder();
                    final Outcome outcome = scanner.scan(view.wrap(message), interest, expected);
                    shown += expected.shown;
                    refused += outcome == Outcome.MALFORMED ? 1 : 0;
                    for (final FrameView each : limits == Limits.DEFAULT ? List.of(view) : List.of(view, small))
                    {
                        final Recorder is = new Recorder();
                        scanner.scan(each.wrap(direct), interest, is);
                        assertEquals(expected.calls.toString(), is.calls.toString(), () -> HexFormat.of().formatHex(
                            message));
                    }
                }
            }
        }
    }

    @Test
    void sectionsOfGeneratedAndSpoiledMessagesAreShownAlikeHoweverLittleIsLoaded()
    {
        final Random random = new Random(Settings.seed());
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int frame = 0; frame < FRAMES; frame += 64)
        {
            final byte[] message = AmqpMessages.random(random, generator);
            check(message);
            check(Arrays.copyOf(message, random.nextInt(message.length + 1)));
            for (int i = 0; i < 3; i++)
            {
                check(mutator.mutated(message));
            }
        }
        assertTrue(shown > FRAMES / 2, () -> "only " + shown + " shown");
        assertTrue(refused > FRAMES / 32, () -> "only " + refused + " refused");
    }

    @Test
    void sectionsAreShownAlikeFromAnyBuffer()
    {
        final byte[] message =
            Frames.hex("005370c00602 42 5005 43 42" + "005371d1 00000008 00000002 a30161 40" + "00537345"
                + "005374c10802a1036e756d5405" + "005375b0 00000003 010203" + "005378c10100");
        final AmqpScanner scanner = new AmqpScanner();
        final Recorder expected = new Recorder();
        scanner.scan(view.wrap(message), INTERESTS[0], expected);
        for (final Buffer buffer : Buffers.all(message))
        {
            buffer.wrap().accept(view);
            final Recorder is = new Recorder();
            scanner.scan(view, INTERESTS[0], is);
            assertEquals(expected.calls.toString(), is.calls.toString(), buffer::toString);
            buffer.free().run();
        }
        assertTrue(expected.calls.toString().endsWith("COMPLETE null 0 0 0"), expected.calls::toString);
    }

    @Test
    void readingASectionThatIsLentLeavesAReopenedValueReadable()
    {
        final byte[] message =
            Frames.hex("005377a128" + "61".repeat(40) + "005378c12602a321" + "62".repeat(33) + "5405");
        small.wrap(ByteBuffer.allocateDirect(message.length).put(message).flip());
        final byte[][] read = new byte[2][];
        new AmqpScanner().scan(small, INTERESTS[0], new DataHandler()
        {
            private final Cursor mine = new Cursor();
            private long text;

            @Override
            public Action onField(final int id, final Cursor value)
            {
                text = value.mark();
                return Action.CONTINUE;
            }

            @Override
            public Action onBegin(final int id, final Cursor footer)
            {
                small.at(text, mine);
                read[1] = copy(footer);
                read[0] = copy(mine);
                return Action.CONTINUE;
            }

            private byte[] copy(final Cursor value)
            {
                final byte[] bytes = new byte[value.length()];
                assertEquals(bytes.length, value.copyTo(bytes, 0));
                return bytes;
            }
        });
        assertArrayEquals(Frames.hex("61".repeat(40)), read[0]);
        assertArrayEquals(Frames.hex("2602a321" + "62".repeat(33) + "5405"), read[1]);
    }
}

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
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Entries that the seeker finds are the ones that the readers find, with the same faults in the same places: what is left to
 * the readers must not show.
 */
class EntrySeekerTest
{
    private static final int FRAMES = Settings.frames(20_000);
    private static final int MARK = 99;
    /** How often a message is read: from three buffers, by three scanners. */
    private static final int READS_OF_EACH = 9;
    /** Longer by 256 than the key of an entry that it begins like, value and all. */
    private static final String LONG_NAME = "k".repeat(44) + "Ta" + "a".repeat(254);
    /** The seeker's; and the same with bodies, which the seeker does not take. */
    private static final AmqpInterest[] SOUGHT =
        {names().build(), shortNames().build(), oneName().build(), oneLongName()
            .build()};
    private static final AmqpInterest[] READ = {names().ids(MARK + 1).field(AmqpField.DATA, MARK).build(),
        shortNames().ids(MARK + 1).field(
            AmqpField.DATA, MARK).build(),
        oneName().ids(MARK + 1).field(AmqpField.DATA, MARK).build(),
        oneLongName().ids(MARK + 1).field(AmqpField.DATA,
            MARK).build()};
    private static final Limits TIGHT = Limits.DEFAULT.withMaxHeaderLength(60).withMaxElementCount(4);

    private final FrameView view = new FrameView();
    private final AmqpScanner[] scanners = {new AmqpScanner(), new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT),
        new AmqpScanner(TIGHT, Strictness.STRICT)};
    private int found;
    private int refused;

    private static AmqpInterest.Builder names()
    {
        return AmqpScanner.interest().property("topic", 0).property("TAGS", 1).property("num", 2).property("str", 3)
            .property("0123456789abcdef", 4).messageAnnotation("x-opt-trace", 5).messageAnnotation("x-opt-jms-dest", 5)
            .footer("orders", 6).deliveryAnnotation("topic", 7);
    }

    private static AmqpInterest.Builder shortNames()
    {
        return AmqpScanner.interest().property("a", 0).property("", 1).property("KEYS", 2).messageAnnotation("a", 3);
    }

    private static AmqpInterest.Builder oneName()
    {
        return AmqpScanner.interest().property("num", 0).messageAnnotation("", 1).footer("a", 2).deliveryAnnotation(
            "orders",
            3);
    }

    /** The first are longer than what an entry's first eight bytes tell; the last is longer than a short key may be. */
    private static AmqpInterest.Builder oneLongName()
    {
        return AmqpScanner.interest().property("amqp:accepted:list", 0).messageAnnotation("x-opt-trace", 1)
            .deliveryAnnotation("x-opt-jms-dest", 2).footer(LONG_NAME, 3);
    }

    /** Notes what it is shown and how it ends; skips or stops at one of the values, as it was told. */
    private static final class Recorder implements DataHandler
    {
        private final StringBuilder text = new StringBuilder();
        private final int turn;
        private final Action action;
        private int shown;

        Recorder(final int turn, final Action action)
        {
            this.turn = turn;
            this.action = action;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            if (id != MARK)
            {
                text.append(id).append(' ').append(value.kind()).append(' ').append(value.offset()).append(' ').append(
                    value.length()).append('\n');
                return shown++ == turn ? action : Action.CONTINUE;
            }
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            text.append(outcome).append(' ').append(fault.reason()).append(' ').append(fault.offset()).append(' ')
                .append(fault.claimed()).append(' ').append(fault.available());
        }
    }

    private void check(final byte[] message)
    {
        final byte[] poisoned = Buffers.poisoned(message);
        view.wrap(poisoned, Buffers.BEFORE, message.length);
        checkWrapped(message);
        view.wrap(message);
        checkWrapped(message);
        view.wrap(ByteBuffer.allocateDirect(message.length).put(message).flip());
        checkWrapped(message);
    }

    private void checkWrapped(final byte[] message)
    {
        for (final AmqpScanner scanner : scanners)
        {
            for (int names = 0; names < SOUGHT.length; names++)
            {
                final Recorder read = new Recorder(-1, Action.CONTINUE);
                final Outcome outcome = scanner.scan(view, READ[names], read);
                found += read.shown;
                refused += outcome == Outcome.MALFORMED ? 1 : 0;
                for (int turn = -1; turn < read.shown; turn++)
                {
                    for (final Action action : turn < 0 ? List.of(Action.CONTINUE) : List.of(Action.SKIP, Action.STOP))
                    {
                        final Recorder sought = new Recorder(turn, action);
                        final Recorder again = new Recorder(turn, action);
                        scanner.scan(view, SOUGHT[names], sought);
                        scanner.scan(view, READ[names], again);
                        assertEquals(again.text.toString(), sought.text.toString(), () -> action + " " + HexFormat.of()
                            .formatHex(message));
                    }
                }
            }
        }
    }

    @Test
    void findsInGeneratedAndSpoiledMessagesWhatTheReadersFind()
    {
        final Random random = new Random(Settings.seed());
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int frame = 0; frame < FRAMES; frame += 16)
        {
            final byte[] message = AmqpMessages.random(random, generator);
            check(message);
            for (int i = 0; i < 3; i++)
            {
                check(mutator.mutated(message));
            }
        }
        assertTrue(found > FRAMES / 16, () -> "only " + found + " found");
        assertTrue(refused > FRAMES / 16, () -> "only " + refused + " refused");
    }

    /** The messages of each capture in the repository, and of those beside the checkout if there are any. */
    private static List<List<byte[]>> captured() throws IOException
    {
        final List<List<byte[]>> all = new ArrayList<>();
        for (final String folder : List.of("docs/captures", "../shared/captures"))
        {
            final Path path = Captures.root().resolve(folder).normalize();
            if (Files.isDirectory(path))
            {
                try (Stream<Path> files = Files.list(path))
                {
                    for (final Path file : files.filter(name -> name.toString().endsWith(".amqp-messages")).sorted()
                        .toList())
                    {
                        all.add(messages(Files.readAllBytes(file)));
                    }
                }
            }
        }
        return all;
    }

    private static List<byte[]> messages(final byte... file)
    {
        final List<byte[]> messages = new ArrayList<>();
        for (final ByteBuffer rest = ByteBuffer.wrap(file); rest.hasRemaining();)
        {
            final byte[] message = new byte[rest.getInt()];
            rest.get(message);
            messages.add(message);
        }
        return messages;
    }

    @Test
    void findsInCapturedMessagesHoweverSpoiledWhatTheReadersFind() throws IOException
    {
        final Random random = new Random(Settings.seed());
        final AmqpMutator mutator = new AmqpMutator(random);
        for (final List<byte[]> messages : captured())
        {
            for (final byte[] message : messages.subList(0, Math.min(3, messages.size())))
            {
                check(message);
                for (int length = 0; length < Math.min(message.length, 400); length += 1 + random.nextInt(7))
                {
                    check(Arrays.copyOf(message, length));
                }
                for (int i = 0; i < 100; i++)
                {
                    check(mutator.mutated(message));
                }
            }
        }
        assertTrue(found > 1_000, () -> "only " + found + " found");
        assertTrue(refused > 1_000, () -> "only " + refused + " refused");
    }

    @Test
    void agreesWithTheReadersAboutSizesThatOverflow()
    {
        for (final String size : List.of("7fffffff", "ffffffff", "80000000", "00000003", "00000004", "fffffff8"))
        {
            for (final String section : List.of("005371d1", "005374d1", "005375b0", "005370d0", "005378d1"))
            {
                check(Frames.hex(section + size + "00000000" + "005374c10902a1036e756d5405" + "00537740"));
            }
        }
    }

    @Test
    void tellsNamesApartThatDifferInOneByte()
    {
        final String name = "amqp:accepted:list";
        for (int at = 0; at <= name.length(); at++)
        {
            final StringBuilder other = new StringBuilder(name);
            other.replace(at, Math.min(at + 1, name.length()), "X");
            final String key = HexFormat.of().formatHex(other.toString().getBytes(StandardCharsets.US_ASCII));
            final String known = HexFormat.of().formatHex(name.getBytes(StandardCharsets.US_ASCII));
            final String entries =
                String.format("a1%02x%s 5405 a1%02x%s 5406", other.length(), key, name.length(), known);
            final int size = 1 + 2 * (2 + 2) + other.length() + name.length();
            final int before = found;
            check(Frames.hex("005374c1" + String.format("%02x04", size) + entries));
            assertEquals(READS_OF_EACH, found - before, other::toString);
        }
    }

    @Test
    void takesNoShortKeyForALongNameWhoseLengthEndsInTheSameOctet()
    {
        check(Frames.hex("005378c1 31 02 a32c" + "6b".repeat(44) + "5461"));
    }
}

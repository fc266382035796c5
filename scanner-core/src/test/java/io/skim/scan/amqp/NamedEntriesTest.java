package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.bytes.Kinds;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Entries that are declared by name are those that a plain loop over the reader finds, with the same faults in the same
 * places.
 */
class NamedEntriesTest
{
    private static final int FRAMES = Settings.frames(20_000);
    private static final List<String> NAMES =
        List.of("queueId", "a", "ab", "", "offset", "partition", "a name of fifteen",
            "epoch", "eight888", "fourteen bytes", "\u00e9t\u00e9");
    private static final Limits TIGHT = Limits.DEFAULT.withMaxElementCount(12).withMaxDepth(3);

    private final FrameView view = new FrameView();
    private int found;
    private int refused;

    private static AmqpValueInterest interest(final List<String> names)
    {
        final AmqpValueInterest.Builder builder = AmqpValueScanner.interest();
        for (int i = 0; i < names.size(); i++)
        {
            builder.entry(names.get(i), i);
        }
        return builder.build();
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
            return shown(id, value.kind(), value.offset(), value.length());
        }

        private Action shown(final int id, final Kind kind, final int offset, final int length)
        {
            text.append(id).append(' ').append(kind).append(' ').append(offset).append(' ').append(length).append('\n');
            return shown++ == turn ? action : Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            text.append(outcome).append(' ').append(fault.reason()).append(' ').append(fault.offset()).append(' ')
                .append(fault.claimed()).append(' ').append(fault.available());
        }
    }

    /** The plain loop. */
    private static void read(final FrameView frame, final Limits limits, final List<String> names,
        final Recorder recorder)
    {
        final Fault fault = new Fault();
        final AmqpReader reader = new AmqpReader(fault, limits, Strictness.STRICT);
        reader.renew(frame.length());
        reader.begin(frame, 0, frame.length());
        Action action = Action.CONTINUE;
        int event = AmqpReader.VALUE;
        while (event >= 0 && event != AmqpReader.DONE && action != Action.STOP)
        {
            event = reader.advance();
            if (event == AmqpReader.VALUE && reader.kind == Kinds.MAP)
            {
                event = reader.enter();
                action = Action.CONTINUE;
                while (event >= 0 && reader.remaining > 0 && action == Action.CONTINUE)
                {
                    final int key = reader.value(reader.position);
                    final boolean isName = key >= 0 && (reader.kind == Kinds.TEXT || reader.kind == Kinds.SYMBOL);
                    final int id = isName ? names.indexOf(text(reader)) : -1;
                    event = key < 0 ? key : id < 0 ? reader.skip(key) : reader.value(key);
                    event = event >= 0 && id >= 0 && reader.check() < 0 ? AmqpReader.MALFORMED : event;
                    if (event >= 0)
                    {
                        reader.moveTo(event, reader.remaining - 2);
                        action = id < 0 ? action : recorder.shown(id, Kind.values()[reader.kind], reader.offset,
                            reader.length);
                    }
                }
                event = event < 0 || action == Action.STOP ? event
                    : action == Action.SKIP ? reader.leave() : reader.advance();
            }
        }
        recorder.onOutcome(action == Action.STOP ? Outcome.STOPPED : event == AmqpReader.DONE ? Outcome.COMPLETE
            : Outcome.MALFORMED, fault);
    }

    private static String text(final AmqpReader reader)
    {
        return new String(reader.array, reader.base + reader.offset, reader.length, StandardCharsets.UTF_8);
    }

    private void check(final List<String> names, final byte[] region)
    {
        final AmqpValueInterest interest = interest(names);
        for (final Limits limits : List.of(Limits.DEFAULT, TIGHT))
        {
            final AmqpValueScanner scanner = new AmqpValueScanner(limits, Strictness.STRICT);
            final Recorder read = new Recorder(-1, Action.CONTINUE);
            read(view.wrap(region), limits, names, read);
            found += read.shown;
            final int outcome = read.text.indexOf("MALFORMED");
            refused += outcome >= 0 ? 1 : 0;
            if (outcome >= 0)
            {
                // Nothing is shown of a region that is refused.
                read.text.delete(0, outcome);
                checkBuffers(scanner, interest, region, read);
                continue;
            }
            for (int turn = -1; turn < read.shown; turn++)
            {
                for (final Action action : turn < 0 ? List.of(Action.CONTINUE) : List.of(Action.SKIP, Action.STOP))
                {
                    final Recorder expected = new Recorder(turn, action);
                    read(view.wrap(region), limits, names, expected);
                    checkBuffers(scanner, interest, region, expected);
                }
            }
        }
    }

    private void checkBuffers(final AmqpValueScanner scanner, final AmqpValueInterest interest, final byte[] region,
        final Recorder expected)
    {
        check(scanner, interest, view.wrap(region), expected);
        check(scanner, interest, view.wrap(Buffers.poisoned(region), Buffers.BEFORE, region.length), expected);
        check(scanner, interest, view.wrap(ByteBuffer.allocateDirect(region.length).put(region).flip()), expected);
    }

    private static void check(final AmqpValueScanner scanner, final AmqpValueInterest interest, final FrameView frame,
        final Recorder expected)
    {
        final Recorder sought = new Recorder(expected.turn, expected.action);
        scanner.scan(frame, interest, sought);
        assertEquals(expected.text.toString(), sought.text.toString(), () -> {
            final byte[] bytes = new byte[frame.length()];
            frame.getBytes(0, bytes.length, bytes, 0);
            return expected.action + " at " + expected.turn + ": " + HexFormat.of().formatHex(bytes);
        });
    }

    /** A map whose keys are names more often than not, and mostly in order. */
    private static byte[] map(final Random random, final AmqpGenerator generator)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final int entries = random.nextInt(14);
        final int first = random.nextInt(NAMES.size());
        for (int i = 0; i < entries; i++)
        {
            final String name = random.nextInt(6) > 0 ? NAMES.get((first + i) % NAMES.size()) : "unknown" + i;
            final byte[] key = name.getBytes(StandardCharsets.UTF_8);
            final int code = random.nextInt(12);
            out.writeBytes(code == 0 ? generator.value(0) : Frames.join(new byte[] {(byte)(code == 1 ? 0xA3 : 0xA1),
                (byte)key.length}, key));
            out.writeBytes(generator.value(random.nextInt(4) / 3));
        }
        final byte[] body = out.toByteArray();
        final boolean isShort = body.length < 250 && random.nextBoolean();
        final ByteBuffer map = ByteBuffer.allocate(body.length + (isShort ? 3 : 9));
        return isShort ? map.put((byte)0xC1).put((byte)(body.length + 1)).put((byte)(2 * entries)).put(body).array()
            : map.put((byte)0xD1).putInt(body.length + 4).putInt(2 * entries).put(body).array();
    }

    @Test
    void areThoseThatAPlainLoopFinds()
    {
        final Random random = new Random(Settings.seed());
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int frame = 0; frame < FRAMES; frame += 8)
        {
            final List<String> names = NAMES.subList(0, 1 + random.nextInt(NAMES.size()));
            final byte[] map = map(random, generator);
            check(names, map);
            check(names, Frames.join(generator.value(2), map, map(random, generator)));
            check(names, Arrays.copyOf(map, random.nextInt(map.length)));
            for (int i = 0; i < 3; i++)
            {
                check(names, mutator.mutated(map));
            }
        }
        assertTrue(found > FRAMES, () -> "only " + found + " found");
        assertTrue(refused > FRAMES / 16, () -> "only " + refused + " refused");
    }

    /** More than are read ahead at once, and more names than can be read ahead. */
    @Test
    void areFoundInMapsOfHundreds()
    {
        final List<String> names = new ArrayList<>();
        final ByteArrayOutputStream entries = new ByteArrayOutputStream();
        for (int i = 0; i < 300; i++)
        {
            names.add("name" + i);
            final byte[] key = names.get(i).getBytes(StandardCharsets.US_ASCII);
            entries.writeBytes(Frames.join(new byte[] {(byte)0xA1, (byte)key.length}, key, new byte[] {0x54, (byte)i}));
        }
        final byte[] map =
            ByteBuffer.allocate(9 + entries.size()).put((byte)0xD1).putInt(entries.size() + 4).putInt(600)
                .put(entries.toByteArray()).array();
        final int before = found;
        check(names, map);
        check(names.subList(100, 101), map);
        assertEquals(301, found - before);
    }

    @Test
    void areToldApartThatDifferInOneByte()
    {
        final List<String> names = List.of("fourteen bytes");
        for (int at = 0; at <= 14; at++)
        {
            final StringBuilder other = new StringBuilder(names.get(0));
            other.replace(at, Math.min(at + 1, 14), "X");
            final String key = HexFormat.of().formatHex(other.toString().getBytes(StandardCharsets.US_ASCII));
            final byte[] map =
                Frames.hex(String.format("c1 %02x 02 a1%02x%s 5405", other.length() + 5, other.length(), key));
            final int before = found;
            check(names, map);
            assertEquals(0, found - before, other::toString);
        }
    }

    /** A described key whose bytes end like the name, and two that begin with what no code is. */
    @Test
    void areNoKeysThatHaveButTheEndOfALongName()
    {
        final List<String> names = List.of("a name of fifteen");
        final String end = HexFormat.of().formatHex(" fifteen".getBytes(StandardCharsets.US_ASCII));
        final int before = found;
        for (final String key : List.of("005301a10e" + "20".repeat(6), "015301a10e" + "20".repeat(6),
            "a1" + "00".repeat(10)))
        {
            check(names, Frames.hex("c1 16 02 " + key + end + "5405"));
        }
        assertEquals(0, found - before);
    }

    /** A text that says it is longer than what there is, at an array's end. */
    @Test
    void areRefusedWhoseTextsEndBehindTheArray()
    {
        final int before = refused;
        for (int size = 2; size <= 20; size++)
        {
            check(List.of("offset"), Frames.hex(String.format("c1 0c 02 a1066f6666736574 a1%02x20", size)));
            check(List.of("offset"), Frames.hex(String.format("c1 0c 02 a1066f6666736574 a0%02x20", size)));
        }
        assertEquals(2 * 2 * 19, refused - before);
    }

    /** What precedes a name of two bytes is not looked at where there is nothing. */
    @Test
    void areFoundAtAnArraysStart()
    {
        final int before = found;
        check(List.of("ab"), Frames.hex("c1 07 02 a3026162 5405"));
        check(List.of("ab"), Frames.hex("c1 07 02 a1026162 5405"));
        check(List.of(""), Frames.hex("c1 05 02 a300 5405"));
        assertEquals(2 * 3, found - before);
    }

    @Test
    void areShownAgainIfTheyComeAgain()
    {
        final Recorder recorder = new Recorder(-1, Action.CONTINUE);
        new AmqpValueScanner().scan(view.wrap(Frames.hex("c1 0b 04 a10161 5405 a10161 5406")), interest(List.of("a")),
            recorder);
        assertEquals("0 INT32 7 1\n0 INT32 12 1\nCOMPLETE null 0 0 0", recorder.text.toString());
    }

    @Test
    void areDeclaredAloneAndOnceEach()
    {
        final AmqpValueInterest.Builder builder = AmqpValueScanner.interest().entry("a", 0);
        assertThrows(IllegalArgumentException.class, () -> builder.entry("a", 1));
        assertThrows(IllegalArgumentException.class, () -> builder.entry("b", -1));
        assertThrows(NullPointerException.class, () -> builder.entry(null, 1));
        builder.everyValue(1);
        assertThrows(IllegalStateException.class, builder::build);
        assertThrows(IllegalArgumentException.class, () -> AmqpValueScanner.interest().entry("\uD800", 0).build());
    }
}

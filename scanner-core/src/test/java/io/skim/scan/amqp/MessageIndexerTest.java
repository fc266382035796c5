package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpVectors;
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
 * The fast paths write the index that the slow ones write, and leave faults to them: in any buffer, within any limits, for
 * any interest, of messages that are good, mutated or cut.
 */
class MessageIndexerTest
{
    private static final int FRAMES = Settings.frames(20_000);
    /** Longer by 256 than the key of an entry that it begins like, value and all. */
    private static final String LONG_NAME = "k".repeat(44) + "Ta" + "a".repeat(254);
    private static final int EVERY = AmqpField.values().length;
    private static final List<AmqpInterest> INTERESTS =
        List.of(names().build(), shortNames().build(), oneName().build(),
            longNames().build(),
            names().ids(EVERY).everyProperty(EVERY).everyEntry(AmqpField.MESSAGE_ANNOTATIONS, EVERY + 1)
                .everyEntry(AmqpField.FOOTER, EVERY + 2).build(),
            shortNames().ids(EVERY).field(AmqpField.TO, EVERY).field(AmqpField.TTL, EVERY + 1).firstMatchWins().build(),
            AmqpScanner.interest().field(AmqpField.PROPERTIES, 0).field(AmqpField.FOOTER, 1)
                .field(AmqpField.CREATION_TIME, 2)
                .build(),
            AmqpScanner.interest().everything().build(), AmqpScanner.interest().everything().nested(EVERY).build());
    private static final List<Limits> LIMITS = List.of(Limits.DEFAULT, Limits.DEFAULT.withMaxHeaderLength(60)
        .withMaxElementCount(4).withMaxSectionCount(4));

    private static final AmqpValueInterest VALUES = AmqpValueScanner.interest().everyValue(0).build();

    private final FrameView view = new FrameView();
    private final FrameView small = new FrameView(Limits.DEFAULT.withMaxHeaderLength(60));
    private int indexed;
    private int refused;

    private static AmqpInterest.Builder names()
    {
        return AmqpScanner.interest().property("topic", 0).property("TAGS", 1).property("num", 2).property("str", 3)
            .property("0123456789abcdef", 4).entry(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-trace", 5)
            .entry(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-jms-dest", 5)
            .entry(AmqpField.FOOTER, "orders", 6).entry(AmqpField.DELIVERY_ANNOTATIONS, "topic", 7);
    }

    private static AmqpInterest.Builder shortNames()
    {
        return AmqpScanner.interest().property("a", 0).property("", 1).property("KEYS", 2)
            .entry(AmqpField.MESSAGE_ANNOTATIONS, "a", 3);
    }

    private static AmqpInterest.Builder oneName()
    {
        return AmqpScanner.interest().property("num", 0).entry(AmqpField.MESSAGE_ANNOTATIONS, "", 1)
            .entry(AmqpField.FOOTER, "a", 2).entry(AmqpField.DELIVERY_ANNOTATIONS, "orders",
                3);
    }

    /** The first are longer than what an entry's first eight bytes tell; the last is longer than a short key may be. */
    private static AmqpInterest.Builder longNames()
    {
        return AmqpScanner.interest().property("amqp:accepted:list", 0)
            .entry(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-trace", 1)
            .entry(AmqpField.DELIVERY_ANNOTATIONS, "x-opt-jms-dest", 2).entry(AmqpField.FOOTER, LONG_NAME, 3);
    }

    /** All that a consumer can read of an index, or the fault. */
    private static String index(final FrameView frame, final AmqpScan scan, final AmqpInterest interest)
    {
        final StringBuilder text = new StringBuilder();
        scan.begin(frame, interest.firstMatchWins(), interest.allIds);
        final int result = new MessageIndexer(scan).index(frame, interest);
        scan.end(true);
        text.append(result);
        if (result < 0)
        {
            return text.append(' ').append(scan.fault.reason()).append(' ').append(scan.fault.offset()).append(' ')
                .append(scan.fault.claimed()).append(' ').append(scan.fault.available()).toString();
        }
        for (int i = 0; i < scan.sections.count; i++)
        {
            text.append("\n").append(scan.sections.ranks[i]).append(' ').append(scan.sections.start(i)).append(' ')
                .append(scan.sections.values[i]).append(' ').append(scan.sections.firstItem(i)).append(
                    ' ')
                .append(scan.sections.endOfItems(i));
        }
        return text.append(Arrays.toString(Arrays.copyOf(scan.items.items, scan.items.count))).toString();
    }

    private void check(final byte[] message)
    {
        check(view.wrap(Buffers.poisoned(message), Buffers.BEFORE, message.length), message);
        check(view.wrap(message), message);
        check(view.wrap(ByteBuffer.allocateDirect(message.length).put(message).flip()), message);
        check(small.wrap(ByteBuffer.allocateDirect(message.length).put(message).flip()), message);
        check(view.wrapPart(message, 0, message.length - message.length / 3, message.length), message);
    }

    private void check(final FrameView frame, final byte[] message)
    {
        for (final Limits limits : LIMITS)
        {
            for (final Strictness strictness : Strictness.values())
            {
                final AmqpScan fast = new AmqpScan(limits, strictness);
                final AmqpScan careful = new AmqpScan(limits, strictness);
                careful.items.fast = false;
                careful.sections.fast = false;
                for (final AmqpInterest interest : INTERESTS)
                {
                    final String expected = index(frame, careful, interest);
                    assertEquals(expected, index(frame, fast, interest),
                        () -> interest + " " + HexFormat.of().formatHex(
                            message));
                    refused += expected.startsWith("-") ? 1 : 0;
                    indexed += expected.startsWith("-") ? 0 : 1;
                }
            }
        }
    }

    @Test
    void itsHalvesAgreeAboutGeneratedAndSpoiledMessages()
    {
        UsualMessages.forEachGoodAndSpoiled((FRAMES + 63) / 64, this::check);
        assertTrue(indexed > FRAMES, () -> "only " + indexed + " indexed");
        assertTrue(refused > FRAMES, () -> "only " + refused + " refused");
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
    void itsHalvesAgreeAboutCapturedMessagesHoweverSpoiled() throws IOException
    {
        final Random random = new Random(Settings.seed());
        final AmqpMutator mutator = new AmqpMutator(random);
        for (final List<byte[]> messages : captured())
        {
            for (final byte[] message : messages.subList(0, Math.min(3, messages.size())))
            {
                check(message);
                for (int length = 0; length < Math.min(message.length, 400); length += 1 + random.nextInt(32))
                {
                    check(Arrays.copyOf(message, length));
                }
                for (int i = 0; i < 20; i++)
                {
                    check(mutator.mutated(message));
                }
            }
        }
        assertTrue(indexed > 1_000, () -> "only " + indexed + " indexed");
        assertTrue(refused > 1_000, () -> "only " + refused + " refused");
    }

    @Test
    void itsHalvesAgreeAboutEachVectorAndAboutSizesThatOverflow()
    {
        AmqpVectors.all().forEach(vector -> check(vector.bytes()));
        AmqpVectors.malformed().forEach(vector -> check(vector.bytes()));
        for (final String size : List.of("7fffffff", "ffffffff", "80000000", "00000003", "00000004", "fffffff8"))
        {
            for (final String section : List.of("005371d1", "005374d1", "005375b0", "005370d0", "005378d1"))
            {
                check(Frames.hex(section + size + "00000000" + "005374c10902a1036e756d5405" + "00537740"));
            }
        }
    }

    /** A body value of each code, cut at each place, the last one and before a footer. */
    @Test
    void itsHalvesAgreeAboutABodyOfEachCode()
    {
        for (int code = 0; code < 256; code++)
        {
            for (final String body : List.of("00".repeat(17), "01".repeat(17), "0201a1" + "61".repeat(14),
                "0000000d00000001a107" + "61".repeat(7), "ff".repeat(17), "d800".repeat(8)))
            {
                final byte[] value = Frames.hex(String.format("00537045 005377%02x", code) + body);
                for (int length = 4; length <= value.length; length++)
                {
                    check(Arrays.copyOf(value, length));
                    final byte[] footed = Arrays.copyOf(value, length + 6);
                    System.arraycopy(Frames.hex("005378c10100"), 0, footed, length, 6);
                    check(footed);
                }
            }
        }
        assertTrue(indexed > 0 && refused > 0, () -> indexed + " indexed, " + refused + " refused");
    }

    /** What was indexed of a region, or the fault. */
    private static String region(final FrameView frame, final AmqpValueScanner scanner)
    {
        final Outcome outcome = scanner.scan(frame, VALUES, (id, value) -> Action.CONTINUE);
        final ItemIndex items = scanner.scan.items;
        return outcome == Outcome.MALFORMED ? scanner.fault().toString()
            : Arrays.toString(Arrays.copyOf(items.items, items.count));
    }

    private void checkRegion(final byte[] values)
    {
        for (final Limits limits : List.of(Limits.DEFAULT, Limits.DEFAULT.withMaxElementCount(4).withMaxDepth(2)))
        {
            final AmqpValueScanner fast = new AmqpValueScanner(limits, Strictness.STRICT);
            final AmqpValueScanner careful = new AmqpValueScanner(limits, Strictness.STRICT);
            careful.scan.items.fast = false;
            final String expected = region(view.wrap(values), careful);
            assertEquals(expected, region(view.wrap(values), fast), () -> HexFormat.of().formatHex(values));
            assertEquals(expected, region(view.wrap(Buffers.poisoned(values), Buffers.BEFORE, values.length), fast),
                () -> HexFormat.of().formatHex(values));
            refused += expected.startsWith("[") ? 0 : 1;
            indexed += expected.startsWith("[") ? 1 : 0;
        }
    }

    @Test
    void itsHalvesAgreeAboutRegionsHoweverSpoiled()
    {
        final Random random = new Random(Settings.seed());
        final AmqpMutator mutator = new AmqpMutator(random);
        AmqpGenerator.each(FRAMES / 16, values -> {
            checkRegion(values);
            checkRegion(Arrays.copyOf(values, random.nextInt(values.length + 1)));
            checkRegion(mutator.mutated(values));
        });
        final int numbers = 200;
        for (final String values : List.of("c00a05 5405 a10161 5601 40 45",
            "c11204 a10161 5405 a10162 c10702a10163c00100",
            "c11204 a10161 5405 a10162 d10000000400000000", "d00000000d00000003 5406 c00402415405 41",
            "d10000000f00000004 a30161 710000000a 5407 40", "c00702 c003024142 43",
            "c00904 5401 5402 5403 5404 c00904 5401 5402 5403 5404",
            String.format("d0%08x%08x", 4 + 2 * numbers, numbers)
                + "5409".repeat(numbers)))
        {
            final int before = indexed;
            checkRegion(Frames.hex(values));
            assertTrue(indexed > before, values);
            AmqpMutator.eachLie(Frames.hex(values), this::checkRegion);
            AmqpMutator.eachBitFlip(Frames.hex(values), this::checkRegion);
        }
        assertTrue(indexed > FRAMES / 16, () -> "only " + indexed + " indexed");
        assertTrue(refused > FRAMES / 16, () -> "only " + refused + " refused");
    }

    /** Values that are shown of a message with the long names declared. */
    private List<Integer> shown(final byte[] message)
    {
        final List<Integer> offsets = new ArrayList<>();
        new AmqpScanner().scan(view.wrap(message), longNames().build(), (id, value) -> {
            offsets.add(value.offset());
            return Action.CONTINUE;
        });
        return offsets;
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
            final byte[] message = Frames.hex("005374c1" + String.format("%02x04", size) + entries);
            check(message);
            assertEquals(List.of(message.length - 1), shown(message), other::toString);
        }
    }

    @Test
    void takesNoShortKeyForALongNameWhoseLengthEndsInTheSameOctet()
    {
        final byte[] message = Frames.hex("005378c1 31 02 a32c" + "6b".repeat(44) + "5461");
        check(message);
        assertEquals(List.of(), shown(message));
    }

    @Test
    void findsANameLongerThanAShortKeyMayBe()
    {
        final String key = HexFormat.of().formatHex(LONG_NAME.getBytes(StandardCharsets.US_ASCII));
        final byte[] message =
            Frames.hex(
                String.format("005378d1 %08x 00000002 b3%08x", 4 + 5 + LONG_NAME.length() + 2, LONG_NAME.length()) + key
                    + "5461");
        check(message);
        assertEquals(List.of(message.length - 1), shown(message));
    }
}

package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A scan that enters compound values looks at all of them: also at those that it does not show one by one, the keys of maps
 * and the descriptors that the elements of an array share.
 */
class CompoundKeysTest
{
    private static final AmqpInterest MESSAGE =
        AmqpScanner.interest().everything().nested(AmqpField.values().length).build();
    private static final AmqpInterest FLAT = AmqpScanner.interest().everything().build();
    private static final AmqpValueInterest VALUES = AmqpValueScanner.interest().everyValue(0).build();

    /** {@code {[null]: [1], {"a": [null]}: null}}, and an array of 1 and 2, both described by [null], with the value 2. */
    private static final String MAP = "C12206" + "C0020140C003015401" + "C10802A10161C002014040"
        + "E0090200C0020140500102" + "5402";

    private final AmqpScanner strict = new AmqpScanner();
    private final AmqpScanner lenient = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
    private final AmqpValueScanner values = new AmqpValueScanner();
    private final FrameView view = new FrameView();

    private static <I extends Interest> String outcome(final FrameScanner<I> scanner, final FrameView frame,
        final I interest)
    {
        final Outcome outcome = scanner.scan(frame, interest, (id, value) -> Action.CONTINUE);
        return outcome + (outcome == Outcome.MALFORMED
            ? " " + scanner.fault().reason() + " " + scanner.fault().offset() : "");
    }

    /** Each value is the key of a map with one entry, whose constructor stands at 3. */
    @ParameterizedTest
    @CsvSource({"45, COMPLETE", "C00100, COMPLETE", "C0020140, COMPLETE",
        "C003025201, MALFORMED VALUE_OVERRUNS_CONTAINER 8", "C00201FF, MALFORMED CODE_UNKNOWN 6",
        "C003014040, MALFORMED CONTAINER_NOT_CONSUMED 7", "C0020540, MALFORMED COUNT_OVERRUNS_SIZE 4",
        "C00501A102C328, MALFORMED INVALID_UTF8 8", "C00401A30180, MALFORMED SYMBOL_NOT_ASCII 8",
        "C103024040, COMPLETE", "C1020140, MALFORMED MAP_COUNT_ODD 4", "C10602C002014040, COMPLETE",
        "C10602C002054040, MALFORMED COUNT_OVERRUNS_SIZE 7", "E0020040, COMPLETE", "E003015001, COMPLETE",
        "E003025001, MALFORMED COUNT_OVERRUNS_SIZE 4", "E00501A102C328, MALFORMED INVALID_UTF8 8",
        "005301A10161, COMPLETE", "005301A101FF, MALFORMED INVALID_UTF8 8", "00A301FF40, MALFORMED SYMBOL_NOT_ASCII 6",
        "00C002054040, MALFORMED COUNT_OVERRUNS_SIZE 5", "E0070100A301615001, COMPLETE",
        "E0070100A301FF5001, MALFORMED SYMBOL_NOT_ASCII 9", "E006010045C00100, COMPLETE",
        "E008020045C001000100, COMPLETE",
        "E007010045C00100FF, MALFORMED CONTAINER_NOT_CONSUMED 11"})
    void isCheckedAsIfItWereEntered(final String hex, final String expected)
    {
        final byte[] key = Frames.hex(hex);
        final byte[] map = Frames.join(new byte[] {(byte)0xC1, (byte)(key.length + 2), 2}, key, new byte[] {0x40});
        assertEquals(expected, outcome(values, view.wrap(map), VALUES));
        assertEquals(expected, outcome(values, view.wrap(Frames.join(new byte[5], map), 5, map.length), VALUES));
        final byte[] inBody = Frames.join(Frames.hex("005377"), map);
        final byte[] inFooter = Frames.join(Frames.hex("005378"), map);
        final String moved = moved(expected, 3);
        assertEquals(moved, outcome(strict, view.wrap(inBody), MESSAGE));
        assertEquals(moved, outcome(lenient, view.wrap(inFooter), MESSAGE));
        if (expected.equals("COMPLETE"))
        {
            assertEquals(moved, outcome(lenient, view.wrap(inFooter), FLAT));
        }
    }

    private static String moved(final String expected, final int by)
    {
        final String[] words = expected.split(" ");
        return words.length < 3 ? expected : words[0] + " " + words[1] + " " + (Integer.parseInt(words[2]) + by);
    }

    @Test
    void theMessageOfTheReportIsRefusedWhereItsKeyIs()
    {
        assertEquals("MALFORMED COUNT_OVERRUNS_SIZE 7",
            outcome(strict, view.wrap(Frames.hex("005377C10502C0010540")), MESSAGE));
    }

    @ParameterizedTest
    @CsvSource({"E0070100A301615001, COMPLETE", "E0070100A301FF5001, MALFORMED SYMBOL_NOT_ASCII 6",
        "E0080100C00201405001, COMPLETE", "E0080100C00205405001, MALFORMED COUNT_OVERRUNS_SIZE 5",
        "E00C0100C002014000A301615001, COMPLETE", "E00C0100C002014000A301FF5001, MALFORMED SYMBOL_NOT_ASCII 11",
        "E00C0100A3016100C00205405001, MALFORMED COUNT_OVERRUNS_SIZE 9", "E00D0100E0070100A3016150015001, COMPLETE",
        "E00D0100E0070100A301FF50015001, MALFORMED SYMBOL_NOT_ASCII 10",
        "E00E0100E0080100C002054050015001, MALFORMED COUNT_OVERRUNS_SIZE 9",
        "E00E0100E00802C00201400201405001, COMPLETE",
        "E00E0100E00802C00201400205405001, MALFORMED COUNT_OVERRUNS_SIZE 11"})
    void theDescriptorsOfElementsAreChecked(final String hex, final String expected)
    {
        assertEquals(expected, outcome(values, view.wrap(Frames.hex(hex)), VALUES));
    }

    /** A value is taken as a key of a map if and only if it is taken by itself: flipped bits of values of every kind. */
    @Test
    void aKeyIsJudgedAsTheSameValueByItself()
    {
        final Random random = new Random(Settings.seed());
        final AmqpGenerator generator = new AmqpGenerator(random);
        final List<byte[]> seeds = new ArrayList<>(List.of(Frames.hex("E008020045C001000100"), Frames.hex(
            "E00D0100E00601004540C001004540"), Frames.hex("E00A0200E0060100454040450100"), Frames.hex(MAP)));
        for (int i = 0; i < Settings.frames(400); i++)
        {
            seeds.add(generator.value(4));
        }
        final int[] counts = new int[2];
        for (final byte[] seed : seeds)
        {
            AmqpMutator.eachBitFlip(Arrays.copyOf(seed, Math.min(seed.length, 200)), value -> counts[checkKey(value)
                ? 1 : 0]++);
        }
        assertTrue(counts[0] > 10_000 && counts[1] > 10_000, Arrays.toString(counts));
    }

    private boolean checkKey(final byte[] value)
    {
        final AmqpReader reader = new AmqpReader().wrap(view.wrap(value));
        if (reader.next() != AmqpReader.VALUE || reader.position() != value.length)
        {
            // More than a value or less, of which the one behind the key would be a part.
            return false;
        }
        final boolean taken = outcome(values, view.wrap(value), VALUES).equals("COMPLETE");
        final ByteBuffer map = ByteBuffer.allocate(10 + value.length);
        map.put((byte)0xD1).putInt(5 + value.length).putInt(2).put(value).put((byte)0x40);
        final String asKey = outcome(values, view.wrap(map.array()), VALUES);
        assertEquals(taken, asKey.equals("COMPLETE"), () -> HexFormat.of().formatHex(value) + " " + asKey);
        return taken;
    }

    /** What is checked on the way takes nothing from what is shown. */
    @Test
    void whatIsShownIsTheSameWithKeysOfAnyKind()
    {
        final List<String> shown = new ArrayList<>();
        final DataHandler handler = new DataHandler()
        {
            @Override
            public Action onField(final int id, final Cursor value)
            {
                shown.add(value.kind() + "@" + value.offset());
                return Action.CONTINUE;
            }

            @Override
            public Action onEntry(final int id, final Cursor key, final Cursor value)
            {
                shown.add(key.kind() + "@" + key.offset() + "=" + value.kind() + "@" + value.offset());
                return Action.CONTINUE;
            }
        };
        final byte[] map = Frames.hex(MAP);
        assertEquals(Outcome.COMPLETE, values.scan(view.wrap(map), VALUES, handler), () -> values.fault().toString());
        assertEquals(List.of("LIST@4=LIST@8", "INT32@11", "MAP@13=NULL@23", "ARRAY@24=INT32@35"), shown);
    }

    private static byte[] number(final int value)
    {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    private static byte[] nested(final String open, final int depth)
    {
        byte[] value = {0x40};
        for (int i = 0; i < depth; i++)
        {
            value = open.equals("key") ? Frames.join(Frames.hex("D1"), number(value.length + 5), number(2),
                value, Frames.hex("40"))
                : Frames.join(Frames.hex("F0"), number(value.length + 7), number(1), Frames.hex("00"),
                    value, Frames.hex("5001"));
        }
        return value;
    }

    @ParameterizedTest
    @CsvSource({"key, 64, 65", "descriptor, 63, 64"})
    void depthIsLimitedAndNothingRecurses(final String open, final int good, final int bad)
    {
        assertEquals("COMPLETE", outcome(values, view.wrap(nested(open, good)), VALUES));
        for (final int depth : new int[] {bad, 20_000})
        {
            final Outcome outcome = values.scan(view.wrap(nested(open, depth)), VALUES, (id, value) -> Action.CONTINUE);
            assertEquals(Outcome.MALFORMED, outcome);
            assertEquals(Reason.NESTED_TOO_DEEP, values.fault().reason());
        }
    }

    @Test
    void allocatesNothing()
    {
        final byte[] message = Frames.hex("005377" + MAP);
        final byte[] spoiled = message.clone();
        spoiled[8] = 5;
        for (final byte[] each : List.of(message, spoiled))
        {
            final DataHandler handler = (id, value) -> Action.CONTINUE;
            assertEquals(0, Allocations.by(() -> strict.scan(view.wrap(each), MESSAGE, handler), 20_000, 1_000),
                () -> HexFormat.of().formatHex(each));
        }
    }
}

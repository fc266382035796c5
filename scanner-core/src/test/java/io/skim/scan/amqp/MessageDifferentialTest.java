package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpStrict;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Good;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The scanner of messages against a reading of the standard: what one takes the other takes with the same meaning.
 */
class MessageDifferentialTest
{
    private static final int FRAMES = Settings.frames(20_000);
    /** Everything, and into compound values: then all is checked. */
    private static final AmqpInterest DEEP =
        AmqpScanner.interest().everything().nested(AmqpField.values().length).build();
    private static final AmqpInterest FLAT = AmqpScanner.interest().everything().build();

    private final AmqpScanner scanner = new AmqpScanner();
    private final FrameView view = new FrameView();
    private int taken;
    private int refused;

    void check(final byte[] message)
    {
        final String what = HexFormat.of().formatHex(message);
        final byte[] poisoned = Buffers.poisoned(message);
        view.wrap(poisoned, Buffers.BEFORE, message.length);
        final Outcome deep = scanner.scan(view, DEEP, (id, value) -> Action.CONTINUE);
        final String fault = scanner.fault() + " " + what;
        assertTrue(scanner.fault().offset() >= 0 && scanner.fault().offset() <= message.length, fault);
        final Recorder flat = new Recorder();
        final Outcome outcome = scanner.scan(view, FLAT, flat);
        List<List<AmqpNode>> expected;
        try
        {
            expected = AmqpMessages.read(message);
        }
        catch (final AmqpStrict.Refused e)
        {
            refused++;
            assertEquals(Outcome.MALFORMED, deep, () -> "taken, though " + e.getMessage() + ": " + what);
            return;
        }
        taken++;
        assertEquals(Outcome.COMPLETE, deep, fault);
        assertEquals(Outcome.COMPLETE, outcome, fault);
        assertEquals(expected(expected), flat.text.toString(), what);
    }

    private static String expected(final List<List<AmqpNode>> sections)
    {
        final StringBuilder text = new StringBuilder();
        for (final AmqpField field : AmqpField.values())
        {
            for (final AmqpNode value : field.isSection() ? sections.get(field.section) : List.<AmqpNode>of())
            {
                if (field.section == SectionIndex.HEADER || field.section == SectionIndex.PROPERTIES)
                {
                    for (int i = 0; i < value.children().size(); i++)
                    {
                        text.append(AmqpField.of(field.ordinal() + 1 + i)).append(' ').append(shown(value.children()
                            .get(i))).append('\n');
                    }
                }
                else if (value.type().equals("map") && field != AmqpField.VALUE)
                {
                    for (int i = 0; i < value.children().size(); i += 2)
                    {
                        text.append(field).append(' ').append(shown(value.children().get(i))).append('=').append(shown(
                            value.children().get(i + 1))).append('\n');
                    }
                }
                else
                {
                    text.append(field).append(' ').append(shown(value)).append('\n');
                }
            }
        }
        return text.toString();
    }

    private static String shown(final AmqpNode node)
    {
        return node.json() != null ? node.json() : node.type().equals("described") ? "DESCRIBED 0" : node.type()
            .toUpperCase() + " " + node.children().size();
    }

    private static String shown(final Cursor value)
    {
        if (value.kind() == Kind.BYTES)
        {
            final byte[] bytes = new byte[value.length()];
            value.copyTo(bytes, 0);
            return '"' + HexFormat.of().formatHex(bytes) + '"';
        }
        final boolean compound = value.kind().ordinal() >= Kind.LIST.ordinal();
        return compound ? value.kind() + " " + value.count() : AmqpTree.json(value);
    }

    private static final class Recorder implements DataHandler
    {
        private final StringBuilder text = new StringBuilder();

        @Override
        public Action onField(final int id, final Cursor value)
        {
            text.append(AmqpField.of(id)).append(' ').append(shown(value)).append('\n');
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            text.append(AmqpField.of(id)).append(' ').append(shown(key)).append('=').append(shown(value)).append('\n');
            return Action.CONTINUE;
        }
    }

    @Test
    void generatedAndSpoiledMessagesMeanWhatTheStandardSaysOrAreRefused()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int frame = 0; frame < FRAMES; frame += 4)
        {
            final byte[] message = AmqpMessages.random(random, generator);
            try
            {
                check(message);
                for (int i = 0; i < 3; i++)
                {
                    check(mutator.mutated(message));
                }
            }
            catch (final AssertionError | RuntimeException e)
            {
                fail("-Dskim.seed=" + seed + ", frame " + frame, e);
            }
        }
        assertTrue(taken > FRAMES / 6, () -> "only " + taken + " taken");
        assertTrue(refused > FRAMES / 6, () -> "only " + refused + " refused");
    }

    @Test
    void theTextOfAValueInAMapIsCheckedLikeThatOfItsKey()
    {
        for (final String map : List.of("c10702 a10161 a101ff", "c10702 a101ff a10161", "c10702 a10161 a30180"))
        {
            assertEquals(Outcome.MALFORMED, scanner.scan(view.wrap(Frames.hex("005377" + map)), DEEP, (id,
                value) -> Action.CONTINUE), map);
            assertEquals(Outcome.MALFORMED, new AmqpValueScanner().scan(view.wrap(Frames.hex(map)), AmqpValueScanner
                .interest().everyValue(0).build(), (id, value) -> Action.CONTINUE), map);
        }
    }

    @Test
    void elementsWithoutBytesAreCountedTogetherInAllSections()
    {
        // Two arrays of 1,000 nulls, each below 1,024 and one for each byte: one among the annotations, one in the body.
        final String array = "f000000005 000003e8 40";
        final byte[] message = Frames.hex("005372 c10e02 a30161" + array + "005377" + array);
        assertEquals(Outcome.MALFORMED, scanner.scan(view.wrap(message), DEEP, (id, value) -> Action.CONTINUE));
        assertEquals(Reason.TOO_MANY_ELEMENTS, scanner.fault().reason());
        view.wrap(message, 0, message.length - 13);
        for (int scan = 0; scan < 3; scan++)
        {
            assertEquals(Outcome.COMPLETE, scanner.scan(view, DEEP, (id, value) -> Action.CONTINUE));
        }
    }

    @Test
    void everyVectorIsTakenWithItsMeaning()
    {
        AmqpVectors.messages().forEach(vector -> check(vector.bytes()));
        AmqpVectors.malformed().forEach(vector -> check(vector.bytes()));
        assertTrue(taken >= 40, () -> "only " + taken);
    }

    @Test
    void everyPrefixAndBitFlipOfAMessageIsReadAsTheStandardSaysOrRefused()
    {
        for (final Good vector : AmqpVectors.messages())
        {
            for (int length = 0; length < vector.bytes().length; length++)
            {
                check(Arrays.copyOf(vector.bytes(), length));
            }
            AmqpMutator.eachBitFlip(vector.bytes().clone(), this::check);
            AmqpMutator.eachLie(vector.bytes(), this::check);
        }
        assertNotEquals(0, taken);
        assertTrue(refused > 5_000, () -> "only " + refused);
    }
}

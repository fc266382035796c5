package io.skim.pojo.amqp.types;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpFieldDefinition;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpNull;
import io.skim.pojo.amqp.AmqpSchemaException;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.pojo.amqp.AmqpUint;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.Performative;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The short way into the fields of composites, and the general way: the same object, or the general way alone judges. */
class PlainFieldsTest
{
    private static final int ROUNDS = 60;

    private final long seed = Settings.seed();
    private final Random random = new Random(seed);
    private final RandomTyped values = new RandomTyped(random);
    private final AmqpMutator mutator = new AmqpMutator(random);
    private final WrittenBytes written = new WrittenBytes();
    private final FrameView view = new FrameView();
    private int taken;

    static List<AmqpTypeDefinition> definitions()
    {
        return AmqpTypes.standard().all().stream().filter(AmqpTypeDefinition::isComposite).toList();
    }

    /** Wants each field by its name, which never goes the short way. */
    private static AmqpClass<?> general(final AmqpTypeDefinition definition)
    {
        return AmqpTypedValues.named(definition.name()).only(definition.fields().stream().map(AmqpFieldDefinition::name)
            .toArray(String[]::new));
    }

    /** With four bytes each for size and count, as some peers write every list. */
    private static byte[] widened(final byte[] bytes)
    {
        if (bytes[1] != 0x53 || (bytes[3] & 0xFF) != 0xC0)
        {
            return bytes;
        }
        return ByteBuffer.allocate(bytes.length + 6).put(bytes, 0, 3).put((byte)0xD0).putInt(bytes.length - 6 + 4)
            .putInt(bytes[5] & 0xFF).put(bytes, 6, bytes.length - 6).array();
    }

    private void assertAgree(final AmqpTypeDefinition definition, final AmqpBudget budget, final Strictness strictness,
        final List<byte[]> all)
    {
        final AmqpTypedReader reader = new AmqpTypedReader(budget, Limits.DEFAULT, strictness);
        final PlainFields fields = new PlainFields(budget, strictness);
        final AmqpClass<?> whole = AmqpTypedValues.named(definition.name());
        final AmqpClass<?> general = general(definition);
        for (final byte[] bytes : all)
        {
            final String input = definition + " " + HexFormat.of().formatHex(bytes) + " -Dskim.seed=" + seed;
            // Not at the array's start, and with what is no part of the value behind it.
            final byte[] around = new byte[bytes.length + 20];
            Arrays.fill(around, (byte)0x41);
            System.arraycopy(bytes, 0, around, 3, bytes.length);
            view.wrap(around, 1, bytes.length + 2);
            final AmqpTyped expected = reader.read(view, 2, bytes.length, general);
            final String fault = reader.fault().toString();
            final AmqpTyped plain = fields.value(view, 2, bytes.length, whole);
            assertTrue(plain == null || plain.equals(expected), input);
            assertEquals(expected, reader.read(view, 2, bytes.length, whole), input);
            assertEquals(fault, reader.fault().toString(), input);
            if (plain != null)
            {
                taken++;
                assertEquals(expected.toString(), plain.toString());
                assertArrayEquals(written.of(expected), written.of(plain), input);
            }
        }
    }

    private List<byte[]> spoilt(final byte[] bytes)
    {
        return random.ints(30, 0, 4).mapToObj(kind -> {
            if (kind == 0)
            {
                return Arrays.copyOf(bytes, random.nextInt(bytes.length + 2));
            }
            if (kind == 1)
            {
                final byte[] flipped = bytes.clone();
                flipped[random.nextInt(bytes.length)] ^= (byte)(1 << random.nextInt(8));
                return flipped;
            }
            return mutator.mutated(bytes);
        }).toList();
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void whatIsTakenIsWhatTheGeneralWayTakes(final AmqpTypeDefinition definition)
    {
        int whole = 0;
        for (int round = 0; round < ROUNDS; round++)
        {
            final byte[] shortest = written.of(values.value(definition));
            final byte[] bytes = round % 2 == 0 ? shortest : widened(shortest);
            taken = 0;
            assertAgree(definition, AmqpBudget.DEFAULT, Strictness.STRICT, List.of(bytes));
            whole += taken;
            assertAgree(definition, AmqpBudget.DEFAULT, Strictness.STRICT, spoilt(bytes));
            assertAgree(definition, AmqpBudget.DEFAULT, Strictness.LENIENT, spoilt(bytes));
        }
        // Symbolic descriptors go the general way, and one type has a numeric one of eight octets.
        assertTrue(definition.code() < 256 ? whole > ROUNDS / 4 : whole == 0, () -> definition + " -Dskim.seed="
            + seed);
    }

    /** Whatever the budget holds, and whatever is a little too much for it. */
    @ParameterizedTest
    @MethodSource("definitions")
    void budgetsHold(final AmqpTypeDefinition definition)
    {
        for (int round = 0; round < ROUNDS; round++)
        {
            final List<byte[]> bytes = List.of(written.of(values.value(definition)));
            assertAgree(definition, AmqpBudget.DEFAULT.withMaxDepth(2 + random.nextInt(9)), Strictness.STRICT, bytes);
            assertAgree(definition, AmqpBudget.DEFAULT.withMaxNodes(2 + random.nextInt(400)), Strictness.STRICT, bytes);
            assertAgree(definition, AmqpBudget.DEFAULT.withMaxBytes(random.nextInt(900)), Strictness.STRICT, bytes);
        }
    }

    /** An array of 1,000 elements without bytes is so many nodes, whatever half of a budget holds. */
    @Test
    void elementsWithoutBytesAreCounted()
    {
        final List<byte[]> open = List.of(HexFormat.of().parseHex(
            "005310C01C0AA101634040404040404040C10E02A3016BF000000005000003E841"));
        // Of more than 1,024 and one for each byte none is taken.
        assertAgree(AmqpOpen.TYPE.definition(), AmqpBudget.DEFAULT, Strictness.STRICT, List.of(HexFormat.of().parseHex(
            "005310C01C0AA101634040404040404040C10E02A3016BF0000000050000FFFF41")));
        assertEquals(0, taken);
        for (int nodes = 0; nodes < 20; nodes++)
        {
            assertAgree(AmqpOpen.TYPE.definition(), AmqpBudget.DEFAULT.withMaxNodes(995 + nodes), Strictness.STRICT,
                open);
            assertAgree(AmqpOpen.TYPE.definition(), AmqpBudget.DEFAULT.withMaxNodes(1_995 + nodes), Strictness.STRICT,
                open);
        }
        assertTrue(taken > 0 && taken < 20);
    }

    @ParameterizedTest
    @EnumSource(Performative.class)
    void aPerformativeIsJudgedByTheFramesReader(final Performative performative)
    {
        final AmqpTypeDefinition definition = AmqpTypes.standard().of((long)performative.code());
        final AmqpClass<?> whole = AmqpTypedValues.named(definition.name());
        final AmqpClass<?> general = general(definition);
        final AmqpTypedReader strict = new AmqpTypedReader();
        final AmqpTypedReader lenient =
            new AmqpTypedReader(AmqpBudget.DEFAULT, Limits.DEFAULT, Strictness.LENIENT);
        for (int round = 0; round < ROUNDS; round++)
        {
            final byte[] frame = frame(performative, definition);
            for (final byte[] bytes : spoilt(frame))
            {
                for (final AmqpTypedReader reader : List.of(strict, lenient))
                {
                    final AmqpTyped expected = reader.readPerformative(view.wrap(bytes), general);
                    final String fault = reader.fault().toString();
                    final String input = HexFormat.of().formatHex(bytes) + " -Dskim.seed=" + seed;
                    assertEquals(expected, reader.readPerformative(view, whole), input);
                    assertEquals(fault, reader.fault().toString(), input);
                }
            }
        }
    }

    private byte[] frame(final Performative performative, final AmqpTypeDefinition definition)
    {
        return written.frameOf(performative, values.value(definition));
    }

    /** Numbers that stand for nothing; of values outside a frame nobody asks. */
    @ParameterizedTest
    @CsvSource({"attach, 005312C00904A1016C5200415003", "attach, 005312C00A05A1016C520041405002",
        "transfer, 005314C00A07520040404040405002", "sasl-outcome, 005344C003015005"})
    void choicesAreThoseOfTheStandard(final String name, final String hex)
    {
        final byte[] value = HexFormat.of().parseHex(hex);
        final byte[] frame = ByteBuffer.allocate(8 + value.length).putInt(8 + value.length).put((byte)2).put(
            (byte)(name.startsWith("sasl") ? 1 : 0)).putShort((short)0).put(value).array();
        final AmqpTypedReader reader = new AmqpTypedReader();
        assertNull(reader.readPerformative(view.wrap(frame)));
        assertTrue(reader.fault().toString().startsWith("FIELD_VALUE"), () -> reader.fault().toString());
        frame[frame.length - 1] = 1;
        assertNotNull(reader.readPerformative(view), () -> reader.fault().toString());
    }

    private AmqpTyped read(final AmqpTyped typed)
    {
        return new AmqpTypedReader().read(view.wrap(written.of(typed)));
    }

    private static AmqpValue link(final String address)
    {
        return new AmqpSource().address(new AmqpString(address)).capabilities(List.of("queue")).toValue();
    }

    private static AmqpAttach attach(final AmqpValue source)
    {
        return new AmqpAttach().name("link").handle(1L).role(true).source(source);
    }

    @Test
    void whatStandsInAFieldIsAnObjectOfItsClass()
    {
        final AmqpAttach read = (AmqpAttach)read(attach(link("orders")));
        final AmqpSource source = read.sourceAs(AmqpSource.TYPE);
        assertEquals(new AmqpString("orders"), source.address());
        assertTrue(source == read.sourceAs(AmqpSource.TYPE));
        assertNull(read.sourceAs(AmqpTarget.TYPE));
        assertNull(read.targetAs(AmqpTarget.TYPE));
        assertEquals(link("orders"), read.source());
        assertEquals(attach(link("orders")), read);
        // What is set in it is set in the field.
        source.address(new AmqpString("mapped"));
        assertEquals(link("mapped"), read.source());
        assertEquals(attach(link("mapped")), read(read));
        assertArrayEquals(written.of(attach(link("mapped"))), written.of(read));
    }

    @Test
    void aTreeBecomesAnObjectWhenItIsAskedFor()
    {
        final AmqpAttach made = attach(link("orders"));
        made.sourceAs(AmqpSource.TYPE.only("timeout")).timeout(9L);
        assertEquals(9, made.sourceAs(AmqpSource.TYPE).timeoutOr(0));
        assertEquals(new AmqpString("orders"), made.sourceAs(AmqpSource.TYPE).address());
        assertEquals(made, read(made));
        assertFalse(made.source(null).isSet("source"));
        assertNull(made.sourceAs(AmqpSource.TYPE));
        assertNull(made.source());
    }

    @Test
    void branchesByWhatAStateIs()
    {
        final AmqpError error = new AmqpError().condition("amqp:not-found").info(new AmqpMap(List.of(
            new AmqpMap.Entry(new AmqpSymbol("k"), new AmqpUint(1)))));
        final AmqpDisposition read = (AmqpDisposition)read(new AmqpDisposition().role(true).first(1L).state(
            new AmqpRejected().error(error.toValue()).toValue()));
        assertNull(read.stateAs(AmqpAccepted.TYPE));
        assertEquals(error, read.stateAs(AmqpRejected.TYPE).errorAs(AmqpError.TYPE));
        final AmqpDetach detach = (AmqpDetach)read(new AmqpDetach().handle(0L).error(error.toValue()));
        assertEquals("amqp:not-found", detach.errorAs(AmqpError.TYPE).condition());
        final AmqpDisposition accepted = (AmqpDisposition)read(new AmqpDisposition().role(true).first(1L).state(
            new AmqpAccepted().toValue()));
        assertEquals(new AmqpAccepted(), accepted.stateAs(AmqpAccepted.TYPE));
    }

    /** An extension's own descriptor, nulls at the end, and what is not as the standard says stay trees as they were read. */
    @Test
    void whatNoObjectHoldsStaysATree()
    {
        final AmqpDescribed own = new AmqpDescribed(new AmqpUlong(1L << 33), new AmqpList(List.of()));
        assertEquals(own, ((AmqpAttach)read(attach(own))).source());
        assertNull(((AmqpAttach)read(attach(own))).sourceAs(AmqpSource.TYPE));
        final AmqpDescribed padded = new AmqpDescribed(new AmqpUlong(0x28), new AmqpList(List.of(new AmqpString("a"),
            AmqpNull.NULL)));
        assertEquals(padded, ((AmqpAttach)read(attach(padded))).source());
        assertEquals(new AmqpString("a"), ((AmqpAttach)read(attach(padded))).sourceAs(AmqpSource.TYPE).address());
        final AmqpDescribed wrong = new AmqpDescribed(new AmqpUlong(0x28), new AmqpList(List.of(new AmqpUint(1))));
        final AmqpAttach read = (AmqpAttach)read(attach(wrong));
        assertEquals(wrong, read.source());
        assertThrows(AmqpSchemaException.class, () -> read.sourceAs(AmqpSource.TYPE));
        assertNull(read.sourceAs(AmqpTarget.TYPE));
    }
}

package io.skim.pojo.amqp.types;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpFrameBuilder;
import io.skim.pojo.amqp.AmqpFrameTree;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpMessage;
import io.skim.pojo.amqp.AmqpMessageBuilder;
import io.skim.pojo.amqp.AmqpSchemaException;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTreeBuilder;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Described types read straight from bytes and by way of a tree: the same object, or both refuse. And so for writing. */
class AmqpTypedAgreementTest
{
    private static final int ROUNDS = 40;
    private static final int SHORT = 120;
    private static final int SPOILT = 1_000;

    private final long seed = Settings.seed();
    private final Random random = new Random(seed);
    private final RandomTyped values = new RandomTyped(random);
    private final WrittenBytes written = new WrittenBytes();
    private final FrameView view = new FrameView();
    private final AmqpTreeBuilder trees = new AmqpTreeBuilder();
    private final AmqpTypedReader reader = new AmqpTypedReader();

    static List<AmqpTypeDefinition> definitions()
    {
        return AmqpTypes.standard().all();
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void everyTypeIsReadAndWrittenTheSameBothWays(final AmqpTypeDefinition definition)
    {
        for (int round = 0; round < ROUNDS; round++)
        {
            final AmqpDescribed tree = values.value(definition);
            final AmqpTyped byTree = AmqpTypedValues.of(tree);
            final byte[] bytes = written.of(tree);
            final AmqpTyped straight = reader.read(view.wrap(bytes));
            assertNull(reader.fault().reason());
            assertEquals(byTree, straight, () -> "-Dskim.seed=" + seed);
            assertEquals(byTree.hashCode(), straight.hashCode());
            assertEquals(byTree.toString(), straight.toString());
            assertEquals(byTree.toValue(), straight.toValue());
            final byte[] again = written.of(straight);
            assertArrayEquals(written.of(straight.toValue()), again, () -> "-Dskim.seed=" + seed);
            assertEquals(straight, reader.read(view.wrap(again), straight.type()));
            assertEquals(straight, AmqpTypedValues.of(trees.value(view.wrap(again))));
        }
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void whereTheBytesAreMakesNoDifference(final AmqpTypeDefinition definition)
    {
        final byte[] bytes = shortValue(definition);
        final AmqpTyped expected = AmqpTypedValues.of(trees.value(view.wrap(bytes)));
        final List<Buffers.Buffer> buffers = new ArrayList<>(Buffers.all(bytes));
        buffers.addAll(Buffers.composites(bytes));
        for (final Buffers.Buffer buffer : buffers)
        {
            buffer.wrap().accept(view);
            assertEquals(expected, reader.read(view, 0, bytes.length, expected.type()), buffer::toString);
            view.reset();
            buffer.free().run();
        }
    }

    /** What one way answers. */
    private record Answer(AmqpTyped typed, Reason reason, long offset, boolean bySchema)
    {
        static Answer of(final Fault fault)
        {
            return new Answer(null, fault.reason(), fault.offset(), false);
        }

        static Answer of(final AmqpDescribed value)
        {
            try
            {
                return new Answer(AmqpTypedValues.of(value), null, 0, false);
            }
            catch (final AmqpSchemaException e)
            {
                return new Answer(null, e.reason(), 0, true);
            }
        }
    }

    private static Answer byTree(final AmqpTreeBuilder builder, final FrameView view)
    {
        final AmqpValue value = builder.value(view);
        return value == null ? Answer.of(builder.fault()) : value instanceof AmqpDescribed described ? Answer.of(
            described) : new Answer(null, null, 0, false);
    }

    /** Values short enough to flip every bit of them. */
    private byte[] shortValue(final AmqpTypeDefinition definition)
    {
        byte[] bytes = written.of(values.value(definition));
        for (int i = 0; i < 100 && bytes.length > SHORT; i++)
        {
            bytes = written.of(values.value(definition));
        }
        return bytes;
    }

    /**
     * The straight way tells the fault that stands first; the tree's way a malformed value before anything else, and of a
     * frame what is wrong with its fields before what is wrong in them. Fields may be missing where a list has too few.
     */
    private static void assertAgree(final Answer tree, final AmqpTyped typed, final Fault fault, final byte[] bytes,
        final boolean isFrame)
    {
        final String input = HexFormat.of().formatHex(bytes);
        assertEquals(tree.typed(), typed, input);
        if (typed != null || tree.reason() == null)
        {
            assertFalse(fault.isPresent(), () -> fault + " " + input);
        }
        else if (tree.bySchema())
        {
            assertEquals(tree.reason(), fault.reason(), input);
            assertTrue(fault.offset() > 0 && fault.offset() <= bytes.length, () -> fault + " " + input);
        }
        else if (fault.isPresent())
        {
            final boolean sameReason = fault.reason() == tree.reason();
            assertTrue(fault.offset() < tree.offset() || fault.offset() == tree.offset() && (sameReason || isFrame
                || fault.reason() == Reason.FIELD_MISSING), () -> tree + " " + fault + " " + input);
        }
    }

    private static List<byte[]> mutations(final byte[] bytes)
    {
        final List<byte[]> all = new ArrayList<>();
        for (int bit = 0; bit < bytes.length * 8; bit++)
        {
            final byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte)(1 << bit % 8);
            all.add(flipped);
        }
        for (int length = 0; length < bytes.length; length++)
        {
            all.add(Arrays.copyOf(bytes, length));
        }
        all.add(Arrays.copyOf(bytes, bytes.length + 1));
        return all;
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void everyFlippedBitAndCutIsAgreedOn(final AmqpTypeDefinition definition)
    {
        final AmqpTreeBuilder lenientTrees = new AmqpTreeBuilder(AmqpBudget.DEFAULT, Strictness.LENIENT);
        final AmqpTypedReader lenient =
            new AmqpTypedReader(AmqpBudget.DEFAULT, Limits.DEFAULT, Strictness.LENIENT);
        int taken = 0;
        for (int round = 0; round < 6; round++)
        {
            for (final byte[] bytes : mutations(shortValue(definition)))
            {
                final Answer strict = byTree(trees, view.wrap(bytes));
                assertAgree(strict, reader.read(view), reader.fault(), bytes, false);
                assertAgree(byTree(lenientTrees, view), lenient.read(view), lenient.fault(), bytes, false);
                taken += strict.typed() == null ? 0 : 1;
            }
        }
        assertTrue(taken > 0 || AmqpTypedValues.named(definition.name()).mandatory == 0, () -> "-Dskim.seed=" + seed);
    }

    /** Of a region the usual forms are told at a glance; a value that another reader lends is gone through step by step. */
    @ParameterizedTest
    @MethodSource("definitions")
    void aRegionIsReadAsALentValueIs(final AmqpTypeDefinition definition)
    {
        final AmqpMutator mutator = new AmqpMutator(random);
        int lent = 0;
        for (int round = 0; round < ROUNDS; round++)
        {
            final byte[] shortest = written.of(values.value(definition));
            final byte[] whole = round % 2 == 0 ? shortest : widened(shortest);
            lent += assertReadAsLent(whole);
            for (int i = 0; i < ROUNDS; i++)
            {
                lent += assertReadAsLent(mutator.mutated(whole));
            }
            for (final byte[] bytes : whole.length <= SHORT ? mutations(whole) : List.of(whole))
            {
                lent += assertReadAsLent(bytes);
            }
        }
        assertTrue(lent > ROUNDS, () -> "-Dskim.seed=" + seed);
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

    /** Gives 1 if there was a value that was the region's only one. */
    private int assertReadAsLent(final byte[] bytes)
    {
        final Cursor value = new Cursor();
        final AmqpReader lender = new AmqpReader().wrap(view.wrap(bytes));
        if (lender.next() != AmqpReader.VALUE || lender.position() != bytes.length)
        {
            return 0;
        }
        final AmqpTyped lent = reader.read(view, lender.value(value));
        final String fault = reader.fault().toString();
        assertEquals(lent, reader.read(view), () -> HexFormat.of().formatHex(bytes));
        assertEquals(fault, reader.fault().toString(), () -> HexFormat.of().formatHex(bytes));
        return 1;
    }

    /** Lies about sizes and counts, other codes, bytes too many or too few. */
    @ParameterizedTest
    @MethodSource("definitions")
    void everySpoiltValueIsAgreedOn(final AmqpTypeDefinition definition)
    {
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int i = 0; i < SPOILT; i++)
        {
            final byte[] bytes = mutator.mutated(written.of(values.value(definition)));
            assertAgree(byTree(trees, view.wrap(bytes)), reader.read(view), reader.fault(), bytes, false);
        }
    }

    @ParameterizedTest
    @EnumSource(Performative.class)
    void everyFlippedBitOfAFrameIsAgreedOn(final Performative performative)
    {
        final AmqpFrameBuilder frames = new AmqpFrameBuilder();
        final AmqpTypeDefinition definition = AmqpTypes.standard().of((long)performative.code());
        for (int round = 0; round < 6; round++)
        {
            final byte[] value = shortValue(definition);
            final AmqpTyped expected = reader.read(new FrameView().wrap(value), AmqpTypedValues.named(definition
                .name()));
            final byte[] frame = written.frameOf(performative, expected);
            assertEquals(expected, reader.readPerformative(view.wrap(frame)), () -> reader.fault() + " -Dskim.seed="
                + seed);
            assertEquals(expected, reader.readPerformative(view, expected.type()));
            for (final byte[] bytes : mutations(frame))
            {
                final AmqpFrameTree item = frames.item(view.wrap(bytes)) instanceof AmqpFrameTree whole ? whole : null;
                final Answer answer = frames.fault().isPresent() ? Answer.of(frames.fault()) : item == null || item
                    .body() == null ? new Answer(null, null, 0, false) : Answer.of(item.body());
                assertAgree(answer, reader.readPerformative(view), reader.fault(), bytes, true);
            }
        }
    }

    private byte[] message()
    {
        final List<AmqpValue> sections = new ArrayList<>();
        for (final String name : List.of("header", "delivery-annotations", "message-annotations", "properties",
            "application-properties", random.nextBoolean() ? "amqp-value" : "amqp-sequence", "footer"))
        {
            if (name.equals("footer") || random.nextInt(4) > 0)
            {
                sections.add(values.value(AmqpTypes.standard().named(name)));
            }
        }
        return written.of(sections);
    }

    /** The section by way of the whole message as a tree; null for none. */
    private static AmqpTyped section(final AmqpMessage message, final AmqpClass<?> type)
    {
        final AmqpComposite section = message.section(type.definition().name());
        return section == null ? null : type.of(section.described());
    }

    @Test
    void everySectionOfAMessageIsTheSameBothWays()
    {
        final AmqpMessageBuilder messages = new AmqpMessageBuilder();
        final List<AmqpClass<?>> sections = List.of(AmqpHeader.TYPE, AmqpDeliveryAnnotations.TYPE,
            AmqpMessageAnnotations.TYPE, AmqpProperties.TYPE, AmqpApplicationProperties.TYPE, AmqpSequenceSection.TYPE,
            AmqpValueSection.TYPE, AmqpFooter.TYPE, AmqpData.TYPE);
        int taken = 0;
        for (int round = 0; round < 6; round++)
        {
            for (final byte[] bytes : mutations(message()))
            {
                final AmqpMessage message = messages.message(view.wrap(bytes));
                for (final AmqpClass<?> type : message == null ? List.<AmqpClass<?>>of() : sections)
                {
                    taken += assertSection(message, type);
                }
            }
        }
        assertTrue(taken > 1_000, () -> "-Dskim.seed=" + seed);
    }

    /** Also if the message has the section and its keys or fields are not what the standard says. */
    private int assertSection(final AmqpMessage message, final AmqpClass<?> type)
    {
        final AmqpTyped straight = reader.readSection(view, type);
        try
        {
            final AmqpTyped byTree = section(message, type);
            assertEquals(byTree, straight, () -> "-Dskim.seed=" + seed);
            assertFalse(reader.fault().isPresent());
            return byTree == null ? 0 : 1;
        }
        catch (final AmqpSchemaException e)
        {
            assertNull(straight);
            assertEquals(e.reason(), reader.fault().reason());
            return 0;
        }
    }

    @Test
    void nestedIsTakenAsDeepBothWays()
    {
        final AmqpTreeBuilder shallow = new AmqpTreeBuilder(AmqpBudget.DEFAULT.withMaxDepth(6), Strictness.STRICT);
        final AmqpTypedReader shallowReader = new AmqpTypedReader(AmqpBudget.DEFAULT.withMaxDepth(6), Limits.DEFAULT,
            Strictness.STRICT);
        for (int depth = 1; depth < 9; depth++)
        {
            AmqpValue value = new AmqpString("inside");
            for (int i = 0; i < depth; i++)
            {
                value = new AmqpList(List.of(value));
            }
            final AmqpMap map = new AmqpMap(List.of(new AmqpMap.Entry(new AmqpSymbol("k"), value)));
            for (final AmqpTyped typed : List.of(new AmqpValueSection().value(value), new AmqpMessageAnnotations()
                .value(map), new AmqpOpen().containerId("c").properties(map)))
            {
                final byte[] bytes = written.of(typed);
                final Answer answer = byTree(shallow, view.wrap(bytes));
                assertAgree(answer, shallowReader.read(view), shallowReader.fault(), bytes, false);
                assertEquals(answer.reason(), shallowReader.fault().reason());
            }
        }
        assertEquals(Reason.NESTED_TOO_DEEP, shallowReader.fault().reason());
    }
}

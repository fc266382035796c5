package io.skim.pojo.amqp.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.encode.AmqpEncoder;
import io.skim.pojo.amqp.AmqpArray;
import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpBoolean;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpFieldDefinition;
import io.skim.pojo.amqp.AmqpFrameBuilder;
import io.skim.pojo.amqp.AmqpFrameTree;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpSchemaException;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTreeBuilder;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.AmqpType;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.pojo.amqp.AmqpUbyte;
import io.skim.pojo.amqp.AmqpUint;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.FrameView;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.Settings;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedShort;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.messaging.TerminusDurability;
import org.apache.qpid.proton.amqp.transport.Open;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** AMQP's described types as classes: every field of every one, there and back; some of them against proton-j. */
class AmqpTypedTest
{
    private final AmqpTreeBuilder builder = new AmqpTreeBuilder();
    private final AmqpTreeWriter writer = new AmqpTreeWriter();
    private final AmqpEncoder encoder = new AmqpEncoder();
    private final byte[] room = new byte[4_096];
    private final long seed = Settings.seed();
    private final Random random = new Random(seed);

    static List<AmqpTypeDefinition> definitions()
    {
        return AmqpTypes.standard().all();
    }

    private byte[] written(final AmqpTyped typed)
    {
        encoder.wrap(room, 0, room.length);
        typed.writeTo(writer, encoder);
        final int length = encoder.complete();
        assertTrue(length > 0, () -> "" + encoder.refusal());
        return Arrays.copyOf(room, length);
    }

    private AmqpValue tree(final byte[] bytes)
    {
        final AmqpValue value = builder.value(new FrameView().wrap(bytes));
        assertNotNull(value, () -> "" + builder.fault());
        return value;
    }

    /** The class, found as a user would: by the name. */
    private static AmqpTyped newTyped(final AmqpTypeDefinition definition) throws ReflectiveOperationException
    {
        final boolean section = definition.name().startsWith("amqp-");
        final StringBuilder name = new StringBuilder("io.skim.pojo.amqp.types.Amqp");
        for (final String word : definition.name().substring(section ? 5 : 0).split("-"))
        {
            name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
        }
        return (AmqpTyped)Class.forName(name + (section ? "Section" : "")).getConstructor().newInstance();
    }

    /** Of two setters the one that takes null. */
    private static Method accessor(final AmqpTyped typed, final String field, final int parameters)
    {
        return accessors(typed, field, parameters).stream().filter(method -> parameters == 0 || !method
            .getParameterTypes()[0].isPrimitive()).findFirst().orElseThrow();
    }

    private static List<Method> accessors(final AmqpTyped typed, final String field, final int parameters)
    {
        final String[] words = field.split("-");
        final StringBuilder name = new StringBuilder(words[0]);
        Arrays.stream(words).skip(1).forEach(word -> name.append(Character.toUpperCase(word.charAt(0))).append(word
            .substring(1)));
        return Arrays.stream(typed.getClass().getMethods()).filter(method -> method.getName().equals(name.toString())
            && method.getParameterCount() == parameters).toList();
    }

    /** A value that the field may have: as the accessors take it. */
    private Object random(final AmqpFieldDefinition field, final Class<?> type)
    {
        if (type == Boolean.class)
        {
            return random.nextBoolean();
        }
        if (type == Integer.class)
        {
            return field.typeName().equals("ubyte") || field.typeName().equals("ushort") ? random.nextInt(256) : 1;
        }
        if (type == Long.class)
        {
            return field.typeName().startsWith("terminus") ? 1L : (long)random.nextInt(1_000_000);
        }
        if (type == String.class)
        {
            return field.typeName().equals("terminus-expiry-policy") ? "never" : "text-" + random.nextInt(100);
        }
        if (type == AmqpBinary.class)
        {
            return AmqpBinary.of(new byte[] {1, (byte)random.nextInt()});
        }
        if (type == AmqpMap.class)
        {
            return new AmqpMap(List.of(new AmqpMap.Entry(new AmqpSymbol("k" + random.nextInt(9)), field.typeName()
                .equals("filter-set") ? new AmqpDescribed(new AmqpSymbol("f"), new AmqpString("x"))
                    : new AmqpUint(
                        7))));
        }
        return type == List.class ? List.of("a", "b" + random.nextInt(9)) : any(field);
    }

    private AmqpValue any(final AmqpFieldDefinition field)
    {
        final String requires = field.requires() == null ? String.valueOf(field.composite()) : field.requires();
        switch (requires)
        {
            case "source":
                return new AmqpSource().address(new AmqpString("queue")).toValue();
            case "target":
                return new AmqpTarget().address(new AmqpString("queue")).toValue();
            case "delivery-state":
            case "outcome":
                return new AmqpAccepted().toValue();
            case "error":
                return new AmqpError().condition("amqp:not-found").toValue();
            case "message-id":
                return new AmqpUlong(random.nextLong());
            case "address":
                return new AmqpString("to");
            default:
                return AmqpBinary.of(new byte[] {9});
        }
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void everyFieldGoesThereAndBack(final AmqpTypeDefinition definition) throws ReflectiveOperationException
    {
        for (int round = 0; round < 20; round++)
        {
            final AmqpTyped typed = newTyped(definition);
            assertSame(definition, typed.definition());
            if (!definition.isComposite())
            {
                restricted(typed);
                continue;
            }
            for (final AmqpFieldDefinition field : definition.fields())
            {
                final Method setter = accessor(typed, field.name(), 1);
                final Method getter = accessor(typed, field.name(), 0);
                final Object unset = getter.invoke(typed);
                assertEquals(field.defaultValue() == null, unset == null, field.name());
                assertFalse(typed.isSet(field.name()));
                if (field.mandatory() || random.nextBoolean())
                {
                    final Object value = random(field, setter.getParameterTypes()[0]);
                    assertSame(typed, setter.invoke(typed, value));
                    assertEquals(value, getter.invoke(typed), field.name());
                    assertTrue(typed.isSet(field.name()));
                }
            }
            assertUnchanged(typed);
        }
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void whatIsAPrimitiveIsSetWithoutABoxAndUnsetByNull(final AmqpTypeDefinition definition)
        throws ReflectiveOperationException
    {
        for (final AmqpFieldDefinition field : definition.fields())
        {
            final AmqpTyped typed = newTyped(definition);
            final Class<?> type = accessor(typed, field.name(), 0).getReturnType();
            final List<Method> setters = accessors(typed, field.name(), 1).stream().filter(method -> method
                .getParameterTypes()[0].isPrimitive()).toList();
            assertEquals(type == Boolean.class || Number.class.isAssignableFrom(type) ? 1 : 0, setters.size());
            if (!setters.isEmpty())
            {
                final Object value = random(field, type);
                assertSame(typed, setters.get(0).invoke(typed, value));
                assertEquals(value, accessor(typed, field.name(), 0).invoke(typed));
                final AmqpTyped boxed = newTyped(definition);
                accessor(boxed, field.name(), 1).invoke(boxed, value);
                assertEquals(boxed, typed);
                assertSame(typed, accessor(typed, field.name(), 1).invoke(typed, (Object)null));
                assertEquals(newTyped(definition), typed);
            }
        }
    }

    private static void assertRefused(final String message, final Executable setter)
    {
        assertEquals(message, assertThrows(IllegalArgumentException.class, setter).getMessage());
    }

    @Test
    void aNumberOutOfRangeIsRefusedWithTheFieldAndChangesNothing()
    {
        final AmqpOpen open = new AmqpOpen().channelMax(0).channelMax(65_535).maxFrameSize(0).maxFrameSize(
            4_294_967_295L);
        assertRefused("open channel-max: 65536 is no AMQP ushort, 0 to 65535", () -> open.channelMax(65_536));
        assertRefused("open channel-max: -1 is no AMQP ushort, 0 to 65535", () -> open.channelMax(-1));
        assertRefused("open max-frame-size: 4294967296 is no AMQP uint, 0 to 4294967295", () -> open.maxFrameSize(
            4_294_967_296L));
        assertRefused("open idle-time-out: -1 is no AMQP uint, 0 to 4294967295", () -> open.idleTimeOut((Long)(-1L)));
        assertEquals(new AmqpOpen().channelMax(65_535).maxFrameSize(4_294_967_295L), open);
        assertRefused("header priority: 256 is no AMQP ubyte, 0 to 255", () -> new AmqpHeader().priority(256));
        assertEquals(Long.MIN_VALUE, new AmqpAttach().maxMessageSize(Long.MIN_VALUE).maxMessageSize());
        assertEquals(-1, new AmqpProperties().creationTime(-1).creationTime());
    }

    private void restricted(final AmqpTyped typed) throws ReflectiveOperationException
    {
        final Method setter = accessor(typed, "value", 1);
        final AmqpType source = typed.definition().source();
        final Object value;
        if (source == AmqpType.MAP)
        {
            final boolean strings = typed.definition().name().equals("application-properties");
            value = new AmqpMap(List.of(new AmqpMap.Entry(strings ? new AmqpString("k") : new AmqpSymbol("k"),
                new AmqpString("v"))));
        }
        else
        {
            value = source == AmqpType.LIST ? new AmqpList(List.of()) : source == AmqpType.BINARY ? AmqpBinary.of(
                new byte[] {5})
                : source == AmqpType.STRING ? "a = " + random.nextInt() : new AmqpUint(random.nextInt(
                    99));
        }
        setter.invoke(typed, value);
        assertEquals(value, accessor(typed, "value", 0).invoke(typed));
        assertUnchanged(typed);
    }

    private void assertUnchanged(final AmqpTyped typed)
    {
        typed.check();
        final AmqpTyped back = AmqpTypedValues.of(tree(written(typed)));
        assertEquals(typed, back, () -> "-Dskim.seed=" + seed);
        assertEquals(typed.hashCode(), back.hashCode());
        assertEquals(typed.toString(), back.toString());
        assertEquals(typed.toValue(), back.toValue());
    }

    @Test
    void thereAreFortyEight()
    {
        assertEquals(48, definitions().size());
        assertNull(AmqpTypedValues.of(new AmqpString("x")));
        assertNull(AmqpTypedValues.of(new AmqpDescribed(new AmqpSymbol("nobody"), new AmqpString("x"))));
        assertSame(AmqpOpen.class, AmqpTypedValues.of(new AmqpDescribed(new AmqpSymbol("amqp:open:list"), new AmqpList(
            List.of(new AmqpString("c"))))).getClass());
    }

    @Test
    void unsetStaysUnsetAndHasTheDefault()
    {
        final AmqpHeader header = new AmqpHeader().durable(true);
        assertEquals(4, header.priority());
        assertFalse(header.isSet("priority"));
        assertEquals(new AmqpDescribed(new AmqpUlong(0x70), new AmqpList(List.of(new AmqpBoolean(true)))), header
            .toValue());
        assertNotEquals(header, new AmqpHeader().durable(true).priority(4));
        assertNotEquals(header, new Object());
        assertEquals(new AmqpHeader(), header.durable(null));
        assertEquals("header[]", header.toString());
    }

    @Test
    void whatIsWrongIsToldWithTheField()
    {
        assertThrows(AmqpSchemaException.class, () -> new AmqpOpen().check());
        assertThrows(IllegalArgumentException.class, () -> new AmqpOpen().channelMax(65_536));
        assertThrows(IllegalArgumentException.class, () -> AmqpOpen.of(new AmqpHeader().toValue()));
        assertThrows(IllegalArgumentException.class, () -> AmqpOpen.of(new AmqpString("x")));
        assertThrows(AmqpSchemaException.class, () -> AmqpHeader.of(new AmqpDescribed(new AmqpUlong(0x70), new AmqpList(
            List.of(new AmqpUbyte(1))))));
    }

    @Test
    void oneSymbolMayStandAloneForSeveral()
    {
        final AmqpDescribed alone = new AmqpDescribed(new AmqpUlong(0x40), new AmqpList(List.of(new AmqpSymbol(
            "PLAIN"))));
        final AmqpSaslMechanisms mechanisms = AmqpSaslMechanisms.of(alone);
        assertEquals(List.of("PLAIN"), mechanisms.saslServerMechanisms());
        assertEquals(alone, mechanisms.toValue());
        mechanisms.saslServerMechanisms(List.of("PLAIN"));
        assertEquals(new AmqpArray(AmqpType.SYMBOL, List.of(), List.of(new AmqpSymbol("PLAIN"))),
            ((AmqpList)mechanisms.toValue().value()).items().get(0));
    }

    /** Without what is null at the end, which means the same. */
    private static AmqpDescribed trimmed(final AmqpDescribed value)
    {
        final List<AmqpValue> items = new ArrayList<>(((AmqpList)value.value()).items());
        while (!items.isEmpty() && items.get(items.size() - 1).isNull())
        {
            items.remove(items.size() - 1);
        }
        return new AmqpDescribed(value.descriptor(), new AmqpList(items));
    }

    @Test
    void everyPerformativeOfRealClientsIsTheSameAgain()
    {
        final AmqpFrameBuilder frames = new AmqpFrameBuilder();
        final Set<String> seen = new TreeSet<>();
        for (final AmqpCaptures.Capture capture : AmqpCaptures.all())
        {
            for (final byte[] bytes : capture.frames())
            {
                final AmqpFrameTree frame = (AmqpFrameTree)frames.item(new FrameView().wrap(bytes));
                if (frame.body() != null)
                {
                    final AmqpTyped typed = AmqpTypedValues.of(frame.body());
                    assertEquals(trimmed(frame.body()), typed.toValue(), capture::toString);
                    seen.add(typed.definition().name());
                }
            }
        }
        assertTrue(seen.containsAll(Set.of("open", "begin", "attach", "flow", "transfer", "disposition", "close")), seen
            .toString());
    }

    private static DecoderImpl proton(final EncoderImpl[] encoder)
    {
        final DecoderImpl decoder = new DecoderImpl();
        encoder[0] = new EncoderImpl(decoder);
        AMQPDefinedTypes.registerAllTypes(decoder, encoder[0]);
        return decoder;
    }

    private static byte[] protonWrites(final Object value)
    {
        final EncoderImpl[] protonEncoder = new EncoderImpl[1];
        proton(protonEncoder);
        final ByteBuffer out = ByteBuffer.allocate(4_096);
        protonEncoder[0].setByteBuffer(out);
        protonEncoder[0].writeObject(value);
        return Arrays.copyOf(out.array(), out.position());
    }

    private static Object protonReads(final byte[] bytes)
    {
        final DecoderImpl decoder = proton(new EncoderImpl[1]);
        decoder.setByteBuffer(ByteBuffer.wrap(bytes));
        return decoder.readObject();
    }

    @Test
    void protonReadsAndWritesTheSame()
    {
        final Open open = new Open();
        open.setContainerId("c");
        open.setChannelMax(UnsignedShort.valueOf((short)7));
        open.setIdleTimeOut(UnsignedInteger.valueOf(30_000));
        open.setOfferedCapabilities(Symbol.valueOf("a"), Symbol.valueOf("b"));
        final AmqpOpen own = AmqpOpen.of(tree(protonWrites(open)));
        assertEquals("c", own.containerId());
        assertEquals(7, own.channelMax());
        assertEquals(30_000, own.idleTimeOut());
        assertEquals(List.of("a", "b"), own.offeredCapabilities());
        assertEquals(open.toString(), protonReads(written(own)).toString());

        final Header header = (Header)protonReads(written(new AmqpHeader().durable(true).priority(9).ttl(60_000L)
            .deliveryCount(3L)));
        assertEquals(true, header.getDurable());
        assertEquals(UnsignedByte.valueOf((byte)9), header.getPriority());
        assertEquals(UnsignedInteger.valueOf(60_000), header.getTtl());
        assertNull(header.getFirstAcquirer());
        assertEquals(UnsignedInteger.valueOf(3), header.getDeliveryCount());

        final Source source = new Source();
        source.setAddress("queue");
        source.setDurable(TerminusDurability.UNSETTLED_STATE);
        final AmqpSource typed = AmqpSource.of(tree(protonWrites(source)));
        assertEquals(new AmqpString("queue"), typed.address());
        assertEquals(2L, typed.durable());
        assertEquals(source.toString(), protonReads(written(typed)).toString());
    }
}

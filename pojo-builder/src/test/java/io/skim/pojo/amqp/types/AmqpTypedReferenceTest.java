package io.skim.pojo.amqp.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.encode.AmqpEncoder;
import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpFieldDefinition;
import io.skim.pojo.amqp.AmqpFrameBuilder;
import io.skim.pojo.amqp.AmqpFrameTree;
import io.skim.pojo.amqp.AmqpMessage;
import io.skim.pojo.amqp.AmqpMessageBuilder;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.scan.FrameView;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.Settings;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Decoder;
import org.apache.qpid.protonj2.codec.Encoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Described types against real peers: what is written here, a peer reads into its own class; what it then writes is read
 * here straight from its bytes, and means the same.
 */
class AmqpTypedReferenceTest
{
    private static final int ROUNDS = 60;

    private final long seed = Settings.seed();
    private final RandomTyped values = RandomTyped.plain(new Random(seed));
    private final AmqpTreeWriter writer = new AmqpTreeWriter();
    private final AmqpEncoder encoder = new AmqpEncoder();
    private final byte[] room = new byte[65_536];
    private final FrameView view = new FrameView();
    private final AmqpTypedReader reader = new AmqpTypedReader();

    static List<AmqpTypeDefinition> definitions()
    {
        return AmqpTypes.standard().all();
    }

    private byte[] written(final AmqpTyped typed)
    {
        typed.writeTo(writer, encoder.wrap(room, 0, room.length));
        final int length = encoder.complete();
        assertTrue(length > 0, () -> "" + encoder.refusal());
        return Arrays.copyOf(room, length);
    }

    /** Field by field what is meant: a default that is spelt out is the same as none; so are false and no symbols. */
    private static Object meaning(final Object value) throws ReflectiveOperationException
    {
        final AmqpTyped typed = value instanceof AmqpDescribed described ? AmqpTypedValues.of(described)
            : value instanceof AmqpTyped object ? object : null;
        if (typed == null)
        {
            return Boolean.FALSE.equals(value) || value instanceof List<?> list && list.isEmpty() ? null : value;
        }
        final Map<String, Object> fields = new LinkedHashMap<>();
        for (final AmqpFieldDefinition field : typed.definition().fields())
        {
            fields.put(field.name(), meaning(getter(typed, field.name()).invoke(typed)));
        }
        return typed.definition().isComposite() ? typed.definition().name() + fields : typed;
    }

    private static Method getter(final AmqpTyped typed, final String field) throws ReflectiveOperationException
    {
        final StringBuilder name = new StringBuilder();
        for (final String word : field.split("-"))
        {
            name.append(name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return typed.getClass().getMethod(name.toString());
    }

    private static byte[] byProtonJ(final byte[] bytes)
    {
        final DecoderImpl decoder = new DecoderImpl();
        final EncoderImpl peer = new EncoderImpl(decoder);
        AMQPDefinedTypes.registerAllTypes(decoder, peer);
        decoder.setByteBuffer(ByteBuffer.wrap(bytes));
        final Object value = decoder.readObject();
        final ByteBuffer out = ByteBuffer.allocate(65_536);
        peer.setByteBuffer(out);
        peer.writeObject(value);
        return Arrays.copyOf(out.array(), out.position());
    }

    private static byte[] byProtonj2(final byte[] bytes, final boolean sasl)
    {
        final Decoder decoder = sasl ? CodecFactory.getSaslDecoder() : CodecFactory.getDecoder();
        final Encoder peer = sasl ? CodecFactory.getSaslEncoder() : CodecFactory.getEncoder();
        final ProtonBuffer in = ProtonBufferAllocator.defaultAllocator().copy(bytes);
        final Object value = decoder.readObject(in, decoder.newDecoderState());
        final ProtonBuffer out = ProtonBufferAllocator.defaultAllocator().allocate(65_536);
        peer.writeObject(out, peer.newEncoderState(), value);
        final byte[] written = new byte[out.getReadableBytes()];
        out.readBytes(written, 0, written.length);
        return written;
    }

    private void assertMeansTheSame(final AmqpTyped expected, final byte[] bytes, final String peer)
        throws ReflectiveOperationException
    {
        final AmqpTyped back = reader.read(view.wrap(bytes), expected.type());
        assertNotNull(back, () -> peer + " " + reader.fault() + " " + expected + " -Dskim.seed=" + seed);
        assertEquals(meaning(expected), meaning(back), () -> peer + " -Dskim.seed=" + seed);
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void peersReadAndWriteTheSame(final AmqpTypeDefinition definition) throws ReflectiveOperationException
    {
        for (int round = 0; round < ROUNDS; round++)
        {
            final AmqpTyped typed = AmqpTypedValues.of(values.value(definition));
            final byte[] bytes = written(typed);
            assertMeansTheSame(typed, byProtonJ(bytes), "proton-j");
            assertMeansTheSame(typed, byProtonj2(bytes, definition.name().startsWith("sasl-")), "protonj2");
        }
    }

    @Test
    void framesOfRealClientsAreTheSameBothWays()
    {
        final AmqpFrameBuilder frames = new AmqpFrameBuilder();
        final Set<String> seen = new TreeSet<>();
        for (final AmqpCaptures.Capture capture : AmqpCaptures.all())
        {
            for (final byte[] bytes : capture.frames())
            {
                final AmqpFrameTree frame = (AmqpFrameTree)frames.item(view.wrap(bytes));
                final AmqpTyped straight = reader.readPerformative(view);
                assertEquals(frame.body() == null ? null : AmqpTypedValues.of(frame.body()), straight);
                if (straight != null)
                {
                    seen.add(straight.definition().name());
                    assertEquals(straight, reader.read(view.wrap(written(straight))));
                }
            }
        }
        assertTrue(seen.containsAll(Set.of("open", "begin", "attach", "flow", "transfer", "disposition", "close")), seen
            .toString());
    }

    /** Messages that came in one transfer each; and all of them, where they lie beside the checkout. */
    @Test
    void sectionsOfRealMessagesAreTheSameBothWays()
    {
        final Set<String> seen = new TreeSet<>();
        for (final AmqpCaptures.Capture capture : AmqpCaptures.all())
        {
            boolean whole = true;
            for (final byte[] bytes : capture.frames())
            {
                final AmqpTransfer transfer = reader.readPerformative(view.wrap(bytes), AmqpTransfer.TYPE);
                if (transfer != null && whole && !transfer.more())
                {
                    assertSections(Arrays.copyOfRange(bytes, reader.frame().payloadOffset(), bytes.length), seen);
                }
                whole = transfer == null ? whole : !transfer.more();
            }
            capture.messages().forEach(message -> assertSections(message, seen));
        }
        assertTrue(seen.containsAll(Set.of("header", "properties", "application-properties", "amqp-value")), seen
            .toString());
    }

    private void assertSections(final byte[] bytes, final Set<String> seen)
    {
        final AmqpMessage message = new AmqpMessageBuilder().message(view.wrap(bytes));
        assertNotNull(message);
        for (final AmqpTypeDefinition definition : definitions())
        {
            if (definition.provides().contains("section"))
            {
                final AmqpComposite section = message.section(definition.name());
                final AmqpTyped expected = section == null ? null : AmqpTypedValues.of(section.described());
                assertEquals(expected, reader.readSection(view, AmqpTypedValues.named(definition.name())));
                seen.add(section == null ? "" : definition.name());
            }
        }
    }
}

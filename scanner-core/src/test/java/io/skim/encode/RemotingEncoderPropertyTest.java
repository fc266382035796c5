package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.skim.scan.remoting.RemotingLanguage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * What our encoder writes is, byte by byte, what release 5.5.1 writes of the same values, and reads back the same.
 */
class RemotingEncoderPropertyTest
{
    private final RemotingEncoder binary = new BinaryRemotingEncoder();
    private final RemotingEncoder json = new JsonRemotingEncoder();

    /** Any well-formed text. */
    @Provide
    Arbitrary<String> texts()
    {
        final Arbitrary<String> units = Arbitraries.strings().withCharRange('\1', (char)0x7F).withChars("\"\\\1\2/'?\0")
            .withCharRange('\u0080', '\uD7FF').withCharRange('\uE000', '\uFFFF').ofMaxLength(60);
        final Arbitrary<String> ascii = Arbitraries.strings().withCharRange((char)0, (char)0x7F).ofMaxLength(100);
        final Arbitrary<String> astral = Arbitraries.integers().between(0x10000, 0x10FFFF).map(Character::toString)
            .list().ofMaxSize(12).map(parts -> String.join("a", parts));
        final Arbitrary<String> plain = Arbitraries.strings().alpha().numeric().ofMaxLength(40);
        final Arbitrary<String> numbers = Arbitraries.longs().map(String::valueOf);
        return Arbitraries.oneOf(units, ascii, astral, plain, numbers, Arbitraries.of("$ref", "@type", "true", "null",
            "{}", "[]", "{\"$ref\":\"$\"}"));
    }

    @Provide
    Arbitrary<HeaderValues> headers()
    {
        final Arbitrary<Map<String, String>> maps = Arbitraries.maps(texts().filter(name -> !name.isEmpty()), texts())
            .ofMaxSize(12).injectNull(0.1);
        final Arbitrary<int[]> numbers = Arbitraries.integers().array(int[].class).ofSize(4);
        final Arbitrary<byte[]> bodies = Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
        return Combinators.combine(numbers, Arbitraries.of(RemotingLanguage.class), texts().injectNull(0.5), maps,
            bodies)
            .as((ints, language, remark, map, body) -> {
                final HeaderValues values = new HeaderValues();
                values.code = ints[0];
                values.version = ints[1];
                values.opaque = ints[2];
                values.flag = ints[3];
                values.language = language;
                values.remark = remark;
                values.extFields = map == null ? null : new LinkedHashMap<>(map);
                values.body = body;
                return values;
            });
    }

    @Property(tries = 2_000, seed = "20261")
    void jsonFramesAreThoseOfTheReference(@ForAll("headers") final HeaderValues values)
    {
        final byte[] frame = values.byEncoder(json);
        if (values.extFields != null && values.extFields.keySet().stream().anyMatch(
            name -> name.indexOf(0) >= 0 || name.equals("$ref") || name.equals("@type")))
        {
            assertNull(frame);
            assertEquals(EncodeRefusal.AMBIGUOUS_NAME, json.refusal());
            return;
        }
        assertArrayEquals(values.byReference(true), frame);
        checkRead(values, frame);
    }

    @Property(tries = 2_000, seed = "20262")
    void binaryFramesAreThoseOfTheReference(@ForAll("headers") final HeaderValues values)
    {
        values.code = (short)values.code;
        values.version = (short)values.version;
        final byte[] frame = values.byEncoder(binary);
        if ("".equals(values.remark) || values.extFields != null && values.extFields.containsValue(""))
        {
            assertNull(frame);
            assertEquals(EncodeRefusal.EMPTY_TEXT, binary.refusal());
            return;
        }
        assertArrayEquals(values.byReference(false), frame);
        if (values.extFields != null && values.extFields.isEmpty())
        {
            values.extFields = null;
        }
        checkRead(values, frame);
    }

    @Property(tries = 500, seed = "20263")
    void propertiesAreThoseOfTheReference(@ForAll("properties") final Map<String, String> properties)
    {
        for (final RemotingEncoder encoder : List.of(binary, json))
        {
            final ByteBuf out = Unpooled.buffer();
            encoder.wrap(out).begin(310, RemotingLanguage.JAVA, 515, 7, 0);
            encoder.beginExtFields();
            encoder.beginProperties(EntryKey.of("i"));
            properties.forEach((name, value) -> encoder.putProperty(EntryKey.of(name), value));
            encoder.endProperties();
            encoder.endExtFields();
            final int length = encoder.end();
            if (properties.values().stream().anyMatch(String::isEmpty) || (properties.keySet() + "" + properties
                .values()).matches("(?s).*[\1\2].*"))
            {
                assertEquals(-1, length);
                assertEquals(EncodeRefusal.INVALID_PROPERTY, encoder.refusal());
                continue;
            }
            final Map<String, String> read = HeaderValues.extFields(ByteBufUtil.getBytes(out));
            final String text = read == null ? null : read.get("i");
            assertEquals(properties.isEmpty() ? null : MessageDecoder.messageProperties2String(properties), text);
            assertEquals(properties, text == null ? Map.of() : MessageDecoder.string2messageProperties(text));
        }
    }

    @Provide
    Arbitrary<Map<String, String>> properties()
    {
        final Arbitrary<String> sound = texts().map(text -> text.replaceAll("[\1\2]", "-") + '.');
        final Arbitrary<String> texts = Arbitraries.frequencyOf(Tuple.of(60, sound), Tuple.of(1, texts()));
        return Arbitraries.maps(texts.filter(name -> !name.isEmpty()), texts).ofMaxSize(8);
    }

    private static void checkRead(final HeaderValues values, final byte[] frame)
    {
        assertNotNull(frame);
        final RemotingCommand read = HeaderValues.decode(frame);
        assertEquals(values.code, read.getCode());
        assertEquals(values.version, read.getVersion());
        assertEquals(values.opaque, read.getOpaque());
        assertEquals(values.flag, read.getFlag());
        assertEquals(values.language.name(), read.getLanguage().name());
        assertEquals(values.remark, read.getRemark());
        assertEquals(values.extFields, read.getExtFields());
        assertArrayEquals(values.body.length == 0 ? null : values.body, read.getBody());
    }
}

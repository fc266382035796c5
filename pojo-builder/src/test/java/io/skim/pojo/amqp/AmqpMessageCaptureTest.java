package io.skim.pojo.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import com.alibaba.fastjson2.JSONWriter;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.testing.AmqpCaptures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages of real clients, as objects and as printed by the command, are what proton-j and protonj2 read. */
class AmqpMessageCaptureTest
{
    private static final int LONG_STRING = 2_000;

    private final AmqpMessageBuilder builder = new AmqpMessageBuilder();
    private final FrameView view = new FrameView();

    static List<Path> captures()
    {
        return AmqpCaptures.messageFiles();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void areWhatTheOracleSays(final Path capture) throws IOException
    {
        final List<String> oracle = Files.readAllLines(Path.of(capture + ".jsonl"));
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(capture));
        for (int i = 0; i < oracle.size(); i++)
        {
            final byte[] encoded = new byte[bytes.getInt()];
            bytes.get(encoded);
            final AmqpMessage message = builder.message(view.wrap(encoded));
            assertNotNull(message, () -> builder.fault().toString());
            final JSONArray sections = JSON.parseObject(message.toString()).getJSONArray("message");
            assertEquals(Notation.values(sections), message.sections());
            final JSONObject expected = JSON.parseObject(oracle.get(i));
            assertEquals(expected.getIntValue("size"), encoded.length);
            assertPlaces(expected.getJSONArray("sections"));
            assertMessage(expected, message);
        }
        assertFalse(bytes.hasRemaining());
    }

    /** Each section of the wrapped message stands where the oracle saw it. */
    private void assertPlaces(final JSONArray expected)
    {
        final AmqpReader reader = new AmqpReader().wrap(view);
        for (final Object section : expected)
        {
            assertEquals(AmqpReader.VALUE, reader.next());
            final int offset = reader.constructorOffset();
            assertEquals(((JSONObject)section).getIntValue("offset"), offset);
            assertEquals(((JSONObject)section).getIntValue("length"), reader.offset() + reader.length() - offset);
            final AmqpDescribed value = (AmqpDescribed)new AmqpTreeBuilder().value(view, offset, reader.offset()
                + reader.length() - offset);
            assertEquals(((JSONObject)section).getString("section"), AmqpComposite.of(value).name());
        }
        assertEquals(AmqpReader.DONE, reader.next());
    }

    private static void assertMessage(final JSONObject expected, final AmqpMessage message)
    {
        final List<String> names = new ArrayList<>();
        message.sections().forEach(section -> names.add(AmqpComposite.of(section).name()));
        assertEquals(expected.getJSONArray("sections").stream().map(section -> ((JSONObject)section).get("section"))
            .collect(Collectors.toList()), names);
        assertFields(expected.getJSONObject("header"), message.section("header"));
        assertFields(expected.getJSONObject("properties"), message.section("properties"));
        assertMap(expected.getJSONArray("deliveryAnnotations"), message.section("delivery-annotations"));
        assertMap(expected.getJSONArray("messageAnnotations"), message.section("message-annotations"));
        assertMap(expected.getJSONArray("applicationProperties"), message.section("application-properties"));
        assertMap(expected.getJSONArray("footer"), message.section("footer"));
        final List<Object> body = new ArrayList<>();
        message.sections("data").forEach(data -> body.add(data((AmqpBinary)data.value())));
        message.sections("amqp-sequence").forEach(sequence -> body.add(one("amqpSequence", typed(sequence.value()))));
        message.sections("amqp-value").forEach(value -> body.add(one("amqpValue", typed(value.value()))));
        assertEquals(json(expected.get("body")).replaceAll("\"v\":\"(Declare|Discharge)[^\"]*\"", "\"v\":\"$1\""), json(
            body));
    }

    private static void assertFields(final JSONObject expected, final AmqpComposite section)
    {
        assertEquals(expected == null, section == null);
        if (expected == null)
        {
            return;
        }
        for (final AmqpFieldDefinition field : section.definition().fields())
        {
            final String camel = camel(field.name());
            assertTrue(expected.containsKey(camel), camel);
            final Object due = expected.get(camel);
            final AmqpValue value = section.get(field.name());
            if (due == null)
            {
                // protonj2 does not tell an explicit default (durable false, delivery-count 0) from none.
                assertTrue(!section.isSet(field.name()) || value.equals(field.defaultValue()), camel);
                assertEquals(field.defaultValue() == null ? AmqpNull.NULL : field.defaultValue(), value);
            }
            else if (due instanceof JSONObject)
            {
                assertTrue(section.isSet(field.name()));
                assertEquals(json(due), json(typed(value)));
            }
            else
            {
                assertEquals(String.valueOf(due), plain(section, field.name(), value));
            }
        }
    }

    private static String plain(final AmqpComposite section, final String field, final AmqpValue value)
    {
        switch (value.type())
        {
            case BOOLEAN:
                return String.valueOf(section.getBoolean(field, false));
            case STRING:
            case SYMBOL:
                return section.getText(field);
            case BINARY:
                return ((AmqpBinary)value).toHex();
            default:
                return String.valueOf(section.getLong(field, 0));
        }
    }

    private static String camel(final String name)
    {
        final StringBuilder camel = new StringBuilder();
        for (final String word : name.split("-"))
        {
            camel.append(camel.length() == 0 ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return camel.toString();
    }

    private static void assertMap(final JSONArray expected, final AmqpComposite section)
    {
        assertEquals(expected == null, section == null);
        if (section != null)
        {
            final List<Object> entries = new ArrayList<>();
            for (final AmqpMap.Entry entry : ((AmqpMap)section.value()).entries())
            {
                final String name =
                    entry.key() instanceof AmqpSymbol symbol ? symbol.value() : ((AmqpString)entry.key())
                        .value();
                final List<Object> pair = new ArrayList<>(List.of(name));
                pair.add(typed(entry.value()));
                entries.add(pair);
            }
            assertEquals(json(expected), json(entries));
        }
    }

    private static String json(final Object value)
    {
        return JSON.toJSONString(value, JSONWriter.Feature.WriteNulls, JSONWriter.Feature.WriteMapNullValue);
    }

    private static Map<String, Object> one(final String name, final Object value)
    {
        final Map<String, Object> map = new LinkedHashMap<>();
        map.put(name, value);
        return map;
    }

    private static Object data(final AmqpBinary data)
    {
        final Map<String, Object> map = one("data", data.length());
        map.put("crc32", crc(data.toBytes()));
        return map;
    }

    private static long crc(final byte[] bytes)
    {
        final CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }

    /** The oracle's own notation. */
    private static Object typed(final AmqpValue value)
    {
        if (value.isNull())
        {
            return null;
        }
        if (value instanceof AmqpString string && string.value().length() > LONG_STRING)
        {
            final byte[] utf8 = string.value().getBytes(StandardCharsets.UTF_8);
            final Map<String, Object> map = one("t", "string");
            map.put("utf8Length", utf8.length);
            map.put("crc32", crc(utf8));
            return map;
        }
        final Map<String, Object> map = one("t", value.type().typeName());
        if (value instanceof AmqpDescribed)
        {
            final String name = AmqpComposite.of(value).name();
            map.put("t", "described-" + name);
            map.put("v", Character.toUpperCase(name.charAt(0)) + name.substring(1));
        }
        else
        {
            map.put("v", content(value));
        }
        return map;
    }

    private static Object content(final AmqpValue value)
    {
        if (value instanceof AmqpList list)
        {
            return list.items().stream().map(AmqpMessageCaptureTest::typed).collect(Collectors.toList());
        }
        if (value instanceof AmqpArray array)
        {
            return array.items().stream().map(AmqpMessageCaptureTest::typed).collect(Collectors.toList());
        }
        if (value instanceof AmqpMap map)
        {
            return map.entries().stream().map(entry -> {
                final List<Object> pair = new ArrayList<>();
                pair.add(typed(entry.key()));
                pair.add(typed(entry.value()));
                return pair;
            }).collect(Collectors.toList());
        }
        if (value instanceof AmqpChar one)
        {
            return one.codePoint();
        }
        return JSON.parseObject(value.toString()).get(value.type().typeName());
    }
}

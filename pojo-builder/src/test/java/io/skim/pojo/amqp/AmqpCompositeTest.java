package io.skim.pojo.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Good;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AmqpCompositeTest
{
    private static AmqpValue value(final String hex)
    {
        final AmqpTreeBuilder builder = new AmqpTreeBuilder();
        final AmqpValue value = builder.value(new FrameView().wrap(HexFormat.of().parseHex(hex.replace(" ", ""))));
        assertFalse(builder.fault().isPresent(), () -> builder.fault().toString());
        return value;
    }

    private static AmqpComposite composite(final String hex)
    {
        return AmqpComposite.of(value(hex));
    }

    private static AmqpDescribed described(final String type, final AmqpValue... fields)
    {
        return new AmqpDescribed(new AmqpSymbol(AmqpTypes.standard().named(type).symbol()),
            new AmqpList(List.of(fields)));
    }

    private static void assertRefused(final Reason reason, final String field, final String message,
        final AmqpValue value)
    {
        final AmqpSchemaException refused = assertThrows(AmqpSchemaException.class, () -> AmqpComposite.of(value));
        assertEquals(message, refused.getMessage());
        assertEquals(reason, refused.reason());
        assertEquals(field, refused.field());
        assertEquals(message.split("[. ]")[0], refused.type());
    }

    @Test
    void knowsThe48TypesByEitherDescriptor()
    {
        final List<AmqpTypeDefinition> all = AmqpTypes.standard().all();
        assertEquals(48, all.size());
        for (final AmqpTypeDefinition type : all)
        {
            assertSame(type, AmqpTypes.standard().of(new AmqpUlong(type.code())));
            for (int bit = Byte.SIZE; bit < Long.SIZE; bit++)
            {
                final long other = type.code() ^ 1L << bit;
                assertTrue(all.stream().anyMatch(it -> it.code() == other) || AmqpTypes.standard().of(other) == null);
            }
            assertSame(type, AmqpTypes.standard().of(new AmqpSymbol(type.symbol())));
            assertSame(type, AmqpTypes.standard().named(type.name()));
            assertNull(AmqpTypes.standard().of(new AmqpString(type.symbol())));
            assertNull(AmqpTypes.standard().of(new AmqpLong(type.code())));
            for (int i = 0; i < type.fields().size(); i++)
            {
                assertEquals(i, type.fields().get(i).index());
                assertSame(type.fields().get(i), type.field(type.fields().get(i).name()));
            }
        }
        assertEquals(0x0000468C00000004L, AmqpTypes.standard().named("selector-filter").code());
        assertThrows(IllegalArgumentException.class, () -> AmqpTypes.standard().named("nothing"));
    }

    @Test
    void aDescriptorMatchesInEveryForm()
    {
        final List<AmqpComposite> headers = List.of(composite("00 53 70 45"), composite("00 80 0000000000000070 45"),
            composite("00 A3 10 616D71703A6865616465723A6C697374 45"), composite(
                "00 B3 00000010 616D71703A6865616465723A6C697374 C0 01 00"),
            composite("00 53 70 D0 00000004 00000000"));
        for (final AmqpComposite header : headers)
        {
            assertEquals("header", header.name());
            assertTrue(header.definition().matches(header.described().descriptor()));
        }
        assertEquals(headers.get(0), headers.get(1));
        assertNotEquals(headers.get(0), headers.get(2));
        // The same letters as a string are no symbol.
        assertFalse(AmqpComposite.isKnown(value("00 A1 10 616D71703A6865616465723A6C697374 45")));
        assertThrows(IllegalArgumentException.class, () -> composite("00 A1 10 616D71703A6865616465723A6C697374 45"));
        assertThrows(IllegalArgumentException.class, () -> composite("45"));
    }

    @Test
    void aFieldThatIsNotSetHasItsDefault()
    {
        final AmqpComposite header = composite("00 53 70 C0 04 03 40 40 43");
        assertFalse(header.isSet("priority"));
        assertEquals(new AmqpUbyte(4), header.get("priority"));
        assertEquals(4, header.getLong("priority", 9));
        assertFalse(header.isSet("durable"));
        assertEquals(new AmqpBoolean(false), header.get("durable"));
        assertTrue(header.isSet("ttl"));
        assertEquals(0, header.getLong("ttl", 7));
        assertFalse(header.isSet("delivery-count"));
        assertEquals(new AmqpUint(0), header.get("delivery-count"));
        assertEquals(AmqpNull.NULL, composite("00537045").get("ttl"));
        assertEquals(7, composite("00537045").getLong("ttl", 7));
        assertTrue(composite("00 53 70 C0 02 01 42").isSet("durable"));
        final AmqpComposite source = AmqpComposite.of(described("source"));
        assertEquals("session-end", source.getText("expiry-policy"));
        assertEquals(0, source.getLong("durable", 9));
        final AmqpComposite open = AmqpComposite.of(described("open", new AmqpString("c")));
        assertEquals(4_294_967_295L, open.getLong("max-frame-size", 0));
        assertEquals(65_535, open.getLong("channel-max", 0));
        assertNull(open.getText("hostname"));
        assertNull(open.getMap("properties"));
        assertThrows(IllegalArgumentException.class, () -> open.get("no-field"));
        assertThrows(IllegalArgumentException.class, () -> open.getBoolean("container-id", false));
        assertThrows(IllegalArgumentException.class, () -> open.getLong("container-id", 0));
    }

    @Test
    void everyDefaultIsOfItsFieldsType()
    {
        final Set<String> defaults = new TreeSet<>();
        for (final AmqpTypeDefinition type : AmqpTypes.standard().all())
        {
            for (final AmqpFieldDefinition field : type.fields())
            {
                if (field.defaultValue() != null)
                {
                    defaults.add(type.name() + "." + field.name() + "=" + field.defaultValue());
                    assertEquals(field.primitive(), field.defaultValue().type());
                }
            }
        }
        assertTrue(defaults.contains("header.priority={\"ubyte\":4}"));
        assertTrue(defaults.contains("attach.snd-settle-mode={\"ubyte\":2}"));
        assertTrue(defaults.contains("begin.handle-max={\"uint\":4294967295}"));
        assertEquals(27, defaults.size(), defaults.toString());
    }

    @Test
    void saysPreciselyWhatIsWrong()
    {
        assertRefused(Reason.FIELD_TYPE, "durable", "header.durable (field 0) is of type string, not boolean", value(
            "00 53 70 C0 04 01 A1 01 61"));
        assertRefused(Reason.SECTION_VALUE_TYPE, null, "header describes a map, not a list",
            value("00 53 70 C1 01 00"));
        assertRefused(Reason.SECTION_VALUE_TYPE, null, "header describes a null, not a list", value("00 53 70 40"));
        assertRefused(Reason.TOO_MANY_FIELDS, null, "flow has 11 fields, not 13", value(
            "00 53 13 C0 0E 0D 40404040404040404040404040"));
        assertRefused(Reason.FIELD_MISSING, "container-id", "open.container-id (field 0) is mandatory",
            described("open"));
        assertRefused(Reason.FIELD_MISSING, "incoming-window", "flow.incoming-window (field 1) is mandatory", described(
            "flow", new AmqpUint(1), AmqpNull.NULL));
        assertRefused(Reason.FIELD_TYPE, "ttl", "header.ttl (field 2) is of type ulong, not uint", described("header",
            AmqpNull.NULL, AmqpNull.NULL, new AmqpUlong(5)));
        assertRefused(Reason.FIELD_TYPE, "error", "close.error (field 0) is of type accepted, not error", described(
            "close", described("accepted")));
        assertRefused(Reason.FIELD_TYPE, "error", "close.error (field 0) is of type uint, not error", described("close",
            new AmqpUint(1)));
        assertRefused(Reason.FIELD_TYPE, "state", "disposition.state (field 4) is of type error, not delivery-state",
            described("disposition", new AmqpBoolean(true), new AmqpUint(0), AmqpNull.NULL, AmqpNull.NULL, described(
                "error", new AmqpSymbol("e"))));
        assertRefused(Reason.FIELD_TYPE, "message-id",
            "properties.message-id (field 0) is of type symbol, not message-id",
            described("properties", new AmqpSymbol("a")));
        assertRefused(Reason.KEY_TYPE, "properties", "open.properties has a string for a key",
            open(9, new AmqpMap(List.of(
                new AmqpMap.Entry(new AmqpString("a"), AmqpNull.NULL)))));
        assertRefused(Reason.KEY_TYPE, null, "application-properties has a symbol for a key", value(
            "00 53 74 C1 05 02 A3 01 61 40"));
    }

    private static AmqpDescribed open(final int index, final AmqpValue field)
    {
        final List<AmqpValue> fields = new ArrayList<>(Collections.nCopies(10, AmqpNull.NULL));
        fields.set(0, new AmqpString("c"));
        fields.set(index, field);
        return described("open", fields.toArray(new AmqpValue[0]));
    }

    @Test
    void severalValuesStandInAnArrayAndOneAlone()
    {
        final AmqpSymbol first = new AmqpSymbol("a");
        final AmqpSymbol second = new AmqpSymbol("b");
        final String field = "offered-capabilities";
        assertEquals(List.of(first, second), AmqpComposite.of(open(7, new AmqpArray(AmqpType.SYMBOL, List.of(), List.of(
            first, second)))).getMultiple(field));
        assertEquals(List.of(first), AmqpComposite.of(open(7, first)).getMultiple(field));
        assertEquals(List.of(), AmqpComposite.of(open(7, AmqpNull.NULL)).getMultiple(field));
        assertEquals(List.of(), AmqpComposite.of(open(7, new AmqpArray(AmqpType.SYMBOL, List.of(), List.of())))
            .getMultiple(field));
        assertRefused(Reason.FIELD_TYPE, field, "open.offered-capabilities (field 7) is of type an array of string, not"
            + " symbol", open(7, new AmqpArray(AmqpType.STRING, List.of(), List.of())));
        assertRefused(Reason.FIELD_MISSING, "sasl-server-mechanisms", "sasl-mechanisms.sasl-server-mechanisms (field 0)"
            + " is mandatory, and an empty array is no value",
            described("sasl-mechanisms", new AmqpArray(AmqpType.SYMBOL,
                List.of(), List.of())));
    }

    @Test
    void seesTypesInsideTypes()
    {
        final AmqpComposite close = AmqpComposite.of(described("close", described("error", new AmqpSymbol(
            "amqp:not-found"), new AmqpString("gone"))));
        final AmqpComposite error = AmqpComposite.of(close.get("error"));
        assertEquals("amqp:not-found", error.getText("condition"));
        assertEquals("gone", error.getText("description"));
        // An extension that the standard does not know may be a delivery state.
        final AmqpDescribed own = new AmqpDescribed(new AmqpSymbol("my:state"), AmqpNull.NULL);
        final AmqpComposite transfer = AmqpComposite.of(described("transfer", new AmqpUint(0), AmqpNull.NULL,
            AmqpNull.NULL, AmqpNull.NULL, AmqpNull.NULL, AmqpNull.NULL, AmqpNull.NULL, own));
        assertEquals(own, transfer.get("state"));
        assertThrows(IllegalArgumentException.class, () -> AmqpComposite.of(transfer.get("state")));
    }

    /** Each message and frame of the vectors was built against the schema, and is taken by proton-j and protonj2. */
    @Test
    void takesEveryCompositeOfTheVectors()
    {
        final Set<String> seen = new TreeSet<>();
        for (final Good vector : AmqpVectors.all())
        {
            if (vector.shape().equals("frame"))
            {
                final JSONObject body = JSON.parseObject(vector.diag()).getJSONObject("frame").getJSONObject("body");
                if (body != null)
                {
                    seen.add(AmqpComposite.of(Notation.value(body)).name());
                }
            }
            else if (vector.shape().equals("message"))
            {
                Notation.values(JSON.parseArray(vector.values())).forEach(section -> seen.add(AmqpComposite.of(section)
                    .name()));
            }
        }
        assertTrue(seen.size() >= 20, seen.toString());
    }

    @Test
    void aMessageHasItsSectionsByName()
    {
        final AmqpMessageBuilder builder = new AmqpMessageBuilder();
        final AmqpMessage message = builder.message(new FrameView().wrap(HexFormat.of().parseHex("005370c0040240500700"
            + "5374c10a04a1016154" + "01a1016241" + "005375a00101005375a00102")));
        assertNull(builder.fault().reason());
        assertEquals(7, message.section("header").getLong("priority", 0));
        assertEquals(new AmqpInt(1), message.applicationProperty("a"));
        assertEquals(new AmqpBoolean(true), message.applicationProperty("b"));
        assertNull(message.applicationProperty("c"));
        assertNull(message.section("footer"));
        assertEquals(2, message.sections("data").size());
        assertEquals(AmqpBinary.of(new byte[] {2}), message.section("data").value());
        assertThrows(IllegalArgumentException.class, () -> message.section("nothing"));
        assertNull(builder.message(new FrameView().wrap(HexFormat.of().parseHex("0053754000"))));
        assertEquals(Reason.SECTION_VALUE_TYPE, builder.fault().reason());
    }

    @Test
    void aTextHasNoHalfPairs()
    {
        for (final String good : List.of("", "orders", "\u00e9\u4e2d", "\ue000\ufffd", "a\ud83d\ude00b",
            "\u8000\u5800"))
        {
            assertEquals(good, new AmqpString(good).value());
        }
        for (final String bad : List.of("\ud83d", "orders\ud83d", "\ude00orders", "\ude00\ud83d", "\ud83d\ud83d\ude00"))
        {
            assertThrows(IllegalArgumentException.class, () -> new AmqpString(bad));
        }
    }
}

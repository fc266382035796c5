package io.skim.pojo.amqp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.testing.Allocations;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What codec2's objects could do (P1 to P4), and what was wrong with them (32 to 38).
 *
 * @see "facts/amqp-wire.md, section 5"
 */
class CodecDefectsTest
{
    private final AmqpTreeBuilder builder = new AmqpTreeBuilder();
    private final FrameView frame = new FrameView();

    private AmqpValue value(final String hex)
    {
        return builder.value(frame.wrap(HexFormat.of().parseHex(hex.replace(" ", ""))));
    }

    private List<AmqpValue> items(final String hex)
    {
        return ((AmqpList)value(hex)).items();
    }

    private AmqpComposite composite(final String hex)
    {
        return AmqpComposite.of(value(hex));
    }

    @Test
    void featureP1BuildsListsMapsArraysDescribedValuesAndScalars()
    {
        assertEquals(
            "{\"list\":[{\"map\":[[{\"symbol\":\"k\"},{\"array\":{\"of\":\"int\",\"items\":[{\"int\":1},{\"int\":2}]}"
                + "}]]},{\"described\":[{\"ulong\":\"36\"},{\"list\":[]}]},{\"string\":\"s\"}]}",
            value(
                "C0 14 03 C1 0A 02 A3 01 6B E0 04 02 54 01 02 00 53 24 45 A1 01 73 ")
                .toString());
    }

    @Test
    void featureP2KnowsEveryTypeByNumberAndBySymbol()
    {
        final List<AmqpTypeDefinition> all = AmqpTypes.standard().all();
        assertEquals(48, all.size());
        for (final AmqpTypeDefinition type : all)
        {
            assertSame(type, AmqpTypes.standard().of(new AmqpUlong(type.code())));
            assertSame(type, AmqpTypes.standard().of(new AmqpSymbol(type.symbol())));
            final String symbol = HexFormat.of().formatHex(type.symbol().getBytes(StandardCharsets.US_ASCII));
            final List<String> forms = new ArrayList<>(List.of(String.format("80 %016X", type.code()), String.format(
                "A3 %02X %s", type.symbol().length(), symbol),
                String.format("B3 %08X %s", type.symbol().length(),
                    symbol)));
            if (type.code() < 256)
            {
                forms.add(String.format("53 %02X", type.code()));
            }
            for (final String form : forms)
            {
                assertSame(type, AmqpTypes.standard().of(((AmqpDescribed)value("00 " + form + " 40")).descriptor()));
            }
        }
        assertEquals("transfer", AmqpTypes.standard().of(new AmqpUlong(0x14)).name());
        assertEquals("transfer", AmqpTypes.standard().of(new AmqpSymbol("amqp:transfer:list")).name());
    }

    @Test
    void featureP3IsReusedValueAfterValue()
    {
        final AmqpValue first = value("C0 03 01 54 01");
        assertNull(value("C0 03 02 54 01"));
        final AmqpValue second = value("C0 03 01 54 02");
        assertEquals(List.of(new AmqpInt(1)), ((AmqpList)first).items());
        assertEquals(List.of(new AmqpInt(2)), ((AmqpList)second).items());
    }

    @Test
    void featureP4GivesPerformativesAndSectionsByTheNamesOfTheirFields()
    {
        final AmqpComposite transfer = composite("00 53 14 C0 09 05 43 52 07 A0 01 01 43 41");
        assertEquals(7, transfer.getLong("delivery-id", -1));
        assertEquals(AmqpBinary.of(new byte[] {1}), transfer.get("delivery-tag"));
        assertTrue(transfer.getBoolean("settled", false));
        assertEquals(false, transfer.getBoolean("more", true));
    }

    @Test
    void doesNotRepeatCodec2Defect32DroppingDecimalsAndFoldingTypes()
    {
        assertEquals(
            List.of(AmqpType.DECIMAL32, AmqpType.DECIMAL64, AmqpType.DECIMAL128, AmqpType.SYMBOL, AmqpType.UINT,
                AmqpType.TIMESTAMP, AmqpType.BINARY, AmqpType.CHAR),
            items("C0 39 08 74 00000001 84 0000000000000001 94 00000000000000010000000000000002 A3 01 61 70 FFFFFFFF"
                + " 83 0000000000000001 A0 01 00 73 0001F600").stream().map(AmqpValue::type)
                .collect(Collectors.toList()));
        assertEquals(new AmqpUint(4_294_967_295L), value("70 FFFFFFFF"));
        assertEquals(new AmqpDecimal128(1, 2), value("94 0000000000000001 0000000000000002"));
        assertEquals(0x1F600, ((AmqpChar)value("73 0001F600")).codePoint());
        assertEquals(value("A0 02 0102"), value("B0 00000002 0102"));
        assertNotEquals(value("A3 01 61"), value("A1 01 61"));
    }

    @Test
    void doesNotRepeatCodec2Defect33PresizingFromTheWireAndLosingOrderAndDuplicates()
    {
        frame.wrap(HexFormat.of().parseHex("d0000000057fffffff41"));
        assertNull(builder.value(frame));
        assertTrue(Allocations.by(() -> builder.value(frame), 1, 1) < 10_000);
        final AmqpMap map = (AmqpMap)value("C1 10 06 A1 01 62 54 01 A1 01 61 54 02 A1 01 62 54 03");
        assertEquals(List.of("b", "a", "b"), map.entries().stream().map(entry -> ((AmqpString)entry.key()).value())
            .collect(Collectors.toList()));
        assertEquals(new AmqpInt(3), map.get(new AmqpString("b")));
        assertNull(map.get(new AmqpSymbol("b")));
    }

    @Test
    void doesNotRepeatCodec2Defect34PrintingAndTurningErrorsIntoNull()
    {
        final PrintStream out = System.out;
        final PrintStream err = System.err;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try
        {
            System.setOut(new PrintStream(printed, true));
            System.setErr(System.out);
            assertEquals("{\"described\":[{\"symbol\":\"unknown\"},{\"int\":1}]}",
                value("00 A3 07 756E6B6E6F776E 54 01")
                    .toString());
            value("E0 04 02 54 01 02");
            assertNull(value("00 53 70 C0 03 01 46 00"));
            assertEquals(Reason.CODE_UNKNOWN, builder.fault().reason());
            final AmqpDescribed wrong = (AmqpDescribed)value("00 53 70 C0 03 01 54 00");
            assertThrows(AmqpSchemaException.class, () -> AmqpComposite.of(wrong));
        }
        finally
        {
            System.setOut(out);
            System.setErr(err);
        }
        assertEquals("", printed.toString());
    }

    @Test
    void doesNotRepeatCodec2Defect35BreakingCapabilityListsAndWrappingEachDescribedElement()
    {
        final AmqpComposite mechanisms = composite("00 53 40 C0 0A 01 E0 07 02 A3 01 61 02 6263");
        assertEquals(List.of(new AmqpSymbol("a"), new AmqpSymbol("bc")), mechanisms.getMultiple(
            "sasl-server-mechanisms"));
        final AmqpArray array = (AmqpArray)value("E0 08 02 00 A3 01 61 54 01 02");
        assertEquals(List.of(new AmqpInt(1), new AmqpInt(2)), array.items());
        assertEquals(List.of(new AmqpSymbol("a")), array.descriptors());
        assertEquals(AmqpType.INT, ((AmqpArray)value("E0 02 00 54")).elementType());
    }

    @Test
    void doesNotRepeatCodec2Defect36SharingUnsynchronisedTablesAndLackingTransactions()
    {
        final Set<AmqpTypes> found = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 100).parallel().forEach(i -> found.add(AmqpTypes.standard()));
        assertEquals(1, found.size());
        assertThrows(UnsupportedOperationException.class, () -> AmqpTypes.standard().all().clear());
        for (final String name : List.of("coordinator", "declare", "discharge", "declared", "transactional-state"))
        {
            assertSame(AmqpTypes.standard().named(name),
                AmqpTypes.standard().of(new AmqpUlong(AmqpTypes.standard().named(
                    name).code())));
        }
        assertEquals("txn",
            new String(((AmqpBinary)composite("00 53 33 C0 06 01 A0 03 74786E").get("txn-id")).toBytes()));
    }

    @Test
    void doesNotRepeatCodec2Defect37DroppingAllFieldsOfALongListAndThrowingForNull()
    {
        final AmqpDescribed tooLong = (AmqpDescribed)value("00 53 70 C0 07 06 41 40 40 40 40 40");
        assertEquals(Reason.TOO_MANY_FIELDS, assertThrows(AmqpSchemaException.class, () -> AmqpComposite.of(tooLong))
            .reason());
        final AmqpComposite nulls = composite("00 53 70 C0 06 05 41 40 40 40 40");
        assertTrue(nulls.getBoolean("durable", false));
        assertEquals(0, nulls.getLong("delivery-count", 9));
        assertEquals(9, nulls.getLong("ttl", 9));
        assertEquals(9, composite("00 53 73 45").getLong("group-sequence", 9));
    }

    /** The types are those of the standard; what is written from them cannot be of others. */
    @Test
    void doesNotRepeatCodec2Defect38TakingFieldsForOtherTypes()
    {
        for (final String[] field : new String[][] {{"open", "channel-max", "ushort"}, {"begin", "remote-channel",
            "ushort"}, {"open", "idle-time-out", "uint"}, {"source", "timeout", "uint"}, {"source", "durable", "uint"}})
        {
            assertEquals(AmqpType.named(field[2]), AmqpTypes.standard().named(field[0]).field(field[1]).primitive());
        }
        // An amqp-sequence is a list, not a list in a list.
        assertEquals(1, ((AmqpList)composite("00 53 76 C0 03 01 54 01").value()).items().size());
        assertArrayEquals(new byte[] {1}, ((AmqpBinary)composite("00 53 75 A0 01 01").value()).toBytes());
    }

    /** All five have keys that are symbols; codec2 writes strings. */
    @ParameterizedTest
    @CsvSource({"attach, properties, 12", "source, filter, 28", "source, dynamic-node-properties, 28",
        "target, dynamic-node-properties, 29", "modified, message-annotations, 27", "footer, , 78"})
    void doesNotRepeatCodec2Defect38TakingStringsForKeys(final String type, final String field, final String code)
    {
        final String symbols = "C1 06 02 A3 01 61 54 01";
        final String strings = "C1 06 02 A1 01 61 54 01";
        assertEquals(type, composite("00 53 " + code + " " + (field == null ? symbols : list(type, field, symbols)))
            .name());
        final AmqpDescribed bad = (AmqpDescribed)value("00 53 " + code + " " + (field == null ? strings : list(type,
            field, strings)));
        assertEquals(Reason.KEY_TYPE, assertThrows(AmqpSchemaException.class, () -> AmqpComposite.of(bad)).reason());
    }

    /** A list with the one field, and what is mandatory before it. */
    private static String list(final String type, final String field, final String map)
    {
        final StringBuilder items = new StringBuilder();
        final AmqpTypeDefinition definition = AmqpTypes.standard().named(type);
        for (int i = 0; i < definition.field(field).index(); i++)
        {
            items.append(!definition.fields().get(i).mandatory() ? "40" : switch (definition.fields().get(i)
                .primitive())
            {
                case STRING -> "A10161";
                case UINT -> "43";
                default -> "41";
            });
        }
        items.append(map.replace(" ", ""));
        return String.format("C0 %02X %02X %s", 1 + items.length() / 2, definition.field(field).index() + 1, items);
    }
}

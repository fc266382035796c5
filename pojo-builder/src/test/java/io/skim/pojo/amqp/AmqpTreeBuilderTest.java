package io.skim.pojo.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.MalformedFrameException;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Bad;
import io.skim.scan.testing.AmqpVectors.Good;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmqpTreeBuilderTest
{
    private final AmqpTreeBuilder builder = new AmqpTreeBuilder();
    private final FrameView frame = new FrameView();

    static List<Good> good()
    {
        return AmqpVectors.values();
    }

    static List<Bad> bad()
    {
        return AmqpVectors.malformed();
    }

    private static byte[] hex(final String hex)
    {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    private AmqpValue built(final String hex)
    {
        return builder.value(frame.wrap(hex(hex)));
    }

    private void assertRefused(final Reason reason, final long offset, final String hex)
    {
        assertNull(built(hex));
        assertEquals(reason, builder.fault().reason(), hex + " " + builder.fault());
        assertEquals(offset, builder.fault().offset(), hex + " " + builder.fault());
    }

    @ParameterizedTest
    @MethodSource("good")
    void buildsWhatTheVectorsSay(final Good vector)
    {
        final List<AmqpValue> expected = Notation.values(JSON.parseArray(vector.values()));
        final ByteBuffer direct = ByteBuffer.allocateDirect(vector.bytes().length + 3).position(3);
        direct.put(vector.bytes()).position(3);
        for (final FrameView view : List.of(new FrameView().wrap(vector.bytes()), new FrameView().wrap(direct)))
        {
            final List<AmqpValue> values = builder.values(view);
            assertEquals(expected, values, () -> vector + " " + builder.fault());
            assertEquals(vector.values(), AmqpNotation.of(values));
            assertEquals(expected.hashCode(), values.hashCode());
            if (values.size() == 1)
            {
                assertEquals(expected.get(0), builder.value(view));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("bad")
    void refusesWhatIsMalformedWithOneFault(final Bad vector)
    {
        frame.wrap(vector.bytes());
        final AmqpValue value = builder.value(frame);
        assertEquals(value == null, builder.fault().isPresent());
        if (vector.verdict().equals("reject"))
        {
            assertNull(value, vector.toString());
        }
        else if (vector.verdict().equals("accept"))
        {
            assertNotNull(value, vector + " " + builder.fault());
        }
        if (value == null)
        {
            assertTrue(builder.fault().offset() >= 0 && builder.fault().offset() <= vector.bytes().length);
            assertEquals(builder.fault().reason(), assertThrows(MalformedFrameException.class, () -> {
                throw builder.fault().toException();
            }).reason());
        }
    }

    /** Whatever is left out at the end or made of one bit: a tree or a fault, never an exception, and always the same. */
    @ParameterizedTest
    @MethodSource("good")
    void everyPrefixAndEveryBitFlipIsATreeOrAFault(final Good vector)
    {
        final byte[] bytes = vector.bytes();
        for (int length = 0; length < bytes.length; length++)
        {
            final boolean whole = builder.values(frame.wrap(bytes, 0, length)) != null;
            assertTrue(whole || builder.fault().offset() <= length, vector.toString());
        }
        for (int bit = 0; bit < Math.min(8 * bytes.length, 4_096); bit++)
        {
            final byte[] flipped = bytes.clone();
            flipped[bit >> 3] ^= (byte)(1 << (bit & 7));
            final List<AmqpValue> values = builder.values(frame.wrap(flipped));
            assertEquals(values == null, builder.fault().isPresent(), vector.toString());
            assertEquals(values, new AmqpTreeBuilder().values(frame));
        }
    }

    @Test
    void readsTheFilesOfTheInteroperabilityTests()
    {
        final List<AmqpValue> arrays = interop("arrays");
        final List<AmqpValue> ints = new ArrayList<>();
        for (int i = 0; i < 100; i++)
        {
            ints.add(new AmqpInt(i));
        }
        assertEquals(List.of(new AmqpArray(AmqpType.INT, List.of(), ints), new AmqpArray(AmqpType.STRING, List.of(),
            List.of(new AmqpString("a"), new AmqpString("b"), new AmqpString("c"))),
            new AmqpArray(AmqpType.INT, List
                .of(), List.of())),
            arrays);
        assertEquals(List.of(new AmqpDescribed(new AmqpSymbol("foo-descriptor"), new AmqpString("foo-value")),
            new AmqpDescribed(new AmqpInt(12), new AmqpInt(13))), interop("described"));
        assertEquals(List.of(new AmqpArray(AmqpType.INT, List.of(new AmqpSymbol("int-array")), ints.subList(0, 10))),
            interop("described_array"));
        assertEquals(List.of(new AmqpList(List.of(new AmqpInt(32), new AmqpString("foo"), new AmqpBoolean(true))),
            new AmqpList(List.of())), interop("lists"));
        assertEquals("[{\"map\":[[{\"string\":\"three\"},{\"int\":3}],[{\"string\":\"two\"},{\"int\":2}],[{\"string\":"
            + "\"one\"},{\"int\":1}]]},{\"map\":[[{\"int\":1},{\"string\":\"one\"}],[{\"int\":2},{\"string\":\"two\"}],"
            + "[{\"int\":3},{\"string\":\"three\"}]]},{\"map\":[]}]", AmqpNotation.of(interop("maps")));
        assertEquals(List.of(AmqpNull.NULL), interop("null"));
        assertEquals(List.of(new AmqpBoolean(true), new AmqpBoolean(false), new AmqpUbyte(42), new AmqpUshort(42),
            new AmqpShort((short)-42), new AmqpUint(12345), new AmqpInt(-12345), new AmqpUlong(12345), new AmqpLong(
                -12345),
            new AmqpFloat(Float.floatToRawIntBits(0.125f)), new AmqpDouble(Double.doubleToRawLongBits(
                0.125))),
            interop("primitives"));
        assertEquals(List.of(AmqpBinary.of("abc\0defg".getBytes()), new AmqpString("abcdefg"), new AmqpSymbol(
            "abcdefg"), AmqpBinary.of(new byte[0]), new AmqpString(""), new AmqpSymbol("")), interop("strings"));
        final List<AmqpValue> message = interop("message");
        assertEquals(3, message.size());
        assertEquals("{\"described\":[{\"ulong\":\"112\"},{\"list\":[{\"boolean\":false},{\"ubyte\":4},{\"null\":null},"
            + "{\"boolean\":false},{\"uint\":0}]}]}", message.get(0).toString());
    }

    private List<AmqpValue> interop(final String name)
    {
        final List<AmqpValue> values = builder.values(frame.wrap(AmqpVectors.interop(name)));
        assertNotNull(values, () -> name + " " + builder.fault());
        return values;
    }

    @Test
    void isExactlyOneValueOrRefused()
    {
        assertRefused(Reason.TRUNCATED, 0, "");
        assertRefused(Reason.CONTAINER_NOT_CONSUMED, 1, "40 40");
        assertEquals(List.of(), builder.values(frame.wrap(new byte[0])));
        assertFalse(builder.fault().isPresent());
    }

    @Test
    void buildsPartOfAFrame()
    {
        frame.wrap(hex("FFFF 5401 FF"));
        assertEquals(new AmqpInt(1), builder.value(frame, 2, 2));
        assertNull(builder.value(frame, 2, 3));
        assertEquals(4, builder.fault().offset());
        assertThrows(IndexOutOfBoundsException.class, () -> builder.value(frame, 2, 4));
    }

    @Test
    void refusesWhatTheBudgetDoesNotHold()
    {
        final AmqpTreeBuilder small = new AmqpTreeBuilder(AmqpBudget.DEFAULT.withMaxDepth(2).withMaxNodes(4)
            .withMaxBytes(5), Strictness.STRICT);
        assertNotNull(small.value(frame.wrap(hex("C0 04 03 404040"))));
        assertNull(small.value(frame.wrap(hex("C0 05 04 40404040"))));
        assertEquals(Reason.TOO_MANY_ELEMENTS, small.fault().reason());
        assertNotNull(small.values(frame.wrap(hex("40404040"))));
        assertNull(small.values(frame.wrap(hex("4040404040"))));
        assertEquals(5, small.fault().offset());
        assertNotNull(small.value(frame.wrap(hex("C0 04 01 C0 01 00"))));
        assertNull(small.value(frame.wrap(hex("C0 07 01 C0 04 01 C0 01 00"))));
        assertEquals(Reason.NESTED_TOO_DEEP, small.fault().reason());
        assertNotNull(small.value(frame.wrap(hex("C0 08 02 A1 02 6161 A3 01 61"))));
        assertNull(small.value(frame.wrap(hex("C0 0B 02 A1 03 616161 A0 03 616161"))));
        assertEquals(Reason.VALUE_TOO_LONG, small.fault().reason());
        assertEquals(6, small.fault().claimed());
        assertThrows(IllegalArgumentException.class, () -> AmqpBudget.DEFAULT.withMaxDepth(65));
        assertThrows(IllegalArgumentException.class, () -> AmqpBudget.DEFAULT.withMaxNodes(0));
        assertThrows(IllegalArgumentException.class, () -> AmqpBudget.DEFAULT.withMaxBytes(-1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"F0000000 0505F5E100 41", "F0000000 0502FAF080 43", "F0000000 0502FAF080 44",
        "F0000000 0502FAF080 45", "F0000000 0502FAF080 40", "F0000000 0502FAF080 C0", "F0000000 09FFFFFFFF 7100000000",
        "D0000000 057FFFFFFF 41", "D1000000 067FFFFFFE 4141", "B0FFFFFFFF", "B17FFFFFFF", "B3FFFFFFFF",
        "F0000000 0A05F5E100 00A3016141"})
    void allocatesNothingFromACount(final String hostile)
    {
        frame.wrap(hex(hostile));
        assertNull(builder.value(frame));
        final long each = Allocations.by(() -> builder.value(frame), 1, 100) / 100;
        assertTrue(each < 1_000, each + " bytes for " + hostile);
    }

    @Test
    void ofElementsWithoutBytesTheBudgetHoldsSoMany()
    {
        final AmqpTreeBuilder small = new AmqpTreeBuilder(AmqpBudget.DEFAULT.withMaxNodes(1_000), Strictness.STRICT);
        final String legal = "F0000000 05000003E7 40";
        assertEquals(999, ((AmqpArray)small.value(frame.wrap(hex(legal)))).items().size());
        assertNull(small.value(frame.wrap(hex("F0000000 05000003E8 40"))));
        assertNull(small.values(frame.wrap(hex(legal + legal))));
    }

    @Test
    void depthIsABudgetAndNoStack()
    {
        assertDeep("C0", 20_000);
        for (final String unit : List.of("00", "0040", "00A30161"))
        {
            assertNull(built(unit.repeat(50_000)));
            assertTrue(builder.fault().isPresent());
        }
        assertNotNull(builder.value(frame.wrap(nestedLists(64))));
        assertNull(builder.value(frame.wrap(nestedLists(65))));
        assertEquals(Reason.NESTED_TOO_DEEP, builder.fault().reason());
    }

    private void assertDeep(final String code, final int levels)
    {
        assertNull(builder.value(frame.wrap(nestedLists(levels))), code);
        assertEquals(Reason.NESTED_TOO_DEEP, builder.fault().reason());
    }

    private static byte[] nestedLists(final int levels)
    {
        final ByteBuffer bytes = ByteBuffer.allocate(9 * levels);
        for (int i = levels - 1; i >= 0; i--)
        {
            bytes.put((byte)0xD0).putInt(4 + 9 * i).putInt(i == 0 ? 0 : 1);
        }
        return bytes.array();
    }

    /** An array whose elements are described by an array whose elements are described by an array... */
    private static byte[] nestedDescriptors(final int levels)
    {
        byte[] value = hex("A30161");
        for (int i = 0; i < levels; i++)
        {
            final ByteBuffer outer = ByteBuffer.allocate(value.length + 11);
            outer.put((byte)0xF0).putInt(4 + 1 + value.length + 1).putInt(0).put((byte)0).put(value).put((byte)0x54);
            value = outer.array();
        }
        return value;
    }

    @Test
    void descriptorsOfElementsMayHoldArraysOfDescribedElements()
    {
        AmqpValue expected = new AmqpSymbol("a");
        for (int i = 0; i < 64; i++)
        {
            expected = new AmqpArray(AmqpType.INT, List.of(expected), List.of());
        }
        assertEquals(expected, builder.value(frame.wrap(nestedDescriptors(64))), () -> builder.fault().toString());
        for (final int levels : new int[] {65, 20_000})
        {
            assertNull(builder.value(frame.wrap(nestedDescriptors(levels))));
            assertEquals(Reason.NESTED_TOO_DEEP, builder.fault().reason());
        }
    }

    @Test
    void elementsMayBeDescribedTwice()
    {
        final AmqpArray array = (AmqpArray)built("E0 0F 02 00 C0 03 02 4041 00 53 07 A1 01 61 01 62");
        assertEquals("{\"array\":{\"of\":{\"described\":[{\"list\":[{\"null\":null},{\"boolean\":true}]},"
            + "{\"described\":[{\"ulong\":\"7\"},\"string\"]}]},\"items\":[{\"string\":\"a\"},{\"string\":\"b\"}]}}",
            String
                .valueOf(array == null ? builder.fault() : array));
        assertTrue(array.isDescribed());
        assertEquals(List.of(new AmqpUlong(7)), array.descriptors().subList(1, 2));
    }

    @Test
    void buildsWhatAReaderStandsOnAndGoesOnBehindIt()
    {
        frame.wrap(hex("C0 0B 03 5401 C0 04 02 5402 40 5403 A1 01 61"));
        final AmqpReader reader = new AmqpReader().wrap(frame);
        assertThrows(IllegalStateException.class, () -> builder.value(frame, reader));
        assertEquals(AmqpReader.VALUE, reader.next());
        reader.enter();
        reader.next();
        assertEquals(new AmqpInt(1), builder.value(frame, reader));
        reader.next();
        assertEquals("{\"list\":[{\"int\":2},{\"null\":null}]}", builder.value(frame, reader).toString());
        reader.next();
        assertEquals(new AmqpInt(3), builder.value(frame, reader));
        assertEquals(AmqpReader.END, reader.next());
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(new AmqpString("a"), builder.value(frame, reader));
        assertEquals(AmqpReader.DONE, reader.next());
    }

    @Test
    void buildsWhatAScanLends()
    {
        final byte[] message = hex("005370 C0 04 02 40 50 07" + "005374 C1 16 04 A1 01 61 00 A3 01 64 54 05 A1 01 62"
            + "E0 07 01 00 A3 01 64 54 05");
        frame.wrap(message);
        final List<AmqpValue> built = new ArrayList<>();
        final AmqpScanner scanner = new AmqpScanner();
        final DataHandler handler = new DataHandler()
        {
            @Override
            public Action onField(final int id, final Cursor value)
            {
                built.add(builder.value(frame, value));
                return Action.CONTINUE;
            }
        };
        assertEquals(Outcome.COMPLETE, scanner.scan(frame, AmqpScanner.interest().field(AmqpField.PRIORITY, 0).property(
            "a", 1).property("b", 2).build(), handler), () -> scanner.fault().toString());
        assertEquals(List.of(new AmqpUbyte(7), new AmqpDescribed(new AmqpSymbol("d"), new AmqpInt(5)), new AmqpArray(
            AmqpType.INT, List.of(new AmqpSymbol("d")), List.of(new AmqpInt(5)))), built);
    }

    @Test
    void keepsNothingOfTheFrame()
    {
        final byte[] bytes = hex("C0 0B 03 A1 01 61 A0 02 0102 A3 01 62");
        final AmqpValue value = builder.value(frame.wrap(bytes));
        Arrays.fill(bytes, (byte)0);
        assertEquals("{\"list\":[{\"string\":\"a\"},{\"binary\":\"0102\"},{\"symbol\":\"b\"}]}", value.toString());
    }

    /** Whoever sends a frame chooses how many there are; nothing may remember them once their tree is gone. */
    @Test
    void keepsNoDescriptorsAndNoSymbols() throws InterruptedException
    {
        final byte[] bytes = hex("C0 21 02 00 A3 08 0000000000000000 A3 08 0000000000000000"
            + " 00 80 0000000000000000 40");
        buildDistinct(bytes, 0, 1_000);
        final long before = retained();
        buildDistinct(bytes, 1_000, 300_000);
        final long grown = retained() - before;
        assertTrue(grown < 4 << 20, grown + " bytes");
    }

    private void buildDistinct(final byte[] bytes, final int from, final int to)
    {
        for (int i = from; i < to; i++)
        {
            final byte[] digits = String.format("%08d", i).getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(digits, 0, bytes, 6, digits.length);
            System.arraycopy(digits, 0, bytes, 16, digits.length);
            System.arraycopy(digits, 0, bytes, 26, digits.length);
            final AmqpList list = (AmqpList)builder.value(frame.wrap(bytes));
            final AmqpDescribed first = (AmqpDescribed)list.items().get(0);
            assertEquals(i, Integer.parseInt(((AmqpSymbol)first.descriptor()).value()));
            assertEquals(i, Integer.parseInt(((AmqpSymbol)first.value()).value()));
            assertFalse(AmqpComposite.isKnown(first));
            assertNull(AmqpTypes.standard().of(((AmqpDescribed)list.items().get(1)).descriptor()));
        }
    }

    /** The least of several counts, since what other tests have left is collected bit by bit. */
    private static long retained() throws InterruptedException
    {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++)
        {
            System.gc();
            Thread.sleep(20);
            least = Math.min(least, Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }

    @Test
    void isTheSameAgainAfterAFault()
    {
        final AmqpValue first = built("C1 06 02 A1 01 61 5401");
        assertRefused(Reason.CODE_UNKNOWN, 6, "C1 06 02 A1 01 61 4601");
        assertRefused(Reason.CODE_UNKNOWN, 7, "E0 08 01 00 C0 02 01 46 54 01");
        assertEquals(first, built("C1 06 02 A1 01 61 5401"));
        assertFalse(builder.fault().isPresent());
    }

    @Test
    void lenientTakesABooleanOfAnyOctet()
    {
        assertRefused(Reason.BOOLEAN_OCTET, 1, "5602");
        assertEquals(new AmqpBoolean(true),
            new AmqpTreeBuilder(AmqpBudget.DEFAULT, Strictness.LENIENT).value(frame.wrap(
                hex("5602"))));
    }

    @Test
    void tellsApartWhatAmqpTellsApart()
    {
        final List<String> ones = List.of("5001", "600001", "5201", "5301", "5101", "610001", "5401", "5501",
            "8300000000 00000001", "7400000001", "840000000000000001", "9400000000000000000000000000000001",
            "7300000001",
            "7200000001", "820000000000000001", "9800000000000000000000000000000001", "A00101", "A10101", "A30101",
            "41",
            "C0020141", "C103024141", "E0020141", "004141");
        for (final String one : ones)
        {
            for (final String other : ones)
            {
                assertEquals(one.equals(other), built(one).equals(built(other)), one + " " + other);
            }
        }
        assertEquals(built("5301"), built("800000000000000001"));
        assertEquals(built("45"), built("D00000000400000000"));
        assertEquals(built("5601"), built("41"));
        assertNotEquals(built("72 7FC00000"), built("72 7FC00001"));
        assertNotEquals(built("72 00000000"), built("72 80000000"));
        assertNotEquals(built("E00200 71"), built("E00200 81"));
        assertEquals(built("E00200 71"), built("E00200 54"));
        assertSame(built("40"), built("40"));
    }
}

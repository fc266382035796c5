package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmqpEncoderTest
{
    private static final int ROOM = 200_000;
    private static final AmqpKey ORDER = AmqpKey.string("order");
    private static final AmqpKey TRACE = AmqpKey.symbol("x-opt-trace");

    private final AmqpEncoder encoder = new AmqpEncoder();

    private byte[] bytes(final Consumer<AmqpEncoder> calls)
    {
        final byte[] room = new byte[ROOM];
        calls.accept(encoder.wrap(room, 7, ROOM - 7));
        final int length = encoder.complete();
        assertTrue(length >= 0, () -> String.valueOf(encoder.refusal()));
        assertNull(encoder.refusal());
        return Arrays.copyOfRange(room, 7, 7 + length);
    }

    private String hex(final Consumer<AmqpEncoder> calls)
    {
        return HexFormat.of().formatHex(bytes(calls));
    }

    private void assertRefused(final EncodeRefusal reason, final Consumer<AmqpEncoder> calls)
    {
        final ByteBuf out = Unpooled.buffer(64).writeInt(42);
        final byte[] room = new byte[64];
        calls.accept(encoder.wrap(out));
        assertEquals(reason, encoder.refusal());
        assertEquals(-1, encoder.complete());
        assertEquals(reason, encoder.refusal());
        assertEquals(4, out.writerIndex());
        assertEquals(42, out.getInt(0));
        calls.accept(encoder.wrap(room, 0, room.length));
        assertEquals(-1, encoder.complete());
        assertArrayEquals(new byte[64], room);
        assertEquals("41", hex(e -> e.putBoolean(true)));
    }

    private void assertWrong(final String message, final Consumer<AmqpEncoder> calls)
    {
        final ByteBuf out = Unpooled.buffer(64);
        encoder.wrap(out);
        final String told = assertThrows(IllegalStateException.class, () -> calls.accept(encoder)).getMessage();
        assertTrue(told.contains(message), told);
        encoder.reset();
        assertEquals(0, out.writerIndex());
        assertEquals("41", hex(e -> e.putBoolean(true)));
    }

    private static Cursor cursor(final byte[] value)
    {
        final AmqpReader reader = new AmqpReader().wrap(new FrameView().wrap(value));
        assertEquals(AmqpReader.VALUE, reader.next());
        return reader.value(new Cursor());
    }

    private static Cursor cursor(final String hex)
    {
        return cursor(HexFormat.of().parseHex(hex));
    }

    @Test
    void numbersTakeTheShortestFormOfTheirType()
    {
        assertEquals("4142", hex(e -> {
            e.putBoolean(true);
            e.putBoolean(false);
        }));
        assertEquals("43520152ff7000000100" + "70ffffffff", hex(e -> {
            e.putUint(0);
            e.putUint(1);
            e.putUint(255);
            e.putUint(256);
            e.putUint(0xFFFF_FFFFL);
        }));
        assertEquals("44530153ff800000000000000100" + "80ffffffffffffffff", hex(e -> {
            e.putUlong(0);
            e.putUlong(1);
            e.putUlong(255);
            e.putUlong(256);
            e.putUlong(-1);
        }));
        assertEquals("5400" + "547f" + "5480" + "7100000080" + "71ffffff7f" + "7180000000", hex(e -> {
            e.putInt(0);
            e.putInt(127);
            e.putInt(-128);
            e.putInt(128);
            e.putInt(-129);
            e.putInt(Integer.MIN_VALUE);
        }));
        assertEquals("5500" + "557f" + "5580" + "810000000000000080" + "81ffffffffffffff7f", hex(e -> {
            e.putLong(0);
            e.putLong(127);
            e.putLong(-128);
            e.putLong(128);
            e.putLong(-129);
        }));
    }

    @Test
    void valuesOfOneWidthAreWrittenAtIt()
    {
        assertEquals("40" + "50ff" + "5180" + "60ffff" + "618000" + "727fc12345" + "82fff0000000000001", hex(e -> {
            e.putNull();
            e.putUbyte(255);
            e.putByte((byte)-128);
            e.putUshort(65_535);
            e.putShort(Short.MIN_VALUE);
            e.putFloat(Float.intBitsToFloat(0x7FC1_2345));
            e.putDoubleBits(0xFFF0_0000_0000_0001L);
        }));
        assertEquals("730001f600" + "83ffffffffffffffff" + "7401020304" + "840102030405060708"
            + "9401020304050607080000000000000009" + "98f275ea5e0c574ad7b11ab20c563d3b71", hex(e -> {
                e.putChar(0x1F600);
                e.putTimestamp(-1);
                e.putDecimal32(0x0102_0304);
                e.putDecimal64(0x0102_0304_0506_0708L);
                e.putDecimal128(0x0102_0304_0506_0708L, 9);
                e.putUuid(UUID.fromString("f275ea5e-0c57-4ad7-b11a-b20c563d3b71"));
            }));
    }

    @Test
    void textIsWrittenFromCharactersFromBytesAndFromCursors()
    {
        final byte[] utf8 = "xJosé\uD83D\uDE00".getBytes(StandardCharsets.UTF_8);
        final String expected = "a1094a6f73c3a9f09f9880";
        assertEquals(expected, hex(e -> e.putString("José\uD83D\uDE00")));
        assertEquals(expected, hex(e -> e.putString(new StringBuilder("José\uD83D\uDE00"))));
        assertEquals(expected, hex(e -> e.putString(utf8, 1, utf8.length - 1)));
        assertEquals(expected, hex(e -> e.putString(cursor(expected))));
        assertEquals("a30378797aa30178a300", hex(e -> {
            e.putSymbol("xyz");
            e.putSymbol(utf8, 0, 1);
            e.putSymbol("");
        }));
        assertEquals("a0020102a00102a000a00100", hex(e -> {
            e.putBinary(new byte[] {1, 2});
            e.putBinary(new byte[] {1, 2}, 1, 1);
            e.putBinary(Unpooled.EMPTY_BUFFER);
            e.putBinary(Unpooled.wrappedBuffer(new byte[2], 1, 1));
        }));
        assertEquals("a1056f72646572a30b782d6f70742d7472616365", hex(e -> {
            e.put(ORDER);
            e.put(TRACE);
        }));
    }

    @Test
    void absentTextIsNull()
    {
        assertEquals("40".repeat(10), hex(e -> {
            e.putString((String)null);
            e.putSymbol((CharSequence)null);
            e.putString(null, 0, 0);
            e.putSymbol(null, 0, 0);
            e.putBinary((byte[])null);
            e.putBinary((ByteBuf)null);
            e.putString((Cursor)null);
            e.put((Cursor)null);
            e.put((AmqpKey)null);
            e.putUuid(null);
        }));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 84, 85, 86, 127, 254, 255, 256, 257, 1_000, 70_000})
    void aLengthAbove255TakesFourOctets(final int length)
    {
        for (final String unit : new String[] {"a", "é", "日"})
        {
            final byte[] utf8 = unit.repeat(length / unit.getBytes(StandardCharsets.UTF_8).length).getBytes(
                StandardCharsets.UTF_8);
            final String text = new String(utf8, StandardCharsets.UTF_8);
            final String prefix = utf8.length <= 255 ? String.format("a1%02x", utf8.length) : String.format("b1%08x",
                utf8.length);
            final String expected = prefix + HexFormat.of().formatHex(utf8);
            assertEquals(expected, hex(e -> e.putString(text)));
            assertEquals(expected, hex(e -> e.putString(new StringBuilder(text))));
            assertEquals(expected, hex(e -> e.putString(utf8, 0, utf8.length)));
            assertEquals(expected, hex(e -> e.put(AmqpKey.string(text))));
            final Cursor whole = cursor(bytes(e -> e.putString(text)));
            assertEquals(expected, hex(e -> e.put(whole)));
            assertEquals(expected.replaceFirst("^(.)1", "$10"), hex(e -> e.putBinary(utf8)));
        }
        assertEquals(hex(e -> e.put(AmqpKey.symbol("s".repeat(length)))), hex(e -> e.putSymbol("s".repeat(length))));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 126, 127, 128, 253, 254, 255, 256, 300, 5_000})
    void aContainerGrowsWhenItsSizeOrCountIsAbove255(final int count)
    {
        final String nulls = "40".repeat(count);
        assertEquals(count == 0 ? "45"
            : (count <= 254 ? String.format("c0%02x%02x", count + 1, count)
                : String.format("d0%08x%08x", count + 4, count)) + nulls,
            hex(e -> {
                e.beginList();
                for (int i = 0; i < count; i++)
                {
                    e.putNull();
                }
                e.end();
            }));
        assertEquals((2 * count <= 254 ? String.format("c1%02x%02x", 2 * count + 1, 2 * count)
            : String.format("d1%08x%08x", 2 * count + 4, 2 * count)) + "4142".repeat(count), hex(e -> {
                e.beginMap();
                for (int i = 0; i < count; i++)
                {
                    e.putBoolean(true);
                    e.putBoolean(false);
                }
                e.end();
            }));
        assertEquals((count + 2 <= 255 ? String.format("e0%02x%02x", count + 2, count)
            : String.format("f0%08x%08x", count + 5, count)) + "50" + "07".repeat(count), hex(e -> {
                e.beginArray(Kind.UINT8);
                for (int i = 0; i < count; i++)
                {
                    e.putUbyte(7);
                }
                e.end();
            }));
        assertEquals("e002" + String.format("%02x", count % 256) + "40", hex(e -> {
            e.beginArray(Kind.NULL);
            for (int i = 0; i < count % 256; i++)
            {
                e.putNull();
            }
            e.end();
        }));
    }

    @Test
    void containersInContainersGrowTogether()
    {
        final byte[] deep = bytes(e -> {
            for (int depth = 0; depth < 20; depth++)
            {
                e.beginList();
                e.putInt(depth);
            }
            e.putBinary(new byte[240]);
            for (int depth = 0; depth < 20; depth++)
            {
                e.putInt(-depth);
                e.end();
            }
        });
        final AmqpReader reader = new AmqpReader().wrap(new FrameView().wrap(deep));
        for (int depth = 0; depth < 20; depth++)
        {
            assertEquals(AmqpReader.VALUE, reader.next());
            assertEquals(3, reader.enter());
            assertEquals(AmqpReader.VALUE, reader.next());
            assertEquals(depth, reader.value(new Cursor()).getInt());
        }
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(240, reader.length());
        for (int depth = 0; depth < 20; depth++)
        {
            assertEquals(AmqpReader.VALUE, reader.next());
            assertEquals(-depth, reader.value(new Cursor()).getInt());
            assertEquals(AmqpReader.END, reader.next());
        }
        assertEquals(AmqpReader.DONE, reader.next());
    }

    @Test
    void elementsOfArraysAreWrittenWithoutConstructors()
    {
        assertEquals("e00a0271" + "00000001" + "ffffffff", hex(e -> {
            e.beginArray(Kind.INT32);
            e.putInt(1);
            e.putInt(-1);
            e.end();
        }));
        assertEquals("e0040256" + "0100", hex(e -> {
            e.beginArray(Kind.TRUE);
            e.putBoolean(true);
            e.putBoolean(false);
            e.end();
        }));
        assertEquals("e00602a3" + "0161" + "0162", hex(e -> {
            e.beginArray(Kind.SYMBOL);
            e.putSymbol("a");
            e.put(AmqpKey.symbol("b"));
            e.end();
        }));
        assertEquals("e00c02c0" + "03015401" + "0502" + "54025403", hex(e -> {
            e.beginArray(Kind.LIST);
            e.beginList();
            e.putInt(1);
            e.end();
            e.beginList();
            e.putInt(2);
            e.putInt(3);
            e.end();
            e.end();
        }));
        assertEquals("e0020070", hex(e -> {
            e.beginArray(Kind.UINT32);
            e.end();
        }));
    }

    @Test
    void elementsOfArraysMayBeDescribedOnceAndTwice()
    {
        assertEquals("e00a02" + "00a30161" + "60" + "0001" + "0002", hex(e -> {
            e.beginArray();
            e.descriptor(AmqpKey.symbol("a"));
            e.elementType(Kind.UINT16);
            e.putUshort(1);
            e.putUshort(2);
            e.end();
        }));
        assertEquals("e00d01" + "0053aa" + "00c0030154" + "07" + "a1" + "0178", hex(e -> {
            e.beginArray();
            e.descriptor(0xAA);
            e.elementDescriptor();
            e.beginList();
            e.putInt(7);
            e.end();
            e.elementType(Kind.TEXT);
            e.putString("x");
            e.end();
        }));
    }

    @Test
    void elementsBeforeOneThatIsLongAreGivenLongLengthsToo()
    {
        final String text = "y".repeat(300);
        final String bytes = HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
        assertEquals(String.format("f0%08x%08x", 5 + 4 + 5 + 304 + 5, 4) + "b1" + "00000000" + "0000000178" + "0000012c"
            + bytes + "000000017a", hex(e -> {
                e.beginArray(Kind.TEXT);
                e.putString("");
                e.putString("x");
                e.putString(text);
                e.putString("z");
                e.end();
            }));
        assertEquals(String.format("f0%08x%08x", 5 + 8 + 10 + 307 + 10, 4) + "d0" + "0000000400000000"
            + "00000006000000015401" + "0000012f00000002" + "a02a" + "00".repeat(42) + "a0fd" + "00".repeat(253)
            + "00000006000000015402", hex(e -> {
                e.beginArray(Kind.LIST);
                e.beginList();
                e.end();
                e.beginList();
                e.putInt(1);
                e.end();
                e.beginList();
                e.putBinary(new byte[42]);
                e.putBinary(new byte[253]);
                e.end();
                e.beginList();
                e.putInt(2);
                e.end();
                e.end();
            }));
    }

    @Test
    void describedValuesHaveTheirDescriptorBeforeThem()
    {
        assertEquals("00532445", hex(e -> {
            e.descriptor(0x24);
            e.beginList();
            e.end();
        }));
        assertEquals("00a30b782d6f70742d7472616365" + "5405", hex(e -> {
            e.descriptor(TRACE);
            e.putInt(5);
        }));
        assertEquals("00" + "80000000000000ffff" + "00" + "44" + "40", hex(e -> {
            e.descriptor(0xFFFF);
            e.descriptor(0);
            e.putNull();
        }));
        assertEquals("00" + "005301a10164" + "c0030154" + "05", hex(e -> {
            e.beginDescribed();
            e.descriptor(1);
            e.putString("d");
            e.beginList();
            e.putInt(5);
            e.end();
            e.end();
        }));
    }

    @Test
    void aCompositeLeavesOutItsLastNullsAndNoOthers()
    {
        assertEquals("00537045", hex(e -> {
            e.beginComposite(AmqpDescriptor.HEADER);
            e.putNull();
            e.putNull();
            e.end();
        }));
        assertEquals("005370" + "c0040340" + "4041", hex(e -> {
            e.beginComposite(AmqpDescriptor.HEADER);
            e.putNull();
            e.putNull();
            e.putBoolean(true);
            e.putNull();
            e.end();
        }));
        assertEquals("005314" + "c00e04" + "c0020140" + "00532440" + "c10100" + "5340", hex(e -> {
            e.beginComposite(Performative.TRANSFER);
            e.beginList();
            e.putNull();
            e.end();
            e.descriptor(0x24);
            e.putNull();
            e.beginMap();
            e.end();
            e.putUlong(0x40);
            e.putNull();
            e.end();
        }));
        assertEquals("005370" + "c0050100532440", hex(e -> {
            e.beginComposite(AmqpDescriptor.HEADER);
            e.descriptor(0x24);
            e.putNull();
            e.end();
        }));
        assertEquals("005370" + "c00501" + "c0020140", hex(e -> {
            e.beginComposite(AmqpDescriptor.HEADER);
            e.beginList();
            e.putNull();
            e.end();
            e.end();
        }));
    }

    @Test
    void whatIsWideCanBeOverwritten()
    {
        final byte[] whole = bytes(e -> {
            e.descriptor(AmqpDescriptor.HEADER);
            e.beginWideList();
            final int durable = e.position();
            e.putWideBoolean(false);
            final int ttl = e.position();
            e.putWideUint(0);
            final int number = e.position();
            e.putWideInt(1);
            final int far = e.position();
            e.putWideLong(2);
            final int code = e.position();
            e.putWideUlong(3);
            e.putString("x".repeat(300));
            e.overwriteBoolean(durable, true);
            e.overwriteUint(ttl, 0xFFFF_FFFFL);
            e.overwriteInt(number, -1);
            e.overwriteLong(far, -2);
            e.overwriteUlong(code, -3);
            e.end();
            assertEquals(3 + 9, durable);
            assertThrows(IllegalStateException.class, () -> e.overwriteUint(durable, 1));
            assertThrows(IllegalStateException.class, () -> e.overwriteUlong(e.position() - 3, 1));
            assertThrows(IllegalStateException.class, () -> e.overwriteUlong(-1, 1));
            assertThrows(IllegalStateException.class, () -> e.overwriteUlong(1 << 30, 1));
        });
        assertEquals("005370d0" + String.format("%08x%08x", 4 + 2 + 5 + 5 + 9 + 9 + 305, 6) + "5601" + "70ffffffff"
            + "71ffffffff" + "81fffffffffffffffe" + "80fffffffffffffffd" + "b10000012c" + "78".repeat(300),
            HexFormat
                .of().formatHex(whole));
        assertEquals("d10000000400000000" + "f00000000e00000001b1" + "00000005" + "68656c6c6f", hex(e -> {
            e.beginWideMap();
            e.end();
            e.beginWideArray(Kind.TEXT);
            e.putString("hello");
            e.end();
        }));
        assertEquals("f00000000d00000001d0" + "0000000400000000", hex(e -> {
            e.beginWideArray(Kind.LIST);
            e.beginWideList();
            e.end();
            e.end();
        }));
    }

    @Test
    void aPlaceThatMayMoveIsNotTold()
    {
        assertWrong("beginWideList", e -> {
            e.beginList();
            e.position();
        });
        assertWrong("beginWideList", e -> {
            e.beginWideArray(Kind.LIST);
            e.beginList();
            e.position();
        });
    }

    @Test
    void aValueIsCopiedAsItStandsFromAFrame()
    {
        for (final String hex : new String[] {"40", "41", "42", "5601", "5600", "43", "5200", "7000000000", "44",
            "5300",
            "800000000000000000", "5400", "7100000000", "5500", "810000000000000000", "50ff", "51ff", "60ffff",
            "61ffff",
            "7200000001", "8200000000000000ff", "7300000041", "7400000000", "840000000000000000",
            "9400000000000000000000000000000000", "98f275ea5e0c574ad7b11ab20c563d3b71", "830000000000000000", "a00101",
            "a10161", "a30161", "45", "c00100", "c0020140", "d00000000400000000", "c10100", "d10000000400000000",
            "e0020070", "f0000000050000000070", "005324" + "45",
            "00005301a10164" + "c003015405"})
        {
            assertEquals(hex, hex(e -> e.put(cursor(hex))));
            assertEquals("c0" + String.format("%02x", hex.length() / 2 + 1) + "01" + hex, hex(e -> {
                e.beginList();
                e.put(cursor(hex));
                e.end();
            }));
        }
    }

    @Test
    void aCopiedElementTakesTheFormOfItsArray()
    {
        assertEquals("e00a0271" + "00000007" + "fffffff8", hex(e -> {
            e.beginArray(Kind.INT32);
            e.put(cursor("5407"));
            e.put(cursor("71fffffff8"));
            e.end();
        }));
        assertEquals("e012" + "02" + "80" + "0000000000000000" + "00000000000000ff", hex(e -> {
            e.beginArray(Kind.UINT64);
            e.put(cursor("44"));
            e.put(cursor("53ff"));
            e.end();
        }));
        assertEquals("e0220298" + "f275ea5e0c574ad7b11ab20c563d3b71".repeat(2), hex(e -> {
            e.beginArray(Kind.UUID);
            e.put(cursor("98f275ea5e0c574ad7b11ab20c563d3b71"));
            e.put(cursor("98f275ea5e0c574ad7b11ab20c563d3b71"));
            e.end();
        }));
        assertEquals("e00a03c0" + "0100" + "020140" + "020141", hex(e -> {
            e.beginArray(Kind.LIST);
            e.put(cursor("45"));
            e.put(cursor("c0020140"));
            e.put(cursor("d0000000050000000141"));
            e.end();
        }));
        assertEquals("e00802e0" + "020070" + "020071", hex(e -> {
            e.beginArray(Kind.ARRAY);
            e.put(cursor("e0020070"));
            e.put(cursor("f0000000050000000071"));
            e.end();
        }));
        assertEquals("e0040256" + "00" + "01", hex(e -> {
            e.beginArray(Kind.FALSE);
            e.put(cursor("42"));
            e.put(cursor("5601"));
            e.end();
        }));
    }

    /** A count is unchecked until someone enters the value; one that wraps around would give another list. */
    @Test
    void aCopiedElementWithACountThatCannotBeIsRefused()
    {
        final FrameView frame = new FrameView();
        for (final String element : new String[] {"00000005" + "80000001" + "40", "00000005" + "00000002" + "40",
            "00000004" + "ffffffff"})
        {
            for (final String code : new String[] {"d0", "d1"})
            {
                assertElementRefused(frame, "f0" + String.format("%08x", 5 + element.length() / 2) + "00000001" + code
                    + element);
            }
        }
        assertElementRefused(frame, "f00000000e00000001" + "d1" + "00000005" + "00000001" + "40");
        assertElementRefused(frame, "f00000000e00000001" + "f0" + "00000005" + "ffffffff" + "40");
    }

    private void assertElementRefused(final FrameView frame, final String hex)
    {
        final AmqpReader reader = new AmqpReader().wrap(frame.wrap(HexFormat.of().parseHex(hex)));
        assertEquals(AmqpReader.VALUE, reader.next());
        assertTrue(reader.enter() >= 0, () -> reader.fault().toString());
        assertEquals(AmqpReader.VALUE, reader.next());
        final Cursor element = reader.value(new Cursor());
        assertRefused(EncodeRefusal.COUNT_IMPOSSIBLE, e -> {
            e.beginArray(element.kind());
            e.put(element);
            e.end();
        });
    }

    @Test
    void everyCallBetweenTwoOutputsTellsThatWrapIsMissing()
    {
        final AmqpEncoder done = new AmqpEncoder();
        done.wrap(new byte[8], 0, 8).putNull();
        assertEquals(1, done.complete());
        for (final Consumer<AmqpEncoder> call : List.<Consumer<AmqpEncoder>>of(AmqpEncoder::beginList,
            AmqpEncoder::beginMap, AmqpEncoder::beginArray, e -> e.beginWideArray(Kind.INT32),
            AmqpEncoder::beginDescribed,
            AmqpEncoder::putNull, e -> e.putInt(1), e -> e.putShort((short)1), e -> e.putUuid(1, 2),
            e -> e.putDecimal128(1, 2),
            e -> e.putString("a"), e -> e.put(ORDER), e -> e.beginFrame(0), AmqpEncoder::payload,
            AmqpEncoder::complete))
        {
            assertThrows(IllegalStateException.class, () -> call.accept(done));
        }
    }

    @Test
    void aBufferThatOthersHaveWrittenToIsLeftAlone()
    {
        final ByteBuf buffer = Unpooled.buffer(64);
        final AmqpEncoder encoder = new AmqpEncoder().wrap(buffer);
        encoder.putInt(1_000);
        buffer.writeInt(7);
        assertThrows(IllegalStateException.class, encoder::complete);
        assertEquals(Integer.BYTES, buffer.writerIndex());
    }

    @Test
    void framesTellTheirSizeAndChannel()
    {
        assertEquals("414d515003010000" + "414d515000010000", hex(e -> {
            e.putProtocolHeader(3);
            e.putProtocolHeader(0);
        }));
        assertEquals("0000000802000000", hex(e -> {
            e.beginFrame(0);
            e.end();
        }));
        assertEquals("0000001002010000" + "005344" + "c0030150" + "00", hex(e -> {
            e.beginSaslFrame();
            e.beginComposite(Performative.SASL_OUTCOME);
            e.putUbyte(0);
            e.end();
            e.end();
        }));
        final String transfer = "005314" + "c0080543" + "43" + "a00101" + "43" + "41";
        final String payload = "005375a003010203";
        assertEquals("0000001d0200ffff" + transfer + payload, hex(e -> {
            e.beginFrame(0xFFFF);
            transfer(e);
            e.payload();
            e.descriptor(AmqpDescriptor.DATA);
            e.putBinary(new byte[] {1, 2, 3});
            e.end();
        }));
        final byte[] message = HexFormat.of().parseHex(payload);
        final String split = hex(e -> {
            e.beginFrame(1);
            transfer(e);
            e.putPayload(message, 0, 3);
            e.putPayload(Unpooled.wrappedBuffer(message, 3, 2));
            e.putPayload(new Cursor().wrap(new FrameView().wrap(message), 5, 3, Kind.BYTES));
            e.end();
            e.beginFrame(2);
            e.end();
        });
        assertEquals(payload + "0000000802000002", split.substring(split.length() - 32));
    }

    private static void transfer(final AmqpEncoder e)
    {
        e.beginComposite(Performative.TRANSFER);
        e.putUint(0);
        e.putUint(0);
        e.putBinary(new byte[] {1});
        e.putUint(0);
        e.putBoolean(true);
        e.end();
    }

    @Test
    void whatHasNoEncodingIsRefused()
    {
        assertRefused(EncodeRefusal.INVALID_TEXT, e -> e.putString("a\uD83D"));
        assertRefused(EncodeRefusal.INVALID_TEXT, e -> e.putString(new StringBuilder("\uDE00\uD83D")));
        assertRefused(EncodeRefusal.INVALID_TEXT, e -> e.putString(new byte[] {'a', (byte)0xC0, (byte)0x80}, 0, 3));
        assertRefused(EncodeRefusal.INVALID_TEXT, e -> e.putString(cursor("a001ff")));
        assertRefused(EncodeRefusal.INVALID_TEXT, e -> e.putString(cursor("7200000000")));
        assertRefused(EncodeRefusal.NOT_ASCII, e -> e.putSymbol("é"));
        assertRefused(EncodeRefusal.NOT_ASCII, e -> e.putSymbol(new byte[] {'a', -1}, 0, 2));
        assertRefused(EncodeRefusal.NOT_ASCII, e -> e.putSymbol(cursor("a102c3a9")));
        assertRefused(EncodeRefusal.OUT_OF_RANGE, e -> e.putUbyte(256));
        assertRefused(EncodeRefusal.OUT_OF_RANGE, e -> e.putUbyte(-1));
        assertRefused(EncodeRefusal.OUT_OF_RANGE, e -> e.putUshort(65_536));
        assertRefused(EncodeRefusal.OUT_OF_RANGE, e -> e.putUint(-1));
        assertRefused(EncodeRefusal.OUT_OF_RANGE, e -> e.putUint(1L << 32));
        assertRefused(EncodeRefusal.OUT_OF_RANGE, e -> e.putWideUint(1L << 32));
        assertRefused(EncodeRefusal.OUT_OF_RANGE, e -> e.putChar(0xD800));
        assertRefused(EncodeRefusal.OUT_OF_RANGE, e -> e.putChar(0x11_0000));
        assertRefused(EncodeRefusal.OUT_OF_RANGE, e -> e.putProtocolHeader(1));
        assertRefused(EncodeRefusal.OUT_OF_RANGE, e -> {
            e.beginFrame(65_536);
            e.end();
        });
        assertRefused(EncodeRefusal.VALUE_UNAVAILABLE, e -> e.putBinary(new Cursor().wrap(new FrameView().wrapPart(
            new byte[4], 0, 2, 4), 0, 4, Kind.BYTES)));
        assertThrows(IllegalArgumentException.class, () -> AmqpKey.symbol("é"));
        assertThrows(IllegalArgumentException.class, () -> AmqpKey.string("\uDE00"));
    }

    @Test
    void aRefusedValueStillCountsForWhatHoldsIt()
    {
        assertRefused(EncodeRefusal.INVALID_TEXT, e -> {
            e.beginMap();
            e.putString("\uD83D");
            e.putString("value");
            e.end();
            e.descriptor(1);
            e.putSymbol("é");
        });
    }

    @Test
    void depthAndFrameLengthAreLimited()
    {
        final AmqpEncoder limited = new AmqpEncoder(Limits.DEFAULT.withMaxDepth(2).withMaxFrameLength(512));
        final byte[] room = new byte[ROOM];
        limited.wrap(room, 0, ROOM);
        limited.beginMap();
        limited.beginList();
        limited.end();
        limited.beginList();
        assertNull(limited.refusal());
        limited.beginArray();
        assertEquals(EncodeRefusal.NESTED_TOO_DEEP, limited.refusal());
        limited.elementDescriptor();
        limited.putString("x");
        limited.elementType(Kind.ARRAY);
        limited.beginArray(Kind.INT32);
        limited.putInt(1);
        limited.end();
        limited.end();
        limited.beginArray();
        limited.elementType(Kind.UINT32);
        limited.end();
        limited.end();
        assertThrows(IllegalStateException.class, limited::complete);
        limited.end();
        assertThrows(IllegalStateException.class, limited::end);
        assertEquals(-1, limited.complete());
        limited.wrap(room, 0, ROOM).beginFrame(0);
        transfer(limited);
        limited.putPayload(new byte[512], 0, 512 - 8 - 13);
        limited.end();
        assertNull(limited.refusal());
        assertEquals(512, limited.complete());
        limited.wrap(room, 0, ROOM).beginFrame(0);
        transfer(limited);
        limited.putPayload(new byte[512], 0, 512);
        limited.end();
        assertEquals(EncodeRefusal.FRAME_TOO_LONG, limited.refusal());
        assertEquals(-1, limited.complete());
    }

    @Test
    void callsOutOfOrderNameTheMissingOne()
    {
        final AmqpEncoder fresh = new AmqpEncoder();
        assertTrue(assertThrows(IllegalStateException.class, () -> fresh.putInt(1)).getMessage().contains("wrap"));
        assertThrows(IllegalStateException.class, () -> fresh.putString("x"));
        assertThrows(IllegalStateException.class, () -> fresh.putNull());
        assertThrows(IllegalStateException.class, () -> fresh.put(ORDER));
        assertThrows(IllegalStateException.class, fresh::beginList);
        assertThrows(IllegalStateException.class, fresh::beginDescribed);
        assertThrows(IllegalStateException.class, () -> fresh.beginFrame(0));
        assertThrows(IllegalStateException.class, fresh::complete);
        assertWrong("begin", AmqpEncoder::end);
        assertWrong("1 containers are open: call end", e -> {
            e.beginList();
            e.complete();
        });
        assertWrong("put the value of the last key", e -> {
            e.beginMap();
            e.putInt(1);
            e.end();
        });
        assertWrong("a descriptor has no value", e -> {
            e.descriptor(1);
            e.complete();
        });
        assertWrong("a descriptor has no value", e -> {
            e.beginList();
            e.descriptor(TRACE);
            e.end();
        });
        assertWrong("put a descriptor and a value", e -> {
            e.beginDescribed();
            e.putInt(1);
            e.end();
        });
        assertThrows(IllegalArgumentException.class, () -> encoder.wrap(new byte[9], 0, 9).descriptor(ORDER));
        assertThrows(IllegalArgumentException.class, () -> encoder.beginArray(Kind.DESCRIBED));
        assertThrows(IllegalArgumentException.class, () -> encoder.beginArray(Kind.JSON_TEXT));
    }

    @Test
    void anArrayTakesNothingButItsType()
    {
        final Consumer<AmqpEncoder> ints = e -> e.beginArray(Kind.INT32);
        assertWrong("an array of int takes no string", ints.andThen(e -> e.putString("x")));
        assertWrong("an array of int takes no string", ints.andThen(e -> e.put(ORDER)));
        assertWrong("an array of int takes no null", ints.andThen(AmqpEncoder::putNull));
        assertWrong("an array of int takes no uint", ints.andThen(e -> e.putUint(0)));
        assertWrong("an array of int takes no long", ints.andThen(e -> e.put(cursor("5501"))));
        assertWrong("an array of int takes no boolean", ints.andThen(e -> e.putBoolean(true)));
        assertWrong("an array of int takes no ushort", ints.andThen(e -> e.putUshort(1)));
        assertWrong("an array of int takes no uuid", ints.andThen(e -> e.putUuid(1, 2)));
        assertWrong("an array of int takes no list", ints.andThen(AmqpEncoder::beginList));
        assertWrong("an array of int takes no map", ints.andThen(e -> e.put(cursor("c10100"))));
        assertWrong("described once", ints.andThen(e -> e.descriptor(1)));
        assertWrong("described once", ints.andThen(AmqpEncoder::beginDescribed));
        assertWrong("described once", ints.andThen(e -> e.put(cursor("00532445"))));
        assertWrong("call beginWideArray", e -> {
            e.beginArray(Kind.LIST);
            e.beginWideList();
        });
        assertWrong("call elementType", e -> {
            e.beginArray();
            e.end();
        });
        assertWrong("call elementDescriptor", e -> {
            e.beginArray();
            e.putInt(1);
            e.elementType(Kind.INT32);
        });
        assertWrong("element descriptors", e -> {
            e.beginArray();
            e.elementDescriptor();
            e.elementType(Kind.INT32);
        });
        assertWrong("call beginArray", e -> {
            e.beginList();
            e.elementType(Kind.INT32);
        });
        assertWrong("call beginArray", AmqpEncoder::elementDescriptor);
    }

    @Test
    void framesHoldOnePerformativeAndAPayloadBehindTransfers()
    {
        assertWrong("frames and protocol headers", e -> {
            e.beginList();
            e.beginFrame(0);
        });
        assertWrong("frames and protocol headers", e -> {
            e.descriptor(1);
            e.putProtocolHeader(0);
        });
        assertWrong("a frame holds one performative", e -> {
            e.beginFrame(0);
            e.putInt(1);
            e.end();
        });
        assertWrong("a frame holds one performative", e -> {
            e.beginFrame(0);
            transfer(e);
            transfer(e);
            e.end();
        });
        assertWrong("a payload stands behind", e -> {
            e.beginFrame(0);
            e.payload();
        });
        assertWrong("a payload stands behind", AmqpEncoder::payload);
        assertWrong("no performative but transfer", e -> {
            e.beginFrame(0);
            e.beginComposite(Performative.CLOSE);
            e.end();
            e.putPayload(new byte[1], 0, 1);
        });
        assertEquals(8 + 1 + 20 + 1 + 4, bytes(e -> {
            e.beginFrame(0);
            e.beginComposite(AmqpKey.symbol("amqp:transfer:list"));
            e.end();
            e.putPayload(new byte[4], 0, 4);
            e.end();
        }).length);
    }

    @Test
    void theCallThatThrewHasPutNothing()
    {
        assertEquals("e006" + "01" + "71" + "00000001", hex(e -> {
            e.beginArray(Kind.INT32);
            assertThrows(IllegalStateException.class, () -> e.putString("x"));
            assertThrows(IllegalStateException.class, e::beginList);
            e.putInt(1);
            assertThrows(IllegalStateException.class, e::complete);
            e.end();
        }));
        assertEquals("c10402" + "5401" + "40", hex(e -> {
            e.beginMap();
            e.putInt(1);
            assertThrows(IllegalStateException.class, e::end);
            e.putNull();
            e.end();
        }));
    }

    @Test
    void everyOutputGetsTheSameBytes()
    {
        final Consumer<AmqpEncoder> calls = e -> {
            e.beginMap();
            for (int i = 0; i < 100; i++)
            {
                e.putString("key " + i);
                e.putInt(i * i);
            }
            e.end();
        };
        final byte[] expected = bytes(calls);
        final ByteBuf[] outs = {Unpooled.buffer(16), Unpooled.directBuffer(16), Unpooled.compositeBuffer(), Unpooled
            .buffer(2_000), Unpooled.compositeBuffer().addComponent(true, Unpooled.buffer(8))};
        for (final ByteBuf out : outs)
        {
            out.writeByte(9);
            calls.accept(encoder.wrap(out));
            assertEquals(1, out.writerIndex());
            assertEquals(expected.length, encoder.complete());
            final byte[] written = new byte[expected.length];
            assertEquals(9, out.readByte());
            assertEquals(expected.length, out.readableBytes());
            out.readBytes(written);
            assertArrayEquals(expected, written);
            out.release();
        }
        final UnsafeBuffer agrona = new UnsafeBuffer(new byte[ROOM]);
        calls.accept(encoder.wrap(agrona, 3, ROOM - 3));
        assertEquals(expected.length, encoder.complete());
        assertArrayEquals(expected, Arrays.copyOfRange(agrona.byteArray(), 3, 3 + expected.length));
    }
}

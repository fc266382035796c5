package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.Cursor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Single values, to the byte.
 */
class AmqpEncoderTest extends AmqpEncoding
{
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

    @Test
    void keysOfOneTypeAndTextAreEqual()
    {
        assertEquals(AmqpKey.symbol("key"), AmqpKey.symbol("key"));
        assertEquals(AmqpKey.string("key").hashCode(), AmqpKey.string("key").hashCode());
        assertNotEquals(AmqpKey.symbol("key"), AmqpKey.string("key"));
        assertNotEquals(AmqpKey.symbol("key"), AmqpKey.symbol("other"));
        assertNotEquals(AmqpKey.symbol("key"), "key");
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

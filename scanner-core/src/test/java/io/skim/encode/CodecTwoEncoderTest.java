package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.Kind;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.ProtonVersions;
import io.skim.scan.testing.Protonj2;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * What codec2's encoder could do, feature by feature, and what was wrong with it; the numbers are those of the project's
 * fact sheet. Both Proton-J 0.35.0 and protonj2 read what is written.
 */
class CodecTwoEncoderTest
{
    private static final int ROOM = 4_096;

    private final AmqpEncoder encoder = new AmqpEncoder();
    private final byte[] room = new byte[ROOM];

    private byte[] bytes(final Consumer<AmqpEncoder> calls)
    {
        calls.accept(encoder.wrap(room, 0, ROOM));
        return Arrays.copyOf(room, encoder.complete());
    }

    private static String hex(final byte[] bytes)
    {
        return HexFormat.of().formatHex(bytes);
    }

    private void assertRead(final String text, final Consumer<AmqpEncoder> calls) throws Exception
    {
        final byte[] bytes = bytes(calls);
        assertEquals(text, ProtonVersions.strict().read(bytes), () -> hex(bytes));
        assertEquals(text.replace("timestamp", "long"), new Protonj2().read(bytes), () -> hex(bytes));
    }

    @Test
    void e1PutsEveryScalar() throws Exception
    {
        assertRead("null\nboolean true\nboolean false\nbyte -1\nubyte 255\nshort -1\nushort 65535\nint -1\n"
            + "uint 4294967295\nlong -1\nulong 18446744073709551615\nfloat 3f800000\ndouble 3ff0000000000000\nchar 97\n"
            + "timestamp 5\nuuid 00000000-0000-0001-0000-000000000002\n", e -> {
                e.putNull();
                e.putBoolean(true);
                e.putBoolean(false);
                e.putByte((byte)-1);
                e.putUbyte(255);
                e.putShort((short)-1);
                e.putUshort(65_535);
                e.putInt(-1);
                e.putUint(0xFFFF_FFFFL);
                e.putLong(-1);
                e.putUlong(-1);
                e.putFloat(1);
                e.putDouble(1);
                e.putChar('a');
                e.putTimestamp(5);
                e.putUuid(1, 2);
            });
    }

    @Test
    void e2PutsTextFromStringsAndFromRangesOfBytes() throws Exception
    {
        final byte[] source = "..text..".getBytes(StandardCharsets.US_ASCII);
        assertRead("string \"text\"\nstring \"text\"\nsymbol \"text\"\nsymbol \"text\"\nbinary 74657874\n", e -> {
            e.putString("text");
            e.putString(source, 2, 4);
            e.putSymbol("text");
            e.putSymbol(source, 2, 4);
            e.putBinary(source, 2, 4);
        });
    }

    @Test
    void e3PutsNullForAStringThatIsNull() throws Exception
    {
        assertRead("null\nnull\n", e -> {
            e.putString((String)null);
            e.putSymbol((String)null);
        });
    }

    @Test
    void e4ContainersAreOpenEndedAndNeedNoSizingPass() throws Exception
    {
        assertRead("list(int 0 int 1 map(string \"k\"=array(int 7 int 8 ) ) )\n", e -> {
            e.beginList();
            for (int i = 0; i < 2; i++)
            {
                e.putInt(i);
            }
            e.beginMap();
            e.putString("k");
            e.beginArray(Kind.INT32);
            e.putInt(7);
            e.putInt(8);
            e.end();
            e.end();
            e.end();
        });
    }

    @Test
    void e5DescribesValuesAndElementsByAPrefix() throws Exception
    {
        assertRead("described(ulong 170 list(int 1 ) )\ndescribed(symbol \"x:y\" string \"v\" )\n", e -> {
            e.descriptor(0xAA);
            e.beginList();
            e.putInt(1);
            e.end();
            e.descriptor(AmqpKey.symbol("x:y"));
            e.putString("v");
        });
        assertRead("array(described(ulong 170 int 1 ) described(ulong 170 int 2 ) )\n", e -> {
            e.beginArray();
            e.descriptor(0xAA);
            e.elementType(Kind.INT32);
            e.putInt(1);
            e.putInt(2);
            e.end();
        });
    }

    @Test
    void e6WritesTheConstructorThatElementsShareOnce()
    {
        assertEquals("e00703a1" + "0161" + "00" + "0162", hex(bytes(e -> {
            e.beginArray(Kind.TEXT);
            e.putString("a");
            e.putString("");
            e.putString("b");
            e.end();
        })));
    }

    @Test
    void e7TellsThePositionAndOverwritesThere() throws Exception
    {
        assertRead("list(uint 300 string \"behind\" )\n", e -> {
            e.beginWideList();
            final int position = e.position();
            assertEquals(9, position);
            e.putWideUint(0);
            e.putString("behind");
            e.overwriteUint(position, 300);
            e.end();
        });
    }

    @Test
    void e8NestsWithoutGarbage()
    {
        assertEquals(0, Allocations.by(() -> {
            encoder.wrap(room, 0, ROOM);
            for (int i = 0; i < 60; i++)
            {
                encoder.beginList();
            }
            for (int i = 0; i < 60; i++)
            {
                encoder.end();
            }
            encoder.complete();
        }, 5_000, 1_000));
    }

    @Test
    void sizesDoNotCountThemselves()
    {
        assertEquals("45" + "d00000000400000000" + "c10100", hex(bytes(e -> {
            e.beginList();
            e.end();
            e.beginWideList();
            e.end();
            e.beginMap();
            e.end();
        })));
    }

    @Test
    void nestedContainersComeOutAsTheyWerePut() throws Exception
    {
        assertRead("list(list(list(int 1 ) int 2 ) map(int 3=map(int 4=int 5 ) ) list() )\n", e -> {
            e.beginList();
            e.beginList();
            e.beginList();
            e.putInt(1);
            e.end();
            e.putInt(2);
            e.end();
            e.beginMap();
            e.putInt(3);
            e.beginMap();
            e.putInt(4);
            e.putInt(5);
            e.end();
            e.end();
            e.beginList();
            e.end();
            e.end();
        });
    }

    @Test
    void elementsThatAreCompoundOrDescribedLeaveTheConstructorAlone() throws Exception
    {
        assertRead("array(list(int 1 ) list(int 2 int 3 ) )\n", e -> {
            e.beginArray(Kind.LIST);
            e.beginList();
            e.putInt(1);
            e.end();
            e.beginList();
            e.putInt(2);
            e.putInt(3);
            e.end();
            e.end();
        });
    }

    @Test
    void anEmptyArrayHasAnElementTypeAndAnArrayOnlyOne()
    {
        assertEquals("e00200" + "71", hex(bytes(e -> {
            e.beginArray(Kind.INT32);
            e.end();
        })));
        encoder.wrap(room, 0, ROOM).beginArray(Kind.INT32);
        encoder.putInt(1);
        assertThrows(IllegalStateException.class, () -> encoder.putString("x"));
    }

    @Test
    void booleansInArraysAreAllThere() throws Exception
    {
        assertRead("array(boolean true boolean false )\n", e -> {
            e.beginArray(Kind.TRUE);
            e.putBoolean(true);
            e.putBoolean(false);
            e.end();
        });
    }

    @Test
    void charsUshortsAndDecimalsAreWritten() throws Exception
    {
        assertRead("list(char 120 ushort 7 decimal32 00000001 decimal64 0000000000000002 "
            + "decimal128 00000000000000030000000000000004 )\n", e -> {
                e.beginList();
                e.putChar('x');
                e.putUshort(7);
                e.putDecimal32(1);
                e.putDecimal64(2);
                e.putDecimal128(3, 4);
                e.end();
            });
    }

    @Test
    void bitsOfFractionsAreKept()
    {
        assertEquals("72ffc12345" + "82fff8000000012345", hex(bytes(e -> {
            e.putFloatBits(0xFFC1_2345);
            e.putDoubleBits(0xFFF8_0000_0001_2345L);
        })));
    }

    @Test
    void nothingIsWrittenBehindTheRoomAndAnErrorLeavesNoState()
    {
        final byte[] small = new byte[10];
        encoder.wrap(small, 4, 2).beginList();
        encoder.putString("too long");
        encoder.end();
        assertEquals(-1, encoder.complete());
        assertArrayEquals(new byte[10], small);
        encoder.wrap(small, 4, 2).beginList();
        encoder.wrap(small, 4, 2);
        assertThrows(IllegalStateException.class, encoder::end);
        encoder.putInt(5);
        assertEquals(2, encoder.complete());
        assertNull(encoder.refusal());
    }

    @Test
    void theOutputGrowsByItself()
    {
        final ByteBuf out = Unpooled.buffer(4);
        encoder.wrap(out).putBinary(room);
        assertEquals(5 + ROOM, encoder.complete());
        assertEquals(5 + ROOM, out.readableBytes());
        out.release();
    }

    @Test
    void oddMapsUnbalancedEndsAndValuesWithoutPlaceAreRefused()
    {
        encoder.wrap(room, 0, ROOM).beginMap();
        encoder.putInt(1);
        assertThrows(IllegalStateException.class, encoder::end);
        assertThrows(IllegalStateException.class, encoder::complete);
        encoder.putInt(2);
        encoder.end();
        assertThrows(IllegalStateException.class, encoder::end);
        assertEquals(7, encoder.complete());
    }
}

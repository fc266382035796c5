package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lists, maps, arrays and composites, to the byte.
 */
class AmqpContainersTest extends AmqpEncoding
{
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
            assertEquals(depth, reader.value(new Cursor()).getInt(0));
        }
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(240, reader.length());
        for (int depth = 0; depth < 20; depth++)
        {
            assertEquals(AmqpReader.VALUE, reader.next());
            assertEquals(-depth, reader.value(new Cursor()).getInt(0));
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
}

package io.skim.encode;

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
import io.skim.scan.spi.Cursors;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * What is refused, and which calls are wrong; neither leaves anything behind.
 */
class AmqpEncoderRefusalTest extends AmqpEncoding
{
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
        assertRefused(EncodeRefusal.VALUE_UNAVAILABLE,
            e -> e.putBinary(Cursors.wrap(new Cursor(), new FrameView().wrapPart(
                new byte[4], 0, 2, 4), 0, 4, Kind.BYTES)));
        final Cursor missing = Cursors.wrap(new Cursor(), new FrameView().wrapPart(new byte[4], 0, 2, 4), 0, 4,
            Kind.BYTES);
        assertRefused(EncodeRefusal.VALUE_UNAVAILABLE, e -> e.put(missing));
        assertRefused(EncodeRefusal.VALUE_UNAVAILABLE, e -> {
            e.beginFrame(0);
            e.beginComposite(Performative.TRANSFER);
            e.putUint(0);
            e.end();
            e.payload();
            e.putPayload(missing);
            e.end();
        });
        assertThrows(IllegalArgumentException.class, () -> AmqpKey.symbol("é"));
        assertThrows(IllegalArgumentException.class, () -> AmqpKey.string("\uDE00"));
    }

    /** A lenient scan of a remoting header shows them; their copy would have a mark that the value has not. */
    @Test
    void halvesOfSurrogatePairsThatAreCopiedAreRefused()
    {
        final byte[] escaped = "a\\ud83d".getBytes(StandardCharsets.US_ASCII);
        final Cursor half =
            Cursors.wrap(new Cursor(), new FrameView().wrap(Unpooled.wrappedBuffer(escaped)), 0, escaped.length,
                Kind.JSON_TEXT);
        assertRefused(EncodeRefusal.INVALID_TEXT, e -> e.put(half));
        assertRefused(EncodeRefusal.INVALID_TEXT, e -> e.putString(half));
        assertRefused(EncodeRefusal.INVALID_TEXT, e -> e.putSymbol(half));
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

    /** A scan passes over what is not asked for by its size alone; whoever copies it has to look. */
    @Test
    void aCopiedValueThatIsMalformedInsideIsRefused()
    {
        final FrameView frame = new FrameView();
        for (final String value : new String[] {"c0020540", "d0000000050000000940", "e002ff71", "f00000000500000003a1",
            "c10302ff40", "c0020163", "c00501c0020163", "c00401a101ff", "c103015340", "005301c0020163"})
        {
            final AmqpReader reader = new AmqpReader().wrap(frame.wrap(HexFormat.of().parseHex(value)));
            assertEquals(AmqpReader.VALUE, reader.next(), value);
            final Cursor copied = reader.value(new Cursor());
            assertRefused(EncodeRefusal.VALUE_MALFORMED, e -> e.put(copied));
            assertRefused(EncodeRefusal.VALUE_MALFORMED, e -> {
                e.beginList();
                e.put(copied);
                e.end();
            });
        }
    }

    @Test
    void aCopiedValueIsAsDeepAsItIsInsideOfWhatHoldsIt()
    {
        final AmqpEncoder limited = new AmqpEncoder(Limits.DEFAULT.withMaxDepth(3));
        final byte[] room = new byte[ROOM];
        final AmqpReader reader =
            new AmqpReader().wrap(new FrameView().wrap(HexFormat.of().parseHex("c00501c0020145")));
        assertEquals(AmqpReader.VALUE, reader.next());
        final Cursor copied = reader.value(new Cursor());
        for (int depth = 0; depth <= 2; depth++)
        {
            limited.wrap(room, 0, ROOM);
            for (int i = 0; i < depth; i++)
            {
                limited.beginList();
            }
            limited.put(copied);
            for (int i = 0; i < depth; i++)
            {
                limited.end();
            }
            assertEquals(depth < 1 ? null : EncodeRefusal.NESTED_TOO_DEEP, limited.refusal(), "depth " + depth);
            assertEquals(depth < 1, limited.complete() > 0);
        }
    }

    private void assertElementRefused(final FrameView frame, final String hex)
    {
        final AmqpReader reader = new AmqpReader().wrap(frame.wrap(HexFormat.of().parseHex(hex)));
        assertEquals(AmqpReader.VALUE, reader.next());
        assertTrue(reader.enter() >= 0, () -> reader.fault().toString());
        assertEquals(AmqpReader.VALUE, reader.next());
        final Cursor element = reader.value(new Cursor());
        assertRefused(EncodeRefusal.VALUE_MALFORMED, e -> {
            e.beginArray(element.kind());
            e.put(element);
            e.end();
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
}

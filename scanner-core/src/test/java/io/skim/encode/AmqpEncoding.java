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
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Calls of one encoder, and what comes of them: bytes, a refusal, or an exception.
 */
abstract class AmqpEncoding
{
    static final int ROOM = 200_000;
    static final AmqpKey ORDER = AmqpKey.string("order");
    static final AmqpKey TRACE = AmqpKey.symbol("x-opt-trace");

    final AmqpEncoder encoder = new AmqpEncoder();

    final byte[] bytes(final Consumer<AmqpEncoder> calls)
    {
        final byte[] room = new byte[ROOM];
        calls.accept(encoder.wrap(room, 7, ROOM - 7));
        final int length = encoder.complete();
        assertTrue(length >= 0, () -> String.valueOf(encoder.refusal()));
        assertNull(encoder.refusal());
        return Arrays.copyOfRange(room, 7, 7 + length);
    }

    final String hex(final Consumer<AmqpEncoder> calls)
    {
        return HexFormat.of().formatHex(bytes(calls));
    }

    /** The calls are refused for this reason, and nothing is written; the encoder works on. */
    final void assertRefused(final EncodeRefusal reason, final Consumer<AmqpEncoder> calls)
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

    /** One of the calls throws, its message has this in it, and nothing is written; the encoder works on. */
    final void assertWrong(final String message, final Consumer<AmqpEncoder> calls)
    {
        final ByteBuf out = Unpooled.buffer(64);
        encoder.wrap(out);
        final String told = assertThrows(IllegalStateException.class, () -> calls.accept(encoder)).getMessage();
        assertTrue(told.contains(message), told);
        encoder.reset();
        assertEquals(0, out.writerIndex());
        assertEquals("41", hex(e -> e.putBoolean(true)));
    }

    /** A cursor on the first value of some. */
    static Cursor cursor(final byte[] value)
    {
        final AmqpReader reader = new AmqpReader().wrap(new FrameView().wrap(value));
        assertEquals(AmqpReader.VALUE, reader.next());
        return reader.value(new Cursor());
    }

    static Cursor cursor(final String hex)
    {
        return cursor(HexFormat.of().parseHex(hex));
    }

    /** Puts a transfer that says that more follows. */
    static void transfer(final AmqpEncoder e)
    {
        e.beginComposite(Performative.TRANSFER);
        e.putUint(0);
        e.putUint(0);
        e.putBinary(new byte[] {1});
        e.putUint(0);
        e.putBoolean(true);
        e.end();
    }
}

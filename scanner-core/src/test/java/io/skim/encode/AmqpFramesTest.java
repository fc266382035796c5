package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Reason;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.Performative;
import io.skim.scan.spi.Cursors;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Frames, their performatives and payloads, to the byte.
 */
class AmqpFramesTest extends AmqpEncoding
{
    private static final int WALKS = Settings.frames(20_000);

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
            e.putPayload(Cursors.wrap(new Cursor(), new FrameView().wrap(message), 5, 3, Kind.BYTES));
            e.end();
            e.beginFrame(2);
            e.end();
        });
        assertEquals(payload + "0000000802000002", split.substring(split.length() - 32));
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
        // What is no performative at all, though all of it that there is could begin one.
        assertWrong("no performative but transfer", e -> {
            e.beginFrame(0);
            e.putNull();
            e.putPayload(new byte[1], 0, 1);
        });
        assertWrong("no performative but transfer", e -> {
            e.beginFrame(0);
            e.putUbyte(0xA3);
            e.payload();
        });
        assertWrong("a SASL frame is never empty", e -> {
            e.beginSaslFrame();
            e.end();
        });
        assertWrong("sasl-mechanisms does not stand in such a frame: call beginSaslFrame", e -> {
            e.beginFrame(0);
            e.beginComposite(Performative.SASL_MECHANISMS);
            e.end();
            e.end();
        });
        assertWrong("transfer does not stand in such a frame: call beginFrame", e -> {
            e.beginSaslFrame();
            transfer(e);
            e.putPayload(new byte[1], 0, 1);
            e.end();
        });
        assertWrong("sasl-init does not stand in such a frame", e -> {
            e.beginFrame(0);
            wide(e, Performative.SASL_INIT);
            e.end();
        });
        assertEquals(8 + 1 + 20 + 1 + 4, bytes(e -> {
            e.beginFrame(0);
            e.beginComposite(AmqpKey.symbol("amqp:transfer:list"));
            e.end();
            e.putPayload(new byte[4], 0, 4);
            e.end();
        }).length);
        assertEquals("0000001302000000" + "00" + "800000000000000014" + "45", hex(e -> {
            e.beginFrame(0);
            wide(e, Performative.TRANSFER);
            e.payload();
            e.end();
        }));
    }

    /** Whatever was called, each frame has a performative of its type, and a payload only behind a transfer. */
    @Test
    void framesOfAnyCallsAreFramesToAReader()
    {
        final Random random = new Random(Settings.seed());
        final AmqpEncoder encoder = new AmqpEncoder();
        final byte[] room = new byte[10_000];
        final Set<Reason> faults = EnumSet.noneOf(Reason.class);
        int frames = 0;
        for (int walk = 0; walk < WALKS; walk++)
        {
            encoder.wrap(room, 0, room.length);
            for (int calls = 2 + random.nextInt(14); calls > 0; calls--)
            {
                attempt(() -> call(encoder, random));
            }
            attempt(encoder::end);
            attempt(encoder::end);
            final int[] length = {0};
            attempt(() -> length[0] = encoder.complete());
            frames += length[0] > 0 ? read(Arrays.copyOf(room, length[0]), faults) : 0;
            encoder.reset();
        }
        assertTrue(frames > WALKS / 50, frames + " frames");
        // What the fields are is up to the caller.
        faults.removeAll(Set.of(Reason.FIELD_MISSING, Reason.FIELD_TYPE, Reason.FIELD_VALUE, Reason.TOO_MANY_FIELDS,
            Reason.PERFORMATIVE_UNKNOWN, Reason.PERFORMATIVE_VALUE_TYPE));
        assertEquals(Set.of(), faults);
    }

    private static void attempt(final Runnable call)
    {
        try
        {
            call.run();
        }
        catch (final IllegalStateException wrong)
        {
            assertNotNull(wrong.getMessage());
        }
    }

    private static void call(final AmqpEncoder encoder, final Random random)
    {
        final Performative performative =
            random.nextInt(3) == 0 ? Performative.TRANSFER : Performative.values()[random
                .nextInt(Performative.values().length)];
        switch (random.nextInt(14))
        {
            case 0, 1 -> encoder.beginFrame(0);
            case 2 -> encoder.beginSaslFrame();
            case 3, 4 -> encoder.beginComposite(performative);
            case 5 -> wide(encoder, performative);
            case 6 -> encoder.putUint(random.nextInt(300));
            case 7 -> encoder.putNull();
            case 8 -> encoder.descriptor(performative.code());
            case 9 -> encoder.payload();
            case 10 -> encoder.putPayload(new byte[3], 0, 3);
            case 11 -> encoder.beginList();
            default -> encoder.end();
        }
    }

    /** Reads what was written, as frames if it begins with one. */
    private static int read(final byte[] bytes, final Set<Reason> faults)
    {
        final AmqpFrameReader reader = new AmqpFrameReader();
        int frames = 0;
        int at = 0;
        while (bytes.length - at >= 8 && bytes[at] == 0 && bytes[at + 1] == 0)
        {
            final int size = ByteBuffer.wrap(bytes).getInt(at);
            assertTrue(size >= 8 && size <= bytes.length - at, () -> HexFormat.of().formatHex(bytes));
            if (!reader.wrap(new FrameView().wrap(bytes, at, size)))
            {
                faults.add(reader.fault().reason());
            }
            frames++;
            at += size;
        }
        return frames;
    }

    /** A performative without fields, its descriptor in full width. */
    private static void wide(final AmqpEncoder encoder, final Performative performative)
    {
        encoder.beginDescribed();
        encoder.putWideUlong(performative.code());
        encoder.beginList();
        encoder.end();
        encoder.end();
    }
}

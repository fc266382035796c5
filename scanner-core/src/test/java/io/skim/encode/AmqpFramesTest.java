package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.Unpooled;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.amqp.Performative;
import io.skim.scan.spi.Cursors;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * Frames, their performatives and payloads, to the byte.
 */
class AmqpFramesTest extends AmqpEncoding
{
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

package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.skim.encode.AmqpDescriptor;
import io.skim.encode.AmqpEncoder;
import io.skim.netty.Upstream;
import io.skim.pojo.amqp.AmqpFrameTree;
import io.skim.pojo.amqp.AmqpFrameBuilder;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.Performative;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the guide says of live AMQP connections. */
class LiveAmqpTest
{
    private final AmqpEncoder encoder = new AmqpEncoder();

    private void begin(final Performative performative)
    {
        encoder.beginFrame(0);
        encoder.beginComposite(performative);
    }

    private void end()
    {
        encoder.end();
        encoder.end();
    }

    private ByteBuf open(final boolean withSession)
    {
        final ByteBuf frames = Unpooled.buffer();
        encoder.wrap(frames);
        encoder.putProtocolHeader(0);
        begin(Performative.OPEN);
        encoder.putString("someone");
        encoder.putNull();
        encoder.putUint(65_536);
        end();
        if (withSession)
        {
            begin(Performative.BEGIN);
            encoder.putUshort(0);
            encoder.putUint(0);
            encoder.putUint(100);
            encoder.putUint(100);
            end();
        }
        assertTrue(encoder.complete() > 0);
        return frames;
    }

    private ByteBuf order(final int number, final int amount)
    {
        final ByteBuf frame = Unpooled.buffer();
        encoder.wrap(frame);
        begin(Performative.TRANSFER);
        encoder.putUint(0);
        encoder.putUint(number);
        encoder.putBinary(new byte[] {(byte)number});
        encoder.end();
        encoder.payload();
        encoder.descriptor(AmqpDescriptor.APPLICATION_PROPERTIES);
        encoder.beginMap();
        encoder.putString("amount");
        encoder.putInt(amount);
        encoder.end();
        encoder.descriptor(AmqpDescriptor.DATA);
        encoder.putBinary(new byte[10]);
        encoder.end();
        assertTrue(encoder.complete() > 0);
        return frame;
    }

    private ByteBuf link()
    {
        final ByteBuf frames = Unpooled.buffer();
        encoder.wrap(frames);
        begin(Performative.BEGIN);
        encoder.putNull();
        encoder.putUint(0);
        encoder.putUint(100);
        encoder.putUint(100);
        end();
        begin(Performative.ATTACH);
        encoder.putString("orders");
        encoder.putUint(0);
        encoder.putBoolean(false);
        end();
        assertTrue(encoder.complete() > 0);
        return frames;
    }

    private static String written(final EmbeddedChannel channel)
    {
        final StringBuilder text = new StringBuilder();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound())
        {
            text.append(part.toString(StandardCharsets.ISO_8859_1));
            part.release();
        }
        return text.toString();
    }

    @Test
    void theGateLetsLargeOrdersPassAndRejectsTheOthers()
    {
        final EmbeddedChannel client = new EmbeddedChannel();
        final EmbeddedChannel broker = new EmbeddedChannel();
        QueueGate.proxy(Upstream.of("broker", 5672)).serve(client, broker);
        client.writeInbound(open(false), link());
        broker.writeInbound(open(true));
        assertTrue(written(broker).contains("orders"));
        written(client);
        client.writeInbound(order(0, 250), order(1, 99));
        final String passed = written(broker);
        assertTrue(passed.contains("x-opt-gate"));
        assertEquals(passed.indexOf("amount"), passed.lastIndexOf("amount"));
        assertTrue(written(client).contains("orders below 100 go elsewhere"));
        client.finishAndReleaseAll();
        broker.finishAndReleaseAll();
    }

    @Test
    void openEditsChangeTheHost()
    {
        final ByteBuf out = Unpooled.buffer();
        final ByteBuf open = open(false);
        assertTrue(new OpenEdits().write(open.skipBytes(8), out));
        final AmqpFrameTree frame = (AmqpFrameTree)new AmqpFrameBuilder().item(new FrameView().wrap(out));
        assertTrue(frame.toString().contains("orders.internal"), frame::toString);
        assertFalse(new OpenEdits().write(Unpooled.wrappedBuffer(new byte[3]), out));
    }
}

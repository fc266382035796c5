package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.encode.AmqpEncoder;
import io.skim.encode.EncodeRefusal;
import io.skim.pojo.amqp.AmqpFrameTree;
import io.skim.pojo.amqp.AmqpFrameBuilder;
import io.skim.pojo.amqp.AmqpInt;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMessage;
import io.skim.pojo.amqp.AmqpMessageBuilder;
import io.skim.pojo.amqp.AmqpTreeBuilder;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpScanner;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The snippets of the chapter on writing AMQP. */
class AmqpEncodingTest
{
    private final AmqpEncoding.Sender sender = new AmqpEncoding.Sender();
    private final ByteBuf body = Unpooled.wrappedBuffer(new byte[] {1, 2, 3});

    private byte[] message(final ByteBuf out)
    {
        final AmqpFrameTree frame = (AmqpFrameTree)new AmqpFrameBuilder().item(new FrameView().wrap(out));
        assertEquals(out.readableBytes(), frame.size());
        assertEquals(1, frame.channel());
        assertEquals("transfer", frame.performative().name());
        assertEquals(7, frame.performative().getLong("delivery-id", -1));
        return frame.payload().toBytes();
    }

    @Test
    void aTransferCarriesAWholeMessage()
    {
        final ByteBuf out = Unpooled.buffer(16);
        assertNull(sender.send(out, 7, "orders", 4_711, body));
        final AmqpMessage message = new AmqpMessageBuilder().message(new FrameView().wrap(message(out)));
        assertTrue(message.section("header").getBoolean("durable", false));
        assertEquals("orders", message.section("properties").getText("to"));
        assertEquals("{\"long\":\"4711\"}", message.applicationProperty("order").toString());
        assertEquals("{\"array\":{\"of\":\"double\",\"items\":[{\"double\":\"3fe0000000000000\"},"
            + "{\"double\":\"3fd0000000000000\"}]}}", message.applicationProperty("weights").toString());
        assertEquals(3, body.readableBytes());
        out.release();
    }

    @Test
    void whatCannotBeWrittenLeavesTheBufferAsItWas()
    {
        final ByteBuf small = Unpooled.buffer(40, 40);
        assertEquals(EncodeRefusal.NO_ROOM, sender.send(small, 7, "orders", 4_711, body));
        assertEquals(0, small.writerIndex());
        final ByteBuf out = Unpooled.buffer();
        assertEquals(EncodeRefusal.INVALID_TEXT, sender.send(out, 7, "half of a pair: \uD83D", 4_711, body));
        assertEquals(EncodeRefusal.OUT_OF_RANGE, sender.send(out, -1, "orders", 4_711, body));
        assertEquals(0, out.writerIndex());
        small.release();
        out.release();
    }

    @Test
    void valuesAreCopiedThrough()
    {
        final byte[] message = new byte[64];
        final AmqpEncoder encoder = new AmqpEncoder().wrap(message, 0, 64);
        encoder.descriptor(0x72);
        encoder.beginMap();
        encoder.putSymbol("x-opt-a");
        encoder.putWideInt(5);
        encoder.end();
        encoder.beginComposite(0x73);
        encoder.putNull();
        encoder.putNull();
        encoder.putString("orders");
        encoder.end();
        final int length = encoder.complete();
        final AmqpEncoding.Digest digest = new AmqpEncoding.Digest();
        final byte[] out = new byte[64];
        digest.begin(out);
        assertEquals(Outcome.COMPLETE, new AmqpScanner().scan(new FrameView().wrap(message, 0, length),
            AmqpEncoding.Digest.INTEREST, digest));
        final AmqpValue list = new AmqpTreeBuilder().value(new FrameView().wrap(out, 0, digest.end()));
        assertEquals("{\"list\":[{\"map\":[[{\"symbol\":\"x-opt-a\"},{\"int\":5}]]},{\"string\":\"orders\"}]}", list
            .toString());
    }

    @Test
    void aCountIsOverwrittenWhereItStands()
    {
        final byte[] out = new byte[64];
        final AmqpEncoder encoder = new AmqpEncoder().wrap(out, 0, 64);
        final int at = AmqpEncoding.countedHeader(encoder);
        assertTrue(encoder.complete() > 0);
        assertArrayEquals(new byte[] {0x70, 0, 0, 0, 1}, Arrays.copyOfRange(out, at - 1, at + 4));
    }

    @Test
    void treesAreWritten()
    {
        final AmqpValue tree = new AmqpList(List.of(new AmqpInt(1), new AmqpInt(300)));
        final ByteBuf out = Unpooled.buffer();
        assertEquals(10, AmqpEncoding.encode(tree, out));
        assertEquals(tree, new AmqpTreeBuilder().value(new FrameView().wrap(out)));
        out.release();
    }
}

package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.skim.encode.BinaryRemotingEncoder;
import io.skim.encode.EncodeRefusal;
import io.skim.encode.JsonRemotingEncoder;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.RemotingHeaderReader;
import io.skim.scan.FrameView;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The snippets of the encoding guide do what it says. */
class EncodingTest
{
    private final FrameView view = new FrameView();

    private RemotingHeader header(final ByteBuf frame)
    {
        final RemotingHeader header = new RemotingHeaderReader().read(view.wrap(frame));
        assertNotNull(header);
        return header;
    }

    @Test
    void aSenderWritesWholeFramesOrNothing()
    {
        final ByteBuf body = Unpooled.copiedBuffer("hello", StandardCharsets.US_ASCII);
        for (final boolean json : new boolean[] {false, true})
        {
            final Encoding.Sender sender = new Encoding.Sender(json);
            final ByteBuf out = Unpooled.buffer();
            assertNull(sender.write(out, 7, "TagA", body));
            final RemotingHeader header = header(out);
            assertEquals(310, header.code());
            assertEquals(7, header.opaque());
            assertEquals("TAGS\1TagA\2WAIT\1true\2", header.extFields().get("i"));
            assertEquals("3", header.extFields().get("e"));
            assertEquals(5, header.bodyLength());
            assertEquals(5, body.readableBytes());
            out.clear();
            assertNull(sender.write(out, 8, null, body));
            assertEquals("WAIT\1true\2", header(out).extFields().get("i"));
            out.clear();
            assertEquals(EncodeRefusal.INVALID_PROPERTY, sender.write(out, 8, "a\2b", body));
            assertEquals(0, out.readableBytes());
            assertEquals(EncodeRefusal.NO_ROOM, sender.write(Unpooled.buffer(10, 100), 9, "TagA", body));
        }
    }

    @Test
    void anEchoCopiesWhatItIsShown()
    {
        final byte[] frame =
            Frames.json("{\"code\":105,\"extFields\":{\"topic\":\"a\\u0041\\n\",\"n\":5},\"opaque\":9}");
        for (final Encoding.Echo echo : List.of(new Encoding.Echo(view, new JsonRemotingEncoder()), new Encoding.Echo(
            view, new BinaryRemotingEncoder())))
        {
            final ByteBuf out = Unpooled.buffer();
            view.wrap(frame);
            assertEquals(echo.answer(out), out.readableBytes());
            final RemotingHeader header = header(Unpooled.wrappedBuffer(ByteBufUtil.getBytes(out)));
            assertEquals(Map.of("topic", "aA\n", "n", "5"), header.extFields());
            assertEquals("seen", header.remark());
            assertEquals(9, header.opaque());
            assertEquals(1, header.flag());
        }
        view.wrap(new byte[30]);
        assertEquals(-1, new Encoding.Echo(view, new JsonRemotingEncoder()).answer(Unpooled.buffer()));
    }
}

package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.FrameView;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A value that changes from frame to frame is written as one that is given as text would be. */
class FreshValueTest
{
    private static final byte[] BATCH =
        BatchBodies.of(BatchBodies.message("one", "TAGS", "A"), BatchBodies.message("two", "id", "own"));
    /** Properties that end with a separator and do not, have the name and do not, and none; requests of other codes; a batch. */
    private static final List<byte[]> FRAMES = List.of(
        Frames.binary(310, null, "body", "b", "Topic", "i", "TAGS\1A\2"),
        Frames.binary(310, null, "body", "b", "Topic", "i", "TAGS\1A"),
        Frames.binary(310, null, "body", "b", "Topic", "i", "TAGS\1A\2id\1own\2"), Frames.binary(310, null, "", "b",
            "Topic"),
        Frames.binary(34, null, "body"), Frames.binary(320, null, new String(BATCH, StandardCharsets.ISO_8859_1), "b",
            "Topic"),
        Frames
            .json("{\"code\":10,\"extFields\":{\"topic\":\"T\",\"properties\":\"TAGS\\u0001A\\u0002\"},\"opaque\":7}"),
        Frames.json("{\"code\":10,\"extFields\":{\"topic\":\"T\",\"properties\":\"TAGS\\u0001A\"},\"opaque\":7}"),
        Frames.json("{\"code\":310,\"extFields\":{\"b\":\"T\"},\"opaque\":7}"));

    private static byte[] rewritten(final RemotingRewriter rewriter, final byte[] frame)
    {
        assertTrue(rewriter.rewrite(new FrameView().wrap(frame)), () -> rewriter.patch().refusal().toString());
        final ByteBuf made = rewriter.patch().apply(Unpooled.wrappedBuffer(frame), UnpooledByteBufAllocator.DEFAULT);
        final byte[] bytes = new byte[made.readableBytes()];
        made.readBytes(bytes).release();
        return bytes;
    }

    private static void assertTheSameAsText(final UnaryOperator<RemotingEdits.Builder> others)
    {
        final FreshValue value = new FreshValue(8);
        final RemotingRewriter changing =
            new RemotingRewriter(others.apply(RemotingEdits.builder()).addProperty("id", value).build());
        for (final String text : List.of("00000000", "a-b_c.d:", "Z9+@zzzz", "00000000"))
        {
            value.set(('x' + text).getBytes(StandardCharsets.US_ASCII), 1);
            final RemotingRewriter plain =
                new RemotingRewriter(others.apply(RemotingEdits.builder()).addProperty("id", text).build());
            for (final byte[] frame : FRAMES)
            {
                assertArrayEquals(rewritten(plain, frame), rewritten(changing, frame));
            }
        }
    }

    @Test
    void isWrittenAsATextWouldBe()
    {
        assertTheSameAsText(edits -> edits);
        assertTheSameAsText(edits -> edits.setProperty("TAGS", "B").addProperty("other", "1"));
        assertTheSameAsText(edits -> edits.removeProperty("id"));
        assertTheSameAsText(edits -> edits.renameProperty("TAGS", "tags").addProperty("before", "1"));
    }

    @Test
    void isTheSameInAllListsOfEdits()
    {
        final FreshValue value = new FreshValue(2);
        final RemotingRewriter one = new RemotingRewriter(RemotingEdits.builder().addProperty("id", value).build());
        value.set(new byte[] {'1', '2'}, 0);
        // Made later.
        final RemotingRewriter two = new RemotingRewriter(RemotingEdits.builder().addProperty("id", value).build());
        final byte[] expected =
            rewritten(new RemotingRewriter(RemotingEdits.builder().addProperty("id", "12").build()), FRAMES.get(0));
        assertArrayEquals(expected, rewritten(one, FRAMES.get(0)));
        assertArrayEquals(expected, rewritten(two, FRAMES.get(0)));
    }

    @Test
    void mayBeSetWhileTheListOfEditsIsBuilt()
    {
        final FreshValue value = new FreshValue(2);
        final RemotingEdits.Builder edits = RemotingEdits.builder().addProperty("id", value);
        value.set(new byte[] {'1', '2'}, 0);
        final RemotingRewriter changing = new RemotingRewriter(edits.build());
        final RemotingRewriter plain = new RemotingRewriter(RemotingEdits.builder().addProperty("id", "12").build());
        for (final byte[] frame : FRAMES)
        {
            assertArrayEquals(rewritten(plain, frame), rewritten(changing, frame));
        }
    }

    @Test
    void whatWouldNeedAnEscapeOrEndAPropertyIsRefused()
    {
        final FreshValue value = new FreshValue(3);
        for (int wrong = Byte.MIN_VALUE; wrong <= Byte.MAX_VALUE; wrong++)
        {
            final byte[] text = {'a', (byte)wrong, 'b'};
            final boolean good = wrong > ' ' && "0123456789-_.:+@".indexOf(wrong) >= 0 || wrong >= 'a' && wrong <= 'z'
                || wrong >= 'A' && wrong <= 'Z';
            if (good)
            {
                value.set(text, 0);
            }
            else
            {
                assertThrows(IllegalArgumentException.class, () -> value.set(text, 0));
            }
        }
        assertEquals("azb", new String(value.toBytes(), StandardCharsets.US_ASCII), "what was refused has set nothing");
        assertThrows(IllegalArgumentException.class, () -> new FreshValue(0));
    }

    @Test
    void allocatesNothing()
    {
        final FreshValue value = new FreshValue(8);
        final RemotingRewriter rewriter =
            new RemotingRewriter(RemotingEdits.builder().addProperty("id", value).build());
        final byte[] text = "abcdefghijklmnop".getBytes(StandardCharsets.US_ASCII);
        final FrameView view = new FrameView();
        final int[] next = {0};
        assertEquals(0, Allocations.by(() -> {
            value.set(text, next[0]++ % 8);
            rewriter.rewrite(view.wrap(FRAMES.get(next[0] % FRAMES.size())));
        }, 20_000, 20_000));
    }
}

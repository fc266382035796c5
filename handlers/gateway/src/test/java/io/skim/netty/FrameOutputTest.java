package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.scan.FrameView;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written into a channel is what was decided about each frame, in order; and no buffer stays behind. */
class FrameOutputTest
{
    private static final RemotingTools TOOLS = new RemotingTools();
    private static final RemotingEdits WIDER = RemotingEdits.builder().set("remark", "a remark of the gateway").build();
    private static final RemotingEdits SAME_WIDTH = RemotingEdits.builder().set("version", "7").build();
    private static final byte[] LONG = Frames.binary(310, null, "x".repeat(5_000), "b", "Orders");
    private static final byte[] SHORT = Frames.binary(11, null, "a body", "topic", "Orders");
    private static List<byte[]> frames;

    private final EmbeddedChannel out = new EmbeddedChannel();
    private final FrameOutput output = new FrameOutput(out);
    private final RemotingRewriter wider = new RemotingRewriter(WIDER);
    private final RemotingRewriter sameWidth = new RemotingRewriter(SAME_WIDTH);
    private final FrameView view = new FrameView();
    private final List<ByteBuf> kept = new ArrayList<>();

    @BeforeAll
    static void readTheCaptures() throws IOException
    {
        frames = Captures.sample(400, 20_000);
    }

    @AfterEach
    void release()
    {
        kept.forEach(ByteBuf::release);
        assertFalse(out.finish());
    }

    /** Decides by the number of the frame, and notes what is to come out. */
    private final class Decider implements RemotingFrameListener
    {
        final ByteArrayOutputStream expected = new ByteArrayOutputStream();
        final Random random = new Random(Settings.seed());
        final List<byte[]> originals = new ArrayList<>();

        @Override
        public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            final byte[] bytes = new byte[frame.available()];
            frame.view().getBytes(0, bytes.length, bytes, 0);
            if (random.nextInt(8) == 0)
            {
                kept.add(frame.retain());
                originals.add(bytes);
            }
            switch (random.nextInt(5))
            {
                case 0 ->
                {
                    // Dropped.
                }
                case 1 -> patch(frame, bytes, wider);
                case 2 -> patch(frame, bytes, sameWidth);
                case 3 ->
                {
                    output.write(frame);
                    final byte[] own = new byte[random.nextInt(2_000)];
                    output.write(Unpooled.directBuffer().writeBytes(own));
                    expected.writeBytes(bytes);
                    expected.writeBytes(own);
                }
                default ->
                {
                    output.write(frame);
                    expected.writeBytes(bytes);
                }
            }
            if (random.nextInt(50) == 0)
            {
                output.flush();
            }
        }

        private void patch(final RemotingFrame frame, final byte[] bytes, final RemotingRewriter rewriter)
        {
            assertTrue(rewriter.rewrite(view.wrap(bytes)), () -> rewriter.patch().refusal().toString());
            final ByteBuf patched = rewriter.patch().apply(Unpooled.wrappedBuffer(bytes), out.alloc());
            final byte[] copy = new byte[patched.readableBytes()];
            patched.readBytes(copy).release();
            expected.writeBytes(copy);
            assertTrue(rewriter.rewrite(frame.scanner()));
            output.write(frame, rewriter.patch());
        }

        @Override
        public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            throw new AssertionError(frame.scanner().fault().toString());
        }

        @Override
        public void onLost(final ChannelHandlerContext ctx, final FramingLost lost)
        {
            throw new AssertionError(lost.toString());
        }

        @Override
        public void onReadComplete(final ChannelHandlerContext ctx)
        {
            output.flush();
        }
    }

    private byte[] written()
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteBuf part = out.readOutbound(); part != null; part = out.readOutbound())
        {
            final byte[] copy = new byte[part.readableBytes()];
            part.readBytes(copy).release();
            bytes.writeBytes(copy);
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 700, 4_000, 60_000})
    void writesWhatWasDecidedAboutEachFrame(final int most)
    {
        final Decider decider = new Decider();
        final EmbeddedChannel in = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, decider));
        final byte[] stream = Frames.join(frames.toArray(new byte[0][]));
        final Random random = new Random(Settings.seed());
        final List<ByteBuf> sent = new ArrayList<>();
        int at = 0;
        while (at < stream.length)
        {
            final int to = Math.min(stream.length, at + 1 + random.nextInt(most));
            final ByteBuf piece = PooledByteBufAllocator.DEFAULT.buffer().writeBytes(stream, at, to - at);
            sent.add(piece);
            in.writeInbound(piece);
            at = to;
        }
        in.finish();
        assertArrayEquals(decider.expected.toByteArray(), written());
        // A frame that somebody keeps is not changed under their hands.
        for (int i = 0; i < kept.size(); i++)
        {
            final byte[] copy = new byte[kept.get(i).readableBytes()];
            kept.get(i).getBytes(kept.get(i).readerIndex(), copy);
            assertArrayEquals(decider.originals.get(i), copy);
        }
        kept.forEach(ByteBuf::release);
        kept.clear();
        sent.forEach(piece -> assertEquals(0, piece.refCnt()));
    }

    @Test
    void framesThatFollowEachOtherUnchangedAreOneSliceAndAWholeBufferIsItself()
    {
        final EmbeddedChannel in = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, new RemotingFrameListener()
        {
            private int count;

            @Override
            public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
            {
                if (count++ != 20)
                {
                    output.write(frame);
                }
            }

            @Override
            public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
            {
                throw new AssertionError();
            }

            @Override
            public void onLost(final ChannelHandlerContext ctx, final FramingLost lost)
            {
                throw new AssertionError();
            }

            @Override
            public void onReadComplete(final ChannelHandlerContext ctx)
            {
                output.flush();
            }
        }));
        final byte[] frame = Frames.binary(310, null, "x".repeat(1_000), "b", "Orders");
        final ByteBuf ten = Unpooled.directBuffer();
        for (int i = 0; i < 10; i++)
        {
            ten.writeBytes(frame);
        }
        in.writeInbound(ten);
        final ByteBuf whole = out.readOutbound();
        assertSame(ten, whole);
        assertEquals(1, whole.refCnt());
        whole.release();
        final ByteBuf more = Unpooled.directBuffer();
        for (int i = 0; i < 20; i++)
        {
            more.writeBytes(frame);
        }
        in.writeInbound(more);
        final ByteBuf before = out.readOutbound();
        final ByteBuf after = out.readOutbound();
        assertEquals(10 * frame.length, before.readableBytes());
        assertEquals(9 * frame.length, after.readableBytes());
        before.release();
        after.release();
        assertEquals(0, more.refCnt());
        in.finish();
    }

    /** Passes all frames on. */
    private class Passing implements RemotingFrameListener
    {
        @Override
        public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            output.write(frame);
        }

        @Override
        public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            throw new AssertionError();
        }

        @Override
        public void onLost(final ChannelHandlerContext ctx, final FramingLost lost)
        {
            // The rest of a body does not come.
        }

        @Override
        public void onReadComplete(final ChannelHandlerContext ctx)
        {
            output.flush();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 2_000, 4_999})
    void whatIsWrittenInsideABodyWaitsForItsEnd(final int cut)
    {
        final EmbeddedChannel in = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, new Passing(), 1_000));
        final EmbeddedChannel other = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, new Passing(), 1_000));
        final byte[] own = new byte[3_000];
        final ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int round = 0; round < 3; round++)
        {
            in.writeInbound(Unpooled.copiedBuffer(SHORT, Arrays.copyOf(LONG, cut)));
            assertTrue(output.isInBody());
            other.writeInbound(Unpooled.copiedBuffer(SHORT, SHORT));
            output.write(Unpooled.directBuffer().writeBytes(own, 0, 5));
            output.flush();
            output.write(Unpooled.directBuffer().writeBytes(own));
            in.writeInbound(Unpooled.copiedBuffer(LONG, cut, 1));
            other.writeInbound(Unpooled.copiedBuffer(SHORT));
            assertTrue(output.isInBody());
            in.writeInbound(Unpooled.copiedBuffer(Arrays.copyOfRange(LONG, cut + 1, LONG.length), SHORT));
            assertFalse(output.isInBody());
            for (final byte[] part : List.of(SHORT, LONG, SHORT, SHORT, Arrays.copyOf(own, 5), own, SHORT, SHORT))
            {
                expected.writeBytes(part);
            }
        }
        assertArrayEquals(expected.toByteArray(), written());
        in.finish();
        other.finish();
    }

    @Test
    void aBodyIsNotBegunInsideAnotherOne()
    {
        final EmbeddedChannel in = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, new Passing(), 1_000));
        final EmbeddedChannel other = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, new Passing(), 1_000));
        in.writeInbound(Unpooled.copiedBuffer(LONG, 0, 2_000));
        assertThrows(IllegalStateException.class,
            () -> other.writeInbound(Unpooled.copiedBuffer(LONG, 0, 2_000)));
        in.writeInbound(Unpooled.copiedBuffer(LONG, 2_000, LONG.length - 2_000));
        assertArrayEquals(LONG, written());
        in.finish();
        other.finish();
    }

    @Test
    void whatWaitsForABodyIsCountedAndReleasedIfTheBodyDoesNotCome()
    {
        final EmbeddedChannel in = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, new Passing(), 1_000));
        for (final boolean closed : new boolean[] {false, true})
        {
            final ByteBuf begun = Unpooled.copiedBuffer(LONG, 0, 2_000);
            in.writeInbound(begun);
            final List<ByteBuf> waiting = new ArrayList<>();
            while (!output.isCrowded())
            {
                waiting.add(Unpooled.directBuffer().writeZero(5_000));
                output.write(waiting.get(waiting.size() - 1));
            }
            assertEquals(5_000L * waiting.size(), output.behindBytes());
            if (closed)
            {
                assertArrayEquals(Arrays.copyOf(LONG, 2_000), written());
                out.close();
                output.flush();
            }
            else
            {
                output.discard();
                in.writeInbound(Unpooled.copiedBuffer(LONG, 2_000, LONG.length - 2_000));
                assertArrayEquals(LONG, written());
            }
            assertFalse(output.isCrowded());
            waiting.forEach(each -> assertEquals(0, each.refCnt()));
        }
        in.finish();
    }

    /** Nobody flushes the output to a server that is lost. */
    @Test
    void theRestOfABodyIsReleasedAtOnceIfTheChannelIsClosed()
    {
        final EmbeddedChannel in = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, new Passing()
        {
            @Override
            public void onReadComplete(final ChannelHandlerContext ctx)
            {
                if (out.isOpen())
                {
                    output.flush();
                }
            }
        }, 1_000));
        in.writeInbound(Unpooled.copiedBuffer(LONG, 0, 2_000));
        assertArrayEquals(Arrays.copyOf(LONG, 2_000), written());
        out.close();
        output.discard();
        final ByteBuf rest = Unpooled.copiedBuffer(LONG, 2_000, LONG.length - 2_000);
        in.writeInbound(rest);
        assertEquals(0, rest.refCnt());
        assertFalse(output.isInBody());
        in.finish();
    }

    @Test
    void aClosedChannelReleasesWhatIsWritten()
    {
        out.close();
        final ByteBuf large = Unpooled.directBuffer().writeZero(5_000);
        output.write(large);
        output.write(Unpooled.directBuffer().writeZero(5));
        output.flush();
        assertEquals(0, large.refCnt());
        output.write(Unpooled.directBuffer().writeZero(5));
        output.discard();
    }
}

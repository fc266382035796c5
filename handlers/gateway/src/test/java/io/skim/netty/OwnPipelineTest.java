package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.LocalChannel;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.scan.testing.Frames;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The handlers and outputs in a pipeline of the user's own, with more than one output. */
class OwnPipelineTest
{
    private static final RemotingTools TOOLS = new RemotingTools();
    /** An edit that keeps all widths, so it can be made in the received bytes. */
    private static final RemotingEdits SAME_WIDTH = RemotingEdits.builder().set("version", "7").build();

    private final EmbeddedChannel first = new EmbeddedChannel();
    private final EmbeddedChannel second = new EmbeddedChannel();
    private final FrameOutput toFirst = new FrameOutput(first);
    private final FrameOutput toSecond = new FrameOutput(second);

    private EmbeddedChannel reader(final Consumer<RemotingFrame> listener, final int mostWhole)
    {
        return new EmbeddedChannel(new RemotingFrameHandler(TOOLS, new RemotingFrameListener()
        {
            @Override
            public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
            {
                listener.accept(frame);
            }

            @Override
            public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
            {
                throw new AssertionError(frame.scanner().fault().toString());
            }

            @Override
            public void onLost(final ChannelHandlerContext ctx, final FramingLost lost)
            {
                ctx.close();
            }

            @Override
            public void onReadComplete(final ChannelHandlerContext ctx)
            {
                toFirst.flush();
                toSecond.flush();
            }
        }, mostWhole));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 5_000})
    void aPatchForOneOutputLeavesWhatAnotherOneWasGiven(final int bodyLength)
    {
        final byte[] sent = Frames.binary(310, null, "x".repeat(bodyLength), "b", "Orders");
        final RemotingRewriter rewriter = new RemotingRewriter(SAME_WIDTH);
        final EmbeddedChannel in = reader(frame -> {
            toFirst.write(frame);
            assertTrue(rewriter.rewrite(frame.scanner()));
            toSecond.write(frame, rewriter.patch());
        }, Integer.MAX_VALUE);
        in.writeInbound(Unpooled.directBuffer().writeBytes(sent));
        assertArrayEquals(sent, AmqpWire.written(first));
        final byte[] patched = AmqpWire.written(second);
        assertEquals(sent.length, patched.length);
        assertFalse(Arrays.equals(sent, patched));
        assertFalse(in.finish() || first.finish() || second.finish());
    }

    @Test
    void whatWaitsForABodyIsReleasedWhenTheChannelIsClosedThoughNobodyFlushes()
    {
        final byte[] sent = Frames.binary(310, null, "x".repeat(5_000), "b", "Orders");
        final EmbeddedChannel in = reader(toFirst::write, 0);
        in.writeInbound(Unpooled.copiedBuffer(sent, 0, 1_000));
        assertTrue(toFirst.isInBody());
        final ByteBuf behind = Unpooled.directBuffer().writeZero(2_000);
        toFirst.write(behind);
        assertEquals(1, behind.refCnt());
        first.close();
        assertEquals(0, behind.refCnt());
        in.finishAndReleaseAll();
        first.finishAndReleaseAll();
    }

    @Test
    void anOutputIsForTheEventLoopOfItsChannelAlone() throws Exception
    {
        final EventLoop loop = new DefaultEventLoop();
        try
        {
            final LocalChannel channel = new LocalChannel();
            loop.register(channel).sync();
            final FrameOutput output = new FrameOutput(channel);
            assertThrows(IllegalStateException.class, output::flush);
            loop.submit(output::flush).sync();
            channel.close().sync();
        }
        finally
        {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    @Test
    void aListenerThatClosesTheChannelIsToldOnceThatTheFramingIsLost()
    {
        final int[] lost = new int[1];
        final EmbeddedChannel in = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, new RemotingFrameListener()
        {
            @Override
            public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
            {
                throw new AssertionError("a frame");
            }

            @Override
            public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
            {
                throw new AssertionError("a frame");
            }

            @Override
            public void onLost(final ChannelHandlerContext ctx, final FramingLost framing)
            {
                lost[0]++;
                ctx.close();
            }
        }));
        // Gathered byte after byte, a length that is negative.
        for (final int each : new int[] {0xFF, 0xFF, 0xFF, 0xF0})
        {
            in.writeInbound(Unpooled.buffer().writeByte(each));
        }
        assertEquals(1, lost[0]);
        assertFalse(in.isOpen());
        in.finishAndReleaseAll();
    }
}

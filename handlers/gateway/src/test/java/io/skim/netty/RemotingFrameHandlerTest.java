package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.skim.scan.Reason;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames come out of a channel whole or heads first, however the stream was cut, and no buffer stays behind. */
class RemotingFrameHandlerTest
{
    private static final RemotingTools TOOLS = new RemotingTools();
    private static final byte[] FRAME = Frames.binary(310, "re", "a body", "b", "Orders");
    private static List<byte[]> frames;

    /** Keeps copies of what it was given. */
    private static final class Recorder implements RemotingFrameListener
    {
        final List<byte[]> frames = new ArrayList<>();
        final List<Integer> codes = new ArrayList<>();
        final List<Reason> refused = new ArrayList<>();
        final List<FramingLost> lost = new ArrayList<>();
        FrameOutput output;
        boolean needsBody;
        int heads;
        int rounds;

        @Override
        public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            heads += frame.isWhole() ? 0 : 1;
            codes.add(frame.header().code());
            keep(frame);
            if (output != null)
            {
                output.write(frame);
            }
        }

        private void keep(final RemotingFrame frame)
        {
            final ByteBuf bytes = frame.retain();
            final byte[] copy = new byte[bytes.readableBytes()];
            bytes.readBytes(copy).release();
            frames.add(copy);
        }

        @Override
        public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            assertEquals(0, frame.header().code());
            refused.add(frame.scanner().fault().reason());
            keep(frame);
        }

        @Override
        public void onLost(final ChannelHandlerContext ctx, final FramingLost framing)
        {
            lost.add(framing);
        }

        @Override
        public boolean needsBody(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            assertFalse(frame.isWhole());
            return needsBody;
        }

        @Override
        public void onReadComplete(final ChannelHandlerContext ctx)
        {
            rounds++;
            if (output != null)
            {
                output.flush();
            }
        }
    }

    private final Recorder recorder = new Recorder();

    @BeforeAll
    static void readTheCaptures() throws IOException
    {
        frames = Captures.sample(150, 10_000);
        assertTrue(frames.size() >= 150);
    }

    private static ByteBuf buffer(final byte[] bytes, final int from, final int to, final boolean direct)
    {
        final ByteBuf buffer = direct ? PooledByteBufAllocator.DEFAULT.directBuffer() : PooledByteBufAllocator.DEFAULT
            .heapBuffer();
        return buffer.writeBytes(bytes, from, to - from);
    }

    private static byte[] stream(final List<byte[]> frames)
    {
        return Frames.join(frames.toArray(new byte[0][]));
    }

    private static byte[] written(final EmbeddedChannel channel)
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound())
        {
            final byte[] copy = new byte[part.readableBytes()];
            part.readBytes(copy);
            bytes.writeBytes(copy);
            assertTrue(part.release() || part.refCnt() > 0);
        }
        return bytes.toByteArray();
    }

    /** Fewer frames in short pieces: leak detection keeps records of each piece. */
    private static List<byte[]> some(final int most)
    {
        return most < 200 ? frames.subList(0, 40) : frames;
    }

    private static List<Integer> codes(final List<byte[]> frames)
    {
        return frames.stream().map(RemotingFrameHandlerTest::code).toList();
    }

    private static int code(final byte[] frame)
    {
        try
        {
            return RemotingCommand.decode(Unpooled.wrappedBuffer(frame, 4, frame.length - 4)).getCode();
        }
        catch (final Exception e)
        {
            throw new AssertionError(e);
        }
    }

    /** Sends a stream in pieces of random lengths; ends with a check that no buffer is left. */
    private void send(final EmbeddedChannel channel, final byte[] stream, final int most, final Random random)
    {
        final List<ByteBuf> sent = new ArrayList<>();
        int at = 0;
        while (at < stream.length)
        {
            final int to = Math.min(stream.length, at + 1 + random.nextInt(most));
            final ByteBuf piece = buffer(stream, at, to, random.nextBoolean());
            sent.add(piece);
            channel.writeInbound(piece);
            at = to;
        }
        if (recorder.output == null)
        {
            sent.forEach(piece -> assertEquals(0, piece.refCnt()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 200, 5_000, 100_000})
    void givesWholeFramesHoweverTheStreamIsCut(final int most)
    {
        final EmbeddedChannel channel = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, recorder));
        final List<byte[]> some = some(most);
        send(channel, stream(some), most, new Random(Settings.seed()));
        assertFalse(channel.finish());
        assertEquals(some.size(), recorder.frames.size());
        for (int i = 0; i < some.size(); i++)
        {
            assertArrayEquals(some.get(i), recorder.frames.get(i), "frame " + i);
        }
        assertEquals(codes(some), recorder.codes);
        assertEquals(List.of(), recorder.lost);
        assertEquals(0, recorder.heads);
        assertTrue(recorder.rounds > 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 200, 5_000, 100_000})
    void passesBodiesOnByReferenceBehindTheirHeads(final int most)
    {
        final EmbeddedChannel out = new EmbeddedChannel();
        recorder.output = new FrameOutput(out);
        final Random random = new Random(Settings.seed());
        final List<byte[]> some = new ArrayList<>(some(most));
        some.add(Frames.binary(310, null, "x".repeat(most < 200 ? 3_000 : 300_000), "b", "Orders"));
        some.add(FRAME);
        final EmbeddedChannel channel =
            new EmbeddedChannel(new RemotingFrameHandler(TOOLS, recorder, most == 200 ? 0 : 2_000));
        final byte[] stream = stream(some);
        send(channel, stream, most, random);
        channel.finish();
        assertArrayEquals(stream, written(out));
        assertEquals(codes(some), recorder.codes);
        assertTrue(recorder.heads > 0);
        assertEquals(List.of(), recorder.lost);
        out.finish();
    }

    @Test
    void gathersABodyThatTheListenerNeeds()
    {
        recorder.needsBody = true;
        final EmbeddedChannel channel = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, recorder, 0));
        send(channel, stream(frames), 300, new Random(Settings.seed()));
        assertEquals(codes(frames), recorder.codes);
        assertEquals(0, recorder.heads);
        for (int i = 0; i < frames.size(); i++)
        {
            assertArrayEquals(frames.get(i), recorder.frames.get(i), "frame " + i);
        }
        channel.finish();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, Integer.MAX_VALUE})
    void givesMalformedFramesWithTheirFaultAndGoesOn(final int mostWhole)
    {
        final byte[] tooShort = {0, 0, 0, 1, 9};
        final byte[] empty = {0, 0, 0, 0};
        final byte[] unknownType = FRAME.clone();
        unknownType[4] = 77;
        final byte[] overrun = Frames.overrun(FRAME);
        final List<byte[]> mixed = List.of(FRAME, tooShort, empty, FRAME, unknownType, overrun, FRAME);
        for (final int most : new int[] {1, 5, 1_000})
        {
            final Recorder mine = new Recorder();
            final EmbeddedChannel channel = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, mine, mostWhole));
            send(channel, stream(mixed), most, new Random(Settings.seed()));
            assertEquals(List.of(310, 310, 310), mine.codes);
            assertEquals(4, mine.refused.size());
            assertEquals(Reason.FRAME_TOO_SHORT, mine.refused.get(0));
            assertEquals(Reason.SERIALIZE_TYPE_UNKNOWN, mine.refused.get(2));
            assertEquals(List.of(), mine.lost);
            channel.finish();
        }
    }

    @Test
    void tellsWhereTheFramingWasLostAndDropsTheRest()
    {
        final EmbeddedChannel channel = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, recorder));
        final byte[] bytes = stream(List.of(FRAME, "GET / HTTP/1.1\r\n".getBytes(), FRAME));
        send(channel, bytes, 9, new Random(Settings.seed()));
        assertEquals(1, recorder.frames.size());
        assertEquals(1, recorder.lost.size());
        assertEquals(FRAME.length, recorder.lost.get(0).offset());
        assertEquals(Reason.ofProtocol(0x47455420), recorder.lost.get(0).reason());
        assertFalse(channel.finish());
        assertEquals(1, recorder.lost.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, Integer.MAX_VALUE})
    void tellsThatTheInputEndedInsideAFrame(final int mostWhole)
    {
        for (int cut = 1; cut < FRAME.length; cut++)
        {
            final Recorder mine = new Recorder();
            final EmbeddedChannel channel = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, mine, mostWhole));
            channel.writeInbound(buffer(FRAME, 0, FRAME.length, true), buffer(FRAME, 0, cut, true));
            if (cut % 2 == 0)
            {
                channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            }
            channel.finish();
            assertEquals(1, mine.lost.size());
            final FramingLost lost = mine.lost.get(0);
            assertEquals(Reason.TRUNCATED, lost.reason());
            assertEquals(FRAME.length + cut, lost.offset());
            assertEquals(cut, lost.available());
            assertEquals(cut < 4 ? 8 : FRAME.length, lost.claimed());
        }
    }

    @Test
    void anExceptionOfTheListenerEndsTheReadingAndReleasesAll()
    {
        final RuntimeException thrown = new IllegalStateException("the listener's");
        final EmbeddedChannel channel = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, new RemotingFrameListener()
        {
            @Override
            public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
            {
                throw thrown;
            }

            @Override
            public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
            {
                throw thrown;
            }

            @Override
            public void onLost(final ChannelHandlerContext ctx, final FramingLost lost)
            {
                throw thrown;
            }
        }));
        final ByteBuf two = buffer(Frames.join(FRAME, FRAME), 0, 2 * FRAME.length, true);
        assertEquals(thrown, assertThrows(IllegalStateException.class, () -> channel.writeInbound(two)));
        assertEquals(0, two.refCnt());
        final ByteBuf more = buffer(FRAME, 0, FRAME.length, true);
        channel.writeInbound(more);
        assertEquals(0, more.refCnt());
        channel.finish();
    }

    @Test
    void memoryGrowsWithWhatArrivesAndNotWithWhatIsClaimed()
    {
        final EmbeddedChannel channel = new EmbeddedChannel(new RemotingFrameHandler(TOOLS, recorder));
        final PooledByteBufAllocator allocator = new PooledByteBufAllocator(true);
        channel.config().setAllocator(allocator);
        final byte[] claim = Arrays.copyOf(new byte[] {0, 0x70, 0, 0, 0, 0, 0, 100}, 108);
        channel.writeInbound(Unpooled.wrappedBuffer(claim));
        assertTrue(allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory() <= 2 * allocator.metric()
            .chunkSize());
        assertNull(channel.readOutbound());
        channel.finish();
        assertEquals(Reason.TRUNCATED, recorder.lost.get(0).reason());
    }
}

package io.skim.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.Unpooled;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.HeaderSplitter;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.FuzzedInput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;

/**
 * Streams of both protocols, fuzzed by coverage: however they are cut into chunks, the frames and the fault are those of the
 * stream as a whole. Without the agent the inputs that are kept beside this class are run.
 */
class SplitterFuzzTest
{
    /** Short enough to be reached, and to let go of the bytes of a frame that was gathered. */
    private static final Limits LIMITS = Limits.DEFAULT.withMaxFrameLength(1_000).withMaxHeaderLength(100);
    private static final int LONGEST_CHUNK = 40;

    private final FrameView view = new FrameView(LIMITS);
    private final RemotingScanner scanner = new RemotingScanner(LIMITS, Strictness.STRICT);

    /** What a splitter has given: frames and, at last, why there are no more. */
    private static final class Given
    {
        final List<String> frames = new ArrayList<>();

        void frame(final long offset, final byte[] bytes)
        {
            frames.add(offset + ": " + HexFormat.of().formatHex(bytes));
        }

        void end(final StreamSplitter splitter)
        {
            frames.add(splitter.end() + " " + splitter.fault());
        }
    }

    @FuzzTest
    void chunksOfRemotingGiveTheFramesOfTheWhole(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final byte[] plan = input.bytes();
        final byte[] stream = stream(input, false);
        final Given expected = new Given();
        remoting(stream, expected);
        final FrameSplitter splitter = new FrameSplitter(LIMITS);
        assertEquals(expected.frames, whole(splitter, splitter::next, stream, plan).frames);
        assertEquals(expected.frames, heads(new HeaderSplitter(LIMITS), stream, plan).frames);
    }

    @FuzzTest
    void chunksOfAmqpGiveTheFramesOfTheWhole(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final byte[] plan = input.bytes();
        final byte[] stream = stream(input, true);
        final AmqpFrameSplitter atOnce = new AmqpFrameSplitter(LIMITS);
        final AmqpFrameSplitter splitter = new AmqpFrameSplitter(LIMITS);
        final Given expected = whole(atOnce, atOnce::next, stream, new byte[0]);
        assertEquals(expected.frames, whole(splitter, splitter::next, stream, plan).frames);
    }

    /** Bytes as they are, frames with a true length, and protocol headers of AMQP. */
    private static byte[] stream(final FuzzedInput input, final boolean amqp)
    {
        final ByteBuffer stream = ByteBuffer.allocate(1 << 20);
        while (input.hasMore() && stream.remaining() > 1 << 19)
        {
            final int form = input.next();
            final byte[] part = input.bytes();
            if (part.length > stream.remaining() / 2)
            {
                break;
            }
            if (form % 4 == 1 && amqp)
            {
                stream.putLong(0x414D_5150_0001_0000L | (form & 0xC) << 22);
            }
            else if (form % 4 > 0)
            {
                stream.putInt(part.length + (amqp ? Integer.BYTES : 0));
            }
            stream.put(part);
        }
        return Arrays.copyOf(stream.array(), stream.position());
    }

    /** Cuts a stream as NettyDecoder does: an unsigned length, and as many bytes. */
    private static void remoting(final byte[] stream, final Given given)
    {
        final FrameSplitter once = new FrameSplitter(LIMITS);
        int at = 0;
        while (stream.length - at >= Integer.BYTES)
        {
            final long length = ByteBuffer.wrap(stream).getInt(at) & 0xFFFF_FFFFL;
            if (length > LIMITS.maxFrameLength() - Integer.BYTES || length > stream.length - at - Integer.BYTES)
            {
                break;
            }
            final int end = at + Integer.BYTES + (int)length;
            given.frame(at, Arrays.copyOfRange(stream, at, end));
            at = end;
        }
        // What is wrong with the rest is the same by itself, but for its place.
        once.resumeAt(at);
        once.feed(stream, at, stream.length - at);
        assertEquals(false, once.next(new FrameView(LIMITS)), "a frame behind the last one");
        given.end(once);
    }

    private Given whole(final StreamSplitter splitter, final Predicate<FrameView> next, final byte[] stream,
        final byte[] plan)
    {
        final Given given = new Given();
        final FrameView frame = new FrameView(LIMITS);
        chunks(splitter, stream, plan, () -> {
            while (next.test(frame))
            {
                given.frame(splitter.frameOffset(), copy(frame));
            }
        });
        given.end(splitter);
        return given;
    }

    /** Puts the frames of headers and pieces together; the scanner says of a header alone what it says of the frame. */
    private Given heads(final HeaderSplitter splitter, final byte[] stream, final byte[] plan)
    {
        final Given given = new Given();
        final List<byte[]> parts = new ArrayList<>();
        final StringBuilder fault = new StringBuilder();
        chunks(splitter, stream, plan, () -> {
            for (HeaderSplitter.Event event = splitter.next(); event != HeaderSplitter.Event.MORE
                && event != HeaderSplitter.Event.MALFORMED; event = splitter.next())
            {
                switch (event)
                {
                    case HEADER ->
                    {
                        parts.clear();
                        parts.add(copy(splitter.header()));
                        fault.setLength(0);
                        scanner.check(splitter.header());
                        fault.append(scanner.fault());
                    }
                    case BODY ->
                    {
                        assertEquals(length(parts), splitter.pieceOffset());
                        parts.add(copy(splitter.piece()));
                    }
                    default ->
                    {
                        final byte[] frame = Frames.join(parts.toArray(new byte[0][]));
                        given.frame(splitter.frameOffset(), frame);
                        scanner.check(view.wrap(frame));
                        assertEquals(scanner.fault().toString(), fault.toString());
                    }
                }
            }
        });
        given.end(splitter);
        return given;
    }

    /** Feeds a stream in chunks of all kinds, whose lengths the plan gives; after its end the rest at once. */
    private static void chunks(final StreamSplitter splitter, final byte[] stream, final byte[] plan,
        final Runnable useUp)
    {
        int at = 0;
        for (int number = 0; at < stream.length && !splitter.isMalformed(); number++)
        {
            final int planned = number < plan.length ? (plan[number] & 0xFF) % LONGEST_CHUNK : stream.length;
            final byte[] chunk = Arrays.copyOfRange(stream, at, at + Math.min(planned, stream.length - at));
            feed(splitter, number, chunk);
            useUp.run();
            // Nobody may read a chunk that was used up.
            Arrays.fill(chunk, (byte)0xEE);
            at += chunk.length;
        }
    }

    private static void feed(final StreamSplitter splitter, final int kind, final byte[] chunk)
    {
        switch (kind % 4)
        {
            case 0 -> splitter.feed(chunk, 0, chunk.length);
            case 1 -> splitter.feed(ByteBuffer.wrap(chunk).asReadOnlyBuffer());
            case 2 -> splitter.feed(Unpooled.wrappedBuffer(chunk));
            default -> splitter.feed(Unpooled.wrappedBuffer(Unpooled.wrappedBuffer(chunk, 0, chunk.length / 2),
                Unpooled.wrappedBuffer(chunk, chunk.length / 2, chunk.length - chunk.length / 2)));
        }
    }

    private static byte[] copy(final FrameView view)
    {
        final byte[] copy = new byte[view.available()];
        view.getBytes(0, copy.length, copy, 0);
        return copy;
    }

    private static int length(final List<byte[]> parts)
    {
        return parts.stream().mapToInt(part -> part.length).sum();
    }
}

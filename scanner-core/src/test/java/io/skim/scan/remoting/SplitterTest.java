package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.StreamSplitter;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecorder;
import io.skim.scan.testing.Reference;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitterTest
{
    private static byte[] stream;
    private static List<byte[]> frames;
    private static ByteBuf composite = Unpooled.EMPTY_BUFFER;

    @BeforeAll
    static void readFrames() throws IOException
    {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (final var capture : Captures.remoting())
        {
            if (capture.toString().contains("docs") && all.size() < 50_000)
            {
                all.write(Files.readAllBytes(capture));
            }
        }
        stream = all.toByteArray();
        frames = Frames.cut(stream);
    }

    /** Feeds a chunk of each kind in turn; the one before is no longer needed. */
    private static void feed(final StreamSplitter splitter, final int kind, final int from, final int length)
    {
        composite.release();
        composite = Unpooled.EMPTY_BUFFER;
        final byte[] copy = new byte[length + 3];
        System.arraycopy(stream, from, copy, 2, length);
        switch (kind % 5)
        {
            case 0:
                splitter.feed(copy, 2, length);
                break;
            case 1:
                splitter.feed(ByteBuffer.allocateDirect(length).put(copy, 2, length).flip());
                break;
            case 2:
                splitter.feed(ByteBuffer.wrap(copy, 2, length).asReadOnlyBuffer());
                break;
            case 3:
                splitter.feed(Unpooled.wrappedBuffer(copy, 2, length));
                break;
            default:
                composite = Unpooled.wrappedBuffer(Unpooled.wrappedBuffer(copy, 2, length / 2), Unpooled
                    .directBuffer(length + 1).writeBytes(copy, 2 + length / 2, length - length / 2));
                splitter.feed(composite);
        }
    }

    private static int chunkLength(final int most, final Random random, final int left)
    {
        return Math.min(left, most < 10 ? most : 1 + random.nextInt(most));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 40, 500, 5_000, 400_000})
    void cutsWholeFramesInAnyChunking(final int most)
    {
        final FrameSplitter splitter = new FrameSplitter();
        final FrameView frame = new FrameView();
        final Random random = new Random(most);
        final List<byte[]> cut = new ArrayList<>();
        long offset = 0;
        for (int from = 0, kind = 0; from < stream.length; kind++)
        {
            final int length = chunkLength(most, random, stream.length - from);
            feed(splitter, kind, from, length);
            while (splitter.next(frame))
            {
                assertEquals(offset, splitter.frameOffset());
                final byte[] bytes = new byte[frame.length()];
                frame.getBytes(0, bytes.length, bytes, 0);
                cut.add(bytes);
                offset += bytes.length;
            }
            from += length;
        }
        assertTrue(splitter.end());
        assertEquals(frames.size(), cut.size());
        for (int i = 0; i < cut.size(); i++)
        {
            assertArrayEquals(frames.get(i), cut.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 40, 500, 5_000, 400_000})
    void givesHeadersAndPiecesInAnyChunking(final int most)
    {
        final HeaderSplitter splitter = new HeaderSplitter();
        final RemotingScanner scanner = new RemotingScanner();
        final HeaderRecorder recorder = new HeaderRecorder();
        final Random random = new Random(most);
        int count = 0;
        byte[] whole = null;
        for (int from = 0, kind = 0; from < stream.length; kind++)
        {
            final int length = chunkLength(most, random, stream.length - from);
            feed(splitter, kind, from, length);
            from += length;
            for (HeaderSplitter.Event event = splitter.next(); event != HeaderSplitter.Event.MORE; event = splitter
                .next())
            {
                switch (event)
                {
                    case HEADER:
                        final FrameView header = splitter.header();
                        whole = new byte[header.length()];
                        header.getBytes(0, header.available(), whole, 0);
                        Arrays.fill(whole, header.available(), whole.length, (byte)'?');
                        assertEquals(Outcome.COMPLETE, scanner.scan(header, TestInterests.CODE_AND_OPAQUE, recorder));
                        break;
                    case BODY:
                        splitter.piece().getBytes(0, splitter.piece().length(), whole, splitter.pieceOffset());
                        break;
                    case END:
                        assertArrayEquals(frames.get(count++), whole);
                        break;
                    default:
                        throw new AssertionError(splitter.fault());
                }
            }
        }
        assertTrue(splitter.end());
        assertEquals(frames.size(), count);
    }

    @Test
    void givesTheHeaderLongBeforeTheBody()
    {
        final byte[] frame = Frames.json("{\"code\":1,\"opaque\":2}".getBytes(StandardCharsets.UTF_8), new byte[100]);
        final HeaderSplitter splitter = new HeaderSplitter();
        splitter.feed(frame, 0, frame.length - 101);
        assertEquals(HeaderSplitter.Event.MORE, splitter.next());
        splitter.feed(frame, frame.length - 101, 1);
        assertEquals(HeaderSplitter.Event.HEADER, splitter.next());
        assertEquals(frame.length, splitter.header().length());
        assertEquals(HeaderSplitter.Event.MORE, splitter.next());
        assertFalse(splitter.end());
        assertEquals(Reason.TRUNCATED, splitter.fault().reason());
        assertEquals(frame.length - 100, splitter.fault().offset());
    }

    @Test
    void keepsNothingThatIsOnlyClaimed()
    {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final byte[] prefix = Frames.hex("00FFFFFC 0000000A 7B7D");
        final byte[] body = new byte[1_000_000];
        for (int run = 0; run < 2; run++)
        {
            final HeaderSplitter splitter = new HeaderSplitter();
            final FrameSplitter whole = new FrameSplitter();
            final FrameView frame = new FrameView();
            final long before = threads.getCurrentThreadAllocatedBytes();
            whole.feed(prefix, 0, prefix.length);
            assertFalse(whole.next(frame));
            splitter.feed(prefix, 0, prefix.length);
            assertEquals(HeaderSplitter.Event.MORE, splitter.next());
            for (int i = 0; i < 16; i++)
            {
                splitter.feed(body, 0, body.length);
                while (splitter.next() != HeaderSplitter.Event.MORE)
                {
                    assertFalse(splitter.isMalformed());
                }
            }
            final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(run == 0 || allocated < 8_192, () -> allocated + " bytes");
            assertEquals(1_024, whole.gatheredLength());
            assertEquals(1_024, splitter.gatheredLength());
        }
    }

    @ParameterizedTest
    @CsvSource({"PRI * HTTP/2.0, PROTOCOL_HTTP2", "GET / HTTP/1.1, PROTOCOL_HTTP", "PROXY TCP4, PROTOCOL_PROXY",
        "AMQP, PROTOCOL_AMQP", "SSH-2.0-x, PROTOCOL_SSH", "zzzz, FRAME_TOO_LONG"})
    void namesOtherProtocolsFromTheirFirstFourBytes(final String text, final Reason reason)
    {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        final HeaderSplitter splitter = new HeaderSplitter();
        final FrameSplitter whole = new FrameSplitter();
        for (int i = 0; i < 4; i++)
        {
            assertFalse(splitter.isMalformed());
            splitter.feed(bytes, i, 1);
            splitter.next();
            whole.feed(bytes, i, 1);
            assertFalse(whole.next(new FrameView()));
        }
        assertEquals(HeaderSplitter.Event.MALFORMED, splitter.next());
        assertEquals(reason, splitter.fault().reason());
        assertEquals(reason, whole.fault().reason());
        assertEquals(0, whole.fault().offset());
        assertFalse(whole.end());
        assertEquals(Outcome.MALFORMED, new RemotingScanner().scan(new FrameView().wrap(bytes),
            HeaderRecorder.INTEREST, new HeaderRecorder()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"16030100AB010000", "160301023F", "0D0A0D0A000D0A51", "0A0D0D0A1C000000",
        "D4C3B2A102000400"})
    void namesBinaryProtocols(final String hex)
    {
        final byte[] bytes = Frames.hex(hex);
        final FrameSplitter whole = new FrameSplitter();
        whole.feed(bytes, 0, bytes.length);
        assertFalse(whole.next(new FrameView()));
        assertTrue(whole.fault().reason().name().startsWith("PROTOCOL_"), () -> whole.fault().toString());
    }

    @Test
    void tellsWhereInTheStreamTheFramingIsLost()
    {
        final byte[] good = Frames.json("{\"code\":1,\"opaque\":2}");
        final byte[] bytes = Arrays.copyOf(good, good.length + 4);
        Arrays.fill(bytes, good.length, bytes.length, (byte)0xFF);
        final FrameSplitter splitter = new FrameSplitter();
        final FrameView frame = new FrameView();
        splitter.feed(bytes, 0, bytes.length);
        assertTrue(splitter.next(frame));
        assertFalse(splitter.next(frame));
        assertEquals(Reason.FRAME_TOO_LONG, splitter.fault().reason());
        assertEquals(good.length, splitter.fault().offset());
        assertEquals(0xFFFF_FFFFL + 4, splitter.fault().claimed());
        splitter.reset();
        splitter.feed(good, 0, good.length);
        assertTrue(splitter.next(frame));
    }

    @Test
    void goesOnBehindAHeaderThatIsRefused()
    {
        final byte[] good = Frames.json("{\"code\":1,\"opaque\":2}");
        final List<byte[]> bad = List.of(Frames.hex("00000000"), Frames.hex("00000003 000000"), Frames.hex(
            "00000004 00000000"), Frames.hex("00000006 00000009 7B7D"), Frames.json(" ".repeat(300)),
            Frames.hex(
                "00000006 7F000002 7B7D"));
        final List<Reason> reasons = List.of(Reason.FRAME_TOO_SHORT, Reason.FRAME_TOO_SHORT, Reason.HEADER_EMPTY,
            Reason.HEADER_OVERRUNS_FRAME, Reason.HEADER_TOO_LONG, Reason.SERIALIZE_TYPE_UNKNOWN);
        final Limits limits = Limits.DEFAULT.withMaxHeaderLength(100);
        for (int i = 0; i < bad.size(); i++)
        {
            final byte[] bytes = Arrays.copyOf(bad.get(i), bad.get(i).length + good.length);
            System.arraycopy(good, 0, bytes, bad.get(i).length, good.length);
            for (int most = 1; most <= bytes.length; most++)
            {
                assertEquals(List.of(reasons.get(i), "COMPLETE"), outcomes(bytes, most, limits, true));
                assertEquals(List.of(reasons.get(i), "COMPLETE"), outcomes(bytes, most, limits, false));
            }
        }
    }

    private static List<Object> outcomes(final byte[] bytes, final int most, final Limits limits, final boolean headers)
    {
        final HeaderSplitter splitter = new HeaderSplitter(limits);
        final FrameSplitter whole = new FrameSplitter(limits);
        final FrameView frame = new FrameView(limits);
        final List<Object> outcomes = new ArrayList<>();
        for (int from = 0; from < bytes.length; from += most)
        {
            final int length = Math.min(most, bytes.length - from);
            if (headers)
            {
                splitter.feed(bytes, from, length);
                for (HeaderSplitter.Event event = splitter.next(); event != HeaderSplitter.Event.MORE; event = splitter
                    .next())
                {
                    if (event == HeaderSplitter.Event.HEADER)
                    {
                        outcomes.add(scan(splitter.header(), limits));
                    }
                }
            }
            else
            {
                whole.feed(bytes, from, length);
                while (whole.next(frame))
                {
                    outcomes.add(scan(frame, limits));
                }
            }
        }
        assertTrue(headers ? splitter.end() : whole.end());
        return outcomes;
    }

    private static Object scan(final FrameView frame, final Limits limits)
    {
        final RemotingScanner scanner = new RemotingScanner(limits, io.skim.scan.Strictness.STRICT);
        final Outcome outcome = scanner.scan(frame, HeaderRecorder.INTEREST, new HeaderRecorder());
        return outcome == Outcome.MALFORMED ? scanner.fault().reason() : outcome.name();
    }

    @Test
    void readsStreamsAndChannels() throws IOException
    {
        final FrameSplitter splitter = new FrameSplitter();
        final FrameView frame = new FrameView();
        final HeaderRecorder recorder = new HeaderRecorder();
        final RemotingScanner scanner = new RemotingScanner();
        int count = 0;
        final ByteArrayInputStream in = new ByteArrayInputStream(stream);
        final var channel = Channels.newChannel(new ByteArrayInputStream(stream));
        while (splitter.read(in) >= 0)
        {
            while (splitter.next(frame))
            {
                scanner.scan(frame, HeaderRecorder.INTEREST, recorder);
                assertEquals(Reference.decode(frames.get(count++)), recorder.header());
            }
        }
        while (splitter.read(channel) >= 0)
        {
            while (splitter.next(frame))
            {
                count++;
            }
        }
        assertEquals(2 * frames.size(), count);
    }

    @Test
    void takesNothingMoreOfAStreamThatWasCutOff()
    {
        final FrameSplitter splitter = new FrameSplitter();
        splitter.feed(new byte[] {0, 0, 0, 20, 0}, 0, 5);
        assertFalse(splitter.next(new FrameView()));
        assertFalse(splitter.end());
        assertEquals(Reason.TRUNCATED, splitter.fault().reason());

        final IllegalStateException refusal =
            assertThrows(IllegalStateException.class, () -> splitter.feed(stream, 0, 1));
        assertTrue(refusal.getMessage().contains("TRUNCATED"), refusal.getMessage());
        splitter.reset();
        splitter.feed(stream, 0, stream.length);
        assertTrue(splitter.next(new FrameView()));
    }

    @Test
    void refusesAChunkBeforeTheLastOneIsUsedUp()
    {
        final FrameSplitter splitter = new FrameSplitter();
        splitter.feed(stream, 0, 100);
        assertThrows(IllegalStateException.class, () -> splitter.feed(stream, 100, 1));
    }

    @Test
    void saysWhatHelpsOnceTheFramingIsLost()
    {
        for (final StreamSplitter splitter : List.of(new FrameSplitter(), new HeaderSplitter()))
        {
            final byte[] absurd = Frames.hex("FFFFFFFF 00000002 7B7D");
            splitter.feed(absurd, 0, absurd.length);
            assertFalse(next(splitter));
            final IllegalStateException refusal =
                assertThrows(IllegalStateException.class, () -> splitter.feed(stream, 0, 1));
            assertTrue(refusal.getMessage().contains("the framing is lost (FRAME_TOO_LONG)"), refusal.getMessage());
            assertTrue(refusal.getMessage().contains("call reset"), refusal.getMessage());
            assertFalse(refusal.getMessage().contains("call next"), refusal.getMessage());
            splitter.reset();
            splitter.feed(stream, 0, stream.length);
            assertTrue(next(splitter));
        }
    }

    private static boolean next(final StreamSplitter splitter)
    {
        return splitter instanceof HeaderSplitter headers ? headers.next() == HeaderSplitter.Event.HEADER
            : ((FrameSplitter)splitter).next(new FrameView());
    }

    @Test
    void resumesBehindBytesThatAreMissing()
    {
        for (final StreamSplitter splitter : List.of(new FrameSplitter(), new HeaderSplitter()))
        {
            assertEquals(-1, splitter.frameLimit());
            final int first = frames.get(0).length;
            for (int given = 1; given < first; given++)
            {
                splitter.reset();
                splitter.feed(stream, 0, given);
                next(splitter);
                if (splitter instanceof HeaderSplitter headers)
                {
                    while (headers.next() != HeaderSplitter.Event.MORE)
                    {
                        // To the last byte that was fed.
                    }
                }
                assertEquals(given < Integer.BYTES ? -1 : first, splitter.frameLimit());
                splitter.resumeAt(first);
                assertEquals(first, splitter.frameOffset());
                assertEquals(-1, splitter.frameLimit());
                assertTrue(splitter.end());
                splitter.feed(stream, first, frames.get(1).length);
                assertTrue(next(splitter));
                assertEquals(first, splitter.frameOffset());
            }
        }
    }
}

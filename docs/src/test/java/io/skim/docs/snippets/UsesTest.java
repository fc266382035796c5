package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.skim.pojo.RemotingHeader;
import io.skim.scan.Action;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.MalformedFrameException;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets do what the chapters say, on real traffic. */
class UsesTest
{
    private static final Path SAMPLE = Captures.root().resolve("docs/captures/sample.frames");

    private static byte[] stream;
    private static List<byte[]> frames;
    private static List<RemotingHeader> headers;

    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();

    @BeforeAll
    static void readSample() throws IOException
    {
        stream = Files.readAllBytes(SAMPLE);
        frames = Frames.cut(stream);
        final HeaderReader reader = new HeaderReader();
        headers = frames.stream().map(frame -> reader.header(new FrameView().wrap(frame))).collect(Collectors.toList());
    }

    private static String topic(final RemotingHeader header)
    {
        final String topic = header.extField("b");
        return topic == null ? header.extField("topic") : topic;
    }

    /** The topic and tag of a frame of the sample that has both. */
    private static String[] route()
    {
        return headers.stream().filter(header -> topic(header) != null && header.properties().containsKey("TAGS")).map(
            header -> new String[] {topic(header), HeaderReader.tag(header)}).findFirst().orElseThrow();
    }

    private static boolean isOn(final String[] route, final RemotingHeader header)
    {
        return route[0].equals(topic(header)) && route[1].equals(HeaderReader.tag(header));
    }

    @Test
    void headersAreThoseOfTheFrames()
    {
        assertEquals(Reason.TRUNCATED, assertThrows(MalformedFrameException.class, () -> new HeaderReader().header(
            new FrameView().wrap(frames.get(0), 0, 40))).reason());
        assertEquals(frames.size(), headers.size());
        for (int i = 0; i < frames.size(); i++)
        {
            final RemotingHeader header = headers.get(i);
            assertEquals(frames.get(i)[4], (byte)header.serializeType().ordinal());
            assertEquals(frames.get(i).length, header.bodyOffset() + header.bodyLength());
        }
    }

    @Test
    void aRouteMatchesItsTopicAndTag()
    {
        final String[] route = route();
        final TagRoute filter = new TagRoute(route[0], route[1]);
        for (int i = 0; i < frames.size(); i++)
        {
            scanner.scan(view.wrap(frames.get(i)), TagRoute.INTEREST, filter);
            assertEquals(isOn(route, headers.get(i)), filter.matches(), () -> headers.toString());
        }
        final TagRoute other = new TagRoute(route[0], route[1] + "x");
        assertEquals(0, frames.stream().filter(frame -> matches(other, frame)).count());
    }

    private boolean matches(final TagRoute route, final byte[] frame)
    {
        scanner.scan(view.wrap(frame), TagRoute.INTEREST, route);
        return route.matches();
    }

    @Test
    void aRouteForgetsTheFrameBefore()
    {
        final TagRoute route = new TagRoute("t", "x");
        assertTrue(matches(route, Frames.binary(310, null, "", "b", "t", "i", "TAGS\1x\2")));
        assertFalse(matches(route, Frames.binary(310, null, "", "b", "t")));
        assertFalse(matches(route, Arrays.copyOf(Frames.binary(310, null, "", "b", "t", "i", "TAGS\1x\2"), 40)));
    }

    @Test
    void anOpaqueIsRewrittenInPlaceAndNothingElse()
    {
        final OpaqueRewriter rewriter = new OpaqueRewriter();
        int rewritten = 0;
        for (final byte[] frame : frames)
        {
            final boolean binary = frame[4] == 1;
            for (final ByteBuf buffer : List.of(Unpooled.copiedBuffer(frame),
                Unpooled.directBuffer().writeBytes(frame)))
            {
                assertEquals(binary, rewriter.rewrite(buffer, 0x01020304));
                final byte[] expected = frame.clone();
                if (binary)
                {
                    ByteBuffer.wrap(expected).putInt(13, 0x01020304);
                    rewritten++;
                }
                final byte[] after = new byte[frame.length];
                buffer.getBytes(0, after).release();
                assertArrayEquals(expected, after);
            }
        }
        assertTrue(rewritten > 0);
        final ByteBuf broken = Unpooled.wrappedBuffer(Arrays.copyOf(Frames.binary(10, null, ""), 28));
        assertFalse(rewriter.rewrite(broken, 1));
    }

    @Test
    void aFileIsScannedAsAnyBufferIs(@TempDir final Path folder) throws IOException
    {
        final Dump fromFile = new Dump();
        assertEquals(frames.size(), new Feeding(Dump.INTEREST, fromFile).scanFile(SAMPLE));
        final Dump fromArrays = new Dump();
        frames.forEach(frame -> scanner.scan(view.wrap(frame), Dump.INTEREST, fromArrays));
        assertEquals(withoutBodies(fromArrays), withoutBodies(fromFile));
        final Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(stream, stream.length - 1));
        final MalformedFrameException thrown =
            assertThrows(MalformedFrameException.class, () -> new Feeding(Dump.INTEREST, new Dump()).scanFile(cut));
        assertEquals(Reason.TRUNCATED, thrown.reason());
        final Path other = Files.writeString(folder.resolve("other"), "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        assertEquals(Reason.PROTOCOL_HTTP2, assertThrows(MalformedFrameException.class, () -> new Feeding(Dump.INTEREST,
            new Dump()).scanFile(other)).reason());
    }

    private static String withoutBodies(final Dump dump)
    {
        return dump.toString().replaceAll("BODY=.*\n", "");
    }

    @Test
    void aDumpHoldsEveryEntryAndProperty()
    {
        final Dump dump = new Dump();
        scanner.scan(view.wrap(Frames.binary(310, "r", "body", "b", "t", "i", "TAGS\1x\2KEYS\1y\2")), Dump.INTEREST,
            dump);
        assertEquals("""
            CODE=310
            LANGUAGE=0
            VERSION=479
            OPAQUE=7
            FLAG=0
            REMARK=r
            EXT_FIELDS.b=t
            EXT_FIELDS.i=TAGS\1x\2KEYS\1y\2
            PROPERTIES.TAGS=x
            PROPERTIES.KEYS=y
            BODY=BYTES, 4 bytes at 59
            """, dump.toString());
    }

    @Test
    void anyKindOfBufferIsScannedAlike()
    {
        final byte[] frame = frames.get(0);
        final Outcomes outcomes = new Outcomes();
        final ByteBuf direct = Unpooled.directBuffer().writeBytes(frame);
        new Feeding(Dump.INTEREST, outcomes).scan(frame, direct, ByteBuffer.wrap(frame), new UnsafeBuffer(frame));
        direct.release();
        assertEquals(List.of(Outcome.COMPLETE, Outcome.COMPLETE, Outcome.COMPLETE, Outcome.COMPLETE), outcomes.all);
    }

    private static final class Outcomes implements DataHandler
    {
        private final List<Outcome> all = new ArrayList<>();

        @Override
        public Action onField(final int id, final io.skim.scan.Cursor value)
        {
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            all.add(outcome);
        }
    }

    @Test
    void bodiesPassInPieces()
    {
        for (final int chunk : new int[] {1, 7, 100, stream.length})
        {
            final Outcomes outcomes = new Outcomes();
            final Feeding feeding = new Feeding(TagRoute.INTEREST, outcomes);
            for (int at = 0; at < stream.length; at += chunk)
            {
                assertTrue(feeding.feed(Unpooled.wrappedBuffer(stream, at, Math.min(chunk, stream.length - at))));
            }
            assertEquals(frames.size(), outcomes.all.size());
            assertEquals(headers.stream().mapToLong(RemotingHeader::bodyLength).sum(), feeding.bodyBytes());
        }
        assertFalse(new Feeding(TagRoute.INTEREST, new Outcomes()).feed(Unpooled.copiedBuffer("GET / HTTP/1.1",
            StandardCharsets.US_ASCII)));
    }

    @Test
    void aTapCountsAndPassesEverythingOn()
    {
        final String[] route = route();
        final RouteTap tap = new RouteTap(new RouteTap.Tools(new TagRoute(route[0], route[1])));
        final EmbeddedChannel channel = new EmbeddedChannel(tap);
        for (int at = 0; at < stream.length; at += 1_000)
        {
            channel.writeInbound(Unpooled.copiedBuffer(stream, at, Math.min(1_000, stream.length - at)));
        }
        assertEquals(headers.stream().filter(header -> isOn(route, header)).count(), tap.matched());
        final ByteBuf passed = Unpooled.buffer();
        for (ByteBuf bytes = channel.readInbound(); bytes != null; bytes = channel.readInbound())
        {
            passed.writeBytes(bytes);
            bytes.release();
        }
        assertEquals(Unpooled.wrappedBuffer(stream), passed);
        channel.writeInbound(Unpooled.copiedBuffer("GET / HTTP/1.1", StandardCharsets.US_ASCII));
        assertFalse(channel.isOpen());
        channel.finishAndReleaseAll();
    }

    @Test
    void aTopicIsKeptOnlyFromAGoodHeader()
    {
        final TopicKeeper keeper = new TopicKeeper();
        final byte[] good = Frames.binary(310, null, "", "b", "Orders", "e", "0");
        assertEquals(6, keeper.keep(scanner, view.wrap(good)));
        assertEquals("Orders", new String(keeper.topic(), 0, 6, StandardCharsets.US_ASCII));
        assertEquals(-1, keeper.keep(scanner, view.wrap(Frames.binary(310, null, "", "e", "0"))));
        good[good.length - 2] = 9;
        assertEquals(-1, keeper.keep(scanner, view.wrap(good)));
    }

    @Test
    void refusalsAreCounted()
    {
        final Refusals refusals = new Refusals();
        scanner.scan(view.wrap(new byte[7]), TagRoute.INTEREST, refusals);
        scanner.scan(view.wrap(frames.get(0)), TagRoute.INTEREST, refusals);
        assertEquals(1, refusals.count(Reason.FRAME_TOO_SHORT));
        assertEquals(0, refusals.count(Reason.TRUNCATED));
    }

    @Test
    void valuesAreConverted()
    {
        final SendCounts counts = new SendCounts();
        scanner.scan(view.wrap(Frames.binary(310, null, "", "b", "%RETRY%g", "e", "x", "i", "KEYS\1k\2")),
            Interests.SENDS, counts);
        assertEquals("310 -1 %RETRY%g true 107", counts.toString());
        scanner.scan(view.wrap(Frames.json("{\"code\":10,\"opaque\":1,\"extFields\":{\"queueId\":3,\"topic\":"
            + "\"\\u0041\",\"properties\":\"KEYS\\u0001k\\u0002\"}}")), Interests.SENDS, counts);
        assertEquals("10 3 A false 107", counts.toString());
    }

    @Test
    void aHintStopsAtTheFirstMatch()
    {
        final List<String> topics = new ArrayList<>();
        final Outcome outcome = scanner.scan(view.wrap(Frames.binary(310, null, "", "b", "first", "b", "last")),
            Interests.TOPIC_HINT, (id, value) -> {
                topics.add(value.toText());
                return Action.CONTINUE;
            });
        assertEquals(Outcome.STOPPED, outcome);
        assertEquals(List.of("first"), topics);
    }

    @Test
    void lenientTakesMoreWithinItsLimits()
    {
        final RemotingScanner lenient = Feeding.smallAndLenient();
        final byte[] frame = Frames.json("{\"code\":\"105\"}");
        assertEquals(Outcome.MALFORMED, scanner.scan(view.wrap(frame), Dump.INTEREST, new Dump()));
        assertEquals(Outcome.COMPLETE, lenient.scan(view.wrap(frame), Dump.INTEREST, new Dump()));
        final byte[] large = Frames.json("{\"opaque\":1,\"x\":\"" + "x".repeat(65_536) + "\"}");
        assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(large), Dump.INTEREST, new Dump()));
        assertEquals(Outcome.MALFORMED, lenient.scan(view.wrap(large), Dump.INTEREST, new Dump()));
        assertEquals(Reason.HEADER_TOO_LONG, lenient.fault().reason());
    }

    /** What the scanning guide's table says about null and empty. */
    @Test
    void nullIsNotEmpty()
    {
        assertEquals("REMARK=null\nEXT_FIELDS.null=x\nEXT_FIELDS.k=null\nBODY=null\n", shown(Frames.binary(10, "", "",
            "", "x", "k", "")));
        assertEquals("REMARK=null\nBODY=null\n", shown(Frames.binary(10, null, "")));
        assertEquals("OPAQUE=1\nREMARK=\nEXT_FIELDS.=\nBODY=null\n", shown(Frames.json(
            "{\"opaque\":1,\"remark\":\"\",\"extFields\":{\"\":\"\"}}")));
        assertEquals("OPAQUE=1\nREMARK=null\nBODY=null\n", shown(Frames.json("{\"opaque\":1,\"remark\":null}")));
        assertEquals("OPAQUE=1\nBODY=null\n", shown(Frames.json("{\"opaque\":1,\"extFields\":null}")));
    }

    private String shown(final byte[] frame)
    {
        final Dump dump = new Dump();
        scanner.scan(view.wrap(frame), Dump.INTEREST, dump);
        final String text = dump.toString();
        return frame[4] == 0 ? text : text.substring(text.indexOf(RemotingField.REMARK.name()));
    }
}

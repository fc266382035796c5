package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Captures of which packets are missing: every frame that no missing byte belongs to is found, and nothing else.
 */
class LostPacketsTest
{
    /** A link that a frame belongs to, which its attach told. */
    private static final Pattern LINK = Pattern.compile(",\"link\":\\{[^}]*}");
    private static final byte[] PROTOCOL = Frames.hex("414D515000010000");

    /** A part of a stream. */
    private record Range(long from, long to)
    {
        boolean meets(final Range other)
        {
            return from < other.to && other.from < to;
        }
    }

    /** A capture of one connection without some of its packets. */
    private static final class Lossy
    {
        final List<Range> lost = new ArrayList<>();
        final byte[] packets;
        /** Whether the last packet is missing: nothing behind it tells so. */
        final boolean endMissing;

        Lossy(final byte[] sent, final int segment, final Random random, final int oneIn)
        {
            final List<byte[]> records = Pcap.connection(0, sent, segment).collect(Collectors.toList());
            final ByteArrayOutputStream file = new ByteArrayOutputStream();
            file.writeBytes(Pcap.fileHeader());
            file.writeBytes(records.get(0));
            for (int k = 1; k < records.size(); k++)
            {
                if (random.nextInt(oneIn) > 0)
                {
                    file.writeBytes(records.get(k));
                }
                else
                {
                    lost.add(new Range((k - 1L) * segment, Math.min((long)k * segment, sent.length)));
                }
            }
            packets = file.toByteArray();
            endMissing = !lost.isEmpty() && lost.get(lost.size() - 1).to == sent.length;
        }

        boolean has(final Range frame)
        {
            return lost.stream().noneMatch(frame::meets);
        }
    }

    private static List<Path> remoting() throws IOException
    {
        final List<Path> files = new ArrayList<>();
        for (final Path file : Captures.remoting())
        {
            if (Files.size(file) < 200_000)
            {
                files.add(file);
            }
        }
        return files;
    }

    private static List<Range> places(final List<byte[]> frames, final long first)
    {
        final List<Range> places = new ArrayList<>();
        long at = first;
        for (final byte[] frame : frames)
        {
            places.add(new Range(at, at + frame.length));
            at += frame.length;
        }
        return places;
    }

    /** A line without what other frames told, which may be lost. */
    private static String alone(final String line)
    {
        return LINK.matcher(line).replaceFirst("").replaceFirst(",\"(deliveries|latencyMicros)\":\\d+", "")
            .replaceFirst(
                ",\"(deliveries|latencyMicros)\":\\d+", "");
    }

    /** Without the number, which counts what was lost as well. */
    private static List<String> lines(final Run run)
    {
        return run.out.stream().map(line -> line.replaceFirst("\"i\":\\d+,", "")).collect(Collectors.toList());
    }

    private static long number(final String message, final String before, final String behind)
    {
        final int from = message.indexOf(before) + before.length();
        return Long.parseLong(message.substring(from, behind.isEmpty() ? message.length() : message.indexOf(behind,
            from)));
    }

    /** Each loss was told of, with as many bytes as are missing. */
    private static void assertTold(final Lossy lossy, final Run run)
    {
        long missing = 0;
        for (final String line : run.err)
        {
            final JSONObject error = JSON.parseObject(line);
            assertTrue("SEGMENT_LOST".equals(error.get("error")) || lossy.endMissing && "TRUNCATED".equals(error.get(
                "error")), line);
            final String message = error.getString("message");
            missing += message.contains("bytes are missing") ? number(message, "", " bytes are missing") : 0;
        }
        final long unknown = lossy.lost.stream().mapToLong(range -> range.to - range.from).sum() - missing;
        assertTrue(unknown == 0 || unknown > 0 && lossy.endMissing, unknown + " " + run.err);
        assertEquals(run.err.isEmpty() ? 0 : 1, run.status);
    }

    @Test
    void findsEveryRemotingFrameThatIsWhole() throws IOException
    {
        int found = 0;
        int losses = 0;
        for (final Path file : remoting())
        {
            final byte[] sent = Files.readAllBytes(file);
            final List<byte[]> frames = Frames.cut(sent);
            final List<Range> places = places(frames, 0);
            final List<String> all = lines(Run.skim(Pcap.of(List.of(sent), 1_460), "decode", "--lenient"));
            for (int seed = 0; seed < 6; seed++)
            {
                final Random random = new Random(seed);
                final Lossy lossy = new Lossy(sent, 40 + random.nextInt(1_420), random, 2 + random.nextInt(20));
                final Run run = Run.skim(lossy.packets, "decode", "--lenient");
                assertTold(lossy, run);
                final List<String> expected = IntStream.range(0, frames.size()).filter(k -> lossy.has(places.get(k)))
                    .mapToObj(all::get).collect(Collectors.toList());
                assertEquals(expected, lines(run), file + " " + seed);
                found += expected.size();
                losses += lossy.lost.size();

                final ByteArrayOutputStream copied = new ByteArrayOutputStream();
                IntStream.range(0, frames.size()).filter(k -> lossy.has(places.get(k))).forEach(k -> copied.writeBytes(
                    frames.get(k)));
                for (final String command : List.of("rewrite --remove not-there",
                    "filter --lenient --invert --code 7777",
                    "decode --lenient --messages", "stats --json --lenient"))
                {
                    final Run other = Run.skim(lossy.packets, command.split(" "));
                    assertEquals(run.err.stream().filter(line -> line.contains("SEGMENT_LOST")).count(),
                        other.err.stream()
                            .filter(line -> line.contains("SEGMENT_LOST")).count(),
                        command);
                    if (command.startsWith("stats"))
                    {
                        assertEquals(expected.size(), JSON.parseObject(other.out.get(0)).getIntValue("frames"));
                    }
                    else if (command.startsWith("decode"))
                    {
                        assertEquals(expected.size(), other.out.size());
                    }
                    else
                    {
                        assertArrayEquals(copied.toByteArray(), other.bytes, file + " " + seed + " " + command);
                    }
                }
            }
        }
        assertTrue(found > 1_000 && losses > 1_000, found + " " + losses);
    }

    @Test
    void findsEveryAmqpFrameThatIsWhole()
    {
        int found = 0;
        for (final AmqpCaptures.Capture capture : AmqpCaptures.all())
        {
            final List<byte[]> frames = new ArrayList<>(List.of(PROTOCOL));
            frames.addAll(capture.frames());
            final byte[] sent = Frames.join(frames.toArray(byte[][]::new));
            final List<Range> places = places(frames, 0);
            final List<String> all =
                lines(Run.skim(Pcap.of(List.of(sent), 1_460), "decode", "--format", "amqp-frames"));
            assertEquals(frames.size(), all.size());
            for (int seed = 0; seed < 10; seed++)
            {
                final Random random = new Random(seed);
                final Lossy lossy = new Lossy(sent, 20 + random.nextInt(1_000), random, 2 + random.nextInt(20));
                final Run run = Run.skim(lossy.packets, "decode", "--format", "amqp-frames");
                assertTold(lossy, run);
                final List<String> expected = IntStream.range(0, frames.size()).filter(k -> lossy.has(places.get(k)))
                    .mapToObj(all::get).collect(Collectors.toList());
                final List<String> told = lines(run);
                assertEquals(expected.stream().map(LostPacketsTest::alone).toList(), told.stream().map(
                    LostPacketsTest::alone).toList(), capture + " " + seed);
                for (int k = 0; k < told.size(); k++)
                {
                    final Matcher link = LINK.matcher(told.get(k));
                    assertTrue(!link.find() || expected.get(k).contains(link.group()), told.get(k));
                }
                found += expected.size();
            }
        }
        assertTrue(found > 1_000, "found " + found);
    }

    /** Those that are printed are some of the full capture's, in order: none is made of what is left of others. */
    @Test
    void makesNoMessageOfWhatIsLeftOfOthers()
    {
        int found = 0;
        int all = 0;
        for (final AmqpCaptures.Capture capture : AmqpCaptures.all())
        {
            final byte[] sent = Frames.join(PROTOCOL, Frames.join(capture.frames().toArray(byte[][]::new)));
            final List<String> whole = lines(Run.skim(Pcap.of(List.of(sent), 1_460), "decode", "--format",
                "amqp-messages"));
            for (int seed = 0; seed < 20; seed++)
            {
                final Random random = new Random(seed);
                final Lossy lossy = new Lossy(sent, 20 + random.nextInt(1_000), random, 4 + random.nextInt(40));
                final Run run = Run.skim(lossy.packets, "decode", "--format", "amqp-messages");
                assertTold(lossy, run);
                final Iterator<String> left = whole.iterator();
                for (final String line : lines(run))
                {
                    boolean known = false;
                    while (!known && left.hasNext())
                    {
                        known = left.next().equals(line);
                    }
                    assertTrue(known, capture + " " + seed + ": " + line);
                }
                found += run.out.size();
                all += whole.size();
            }
        }
        assertTrue(found > all / 3, found + " of " + all);
    }

    private static byte[] without(final byte[] sent, final int segment, final Integer... missing)
    {
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(Pcap.fileHeader());
        final List<byte[]> records = Pcap.connection(0, sent, segment).collect(Collectors.toList());
        IntStream.range(0, records.size()).filter(k -> !Arrays.asList(missing).contains(k - 1)).forEach(k -> file
            .writeBytes(records.get(k)));
        return file.toByteArray();
    }

    @Test
    void tellsWhatIsMissingWhatWasPassedOverAndWhereReadingGoesOn()
    {
        final byte[] frame = Frames.binary(310, null, "x".repeat(400), "a", "G", "b", "T");
        final int length = frame.length;
        final byte[] sent = Frames.join(frame, frame, frame, frame);
        // Of the second frame's body alone: its length tells where the third begins.
        final int inBody = (length + 200) / 50;
        final Run body = Run.skim(without(sent, 50, inBody), "decode");
        assertEquals(3, body.out.size());
        assertEquals(List.of("{\"i\":1,\"offset\":" + inBody * 50 + ",\"error\":\"SEGMENT_LOST\",\"at\":" + inBody * 50
            + ",\"message\":\"50 bytes are missing in the capture, " + (2 * length - (inBody + 1) * 50)
            + " behind them are passed over, reading goes on at " + 2 * length + "\",\"connection\":\"" + Pcap.name(0)
            + "\"}"), body.err);
        assertEquals(2, JSON.parseObject(body.out.get(1)).getIntValue("i"));
        assertEquals(2 * length, JSON.parseObject(body.out.get(1)).getIntValue("offset"));
        // Of the second frame and the beginning of the third, in two places: the fourth is looked for.
        final Run two = Run.skim(without(sent, 50, inBody, 2 * length / 50, inBody + 2), "decode");
        assertEquals(2, two.out.size());
        assertEquals(1, two.err.size());
        assertTrue(two.err.get(0).contains("\"150 bytes are missing in the capture, ") && two.err.get(0).contains(
            "reading goes on at " + 3 * length + '"'), two.err.get(0));
        // Behind the last loss nothing begins.
        final Run last = Run.skim(without(sent, 50, 3 * length / 50), "decode");
        assertEquals(2, last.out.size());
        assertTrue(last.err.get(0).contains("\"50 bytes are missing in the capture, " + (sent.length - (3 * length / 50
            + 1) * 50) + " behind them are passed over\""), last.err.get(0));
    }

    /** A body is no place to look for frames in while the frame around it is known. */
    @Test
    void aFrameInABodyThatHasLostBytesIsNoFrame()
    {
        final byte[] inner = Frames.binary(11, null, "body", "topic", "T");
        final ByteBuffer head = ByteBuffer.wrap(Frames.binary(310, null, "", "a", "G", "b", "T"));
        final byte[] body = Frames.join(new byte[500], inner, new byte[100]);
        head.putInt(0, head.capacity() - Integer.BYTES + body.length);
        final byte[] sent = Frames.join(head.array(), body, inner);
        final Run run = Run.skim(without(sent, 100, 3), "decode");
        assertEquals(1, run.out.size());
        assertEquals(sent.length - inner.length, JSON.parseObject(run.out.get(0)).getIntValue("offset"));
    }

    /** Behind a loss, in what is left of a body. */
    private static Run behindLoss(final byte[] rest, final byte[]... frames)
    {
        final byte[] lost = "Q".repeat(rest.length).getBytes(StandardCharsets.US_ASCII);
        final byte[] sent = Frames.join(lost, rest, Frames.join(frames));
        return Run.skim(without(sent, rest.length, 0), "decode");
    }

    @Test
    void anEmptyObjectInABodyIsNoHeader()
    {
        final byte[] frame = Frames.binary(11, null, "body", "topic", "T");
        for (final int claimed : new int[] {15_000_000, 6})
        {
            final byte[] decoy =
                ByteBuffer.allocate(60).putInt(claimed).putInt(2).put((byte)'{').put((byte)'}').array();
            final Run run = behindLoss(decoy, frame, frame);
            assertEquals(2, run.out.size(), run.told);
            assertEquals(1, run.err.size(), run.told);
        }
    }

    @Test
    void looksOnBehindAFrameInABody()
    {
        final byte[] frame = Frames.binary(11, null, "body", "topic", "T");
        final byte[] inner = Frames.binary(34, null, "", "inner", "T");
        final byte[] other = "yyyy".repeat(20).getBytes(StandardCharsets.US_ASCII);
        final byte[] rest = Frames.join(new byte[10], inner, other, inner, other);
        final Run run = behindLoss(rest, frame, frame);
        assertEquals(List.of(11, 11), run.out.stream().map(line -> JSON.parseObject(line).getIntValue("code")).filter(
            code -> code == 11).collect(Collectors.toList()), run.told);
        // What is missing is told once, what is passed over each time.
        assertEquals(1, run.err.stream().filter(line -> line.contains("bytes are missing in the capture")).count(),
            run.told);
        final int first = rest.length + 10 + inner.length;
        assertTrue(run.err.stream().anyMatch(line -> line.contains("\"offset\":" + first
            + ",\"error\":\"SEGMENT_LOST\"") && line.contains("80 bytes are passed over")
            && line.contains("reading goes on at " + (first + 80))), run.told);
        assertEquals(1, run.status);
    }

    /** In segments of every size, so that what was refused straddles two. */
    @Test
    void looksOnWhereverSegmentsEnd()
    {
        final byte[] frame = Frames.binary(11, null, "body", "topic", "T");
        final byte[] inner = Frames.binary(34, null, "", "inner", "T");
        final byte[] other = "yyyy".repeat(20).getBytes(StandardCharsets.US_ASCII);
        final byte[] sent = Frames.join(new byte[100], inner, other, inner, other, frame, frame);
        for (int segment = 3; segment < 100; segment++)
        {
            final Run run = Run.skim(without(sent, segment, 0), "decode");
            assertEquals(2, run.out.stream().filter(line -> line.contains("\"code\":11")).count(), segment + run.told);
            assertEquals(1, run.err.stream().filter(line -> line.contains("missing in the capture")).count(), run.told);
        }
    }

    /** Each place that is found is none. */
    @Test
    void whatASearchHasCheckedCountsAfterItHasFoundSomething()
    {
        final int[] checked = {0};
        final FrameStart hostile = new FrameStart()
        {
            @Override
            int extent(final byte[] bytes, final int from, final int length)
            {
                return 1_000;
            }

            @Override
            boolean isGood(final byte[] bytes, final int from, final int length)
            {
                checked[0] += length;
                return true;
            }
        };
        final FrameSearch search = new FrameSearch(hostile);
        final byte[] chunk = new byte[100_000];
        boolean found = search.find(chunk, 0, chunk.length);
        int places = 0;
        for (; found; places++)
        {
            found = search.findBehind(1, false);
        }
        assertTrue(places > 500, "places " + places);
        assertTrue(checked[0] <= 8 * chunk.length + 8 * FrameStart.MAX_HEADER, "checked " + checked[0]);
        search.clear();
        assertEquals(0, search.held());
        assertEquals(0, search.passed());
    }

    /** Headers that are no headers, one behind each byte, each as long as any that is looked at. */
    @Test
    void theSearchTakesNoLongerThanTheBytesThatItIsFed()
    {
        final int[] checked = {0};
        final FrameStart hostile = new FrameStart()
        {
            @Override
            int extent(final byte[] bytes, final int from, final int length)
            {
                return MAX_HEADER;
            }

            @Override
            boolean isGood(final byte[] bytes, final int from, final int length)
            {
                checked[0] += length;
                return false;
            }
        };
        final FrameSearch search = new FrameSearch(hostile);
        final byte[] chunk = new byte[10_000];
        for (int fed = 0; fed < 200; fed++)
        {
            assertEquals(false, search.find(chunk, 0, chunk.length));
            assertTrue(search.held() <= 4 * (FrameStart.MAX_HEADER + chunk.length), "held " + search.held());
        }
        assertEquals(false, search.findInRest());
        assertEquals(200L * chunk.length, search.passed());
        assertEquals(0, search.held());
        assertTrue(checked[0] <= 8L * 200 * chunk.length + 8L * FrameStart.MAX_HEADER, "checked " + checked[0]);
    }

    /** Bytes changed, cut and left out at random: whatever comes, the command ends by itself and tells. */
    @Test
    void noCaptureWithHolesIsABug() throws IOException
    {
        final byte[] sent = Files.readAllBytes(Captures.root().resolve("docs/captures/sample.frames"));
        for (int seed = 0; seed < 300; seed++)
        {
            final Random random = new Random(seed);
            final Lossy lossy = new Lossy(sent, 10 + random.nextInt(300), random, 2 + random.nextInt(6));
            for (int k = random.nextInt(12); k > 0; k--)
            {
                lossy.packets[24 + random.nextInt(lossy.packets.length - 24)] = (byte)random.nextInt();
            }
            for (final String command : List.of("decode --messages", "stats", "rewrite --set topic=T",
                "filter --where $code>0", "decode --format amqp-messages"))
            {
                final Run run = Run.skim(lossy.packets, command.split(" "));
                assertTrue(run.status <= 1, run.told);
                // A changed header can make its packet a fragment of IP.
                assertTrue(run.err.stream().allMatch(line -> line.startsWith("{") || line.matches(
                    "skim: warning: standard input: [0-9]+ packets are fragments of IP, which are not put together;.*")),
                    run.told);
            }
        }
    }

    @Test
    void aDeliveryWhoseBeginningMayBeMissingIsPassedOver()
    {
        final byte[] header = Frames.hex("005370C00402405007");
        final byte[] body = Frames.hex("005377A10568656C6C6F");
        final byte[] first = CapturedMessagesTest.transfer(0, 0, 1, true, header);
        // As senders write it, with the number and the tag of the first.
        final byte[] rest = CapturedMessagesTest.transfer(0, 0, 1, false, body);
        final byte[] next = CapturedMessagesTest.transfer(0, 0, 2, false, body);
        final byte[] other = CapturedMessagesTest.transfer(0, 1, 3, false, body);
        final byte[] old = CapturedMessagesTest.transfer(0, 2, 0, false, body);
        final byte[] sent = Frames.join(PROTOCOL, first, rest, next, other, old);
        // The segment of one byte is the last of the first transfer.
        final int segment = PROTOCOL.length + first.length;
        final byte[] whole = Pcap.of(List.of(sent), segment);
        assertEquals(4, Run.skim(whole, "decode", "--format", "amqp-messages").out.size());
        final Run run = Run.skim(without(sent, segment, 0), "decode", "--format", "amqp-messages");
        // The next of the link is another delivery, and what is numbered behind it has begun behind it.
        assertEquals(2, run.out.size(), run.out.toString());
        assertEquals(3, run.err.size(), run.err.toString());
        assertTrue(run.err.get(1).contains("delivery 1 may have begun"), run.err.get(1));
        assertTrue(run.err.get(2).contains("delivery 0 may have begun"), run.err.get(2));
    }

    @Test
    void aMalformedTransferBehindALossIsNoLoss()
    {
        final byte[] message = Frames.hex("005370C00402405007005377A10568656C6C6F");
        final byte[] lost = CapturedMessagesTest.transfer(0, 0, 1, false, message);
        final byte[] malformed = CapturedMessagesTest.transfer(0, 0, 2, false, message);
        // A boolean in place of the delivery's number.
        final int id = 16;
        assertEquals(0x52, malformed[id] & 0xFF);
        malformed[id] = 0x56;
        malformed[id + 1] = 1;
        final byte[] good = CapturedMessagesTest.transfer(0, 0, 3, false, message);
        final byte[] sent = Frames.join(PROTOCOL, lost, malformed, good);
        final Run run = Run.skim(without(sent, PROTOCOL.length, 2), "decode",
            "--format", "amqp-messages");
        assertEquals(1, run.out.size(), run.told);
        assertEquals(2, run.err.size(), run.told);
        assertEquals("FIELD_TYPE", JSON.parseObject(run.err.get(1)).getString("error"), run.told);
        assertEquals(PROTOCOL.length + lost.length, JSON.parseObject(run.err.get(1)).getIntValue("offset"));
    }

    @Test
    void theDeliveriesOfALinkThatBeginsBehindALossHaveBegunThere()
    {
        final byte[] body = Frames.hex("005377A10568656C6C6F");
        final byte[] lost = CapturedMessagesTest.transfer(0, 0, 1, false, body);
        final byte[] attach = CapturedMessagesTest.attach(0, 5);
        final byte[] fresh = CapturedMessagesTest.transfer(0, 5, 2, false, body);
        final byte[] second = CapturedMessagesTest.transfer(0, 5, 3, false, body);
        final byte[] sent = Frames.join(PROTOCOL, lost, attach, fresh, second);
        final Run run = Run.skim(without(sent, PROTOCOL.length, 2), "decode", "--format", "amqp-messages");
        assertEquals(2, run.out.size(), run.told);
        assertEquals(1, run.err.size(), run.told);
    }

    @Test
    void aRefusedFrameThatLosesBytesIsCountedOnce()
    {
        final byte[] frame = Frames.binary(11, null, "body", "topic", "T");
        final byte[] refused = Frames.binary(11, null, "x".repeat(400), "topic", "T");
        // Of the remark, whose length is negative now.
        refused[21] = (byte)0xFF;
        final byte[] sent = Frames.join(refused, frame);
        final Run run = Run.skim(without(sent, 100, 2), "stats", "--json");
        assertEquals(2, run.err.size(), run.told);
        assertEquals(1, JSON.parseObject(run.out.get(0)).getIntValue("frames"));
        assertEquals(1, JSON.parseObject(run.out.get(0)).getIntValue("malformed"));
    }
}

package io.skim.command.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.command.Conversations;
import io.skim.command.Run;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code skim report}: what the page says is compared with what was sent and with {@code skim stats}. Screenshots are kept in
 * {@code target/report}.
 */
class ReportTest
{
    private static final long START = 1_700_000_000_000_000L;
    /** More than a picture asks for. */
    private static final int MOST_LABELS = 10_000;

    @TempDir
    Path folder;

    /** 200 sends over 20 s on four connections; each answer comes after (i + 1) * 100 microseconds, every tenth is an error. */
    private static byte[] traffic()
    {
        final Conversations traffic = new Conversations(10_911);
        for (int i = 0; i < 200; i++)
        {
            final long sent = START + i * 100_000L;
            traffic.send(i % 4, true, sent, Frames.json(("{\"code\":310,\"opaque\":" + i
                + ",\"extFields\":{\"b\":\"Orders<b>" + i % 2 + "\"}}").getBytes(StandardCharsets.UTF_8), new byte[i]));
            traffic.send(i % 4, false, sent + (i + 1) * 100L, Frames.json("{\"code\":" + (i % 10 == 0 ? 2 : 0)
                + ",\"flag\":1,\"opaque\":" + i + ",\"remark\":\"busy & <late>\"}"));
        }
        return traffic.toByteArray();
    }

    private String report(final byte[] input) throws IOException
    {
        final Path in = Files.write(folder.resolve("in"), input);
        final Path out = folder.resolve("report.html");
        final Run run = Run.skim("report", in.toString(), "-o", out.toString());
        assertEquals(List.of(), run.err);
        assertEquals(0, run.status);
        return Files.readString(out);
    }

    private static String card(final String page, final String id)
    {
        return page.replaceFirst("(?s).*<dd id=\"" + id + "\">([^<]*)</dd>.*", "$1");
    }

    private static String number(final JSONObject stats, final String name)
    {
        return String.format(Locale.ROOT, "%,d", stats.getLongValue(name));
    }

    @Test
    void saysWhatTheCaptureHas() throws IOException
    {
        final byte[] capture = traffic();
        final String page = report(capture);
        assertEquals("400", card(page, "frames"));
        assertEquals("200", card(page, "requests"));
        assertEquals("200", card(page, "responses"));
        assertEquals("200", card(page, "pairs"));
        assertEquals("20", card(page, "failed"));
        assertEquals("0", card(page, "malformed"));
        // HdrHistogram keeps three digits.
        assertTrue(
            page.contains(
                "<th scope=\"row\">SEND_MESSAGE_V2</th><td class=\"number\">200</td><td class=\"number\">10."),
            "p50 of 0.1 to 20 ms");
        assertTrue(page.contains("SYSTEM_BUSY</td><td class=\"number\">20</td><td>busy &amp; &lt;late&gt;</td>"));
        assertTrue(page.contains("Orders&lt;b&gt;0</th><td class=\"number\">100</td>"));
        assertFalse(page.contains("<b>"), "text is text");
        assertFalse(page.matches("(?s).*(src|href)=\"(?!#).*"), "it needs nothing else");
    }

    /** The shipped capture has RocketMQ and AMQP: nothing is wrong with it. */
    @ParameterizedTest
    @CsvSource({"rocketmq, AMQP, amqp-frames, key0",
        "amqp-frames, RocketMQ's remoting, rocketmq, ID:3db9bce2-fa60-46b1-b7e7-87abc3152d49:1:1:1-1501"})
    void connectionsOfAnotherProtocolArePassedOver(final String format, final String other, final String reads,
        final String key)
        throws IOException
    {
        final String traffic = Captures.root().resolve("docs/captures/traffic.pcapng").toString();
        final Path out = folder.resolve("report.html");
        final String passedOver =
            "skim: warning: " + other + " in \\d+ directions of connections is passed over: --format "
                + reads + " reads it";
        for (final Run run : List.of(Run.skim("report", "--format", format, traffic, "-o", out.toString()), Run.skim(
            "follow", "--format", format, traffic), Run.skim("follow", "--format", format, "--key", key, traffic),
            Run
                .skim("stats", "--json", "--format", format, traffic)))
        {
            assertEquals(1, run.err.size(), run.told);
            assertTrue(run.err.get(0).matches(passedOver), run.told);
            assertEquals(0, run.status);
        }
        assertEquals("0", card(Files.readString(out), "malformed"));
        // In a file of frames it is malformed, and so is what comes later on a connection, or may hide frames.
        assertEquals(1,
            Run.skim("AMQP\0\1\0\0".getBytes(StandardCharsets.US_ASCII), "report", "-o", out.toString()).status);
        final byte[] late = new Conversations(10_911).send(0, true, START, Frames.join(Frames.json(
            "{\"code\":105,\"opaque\":1}"), "GET / HTTP".getBytes(StandardCharsets.US_ASCII))).toByteArray();
        assertEquals(1, Run.skim(late, "report", "-o", out.toString()).status);
        final byte[] tls = new Conversations(10_911).send(0, true, START, Frames.hex("160301000501020304056677"))
            .toByteArray();
        assertEquals(1, Run.skim(tls, "report", "-o", out.toString()).status);
    }

    /** As {@code skim show} takes them; what is malformed has a number too. */
    @Test
    void namesTheFramesOfWhatWasSlowOrNotAnswered() throws IOException
    {
        final byte[] capture = new Conversations(10_911).send(0, true, START, Frames.json("[]"))
            .send(0, true, START + 1, Frames.json("{\"code\":10,\"opaque\":1}"))
            .send(0, false, START + 2, Frames.json("{\"code\":0,\"flag\":1,\"opaque\":1}"))
            .send(0, true, START + 3, Frames.json("{\"code\":10,\"opaque\":2}")).toByteArray();
        final JSONObject stats = JSON.parseObject(Run.skim(capture, "stats", "--json").out.get(0));
        assertEquals(2, stats.getJSONArray("slowest").getJSONObject(0).get("i"));
        assertEquals(3, stats.getJSONArray("unansweredRequests").getJSONObject(0).get("i"));
        final Path out = folder.resolve("report.html");
        assertEquals(1, Run.skim(capture, "report", "-o", out.toString()).status);
        final String page = Files.readString(out);
        assertTrue(table(page, "slowest").contains("<td>2</td>"), table(page, "slowest"));
        assertTrue(table(page, "unanswered-table").contains("<td>3</td>"), table(page, "unanswered-table"));
    }

    private static String table(final String page, final String id)
    {
        return page.replaceFirst("(?s).*<table id=\"" + id + "\">(.*?)</table>.*", "$1");
    }

    private static List<String> all(final String page, final String pattern)
    {
        return Pattern.compile(pattern).matcher(page).results().map(found -> found.group(1)).toList();
    }

    /** Links and pictures refer to one place each, both styles have all colours, and each table and section has its title. */
    @Test
    void thePartsOfThePageFitTogether() throws IOException
    {
        final String page = report(traffic());
        final List<String> ids = all(page, " id=\"([^\"]+)\"");
        assertEquals(List.of(), ids.stream().filter(id -> Collections.frequency(ids, id) > 1).distinct().toList());
        final List<String> sections = all(page, "<section aria-labelledby=\"([^\"]+)\"");
        assertEquals(sections, all(page, "<a href=\"#([^\"]+)\""));
        assertTrue(ids.containsAll(sections) && ids.containsAll(all(page, "url\\('?#([^')]+)")), ids.toString());
        final List<String> colours = all(page, "(--[a-z0-9-]+): #");
        assertEquals(2 * Set.copyOf(colours).size(), colours.size(), "once in light and once in dark");
        assertTrue(colours.containsAll(all(page, "var\\((--[a-z0-9-]+)")), colours.toString());
        assertEquals(List.of("Traffic report"), all(page, "<title>([^<]+)</title>"));
        assertEquals(all(page, "<figcaption>([^<]+)<"), all(page, "<summary>Table: ([^<]+)<"));
        assertTrue(all(page, "<figcaption>([^<]+)<").containsAll(List.of("Frames a second", "Bytes a second",
            "Latency over time", "Latency by request", "Slowest requests", "Who talks to whom")), page);
        assertEquals(all(page, "(class=\"wide\"><svg)").size(), all(page, "(class=\"narrow\"><svg)").size());
    }

    @Test
    void saysWhatTheNetworkDid() throws IOException
    {
        final String page = report(traffic());
        assertTrue(page.contains("<a href=\"#network\">"), "a link to the section");
        assertTrue(page.contains("Segments with data</th><td class=\"number\">400</td>"), "400 segments");
        assertTrue(page.contains("Keep-alives</th><td class=\"number\">0</td>"), "no keep-alive");
        assertFalse(report(Frames.json("{\"code\":105}")).contains("Segments with data"), "a file has no network");
    }

    @Test
    void agreesWithStats() throws IOException
    {
        for (final Path capture : Captures.remoting())
        {
            final byte[] bytes = Files.readAllBytes(capture);
            final String page = report(bytes);
            final JSONObject stats = JSON.parseObject(Run.skim(bytes, "stats", "--json").out.get(0));
            assertEquals(number(stats, "frames"), card(page, "frames"), capture.toString());
            assertEquals(number(stats, "malformed"), card(page, "malformed"));
            assertTrue(page.contains("no times and no connections"));
            for (final Object topic : stats.getJSONArray("topics").stream().limit(3).toList())
            {
                final String name = ((JSONObject)topic).getString("topic");
                assertTrue(name == null || page.contains("<th scope=\"row\">" + Page.escaped(name) + "</th>"), name);
            }
        }
    }

    @Test
    void agreesWithStatsOfAmqp() throws IOException
    {
        final String in = Captures.root().resolve("docs/captures/traffic.pcapng").toString();
        final Path out = folder.resolve("report.html");
        final Run report = Run.skim("report", "--format", "amqp-frames", in, "-o", out.toString());
        final Run told = Run.skim("stats", "--json", "--lenient", "--format", "amqp-frames", in);
        // Of the connection that carries RocketMQ.
        assertEquals(told.err, report.err);
        final JSONObject stats = JSON.parseObject(told.out.get(0));
        final String page = Files.readString(out);
        assertEquals(number(stats, "frames"), card(page, "frames"));
        assertEquals(number(stats, "malformed"), card(page, "malformed"));
        for (final Object each : stats.getJSONArray("performatives"))
        {
            final JSONObject performative = (JSONObject)each;
            assertTrue(
                page.contains(
                    "<th scope=\"row\">" + performative.getString("performative") + "</th><td class=\"number\">"
                        + number(performative, "frames") + "</td>")
                    || performative.getString("performative").contains(" "),
                performative.toString());
        }
        for (final Object each : stats.getJSONArray("latencyMicros"))
        {
            final JSONObject latency = (JSONObject)each;
            assertTrue(page.contains("<th scope=\"row\">" + latency.getString("name") + "</th><td class=\"number\">"
                + number(latency, "count") + "</td>"), latency.toString());
        }
        assertTrue(page.contains("Slowest deliveries") && page.contains("QpidJMS"));
    }

    /** As many values as a curve can have nines; all are the same. That the library finds its ticks is seen by how many it tries. */
    @Test
    void aMillionValuesHaveTheirPicture() throws IOException
    {
        final double[] nines = {0, 1, 2, 3, 4, 5, 5.9};
        for (final int width : new int[] {340, 980})
        {
            final AtomicInteger labels = new AtomicInteger();
            final String picture = new Charts(width, 300).percentiles("bytes", List.of(new Charts.Line("a", nines,
                new double[] {41, 41, 41, 41, 41, 41, 41})), tick -> {
                    assertTrue(labels.incrementAndGet() < MOST_LABELS, "the library goes on looking for ticks");
                    return Charts.percentile(tick);
                });
            assertTrue(picture.startsWith("<svg"), picture);
            assertTrue(labels.get() > 1);
        }
    }

    /** Which the test above would see: labels of three digits, of which those of two ticks are the same. */
    @Test
    void ticksWithTheSameLabelAreLookedForWithoutAnEnd()
    {
        final double[] nines = {0, 1, 2, 3, 4, 5, 5.9};
        final AtomicInteger labels = new AtomicInteger();
        assertThrows(IllegalStateException.class, () -> new Charts(340, 300).percentiles("bytes", List.of(
            new Charts.Line("a", nines, new double[] {41, 41, 41, 41, 41, 41, 41})), tick -> {
                if (labels.incrementAndGet() >= MOST_LABELS)
                {
                    throw new IllegalStateException();
                }
                return String.format(Locale.ROOT, "%.3f", 100 - 100 / Math.pow(10, tick));
            }));
    }

    /** As {@code skim stats} sees it: who has nothing to pull has not failed. */
    @Test
    void nothingToPullIsNoError() throws IOException
    {
        final Conversations traffic = new Conversations(10_911);
        for (int i = 0; i < 4; i++)
        {
            traffic.send(0, true, START + i, Frames.json("{\"code\":11,\"opaque\":" + i + "}"));
            traffic.send(0, false, START + i,
                Frames.json("{\"code\":" + (i == 0 ? 1 : 19) + ",\"flag\":1,\"opaque\":" + i
                    + ",\"remark\":\"r\"}"));
        }
        final String page = report(traffic.toByteArray());
        assertEquals("1", card(page, "failed"));
        assertTrue(page.contains("SYSTEM_ERROR</td>") && !page.contains("PULL_NOT_FOUND"));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 90", "2, 99", "3, 99.9", "4, 99.99", "5, 99.999", "6, 99.9999", "5.9, 99.999874"})
    void aTickTellsItsPercentile(final double nines, final String label)
    {
        assertEquals(label, Charts.percentile(nines));
    }

    /** The library looks without an end for labels that differ, if two ticks have the same. */
    @Test
    void ticksHaveDifferentLabels()
    {
        final Set<String> labels = new HashSet<>();
        for (int tick = 0; tick <= 80; tick++)
        {
            assertTrue(labels.add(Charts.percentile(tick / 10.0)), Charts.percentile(tick / 10.0));
        }
    }

    private static Optional<Path> chromium()
    {
        return Stream.concat(Stream.ofNullable(System.getenv("CHROMIUM")), Stream.of("/usr/bin/chromium",
            "/usr/bin/chromium-browser", "/usr/bin/google-chrome")).map(Path::of).filter(Files::isExecutable)
            .findFirst();
    }

    @ParameterizedTest
    @CsvSource({"1400, false, ''", "1400, true, ''", "500, false, ''", "500, true, ''", "1400, false, -amqp"})
    void aBrowserShowsIt(final int width, final boolean dark, final String protocol) throws IOException,
        InterruptedException
    {
        if (chromium().isEmpty())
        {
            assertNotEquals("true", System.getenv("CI"), "Chromium was not found, which CI needs");
        }
        assumeTrue(chromium().isPresent(), "needs Chromium: install Debian's chromium, or set CHROMIUM to its path");
        if (protocol.isEmpty())
        {
            report(traffic());
        }
        else
        {
            Run.skim("report", "--format", "amqp-frames",
                Captures.root().resolve("docs/captures/traffic.pcapng").toString(),
                "-o", folder.resolve("report.html").toString());
        }
        final Path shots = Files.createDirectories(Path.of("target", "report"));
        final Path shot = shots.resolve(width + protocol + (dark ? "-dark.png" : "-light.png")).toAbsolutePath();
        Files.deleteIfExists(shot);
        final Process browser = new ProcessBuilder(chromium().orElseThrow().toString(), "--headless", "--no-sandbox",
            "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--user-data-dir="
                + folder.resolve("profile"),
            "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1),
            "--window-size=" + width + ",4200", "--screenshot=" + shot, folder.resolve("report.html").toUri()
                .toString())
            .redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
        try
        {
            assertTrue(browser.waitFor(120, TimeUnit.SECONDS), "Chromium takes too long");
        }
        finally
        {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly().waitFor();
        }
        assertTrue(Files.size(shot) > 20_000, Files.readString(folder.resolve("log")));
    }

    @Test
    void hostileCapturesAreNoBug() throws IOException
    {
        final Random random = new Random(25);
        final byte[] capture = traffic();
        for (int i = 0; i < 30; i++)
        {
            final byte[] changed = java.util.Arrays.copyOf(capture, 24 + random.nextInt(capture.length - 24));
            for (int flips = 0; flips < 50; flips++)
            {
                changed[24 + random.nextInt(changed.length - 24)] = (byte)random.nextInt();
            }
            final Path in = Files.write(folder.resolve("in"), changed);
            final Run run = Run.skim("report", in.toString(), "-o", folder.resolve("out").toString());
            assertTrue(run.status <= 1 && !run.told.contains("bug"), run.told);
        }
    }

    @Test
    void wrongUsageAndFilesThatCannotBeRead()
    {
        final String in = Captures.root().resolve("docs/captures/sample.frames").toString();
        assertEquals(2, Run.skim("report", in).status);
        assertEquals(2, Run.skim("report", in, "-o", "-").status);
        assertEquals(2, Run.skim("report", in, "-o", in).status);
        assertEquals(3, Run.skim("report", in, "-o", folder.resolve("none/out").toString()).status);
    }

    /** Codes that come when there is no more room have latencies and failures too, also if those before have none. */
    @Test
    void nothingThatHasNoRoomOfItsOwnIsLeftOut() throws IOException
    {
        final Conversations traffic = new Conversations(10_911);
        for (int i = 0; i < 300; i++)
        {
            traffic.send(0, true, START + i, Frames.json("{\"code\":" + (20_000 + i) + ",\"opaque\":" + i + "}"));
        }
        for (int i = 290; i < 300; i++)
        {
            traffic.send(0, false, START + 1_000, Frames.json("{\"code\":2,\"flag\":1,\"opaque\":" + i + "}"));
        }
        final String page = report(traffic.toByteArray());
        assertTrue(
            page.matches("(?s).*<table id=\"latencies\">.*<th scope=\"row\">\\(others\\)</th><td class=\"number\">10"
                + "</td>.*<table id=\"slowest\">.*"));
        assertEquals("10", card(page, "failed"));
    }

    /** As simple packets of pcapng are, here a pair between others that have times. */
    @Test
    void whatHasNoTimeHasNoLatency() throws IOException
    {
        final Path timed =
            Files.write(folder.resolve("timed"), new Conversations(10_911).send(0, true, START, Frames.json(
                "{\"code\":10,\"opaque\":1}")).toByteArray());
        final ByteArrayOutputStream simple = new ByteArrayOutputStream();
        simple.writeBytes(ByteBuffer.allocate(48).putInt(0x0A0D0D0A).putInt(28).putInt(0x1A2B3C4D).putInt(0x10000)
            .putLong(-1).putInt(28).putInt(1).putInt(20).putShort((short)1).putShort((short)0).putInt(0).putInt(20)
            .array());
        final byte[] pair =
            new Conversations(10_911).send(0, true, START, Frames.json("{\"code\":10,\"opaque\":1}")).send(0,
                false, START, Frames.json("{\"code\":0,\"flag\":1,\"opaque\":1}")).toByteArray();
        for (final ByteBuffer packets = ByteBuffer.wrap(pair, 24, pair.length - 24); packets.hasRemaining();)
        {
            final byte[] packet = new byte[packets.position(packets.position() + 12).getInt()];
            packets.get(packet);
            final int padded = packet.length + 3 & ~3;
            simple.writeBytes(ByteBuffer.allocate(16 + padded).putInt(3).putInt(16 + padded).putInt(packet.length).put(
                packet).putInt(12 + padded, 16 + padded).array());
        }
        final Path untimed = Files.write(folder.resolve("untimed"), simple.toByteArray());
        final Path out = folder.resolve("report.html");
        final Run run = Run.skim("report", timed.toString(), untimed.toString(), "-o", out.toString());
        assertEquals(List.of(), run.err);
        final String page = Files.readString(out);
        assertEquals("1", card(page, "pairs"));
        assertTrue(page.contains("nothing is answered"));
    }

    /** A second and a bit, as much as the others in its time. */
    @Test
    void trafficDoesNotSeemToEndBeforeItDoes()
    {
        final ReportedTraffic traffic = new ReportedTraffic();
        for (long time = START; time <= START + 10_100_000; time += 1_000)
        {
            traffic.frame(time, 1, 1);
            traffic.time.at(time).requests++;
        }
        final Charts.Line line = Page.rate(traffic, "requests", each -> each.requests, 1e6);
        assertEquals(traffic.time.intervals().size() - 1, line.y().length);
        for (final double rate : line.y())
        {
            assertEquals(1_000, rate, 10);
        }
    }

    /** The heights of the points of a line. */
    private static List<String> heights(final double... rates) throws IOException
    {
        final String drawn = new Charts(980, 300).overTime("h", "frames a second", List.of(new Charts.Line("a",
            new double[] {0, 10, 20}, rates)), false);
        return Pattern.compile(" cy=\"[^\"]*").matcher(drawn).results().map(MatchResult::group).toList();
    }

    @Test
    void littleTrafficIsSeen() throws IOException
    {
        assertEquals(heights(10, 20, 15), heights(0.1, 0.2, 0.15));
        assertEquals(heights(10, 20, 15), heights(0.0001, 0.0002, 0.00015));
    }

    /** A thousand of them would take all memory. */
    @Test
    void ofALongTopicTheBeginningIsKept() throws IOException
    {
        final Conversations traffic = new Conversations(10_911);
        final List<String> topics = List.of("a".repeat(255), "b".repeat(60_000), "");
        for (int i = 0; i < topics.size(); i++)
        {
            traffic.send(0, true, START + i, Frames.json("{\"code\":310,\"opaque\":" + i + ",\"extFields\":{\"b\":\""
                + topics.get(i) + "\"}}"));
        }
        final String page = report(traffic.toByteArray());
        assertTrue(page.contains(">" + "a".repeat(255) + "<"));
        assertTrue(page.contains(">" + "b".repeat(255) + "\u2026<"));
        assertTrue(page.contains(">(no name)<"));
    }
}

package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of consumers: compared with what the reference decoder reads in real traffic, and with traffic that is made up. */
class ConsumerLagTest
{
    private static final long NOON = 1_772_366_400_000_000L;
    private static final int PULL = 11;
    private static final int LITE_PULL = 361;
    private static final int QUERY = 14;
    private static final int COMMIT = 15;

    @TempDir
    private Path folder;

    private static boolean isPull(final int code)
    {
        return code == PULL || code == LITE_PULL;
    }

    /** The row of a request that names a queue, from what the reference reads. */
    private static Map<String, Object> row(final Map<String, Map<String, Object>> all, final JSONObject fields)
    {
        return all.computeIfAbsent(fields.getString("consumerGroup") + '\n' + fields.getString("topic") + '\n' + fields
            .getString("queueId"), any -> new HashMap<>());
    }

    private static void request(final Map<String, Map<String, Object>> all, final int code, final JSONObject fields)
    {
        if (isPull(code))
        {
            row(all, fields).put("queueOffset", fields.getLong("queueOffset"));
        }
        if (code == COMMIT || isPull(code) && (fields.getIntValue("sysFlag") & 1) != 0)
        {
            row(all, fields).put("commitOffset", fields.getLong("commitOffset"));
        }
    }

    private static void response(final Map<String, Object> row, final int code, final JSONObject response)
    {
        final JSONObject told = response.getJSONObject("extFields");
        if (isPull(code) && told != null && told.containsKey("maxOffset"))
        {
            row.put("nextBeginOffset", told.getLong("nextBeginOffset"));
            row.put("maxOffset", told.getLong("maxOffset"));
            row.put("lag", told.getLong("maxOffset") - told.getLong("nextBeginOffset"));
        }
        else if (code == QUERY && response.getIntValue("code") == 0)
        {
            row.put("commitOffset", told.getLong("offset"));
        }
    }

    private static Map<String, Map<String, Object>> rows(final JSONArray lag)
    {
        final Map<String, Map<String, Object>> rows = new HashMap<>();
        for (int k = 0; k < lag.size(); k++)
        {
            final JSONObject each = lag.getJSONObject(k);
            final Map<String, Object> row = new HashMap<>();
            for (final String name : List.of("queueOffset", "commitOffset", "nextBeginOffset", "maxOffset", "lag"))
            {
                if (each.containsKey(name))
                {
                    row.put(name, each.getLong(name));
                }
            }
            final String key =
                each.getString("group") + '\n' + each.getString("topic") + '\n' + each.getString("queueId");
            assertNull(rows.put(key, row), key);
        }
        return rows;
    }

    static Stream<Path> requests()
    {
        return Captures.shipped().stream().filter(file -> file.toString().endsWith("-requests.frames"));
    }

    /** Each request is followed by its response, if the files have it. */
    @ParameterizedTest
    @MethodSource("requests")
    void ofRealTrafficIsWhatTheReferenceReads(final Path requests) throws IOException
    {
        final Map<List<Integer>, byte[]> responses = new HashMap<>();
        final Map<List<Integer>, JSONObject> read = new HashMap<>();
        final Path answers = Path.of(requests.toString().replace("requests", "responses"));
        final List<byte[]> sent = new ArrayList<>();
        final List<JSONObject> lines = new ArrayList<>();
        for (final Path file : List.of(requests, answers))
        {
            final List<byte[]> frames = Frames.cut(Files.readAllBytes(file));
            final List<String> oracle = Files.readAllLines(Path.of(file.toString().replace(".frames", ".jsonl")));
            for (int k = 0; k < frames.size(); k++)
            {
                final JSONObject line = JSON.parseObject(oracle.get(k));
                final List<Integer> key = List.of(line.getIntValue("conn"), line.getIntValue("opaque"));
                if ((line.getIntValue("flag") & 1) != 0)
                {
                    responses.put(key, frames.get(k));
                    read.put(key, line);
                }
                else if (file.equals(requests))
                {
                    sent.add(frames.get(k));
                    lines.add(line);
                }
            }
        }
        final Conversations capture = new Conversations(10_911);
        final Map<String, Map<String, Object>> expected = new HashMap<>();
        long time = NOON;
        for (int k = 0; k < sent.size(); k++)
        {
            final JSONObject line = lines.get(k);
            final JSONObject fields = line.getJSONObject("extFields");
            final int code = line.getIntValue("code");
            final boolean asks = fields != null && List.of(PULL, LITE_PULL, COMMIT, QUERY).contains(code);
            final List<Integer> key = List.of(line.getIntValue("conn"), line.getIntValue("opaque"));
            capture.send(key.get(0), true, time++, sent.get(k));
            if (asks)
            {
                request(expected, code, fields);
            }
            final byte[] response = responses.get(key);
            if (response != null)
            {
                capture.send(key.get(0), false, time++, response);
                if (asks)
                {
                    response(row(expected, fields), code, read.get(key));
                }
            }
        }
        expected.values().removeIf(Map::isEmpty);
        final Path file = Files.write(folder.resolve("capture"), capture.toByteArray());
        final JSONArray lag = stats(Run.skim("stats", "--lenient", "--json", file.toString())).getJSONArray("lag");
        assertEquals(expected, rows(lag));
        assertEquals(requests.toString().contains("broker"), lag.isEmpty(), requests.toString());
        assertSorted(lag);
        for (int k = 0; k < lag.size(); k++)
        {
            assertEquals("10.2.0.1:10911", lag.getJSONObject(k).get("broker"));
        }
    }

    private static JSONObject stats(final Run run)
    {
        return JSON.parseObject(run.out.get(0));
    }

    private static void assertSorted(final JSONArray lag)
    {
        final List<JSONObject> rows = lag.stream().map(JSONObject.class::cast).toList();
        assertEquals(rows.stream().sorted(Comparator.comparing((final JSONObject row) -> !row.containsKey("lag"))
            .thenComparing(row -> -row.getLongValue("lag")).thenComparing(row -> row.getString("group")).thenComparing(
                row -> row.getString("topic"))
            .thenComparing(row -> row.getIntValue("queueId"))).toList(), rows);
    }

    private static byte[] pull(final int opaque, final String group, final int queue, final Object offset)
    {
        return Frames.json("{\"code\":11,\"opaque\":" + opaque + ",\"extFields\":{\"consumerGroup\":\"" + group
            + "\",\"topic\":\"orders\",\"queueId\":\"" + queue + "\",\"queueOffset\":\"" + offset
            + "\",\"commitOffset\":\"7\",\"sysFlag\":\"2\"}}");
    }

    private static byte[] found(final int opaque, final int code, final Object next, final Object max)
    {
        return Frames.json("{\"code\":" + code + ",\"flag\":1,\"opaque\":" + opaque
            + ",\"extFields\":{\"nextBeginOffset\":\"" + next + "\",\"maxOffset\":\"" + max
            + "\",\"minOffset\":\"0\"}}");
    }

    private static Conversations pulls()
    {
        return new Conversations(10_911)
            .send(1, true, NOON, pull(1, "a", 0, 10)).send(1, false, NOON + 10, found(1, 0, 20, 50))
            .send(1, true, NOON + 1_000_000, pull(2, "a", 0, 20)).send(1, false, NOON + 1_000_010, found(2, 0, 30, 90))
            .send(2, true, NOON + 2_000_000, pull(1, "b", 3, 5)).send(2, false, NOON + 2_000_010, found(1, 19, 5, 5))
            .send(2, true, NOON + 3_000_000, pull(2, "b", 1, 5))
            .send(2, false, NOON + 3_000_010, found(2, 21, 500, 100));
    }

    @Test
    void theLastAnswerCountsAndTheLargestLagComesFirst()
    {
        final Run run = Run.skim(pulls().toByteArray(), "stats", "--json");
        final JSONArray lag = stats(run).getJSONArray("lag");
        assertEquals(
            "{\"group\":\"a\",\"topic\":\"orders\",\"broker\":\"10.2.0.1:10911\",\"queueId\":0,\"queueOffset\":20,"
                + "\"nextBeginOffset\":30,\"maxOffset\":90,\"lag\":60,\"i\":3,\"time\":\"2026-03-01T12:00:01.000010Z\"}",
            run.out.get(0).replaceFirst(".*\"lag\":\\[(\\{[^}]*}).*", "$1"));
        assertEquals(List.of(60, 0, -400), lag.stream().map(row -> ((JSONObject)row).get("lag")).toList());
        final List<String> text = Run.skim(pulls().toByteArray(), "stats").out;
        final int head = text.indexOf(
            "consumer group  topic   broker          told                        queue  asked for  committed  max   lag");
        assertTrue(head > 0, String.join("\n", text));
        assertEquals(
            "a               orders  10.2.0.1:10911  2026-03-01 12:00:01.000010      0         20          -   90    60",
            text.get(head + 1));
        final Run part = Run.skim(pulls().toByteArray(), "stats", "--json", "--until", "12:00:00.5");
        assertEquals(30, stats(part).getJSONArray("lag").getJSONObject(0).get("lag"));
        final Run late = Run.skim(pulls().toByteArray(), "stats", "--json", "--since", "12:00:03.000005");
        assertEquals(List.of(-400),
            stats(late).getJSONArray("lag").stream().map(row -> ((JSONObject)row).get("lag")).toList());
        assertFalse(stats(late).getJSONArray("lag").getJSONObject(0).containsKey("queueOffset"), "asked for before");
    }

    /** Two brokers have queues of the same number. */
    @Test
    void brokersAreToldApart()
    {
        final byte[] one = pulls().toByteArray();
        final byte[] other = new Conversations(10_921).send(1, true, NOON, pull(1, "a", 0, 1)).send(1, false, NOON + 10,
            found(1, 0, 2, 9)).toByteArray();
        final JSONArray lag =
            stats(Run.skim(Frames.join(one, java.util.Arrays.copyOfRange(other, 24, other.length)), "stats",
                "--json")).getJSONArray("lag");
        assertEquals(List.of("10.2.0.1:10911", "10.2.0.1:10921"), lag.stream().map(JSONObject.class::cast).filter(
            row -> "a".equals(row.get("group"))).map(row -> row.get("broker")).toList());
    }

    @Test
    void filesTellWhatRequestsTell()
    {
        final byte[] commit =
            Frames.json("{\"code\":15,\"flag\":2,\"opaque\":9,\"extFields\":{\"consumerGroup\":\"c\",\"topic\":"
                + "\"orders\",\"queueId\":2,\"commitOffset\":88}}");
        final JSONArray lag =
            stats(Run.skim(Frames.join(pull(1, "a", 0, 10), found(1, 0, 1, 2), commit), "stats", "--json"))
                .getJSONArray("lag");
        assertEquals(
            JSON.parseArray("[{\"group\":\"a\",\"topic\":\"orders\",\"broker\":null,\"queueId\":0,\"queueOffset\":10},"
                + "{\"group\":\"c\",\"topic\":\"orders\",\"broker\":null,\"queueId\":2,\"commitOffset\":88}]"),
            lag);
    }

    @ParameterizedTest
    @CsvSource({"-1, 5", "5, -1", "x, 5", "5, ''", "9223372036854775808, 5", "0x10, 16"})
    void numbersThatAreNoOffsetsTellNothing(final String next, final String max)
    {
        final byte[] capture =
            new Conversations(10_911).send(1, true, NOON, pull(1, "a", 0, next)).send(1, false, NOON + 10,
                found(1, 0, next, max)).send(1, true, NOON + 20, pull(2, "a", -1, 5)).toByteArray();
        final JSONArray lag = stats(Run.skim(capture, "stats", "--json")).getJSONArray("lag");
        assertTrue(lag.isEmpty() || !lag.getJSONObject(0).containsKey("lag"), lag.toString());
        assertEquals(next.equals("5") ? 1 : 0, lag.size());
    }

    @Test
    void theGreatestOffsetsDoNotOverflowAndFailuresTellNothing()
    {
        final byte[] capture = new Conversations(10_911).send(1, true, NOON, pull(1, "a", 0, Long.MAX_VALUE))
            .send(1, false, NOON
                + 10, found(1, 0, 0, Long.MAX_VALUE))
            .send(1, true, NOON + 20, pull(2, "a", 0, 1)).send(1, false, NOON + 30, found(2,
                24, 3, 4))
            .toByteArray();
        final JSONObject row = stats(Run.skim(capture, "stats", "--json")).getJSONArray("lag").getJSONObject(0);
        assertEquals(Long.MAX_VALUE, row.getLongValue("lag"));
        assertEquals(1, row.get("queueOffset"));
    }

    /** Those that were replaced or forgotten are not waited for. */
    @Test
    void onlyRequestsThatWaitTellOffsets()
    {
        final OpenRequests open = new OpenRequests();
        final Source client = new Source(null, "10.0.0.1:1>10.0.0.2:2", 6);
        final Source broker = new Source(null, "10.0.0.2:2>10.0.0.1:1", 7);
        final SentRequest send = new SentRequest(1, 10, null, 1);
        final SentRequest pull = new SentRequest(1, PULL, null, 1, new ConsumedQueue("g", "t", null, 0));
        open.sent(client, 1, pull);
        open.sent(client, 2, pull);
        assertTrue(open.tellsOffsets(broker, 1));
        assertFalse(open.tellsOffsets(broker, 3));
        open.sent(client, 1, send);
        assertFalse(open.tellsOffsets(broker, 1));
        assertTrue(open.tellsOffsets(broker, 2));
        for (int k = 0; k < OpenRequests.MOST; k++)
        {
            open.sent(client, 10 + k, send);
        }
        assertFalse(open.tellsOffsets(broker, 2), "forgotten");
        open.sent(client, 5, pull);
        assertTrue(open.tellsOffsets(broker, 5));
        assertEquals(pull, open.answered(broker, 5));
        assertFalse(open.tellsOffsets(broker, 5));
    }

    @Test
    void namesThatAreTooLongToBeAnyAreLeftOut()
    {
        assertEquals(1, stats(Run.skim(pull(1, "g".repeat(255), 0, 1), "stats", "--json")).getJSONArray("lag").size());
        assertEquals(0, stats(Run.skim(pull(1, "g".repeat(256), 0, 1), "stats", "--json")).getJSONArray("lag").size());
        assertEquals(0, stats(Run.skim(pull(1, "", 0, 1), "stats", "--json")).getJSONArray("lag").size());
    }

    @Test
    void moreQueuesThanThereIsRoomForAreCounted()
    {
        final byte[][] frames = new byte[ConsumerLag.MOST + 20][];
        for (int k = 0; k < frames.length; k++)
        {
            frames[k] = pull(k, "g", k, 1);
        }
        final JSONObject told = stats(Run.skim(Frames.join(frames), "stats", "--json"));
        assertEquals(ConsumerLag.MOST, told.getJSONArray("lag").size());
        assertEquals(20, told.get("lagForgotten"));
        final List<String> text = Run.skim(Frames.join(frames), "stats").out;
        assertTrue(text.contains("and 8,172 more"), String.join("\n", text));
        assertTrue(text.contains("20 requests name queues behind the first 8,192, which are left out"));
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 100, 120, 200})
    void theTableFitsOnTheScreen(final int width)
    {
        final Console console = new Console(new ByteArrayInputStream(pulls().send(3, true, NOON + 4_000_000, pull(1,
            "a-group-with-a-rather-long-name-".repeat(4), 7, 1_000_000)).toByteArray()),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream());
        final FrameStatistics statistics = new FrameStatistics(console, Strictness.STRICT);
        new Inputs(console, null, true).read(statistics);
        final String text = new StatisticsTable(20, new Screen(true, width, false)).text(statistics);
        text.lines().forEach(line -> assertTrue(Screen.columns(line) <= width, line));
        assertTrue(text.contains("  lag\n"), text);
        assertEquals(width >= 120, text.contains("10.2.0.1:10911  "), text);
        assertEquals(width >= 100, text.contains("asked for"), text);
    }

    @Test
    void toLookAQueueUpAllocatesNothing()
    {
        final ConsumerLag lag = new ConsumerLag();
        final OffsetFields fields = new OffsetFields();
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView view = new FrameView();
        final byte[][] frames = {pull(1, "a", 0, 5), pull(2, "b", 1, 6), Frames.json("{\"code\":310,\"opaque\":1}")};
        final byte[] found = found(1, 0, 5, 9);
        assertEquals(0, Allocations.by(() -> {
            for (final byte[] frame : frames)
            {
                assertTrue(scanner.check(view.wrap(frame)));
                fields.ofRequest(frame == frames[2] ? 310 : PULL, scanner);
                final ConsumedQueue queue = lag.queue(fields, "10.0.0.1:10911");
                if (queue != null)
                {
                    queue.request(fields);
                    assertTrue(scanner.check(view.wrap(found)));
                    fields.ofResponse(true, scanner);
                    queue.response(PULL, fields, 1, 2);
                }
            }
        }, 20_000, 20_000));
        assertEquals(2, lag.sorted().size());
        assertEquals(4, lag.sorted().get(0).lag());
    }

    @Test
    void theReportHasTheTable() throws IOException
    {
        final Path out = folder.resolve("report.html");
        assertEquals(0, Run.skim(pulls().toByteArray(), "report", "-o", out.toString()).status);
        final String page = Files.readString(out);
        final String table = page.replaceFirst("(?s).*<table id=\"lag-table\">.*?<tbody>(.*?)</tbody>.*", "$1");
        assertEquals("<tr><th scope=\"row\">a</th><td>orders</td><td class=\"number\">0</td><td>10.2.0.1:10911</td><td"
            + " class=\"number\">20</td><td></td><td class=\"number\">90</td><td class=\"number\">60</td><td>2026-03-01 12:00:01.000"
            + "</td></tr>", table.strip().lines().findFirst().orElseThrow());
        assertTrue(page.contains("<a href=\"#lag\">Consumer lag</a>"));
        assertEquals(0, Run.skim(Frames.json("{\"code\":310,\"opaque\":1}"), "report", "-o", out.toString()).status);
        assertFalse(Files.readString(out).contains("lag-table"));
    }
}

package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What commands print for a person, and how frames are chosen.
 */
class PeopleTest
{
    private static final byte[] SEND = Frames.binary(310, null, "body", "a", "G", "b", "T", "i",
        "TAGS\u0001A\u0002KEYS\u0001k\u0002");

    @TempDir
    Path folder;

    private static Path traffic()
    {
        return Captures.root().resolve("docs/captures/traffic.pcapng");
    }

    @Test
    void textShowsRequestsAndAnswersWithTheirLatency()
    {
        final Run run = Run.skim(PairsTest.exchange(), "decode", "--output", "text");
        assertEquals(List.of(), run.err);
        final List<String> lines = run.out.stream().map(line -> line.strip().replaceAll(" +", " ")).toList();
        assertEquals("1970-01-01 (UTC)", lines.get(0));
        assertEquals("0 00:00:02.000000 10.0.0.0:40000>11.0.0.1:10911 -> GET_ROUTEINFO_BY_TOPIC 57 A", lines.get(1));
        assertEquals("2 00:00:02.000350 11.0.0.1:10911>10.0.0.0:40000 <- GET_ROUTEINFO_BY_TOPIC 38 250us B",
            lines.get(3));
        assertEquals(
            "3 00:00:03.250000 11.0.0.1:10911>10.0.0.0:40000 <- GET_ROUTEINFO_\u2026 TOPIC_NOT_EXIST 39 1.25s A",
            lines.get(4));
        assertEquals(5, lines.size());
    }

    @Test
    void textShowsPropertiesByName()
    {
        assertEquals(List.of("     0 -> SEND_MESSAGE_V2                           91 T  producerGroup=G TAGS=A KEYS=k"),
            Run
                .skim(SEND, "decode", "--output", "text").out.stream().map(line -> line.replaceAll("[0-9]+ T", "91 T")
                    .replaceAll(" {3,}91", "                           91"))
                .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocketmq", "amqp-frames", "amqp-messages"})
    void noLineIsWiderThanTheScreenAndNoneObeysATerminal(final String format)
    {
        final Run run = Run.skim("decode", "--lenient", "--output", "text", "--format", format, traffic().toString());
        assertFalse(run.out.isEmpty());
        for (final String line : run.out)
        {
            assertTrue(Screen.columns(line) <= Screen.GREATEST, line);
            assertFalse(line.chars().anyMatch(Character::isISOControl), line);
        }
    }

    @Test
    void aScreenHasColoursUnlessTheyAreForbidden()
    {
        assertEquals(new Screen(true, 80, true), Screen.of(true, "80", Map.of()));
        assertEquals(new Screen(true, 80, false), Screen.of(true, "80", Map.of("NO_COLOR", "1")));
        assertEquals(new Screen(true, 80, true), Screen.of(true, "80", Map.of("NO_COLOR", "")));
        assertEquals(new Screen(true, 120, true), Screen.of(true, "80", Map.of("COLUMNS", "120")));
        assertEquals(new Screen(false, 200, false), Screen.of(false, null, Map.of()));
        assertEquals(new Screen(true, 200, true), Screen.of(true, "", Map.of("COLUMNS", "999999")));
        assertEquals("a\uFFFDb", Screen.printable("a\033b"));
        assertEquals("日本…", Screen.cut("日本語の", 6));
    }

    @ParameterizedTest
    @CsvSource({"--port 40000,4", "--port 1,0", "--peer 11.0.0.1,4", "--peer 11.0.0.1:10911,4", "--peer 1.0.0.1,0",
        "--connection 10.0.0.0:40000>11.0.0.1:10911,4", "--since 1970-01-01T00:00:02.000350Z,2",
        "--until 00:00:02.0001,1", "--since 00:00:03 --until 00:00:03.2,0", "--limit 3,3", "--sample 3,2",
        "--sample 2 --limit 1,1", "--code GET_ROUTEINFO_BY_TOPIC,4", "--code 17,0", "--code 105 --limit 0,0"})
    void framesAreChosen(final String options, final int expected)
    {
        final Run run = Run.skim(PairsTest.exchange(), List.of("decode"), options.split(" "));
        assertEquals(expected == 0 ? noConnection(options) : List.of(), run.err);
        assertEquals(expected, run.out.size());
    }

    /** What is told if options choose nothing: that they choose no connection, if they choose connections. */
    private static List<String> noConnection(final String options)
    {
        return options.startsWith("--p") ? List.of(
            "skim: warning: no connection is the one that is chosen: skim follow lists them") : List.of();
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode --limit -1", "decode --sample 0", "decode --port 65536", "decode --since yesterday",
        "decode --output html", "decode --code NOTHING", "decode --format amqp-frames --code 1", "stats --format x",
        "stats --limit -1", "show a", "show a -1", "show --format amqp-values a 0", "filter --code 1 --sample 0"})
    void wrongChoicesAreWrongUsage(final String arguments)
    {
        assertEquals(Console.USAGE, Run.skim(arguments.split(" ")).status);
    }

    /** Captures have addresses. */
    @ParameterizedTest
    @CsvSource({"broker-a, false", "localhost:10911, false", "10.0.0, false", "10.0.0.1, true", "10.0.0.1:10911, true",
        "::1, true", "[::1]:10911, true", "fe80::1%eth0, false", "2001:db8::1, true", "::ffff:10.0.0.1, true"})
    void namesOfHostsAreWrongUsage(final String peer, final boolean expected)
    {
        final Run run = Run.skim(PairsTest.exchange(), "decode", "--peer", peer);
        assertEquals(expected ? 0 : Console.USAGE, run.status);
        assertEquals(!expected, run.told.contains("takes an address as captures have it"), run.told);
        assertEquals(!expected, run.told.contains("'" + peer + "'"), run.told);
    }

    /** In front of the first line, and wherever another day begins. */
    @Test
    void textTellsTheDate()
    {
        final long midnight = 1_772_323_200_000_000L;
        final Conversations traffic = new Conversations(10_911);
        final byte[] request = Frames.json("{\"code\":105,\"opaque\":1}");
        for (final long time : new long[] {-2, -1, 0, 5, 86_400_000_000L, 86_400_000_001L, 3 * 86_400_000_000L})
        {
            traffic.send(0, true, midnight + time, request);
        }
        for (final String[] command : new String[][] {{"decode"}, {"follow", "--connection", "0"}})
        {
            final List<String> lines = Run.skim(traffic.toByteArray(), List.of(command), "--output", "text").out;
            assertEquals(List.of("2026-02-28 (UTC)", "0 23:59:59.999998", "1 23:59:59.999999", "2026-03-01 (UTC)",
                "2 00:00:00.000000", "3 00:00:00.000005", "2026-03-02 (UTC)", "4 00:00:00.000000", "5 00:00:00.000001",
                "2026-03-04 (UTC)", "6 00:00:00.000000"),
                lines.stream().map(line -> line.replaceFirst(
                    "^ +(\\S+ \\S+).*", "$1")).toList());
        }
        assertTrue(Run.skim(traffic.toByteArray(), "decode", "--output", "json").out.stream().allMatch(line -> line
            .startsWith("{")));
    }

    @Test
    void statisticsTellLatenciesFailuresAndTheSlowest()
    {
        final JSONObject told = JSON.parseObject(Run.skim(PairsTest.exchange(), "stats", "--json").out.get(0));
        final JSONObject latency = told.getJSONArray("latencyMicros").getJSONObject(0);
        assertEquals("GET_ROUTEINFO_BY_TOPIC", latency.get("name"));
        assertEquals(2, latency.get("count"));
        assertEquals(250, latency.get("p50"));
        assertEquals(1_250_000, latency.getIntValue("max"), 1_250);
        assertEquals(JSON.parseObject(
            "{\"name\":\"GET_ROUTEINFO_BY_TOPIC\",\"reason\":\"TOPIC_NOT_EXIST\",\"remark\":null,\"count\":1}"),
            told
                .getJSONArray("failures").getJSONObject(0));
        assertEquals("A", told.getJSONArray("slowest").getJSONObject(0).get("place"));
        assertEquals(2, told.getJSONArray("rates").size());
        assertEquals(4, told.getJSONObject("segments").get("count"));
        assertEquals(0, told.getJSONObject("segments").get("retransmitted"));
        final String text = String.join("\n", Run.skim(PairsTest.exchange(), "stats", "--live").out);
        assertTrue(text.contains("latency of              answers    50%    90%    99%  99.9%   most"), text);
        assertTrue(text.contains("GET_ROUTEINFO_BY_TOPIC        2  250us  1.25s  1.25s  1.25s  1.25s"), text);
    }

    @Test
    void repeatedSegmentsAreCounted()
    {
        final byte[] again = PairsTest.record(false, 1, 16, 4_000_000, new byte[10]);
        final JSONObject told =
            JSON.parseObject(Run.skim(Frames.join(PairsTest.exchange(), again), "stats", "--json").out
                .get(0));
        assertEquals(1, told.getJSONObject("segments").get("retransmitted"));
        assertEquals(10, told.getJSONObject("segments").get("bytesRetransmitted"));
    }

    /** Of the connections and the time that are chosen, as all else. */
    @ParameterizedTest
    @CsvSource({"--port 40000, 5, 1, 0", "--port 40001, 2, 0, 2", "--peer 10.9.9.9, 0, 0, 0", "--limit 99, 7, 1, 2",
        "--since 00:00:03.5, 2, 1, 1", "--until 00:00:02.0001, 2, 0, 1"})
    void statisticsTellOfChosenSegmentsAlone(final String choice, final int segments, final int again,
        final int waiting)
    {
        final byte[] other = PairsTest.record(false, 1, 16, 1_500_000, PairsTest.request(1, "A"));
        final byte[] capture = Frames.join(PairsTest.exchange(),
            PairsTest.record(false, 1, 16, 4_000_000, new byte[10]), port(
                PairsTest.record(false, 0, 2, 1_400_000, new byte[0])),
            port(other), port(PairsTest.record(false, 1
                + PairsTest.REQUEST_LENGTH, 16, 5_000_000, PairsTest.request(2, "A"))));
        final Run run = Run.skim(capture, ("stats --json " + choice).split(" "));
        assertEquals(segments == 0 ? noConnection(choice) : List.of(), run.err);
        final JSONObject told = JSON.parseObject(run.out.get(0));
        assertEquals(segments, told.getJSONObject("segments").get("count"), run.out.get(0));
        assertEquals(again, told.getJSONObject("segments").get("retransmitted"));
        assertEquals(waiting, told.get("unanswered"));
    }

    /** Makes a record that of another connection. */
    private static byte[] port(final byte[] record)
    {
        record[16 + 21]++;
        return record;
    }

    @Test
    void keepAlivesAreNoRetransmissions()
    {
        final byte[] exchange = PairsTest.exchange();
        final JSONObject before =
            JSON.parseObject(Run.skim(exchange, "stats", "--json").out.get(0)).getJSONObject("segments");
        final int sent = 1 + 2 * PairsTest.REQUEST_LENGTH;
        final byte[] asked = Frames.join(exchange, PairsTest.record(false, sent - 1, 16, 4_000_000, new byte[1]),
            PairsTest.record(false, sent - 1, 16, 5_000_000, new byte[0]));
        final JSONObject after =
            JSON.parseObject(Run.skim(asked, "stats", "--json").out.get(0)).getJSONObject("segments");
        assertEquals(0, before.get("keepAlives"));
        assertEquals(2, after.get("keepAlives"));
        after.put("keepAlives", 0);
        assertEquals(before, after);
        final Run text = Run.skim(asked, "stats");
        assertTrue(text.out.stream().anyMatch(line -> line.matches("keep-alives +2")), text.out.toString());
    }

    @Test
    void statisticsOfAmqpTellLinksAndOutcomes()
    {
        final JSONObject told =
            JSON.parseObject(Run.skim("stats", "--json", "--format", "amqp-frames", "--port", "43056",
                traffic().toString()).out.get(0));
        assertEquals(0, told.get("malformed"));
        assertTrue(
            told.getJSONArray("performatives").stream().anyMatch(each -> "transfer".equals(((JSONObject)each).get(
                "performative"))));
        assertTrue(told.getJSONArray("outcomes").stream().anyMatch(each -> "accepted".equals(((JSONObject)each).get(
            "outcome"))));
        assertFalse(told.getJSONArray("latencyMicros").isEmpty());
    }

    @Test
    void aDispositionIsPairedWithTheDeliveriesItSettles()
    {
        final Run run = Run.skim("decode", "--format", "amqp-frames", "--port", "43056", traffic().toString());
        assertEquals(0, run.status, run.told);
        int paired = 0;
        for (final String line : run.out)
        {
            final JSONObject frame = JSON.parseObject(line);
            if ("disposition".equals(frame.get("performative")) && frame.containsKey("deliveries"))
            {
                assertTrue(frame.getLongValue("latencyMicros") >= 0);
                assertFalse(frame.getJSONObject("link").getString("name").isEmpty());
                paired++;
            }
        }
        assertTrue(paired > 0);
    }

    @Test
    void answersOfARealBrokerArePaired()
    {
        final Run run = Run.skim("decode", "--lenient", "--port", "39886", traffic().toString());
        int requests = 0;
        int answers = 0;
        for (final String line : run.out)
        {
            final JSONObject frame = JSON.parseObject(line);
            requests += frame.getBooleanValue("response") || frame.getBooleanValue("oneway") ? 0 : 1;
            answers += frame.containsKey("latencyMicros") ? 1 : 0;
        }
        assertTrue(answers > 50 && answers <= requests, answers + " of " + requests);
    }

    @Test
    void aFrameIsShownByteByByte() throws IOException
    {
        final Path file = Files.write(folder.resolve("in"), Frames.join(SEND, SEND));
        final Path body = folder.resolve("body");
        final Run run = Run.skim("show", file.toString(), "1", "--extract", body.toString());
        assertEquals(List.of(), run.err);
        assertArrayEquals("body".getBytes(), Files.readAllBytes(body));
        assertEquals(
            "00000008  01 36                                            .6                code = 310 SEND_MESSAGE_V2"
                + "                    int16",
            run.out.get(5));
        assertEquals("frame 1 at offset " + SEND.length + ", " + SEND.length + " bytes", run.out.get(0));
        assertTrue(run.told.isEmpty());
        assertEquals("body", run.out.get(run.out.size() - 1));
        assertEquals(2, Run.skim("show", file.toString(), "2").status);
    }

    @Test
    void aFieldThatIsNullIsShown() throws IOException
    {
        final byte[] frame = Frames.json(
            "{\"code\":34,\"opaque\":1,\"remark\":null,\"extFields\":{\"a\":null,\"b\":\"c\"}}");
        final Run run = Run.skim("show", Files.write(folder.resolve("in"), frame).toString(), "0");
        assertEquals(0, run.status, run.told);
        for (final String shown : List.of("null +remark +JSON", "null +a +JSON ext field", "c +b = c +JSON ext field"))
        {
            assertTrue(run.out.stream().anyMatch(line -> line.matches(".* " + shown)), shown + " in " + run.out);
        }
    }

    @Test
    void aFaultIsMarkedAtItsPlace() throws IOException
    {
        final byte[] bad = Frames.overrun(SEND);
        final Run run = Run.skim("show", Files.write(folder.resolve("in"), bad).toString(), "0");
        assertEquals(1, run.status);
        final JSONObject told = JSON.parseObject(run.err.get(0));
        final String marked = run.out.stream().filter(line -> line.contains("^^")).findFirst().orElseThrow();
        assertTrue(marked.contains(String.format("^^ %08x  %s", told.getIntValue("at"), told.get("error"))), marked);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocketmq", "amqp-frames"})
    void noBytesMakeShowOrStatisticsFail(final String format) throws IOException
    {
        final byte[] sample = "rocketmq".equals(format) ? SEND : Files.readAllBytes(Captures.root().resolve(
            "docs/captures/sample.amqp-frames"));
        final Path file = folder.resolve("in");
        for (int k = 4; k < Math.min(200, sample.length); k++)
        {
            final byte[] changed = sample.clone();
            changed[k] ^= (byte)(1 << k % 8 | 0x80);
            Files.write(file, changed);
            for (final String command : List.of("show", "stats", "decode"))
            {
                final List<String> arguments =
                    new java.util.ArrayList<>(List.of(command, "--format", format, file.toString()));
                arguments.addAll(
                    "show".equals(command) ? List.of("0") : "decode".equals(command) ? List.of("--output", "text")
                        : List.of());
                final Run run = Run.skim(arguments.toArray(String[]::new));
                assertTrue(run.status <= Console.USAGE, command + " " + k + " " + run.told);
                assertFalse(run.told.contains("bug"), run.told);
            }
        }
    }

    @Test
    void manyConnectionsTakeLimitedRoom()
    {
        final AmqpLinks links = new AmqpLinks();
        final Timeline timeline = new Timeline(1_000_000);
        final Traffic traffic = new Traffic();
        for (int k = 0; k < 200_000; k++)
        {
            timeline.add(k * 7_000_000L, 1, false);
            traffic.answer(new Slowest.Answer(k, k, "name " + k, null, "a>b", k));
            traffic.failure("x", "y", "remark " + k);
        }
        assertEquals(0, links.waiting());
        assertTrue(timeline.intervals().size() <= Timeline.MOST);
        long frames = 0;
        for (int k = 0; k < timeline.intervals().size(); k++)
        {
            frames += timeline.intervals().get(k).frames;
        }
        assertEquals(200_000, frames);
        assertEquals(Traffic.MOST_NAMES + 1, traffic.latencies().size());
        assertEquals(Traffic.MOST_FAILURES, traffic.failures.size());
        assertEquals(199_999, traffic.slowest.sorted().get(0).latency());
        timeline.add(Long.MAX_VALUE, 1, true);
        assertTrue(timeline.intervals().size() <= Timeline.MOST);
    }

    /** The layout of MessageClientIDSetter.createUniqID, release 5.5.1. */
    @Test
    void aUniqueKeyIsTakenApart()
    {
        final String made = "0A000001" + "1267" + "1A2B3C4D" + "14A2E07B" + "0007";
        final UniqueKey key = UniqueKey.of(made);
        assertEquals(new UniqueKey("10.0.0.1", 0x1267, 0x1A2B3C4D, 0x14A2E07B, 7), key);
        assertEquals("10.0.0.1/4711/1a2b3c4d/day 5 00:10:18.619/7", key.toString());
        assertEquals(null, UniqueKey.of("0A00"));
        assertEquals(null, UniqueKey.of("x".repeat(32)));
        assertEquals("0:0:0:0:0:0:0:1", UniqueKey.of("0".repeat(31) + "1" + "0".repeat(24)).address());
        final byte[] frame = Frames.binary(310, null, "", "b", "T", "i", "UNIQ_KEY\u0001" + made + "\u0002");
        final String line = Run.skim(frame, "decode", "--output", "text", "--keys").out.get(0);
        assertTrue(line.contains("UNIQ_KEY=10.0.0.1/4711/"), line);
        assertTrue(Run.skim(frame, "decode", "--output", "text").out.get(0).contains("UNIQ_KEY=" + made));
    }

    /** The name of an ext field is its sender's. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noNameThatIsShownObeysATerminal(final boolean binary) throws IOException
    {
        final byte[] frame =
            binary ? Frames.binary(310, "r\033[2J", "b\u009B2J", "k\033]0;x\007", "v\033[2J", "\u202Ek", "")
                : Frames
                    .json("{\"code\":310,\"opaque\":1,\"remark\":\"\\u001b[2J\",\"extFields\":{\"k\\u001b]0;x\\u0007\":"
                        + "\"v\\u001b[2J\",\"\\u202ek\":null}}");
        final String file = Files.write(folder.resolve("in"), frame).toString();
        for (final String command : List.of("show " + file + " 0", "show --all " + file + " 0",
            "decode --output text " + file))
        {
            final Run run = Run.skim(command.split(" "));
            assertEquals(0, run.status, run.told);
            for (final String line : run.out)
            {
                assertFalse(line.chars().anyMatch(unit -> Character.isISOControl(unit) || Character.getType(unit)
                    == Character.FORMAT), command + ": " + line);
            }
        }
    }

    @Test
    void aTextWithTabsIsShown() throws IOException
    {
        final String file =
            Files.write(folder.resolve("in"), Frames.binary(310, null, "a\tb\nc", "b", "T")).toString();
        final List<String> shown = Run.skim("show", file, "0").out;
        assertEquals(List.of("a    b", "c"), shown.subList(shown.size() - 2, shown.size()));
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 77, 78, 79, 100, 150, 200})
    void noLineIsWiderThanANarrowScreen(final int width)
    {
        for (final boolean colour : new boolean[] {true, false})
        {
            final TextLine line = new TextLine(new Screen(true, width, colour));
            line.begin(1_234_567, 1_000_000, new Source(null, "10.0.0.1:40000>10.0.0.2:10911", 0));
            line.name("<-", "SEND_MESSAGE_V2 SYSTEM_BUSY", true);
            line.size(1_234_567_890);
            line.latency(12_345_678);
            line.place("orders");
            line.fact("queueId", "3");
            final String text = line.text();
            assertTrue(text.endsWith("\n"));
            final String date = "       1970-01-01 (UTC)\n";
            assertTrue(text.startsWith(date), text);
            final String plain = text.substring(date.length()).strip().replaceAll("\033\\[[0-9;]*m", "");
            assertTrue(Screen.columns(plain) <= width, plain);
            final String clock = "00:00:01.000000".substring(0, width < 70 ? 8 : width < 100 ? 12 : 15);
            assertTrue(plain.startsWith("1234567 " + clock + ' '), plain);
        }
    }

    /** Every day from 23:59:59 to 00:00:03. */
    @Test
    void aNightIsChosen()
    {
        assertEquals(2,
            Run.skim(PairsTest.exchange(), "decode", "--since", "23:59:59", "--until", "00:00:02.000350").out
                .size());
        assertEquals(1, Run.skim(PairsTest.exchange(), "decode", "--since", "00:00:03", "--until", "00:00:02").out
            .size());
        assertEquals(0, Run.skim(PairsTest.exchange(), "decode", "--since", "1970-01-01T00:00:03Z", "--until",
            "1970-01-01T00:00:02Z").out.size());
    }

    /** Where nothing tells connections and times, choosing by them would take all, or nothing, and not say so. */
    @ParameterizedTest
    @ValueSource(strings = {"decode --since 12:00 $in", "decode --until 12:00 $in", "decode --connection 0 $in",
        "decode --port 10911 $in", "decode --peer 10.0.0.1 $in", "stats --port 10911 $in",
        "filter --where TRUE --port 10911 $in", "follow --connection 0 $in",
        "decode --format amqp-messages --since 12:00 $in"})
    void filesOfFramesHaveNeitherConnectionsNorTimes(final String command) throws IOException
    {
        final String file = Files.write(folder.resolve("in"), SEND).toString();
        final Run run = Run.skim(command.replace("$in", file).split(" "));
        assertEquals(Console.FILE, run.status, run.told);
        assertEquals(List.of("skim: " + file
            + ": it is no capture, and has neither connections nor times to choose by"), run.err);
        assertEquals(List.of(), command.startsWith("stats") ? List.of() : run.out);
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode --hex --since 12:00", "decode --format amqp-values --port 1"})
    void norHaveLinesAndValues(final String command)
    {
        assertEquals(Console.USAGE, Run.skim(command.split(" ")).status);
    }

    /** As clients of hosts with IPv6 make them. */
    @Test
    void aLongUniqueKeyIsTakenApartToo()
    {
        final String made = "20010DB8000000000000000000000001" + "1267" + "1A2B3C4D" + "14A2E07B" + "0007";
        final byte[] frame = Frames.binary(310, null, "", "b", "T", "i", "UNIQ_KEY\u0001" + made + "\u0002");
        final String line = Run.skim(frame, "decode", "--output", "text", "--keys").out.get(0);
        assertTrue(line.contains("UNIQ_KEY=2001:db8:0:0:0:0:0:1/4711/1a2b3c4d/day 5 "), line);
    }

    @Test
    void requestsThatWaitHoldNoLongText()
    {
        assertEquals("x".repeat(255), new SentRequest(1, 10, "x".repeat(255), 1).topic());
        assertEquals(null, new SentRequest(1, 10, "x".repeat(256), 1).topic());
    }

    /** A bug is told in one line; where it is, only who asks is told. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nobodySeesAStackWithoutAsking(final boolean error)
    {
        final java.io.InputStream broken = new java.io.InputStream()
        {
            @Override
            public int read()
            {
                if (error)
                {
                    throw new StackOverflowError("x");
                }
                throw new IllegalStateException("x");
            }
        };
        final Run run = Run.skim(broken, "decode");
        assertEquals(Console.FILE, run.status);
        assertEquals(List.of("skim: this is a bug: " + (error ? "java.lang.StackOverflowError"
            : "java.lang.IllegalStateException")
            + ": x (SKIM_JAVA_OPTS=-Dskim.trace=true shows where it is)"), run.err);
        System.setProperty("skim.trace", "true");
        try
        {
            assertTrue(Run.skim(broken, "decode").told.contains("\tat "));
        }
        finally
        {
            System.clearProperty("skim.trace");
        }
    }

    /** Marks above a letter take no column. */
    @Test
    void aLineHasALimitedNumberOfMarks()
    {
        final String marked = "a" + "\u0301".repeat(100_000);
        final TextLine line = new TextLine(new Screen(true, 200, false));
        line.begin(1, 1, new Source(null));
        line.name("->", marked, false);
        line.place(marked);
        line.fact(marked, marked);
        assertTrue(line.text().length() < 1_000);
    }

    /** The number of a request is that of another thing in a response, here FLUSH_DISK_TIMEOUT. */
    @Test
    void aResponseIsNotChosenByItsOwnCode()
    {
        final byte[] request = Frames.json("{\"code\":10,\"opaque\":1}");
        final byte[] response = Frames.json("{\"code\":10,\"flag\":1,\"opaque\":2}");
        assertEquals(1, Run.skim(Frames.join(request, response), "decode", "--code", "SEND_MESSAGE").out.size());
        final byte[] capture = new Conversations(10_911).send(0, true, 1, request).send(0, false, 2, response)
            .toByteArray();
        assertEquals(1, Run.skim(capture, "decode", "--code", "10").out.size());
    }

    /** With its line feeds and blanks it would take 300 times as much room as it has. */
    @Test
    void aBodyThatIsNestedDeeplyIsShownAsItIs() throws IOException
    {
        final StringBuilder body = new StringBuilder("{\"a\":".repeat(900)).append("{\"b\":1");
        for (int k = 0; k < 20_000; k++)
        {
            body.append(",\"\":1");
        }
        body.append("}".repeat(901));
        final String file =
            Files.write(folder.resolve("in"), Frames.binary(310, null, body.toString(), "b", "T")).toString();
        final Run run = Run.skim("show", "--all", file, "0");
        assertEquals(0, run.status, run.told);
        assertTrue(run.out.stream().anyMatch(line -> line.contains("body = text, ")));
        assertEquals(body.toString(), run.out.get(run.out.size() - 1));
    }

    /** A field of one letter is that of a send request in such requests alone. */
    @ParameterizedTest
    @CsvSource({"310,i,true", "320,i,true", "310,properties,false", "10,properties,true", "10,i,false", "34,i,false"})
    void theRuleOfPropertiesIsThatOfTheFieldThatHasThem(final int code, final String key, final boolean expected)
        throws IOException
    {
        final String file = Files.write(folder.resolve("in"), Frames.binary(code, null, "", key, "a\u0001b\u0002"))
            .toString();
        final List<String> rows =
            Run.skim("show", file, "0").out.stream().filter(row -> row.contains(" = a=b;")).toList();
        assertEquals(1, rows.size(), rows.toString());
        assertTrue(rows.get(0).contains("  " + key + ("i".equals(key) && expected ? " properties = " : " = ")),
            rows.get(0));
        assertEquals(expected, rows.get(0).endsWith("UTF-8, names and values apart by 01, pairs by 02"), rows.get(0));
    }
}

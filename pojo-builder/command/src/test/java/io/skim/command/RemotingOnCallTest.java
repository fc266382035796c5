package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.rocketmq.remoting.protocol.LanguageCode;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody asks of a capture at night: who sends, with which release, what waits, what is slow, what failed. */
class RemotingOnCallTest
{
    private static final long NOON = 1_772_366_400_000_000L;
    private static final int OLD = 401;
    private static final int NEW = 513;

    @TempDir
    private Path folder;

    private static byte[] request(final int code, final int opaque, final int version, final String topic)
    {
        final RemotingCommand command = RemotingCommand.createRequestCommand(code, null);
        command.setOpaque(opaque);
        command.setVersion(version);
        command.setLanguage(LanguageCode.JAVA);
        command.addExtField("topic", topic);
        return bytes(command);
    }

    private static byte[] response(final int code, final int opaque, final String remark)
    {
        final RemotingCommand command = RemotingCommand.createResponseCommand(code, remark);
        command.setOpaque(opaque);
        command.markResponseType();
        return bytes(command);
    }

    private static byte[] bytes(final RemotingCommand command)
    {
        final byte[] bytes = new byte[command.encode().remaining()];
        command.encode().get(bytes);
        return bytes;
    }

    /**
     * Two clients. That of an old release sends three times, once in vain and once without an answer; the other one pulls, and the
     * broker lets it wait.
     */
    private static byte[] capture()
    {
        return new Conversations(10_911)
            .send(1, true, NOON, request(RequestCode.SEND_MESSAGE, 1, OLD, "orders"))
            .send(2, true, NOON + 100, request(RequestCode.PULL_MESSAGE, 1, NEW, "orders"))
            .send(1, false, NOON + 400, response(0, 1, null))
            .send(1, true, NOON + 500, request(RequestCode.SEND_MESSAGE, 2, OLD, "orders"))
            .send(1, false, NOON + 700, response(14, 2, "disk full"))
            .send(1, true, NOON + 800, request(RequestCode.SEND_MESSAGE, 3, OLD, "orders"))
            .send(2, false, NOON + 15_000_100, response(19, 1, "no new message"))
            .send(2, true, NOON + 15_000_200, request(RequestCode.PULL_MESSAGE, 2, NEW, "orders"))
            .toByteArray();
    }

    private static JSONObject stats()
    {
        return JSONObject.parseObject(Run.skim(capture(), "stats", "--json").out.get(0));
    }

    private static String row(final List<String> lines, final String first)
    {
        return lines.stream().filter(line -> line.startsWith(first)).findFirst().orElse("no row " + first)
            .replaceAll(" +", " ");
    }

    @Test
    void statsTellsWhoSendsWithWhichRelease()
    {
        final List<String> told = Run.skim(capture(), "stats").out;
        final String bytes = String.format("%,d", 3 * request(RequestCode.SEND_MESSAGE, 1, OLD, "orders").length);
        assertEquals("10.1.0.1 JAVA 4.9.4 401 3 37.5 " + bytes, row(told, "10.1.0.1"));
        assertTrue(row(told, "10.1.0.2").startsWith("10.1.0.2 JAVA 5.5.0 513 2 "), told::toString);
        final JSONObject first = stats().getJSONArray("clients").getJSONObject(0);
        assertEquals("10.1.0.1", first.getString("address"));
        assertEquals("JAVA", first.getString("language"));
        assertEquals(OLD, first.getIntValue("version"));
        assertEquals("4.9.4", first.getString("release"));
        assertEquals(3, first.getIntValue("frames"));
    }

    /** Files of frames have no addresses. */
    @Test
    void statsOfAFileTellsReleases()
    {
        final byte[] frames = Frames.join(request(RequestCode.SEND_MESSAGE, 1, OLD, "orders"), request(
            RequestCode.SEND_MESSAGE, 2, 7, "orders"), response(0, 1, null));
        final List<String> told = Run.skim(frames, "stats").out;
        assertEquals("requests of release version frames % bytes", row(told, "requests of"));
        assertTrue(told.stream().anyMatch(line -> line.matches("JAVA +4\\.9\\.4 +401 +1 +33\\.3 .*")), told::toString);
        assertTrue(told.stream().anyMatch(line -> line.matches("JAVA +unknown +7 +1 +33\\.3 .*")), told::toString);
    }

    @Test
    void statsTellsWhatHasNoAnswer()
    {
        final List<String> told = Run.skim(capture(), "stats").out;
        assertEquals("SEND_MESSAGE 2026-03-01 12:00:00.000800 1 5", row(told.stream().dropWhile(
            line -> !line.matches("unanswered +first sent .*")).toList(), "SEND_MESSAGE"));
        final JSONArray waiting = stats().getJSONArray("unansweredRequests");
        assertEquals(List.of("SEND_MESSAGE", "PULL_MESSAGE"), waiting.stream().map(each -> ((JSONObject)each).getString(
            "name")).collect(Collectors.toList()));
        assertEquals(5, waiting.getJSONObject(0).getIntValue("i"));
        assertEquals("2026-03-01T12:00:15.000200Z", waiting.getJSONObject(1).getString("time"));
        final JSONObject chosen =
            JSONObject.parseObject(Run.skim(capture(), "stats", "--json", "--since", "12:00:01").out
                .get(0));
        assertEquals(1, chosen.getJSONArray("unansweredRequests").size());
    }

    /** A pull that waits for messages tells nothing of the broker. */
    @Test
    void aPullThatWaitsIsNoneOfTheSlowest()
    {
        final JSONObject told = stats();
        assertEquals(List.of("SEND_MESSAGE", "SEND_MESSAGE"), told.getJSONArray("slowest").stream().map(
            each -> ((JSONObject)each).getString("name")).collect(Collectors.toList()));
        final JSONObject pull = told.getJSONArray("latencyMicros").getJSONObject(0);
        assertEquals("PULL_MESSAGE", pull.getString("name"));
        assertTrue(pull.getBooleanValue("mayWait"));
        assertFalse(told.getJSONArray("latencyMicros").getJSONObject(1).containsKey("mayWait"));
        final List<String> text = Run.skim(capture(), "stats").out;
        assertTrue(row(text, "PULL_MESSAGE *").contains("15.0s"), text::toString);
        assertTrue(text.stream().anyMatch(line -> line.startsWith("* waits for messages")), text::toString);
    }

    @Test
    void theReportTellsWhatHasNoAnswer() throws IOException
    {
        final Path out = folder.resolve("report.html");
        assertEquals(0, Run.skim(capture(), "report", "-o", out.toString()).status);
        final String page = Files.readString(out);
        final String table = page.substring(page.indexOf("<table id=\"unanswered-table\""));
        final String text =
            table.substring(0, table.indexOf("</table>")).replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
        assertTrue(
            text.endsWith(
                "SEND_MESSAGE 1 2026-03-01 12:00:00.000 5 orders PULL_MESSAGE 1 2026-03-01 12:00:15.000 7 orders "),
            text);
        assertEquals(0, Run.skim(request(RequestCode.SEND_MESSAGE, 1, OLD, "orders"), "report", "-o", out
            .toString()).status);
        assertFalse(Files.readString(out).contains("unanswered-table"), "a file of frames tells nothing of responses");
    }

    @Test
    void theReportsSlowestAndLatencyOverTimeHaveNoPullThatWaits() throws IOException
    {
        final Path out = folder.resolve("report.html");
        assertEquals(0, Run.skim(capture(), "report", "-o", out.toString()).status);
        final String page = Files.readString(out);
        final String slowest = page.substring(page.indexOf("<table id=\"slowest\""));
        assertTrue(slowest.substring(0, slowest.indexOf("</table>")).contains("SEND_MESSAGE"));
        assertFalse(slowest.substring(0, slowest.indexOf("</table>")).contains("PULL_MESSAGE"));
        final String overTime = page.substring(page.indexOf("<table id=\"latency-time\""));
        assertFalse(overTime.substring(0, overTime.indexOf("</table>")).contains("15,000"));
        assertTrue(page.contains("JAVA 4.9.4, version 401, JSON"));
    }

    @Test
    void aReportOfPullsAloneHasTheirLatencies() throws IOException
    {
        final Path out = folder.resolve("report.html");
        assertEquals(0, Run.skim(capture(), "filter", "--code", "11", "--count").status);
        final byte[] pulls = new Conversations(10_911)
            .send(2, true, NOON, request(RequestCode.PULL_MESSAGE, 1, NEW, "orders"))
            .send(2, false, NOON + 15_000_000, response(19, 1, null)).toByteArray();
        assertEquals(0, Run.skim(pulls, "report", "-o", out.toString()).status);
        final String page = Files.readString(out);
        assertFalse(page.contains("nothing is answered"));
        assertFalse(page.contains("<table id=\"slowest\""));
        final String latencies = page.substring(page.indexOf("<table id=\"latencies\""));
        assertTrue(latencies.substring(0, latencies.indexOf("</table>")).contains("PULL_MESSAGE"));
    }

    @Test
    void decodePrintsFailuresAlone()
    {
        final Run run = Run.skim(capture(), "decode", "--failed");
        assertEquals(1, run.out.size());
        assertEquals("disk full", JSONObject.parseObject(run.out.get(0)).getString("remark"));
        assertEquals(2, Run.skim(capture(), "decode", "--failed", "--format", "amqp-frames").status);
    }

    /** The name of what was asked gives way: without colours nothing else tells that it failed. */
    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 100, 200})
    void noWidthHidesWhyARequestFailed(final int width)
    {
        final TextLine line = new TextLine(new Screen(true, width, false));
        line.begin(1, NOON, new Source(null, "10.0.0.1:40000>10.0.0.2:10911", 0));
        line.name("<-", "GET_ROUTEINFO_BY_TOPIC", "TOPIC_NOT_EXIST", true);
        assertEquals(width >= 60, line.text().contains("TOPIC_NOT_EXIST"), line.text());
    }

    /** Numbers alone may need more; texts are cut. */
    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120, 200})
    void noTableIsWiderThanTheScreen(final int width)
    {
        final Console console = new Console(new java.io.ByteArrayInputStream(capture()), java.io.OutputStream
            .nullOutputStream(), java.io.OutputStream.nullOutputStream());
        final FrameStatistics statistics = new FrameStatistics(console, io.skim.scan.Strictness.STRICT);
        new Inputs(console, null, true).read(statistics);
        final String text = new StatisticsTable(20, new Screen(true, width, false)).text(statistics);
        text.lines().forEach(line -> assertTrue(Screen.columns(line) <= width, line));
        assertTrue(text.contains("SEND_MESSAGE"), text);
        assertEquals(width >= 120, text.contains("10.2.0.1:10911>10.1.0.1:40001"), text);
    }

    @Test
    void tablesCutTheWidestTextFirst()
    {
        final TextTable table = new TextTable(30);
        table.addFirst(List.of(List.of("a", "b", "1"), List.of("short", "x".repeat(60), "1,000")), 2);
        assertEquals("a      b" + " ".repeat(21) + "1\nshort  " + "x".repeat(15) + "\u2026  1,000\n", table.toString());
    }

    @Test
    void showNamesShortFieldsTheCodeAndTheRelease() throws IOException
    {
        for (final boolean binary : new boolean[] {true, false})
        {
            final byte[] frame = binary ? Frames.binary(310, null, "", "a", "G", "b", "orders")
                : bytes(json());
            final Path file = Files.write(folder.resolve("frame"), frame);
            final String told = String.join("\n", Run.skim("show", file.toString(), "0").out);
            assertTrue(told.contains("code = 310 SEND_MESSAGE_V2"), told);
            assertTrue(told.contains("b topic = orders"), told);
            assertTrue(told.contains("a producerGroup = G"), told);
            assertTrue(binary || told.contains("version = 401 4.9.4"), told);
        }
    }

    private static RemotingCommand json()
    {
        final RemotingCommand command = RemotingCommand.createRequestCommand(310, null);
        command.setVersion(OLD);
        command.addExtField("a", "G");
        command.addExtField("b", "orders");
        return command;
    }
}

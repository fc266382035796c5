package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All commands over real captures of packets, beside the files whose frames the packets carry.
 */
class CaptureReadingTest
{
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    /** Ethernet, IPv4 and TCP with the timestamps that Linux sends. */
    private static final int PACKET_HEADERS = 14 + 20 + 32;

    /** As in ORIGIN.md beside the captures. */
    private static final Map<String, String> SENT = Map.of("127.0.0.1:40000>127.0.0.1:10911", "json-js-requests",
        "127.0.0.1:10911>127.0.0.1:40000", "json-js-responses", "[::1]:40001>[::1]:10912", "binary-slave-requests",
        "[::1]:10912>[::1]:40001", "binary-slave-responses");

    @TempDir
    Path folder;

    private static byte[] capture(final String name) throws IOException
    {
        return Files.readAllBytes(
            Captures.root().resolve("pojo-builder/store/src/test/resources/io/skim/store/capture").resolve(
                name));
    }

    private Path file(final byte[] bytes) throws IOException
    {
        return Files.write(folder.resolve("packets"), bytes);
    }

    private static Path sent(final String connection)
    {
        return Captures.root().resolve("docs/captures/rocketmq-" + SENT.get(connection) + ".frames");
    }

    private static String[] withAllFiles(final String... arguments)
    {
        final List<String> all = new ArrayList<>(Arrays.asList(arguments));
        SENT.keySet().forEach(connection -> all.add(sent(connection).toString()));
        return all.toArray(String[]::new);
    }

    /** The lines of each connection, without numbers that count over all. */
    private static Map<String, List<JSONObject>> byConnection(final Run run)
    {
        final Map<String, List<JSONObject>> lines = new TreeMap<>();
        for (int k = 0; k < run.out.size(); k++)
        {
            final JSONObject line = JSON.parseObject(run.out.get(k));
            // What is reported has a number, too.
            final int i = (Integer)line.remove("i");
            assertTrue(i >= k && i <= k + run.err.size(), line.toString());
            withoutTimes(line);
            lines.computeIfAbsent((String)line.remove("connection"), connection -> new ArrayList<>()).add(line);
        }
        return lines;
    }

    /** What a file of frames cannot tell. */
    private static JSONObject withoutTimes(final JSONObject line)
    {
        List.of("time", "request", "latencyMicros").forEach(line::remove);
        return line;
    }

    private static List<JSONObject> decoded(final String connection)
    {
        return Run.skim("decode", sent(connection).toString()).out.stream().map(JSON::parseObject).peek(line -> line
            .remove("i")).collect(Collectors.toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"loopback.pcap", "loopback.pcapng", "loopback-cooked.pcap"})
    void decodesTheFramesOfEachDirection(final String name) throws IOException
    {
        final Run run = Run.skim("decode", file(capture(name)).toString());
        assertEquals(List.of(), run.err);
        assertEquals(0, run.status);
        final Map<String, List<JSONObject>> lines = byConnection(run);
        assertEquals(SENT.keySet(), lines.keySet());
        lines.forEach((connection, frames) -> assertEquals(decoded(connection), frames, connection));
    }

    @Test
    void readsACaptureFromStandardInputAndAmongFiles() throws IOException
    {
        final byte[] frame = Frames.binary(310, null, "body", "a", "G", "b", "T");
        final Path frames = Files.write(folder.resolve("frames"), frame);
        final Run run = Run.skim(capture("loopback.pcap"), "decode", frames.toString(), "-", frames.toString());
        assertEquals(0, run.status);
        final Map<String, List<JSONObject>> lines = new LinkedHashMap<>();
        run.out.forEach(line -> lines.computeIfAbsent(JSON.parseObject(line).getString("connection"),
            connection -> new ArrayList<>()).add(JSON.parseObject(line)));
        assertEquals(2, lines.get(null).size());
        assertEquals(run.out.size() - 1, lines.get(null).get(1).get("i"));
        assertEquals(0, lines.get(null).get(1).get("offset"));
    }

    private static Set<String> frames(final byte[] bytes)
    {
        return Frames.cut(bytes).stream().map(Arrays::toString).collect(Collectors.toSet());
    }

    @Test
    void filtersAndRewritesAsInFiles() throws IOException
    {
        final String packets = file(capture("loopback.pcapng")).toString();
        final String[][] commands = {{"filter", "--where", "$opaque > 10"}, {"rewrite", "--set", "opaque=7", "--where",
            "$opaque > 10"}};
        for (final String[] command : commands)
        {
            final List<String> arguments = new ArrayList<>(List.of(command));
            arguments.add(packets);
            final Run run = Run.skim(arguments.toArray(String[]::new));
            final Run expected = Run.skim(withAllFiles(command));
            assertEquals(List.of(), run.err);
            assertEquals(expected.bytes.length, run.bytes.length);
            assertTrue(expected.bytes.length > 0);
            assertEquals(frames(expected.bytes), frames(run.bytes));
        }
    }

    @Test
    void countsAsInFiles() throws IOException
    {
        final JSONObject told = JSON.parseObject(Run.skim(capture("loopback.pcap"), "stats", "--json").out.get(0));
        final JSONObject expected = JSON.parseObject(Run.skim(withAllFiles("stats", "--json")).out.get(0));
        for (final JSONObject statistics : List.of(told, expected))
        {
            // Those of time and of the network are of captures alone.
            List.of("unanswered", "unansweredRequests", "latencyMicros", "slowest", "rates", "segments").forEach(
                statistics::remove);
            // So are addresses.
            statistics.put("clients", statistics.getJSONArray("clients").stream().map(JSONObject.class::cast).collect(
                Collectors.groupingBy(client -> client.getString("language") + client.getIntValue("version"), Collectors
                    .summingLong(client -> client.getLongValue("bytes")))));
            statistics.getJSONArray("lag").forEach(row -> ((JSONObject)row).remove("broker"));
            for (final String rows : List.of("roles", "codes", "serializeTypes", "languages", "topics", "failures"))
            {
                // Equally frequent ones stand in the order in which they came.
                statistics.put(rows, new HashSet<>(statistics.getJSONArray(rows)));
            }
        }
        assertEquals(expected, told);
        assertTrue(told.getIntValue("frames") > 40);
    }

    /** Where each record of a little-endian pcap begins, its end behind them. */
    private static List<Integer> records(final byte[] pcap)
    {
        final ByteBuffer numbers = ByteBuffer.wrap(pcap).order(ByteOrder.LITTLE_ENDIAN);
        final List<Integer> records = new ArrayList<>();
        int at = FILE_HEADER;
        for (; at < pcap.length; at += RECORD_HEADER + numbers.getInt(at + 8))
        {
            records.add(at);
        }
        records.add(at);
        return records;
    }

    @Test
    void tellsWhereACaptureIsCutOff() throws IOException
    {
        final byte[] whole = capture("loopback.pcap");
        final List<Integer> records = records(whole);
        final int last = records.get(records.size() / 2);
        final Path file = file(Arrays.copyOf(whole, last + RECORD_HEADER + 3));
        final Run run = Run.skim("decode", file.toString());
        assertEquals(1, run.status);
        assertTrue(run.out.size() > 10, run.out.toString());
        final JSONObject error = JSON.parseObject(run.err.get(0));
        assertEquals("CAPTURE_TRUNCATED", error.get("error"));
        assertEquals(last, error.get("offset"));
        assertEquals(file.toString(), error.get("file"));
        // What was on its way on a connection is cut off, too.
        run.err.stream().skip(1).map(JSON::parseObject).forEach(cut -> {
            assertEquals("TRUNCATED", cut.get("error"));
            assertTrue(SENT.containsKey(cut.getString("connection")), cut.toString());
        });
    }

    private static boolean isPayload(final byte[] pcap, final int from, final int to)
    {
        return to - from > RECORD_HEADER + PACKET_HEADERS + 100 && pcap[from + RECORD_HEADER + 12] == 8;
    }

    private static long end(final JSONObject frame)
    {
        return frame.getLongValue("offset") + Integer.BYTES + frame.getLongValue("frameLength");
    }

    @Test
    void readsAllFramesButThoseThatAMissingSegmentHeld() throws IOException
    {
        final byte[] whole = capture("loopback.pcap");
        final List<Integer> records = records(whole);
        int k = records.size() / 3;
        while (!isPayload(whole, records.get(k), records.get(k + 1)))
        {
            k++;
        }
        final ByteArrayOutputStream rest = new ByteArrayOutputStream();
        rest.write(whole, 0, records.get(k));
        rest.write(whole, records.get(k + 1), whole.length - records.get(k + 1));
        final Run run = Run.skim("decode", file(rest.toByteArray()).toString());
        assertEquals(1, run.status);
        assertEquals(1, run.err.size(), run.err.toString());
        final JSONObject error = JSON.parseObject(run.err.get(0));
        assertEquals("SEGMENT_LOST", error.get("error"));
        assertEquals(error.get("at"), error.get("offset"));
        final String broken = error.getString("connection");
        final int missing = records.get(k + 1) - records.get(k) - RECORD_HEADER - PACKET_HEADERS;
        final long lost = error.getLongValue("at");
        final String message = error.getString("message");
        assertTrue(message.startsWith(missing + " bytes are missing in the capture, "), message);
        byConnection(run).forEach((connection, frames) -> {
            final List<JSONObject> expected = decoded(connection);
            assertEquals(expected.stream().filter(frame -> !connection.equals(broken) || end(frame) <= lost || frame
                .getLongValue("offset") >= lost + missing).collect(Collectors.toList()), frames, connection);
            assertTrue(!connection.equals(broken) || message.endsWith("reading goes on at " + frames.stream().mapToLong(
                frame -> frame.getLongValue("offset")).filter(offset -> offset > lost).findFirst().orElseThrow()),
                message);
        });
    }

    @Test
    void namesOtherProtocolsOnAConnection() throws IOException
    {
        final byte[] pcap = capture("loopback.pcap");
        final List<Integer> records = records(pcap);
        final byte[] http = "GET /".getBytes(StandardCharsets.US_ASCII);
        int k = 0;
        while (!isPayload(pcap, records.get(k), records.get(k + 1)))
        {
            k++;
        }
        System.arraycopy(http, 0, pcap, records.get(k) + RECORD_HEADER + PACKET_HEADERS, http.length);
        final Run run = Run.skim("stats", "--json", file(pcap).toString());
        assertEquals(1, run.status);
        assertEquals(1, run.err.size(), run.err.toString());
        final JSONObject error = JSON.parseObject(run.err.get(0));
        assertEquals("PROTOCOL_HTTP", error.get("error"));
        assertEquals(0, error.get("offset"));
    }

    /** Of a TCP segment over IPv4 or IPv6 of loopback. */
    private static boolean isSyn(final byte[] pcap, final int record)
    {
        final int network = record + RECORD_HEADER + 14;
        return (pcap[network + (pcap[network] >>> 4 == 4 ? 20 : 40) + 13] & 2) != 0;
    }

    /** The records from a number on, without those that begin connections. */
    private static byte[] olderConnections(final byte[] pcap, final int first)
    {
        final List<Integer> records = records(pcap);
        final ByteArrayOutputStream rest = new ByteArrayOutputStream();
        rest.write(pcap, 0, FILE_HEADER);
        for (int k = first; k < records.size() - 1; k++)
        {
            if (!isSyn(pcap, records.get(k)))
            {
                rest.write(pcap, records.get(k), records.get(k + 1) - records.get(k));
            }
        }
        return rest.toByteArray();
    }

    private static List<JSONObject> withoutOffsets(final List<JSONObject> lines)
    {
        lines.forEach(line -> line.remove("offset"));
        return lines;
    }

    @Test
    void readsConnectionsThatAreOlderThanTheCaptureFromTheirNextFrame() throws IOException
    {
        final byte[] whole = capture("loopback.pcap");
        final Map<String, List<JSONObject>> all = new TreeMap<>();
        SENT.keySet().forEach(connection -> all.put(connection, withoutOffsets(decoded(connection))));
        int read = 0;
        int passed = 0;
        for (int first = 0; first < records(whole).size() - 1; first += 3)
        {
            final Run run = Run.skim(olderConnections(whole, first), "decode");
            for (final String error : run.err)
            {
                assertEquals("SEGMENT_LOST", JSON.parseObject(error).get("error"));
                passed++;
            }
            final Map<String, List<JSONObject>> lines = new TreeMap<>();
            run.out.stream().map(JSON::parseObject).peek(line -> line.remove("i")).forEach(line -> lines
                .computeIfAbsent((String)line.remove("connection"), connection -> new ArrayList<>())
                .add(withoutTimes(line)));
            for (final Map.Entry<String, List<JSONObject>> frames : lines.entrySet())
            {
                final List<JSONObject> expected = all.get(frames.getKey());
                final int count = frames.getValue().size();
                assertEquals(expected.subList(expected.size() - count, expected.size()), withoutOffsets(frames
                    .getValue()));
                read += count;
            }
            // All of them begin with a frame, one of them with three bytes of it.
            assertTrue(first > 0 || read > 60 && run.err.isEmpty(), run.err.toString());
        }
        assertTrue(read > 300 && passed > 50, read + " " + passed);
    }

    @Test
    void numbersACaptureThatEndsEarlyAsAUnitOfItsOwn() throws IOException
    {
        final byte[] whole = capture("loopback.pcap");
        final Path cut = file(Arrays.copyOf(whole, whole.length - 5));
        final Run run = Run.skim(Frames.binary(310, null, "", "b", "T"), "decode", cut.toString(), "-");
        assertEquals("CAPTURE_TRUNCATED", JSON.parseObject(run.err.get(0)).get("error"));
        assertEquals(run.out.size() - 1, JSON.parseObject(run.err.get(0)).get("i"));
        assertEquals(run.out.size(), JSON.parseObject(run.out.get(run.out.size() - 1)).get("i"));
    }

    @Test
    void namesOtherProtocolsOnOlderConnections() throws IOException
    {
        final byte[] pcap = olderConnections(capture("loopback.pcap"), 0);
        final List<Integer> records = records(pcap);
        final byte[] tls = {0x16, 3, 1, 0, 99};
        int k = 0;
        while (!isPayload(pcap, records.get(k), records.get(k + 1)))
        {
            k++;
        }
        System.arraycopy(tls, 0, pcap, records.get(k) + RECORD_HEADER + PACKET_HEADERS, tls.length);
        final Run run = Run.skim("stats", file(pcap).toString());
        assertEquals("PROTOCOL_TLS", JSON.parseObject(run.err.get(0)).get("error"));
    }

    @Test
    void tellsOfConnectionsInWhichNoFrameBegins() throws IOException
    {
        final Run run = Run.skim(olderConnections(capture("loopback.pcap"), 0), "decode", "--format", "amqp-frames");
        assertEquals(1, run.status);
        assertEquals(SENT.size(), run.err.size());
        run.err.forEach(error -> assertTrue(JSON.parseObject(error).getString("message").startsWith(
            "the capture begins inside of a frame, and in its "), error));
    }

    @Test
    void whatIsToBeACaptureAndIsNoneIsRefused() throws IOException
    {
        final Run run = Run.skim(Frames.binary(310, null, "body", "a", "G", "b", "T"), "decode", "--pcap");
        assertEquals(1, run.status);
        assertEquals(List.of(), run.out);
        assertEquals("CAPTURE_MALFORMED", JSON.parseObject(run.err.get(0)).get("error"));
    }

    @Test
    void aCaptureHoldsAmqpFramesToo() throws IOException
    {
        final Run run = Run.skim(capture("loopback.pcap"), "decode", "--format", "amqp-frames");
        assertEquals(1, run.status);
        assertEquals(SENT.keySet(),
            run.err.stream().map(line -> JSON.parseObject(line).getString("connection")).collect(
                Collectors.toSet()));
        assertArrayEquals(new byte[0], run.bytes);
    }

    /** Of PPP (9), for example: else a capture with nothing that is read looks like one of silence. */
    @Test
    void packetsOfOtherLinksAreTold() throws IOException
    {
        final byte[] ppp = Pcap.of(List.of(Frames.binary(310, null, "", "b", "T")), 1_000);
        ppp[23] = 9;
        final Path file = Files.write(folder.resolve("ppp"), ppp);
        final Run run = Run.skim("decode", file.toString());
        assertEquals(List.of(), run.out);
        assertEquals(List.of("skim: warning: " + file + ": 2 packets are of a type of link that is not read"), run.err);
        assertEquals(0, run.status);
    }

    /** Else a capture with nothing but fragments looks like one of silence. */
    @Test
    void fragmentsOfIpAreTold() throws IOException
    {
        final byte[] capture = Pcap.of(List.of(Frames.binary(310, null, "", "b", "T")), 1_000);
        // Of the second packet: more fragments follow.
        final int second = 24 + 16 + 40;
        capture[second + 16 + 6] = 0x20;
        final Path file = Files.write(folder.resolve("fragments"), capture);
        final Run run = Run.skim("decode", file.toString());
        assertEquals(List.of(), run.out);
        assertEquals(List.of("skim: warning: " + file
            + ": 1 packets are fragments of IP, which are not put together; what they carry is missing"), run.err);
        assertEquals(0, run.status);
    }
}

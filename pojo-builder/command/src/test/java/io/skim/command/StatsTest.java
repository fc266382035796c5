package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * {@code skim stats}, beside what the captures' oracles say.
 */
class StatsTest
{
    private static final byte[] SEND = Frames.binary(310, null, "body", "a", "G", "b", "T");
    private static final byte[] ROUTE =
        Frames.json("{\"code\":105,\"opaque\":1,\"extFields\":{\"topic\":\"T\"},\"language\":\"GO\"}");
    private static final byte[] ANSWER =
        Frames.json("{\"code\":0,\"opaque\":1,\"flag\":1,\"extFields\":{\"topic\":\"No\"}}");
    private static final byte[] ONEWAY =
        Frames.json("{\"code\":15,\"opaque\":1,\"flag\":2,\"extFields\":{\"topic\":\"U\"}}");

    private static JSONObject json(final byte[] in)
    {
        final Run run = Run.skim(in, "stats", "--json");
        assertEquals(1, run.out.size());
        return JSON.parseObject(run.out.get(0));
    }

    @Test
    void countsWhatTheCapturesHold() throws IOException
    {
        final List<String> arguments = new ArrayList<>(List.of("stats", "--json"));
        final Map<String, Long> codes = new TreeMap<>();
        final Map<String, Long> types = new TreeMap<>();
        final List<Integer> headers = new ArrayList<>();
        final List<Integer> bodies = new ArrayList<>();
        long bytes = 0;
        for (final Path file : Captures.remoting())
        {
            if (!Files.exists(oracle(file)))
            {
                continue;
            }
            arguments.add(file.toString());
            bytes += Files.size(file);
            for (final String line : Files.readAllLines(oracle(file)))
            {
                final JSONObject frame = JSON.parseObject(line);
                codes.merge(frame.get("code") + " " + ((frame.getIntValue("flag") & 1) != 0), 1L, Long::sum);
                types.merge(frame.getString("serializeType"), 1L, Long::sum);
                headers.add(frame.getIntValue("headerLength"));
                bodies.add(frame.getIntValue("bodyLength"));
            }
        }
        final Run run = Run.skim(arguments.toArray(String[]::new));
        assertEquals(List.of(), run.err);
        final JSONObject told = JSON.parseObject(run.out.get(0));
        assertEquals(headers.size(), told.get("frames"));
        assertEquals(bytes, told.getLongValue("bytes"));
        assertEquals(0, told.get("malformed"));
        assertEquals(codes, counts(told.getJSONArray("codes"), "code", "response"));
        assertEquals(types, counts(told.getJSONArray("serializeTypes"), "serializeType"));
        check(headers, told.getJSONObject("headerLength"));
        check(bodies, told.getJSONObject("bodyLength"));
    }

    private static Path oracle(final Path frames)
    {
        return frames.resolveSibling(frames.getFileName().toString().replace(".frames", ".jsonl"));
    }

    private static Map<String, Long> counts(final JSONArray rows, final String... keys)
    {
        final Map<String, Long> counts = new TreeMap<>();
        for (int k = 0; k < rows.size(); k++)
        {
            final JSONObject row = rows.getJSONObject(k);
            final StringBuilder key = new StringBuilder(row.getString(keys[0]));
            for (int more = 1; more < keys.length; more++)
            {
                key.append(' ').append(row.get(keys[more]));
            }
            counts.put(key.toString(), row.getLong("frames"));
        }
        return counts;
    }

    /** To three digits. */
    private static void check(final List<Integer> lengths, final JSONObject told)
    {
        Collections.sort(lengths);
        assertNear(lengths.get(0), told.getIntValue("min"));
        assertNear(lengths.get((lengths.size() + 1) / 2 - 1), told.getIntValue("p50"));
        assertNear(lengths.get((int)Math.ceil(lengths.size() * 0.9) - 1), told.getIntValue("p90"));
        assertNear(lengths.get((int)Math.ceil(lengths.size() * 0.99) - 1), told.getIntValue("p99"));
        assertNear(lengths.get(lengths.size() - 1), told.getIntValue("max"));
    }

    private static void assertNear(final int expected, final int actual)
    {
        assertEquals(expected, actual, expected / 1_000.0 + 0.5);
    }

    @Test
    void tellsRolesLanguagesAndTopics()
    {
        final JSONObject told = json(Frames.join(SEND, ROUTE, ANSWER, ONEWAY, ROUTE));
        assertEquals(Map.of("request", 3L, "one-way", 1L, "response", 1L), counts(told.getJSONArray("roles"), "role"));
        assertEquals(Map.of("JAVA", 3L, "GO", 2L), counts(told.getJSONArray("languages"), "language"));
        assertEquals(Map.of("T", 3L, "U", 1L), counts(told.getJSONArray("topics"), "topic"));
        assertEquals(SEND.length + 2 * ROUTE.length, told.getJSONArray("topics").getJSONObject(0).getLongValue(
            "bytes"));
    }

    @Test
    void printsTablesForPeople()
    {
        final Run run = Run.skim(Frames.join(SEND, ROUTE, ANSWER, ONEWAY), "stats");
        assertEquals(0, run.status);
        final String all = String.join("\n", run.out);
        assertTrue(all.startsWith("frames       4\nbytes      "), all);
        assertTrue(all.contains("\nGET_ROUTEINFO_BY_TOPIC  request    105       1  25.0"), all);
        assertTrue(all.contains("\nSUCCESS                 response     0       1  25.0"), all);
        assertTrue(all.contains("\ntopic  frames     %  bytes\nT           2  50.0"), all);
        for (final String line : run.out)
        {
            assertEquals(line.stripTrailing(), line);
        }
    }

    @Test
    void countsNothingInNothing()
    {
        final Run run = Run.skim("stats");
        assertEquals(0, run.status);
        assertEquals(List.of("frames     0", "bytes      0", "malformed  0"), run.out);
        final JSONObject told = json(new byte[0]);
        assertEquals(0, told.get("frames"));
        assertEquals(0, told.getJSONObject("bodyLength").get("max"));
    }

    @Test
    void countsMalformedFramesByThemselves()
    {
        final byte[] bad = Frames.overrun(SEND);
        final Run run = Run.skim(Frames.join(SEND, bad, ROUTE, Arrays.copyOf(bad, bad.length - 1)), "stats", "--json");
        assertEquals(1, run.status);
        final JSONObject told = JSON.parseObject(run.out.get(0));
        assertEquals(2, told.get("frames"));
        assertEquals(2, told.get("malformed"));
        assertEquals(SEND.length + ROUTE.length, told.get("bytes"));
        assertEquals(2, run.err.size());
        final JSONObject error = JSON.parseObject(run.err.get(0));
        assertEquals(1, error.get("i"));
        assertEquals(SEND.length, error.get("offset"));
        assertEquals("VALUE_OVERRUNS_MAP", error.get("error"));
        assertEquals(3, JSON.parseObject(run.err.get(1)).get("i"));
    }

    @Test
    void countsAFrameThatIsCutOffAsMalformedAlone()
    {
        final JSONObject told = json(Frames.join(ROUTE, Arrays.copyOf(SEND, SEND.length - 1)));
        assertEquals(1, told.get("frames"));
        assertEquals(1, told.get("malformed"));
        assertEquals(Map.of("T", 1L), counts(told.getJSONArray("topics"), "topic"));
    }

    @Test
    void tellsALimitedNumberOfTopicsApart()
    {
        final ByteArrayOutputStream in = new ByteArrayOutputStream();
        final int most = FrameStatistics.MOST_TOPICS;
        for (int k = 0; k < most + 3; k++)
        {
            in.writeBytes(Frames.json("{\"code\":105,\"opaque\":1,\"extFields\":{\"topic\":\"t" + k + "\"}}"));
        }
        in.writeBytes(Frames.json("{\"code\":105,\"opaque\":1,\"extFields\":{\"topic\":\"" + "x".repeat(256) + "\"}}"));
        final JSONArray topics = json(in.toByteArray()).getJSONArray("topics");
        assertEquals(most + 1, topics.size());
        assertEquals(Boolean.TRUE, topics.getJSONObject(most).get("others"));
        assertEquals(4, topics.getJSONObject(most).get("frames"));
        final Run run = Run.skim(in.toByteArray(), "stats");
        final String last = run.out.get(run.out.size() - 1);
        assertTrue(last.startsWith("and 65,516 more "), last);
    }

    @Test
    void aTerminalObeysNoTopic()
    {
        final Run run =
            Run.skim(Frames.json("{\"code\":105,\"opaque\":1,\"extFields\":{\"topic\":\"a\\u001b[2Jb\"}}"), "stats");
        assertTrue(run.out.get(run.out.size() - 1).startsWith("a\uFFFD[2Jb"), run.out.toString());
    }

    @Test
    void aReaderMayGoAway()
    {
        final OutputStream gone = new OutputStream()
        {
            @Override
            public void write(final int value) throws IOException
            {
                throw new IOException("Broken pipe");
            }
        };
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        Skim.run(new ByteArrayInputStream(SEND), gone, err, "stats");
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }
}

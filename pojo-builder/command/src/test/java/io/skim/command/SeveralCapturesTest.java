package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures that are read one after the other have connections of their own. */
class SeveralCapturesTest
{
    private static final byte[] REQUEST = Frames.json("{\"code\":105,\"opaque\":7,\"extFields\":{\"topic\":\"A\"}}");
    private static final byte[] RESPONSE = Frames.json("{\"code\":0,\"flag\":1,\"opaque\":7}");

    @TempDir
    Path folder;

    private String first;
    private String second;

    /** A request, and in another capture the response to another one that was not captured. */
    @BeforeEach
    void write() throws IOException
    {
        first = Files.write(folder.resolve("a.pcap"), new Conversations(10_911).send(0, true, 1_000_000, REQUEST)
            .toByteArray()).toString();
        second = Files.write(folder.resolve("b.pcap"), new Conversations(10_911).send(1, false, 9_000_000, RESPONSE)
            .send(1, true, 9_000_100, REQUEST).send(1, false, 9_000_250, RESPONSE).toByteArray()).toString();
    }

    private static List<JSONObject> lines(final Run run)
    {
        assertEquals(List.of(), run.err);
        return run.out.stream().map(JSON::parseObject).toList();
    }

    @Test
    void aResponseHasNoRequestInAnotherCapture()
    {
        final List<JSONObject> frames = lines(Run.skim("decode", first, second));
        assertEquals(4, frames.size());
        assertFalse(frames.get(1).containsKey("request"), frames.get(1).toString());
        assertEquals(2, frames.get(3).getJSONObject("request").get("i"));
        assertEquals(150, frames.get(3).get("latencyMicros"));
        final JSONObject told = lines(Run.skim("stats", "--json", first, second)).get(0);
        assertEquals(1, told.getJSONArray("latencyMicros").getJSONObject(0).get("count"));
        assertEquals(1, told.get("unanswered"));
    }

    @Test
    void segmentsOfAllCapturesAreCounted()
    {
        assertEquals(4, lines(Run.skim("stats", "--json", first, second)).get(0).getJSONObject("segments").get(
            "count"));
        assertEquals(4, lines(Run.skim("stats", "--json", second, first)).get(0).getJSONObject("segments").get(
            "count"));
    }

    @Test
    void eachConnectionHasANumberOfItsOwn()
    {
        final List<JSONObject> listed = lines(Run.skim("follow", first, second));
        assertEquals(List.of(0, 1), listed.stream().map(connection -> connection.get("number")).toList());
        for (final JSONObject connection : listed)
        {
            final List<JSONObject> frames =
                lines(Run.skim("decode", "--connection", connection.getString("number"), first, second));
            assertEquals(connection.get("frames"), frames.size());
        }
    }

    @Test
    void packetsOfAllCapturesAreKept()
    {
        final String out = folder.resolve("out.pcapng").toString();
        assertEquals(0, Run.skim("filter", "--where", "TRUE", first, second, "-o", out).status);
        assertEquals(4, lines(Run.skim("decode", out)).size());
        assertEquals(0, Run.skim("filter", "--code", "105", first, second, "-o", out).status);
        assertEquals(2, lines(Run.skim("decode", out)).size());
    }

    /** A number or name that is not there is likely to be a mistake. */
    @Test
    void aChoiceOfNoConnectionIsTold()
    {
        for (final String[] choice : new String[][] {{"--connection", "2"}, {"--port", "1"}, {"--peer", "10.9.9.9"}})
        {
            for (final String command : new String[] {"decode", "stats"})
            {
                final Run run = Run.skim(command, choice[0], choice[1], first, second);
                assertEquals(0, run.status);
                assertEquals(1, run.err.size(), run.err.toString());
                assertTrue(run.err.get(0).contains("no connection is the one that is chosen"), run.err.get(0));
            }
            assertEquals(List.of(), Run.skim("decode", "--limit", "0", choice[0], choice[1], first).err);
        }
        assertEquals(List.of(), Run.skim("decode", "--connection", "1", first, second).err);
    }
}

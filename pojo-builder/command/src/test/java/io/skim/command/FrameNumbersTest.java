package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each frame of a capture has a number of its own, also a malformed one that others overtake; all commands give it the same. */
class FrameNumbersTest
{
    private static final byte[] GOOD = Frames.json("{\"code\":105,\"opaque\":1}");
    private static final byte[] BAD = Frames.json("{\"code\":105,\"opaque\":".getBytes(), new byte[100]);

    @TempDir
    Path folder;

    private static byte[] part(final int from, final int to)
    {
        return Arrays.copyOfRange(BAD, from, to);
    }

    @Test
    void aMalformedFrameIsNumberedAtItsEnd() throws IOException
    {
        final int middle = BAD.length - 50;
        final String capture = Files.write(folder.resolve("in"), new Conversations(10_911).send(0, true, 1, part(0,
            middle)).send(1, true, 2, GOOD).send(0, true, 3, Frames.join(part(middle, BAD.length), GOOD)).toByteArray())
            .toString();
        final Run run = Run.skim("decode", capture);
        assertEquals(List.of(1), run.err.stream().map(line -> JSON.parseObject(line).get("i")).toList());
        assertEquals(List.of(0, 2), run.out.stream().map(line -> JSON.parseObject(line).get("i")).toList());
        assertEquals(0, Run.skim("show", capture, "0").status);
        final Run shown = Run.skim("show", capture, "1");
        assertEquals(1, shown.status);
        assertEquals(JSON.parseObject(run.err.get(0)), JSON.parseObject(shown.err.get(0)));
        for (final String command : List.of("stats --json", "filter --where TRUE"))
        {
            assertEquals(run.err, Run.skim((command + ' ' + capture).split(" ")).err);
        }
    }

    /** What is reported has a number, too: there is nothing wrong with asking for it. */
    @Test
    void aNumberOfBytesThatAreMissingIsNoFrame() throws IOException
    {
        final byte[] cut = new Conversations(10_911).send(0, true, 1, GOOD).send(0, true, 2, part(0, 50)).toByteArray();
        final String capture = Files.write(folder.resolve("in"), cut).toString();
        final Run run = Run.skim("show", capture, "1");
        assertEquals(Console.MALFORMED, run.status);
        assertEquals(2, run.err.size());
        assertEquals(1, JSON.parseObject(run.err.get(0)).get("i"));
        assertEquals("skim: number 1 has no frame to show: it is what was reported last", run.err.get(1));
        assertEquals(Console.USAGE, Run.skim("show", capture, "2").status);
    }

    /** One that is cut off has its reason and its place all the same, and no other. */
    @Test
    void aMalformedFrameThatIsCutOffIsToldOnce() throws IOException
    {
        for (final int end : new int[] {BAD.length - 1, BAD.length - 99})
        {
            final byte[] capture = new Conversations(10_911).send(0, true, 1, part(0, end)).send(1, true, 2, GOOD)
                .toByteArray();
            final List<String> told = Run.skim(capture, "decode").err;
            assertEquals(1, told.size(), told.toString());
            assertTrue(told.get(0).contains("\"i\":1,\"offset\":0,\"error\":\"JSON_"), told.get(0));
            final List<String> file = Run.skim(part(0, end), "decode").err;
            assertEquals(Stream.of(JSON.parseObject(told.get(0))).map(error -> error.get("error")).toList(),
                file.stream()
                    .map(line -> JSON.parseObject(line).get("error")).toList());
        }
    }
}

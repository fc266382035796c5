package io.skim.command.dissector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.skim.command.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Real tshark with the plugin.
 */
final class Tshark
{
    private static final int MOST_SECONDS = 300;

    private final Path folder;
    private final Path script;

    Tshark(final Path folder)
    {
        this.folder = folder;
        script = folder.resolve("rocketmq.lua");
        final Run run = Run.skim("dissector", "-o", script.toString());
        assertEquals(List.of(), run.err);
        assertEquals(0, run.status);
    }

    /** Skips a test where there is no tshark; CI has to have it. */
    static void assume()
    {
        assumeTrue(isThere(), "needs tshark, which was not found");
    }

    /** Whether there is a tshark; CI has to have it. */
    static boolean isThere()
    {
        final boolean found = Stream.of(System.getenv("PATH").split(":")).anyMatch(each -> Files.isExecutable(Path.of(
            each, "tshark")));
        if (!found)
        {
            assertNotEquals("true", System.getenv("CI"), "tshark was not found, which CI needs");
        }
        return found;
    }

    /** What it prints of a capture, and to standard error. */
    String run(final byte[] capture, final String... options) throws IOException, InterruptedException
    {
        final Path file = Files.write(folder.resolve("capture"), capture);
        final List<String> command = new ArrayList<>(List.of("tshark", "-X", "lua_script:" + script, "-r", file
            .toString()));
        command.addAll(List.of(options));
        final Path out = folder.resolve("out");
        final Path err = folder.resolve("err");
        final Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile())
            .start();
        try
        {
            assertEquals(true, process.waitFor(MOST_SECONDS, TimeUnit.SECONDS), "tshark takes too long");
        }
        finally
        {
            process.destroyForcibly();
        }
        final String told = Files.readString(err);
        assertEquals("", told.replaceAll("Running as user \"root\".*\\R", ""));
        assertEquals(0, process.exitValue());
        // Texts of hostile frames need not be UTF-8.
        final String printed = new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
        assertEquals(false, printed.contains("Lua Error"), printed.length() > 10_000 ? "a Lua Error" : printed);
        return printed;
    }

    /** The frames of a capture, packet by packet. */
    List<JSONObject> frames(final byte[] capture, final String... options) throws IOException, InterruptedException
    {
        final List<String> all = new ArrayList<>(List.of("-T", "json", "--no-duplicate-keys", "-J",
            "frame tcp ip rocketmq"));
        all.addAll(List.of(options));
        final List<JSONObject> frames = new ArrayList<>();
        for (final Object packet : JSON.parseArray(run(capture, all.toArray(String[]::new))))
        {
            final JSONObject layers = ((JSONObject)packet).getJSONObject("_source").getJSONObject("layers");
            for (final Object frame : list(layers.get("rocketmq")))
            {
                ((JSONObject)frame).put("packet", layers.getJSONObject("frame").getIntValue("frame.number"));
                ((JSONObject)frame).put("port", layers.getJSONObject("tcp").getIntValue("tcp.srcport"));
                frames.add((JSONObject)frame);
            }
        }
        return frames;
    }

    /** One value, several or none, as a list. */
    static List<?> list(final Object value)
    {
        return value == null ? List.of() : value instanceof JSONArray ? (JSONArray)value : List.of(value);
    }
}

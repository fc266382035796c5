package io.skim.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest
{
    private static final String PREDICATE = "Predicate.skim json 4 heap";

    /**
     * Ratios that belong beside bars: seven about headers in JSON or binary, one about opaques, two about records, one about a
     * selector, one about a handler, four about objects.
     */
    private static final int UNBOUND = 16;

    @TempDir
    private Path folder;

    private final Map<String, Double> times = new TreeMap<>();
    private final Map<String, Double> allocations = new TreeMap<>();
    private final Map<String, Double> instructions = new TreeMap<>();

    /** Results with which each bar is just held: peers by a great margin, the others equal. */
    private void hold()
    {
        for (final Bar bar : Bar.all())
        {
            for (final String key : bar.over)
            {
                times.put(key, key.contains(".skim") ? 100.0 : key.startsWith("Rewrite.") ? 4000.0 : 2000.0);
            }
            times.put(bar.under, 100.0);
        }
    }

    private static JSONObject metric(final double value)
    {
        return JSONObject.of("rawData", JSONArray.of(JSONArray.of(value * 1.01, value, value * 0.99)));
    }

    private JSONObject result(final String key)
    {
        final String[] words = key.split(" ");
        final JSONObject parameters = JSONObject.of("encoding", words[1]);
        if (words.length > 2)
        {
            parameters.put("handlerClasses", words[2]);
        }
        if (words.length > 3)
        {
            parameters.put("buffer", words[3]);
        }
        final JSONObject secondary = JSONObject.of("gc.alloc.rate.norm", metric(allocations.getOrDefault(key, 0.001)));
        if (instructions.containsKey(key))
        {
            secondary.put("instructions:u", metric(instructions.get(key)));
        }
        final JSONObject result =
            JSONObject.of("benchmark", "io.skim.benchmarks." + words[0].replace(".", "Benchmark."),
                "params", parameters, "primaryMetric", metric(times.get(key)), "secondaryMetrics", secondary);
        result.put("jvmArgs", new JSONArray());
        return result;
    }

    private int report(final String... more) throws IOException
    {
        final JSONArray results = new JSONArray();
        times.keySet().forEach(key -> results.add(result(key)));
        final Path file = Files.writeString(folder.resolve("result.json"), JSON.toJSONString(results));
        final String[] args = new String[more.length + 1];
        args[0] = file.toString();
        System.arraycopy(more, 0, args, 1, more.length);
        return Report.run(args);
    }

    @Test
    void succeedsIfEveryBarIsHeld() throws IOException
    {
        hold();
        assertEquals(0, report());
    }

    @Test
    void failsIfABarIsMissed() throws IOException
    {
        hold();
        times.put(PREDICATE, 2000 / 4.4);
        times.put("Predicate.skim json 4 direct", 2000 / 4.4);
        times.put("Predicate.skim json 4 composite", 2000 / 4.4);
        assertEquals(1, report());
    }

    @Test
    void measuresAgainstTheCheapestPeer() throws IOException
    {
        hold();
        times.put("Predicate.decodePropertiesMap json", 440.0);
        assertEquals(1, report());
        times.put("Predicate.decodePropertiesMap json", 460.0);
        assertEquals(0, report());
    }

    @Test
    void tellsRatiosWithoutABoundAndCountsThemNot() throws IOException
    {
        hold();
        times.put("Predicate.jacksonSearchText json", 150.0);
        final Path file = Files.writeString(folder.resolve("page.md"), "<!-- results: begin --><!-- results: end -->");
        assertEquals(0, report("--write", file.toString()));
        final String text = Files.readString(file);
        final String line = text.lines().filter(each -> each.contains("streaming reader and a search")).findFirst()
            .orElseThrow();
        assertTrue(line.contains("| none | 1.50 |") && line.endsWith("|  |"), line);
        final long bars = Bar.all().stream().filter(Bar::isBound).count();
        assertEquals(Bar.all().size() - UNBOUND, bars);
        assertTrue(text.contains(bars + " of " + bars + " bars held."), text);
        times.remove("Predicate.jacksonSearchText json");
        assertEquals(1, report());
    }

    @Test
    void failsIfABufferCostsTooMuch() throws IOException
    {
        hold();
        times.put("Predicate.skim json 4 direct", 149.0);
        assertEquals(0, report());
        times.put("Predicate.skim json 4 direct", 151.0);
        assertEquals(1, report());
    }

    @Test
    void failsIfAnyRowOfABarIsMissing() throws IOException
    {
        hold();
        for (final String key : new TreeMap<>(times).keySet())
        {
            final double time = times.remove(key);
            assertEquals(1, report(), key);
            times.put(key, time);
        }
        times.clear();
        assertEquals(1, report());
    }

    @Test
    void judgesTheBarsOfOneProtocolIfToldTo() throws IOException
    {
        hold();
        times.keySet().removeIf(key -> key.contains("amqp"));
        assertEquals(1, report());
        assertEquals(1, report("--only", "amqp"));
        assertEquals(0, report("--only", "rocketmq"));
        hold();
        times.keySet().removeIf(key -> !key.contains("amqp"));
        assertEquals(1, report("--only", "rocketmq"));
        assertEquals(0, report("--only", "amqp"));
        assertEquals(2, report("--only", "json"));
    }

    @Test
    void failsIfAScanAllocates() throws IOException
    {
        hold();
        allocations.put(PREDICATE, 24.0);
        assertEquals(1, report());
    }

    @Test
    void letsPojosAndPeersAllocate() throws IOException
    {
        hold();
        allocations.put("Pojo.skim binary", 2000.0);
        allocations.put("Pojo.decode binary", 2000.0);
        allocations.put("TypedHeader.skim json", 2000.0);
        assertEquals(0, report());
    }

    @Test
    void countsInstructionsOfHandlerClassesWhereItCan() throws IOException
    {
        hold();
        times.put("EveryField.skim json 4", 200.0);
        assertEquals(1, report());
        instructions.put("EveryField.skim json 1", 1000.0);
        instructions.put("EveryField.skim json 4", 1500.0);
        assertEquals(0, report());
        instructions.put("EveryField.skim json 4", 1700.0);
        assertEquals(1, report());
    }

    @Test
    void replacesTheTablesAndNothingElse() throws IOException
    {
        hold();
        final Path file = Files.writeString(folder.resolve("benchmarks.md"), "before\n<!-- results: begin -->\nold\n"
            + "<!-- results: end -->\nafter\n");
        final Path about = Files.writeString(folder.resolve("about.txt"), "Machine: one\nCommit: two\n");
        assertEquals(0, report("--about", about.toString(), "--write", file.toString()));
        final String text = Files.readString(file);
        assertTrue(text.startsWith("before\n<!-- results: begin -->\n\n- Machine: one\n- Commit: two\n"), text);
        assertTrue(text.endsWith("\n<!-- results: end -->\nafter\n"), text);
        assertFalse(text.contains("old"), text);
        assertTrue(text.contains("no hardware counters"), text);
    }

    @Test
    void putsAFewLinesIntoTheReadme() throws IOException
    {
        hold();
        times.put("Predicate.skim json 4 heap", 200.0);
        times.put("Predicate.fastjson2SearchText json", 900.0);
        allocations.put("Predicate.fastjson2SearchText json", 1440.0);
        times.remove("Encode.fastEncode binary");
        final Path file = Files.writeString(folder.resolve("README.md"), "before\n<!-- results: begin -->\nold\n"
            + "<!-- results: end -->\nafter\n");
        report("--summary", file.toString());
        final String text = Files.readString(file);
        assertTrue(text.startsWith("before\n<!-- results: begin -->\n\n| One header"), text);
        assertTrue(text.endsWith("|\n\n<!-- results: end -->\nafter\n"), text);
        assertTrue(text.contains("| 200 ns | 0 | fastjson2's reader, search the properties | 900 ns | 1,440 | 4.5 |\n"),
            text);
        assertEquals(9, text.lines().filter(line -> line.contains(" ns ")).count(), text);
    }

    @Test
    void madeWhatThePageAndTheReadmeShow() throws IOException
    {
        final Path root = Path.of("..");
        final Path raw = root.resolve("benchmarks/results");
        final List<String> args = new ArrayList<>(List.of("--about", raw.resolve("about.txt").toString()));
        try (Stream<Path> files = Files.list(raw))
        {
            files.map(Path::toString).filter(name -> name.endsWith(".json")).forEach(args::add);
        }
        final Path page = root.resolve("docs/benchmarks.md");
        final Path readme = root.resolve("README.md");
        final Path newPage = Files.copy(page, folder.resolve("benchmarks.md"));
        final Path newReadme = Files.copy(readme, folder.resolve("README.md"));
        args.addAll(List.of("--write", newPage.toString(), "--summary", newReadme.toString()));
        Report.run(args.toArray(String[]::new));
        assertEquals(Files.readString(newPage), Files.readString(page));
        assertEquals(Files.readString(newReadme), Files.readString(readme));
    }

    @Test
    void refusesAFileWithoutAPlaceForTables() throws IOException
    {
        hold();
        final Path file = Files.writeString(folder.resolve("benchmarks.md"), "nothing");
        assertThrows(IOException.class, () -> report("--write", file.toString()));
        assertEquals("nothing", Files.readString(file));
    }

    @Test
    void tellsWrongUse() throws IOException
    {
        assertEquals(2, Report.run());
        assertEquals(2, Report.run("--write"));
        assertEquals(2, Report.run("--what", "x.json"));
    }
}

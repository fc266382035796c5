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
    private static final String PREDICATE = "Predicate.skim json java 4 heap";

    @TempDir
    private Path folder;

    private int release = Bar.JDK;
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
                times.put(key, key.contains(".skim") ? 100.0 : 4000.0);
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
        for (final String word : List.of(words).subList(2, words.length))
        {
            parameters
                .put(word.matches("[14]") ? "handlerClasses" : word.matches("heap|direct|composite|mixed") ? "buffer"
                    : "set", word);
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
        result.put("jdkVersion", release + ".0.15");
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
    void putsCodecTwosClaimBesideWhatWasMeasured() throws IOException
    {
        hold();
        times.putAll(Map.of("Values.skim amqp-list 4 heap", 100.0, "Values.protonjOld amqp-list", 500.0,
            "Values.protonj amqp-list", 210.0, "Values.protonj2 amqp-list", 300.0));
        assertFalse(page("Date: 2026-11-28\n").contains("codec2"));
        times.putAll(Map.of("AmqpEncode.skim amqp-list heap", 100.0, "AmqpEncode.protonjOld amqp-list", 1200.0,
            "AmqpEncode.protonj amqp-list", 400.0, "AmqpEncode.protonj2 amqp-list", 350.0));
        final String page = page("Machine: a fast one\nDate: 2026-11-28\n");
        assertTrue(page.contains("\n| decode | codec2, its claim | 2015 | | 5.2 | | |\n"), page);
        assertTrue(page.contains("\n| decode | Skim | 2026 | " + Bar.JDK + " | 5.00 | 2.10 | 3.00 |\n"), page);
        assertTrue(page.contains("\n| encode | Skim | 2026 | " + Bar.JDK + " | 12.00 | 4.00 | 3.50 |\n"), page);
    }

    private String page(final String about) throws IOException
    {
        final Path page = Files.writeString(folder.resolve("page.md"),
            "<!-- results: begin -->\n<!-- results: end -->\n");
        report("--about", Files.writeString(folder.resolve("about.txt"), about).toString(), "--write", page.toString());
        return Files.readString(page);
    }

    @Test
    void failsIfABarIsMissed() throws IOException
    {
        hold();
        times.put("Predicate.skim json gen 4 heap", 4000 / 4.9);
        assertEquals(0, report());
        times.put("Predicate.skim json gen 4 heap", 4000 / 4.7);
        assertEquals(1, report());
    }

    @Test
    void measuresAgainstTheCheapestPeer() throws IOException
    {
        hold();
        times.put("Predicate.decodePropertiesMap json java", 290.0);
        assertEquals(1, report());
        times.put("Predicate.decodePropertiesMap json java", 310.0);
        assertEquals(0, report());
    }

    @Test
    void asksLessOfOtherJdks() throws IOException
    {
        hold();
        times.put("Predicate.skim json gen 4 heap", 4000 / 4.2);
        assertEquals(1, report());
        release = 25;
        assertEquals(0, report());
        times.put("Predicate.skim json gen 4 heap", 4000 / 4.0);
        assertEquals(1, report());
    }

    @Test
    void setsNoBarOnTheThirteenFramesOfOlderRuns() throws IOException
    {
        hold();
        times.put("Predicate.skim json thirteen 4 heap", 3800.0);
        final String text = page(0);
        assertTrue(text.lines().anyMatch(line -> line.startsWith(
            "| json | topic and property, to decode and the cheapest search | 1.05 | 40.0 (\u2265 3) | 40.0 (\u2265 2.5) |")),
            text);
    }

    @Test
    void tellsRatiosWithoutABoundAndCountsThemNot() throws IOException
    {
        hold();
        times.put("Bind.decodeMaps json java", 150.0);
        final String text = page(0);
        final String line =
            text.lines().filter(each -> each.startsWith("| json | record of the caller's own")).findFirst()
                .orElseThrow();
        assertTrue(line.contains("| | 1.50 | |"), line);
        final long bars = Bar.all().stream().filter(Bar::isBound).count();
        assertTrue(text.contains(bars + " of " + bars + " bars held on JDK 17."), text);
        times.remove("Bind.decodeMaps json java");
        assertEquals(1, report());
    }

    @Test
    void marksRatiosWhoseRangeCrossesTheBound() throws IOException
    {
        hold();
        times.put("Predicate.skim json gen 4 heap", 4000 / 4.85);
        final String text = page(0);
        assertTrue(text.contains("| 4.85~ (\u2265 4.8) |"), text);
    }

    /** The page that a report makes which ends with that code. */
    private String page(final int code) throws IOException
    {
        final Path file = Files.writeString(folder.resolve("page.md"), "<!-- results: begin --><!-- results: end -->");
        assertEquals(code, report("--write", file.toString()));
        return Files.readString(file);
    }

    @Test
    void failsIfABufferCostsTooMuch() throws IOException
    {
        hold();
        times.put("Predicate.skim json java 4 direct", 149.0);
        assertEquals(0, report());
        times.put("Predicate.skim json java 4 direct", 151.0);
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
        allocations.put("Pojo.skim binary java", 2000.0);
        allocations.put("Pojo.decode binary java", 2000.0);
        allocations.put("TypedHeader.skim json java", 2000.0);
        assertEquals(0, report());
    }

    @Test
    void countsInstructionsOfHandlerClassesWhereItCan() throws IOException
    {
        hold();
        times.put("EveryField.skim json java 4", 200.0);
        assertEquals(1, report());
        instructions.put("EveryField.skim json java 1", 1000.0);
        instructions.put("EveryField.skim json java 4", 1500.0);
        assertEquals(0, report());
        instructions.put("EveryField.skim json java 4", 1700.0);
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
        times.put("Predicate.skim json java 4 heap", 200.0);
        times.put("Predicate.fastjson2SearchText json java", 900.0);
        allocations.put("Predicate.fastjson2SearchText json java", 1440.0);
        times.remove("Encode.fastEncode binary java");
        final Path file = Files.writeString(folder.resolve("README.md"), "before\n<!-- results: begin -->\nold\n"
            + "<!-- results: end -->\nafter\n");
        report("--summary", file.toString());
        final String text = Files.readString(file);
        assertTrue(text.startsWith("before\n<!-- results: begin -->\n\n![Skim beside"), text);
        assertTrue(text.contains(")\n\n| One header"), text);
        assertTrue(
            text.endsWith("|\n\nSets of frames and messages: `java`, `clients`.\n\n<!-- results: end -->\nafter\n"),
            text);
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
        final Path evenness = raw.resolve("evenness.tsv");
        if (Files.exists(evenness))
        {
            args.addAll(List.of("--evenness", evenness.toString()));
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
    void drawsWhatWasMeasuredWithoutABackground() throws IOException
    {
        hold();
        final Path lines = Files.writeString(folder.resolve("evenness.tsv"),
            "17\tjson-predicate\tbase\tSkim\t400\t200.0\n17\tjson-predicate\tbase\tfastjson2\t400\t600.0\n"
                + "17\tjson-predicate\t4 more properties\tSkim\t600\t300.0\n"
                + "17\tjson-predicate\t4 more properties\tfastjson2\t600\t900.0\n");
        final Path file = Files.writeString(folder.resolve("page.md"), "<!-- results: begin --><!-- results: end -->");
        assertEquals(0, report("--write", file.toString(), "--evenness", lines.toString(), "--pictures", folder
            .toString()));
        final String page = Files.readString(file);
        final List<String> pictures = List.of("benchmarks-sets-jdk17.svg", "benchmarks-tasks.svg",
            "benchmarks-growth.svg", "benchmarks-forms-json.svg");
        for (final String picture : pictures)
        {
            assertTrue(page.contains("](" + picture + ")"), page);
            final String svg = Files.readString(folder.resolve(picture));
            assertTrue(svg.contains("<svg") && svg.contains("<path"), svg);
            assertFalse(svg.contains("rgb(255,255,255)"), picture);
        }
        assertTrue(page.indexOf("benchmarks-sets-jdk17.svg") < page.indexOf("| Encoding |"), page);
        assertTrue(page.contains("| 4 more properties | 600 | 300 | 1.00 | fastjson2 900 | 3.00 |"), page);
        assertFalse(Files.exists(folder.resolve("benchmarks-forms-amqp.svg")));
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

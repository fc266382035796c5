package io.skim.benchmarks;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Turns JMH's results into the tables of {@code docs/benchmarks.md}, and judges the bars.
 *
 * <pre>
 * java -cp benchmarks/target/benchmarks.jar io.skim.benchmarks.Report result.json... [--about text] [--write file]
 *     [--summary file] [--only amqp|rocketmq] [--evenness lines] [--pictures folder]
 * </pre>
 *
 * Exits with 0 if every bar was held, 1 if one was missed or not measured, 2 if it was used wrongly.
 */
public final class Report
{
    private static final int HELD = 0;
    private static final int MISSED = 1;
    private static final int USAGE = 2;
    private static final String ABOUT = "--about";
    private static final String WRITE = "--write";
    private static final String SUMMARY = "--summary";
    private static final String ONLY = "--only";
    private static final String EVENNESS = "--evenness";
    private static final String PICTURES = "--pictures";
    private static final List<String> OPTIONS = List.of(ABOUT, WRITE, SUMMARY, ONLY, EVENNESS, PICTURES);
    private static final List<String> PROTOCOLS = List.of(Bar.AMQP, "rocketmq");
    /** The columns of the tables of ratios: sets of frames, sets of messages, and no set. */
    private static final List<List<String>> COLUMNS = List.of(Arrays.asList("thirteen", "java", "go-js", "all", "gen"),
        Arrays.asList("thirteen", "clients"), Collections.singletonList(null));
    /** Of the line in the notes on a run that has its date, as ISO 8601 writes it. */
    private static final String DATE = "Date: ";
    private static final String BEGIN = "<!-- results: begin -->";
    private static final String END = "<!-- results: end -->";

    /** What was measured on each release of the JDK, the one with the bounds first. */
    private final Map<Integer, Jdk> jdks = new TreeMap<>(Comparator.comparing((Integer release) -> release != Bar.JDK)
        .thenComparing(Comparator.naturalOrder()));
    private final StringBuilder text = new StringBuilder();
    private final String only;
    private int failures;

    /** The rows of one release, and one result to tell the settings from. */
    private static final class Jdk
    {
        private final Map<String, Row> rows = new TreeMap<>();
        private final JSONObject first;

        Jdk(final JSONObject first)
        {
            this.first = first;
        }
    }

    private Report(final String only)
    {
        this.only = only;
    }

    /**
     * Reports, and exits.
     *
     * @param args results in JSON; {@code --about} and the file with lines on machine, commit and command;
     *             {@code --write} and the file whose tables to replace; {@code --summary} and the file whose few lines of
     *             them to replace; {@code --only} and the protocol whose bars to
     *             judge, {@code amqp} or {@code rocketmq}; {@code --evenness} and the file of {@link Evenness}'s
     *             measurements; {@code --pictures} and the folder to draw into.
     * @throws IOException if a file cannot be read or written.
     */
    public static void main(final String[] args) throws IOException
    {
        System.exit(run(args));
    }

    /**
     * Reports.
     *
     * @param args as for {@link #main}.
     * @return the exit code.
     */
    static int run(final String... args) throws IOException
    {
        final List<Path> results = new ArrayList<>();
        final Map<String, String> options = new TreeMap<>();
        for (int i = 0; i < args.length; i++)
        {
            if (!args[i].startsWith("--"))
            {
                results.add(Path.of(args[i]));
            }
            else if (OPTIONS.contains(args[i]) && i + 1 < args.length)
            {
                options.put(args[i], args[++i]);
            }
            else
            {
                return usage();
            }
        }
        final String only = options.get(ONLY);
        if (results.isEmpty() || only != null && !PROTOCOLS.contains(only))
        {
            return usage();
        }
        final Report report = new Report(only);
        for (final Path result : results)
        {
            report.read(JSON.parseArray(Files.readString(result)));
        }
        final List<Evenness.Line> lines = options.containsKey(EVENNESS) ? Evenness.read(Path.of(options.get(EVENNESS)))
            : List.of();
        final Plots plots = new Plots(report.rows(), lines);
        report.write(options.get(ABOUT), plots, lines);
        System.out.print(report.text);
        replace(options.get(WRITE), report.text.toString());
        replace(options.get(SUMMARY), plots.first("docs/") + Summary.table(report.rows().values().stream().findFirst()
            .orElse(Map.of())));
        if (options.containsKey(PICTURES))
        {
            plots.draw(Path.of(options.get(PICTURES)));
        }
        return report.failures == 0 ? HELD : MISSED;
    }

    private static int usage()
    {
        System.err.println("usage: Report result.json... [--about about.txt] [--write docs/benchmarks.md]"
            + " [--summary README.md] [--only amqp|rocketmq] [--evenness evenness.tsv] [--pictures docs]");
        return USAGE;
    }

    /** Replaces what a page has between the marks; nothing without a page. */
    static void replace(final String name, final String tables) throws IOException
    {
        if (name == null)
        {
            return;
        }
        final Path file = Path.of(name);
        final String old = Files.readString(file);
        final int begin = old.indexOf(BEGIN);
        final int end = old.indexOf(END);
        if (begin < 0 || end < begin)
        {
            throw new IOException(file + " has no place for the results: " + BEGIN + " and " + END);
        }
        Files.writeString(file, old.substring(0, begin + BEGIN.length()) + "\n\n" + tables + '\n' + old.substring(end));
    }

    private void read(final JSONArray results)
    {
        for (final Object result : results)
        {
            final JSONObject object = (JSONObject)result;
            final Row row = new Row(object);
            if (jdks.computeIfAbsent(release(object), release -> new Jdk(object)).rows.put(row.key, row) != null)
            {
                throw new IllegalArgumentException("measured twice, so not in the same run: " + row.key);
            }
        }
    }

    private static int release(final JSONObject result)
    {
        return Integer.parseInt(result.getString("jdkVersion").split("[.+-]")[0]);
    }

    /** By release, and by key. */
    private Map<Integer, Map<String, Row>> rows()
    {
        final Map<Integer, Map<String, Row>> rows = new LinkedHashMap<>();
        jdks.forEach((release, jdk) -> rows.put(release, jdk.rows));
        return rows;
    }

    private void write(final String about, final Plots plots, final List<Evenness.Line> lines) throws IOException
    {
        final List<String> abouts = about == null ? List.of() : Files.readAllLines(Path.of(about));
        abouts.forEach(line -> line("- " + line));
        jdks.forEach((release, jdk) -> line("- JDK " + release + ": " + jdk.first.getString("vmName") + ' ' + jdk.first
            .getString("vmVersion")));
        if (jdks.isEmpty())
        {
            failures++;
            return;
        }
        about(jdks.values().iterator().next());
        text.append(plots.links());
        jdks.forEach(this::bars);
        text.append(CodecTwoTable.table(rows(), year(abouts)));
        if (!lines.isEmpty())
        {
            line("### Forms");
            line("");
            Evenness.tables(text, lines);
            line("");
        }
        jdks.forEach(this::rows);
    }

    /** Of the measurement, as its notes have it; empty if they do not. */
    private static String year(final List<String> abouts)
    {
        return abouts.stream().filter(line -> line.startsWith(DATE))
            .map(line -> line.substring(DATE.length()).split("-")[0])
            .findFirst().orElse("");
    }

    private void about(final Jdk jdk)
    {
        final JSONObject first = jdk.first;
        line("- JVM flags: " + (first.getJSONArray("jvmArgs").isEmpty() ? "none" : first.getJSONArray("jvmArgs")));
        line("- JMH " + first.getString("jmhVersion") + ": forks " + first.get("forks") + ", warm-up " + first.get(
            "warmupIterations") + " x " + first.get("warmupTime") + ", measured " + first.get("measurementIterations")
            + " x " + first.get("measurementTime"));
        final boolean processor = jdk.rows.values().stream().allMatch(row -> row.processor != null);
        line("- Times: "
            + (processor ? "processor time of the process, collecting garbage with it; neighbours count less so"
                : "on the clock"));
        line(isCounted(jdk.rows) ? "- Instructions: from the hardware counters." : "- Instructions: not counted, since"
            + " this machine has no hardware counters to read; bars on instructions are judged by time instead.");
        line("");
    }

    private static boolean isCounted(final Map<String, Row> rows)
    {
        return rows.values().stream().anyMatch(row -> row.instructions != null);
    }

    /** The bars of a protocol as tables: a line for each, with a column for each set. */
    private void bars(final int release, final Jdk jdk)
    {
        line("### Ratios, JDK " + release);
        line("");
        final List<Bar> bars = Bar.only(only);
        int held = 0;
        for (final List<String> sets : COLUMNS)
        {
            final Map<String, List<Bar>> lines = new LinkedHashMap<>();
            bars.stream().filter(bar -> sets.contains(bar.set()) && bar.encoding().equals(Bar.AMQP) == sets.contains(
                "clients")).forEach(bar -> lines.computeIfAbsent(bar.encoding()
                    + " | " + bar.name, name -> new ArrayList<>()).add(bar));
            if (!lines.isEmpty())
            {
                line("| Encoding | Ratio | " + sets.stream().map(set -> set == null ? "" : set).collect(Collectors
                    .joining(" | ")) + " |");
                line("|---|---|" + "---|".repeat(sets.size()));
            }
            for (final Map.Entry<String, List<Bar>> line : lines.entrySet())
            {
                final StringBuilder cells = new StringBuilder("| ").append(line.getKey()).append(" |");
                for (final String set : sets)
                {
                    final Bar bar = line.getValue().stream().filter(each -> Objects.equals(set, each.set())).findFirst()
                        .orElse(null);
                    final Verdict verdict = bar == null ? null : judge(bar, release, jdk.rows);
                    held += verdict != null && verdict.held && bar.isBound() ? 1 : 0;
                    failures += verdict == null || verdict.held ? 0 : 1;
                    cells.append(verdict == null ? " |" : ' ' + verdict.text + " |");
                }
                line(cells.toString());
            }
            line("");
        }
        line(held + " of " + bars.stream().filter(Bar::isBound).count() + " bars held on JDK " + release + ".");
        line("");
        allocations(jdk.rows);
    }

    /** Whether a bar is held, and what its cell says. */
    private record Verdict(boolean held, String text)
    {
    }

    private static Verdict judge(final Bar bar, final int release, final Map<String, Row> rows)
    {
        final Bar.Ratio ratio = bar.of(rows);
        if (ratio == null)
        {
            return new Verdict(false, "**not measured**");
        }
        if (!bar.isBound())
        {
            return new Verdict(true, number(ratio.middle()));
        }
        final boolean held = bar.isHeldBy(ratio.middle(), release);
        final boolean sure =
            bar.isHeldBy(ratio.least(), release) == held && bar.isHeldBy(ratio.most(), release) == held;
        final String bound = new BigDecimal(bar.bound(release)).round(new MathContext(3)).stripTrailingZeros()
            .toPlainString();
        final String cell =
            number(ratio.middle()) + (sure ? "" : "~") + (bar.atLeast ? " (\u2265 " : " (\u2264 ") + bound
                + ')' + (ratio.isCounted ? " by instructions" : "");
        return new Verdict(held, held ? cell : "**" + cell + "**");
    }

    private void allocations(final Map<String, Row> rows)
    {
        int clean = 0;
        int scans = 0;
        for (final Row row : rows.values())
        {
            if (row.mustNotAllocate())
            {
                scans++;
                clean += isClean(row) ? 1 : 0;
            }
        }
        failures += scans == 0 ? 1 : scans - clean;
        line(clean + " of " + scans + " scanning tasks allocate nothing.");
        line("");
    }

    private boolean isClean(final Row row)
    {
        final boolean clean = row.allocation != null && row.allocation.middle < Row.NOTHING;
        if (!clean)
        {
            line("**" + row.key + " allocates" + (row.allocation == null ? ", as far as is known" : ' ' + number(
                row.allocation.middle) + " B/op") + ".**");
        }
        return clean;
    }

    private void rows(final int release, final Jdk jdk)
    {
        final boolean counted = isCounted(jdk.rows);
        line("### Times, JDK " + release);
        line("");
        line("| Task, encoding, set, handler classes, buffer | ns/op | Range | Thread alone | On the clock | B/op |"
            + (counted ? " Instructions/op |" : ""));
        line("|---|---|---|---|---|---|" + (counted ? "---|" : ""));
        for (final Row row : jdk.rows.values())
        {
            final Row.Spread time = row.time();
            line("| " + row.key + " | " + number(time.middle) + " | " + number(time.least) + " to " + number(time.most)
                + " | " + (row.thread == null ? "-" : number(row.thread.middle)) + " | " + number(row.clock.middle)
                + " | " + (row.allocation == null ? "-" : String.format(Locale.ROOT, "%,.0f", row.allocation.middle))
                + " |" + (!counted ? "" : row.instructions == null ? " - |" : ' ' + number(row.instructions.middle)
                    + " |"));
        }
        line("");
    }

    private static String number(final double value)
    {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
    }

    private void line(final String line)
    {
        text.append(line).append('\n');
    }
}

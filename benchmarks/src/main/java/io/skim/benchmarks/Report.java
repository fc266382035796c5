package io.skim.benchmarks;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Turns JMH's results into the tables of {@code docs/benchmarks.md}, and judges the bars.
 *
 * <pre>
 * java -cp benchmarks/target/benchmarks.jar io.skim.benchmarks.Report result.json... [--about text] [--write file]
 *     [--summary file] [--only amqp|rocketmq]
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
    private static final List<String> OPTIONS = List.of(ABOUT, WRITE, SUMMARY, ONLY);
    private static final List<String> PROTOCOLS = List.of(Bar.AMQP, "rocketmq");
    private static final String BEGIN = "<!-- results: begin -->";
    private static final String END = "<!-- results: end -->";

    private final Map<String, Row> rows = new TreeMap<>();
    private final StringBuilder text = new StringBuilder();
    private final String only;
    private JSONObject first;
    private int failures;

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
     *             judge, {@code amqp} or {@code rocketmq}.
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
        report.write(options.get(ABOUT));
        System.out.print(report.text);
        replace(options.get(WRITE), report.text.toString());
        replace(options.get(SUMMARY), Summary.table(report.rows));
        return report.failures == 0 ? HELD : MISSED;
    }

    private static int usage()
    {
        System.err.println("usage: Report result.json... [--about about.txt] [--write docs/benchmarks.md]"
            + " [--summary README.md] [--only amqp|rocketmq]");
        return USAGE;
    }

    private static void replace(final String name, final String tables) throws IOException
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
            first = first == null ? object : first;
            final Row row = new Row(object);
            if (rows.put(row.key, row) != null)
            {
                throw new IllegalArgumentException("measured twice, so not in the same run: " + row.key);
            }
        }
    }

    private void write(final String about) throws IOException
    {
        about(about);
        bars();
        allocations();
        rows();
    }

    private void about(final String about) throws IOException
    {
        if (about != null)
        {
            for (final String line : Files.readAllLines(Path.of(about)))
            {
                line("- " + line);
            }
        }
        if (first != null)
        {
            line("- JDK: " + first.getString("vmName") + ' ' + first.getString("vmVersion"));
            line("- JVM flags: " + (first.getJSONArray("jvmArgs").isEmpty() ? "none" : first.getJSONArray("jvmArgs")));
            line("- JMH " + first.getString("jmhVersion") + ": forks " + first.get("forks") + ", warm-up " + first.get(
                "warmupIterations") + " x " + first.get("warmupTime") + ", measured "
                + first.get(
                    "measurementIterations")
                + " x " + first.get("measurementTime"));
        }
        final boolean counted = rows.values().stream().anyMatch(row -> row.instructions != null);
        final boolean processor = rows.values().stream().allMatch(row -> row.processor != null);
        line("- Times: " + (processor ? times() : "on the clock"));
        line(counted ? "- Instructions: from the hardware counters." : "- Instructions: not counted, since this machine"
            + " has no hardware counters to read; bars on instructions are judged by time instead.");
        line("");
    }

    /** What is counted; of earlier runs it was less. */
    private String times()
    {
        return rows.values().stream().allMatch(row -> row.thread != null)
            ? "processor time of the process, collecting garbage with it; neighbours count less so"
            : "processor time of the measuring thread, so that neighbours count less";
    }

    private void bars()
    {
        line("| Encoding | Bar | Bound | Ratio | Range | |");
        line("|---|---|---|---|---|---|");
        int held = 0;
        final List<Bar> bars = Bar.only(only);
        for (final Bar bar : bars)
        {
            held += bar(bar) && bar.isBound() ? 1 : 0;
        }
        line("");
        line(held + " of " + bars.stream().filter(Bar::isBound).count() + " bars held.");
        line("");
    }

    private boolean bar(final Bar bar)
    {
        final String start = "| " + bar.encoding() + " | " + bar.name + " | " + (bar.isBound() ? (bar.atLeast
            ? "at least "
            : "at most ") + bar.bound : "none") + " | ";
        final Row under = rows.get(bar.under);
        Row over = null;
        boolean complete = under != null;
        for (final String key : bar.over)
        {
            final Row row = rows.get(key);
            complete &= row != null;
            over = row != null && (over == null || row.time().middle < over.time().middle) ? row : over;
        }
        if (!complete)
        {
            failures++;
            line(start + "- | - | **not measured** |");
            return false;
        }
        final boolean counted = bar.name.startsWith("every field") && over.instructions != null
            && under.instructions != null;
        final Row.Spread dividend = counted ? over.instructions : over.time();
        final Row.Spread divisor = counted ? under.instructions : under.time();
        final double ratio = dividend.middle / divisor.middle;
        final boolean held = bar.isHeldBy(ratio);
        failures += held ? 0 : 1;
        line(start + number(ratio) + " | " + number(dividend.least / divisor.most) + " to " + number(dividend.most
            / divisor.least) + " | " + (!bar.isBound() ? "" : held ? "held" : "**missed**")
            + (counted ? ", by instructions" : "") + " |");
        return held;
    }

    private void allocations()
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

    private void rows()
    {
        final boolean counted = rows.values().stream().anyMatch(row -> row.instructions != null);
        line("| Task, encoding, handler classes, buffer | ns/op | Range | Thread alone | On the clock | B/op |"
            + (counted
                ? " Instructions/op |" : ""));
        line("|---|---|---|---|---|---|" + (counted ? "---|" : ""));
        for (final Row row : rows.values())
        {
            line("| " + row.key + " | " + number(row.time().middle) + " | " + number(row.time().least) + " to "
                + number(
                    row.time().most)
                + " | " + (row.thread == null ? "-" : number(row.thread.middle)) + " | " + number(row.clock.middle)
                + " | " + (row.allocation == null ? "-" : String
                    .format(Locale.ROOT, "%,.0f", row.allocation.middle))
                + " |" + (!counted ? ""
                    : row.instructions == null ? " - |" : ' ' + number(row.instructions.middle) + " |"));
        }
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

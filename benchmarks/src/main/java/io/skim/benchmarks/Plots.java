package io.skim.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which pictures of the results there are: only those of which something was measured.
 */
final class Plots
{
    private static final String MORE = " more properties";

    private final List<Plot> plots = new ArrayList<>();

    /**
     * Makes them; nothing is drawn yet.
     *
     * @param jdks  rows by release and key.
     * @param lines what was measured of forms.
     */
    Plots(final Map<Integer, Map<String, Row>> jdks, final List<Evenness.Line> lines)
    {
        jdks.forEach(this::sets);
        tasks(jdks);
        growth(lines);
        for (final String encoding : List.of("json", "binary", "amqp"))
        {
            forms(encoding, lines);
        }
    }

    /** A picture. */
    private record Plot(String file, String title, Drawing drawing)
    {
    }

    /** Draws a picture with a title. */
    @FunctionalInterface
    private interface Drawing
    {
        String of(String title) throws IOException;
    }

    /** How far ahead Skim is on each set: the questions that have a bound on more than one. */
    private void sets(final int release, final Map<String, Row> rows)
    {
        final Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
        for (final Bar bar : Bar.all())
        {
            final Bar.Ratio ratio = bar.of(rows);
            if (bar.isBySet() && ratio != null)
            {
                groups.computeIfAbsent(label(bar), name -> new LinkedHashMap<>()).put(bar.set(),
                    ratio
                        .middle());
            }
        }
        if (!groups.isEmpty())
        {
            plots.add(new Plot("benchmarks-sets-jdk" + release + ".svg",
                "Skim beside the best peer, by set of frames, JDK " + release,
                title -> Pictures.ratios(title, groups)));
        }
    }

    private static String label(final Bar bar)
    {
        return bar.encoding() + ": "
            + bar.name.replace(" wins", "").replaceAll(" and (the cheapest|a) search", "").replace(
                ", to ", " / ");
    }

    /** All other bars to peers, on Java's sends and on messages of all clients. */
    private void tasks(final Map<Integer, Map<String, Row>> jdks)
    {
        final Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
        jdks.forEach((release, rows) -> {
            for (final Bar bar : Bar.all())
            {
                final Bar.Ratio ratio = bar.of(rows);
                if (bar.isBound() && bar.atLeast && !bar.isBySet() && ratio != null)
                {
                    groups
                        .computeIfAbsent(bar.encoding() + ": " + bar.name.split(",")[0], name -> new LinkedHashMap<>())
                        .putIfAbsent("JDK " + release, ratio.middle());
                }
            }
        });
        if (groups.keySet().stream().anyMatch(name -> name.startsWith("binary")))
        {
            plots.add(
                new Plot("benchmarks-tasks.svg", "Skim beside the best peer, by task, captured frames and messages",
                    title -> Pictures.ratios(title, groups)));
        }
    }

    /** How time grows with a header. */
    private void growth(final List<Evenness.Line> lines)
    {
        final Map<String, TreeMap<Integer, Double>> series = new LinkedHashMap<>();
        for (final Evenness.Line line : lines)
        {
            if (line.question().endsWith("-predicate") && line.form().endsWith(MORE))
            {
                line.nanos().forEach((name, nanos) -> series.computeIfAbsent(name + ", " + line.question().replace(
                    "-predicate", ""), key -> new TreeMap<>()).put(line.bytes(), nanos));
            }
        }
        if (!series.isEmpty())
        {
            plots.add(new Plot("benchmarks-growth.svg", "Topic and property: time and length of the header",
                title -> Pictures.growth(title, series)));
        }
    }

    /** What a byte of each form costs. */
    private void forms(final String encoding, final List<Evenness.Line> lines)
    {
        final Map<String, Map<String, Double>> forms = new LinkedHashMap<>();
        final Map<String,
            List<Evenness.Line>> questions = lines.stream().filter(line -> line.question().startsWith(encoding)
                && FormQuestions.of(line.question()).needsAll).collect(Collectors.groupingBy(Evenness.Line::question,
                    LinkedHashMap::new, Collectors.toList()));
        questions.forEach((question, measured) -> measured.stream().filter(line -> !line.form().endsWith(MORE)).forEach(
            line -> forms.computeIfAbsent(line.form(), form -> new LinkedHashMap<>())
                .put(question.substring(encoding.length()
                    + 1), line.unevenness(measured.get(0)))));
        if (!forms.isEmpty())
        {
            plots.add(new Plot("benchmarks-forms-" + encoding + ".svg", "The same request in other forms, " + encoding,
                title -> Pictures.evenness(title, forms)));
        }
    }

    /** Lines of Markdown that show all of them. */
    String links()
    {
        return plots.stream().map(plot -> link(plot, "")).collect(Collectors.joining());
    }

    /** The same for one: that of the sets, on the first JDK. */
    String first(final String folder)
    {
        return plots.stream().filter(plot -> plot.file.startsWith("benchmarks-sets")).limit(1)
            .map(plot -> link(plot, folder)).collect(Collectors.joining());
    }

    private static String link(final Plot plot, final String folder)
    {
        return "![" + plot.title + "](" + folder + plot.file + ")\n\n";
    }

    /** Draws all of them into a folder. */
    void draw(final Path folder) throws IOException
    {
        for (final Plot plot : plots)
        {
            Files.writeString(folder.resolve(plot.file), plot.drawing.of(plot.title));
        }
    }
}

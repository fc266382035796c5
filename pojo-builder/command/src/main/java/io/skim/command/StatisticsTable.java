package io.skim.command;

import io.skim.command.FrameStatistics.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Statistics as tables for people.
 */
final class StatisticsTable
{
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};

    private final FrameStatistics statistics;
    private final StringBuilder text = new StringBuilder();
    private final int mostTopics;

    /**
     * Makes the tables' maker.
     *
     * @param statistics to show.
     * @param mostTopics how many topics to show, the most frequent ones.
     */
    StatisticsTable(final FrameStatistics statistics, final int mostTopics)
    {
        this.statistics = statistics;
        this.mostTopics = mostTopics;
    }

    /** All tables, a line feed behind each line. */
    String text()
    {
        print(List.of(List.of("frames", number(statistics.frames)), List.of("bytes", number(statistics.bytes)), List.of(
            "malformed", number(statistics.malformed))), 1);
        if (statistics.frames > 0)
        {
            sections();
        }
        return text.toString();
    }

    private void sections()
    {
        section("role", statistics.roles, role -> List.of(role.title()), Integer.MAX_VALUE);
        codes();
        section("serialize type", statistics.serializeTypes, List::of, Integer.MAX_VALUE);
        section("language", statistics.languages, language -> List.of(language == null ? "unknown" : language),
            Integer.MAX_VALUE);
        lengths();
        if (statistics.topics.size() > 0 || statistics.topics.others().frames() > 0)
        {
            section("topic", statistics.topics, topic -> List.of(TextTable.printable(topic)), mostTopics);
        }
    }

    private void codes()
    {
        final List<List<String>> rows = head("name", "role", "code");
        for (final Tally<Code>.Count count : statistics.codes.sorted())
        {
            final Code code = count.key;
            final String name = CodeNames.of(code.code(), code.response());
            add(rows, count, List.of(name == null ? "unknown" : name, code.response() ? "response" : "request", String
                .valueOf(code.code())));
        }
        others(rows, statistics.codes.others().frames(), statistics.codes.others().bytes(), 3, "others");
        table(rows, 2);
    }

    private <K> void section(final String title, final Tally<K> tally, final Function<K, List<String>> cells,
        final int most)
    {
        final List<List<String>> rows = head(title);
        final List<Tally<K>.Count> sorted = tally.sorted();
        long frames = tally.others().frames();
        long bytes = tally.others().bytes();
        for (int k = 0; k < sorted.size(); k++)
        {
            if (k < most)
            {
                add(rows, sorted.get(k), cells.apply(sorted.get(k).key));
            }
            else
            {
                frames += sorted.get(k).frames();
                bytes += sorted.get(k).bytes();
            }
        }
        others(rows, frames, bytes, 1, sorted.size() > most ? "and " + number(sorted.size() - most) + " more"
            : "others");
        table(rows, 1);
    }

    private static List<List<String>> head(final String... titles)
    {
        final List<String> head = new ArrayList<>(List.of(titles));
        head.addAll(List.of("frames", "%", "bytes"));
        final List<List<String>> rows = new ArrayList<>();
        rows.add(head);
        return rows;
    }

    private void add(final List<List<String>> rows, final Tally<?>.Count count, final List<String> cells)
    {
        final List<String> row = new ArrayList<>(cells);
        row.addAll(counts(count.frames(), count.bytes()));
        rows.add(row);
    }

    private void others(final List<List<String>> rows, final long frames, final long bytes, final int columns,
        final String title)
    {
        if (frames > 0)
        {
            final List<String> row = new ArrayList<>(List.of(title));
            while (row.size() < columns)
            {
                row.add("");
            }
            row.addAll(counts(frames, bytes));
            rows.add(row);
        }
    }

    private List<String> counts(final long frames, final long bytes)
    {
        return List.of(number(frames), String.format(Locale.ROOT, "%.1f", 100.0 * frames / statistics.frames), number(
            bytes));
    }

    private void lengths()
    {
        final List<String> head = new ArrayList<>(List.of("bytes of", "least"));
        for (final double percentile : PERCENTILES)
        {
            head.add(String.format(Locale.ROOT, "%s%%", percentile == (int)percentile ? String.valueOf((int)percentile)
                : String.valueOf(percentile)));
        }
        head.add("most");
        table(List.of(head, lengths("header", statistics.headerLengths), lengths("body", statistics.bodyLengths)), 1);
    }

    private static List<String> lengths(final String title, final Histogram lengths)
    {
        final List<String> row = new ArrayList<>(List.of(title, number(lengths.getMinValue())));
        for (final double percentile : PERCENTILES)
        {
            row.add(number(lengths.getValueAtPercentile(percentile)));
        }
        row.add(number(lengths.getMaxValue()));
        return row;
    }

    private void table(final List<List<String>> rows, final int texts)
    {
        text.append('\n');
        print(rows, texts);
    }

    private void print(final List<List<String>> rows, final int texts)
    {
        TextTable.print(text, rows, texts);
    }

    private static String number(final long number)
    {
        return TextTable.number(number);
    }
}

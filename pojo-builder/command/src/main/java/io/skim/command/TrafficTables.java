package io.skim.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Latencies, failures and rates as tables for people.
 */
final class TrafficTables
{
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final int MOST_ROWS = 20;
    private static final int LONGEST_CELL = 48;
    private static final String BLOCKS = " \u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

    private final Traffic traffic;
    private final TextTable tables;

    TrafficTables(final Traffic traffic, final TextTable tables)
    {
        this.traffic = traffic;
        this.tables = tables;
    }

    /** Adds those that have anything in them. */
    void add()
    {
        latencies();
        failures();
        slowest();
        rates();
        segments();
    }

    private static String cell(final @Nullable String text)
    {
        return text == null ? "" : Screen.cut(Screen.printable(text), LONGEST_CELL);
    }

    private void latencies()
    {
        if (traffic.latencies().isEmpty())
        {
            return;
        }
        final List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("latency of", "answers", "50%", "90%", "99%", "99.9%", "most"));
        for (final Map.Entry<String, Histogram> entry : traffic.latencies())
        {
            final List<String> row = new ArrayList<>(List.of(cell(entry.getKey()), TextTable.number(entry.getValue()
                .getTotalCount())));
            for (final double percentile : PERCENTILES)
            {
                row.add(Times.duration(entry.getValue().getValueAtPercentile(percentile)));
            }
            row.add(Times.duration(entry.getValue().getMaxValue()));
            rows.add(row);
        }
        tables.add(rows, 1);
    }

    private void failures()
    {
        if (traffic.failures.size() == 0)
        {
            return;
        }
        final List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("failed", "reason", "remark", "times"));
        traffic.failures.sorted().stream().limit(MOST_ROWS)
            .forEach(count -> rows.add(List.of(cell(count.key.name()), cell(
                count.key.reason()), cell(count.key.remark()), TextTable.number(count.frames()))));
        tables.add(rows, 3);
    }

    private void slowest()
    {
        if (traffic.slowest.sorted().isEmpty())
        {
            return;
        }
        final List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("slowest", "topic or address", "answered", "connection", "frame", "latency"));
        for (final Slowest.Answer answer : traffic.slowest.sorted())
        {
            rows.add(List.of(cell(answer.name()), cell(answer.place()), Times.clock(answer.time()), answer.connection(),
                String
                    .valueOf(answer.i()),
                Times.duration(answer.latency())));
        }
        tables.add(rows, 4);
    }

    private void rates()
    {
        final Timeline timeline = traffic.timeline;
        if (timeline.intervals().size() < 2)
        {
            return;
        }
        long most = 1;
        for (int k = 0; k < timeline.intervals().size(); k++)
        {
            most = Math.max(most, timeline.intervals().get(k).frames);
        }
        final StringBuilder curve = new StringBuilder();
        for (int k = 0; k < timeline.intervals().size(); k++)
        {
            final long frames = timeline.intervals().get(k).frames;
            curve.append(BLOCKS.charAt(frames == 0 ? 0 : 1 + (int)((BLOCKS.length() - 2) * (double)frames / most)));
        }
        final double seconds = timeline.width() / 1_000_000.0;
        tables.add(List.of(List.of("frames over time, from " + Times.clock(timeline.time(0)) + ", each "
            + Times.duration(timeline.width()) + ", at most " + TextTable.number(Math.round(most / seconds))
            + " in a second"), List.of(curve.toString().stripTrailing())), 1);
    }

    private void segments()
    {
        final Traffic.Segments counts = traffic.segments();
        if (counts != null)
        {
            tables.add(List.of(
                List.of("segments", TextTable.number(counts.count())), List.of("retransmitted", TextTable
                    .number(counts.retransmitted())),
                List.of("bytes retransmitted", TextTable.number(counts
                    .bytesRetransmitted())),
                List.of("out of order", TextTable.number(counts.outOfOrder())), List.of(
                    "gaps", TextTable.number(counts.gaps())),
                List.of("bytes missing", TextTable.number(counts
                    .bytesMissing()))),
                1);
        }
    }
}

package io.skim.command;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Latencies, failures and rates as tables for people.
 */
final class TrafficTables
{
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final int MOST_ROWS = 20;
    private static final int LONGEST_CELL = 48;
    /** From these numbers of columns on there is room for dates, and for addresses. */
    static final int MIDDLE = 100;
    static final int WIDE = 120;
    private static final String BLOCKS = " \u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

    private final Traffic traffic;
    private final TextTable tables;
    private final int columns;
    private final String place;

    /**
     * Makes their maker.
     *
     * @param traffic to tell of.
     * @param tables  to add to.
     * @param columns that a screen has.
     * @param place   what is told of a slow answer besides its name.
     */
    TrafficTables(final Traffic traffic, final TextTable tables, final int columns, final String place)
    {
        this.place = place;
        this.columns = columns;
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

    /** A time, on a narrow screen that of the day. */
    static String time(final long time, final int columns)
    {
        return !Times.isKnown(time) ? "-" : columns < MIDDLE ? Times.clock(time) : Times.date(time) + ' ' + Times.clock(
            time);
    }

    /** A time as {@code --since} takes it, on a narrow screen that of the day. */
    static String moment(final long time, final int columns)
    {
        return columns < MIDDLE ? Times.clock(time) : Times.text(time);
    }

    /** A connection, on a narrow screen its ports. */
    static String connection(final String name, final int columns)
    {
        return columns < WIDE ? Ends.of(name).ports() : name;
    }

    private void latencies()
    {
        if (traffic.latencies().isEmpty())
        {
            return;
        }
        final List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("latency of", "answers", "50%", "90%", "99%", "99.9%", "most"));
        for (final Map.Entry<String, Distribution> entry : traffic.latencies())
        {
            final String name = cell(entry.getKey()) + (traffic.waiting.contains(entry.getKey()) ? " *" : "");
            final List<String> row = new ArrayList<>(List.of(name, TextTable.number(entry.getValue().count())));
            for (final double percentile : PERCENTILES)
            {
                row.add(Times.duration(entry.getValue().at(percentile)));
            }
            row.add(Times.duration(entry.getValue().most()));
            rows.add(row);
        }
        tables.add(rows, 1);
        if (!traffic.waiting.isEmpty())
        {
            tables.line("* waits for messages at the broker: not among the slowest");
        }
    }

    private void failures()
    {
        if (traffic.failures.size() == 0)
        {
            return;
        }
        final List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("failed", "reason", "times", "remark"));
        long others = traffic.failures.hasOthers() ? traffic.failures.others().count() : 0;
        int kinds = 0;
        for (final Map.Entry<Traffic.Failure, Traffic.Failures> count : traffic.failures
            .sorted(Traffic.Failures::count))
        {
            if (kinds++ < MOST_ROWS)
            {
                rows.add(failure(count.getKey(), count.getValue()));
            }
            else
            {
                others += count.getValue().count();
            }
        }
        if (others > 0)
        {
            rows.add(List.of("others", "", TextTable.number(others), ""));
        }
        tables.addWithRemarks(rows, 2);
    }

    private static List<String> failure(final Traffic.Failure kind, final Traffic.Failures failures)
    {
        return List.of(cell(kind.name()), cell(kind.reason()), TextTable.number(failures.count()),
            failures.remark() == null ? "" : Screen.printable(failures.remark()));
    }

    private void slowest()
    {
        if (traffic.slowest.sorted().isEmpty())
        {
            return;
        }
        final List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("slowest", place, "answered", "connection", "frame", "latency"));
        for (final Slowest.Answer answer : traffic.slowest.sorted())
        {
            rows.add(List.of(cell(answer.name()), cell(answer.place()), time(answer.time(), columns), connection(answer
                .connection(), columns), String.valueOf(answer.i()), Times.duration(answer.latency())));
        }
        tables.add(rows, 4);
    }

    private void rates()
    {
        final Timeline timeline = traffic.timeline;
        final List<Timeline.Interval> intervals = timeline.intervals();
        if (intervals.size() < 2)
        {
            return;
        }
        // Where there is no column for each, several have one: the last ones are those that a live view is about.
        final int together = (intervals.size() + columns - 1) / columns;
        final long[] frames = new long[(intervals.size() + together - 1) / together];
        long most = 1;
        for (int k = 0; k < intervals.size(); k++)
        {
            frames[k / together] += intervals.get(k).frames;
            most = Math.max(most, intervals.get(k).frames);
        }
        final double rate = most * 1e6 / timeline.width();
        tables.add(List.of(
            List.of("frames over time, at most "
                + (rate < 10 ? new BigDecimal(rate).round(new MathContext(2)).toPlainString()
                    : TextTable.number(Math.round(rate)))
                + " in a second"),
            List.of(
                "from " + Times.date(timeline.time(0)) + ' ' + Times.clock(timeline.time(0))
                    + ", each " + Times.duration(timeline.width() * together)),
            List.of(curve(frames))), 1);
    }

    private static String curve(final long... frames)
    {
        final long most = Math.max(1, Arrays.stream(frames).max().orElse(1));
        final StringBuilder curve = new StringBuilder();
        for (final long each : frames)
        {
            curve.append(BLOCKS.charAt(each == 0 ? 0 : 1 + (int)((BLOCKS.length() - 2) * (double)each / most)));
        }
        return curve.toString().stripTrailing();
    }

    private void segments()
    {
        final Segments counts = traffic.segments();
        if (counts != null)
        {
            tables.add(List.of(row("segments", counts.count()), row("retransmitted", counts.retransmitted()),
                row("bytes retransmitted", counts.bytesRetransmitted()), row("ahead of others", counts.outOfOrder()),
                row("keep-alives", counts.keepAlives()), row("gaps", counts.gaps()),
                row("bytes missing", counts.bytesMissing())), 1);
        }
    }

    private static List<String> row(final String name, final long number)
    {
        return List.of(name, TextTable.number(number));
    }
}

package io.skim.command.report;

import io.skim.command.ConsumedQueue;
import io.skim.command.ConsumerLag;
import io.skim.command.Distribution;
import io.skim.command.OpenRequests;
import io.skim.command.Segments;
import io.skim.command.SentRequest;
import io.skim.command.Tally;
import io.skim.command.Timeline;
import io.skim.command.Times;
import io.skim.command.Volume;
import io.skim.command.report.Charts.Line;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the page: HTML with its style and pictures in it, without a script. Each picture has a table of its numbers; on narrow
 * screens another picture is shown, so that texts stay readable.
 */
final class Page
{
    private static final int WIDE = 980;
    private static final int NARROW = 340;
    private static final int TALL = 300;
    private static final int MOST_CURVES = 5;
    private static final int MOST_TOPICS = 50;
    private static final int MOST_NODES = 16;
    private static final double THOUSAND = 1_000;
    private static final String LAG = "Consumer lag";
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT)
        .withZone(ZoneOffset.UTC);

    private final ReportedTraffic traffic;
    private final Words words;
    private final String files;
    private final StringBuilder html = new StringBuilder();
    private final Charts wide = new Charts(WIDE, TALL);
    private final Charts narrow = new Charts(NARROW, TALL);

    /** Draws a picture at a width. */
    private interface Drawing
    {
        String draw(Charts charts) throws IOException;
    }

    /** Writes one row of a table for an entry. */
    private interface Row<T>
    {
        List<Object> cells(T entry);
    }

    private Page(final ReportedTraffic traffic, final Words words, final String files)
    {
        this.traffic = traffic;
        this.words = words;
        this.files = files;
    }

    /** The page about some files. */
    static String of(final ReportedTraffic traffic, final Words words, final String files) throws IOException
    {
        return new Page(traffic, words, files).write();
    }

    private String write() throws IOException
    {
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n").append(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
            .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n").append(
                "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Traffic report</title>\n<style>\n")
            .append(
                style())
            .append("</style>\n</head>\n<body>\n<header>\n<h1>Traffic report</h1>\n<p>").append(escaped(
                files))
            .append("</p>\n<nav aria-label=\"Sections\">");
        for (final String[] section : sections())
        {
            html.append("<a href=\"#").append(section[0]).append("\">").append(section[1]).append("</a> ");
        }
        html.append("</nav>\n</header>\n<main>\n");
        summary();
        overTime();
        latency();
        codes();
        sizes();
        topics();
        clients();
        lag();
        failures();
        connections();
        network();
        html.append(
            "</main>\n<footer><p>Written by <code>skim report</code>. Times are UTC.</p></footer>\n</body>\n</html>\n");
        return html.toString();
    }

    private List<String[]> sections()
    {
        final List<String[]> sections = new ArrayList<>();
        if (traffic.hasTimes())
        {
            sections.add(new String[] {"time", "Over time"});
            sections.add(new String[] {"latency", "Latency"});
        }
        sections.add(new String[] {"codes", words.codes()});
        sections.add(new String[] {"sizes", "Sizes"});
        sections.add(new String[] {"topics", words.topics()});
        sections.add(new String[] {"clients", words.clients()});
        if (!lagging().isEmpty())
        {
            sections.add(new String[] {"lag", LAG});
        }
        sections.add(new String[] {"errors", "Errors"});
        if (traffic.edges.size() > 0)
        {
            sections.add(new String[] {"connections", "Connections"});
        }
        if (traffic.segments != null)
        {
            sections.add(new String[] {"network", "Network"});
        }
        return sections;
    }

    private static String style() throws IOException
    {
        try (InputStream in = Page.class.getResourceAsStream("report.css"))
        {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static String escaped(final String text)
    {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;").replaceAll(
            "[\\p{Cc}\\p{Cf}&&[^\n\t]]", "\u00B7");
    }

    private void begin(final String id, final String title)
    {
        html.append("<section aria-labelledby=\"").append(id).append("\">\n<h2 id=\"").append(id).append("\">").append(
            title).append("</h2>\n");
    }

    private void end()
    {
        html.append("</section>\n");
    }

    private void note(final String sentence)
    {
        html.append("<p class=\"note\">").append(escaped(sentence)).append("</p>\n");
    }

    private void summary()
    {
        html.append("<section aria-label=\"Summary\">\n<dl class=\"cards\">\n");
        card("frames", "Frames", number(traffic.frames));
        card("bytes", "Bytes", bytes((double)traffic.bytes));
        card("requests", words.requests(), number(traffic.requests));
        card("oneways", words.oneways(), number(traffic.oneways));
        card("responses", words.responses(), number(traffic.responses));
        card("pairs", words.pairs(), number(traffic.pairs));
        final long failed = traffic.codes.sorted(code -> 0).stream().mapToLong(code -> code.getValue().failures).sum()
            + (traffic.codes.hasOthers() ? traffic.codes.others().failures : 0);
        card("failed", "Errors", number(failed));
        card("malformed", "Malformed frames", number(traffic.malformed));
        if (traffic.hasTimes())
        {
            card("from", "From", time(traffic.first));
            card("duration", "Duration", duration((double)(traffic.last - traffic.first)));
        }
        html.append("</dl>\n</section>\n");
        if (!traffic.hasTimes())
        {
            note(
                "Files of frames have no times and no connections: there are no latencies, and nothing is shown over time."
                    + " A capture (pcap or pcapng) has both.");
        }
        if (traffic.forgotten > 0)
        {
            note("At most " + number(OpenRequests.MOST) + " wait to be answered at a time: " + number(traffic.forgotten)
                + " were forgotten for later ones, and have no answer here, even if the capture has it.");
        }
    }

    private void card(final String id, final String title, final String value)
    {
        html.append("<div><dt>").append(title).append("</dt><dd id=\"").append(id).append("\">").append(value).append(
            "</dd></div>\n");
    }

    /** A picture for wide screens and one for narrow ones, with a table; the table alone if there is nothing to draw. */
    private <T> void figure(final String id, final String title, final String said, final @Nullable Drawing drawing,
        final List<String> columns, final List<T> entries, final Row<T> row) throws IOException
    {
        html.append("<figure>\n<figcaption>").append(escaped(title)).append("</figcaption>\n");
        if (drawing != null)
        {
            html.append("<div class=\"picture\" role=\"img\" aria-label=\"").append(escaped(title + ". " + said))
                .append(
                    "\"><div class=\"wide\">")
                .append(drawing.draw(wide)).append("</div><div class=\"narrow\">").append(
                    drawing.draw(narrow))
                .append("</div></div>\n");
        }
        html.append("<details").append(drawing == null ? " open" : "").append("><summary>Table: ")
            .append(escaped(title))
            .append("</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"").append(escaped(
                title))
            .append("\">\n<table id=\"").append(id).append("\"><thead><tr>");
        final List<List<Object>> rows = entries.stream().map(row::cells).toList();
        for (int i = 0; i < columns.size(); i++)
        {
            final int column = i;
            html.append(rows.stream().anyMatch(cells -> cells.get(column) instanceof Number)
                ? "<th scope=\"col\" class=\"number\">" : "<th scope=\"col\">").append(escaped(columns.get(i)))
                .append("</th>");
        }
        html.append("</tr></thead><tbody>\n");
        for (final List<Object> cells : rows)
        {
            html.append("<tr>");
            boolean first = true;
            for (final Object cell : cells)
            {
                final String tag = first ? "th scope=\"row\"" : "td";
                html.append('<').append(tag).append(cell instanceof Number ? " class=\"number\">" : ">").append(
                    cell instanceof Number ? number((Number)cell) : escaped(String.valueOf(cell))).append(
                        first
                            ? "</th>" : "</td>");
                first = false;
            }
            html.append("</tr>\n");
        }
        html.append("</tbody></table></div></details>\n</figure>\n");
    }

    private static String lower(final String word)
    {
        return word.toLowerCase(Locale.ROOT);
    }

    private static String number(final Number number)
    {
        return number instanceof Double
            ? String.format(Locale.ROOT, "%,.3f", number.doubleValue()).replaceAll("\\.?0+$", "")
            : String.format(Locale.ROOT, "%,d", number.longValue());
    }

    private static String bytes(final double bytes)
    {
        final String[] units = {"B", "kB", "MB", "GB", "TB"};
        int unit = 0;
        double rest = bytes;
        while (rest >= THOUSAND && unit < units.length - 1)
        {
            rest /= THOUSAND;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", rest, units[unit]);
    }

    private static String time(final long micros)
    {
        return TIME.format(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
    }

    /** Of microseconds. */
    static String duration(final double micros)
    {
        if (micros < THOUSAND)
        {
            return String.format(Locale.ROOT, "%.0f \u00B5s", micros);
        }
        if (micros < THOUSAND * THOUSAND)
        {
            return trimmed(micros / THOUSAND) + " ms";
        }
        final double seconds = micros / THOUSAND / THOUSAND;
        return seconds < 120 ? trimmed(seconds) + " s" : seconds < 7_200 ? trimmed(seconds / 60) + " min"
            : trimmed(seconds / 3_600) + " h";
    }

    private static String trimmed(final double number)
    {
        return String.format(Locale.ROOT, number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number).replaceAll(
            "(\\.\\d*?)0+$", "$1").replaceAll("\\.$", "");
    }

    /** A rate in each interval. The last one ends with the traffic: it is drawn together with the one before it. */
    static Line rate(final ReportedTraffic traffic, final String name,
        final ToDoubleFunction<Timeline.Interval> value, final double unit)
    {
        final List<Timeline.Interval> intervals = traffic.time.intervals();
        final double width = traffic.time.width();
        final int last = intervals.size() - 1;
        final double[] x = new double[last > 1 ? last : last + 1];
        final double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++)
        {
            x[i] = i * width / unit;
            y[i] = value.applyAsDouble(intervals.get(i)) * 1e6 / width;
        }
        if (last > 1)
        {
            y[last - 1] =
                (value.applyAsDouble(intervals.get(last - 1)) + value.applyAsDouble(intervals.get(last))) * 1e6
                    / (traffic.last - traffic.time.time(last - 1) + 1);
        }
        return new Line(name, x, y);
    }

    private void overTime() throws IOException
    {
        if (!traffic.hasTimes())
        {
            return;
        }
        final List<Timeline.Interval> intervals = traffic.time.intervals();
        final double all = (double)traffic.time.width() * intervals.size();
        final boolean seconds = all >= 2e6;
        final boolean minutes = all >= 300e6;
        final boolean hours = all >= 18_000e6;
        final double unit = hours ? 3_600e6 : minutes ? 60e6 : seconds ? 1e6 : 1e3;
        final String unitName = (hours ? "h" : minutes ? "min" : seconds ? "s" : "ms") + " after " + time(traffic.time
            .time(0));
        final String interval = duration((double)traffic.time.width());
        final List<Object> numbered = new ArrayList<>();
        for (int i = 0; i < intervals.size(); i++)
        {
            numbered.add(i);
        }
        begin("time", "Over time");
        note("Each point is an interval of " + interval + (intervals.size() > 2
            ? "; of rates the last point is also the rest after it." : "."));
        figure("rates", "Frames a second",
            words.requests() + ", " + lower(words.responses()) + " and errors over time.", charts -> charts.overTime(
                unitName, "frames a second",
                List.of(rate(traffic, lower(words.requests()), each -> each.requests, unit), rate(traffic,
                    lower(words.responses()), each -> each.responses, unit),
                    rate(traffic, "errors", each -> each.errors,
                        unit)),
                false),
            List.of("From", words.requests(), words.responses(), "Errors", "Bytes"), numbered,
            index -> intervalRow((Integer)index));
        figure("volume", "Bytes a second", "Bytes of all frames over time.", charts -> charts.overTime(unitName,
            "kB a second", List.of(rate(traffic, "kB a second", each -> each.bytes / THOUSAND, unit)), false), List
                .of("From", "Bytes"),
            numbered, index -> List.of(time(traffic.time.time((Integer)index)), traffic.time.intervals()
                .get((Integer)index).bytes));
        if (hasSlowest())
        {
            latencyOverTime(unitName, unit);
        }
        end();
    }

    /** What is answered may have no time. */
    private boolean hasLatencies()
    {
        return hasSlowest() || traffic.codes.sorted(code -> 0).stream().anyMatch(code -> code.getValue().latencies
            .count() > 0);
    }

    /** All answers may be to requests that wait for messages. */
    private boolean hasSlowest()
    {
        return !traffic.slowest.sorted().isEmpty();
    }

    private List<Object> intervalRow(final int index)
    {
        final Timeline.Interval each = traffic.time.intervals().get(index);
        return List.of(time(traffic.time.time(index)), each.requests, each.responses,
            each.errors, each.bytes);
    }

    /** Only of intervals that have responses. */
    private void latencyOverTime(final String unitName, final double unit) throws IOException
    {
        final List<Integer> answered = new ArrayList<>();
        for (int i = 0; i < traffic.time.intervals().size(); i++)
        {
            if (traffic.time.intervals().get(i).latencyCount() > 0)
            {
                answered.add(i);
            }
        }
        final List<Line> lines = new ArrayList<>();
        for (final double percentile : new double[] {50, 99, 100})
        {
            lines.add(new Line(percentile == 100 ? "longest" : "p" + (int)percentile, answered.stream().mapToDouble(
                i -> i * (double)traffic.time.width() / unit).toArray(), answered.stream()
                    .mapToDouble(i -> millis(
                        traffic.time.intervals().get(i).latencyAt(percentile)))
                    .toArray()));
        }
        figure("latency-time", "Latency over time",
            "Latencies of the " + lower(words.responses()) + " in each interval.", charts -> charts
                .overTime(unitName, "ms", lines, true),
            List.of("From", words.responses(), "p50 (ms)", "p99 (ms)",
                "Longest (ms)"),
            answered, i -> {
                final Timeline.Interval each = traffic.time.intervals().get(i);
                return List.of(time(traffic.time.time(i)), each.latencyCount(), exact(
                    each.latencyAt(50)), exact(each.latencyAt(99)), exact(each.latencyAt(100)));
            });
    }

    /** For a logarithmic axis: what is too short to be measured counts as half a microsecond. */
    private static double millis(final long micros)
    {
        return Math.max(0.5, (double)micros) / THOUSAND;
    }

    private static Double exact(final long micros)
    {
        return micros / THOUSAND;
    }

    private static Line curve(final String name, final Distribution values, final ToDoubleFunction<Long> value)
    {
        final List<Double> percentiles = new ArrayList<>();
        for (double rest = 1; rest * values.count() >= 0.5 && rest > 1e-6; rest /= 1.25)
        {
            percentiles.add(100 * (1 - rest));
        }
        return new Line(name, percentiles.stream().mapToDouble(each -> Math.log10(100 / (100 - each))).toArray(),
            percentiles.stream()
                .mapToDouble(each -> value.applyAsDouble(values.at(each))).toArray());
    }

    private void latency() throws IOException
    {
        if (!traffic.hasTimes())
        {
            return;
        }
        begin("latency", "Latency");
        if (!hasLatencies())
        {
            note("In the capture nothing is answered.");
            end();
            return;
        }
        final List<Map.Entry<String, ReportedTraffic.Code>> answered = traffic.codes.sorted(code -> code.latencies
            .count()).stream().filter(code -> code.getValue().latencies.count() > 0).toList();
        final List<Line> curves = answered.stream().limit(MOST_CURVES)
            .map(code -> curve(code.getKey(), code.getValue().latencies, micros -> millis(micros))).toList();
        final List<Map.Entry<String, ReportedTraffic.Code>> all = new ArrayList<>(answered);
        if (traffic.codes.hasOthers() && traffic.codes.others().latencies.count() > 0)
        {
            all.add(Map.entry("(others)", traffic.codes.others()));
        }
        figure("latencies", "Latency by " + lower(words.code()), "Percentile curves of the " + curves.size()
            + " with the most " + lower(words.responses()) + ".",
            curves.isEmpty() ? null : charts -> charts.percentiles("ms", curves),
            List.of(words.code(),
                words.responses(), "p50 (ms)", "p90 (ms)", "p99 (ms)", "p99.9 (ms)", "Longest (ms)"),
            all,
            code -> percentiles(code.getKey(), code.getValue().latencies));
        note(words.latency());
        if (hasSlowest())
        {
            slowest();
        }
        end();
    }

    private void slowest() throws IOException
    {
        figure("slowest", "Slowest " + lower(words.requests()), "", null,
            List.of(words.code(), "Latency (ms)", words.place(), "Answered on", "In frame", "Sent"),
            traffic.slowest.sorted(), slow -> List.of(slow.name(), exact(slow.latency()), slow.place() == null ? ""
                : slow.place(), slow.connection(), String.valueOf(slow.i()), time(slow.time())));
    }

    private static List<Object> percentiles(final String name, final Distribution latencies)
    {
        final List<Object> row = new ArrayList<>(List.of(name, latencies.count()));
        for (final double percentile : PERCENTILES)
        {
            row.add(exact(latencies.at(percentile)));
        }
        row.add(exact(latencies.most()));
        return row;
    }

    private void codes() throws IOException
    {
        begin("codes", words.codes());
        final List<Map.Entry<String, ReportedTraffic.Code>> codes =
            new ArrayList<>(traffic.codes.sorted(code -> code.requests
                + code.responses));
        if (traffic.codes.hasOthers())
        {
            codes.add(Map.entry("(others)", traffic.codes.others()));
        }
        figure("codes-table", words.requests() + " and " + lower(words.responses()), "", null,
            List.of(words.code(), words
                .requests(), words.responses(), "Errors",
                "Bytes"),
            codes,
            code -> List.of(code.getKey(), code.getValue().requests, code.getValue().responses, code
                .getValue().failures, code.getValue().bytes));
        end();
    }

    private void sizes() throws IOException
    {
        begin("sizes", "Sizes");
        final List<Map.Entry<String, Distribution>> sizes =
            List.of(Map.entry("Headers", traffic.headerLengths), Map.entry(
                "Bodies", traffic.bodyLengths));
        figure("sizes-table", "Sizes of frames", "Percentile curves of headers and bodies.", traffic.frames == 0 ? null
            : charts -> charts.percentiles("bytes", sizes.stream().map(each -> curve(each.getKey(), each.getValue(),
                value -> Math.max(1, value))).toList()),
            List.of("", "Frames", "p50 (bytes)", "p90 (bytes)",
                "p99 (bytes)", "p99.9 (bytes)", "Longest (bytes)"),
            sizes, each -> {
                final Distribution lengths = each.getValue();
                return List.of(each.getKey(), lengths.count(), lengths.at(50), lengths
                    .at(90), lengths.at(99),
                    lengths.at(
                        99.9),
                    lengths.most());
            });
        end();
    }

    private void volumes(final String id, final String title, final String column, final Tally<String, Volume> counts,
        final int most) throws IOException
    {
        final List<Map.Entry<String, Volume>> entries = new ArrayList<>(counts.sorted(Volume::frames));
        final Volume rest = new Volume();
        for (int i = entries.size() - 1; i >= most; i--)
        {
            rest.add(entries.remove(i).getValue());
        }
        if (counts.hasOthers())
        {
            rest.add(counts.others());
        }
        if (rest.frames() > 0)
        {
            entries.add(Map.entry("(others)", rest));
        }
        figure(id, title, "", null, List.of(column, words.counted(), "Bytes"), entries,
            entry -> List.of(entry.getKey(), entry
                .getValue().frames(), entry.getValue().bytes()));
    }

    private void topics() throws IOException
    {
        begin("topics", words.topics());
        volumes("topics-table", words.counted() + " by " + lower(words.topic()), words.topic(), traffic.topics,
            MOST_TOPICS);
        end();
    }

    private void clients() throws IOException
    {
        begin("clients", words.clients() + " and versions");
        note(words.ofClients());
        volumes("clients-table", words.counted() + " by " + lower(words.client()), words.client(), traffic.clients,
            MOST_TOPICS);
        end();
    }

    private List<ConsumedQueue> lagging()
    {
        return traffic.lag.sorted();
    }

    private void lag() throws IOException
    {
        final List<ConsumedQueue> queues = lagging();
        if (queues.isEmpty())
        {
            return;
        }
        begin("lag", LAG);
        figure("lag-table", "Offsets of consumer groups", "", null,
            List.of("Consumer group", "Topic", "Queue", "Broker", "Asked for",
                "Committed", "Max", "Lag", "Told"),
            queues.subList(0, Math.min(MOST_TOPICS, queues.size())), queue -> List.of(queue
                .group(), queue.topic(), queue.queueId(), queue.broker() == null ? "" : queue.broker(),
                offset(queue.asked()),
                offset(queue.committed()), offset(queue.max()), queue.hasLag() ? queue.lag() : "",
                queue.hasLag() && Times.isKnown(
                    queue.time()) ? time(queue.time()) : ""));
        note(
            "The lag is the broker's greatest offset less the offset to go on from, both as its last answer to a pull told them.");
        if (queues.size() > MOST_TOPICS)
        {
            note("There are " + number(queues.size() - MOST_TOPICS) + " more, with less lag.");
        }
        if (traffic.lag.forgotten() > 0)
        {
            note(number(traffic.lag.forgotten()) + " requests name queues behind the first " + number(ConsumerLag.MOST)
                + ", which are left out.");
        }
        end();
    }

    private static Object offset(final long offset)
    {
        return offset < 0 ? "" : offset;
    }

    private void failures() throws IOException
    {
        begin("errors", "Errors");
        if (traffic.failures.size() == 0)
        {
            note(words.noFailure());
        }
        else
        {
            final List<Map.Entry<ReportedTraffic.Failure, ReportedTraffic.Failures>> kinds =
                new ArrayList<>(traffic.failures.sorted(
                    each -> each.count));
            if (traffic.failures.hasOthers())
            {
                kinds.add(Map.entry(new ReportedTraffic.Failure("(others)", ""), traffic.failures.others()));
            }
            figure("errors-table", words.failures(), "", null, List.of(words.failed(), words.reason(), "Number", words
                .description()), kinds,
                each -> List.of(each.getKey().request(), each
                    .getKey().response(), each.getValue().count, each.getValue().sample));
        }
        unanswered();
        stuck();
        end();
    }

    private void unanswered() throws IOException
    {
        if (!traffic.unanswered.isEmpty())
        {
            figure("unanswered-table", "Requests without a response", "", null,
                List.of("Request", "Number", "First sent", "In frame", "Its topic"),
                traffic.unanswered.subList(0, Math.min(MOST_TOPICS, traffic.unanswered.size())), each -> row(each
                    .getKey(), each.getValue().count(), each.getValue().first()));
            note("A request that was sent near the end of the capture may have been answered behind it."
                + (traffic.unanswered.size() > MOST_TOPICS ? " The " + MOST_TOPICS + " most frequent are shown." : ""));
        }
    }

    private static List<Object> row(final String request, final long count, final SentRequest first)
    {
        return List.of(request, count, Times.isKnown(first.time()) ? time(first.time()) : "",
            String.valueOf(first.i()), first.topic() == null ? "" : AmqpFeed.cut(first.topic()));
    }

    private void stuck() throws IOException
    {
        if (!traffic.stuck.isEmpty())
        {
            figure("stuck-table", "Links without credit at the end", "", null,
                List.of("Address", "Deliveries go", "Since",
                    "Deliveries", "Waiting at the sender"),
                traffic.stuck.subList(0, Math.min(MOST_TOPICS, traffic.stuck
                    .size())),
                each -> List.of(AmqpFeed.cut(each.place()), each.connection(), time(each.since()), each.deliveries(),
                    each.available() < 0 ? "" : number(each.available())));
            note("A receiver that takes one message at a time has no credit in between, too. There are "
                + number(traffic.stuck.size()) + " such links.");
        }
    }

    private void connections() throws IOException
    {
        if (traffic.edges.size() == 0)
        {
            return;
        }
        begin("connections", "Connections");
        final List<Map.Entry<ReportedTraffic.Edge, Volume>> edges = traffic.edges.sorted(Volume::bytes);
        final List<String> clients = edges.stream().map(each -> each.getKey().client()).distinct().limit(MOST_NODES)
            .toList();
        final List<String> servers = edges.stream().map(each -> each.getKey().server()).distinct().limit(MOST_NODES)
            .toList();
        final Map<ReportedTraffic.Edge,
            Long> drawn = edges.stream().filter(each -> clients.contains(each.getKey().client())
                && servers.contains(each.getKey().server())).collect(Collectors.toMap(Map.Entry::getKey,
                    each -> each
                        .getValue().bytes(),
                    Long::sum, LinkedHashMap::new));
        figure("connections-table", "Who talks to whom",
            "Clients on the left, servers on the right; a line is as strong as"
                + " its bytes.",
            charts -> charts.graph(drawn, clients, servers), List.of("Client", "Server", "Frames",
                "Bytes"),
            edges, each -> List.of(each.getKey().client(), each.getKey().server(), each.getValue().frames(),
                each.getValue().bytes()));
        if (drawn.size() < edges.size())
        {
            note("The picture shows the " + drawn.size() + " with the most bytes of " + edges.size() + ".");
        }
        if (traffic.edges.hasOthers())
        {
            note("There are more than " + ReportedTraffic.MOST_EDGES + ", of which "
                + number(traffic.edges.others().frames())
                + " frames are not shown.");
        }
        end();
    }

    private void network() throws IOException
    {
        final Segments segments = traffic.segments;
        if (segments == null)
        {
            return;
        }
        begin("network", "Network");
        figure("network-table", "TCP segments", "", null, List.of("", "Number"), List.of(
            Map.entry("Segments with data", segments.count()), Map.entry("Sent again", segments.retransmitted()),
            Map.entry("Bytes sent again", segments.bytesRetransmitted()),
            Map.entry("Ahead of others", segments.outOfOrder()), Map.entry("Keep-alives", segments.keepAlives()),
            Map.entry("Gaps", segments.gaps()), Map.entry("Bytes missing", segments.bytesMissing())),
            each -> List.of(each.getKey(), each.getValue()));
        end();
    }
}

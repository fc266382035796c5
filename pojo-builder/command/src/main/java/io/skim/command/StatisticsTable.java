package io.skim.command;

import io.skim.command.FrameStatistics.Code;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Statistics as tables for people.
 */
final class StatisticsTable
{
    private static final int LONGEST_ADDRESS = 48;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};

    private final TextTable tables;
    private final int mostTopics;
    private final int columns;
    /** What is counted. */
    private String units = "frames";
    private long total;

    /**
     * Makes the tables' maker, for one text.
     *
     * @param mostTopics how many topics to show, the most frequent ones.
     * @param screen     to show them on.
     */
    StatisticsTable(final int mostTopics, final Screen screen)
    {
        columns = screen.width();
        tables = new TextTable(columns, screen.isUnlimited());
        this.mostTopics = mostTopics;
    }

    /** All tables, a line feed behind each line. */
    String text(final FrameStatistics statistics)
    {
        totals(statistics, "unanswered");
        if (statistics.frames > 0)
        {
            sections(statistics);
        }
        unanswered(statistics);
        lag(statistics);
        new TrafficTables(statistics.traffic, tables, columns, "topic").add();
        return tables.toString();
    }

    /** All tables, a line feed behind each line. */
    String text(final AmqpStatistics statistics)
    {
        totals(statistics, "unsettled");
        if (statistics.frames > 0)
        {
            section("performative", statistics.performatives, List::of, Integer.MAX_VALUE);
            if (statistics.links.size() > 0)
            {
                section("transfers of", statistics.links, link -> List.of(Screen.printable(link)), mostTopics);
            }
            if (statistics.outcomes.size() > 0)
            {
                outcomes(statistics.outcomes);
            }
            withoutCredit(statistics.withoutCredit());
        }
        new TrafficTables(statistics.traffic, tables, columns, "outcome").add();
        return tables.toString();
    }

    /** A receiver that takes message by message has none in between, too: since when tells which are stuck. */
    private void withoutCredit(final List<AmqpLinks.Stuck> links)
    {
        if (links.isEmpty())
        {
            return;
        }
        final List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("links without credit", "deliveries go", "since", "deliveries", "waiting"));
        links.stream().limit(mostTopics).forEach(link -> rows.add(List.of(Screen.cut(Screen.printable(link.place()),
            LONGEST_ADDRESS), TrafficTables.connection(link.connection(), columns),
            TrafficTables.moment(link.since(), columns), TextTable.number(link.deliveries()),
            link.available() < 0 ? "" : TextTable.number(link.available()))));
        if (links.size() > mostTopics)
        {
            rows.add(List.of("and " + TextTable.number(links.size() - mostTopics) + " more", "", "", "", ""));
        }
        tables.add(rows, 3);
    }

    /** One disposition can tell the outcome of many deliveries, so that it is these which are counted. The last of the tables. */
    private void outcomes(final Tally<String, Volume> outcomes)
    {
        units = "deliveries";
        total = outcomes.others().frames();
        outcomes.sorted(Volume::frames).forEach(count -> total += count.getValue().frames());
        section("outcome", outcomes, outcome -> List.of(Screen.printable(outcome)), mostTopics);
    }

    /** All tables, a line feed behind each line. */
    String text(final StoreStatistics statistics)
    {
        final StoreStatistics.Counts all = statistics.all();
        units = "messages";
        total = all.messages;
        tables.addFirst(List.of(List.of(units, TextTable.number(all.messages)), List.of("records", TextTable.number(
            all.records)), List.of("bytes", TextTable.number(all.bytes)),
            List.of("malformed", TextTable.number(statistics
                .damaged())),
            List.of("passed over", TextTable.number(statistics.passedOver()))), 1);
        if (all.messages > 0)
        {
            tables.add(List.of(List.of("stored from", time(all.firstStored)), List.of("to", time(all.lastStored))), 2);
            lengths(lengths("body", all.bodyLengths), lengths("properties", all.propertiesLengths));
            section("kind", all.kinds, List::of, Integer.MAX_VALUE);
            section("topic", all.topics, topic -> List.of(Screen.printable(topic)), mostTopics);
        }
        return tables.toString();
    }

    private static String time(final long millis)
    {
        return Instant.ofEpochMilli(millis).toString();
    }

    /** What waits for an answer is told of captures: in files of frames nothing tells requests and responses of a connection. */
    private void totals(final TrafficStatistics statistics, final String waiting)
    {
        total = statistics.frames;
        final List<List<String>> rows = new ArrayList<>(List.of(List.of("frames", TextTable.number(total)),
            List.of("bytes", TextTable.number(statistics.bytes)),
            List.of("malformed", TextTable.number(statistics.malformed))));
        if (statistics.streams > 0)
        {
            rows.add(List.of(waiting, (statistics.forgotten() > 0 ? "at least " : "")
                + TextTable.number(statistics.waiting())));
        }
        tables.addFirst(rows, 1);
    }

    /** A request that was sent near the end may have been answered behind it: since when they wait tells which are lost. */
    private void unanswered(final FrameStatistics statistics)
    {
        final List<Map.Entry<String, Unanswered>> names = statistics.unanswered();
        if (names.isEmpty())
        {
            return;
        }
        final List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("unanswered", "first sent", "requests", "frame"));
        names.stream().limit(mostTopics).forEach(name -> rows.add(List.of(name.getKey(), TrafficTables.time(name
            .getValue().first().time(), columns), TextTable.number(name.getValue().count()),
            String.valueOf(name.getValue()
                .first().i()))));
        if (names.size() > mostTopics)
        {
            rows.add(List.of("and " + (names.size() - mostTopics) + " more", "", TextTable.number(names.stream().skip(
                mostTopics).mapToLong(name -> name.getValue().count()).sum()), ""));
        }
        tables.add(rows, 2);
    }

    /** What a broker told last: since then the group may have gone on, and the queue grown. */
    private void lag(final FrameStatistics statistics)
    {
        final List<ConsumedQueue> queues = statistics.lag.sorted();
        if (queues.isEmpty())
        {
            return;
        }
        final boolean offsets = columns >= TrafficTables.MIDDLE;
        final boolean times = offsets && statistics.streams > 0;
        final boolean brokers = columns >= TrafficTables.WIDE && statistics.streams > 0;
        final List<String> head = new ArrayList<>(List.of("consumer group", "topic"));
        head.addAll(brokers ? List.of("broker") : List.of());
        head.addAll(times ? List.of("told") : List.of());
        final int texts = head.size();
        head.add("queue");
        head.addAll(offsets ? List.of("asked for", "committed") : List.of());
        head.addAll(List.of("max", "lag"));
        final List<List<String>> rows = new ArrayList<>(List.of(head));
        for (final ConsumedQueue queue : queues.subList(0, Math.min(mostTopics, queues.size())))
        {
            final List<String> row = new ArrayList<>(List.of(Screen.printable(queue.group()), Screen.printable(queue
                .topic())));
            row.addAll(brokers ? List.of(queue.broker() == null ? "" : queue.broker()) : List.of());
            row.addAll(times ? List.of(queue.hasLag() ? TrafficTables.time(queue.time(), columns) : "-") : List.of());
            row.add(String.valueOf(queue.queueId()));
            row.addAll(offsets ? List.of(offset(queue.asked()), offset(queue.committed())) : List.of());
            row.addAll(List.of(offset(queue.max()), queue.hasLag() ? TextTable.number(queue.lag()) : "-"));
            rows.add(row);
        }
        tables.add(rows, texts);
        if (queues.size() > mostTopics)
        {
            tables.line("and " + TextTable.number(queues.size() - mostTopics) + " more");
        }
        if (statistics.lag.forgotten() > 0)
        {
            tables.line(
                TextTable.number(statistics.lag.forgotten()) + " requests name queues behind the first " + TextTable
                    .number(ConsumerLag.MOST) + ", which are left out");
        }
    }

    private static String offset(final long offset)
    {
        return offset < 0 ? "-" : TextTable.number(offset);
    }

    private void sections(final FrameStatistics statistics)
    {
        section("role", statistics.roles, role -> List.of(role.title()), Integer.MAX_VALUE);
        codes(statistics);
        section("serialize type", statistics.serializeTypes, List::of, Integer.MAX_VALUE);
        section("language", statistics.languages, language -> List.of(language == null ? "unknown" : language),
            Integer.MAX_VALUE);
        clients(statistics);
        lengths(lengths("header", statistics.headerLengths), lengths("body", statistics.bodyLengths));
        if (statistics.topics.size() > 0 || statistics.topics.others().frames() > 0)
        {
            section("topic", statistics.topics, topic -> List.of(Screen.printable(topic)), mostTopics);
        }
    }

    private void clients(final FrameStatistics statistics)
    {
        if (statistics.clients.size() == 0)
        {
            return;
        }
        final boolean addresses = statistics.streams > 0;
        section(addresses ? List.of("requests from", "language", "release", "version")
            : List.of("requests of", "release", "version"), statistics.clients, client -> {
                final String release = Release.name(client.version());
                final String language = client.language() == null ? "unknown" : client.language();
                final List<String> cells = new ArrayList<>(List.of(language, release == null ? "unknown" : release,
                    String.valueOf(client.version())));
                if (addresses)
                {
                    cells.add(0, client.address() == null ? "" : client.address());
                }
                return cells;
            }, mostTopics);
    }

    private void codes(final FrameStatistics statistics)
    {
        final List<List<String>> rows = head(List.of("name", "role", "code"));
        for (final Map.Entry<Code, Volume> count : statistics.codes.sorted(Volume::frames))
        {
            final Code code = count.getKey();
            final String name = CodeNames.of(code.code(), code.response());
            add(rows, count.getValue(),
                List.of(name == null ? "unknown" : name, code.response() ? "response" : "request", String
                    .valueOf(code.code())));
        }
        others(rows, statistics.codes.others(), 3, "others");
        tables.add(rows, 2);
    }

    private <K extends @Nullable Object> void section(final String title, final Tally<K, Volume> tally,
        final Function<K, List<String>> cells,
        final int most)
    {
        section(List.of(title), tally, cells, most);
    }

    private <K extends @Nullable Object> void section(final List<String> titles, final Tally<K, Volume> tally,
        final Function<K, List<String>> cells, final int most)
    {
        final List<List<String>> rows = head(titles);
        final List<Map.Entry<K, Volume>> sorted = tally.sorted(Volume::frames);
        final Volume others = new Volume();
        others.add(tally.others());
        for (int k = 0; k < sorted.size(); k++)
        {
            if (k < most)
            {
                add(rows, sorted.get(k).getValue(), cells.apply(sorted.get(k).getKey()));
            }
            else
            {
                others.add(sorted.get(k).getValue());
            }
        }
        others(rows, others, titles.size(), sorted.size() > most ? "and " + TextTable.number(sorted.size() - most)
            + " more" : "others");
        tables.add(rows, titles.size());
    }

    private List<List<String>> head(final List<String> titles)
    {
        final List<String> head = new ArrayList<>(titles);
        head.addAll(List.of(units, "%", "bytes"));
        final List<List<String>> rows = new ArrayList<>();
        rows.add(head);
        return rows;
    }

    private void add(final List<List<String>> rows, final Volume volume, final List<String> cells)
    {
        final List<String> row = new ArrayList<>(cells);
        row.addAll(counts(volume));
        rows.add(row);
    }

    private void others(final List<List<String>> rows, final Volume volume, final int texts,
        final String title)
    {
        if (volume.frames() > 0)
        {
            final List<String> row = new ArrayList<>(List.of(title));
            while (row.size() < texts)
            {
                row.add("");
            }
            row.addAll(counts(volume));
            rows.add(row);
        }
    }

    private List<String> counts(final Volume volume)
    {
        return List.of(TextTable.number(volume.frames()),
            String.format(Locale.ROOT, "%.1f", 100.0 * volume.frames() / total),
            TextTable.number(volume.bytes()));
    }

    private void lengths(final List<String> one, final List<String> other)
    {
        final List<String> head = new ArrayList<>(List.of("bytes of", "least"));
        for (final double percentile : PERCENTILES)
        {
            head.add(String.format(Locale.ROOT, "%s%%", percentile == (int)percentile ? String.valueOf((int)percentile)
                : String.valueOf(percentile)));
        }
        head.add("most");
        tables.add(List.of(head, one, other), 1);
    }

    private static List<String> lengths(final String title, final Distribution lengths)
    {
        final List<String> row = new ArrayList<>(List.of(title, TextTable.number(lengths.least())));
        for (final double percentile : PERCENTILES)
        {
            row.add(TextTable.number(lengths.at(percentile)));
        }
        row.add(TextTable.number(lengths.most()));
        return row;
    }
}

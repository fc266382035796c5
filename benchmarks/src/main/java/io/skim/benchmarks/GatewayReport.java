package io.skim.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Turns the results of {@link GatewayCost} and {@link GatewayLatency} into the tables and pictures of {@code docs/gateway-cost.md}.
 *
 * <pre>
 * java -cp benchmarks/target/benchmarks.jar io.skim.benchmarks.GatewayReport gateway.tsv gateway-about.txt docs/gateway-cost.md
 * </pre>
 */
public final class GatewayReport
{
    private final List<GatewayRow> rows;
    private final StringBuilder text = new StringBuilder();

    private GatewayReport(final List<GatewayRow> rows)
    {
        this.rows = rows;
    }

    /**
     * Writes the tables between the page's marks, and the pictures beside the page.
     *
     * @param arguments the results, the lines on machine and load, and the page.
     * @throws IOException if a file cannot be read or written.
     */
    public static void main(final String[] arguments) throws IOException
    {
        final GatewayReport report = new GatewayReport(GatewayRow.read(Path.of(arguments[0])));
        final Path page = Path.of(arguments[2]);
        for (final String line : Files.readAllLines(Path.of(arguments[1])))
        {
            report.line("- " + line);
        }
        for (final Encoding encoding : Encoding.values())
        {
            report.costs(encoding);
        }
        for (final Encoding encoding : Encoding.values())
        {
            report.latencies(encoding, GatewayLatency.WINDOWS, "as fast as they are answered");
            report.latencies(encoding, GatewayLatency.RATE, "at a fixed rate");
            report.draw(encoding, page);
        }
        Report.replace(page.toString(), report.text.toString());
    }

    private static String name(final Encoding encoding)
    {
        return encoding == Encoding.JSON ? "JSON" : "binary";
    }

    private void line(final String line)
    {
        text.append(line).append('\n');
    }

    private void format(final String line, final Object... values)
    {
        line(String.format(Locale.ROOT, line, values));
    }

    /** The rows of a kind and an encoding by load and contender. */
    private Map<String, Map<GatewayContender, GatewayRow>> rows(final String kind, final Encoding encoding)
    {
        final Map<String, Map<GatewayContender, GatewayRow>> loads = new LinkedHashMap<>();
        for (final GatewayRow row : rows)
        {
            if (row.kind().equals(kind) && row.encoding() == encoding)
            {
                loads.computeIfAbsent(row.load(), load -> new LinkedHashMap<>()).put(row.contender(), row);
            }
        }
        return loads;
    }

    private void costs(final Encoding encoding)
    {
        rows(GatewayRow.COST, encoding).forEach((load, byContender) -> {
            final GatewayRow relay = byContender.get(GatewayContender.RELAY);
            line("");
            format("### Cost: %s, %s", load, name(encoding));
            line("");
            format(
                "Requests of %,.0f bytes and responses of %,.0f on average; %,.0f messages and their answers for each row.",
                relay.number("request"), relay.number("response"), relay.number("messages"));
            line("");
            line("| Gateway | Processor time | Of the relay's | Decoding takes | Garbage | Young collections |");
            line("|---|---|---|---|---|---|");
            byContender.forEach((contender, row) -> format("| %s | %,.0f ns | %.2fx | %s | %,.1f B | %,.0f |",
                contender.title, row.number("nanos"), row.number("nanos") / relay.number("nanos"), longer(byContender,
                    row),
                row.number("bytes"), row.number("collections")));
        });
    }

    /** How many times longer the decoding gateway takes that does the same. */
    private static String longer(final Map<GatewayContender, GatewayRow> byContender, final GatewayRow row)
    {
        final GatewayRow rival = byContender.get(switch (row.contender())
        {
            case SCAN -> GatewayContender.COMMANDS;
            case PROPERTY -> GatewayContender.COMMANDS_PROPERTY;
            default -> row.contender();
        });
        if (rival == null || rival.contender() == row.contender())
        {
            return "";
        }
        final double times = rival.number("nanos") / row.number("nanos");
        return String.format(Locale.ROOT, "%.1fx", times);
    }

    private void latencies(final Encoding encoding, final String kind, final String how)
    {
        rows(kind, encoding).forEach((load, byContender) -> {
            line("");
            format("### Latency: %s, %s, %s", load, name(encoding), how);
            line("");
            line("| Gateway | Messages a second | p50 | p99 | p99.9 | Garbage | Collections | Their pauses |");
            line("|---|---|---|---|---|---|---|---|");
            byContender.forEach((contender, row) -> format(
                "| %s | %,.0f | %,.0f µs | %,.0f µs | %,.0f µs | %,.1f B | %,.0f | %,.0f ms |", contender.title, row
                    .number("persecond"),
                row.number("p50.0"), row.number("p99.0"), row.number("p99.9"), row.number("bytes"), row.number(
                    "collections"),
                row.number("pause")));
        });
    }

    private void draw(final Encoding encoding, final Path page) throws IOException
    {
        final Map<GatewayContender, GatewayRow> byContender = rows(GatewayLatency.RATE, encoding).values().stream()
            .findFirst().orElse(Map.of());
        if (byContender.isEmpty())
        {
            return;
        }
        final Map<String, Map<String, Double>> percentiles = new LinkedHashMap<>();
        for (final double percentile : GatewayLatency.PERCENTILES)
        {
            final Map<String, Double> micros = new LinkedHashMap<>();
            byContender.forEach((contender, row) -> micros.put(contender.brief, row.number("p" + percentile)));
            percentiles.put(String.format(Locale.ROOT, percentile % 1 == 0 ? "p%.0f" : "p%s", percentile), micros);
        }
        final String title = "Latency at a fixed rate, " + name(encoding) + " sends";
        final String file = "gateway-latency-" + name(encoding).toLowerCase(Locale.ROOT) + ".svg";
        Files.writeString(page.resolveSibling(file), Pictures.latencies(title, percentiles));
        line("");
        format("![%s](%s)", title, file);
    }
}

package io.skim.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was measured of a gateway: numbers by name, a line of a file with tabs between cells.
 *
 * @param kind      of measurement: {@link #COST} or a {@link GatewayLatency}'s.
 * @param encoding  of the frames.
 * @param load      their name.
 * @param contender the gateway.
 * @param numbers   by name.
 */
record GatewayRow(String kind, Encoding encoding, String load, GatewayContender contender, Map<String, Double> numbers)
{
    static final String COST = "cost";
    private static final String TAB = "\t";

    double number(final String name)
    {
        return numbers.getOrDefault(name, Double.NaN);
    }

    private String line()
    {
        final StringBuilder line = new StringBuilder(String.join(TAB, kind, encoding.name(), load, contender.name()));
        numbers.forEach((name, number) -> line.append(String.format(Locale.ROOT, "\t%s=%.1f", name, number)));
        return line.toString();
    }

    /** Adds lines to a file. */
    static void append(final Path file, final List<GatewayRow> rows) throws IOException
    {
        final List<String> lines = new ArrayList<>();
        rows.forEach(row -> lines.add(row.line()));
        Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Reads a file. */
    static List<GatewayRow> read(final Path file) throws IOException
    {
        final List<GatewayRow> rows = new ArrayList<>();
        for (final String line : Files.readAllLines(file))
        {
            final String[] cells = line.split(TAB);
            final Map<String, Double> numbers = new LinkedHashMap<>();
            for (int i = 4; i < cells.length; i++)
            {
                final String[] pair = cells[i].split("=");
                numbers.put(pair[0], Double.valueOf(pair[1]));
            }
            rows.add(new GatewayRow(cells[0], Encoding.valueOf(cells[1]), cells[2], GatewayContender.valueOf(cells[3]),
                numbers));
        }
        return rows;
    }
}

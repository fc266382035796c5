package io.skim.gateway.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.Side;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of docs/gateway-operations.md say what the gateway shows. */
class OperationsPageTest
{
    private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (skim_gateway_\\w+) (\\w+)$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** {@return the rows of the first table behind a heading, without their heads, as cells} */
    private static List<String[]> table(final String heading) throws IOException
    {
        final String page = Files.readString(Path.of("..", "..", "docs", "gateway-operations.md"));
        final List<String[]> rows = new ArrayList<>();
        for (final String line : page.substring(page.indexOf("\n" + heading + "\n") + heading.length() + 2).split("\n"))
        {
            if (line.startsWith("|"))
            {
                rows.add(Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toArray(String[]::new));
            }
            else if (!rows.isEmpty())
            {
                break;
            }
        }
        return rows.subList(2, rows.size());
    }

    private static Set<String> code(final String cell)
    {
        return CODE.matcher(cell).results().map(each -> each.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyMetricIsInTheTableWithItsTypeAndLabels() throws IOException
    {
        final TreeMap<String, String> documented = new TreeMap<>();
        for (final String[] row : table("## Metrics"))
        {
            documented.put(code(row[0]).iterator().next(), row[1] + " " + code(row[2]));
        }
        final String scrape;
        try (Sample sample = new Sample())
        {
            sample.traffic(10);
            sample.metrics.showGeneration(() -> 7);
            sample.metrics.showDeliveries(sample.metrics.endpoint(Side.CLIENT, "orders"));
            sample.metrics.showCertificateExpiry("orders", () -> Instant.EPOCH);
            final ByteArrayOutputStream out = new ByteArrayOutputStream();
            sample.metrics.scrape(out);
            scrape = out.toString(StandardCharsets.UTF_8);
        }
        final TreeMap<String, String> scraped = new TreeMap<>();
        final Matcher types = TYPE.matcher(scrape);
        while (types.find())
        {
            scraped.put(types.group(1), types.group(2) + " " + labels(scrape, types.group(1)));
        }
        assertEquals(documented, scraped);
    }

    private static Set<String> labels(final String scrape, final String name)
    {
        final Set<String> labels = new TreeSet<>();
        final Matcher lines = Pattern.compile("(?m)^" + name + "(?:_bucket)?\\{(.*)\\} ").matcher(scrape);
        while (lines.find())
        {
            LABEL.matcher(lines.group(1)).results().map(label -> label.group(1)).forEach(labels::add);
        }
        labels.remove("le");
        return labels;
    }

    @Test
    void everyMemberOfTheStatusIsInTheTable() throws IOException
    {
        final Set<String> documented = new TreeSet<>();
        for (final String[] row : table("### Status as JSON"))
        {
            documented.addAll(code(row[0]));
        }
        try (Sample sample = new Sample())
        {
            final JSONObject status = JSON.parseObject(new StatusReport(sample, sample.metrics, sample.connections,
                new History(sample.metrics, sample.connections)).toJson());
            assertEquals(documented, new TreeSet<>(status.keySet()));
        }
    }

    @Test
    void everyReasonOfAnEndIsInTheTable() throws IOException
    {
        final Set<String> documented = new TreeSet<>();
        for (final String[] row : table("## Why a connection ended"))
        {
            documented.addAll(code(row[0]));
        }
        assertEquals(Arrays.stream(CloseReason.values()).map(CloseReason::label).collect(Collectors.toCollection(
            TreeSet::new)), documented);
    }
}

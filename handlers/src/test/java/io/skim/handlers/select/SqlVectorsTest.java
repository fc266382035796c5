package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The verdicts of rocketmq-filter 5.5.0 that {@code rocketmq-sql92.tsv} holds.
 */
class SqlVectorsTest
{
    private static List<String> lines() throws IOException
    {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(SqlVectorsTest.class.getResourceAsStream(
            "/vectors/rocketmq-sql92.tsv"), StandardCharsets.UTF_8)))
        {
            return lines.lines().collect(Collectors.toList());
        }
    }

    private static Map<String, String> properties(final String line)
    {
        final Map<String, String> properties = new LinkedHashMap<>();
        for (final String pair : line.split("\t"))
        {
            if (!"#props".equals(pair))
            {
                properties.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
            }
        }
        return properties;
    }

    private static String result(final String expression, final Map<String, String> properties)
    {
        try
        {
            switch (Properties.verdict(Selector.sql(expression), properties))
            {
                case MATCH:
                    return "true";
                case NO_MATCH:
                    return "false";
                case UNKNOWN:
                    return "null";
                default:
                    return "eval-error";
            }
        }
        catch (final SelectorException e)
        {
            assertTrue(e.column() >= 1 && e.column() <= expression.length() + 1, e.getMessage());
            return "parse-error";
        }
    }

    @Test
    void eachVerdictIsTheBrokers() throws IOException
    {
        final List<String> lines = lines();
        final Map<String, String> properties = properties(lines.get(0));
        final List<String> wrong = new ArrayList<>();
        int rows = 0;
        for (final String line : lines.subList(2, lines.size()))
        {
            final String[] row = line.split("\t");
            final String result = result(row[0].replace("\\n", "\n"), properties);
            if (!result.equals(row[1]))
            {
                wrong.add(row[0] + ": " + result + " instead of " + row[1]);
            }
            rows++;
        }
        assertEquals(List.of(), wrong);
        assertEquals(198, rows);
    }
}

package io.skim.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/reference-parity.md tells what the last published run measured, and names tests that are there. */
class ParityPageTest
{
    private static final Path ROOT = Path.of("..");
    private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");
    private static final Pattern NUMBER = Pattern.compile("([\\d,.]*\\d)(?: to ([\\d,.]*\\d))? (ns|B)\\b");

    /** The cells of each row of the page's table, without its head. */
    private static List<String[]> rows() throws IOException
    {
        final List<String[]> rows =
            Files.readAllLines(ROOT.resolve("docs/reference-parity.md")).stream().filter(line -> line
                .startsWith("| ")).map(line -> line.split(" \\| ")).collect(Collectors.toCollection(ArrayList::new));
        assertEquals("Measured |", rows.remove(0)[3]);
        assertEquals(7, rows.size());
        return rows;
    }

    /** What was published of benchmarks of these names: the middle times in ns, and the bytes. */
    private static Set<String> published(final List<String> names, final boolean isTime) throws IOException
    {
        return Files.readAllLines(ROOT.resolve("docs/benchmarks.md")).stream().map(line -> line.split(" \\| ")).filter(
            cells -> cells.length == 6 && names.stream()
                .anyMatch(name -> cells[0].matches("\\| (\\w+\\.)?" + Pattern.quote(
                    name) + " .*")))
            .map(cells -> isTime ? cells[1] : cells[5].replace(" |", "")).collect(Collectors.toSet());
    }

    private static List<String> names(final String cell)
    {
        return NAME.matcher(cell).results().map(match -> match.group(1)).toList();
    }

    @Test
    void eachNumberIsOneOfTheRowsThatItNames() throws IOException
    {
        for (final String[] row : rows())
        {
            final Matcher numbers = NUMBER.matcher(row[3]);
            assertTrue(numbers.find(), () -> "nothing measured: " + row[3]);
            do
            {
                final Set<String> known = published(names(row[3]), numbers.group(3).equals("ns"));
                assertFalse(known.isEmpty(), row[3]);
                for (int i = 1; i <= 2; i++)
                {
                    final String number = numbers.group(i);
                    assertTrue(number == null || known.contains(number),
                        () -> number + " is none of " + known + ": " + row[3]);
                }
            }
            while (numbers.find());
        }
    }

    @Test
    void eachTestIsThere() throws IOException
    {
        try (Stream<Path> files = Files.walk(ROOT))
        {
            final Set<String> tests = files.filter(file -> file.toString().contains("src/test/java")).map(file -> file
                .getFileName().toString().replace(".java", "")).collect(Collectors.toSet());
            for (final String[] row : rows())
            {
                assertFalse(names(row[2]).isEmpty(), row[2]);
                assertTrue(tests.containsAll(names(row[2])), row[2]);
            }
        }
    }
}

package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the comparison says of Skim is shown by tests that exist. */
class ComparisonTest
{
    private static final String CHAPTER = "docs/codec2-comparison.md";
    private static final Pattern TEST = Pattern.compile("([\\w.]+Test)#(\\w+)");
    private static final List<String> MODULES = List.of("scanner-core", "pojo-builder", "benchmarks", "docs");

    @Test
    void everyTestThatIsNamedExists() throws IOException
    {
        final List<Path> sources = sources();
        final List<String> missing = new ArrayList<>();
        int named = 0;
        for (final String test : Markdown.code(Markdown.read(CHAPTER)))
        {
            final Matcher name = TEST.matcher(test);
            if (name.matches())
            {
                named++;
                if (!exists(sources, name.group(1), name.group(2)))
                {
                    missing.add(test);
                }
            }
        }
        assertTrue(named > 30);
        assertEquals(List.of(), missing);
    }

    private static boolean exists(final List<Path> sources, final String type, final String method) throws IOException
    {
        final String file = "/" + type.replace('.', '/') + ".java";
        final Pattern declared = Pattern.compile("@(?:Test|ParameterizedTest|Property)\\b(?:(?!\\bvoid )[\\s\\S])*void "
            + method + "\\(");
        for (final Path source : sources)
        {
            if (source.toString().endsWith(file) && declared.matcher(Files.readString(source)).find())
            {
                return true;
            }
        }
        return false;
    }

    @Test
    void everyRowOfSkimsNamesATest() throws IOException
    {
        final String text = Markdown.read(CHAPTER);
        int rows = 0;
        for (final String heading : List.of("Scanning", "Objects", "Encoding", "What codec2 promised and did not have",
            "Hostile input"))
        {
            final List<String[]> table = Markdown.rows(Markdown.section(text, heading));
            for (final String[] row : table.subList(2, table.size()))
            {
                rows++;
                assertEquals(table.get(0).length, row.length, row[0]);
                assertTrue(TEST.matcher(row[row.length - 1]).find(), () -> heading + ": " + row[0] + row[1]);
            }
        }
        assertTrue(rows > 30);
    }

    @Test
    void everyFeatureOfItsHasARow() throws IOException
    {
        final List<String> listed = Markdown.rows(Markdown.read(CHAPTER)).stream().map(row -> row[0].strip()).filter(
            cell -> cell.matches("[DEP]\\d+")).collect(Collectors.toList());
        assertEquals(List.of("D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "P1", "P2", "P3",
            "P4", "P5", "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9"), listed);
    }

    private static List<Path> sources() throws IOException
    {
        final List<Path> sources = new ArrayList<>();
        for (final String module : MODULES)
        {
            try (Stream<Path> files = Files.walk(Markdown.ROOT.resolve(module).resolve("src/test/java")))
            {
                files.filter(file -> file.toString().endsWith("Test.java")).forEach(sources::add);
            }
        }
        return sources;
    }
}

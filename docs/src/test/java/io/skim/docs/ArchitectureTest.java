package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on architecture names packages, classes and tests that exist. */
class ArchitectureTest
{
    private static final List<String> MODULES = List.of("scanner-core", "handlers", "handlers/gateway", "pojo-builder",
        "pojo-builder/store", "pojo-builder/spark", "pojo-builder/flink", "pojo-builder/command", "benchmarks");

    @Test
    void everyPackageIsInTheTable() throws IOException
    {
        final Set<String> packages = new TreeSet<>();
        for (final String module : MODULES)
        {
            final Path sources = Markdown.ROOT.resolve(module).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(sources))
            {
                files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("module-info.java")).forEach(
                    file -> packages.add(sources.relativize(file.getParent()).toString().replace('/', '.')));
            }
        }
        // The tests of this module stand for it.
        packages.add("io.skim.docs");
        assertEquals(packages, Markdown.rows(Markdown.section(Markdown.read("docs/architecture.md"),
            "Modules and packages")).stream().flatMap(row -> Markdown.code(row[1]).stream()).collect(Collectors
                .toCollection(TreeSet::new)));
    }

    @Test
    void everyClassAndTestOfAFastPathExists() throws IOException
    {
        final Set<String> names = new TreeSet<>();
        for (final String module : MODULES)
        {
            try (Stream<Path> files = Files.walk(Markdown.ROOT.resolve(module).resolve("src")))
            {
                files.forEach(file -> names.add(file.getFileName().toString()));
            }
        }
        final List<String[]> rows = Markdown.rows(Markdown.section(Markdown.read("docs/architecture.md"),
            "Fast paths"));
        assertTrue(rows.size() > 5, () -> rows.size() + " rows");
        for (final String[] row : rows.subList(2, rows.size()))
        {
            assertFalse(Markdown.code(row[row.length - 1]).isEmpty(), row[0] + " has no test");
            for (final String name : Markdown.code(row[0] + row[row.length - 1]))
            {
                assertTrue(name.startsWith("io.skim.") || names.contains(name + ".java"), () -> name
                    + " does not exist");
            }
        }
    }
}

package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The picture of the house in words has all of its rooms. */
class ArchitectureTest
{
    private static final List<String> MODULES = List.of("scanner-core", "handlers", "pojo-builder",
        "pojo-builder/command", "benchmarks");

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
}

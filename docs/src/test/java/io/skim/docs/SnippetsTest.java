package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.docs.Markdown.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Every block of Java in a chapter is a region of a class in {@code snippets}, which the compiler and {@link UsesTest}
 * see. A block marked {@code snippet} is the region; one marked {@code example} has the imports of the region in front.
 * {@code -Dskim.docs.write=true} copies the regions into the chapters.
 */
class SnippetsTest
{
    private static final Path SNIPPETS = Markdown.ROOT.resolve("docs/src/test/java/io/skim/docs/snippets");
    private static final String EXAMPLE = "example";
    private static final Pattern REGION = Pattern.compile("(?ms)^ *// snippet: ([\\w-]+)\\n(.*?)^ *// end$");

    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?[\\w.]+\\.(\\w+);\n");

    /** A region of a class, and those imports of the class that the region needs. */
    private record Region(String imports, String code)
    {
        static Region of(final String file, final String code)
        {
            final String imports = IMPORT.matcher(file).results().filter(found -> Pattern.compile("\\b" + found.group(1)
                + "\\b").matcher(code).find()).map(MatchResult::group).collect(Collectors.joining());
            return new Region(imports, code);
        }

        String block(final boolean isExample)
        {
            return isExample && !imports.isEmpty() ? imports + "\n" + code : code;
        }
    }

    private static Map<String, Region> regions() throws IOException
    {
        final Map<String, Region> regions = new TreeMap<>();
        try (Stream<Path> files = Files.list(SNIPPETS))
        {
            for (final Path file : files.collect(Collectors.toList()))
            {
                final String text = Files.readString(file);
                final Matcher matcher = REGION.matcher(text);
                while (matcher.find())
                {
                    final String code = matcher.group(2).stripTrailing().stripIndent() + "\n";
                    assertNull(regions.put(matcher.group(1), Region.of(text, code)), matcher.group(1));
                }
            }
        }
        return regions;
    }

    @Test
    void everyBlockOfJavaIsARegionOfACompiledClass() throws IOException
    {
        final Map<String, Region> regions = regions();
        final Set<String> shown = new HashSet<>();
        for (final Path file : Markdown.files())
        {
            final StringBuilder text = new StringBuilder(Files.readString(file));
            final List<Block> blocks = Markdown.blocks(text.toString());
            for (int i = blocks.size() - 1; i >= 0; i--)
            {
                final Block block = blocks.get(i);
                if (!block.language().equals("java"))
                {
                    continue;
                }
                assertTrue(Set.of("snippet", EXAMPLE).contains(String.valueOf(block.what())), () -> file + ": " + block
                    .text());
                assertNotNull(regions.get(block.name()), () -> file + ": no region " + block.name());
                final String region = regions.get(block.name()).block(block.what().equals(EXAMPLE));
                if (Boolean.getBoolean("skim.docs.write"))
                {
                    text.replace(block.from(), block.to(), region);
                    continue;
                }
                assertEquals(region, block.text(), () -> file + ": " + block.name());
                shown.add(block.name());
            }
            if (Boolean.getBoolean("skim.docs.write"))
            {
                Files.writeString(file, text);
                shown.addAll(regions.keySet());
            }
        }
        assertEquals(regions.keySet(), shown, "regions that no chapter shows");
    }

    @Test
    @DisabledIfSystemProperty(named = "skim.docs.write", matches = "true")
    void readersOfTheReadmeAndOfTheFirstBlockOfAChapterSeeItsImports() throws IOException
    {
        for (final Path file : Markdown.files())
        {
            final List<Block> java = Markdown.blocks(Files.readString(file)).stream().filter(block -> block.language()
                .equals("java")).collect(Collectors.toList());
            final boolean isReadme = file.endsWith("README.md");
            for (final Block block : isReadme || java.isEmpty() ? java : java.subList(0, 1))
            {
                assertEquals(EXAMPLE, block.what(), () -> file + ": " + block.name());
                assertTrue(block.text().startsWith("import "), () -> file + ": " + block.name());
            }
        }
    }

    @Test
    void everyFenceIsSeen() throws IOException
    {
        for (final Path file : Markdown.files())
        {
            final String text = Files.readString(file);
            final long fences = text.lines().filter(line -> line.strip().startsWith("```")).count();
            assertEquals(2L * Markdown.blocks(text).size(), fences, file::toString);
        }
    }

    @Test
    void theThreeUsesStandInTheReadme() throws IOException
    {
        final List<String> names = Markdown.blocks(Markdown.read("README.md")).stream().map(Block::name).collect(
            Collectors.toList());
        assertTrue(names.containsAll(List.of("select-frames", "edits", "pojo")), names::toString);
        final List<String> handlers = Markdown.blocks(Markdown.read("docs/ten-minutes.md")).stream().map(Block::name)
            .collect(Collectors.toList());
        assertTrue(handlers.containsAll(List.of("routing-filter", "rewriting", "pojo")), handlers::toString);
    }
}

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every block of Java in a chapter is a region of a class in {@code snippets}, which the compiler and {@link UsesTest}
 * see. {@code -Dskim.docs.write=true} copies the regions into the chapters.
 */
class SnippetsTest
{
    private static final Path SNIPPETS = Markdown.ROOT.resolve("docs/src/test/java/io/skim/docs/snippets");
    private static final Pattern REGION = Pattern.compile("(?ms)^ *// snippet: ([\\w-]+)\\n(.*?)^ *// end$");

    private static Map<String, String> regions() throws IOException
    {
        final Map<String, String> regions = new TreeMap<>();
        try (Stream<Path> files = Files.list(SNIPPETS))
        {
            for (final Path file : files.collect(Collectors.toList()))
            {
                final Matcher matcher = REGION.matcher(Files.readString(file));
                while (matcher.find())
                {
                    assertNull(regions.put(matcher.group(1), matcher.group(2).stripTrailing()
                        .stripIndent() + "\n"), matcher.group(1));
                }
            }
        }
        return regions;
    }

    @Test
    void everyBlockOfJavaIsARegionOfACompiledClass() throws IOException
    {
        final Map<String, String> regions = regions();
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
                assertEquals("snippet", block.what(), () -> file + ": " + block.text());
                final String region = regions.get(block.name());
                assertNotNull(region, () -> file + ": no region " + block.name());
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
        assertTrue(names.containsAll(List.of("routing-filter", "rewriting", "pojo")), names::toString);
    }
}

package io.skim.docs;

import io.skim.scan.testing.Captures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The chapters: README, CHANGELOG and docs/*.md. */
final class Markdown
{
    static final Path ROOT = Captures.root();

    private static final Pattern BLOCK =
        Pattern.compile("(?m)(?:^<!-- (\\w+): ([\\w-]+) -->\\n)?^```(\\w*)\\n((?:(?!```).*\\n)*)^```$");
    private static final Pattern ROW = Pattern.compile("(?m)^\\|(.*)\\|$");

    /** A fenced block, with the marker in the line above it: {@code <!-- what: name -->}. */
    record Block(String what, String name, String language, String text, int from, int to)
    {
    }

    private Markdown()
    {
    }

    static List<Path> files() throws IOException
    {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs")))
        {
            return Stream.concat(Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CHANGELOG.md")), docs.filter(
                file -> file.toString().endsWith(".md")).sorted()).collect(Collectors.toList());
        }
    }

    static String read(final String file) throws IOException
    {
        return Files.readString(ROOT.resolve(file));
    }

    static List<Block> blocks(final String text)
    {
        final List<Block> blocks = new ArrayList<>();
        final Matcher matcher = BLOCK.matcher(text);
        while (matcher.find())
        {
            blocks.add(new Block(matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4), matcher.start(
                4), matcher.end(4)));
        }
        return blocks;
    }

    /** The block behind {@code <!-- what: name -->}. */
    static String block(final String file, final String what, final String name) throws IOException
    {
        return blocks(read(file)).stream().filter(block -> what.equals(block.what()) && name.equals(block.name()))
            .findFirst().orElseThrow().text();
    }

    /** What stands outside of fenced blocks. */
    static String prose(final String text)
    {
        return BLOCK.matcher(text).replaceAll("");
    }

    /** The part under a heading, up to the next one of any level. */
    static String section(final String text, final String heading)
    {
        final Matcher matcher = Pattern.compile("(?ms)^#+ " + Pattern.quote(heading) + "\\n(.*?)(?=^#|\\z)").matcher(
            text);
        if (!matcher.find())
        {
            throw new AssertionError("no heading \"" + heading + "\"");
        }
        return matcher.group(1);
    }

    /** The cells of each row of the tables in a text. */
    static List<String[]> rows(final String text)
    {
        return ROW.matcher(text).results().map(row -> row.group(1).split("(?<!\\\\)\\|")).collect(Collectors.toList());
    }

    /** The words in backticks. */
    static List<String> code(final String cell)
    {
        return Pattern.compile("`([^`]+)`").matcher(cell).results().map(found -> found.group(1)).collect(Collectors
            .toList());
    }

    /** What GitHub makes of the headings: the targets of {@code #links}. */
    static List<String> anchors(final String text)
    {
        return Pattern.compile("(?m)^#+ (.*)$").matcher(prose(text)).results().map(heading -> heading.group(1)
            .toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-')).collect(Collectors
                .toList());
    }
}

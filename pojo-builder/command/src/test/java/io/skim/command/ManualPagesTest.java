package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The sources of the manual pages: one for each command, with each of its options. */
class ManualPagesTest
{
    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException
    {
        ManualPages.write(folder);
    }

    private static Stream<CommandSpec> commands()
    {
        final CommandSpec skim = ManualPages.command();
        return Stream.concat(Stream.of(skim), skim.subcommands().values().stream().map(CommandLine::getCommandSpec));
    }

    private static String name(final CommandSpec command)
    {
        return command.qualifiedName("-") + ".adoc";
    }

    @Test
    void eachCommandHasAPage() throws IOException
    {
        final Set<String> expected =
            commands().map(ManualPagesTest::name).collect(Collectors.toCollection(TreeSet::new));
        assertTrue(expected.containsAll(Set.of("skim.adoc", "skim-decode.adoc", "skim-report.adoc", "skim-scrub.adoc")),
            expected::toString);
        try (Stream<Path> files = Files.list(folder))
        {
            assertEquals(expected, files.map(file -> file.getFileName().toString())
                .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    @Test
    void eachOptionIsOnThePageOfItsCommand()
    {
        commands().forEach(command -> {
            final String page = page(command);
            for (final OptionSpec option : command.options())
            {
                assertEquals(!option.hidden(), page.contains("*" + option.longestName() + "*"), () -> option
                    + " on the page of " + command.qualifiedName());
            }
        });
    }

    @Test
    void aPageSaysWhatTheCommandDoesAndHowItEnds()
    {
        commands().forEach(command -> {
            final String page = page(command);
            assertTrue(page.startsWith("// tag::picocli-generated-full-manpage[]"), page);
            assertTrue(page.contains("== Synopsis"), page);
            assertTrue(page.contains(command.qualifiedName("-") + " - "), () -> "no line for apropos: " + page);
        });
    }

    private String page(final CommandSpec command)
    {
        try
        {
            return Files.readString(folder.resolve(name(command)));
        }
        catch (final IOException e)
        {
            throw new AssertionError(e);
        }
    }
}

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

    /** Literal lines: others are text, in which an asterisk, an arrow or three points would become something else. */
    @Test
    void eachExampleIsOnThePageAsItStandsInTheHelp()
    {
        commands().filter(command -> command.usageMessage().footer().length > 0).forEach(command -> {
            final String examples = String.join("\n", command.usageMessage().footer());
            assertTrue(examples.lines().allMatch(line -> line.startsWith("  ")), examples);
            assertTrue(page(command).contains("\n[%hardbreaks]\n" + examples + "\n\n"), () -> command.qualifiedName()
                + " has other examples:\n" + page(command));
        });
    }

    @Test
    void eachPageHasTheExitStatusAndNamesTheOthers()
    {
        final Set<String> names = commands().map(command -> command.qualifiedName("-")).collect(Collectors.toSet());
        commands().filter(command -> !command.name().equals("generate-completion")).forEach(command -> {
            final String page = page(command);
            assertTrue(page.contains("\n== Exit status"), page);
            assertTrue(page.contains("\n*0*::\n"), page);
            assertTrue(page.contains("\n*2*::\n"), page);
            final String also = page.substring(page.indexOf("\n== See also\n"));
            names.forEach(name -> assertEquals(!name.equals(command.qualifiedName("-")), also.contains("*" + name
                + "*(1)"), also));
        });
    }

    @Test
    void anOptionOfOneLetterHasItsArgumentBehindIt()
    {
        final CommandSpec report = ManualPages.command().subcommands().get("report").getCommandSpec();
        assertTrue(page(report).contains("\n*-o* _OUT_::\n"), page(report));
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

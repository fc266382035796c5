package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.remoting.RequestCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What bash offers for a word that is begun, asked of bash itself. */
class CompletionTest
{
    private static final Path BASH = Path.of("/bin/bash");

    @TempDir
    private Path folder;

    @BeforeEach
    void script() throws IOException
    {
        Assumptions.assumeTrue(Files.isExecutable(BASH), "there is no bash");
        Files.write(folder.resolve("completion"), Run.skim("generate-completion").bytes);
    }

    /** The words that are offered for the last one of a line. The script tells on standard error that nobody has pressed the tabulator. */
    private Set<String> offered(final String line) throws IOException, InterruptedException
    {
        final Path told = folder.resolve("told");
        final Process bash = new ProcessBuilder(BASH.toString(), "--norc", "-c",
            ". ./completion; COMP_WORDS=(" + line
                + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _complete_skim 2> /dev/null;"
                + " printf '%s\\n' \"${COMPREPLY[@]}\"")
            .directory(folder.toFile()).redirectErrorStream(true).redirectOutput(
                told.toFile())
            .start();
        assertEquals(0, bash.waitFor(), Files.readString(told));
        return Files.readString(told).lines().map(String::strip).filter(word -> !word.isEmpty()).collect(Collectors
            .toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @CsvSource({"decode --format '', rocketmq amqp-frames amqp-messages amqp-values commitlog",
        "filter --format '', rocketmq amqp-messages commitlog", "rewrite --format '', rocketmq amqp-messages",
        "stats --format '', rocketmq amqp-frames commitlog", "show --format '', rocketmq amqp-frames",
        "follow --format '', rocketmq amqp-frames", "report --format '', rocketmq amqp-frames",
        "scrub --format amqp, amqp-frames amqp-messages", "decode --output '', text json",
        "follow --output t, text", "dec, decode"})
    void valuesOfOptionsAreOffered(final String line, final String expected) throws IOException, InterruptedException
    {
        assertEquals(new TreeSet<>(Arrays.asList(expected.split(" "))), offered("skim " + line));
    }

    @Test
    void namesOfCodesAreOffered() throws IOException, InterruptedException
    {
        final Set<String> all = Arrays.stream(RequestCode.values()).map(Enum::name).collect(Collectors.toCollection(
            TreeSet::new));
        for (final String command : new String[] {"decode", "filter", "rewrite"})
        {
            assertEquals(all, offered("skim " + command + " --code ''"));
        }
        assertEquals(Set.of("PULL_MESSAGE"), offered("skim decode --code PULL_M"));
    }

    /** Where nothing is offered bash completes names of files. */
    @Test
    void filesAreLeftToBash() throws IOException, InterruptedException
    {
        assertEquals(Set.of(), offered("skim report -o ''"));
        assertEquals(Set.of(), offered("skim stats ''"));
        assertTrue(
            Files.readString(folder.resolve("completion")).contains("complete -F _complete_skim -o default skim"));
    }
}

package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code skim} says of its arguments.
 */
class UsageTest
{
    @ParameterizedTest
    @ValueSource(strings = {"", "nothing", "decode --nothing", "decode --format x", "decode --strict --lenient",
        "decode --format", "decode --format amqp-values --messages", "decode --pcap --hex",
        "decode --pcap --format amqp-values", "filter --where =",
        "filter",
        "filter --code x",
        "rewrite", "stats --x", "stats --strict --lenient", "decode --hex=maybe",
        "decode --since 2026-03-02T00:00:00Z --until 2026-03-01T23:00:00Z", "decode --since 12:00 --until 12:00",
        "filter --code 1 --strict --lenient", "rewrite --remove a --strict --lenient",
        "filter --where $remark='\uFFFD'", "rewrite --set remark=\uFFFD", "rewrite --set a=b --set-property A=\uFFFD"})
    void tellsWrongUsageInOneLineAndAHint(final String arguments)
    {
        final Run run = Run.skim(arguments.isEmpty() ? new String[0] : arguments.split(" "));
        assertEquals(2, run.status);
        assertEquals(List.of(), run.out);
        assertEquals(2, run.err.size(), run.err.toString());
        assertTrue(run.err.get(0).startsWith("skim: "), run.err.get(0));
        assertTrue(run.err.get(1).contains("--help"), run.err.get(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "--version", "-V", "decode --help", "decode -h", "decode --version",
        "generate-completion", "generate-completion --help", "filter --help", "stats --help", "dissector --help",
        "dissector -h",
        "scrub --help", "scrub --version", "scrub -h", "report --help"})
    void helps(final String arguments)
    {
        final Run run = Run.skim(arguments.split(" "));
        assertEquals(0, run.status);
        assertEquals(List.of(), run.err);
        assertTrue(String.join("\n", run.out).contains("skim"), run.out.toString());
    }

    /** To learn the options of all takes longer. */
    @ParameterizedTest
    @ValueSource(strings = {"decode", "filter", "rewrite", "stats", "show", "follow", "report", "scrub", "dissector"})
    void onlyTheCommandThatIsNamedIsLookedAt(final String name)
    {
        final Console console = new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), OutputStream
            .nullOutputStream());
        assertEquals(Set.of(name), Skim.commandLine(console, name, "--help").getSubcommands().keySet());
        assertTrue(Skim.commandLine(console, "--help").getSubcommands().containsKey(name));
    }

    /** A pattern of the shell gives names that anybody may have made. */
    @Test
    void noTerminalObeysNamesAndExpressions()
    {
        assertEquals(List.of("skim: no\uFFFD[31m\uFFFDsuch\uFFFD: no such file"), Run.skim("decode",
            "no\u001B[31m\nsuch\u202E").err);
        assertEquals("skim: --code takes numbers and names of request codes, not '\uFFFD[31m'", Run.skim("decode",
            "--code", "\u001B[31m").err.get(0));
        assertTrue(Run.skim("\u001B[31m").err.stream().noneMatch(line -> line.contains("\u001B")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode --limit x", "decode --port 1.5", "show file 99999999999999999999"})
    void namesNoTypeOfJava(final String arguments)
    {
        final String told = Run.skim(arguments.split(" ")).err.get(0);
        assertTrue(told.endsWith("is not a whole number in range"), told);
    }

    @Test
    void tellsWhatMayHaveBeenMeant()
    {
        assertTrue(Run.skim("stat", "file").err.get(0).endsWith("; did you mean stats?"));
        assertTrue(Run.skim("stats", "--jso", "file").err.get(0).endsWith("; did you mean --json?"));
        assertFalse(Run.skim("stats", "--x", "file").err.get(0).contains("did you mean"));
    }
}

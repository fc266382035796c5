package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs programs of other languages, or of other releases of a library, to their end. */
final class Program
{
    private static final int MOST_SECONDS = 240;

    private Program()
    {
    }

    /**
     * Skips the test where a tool is absent, but for CI.
     *
     * @param tool    for people.
     * @param command that tells its version.
     */
    static void need(final String tool, final String... command)
    {
        boolean found;
        try
        {
            found =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start().waitFor() == 0;
        }
        catch (final IOException absent)
        {
            found = false;
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
            found = false;
        }
        if (!found)
        {
            assertNotEquals("true", System.getenv("CI"), () -> tool + " was not found, which CI needs");
        }
        assumeTrue(found, () -> "needs " + tool + " (" + command[0] + "), which was not found");
    }

    /**
     * Runs a program in a folder.
     *
     * @param folder      it runs in.
     * @param output      the file that takes what it prints.
     * @param environment added to that of this process.
     * @param command     with arguments.
     * @return the lines that it printed; it exited with 0.
     */
    static List<String> run(final Path folder, final Path output, final Map<String, String> environment,
        final List<String> command) throws Exception
    {
        final ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
            .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        final Process process = builder.start();
        try
        {
            final boolean ended = process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
            final String text = Files.readString(output);
            assertEquals("ended with 0", ended ? "ended with " + process.exitValue() : "did not end", text);
            return text.lines().toList();
        }
        finally
        {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /**
     * The bodies of messages that a program printed, each behind a word and a tab.
     *
     * @param lines of the program.
     * @param who   the word.
     * @return the bodies, sorted.
     */
    static List<String> bodies(final List<String> lines, final String who)
    {
        return lines.stream().map(line -> line.split("\t")).filter(line -> line[0].equals(who)).map(line -> line[1])
            .sorted().toList();
    }
}

package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs programs of other languages, or of other releases of a library, to their end. */
final class Program
{
    private static final int MOST_SECONDS = 240;

    private Program()
    {
    }

    /** Something with a result. */
    interface Call<T>
    {
        /** Does it. */
        T call() throws Exception;
    }

    /**
     * Installs what programs of Node need, as their lock file says.
     *
     * @param sources with the programs, package.json and package-lock.json.
     * @param folder  in target, which gets all of it.
     */
    static void npm(final Path sources, final Path folder) throws Exception
    {
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(sources))
        {
            for (final Path file : files.toList())
            {
                Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        install("npm", () -> run(folder, folder.resolve("npm.log"), Map.of(), List.of("npm", "ci", "--ignore-scripts",
            "--no-audit", "--no-fund")));
    }

    /**
     * Installs packages for Python.
     *
     * @param requirements with pinned versions.
     * @param folder       in target, of the virtual environment.
     */
    static void python(final Path requirements, final Path folder) throws Exception
    {
        Files.createDirectories(folder);
        final Path log = folder.resolveSibling(folder.getFileName() + ".log");
        run(folder, log, Map.of(), List.of("python3", "-m", "venv", folder.toString()));
        install("pip", () -> run(folder, log, Map.of(), List.of(folder.resolve("bin/python").toString(), "-m", "pip",
            "install", "-q", "--disable-pip-version-check", "-r", requirements.toAbsolutePath().toString())));
    }

    private static void install(final String tool, final Call<List<String>> installation) throws Exception
    {
        try
        {
            installation.call();
        }
        catch (final AssertionError failed)
        {
            throw new AssertionError(tool + " could not install what the client needs; nothing was tested", failed);
        }
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
        return run(folder, output, environment, command, 0);
    }

    /** The same for a program that exits with another status. */
    static List<String> run(final Path folder, final Path output, final Map<String, String> environment,
        final List<String> command, final int status) throws Exception
    {
        final ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
            .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        final Process process = builder.start();
        try
        {
            final boolean ended = process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
            final String text = Files.readString(output);
            assertEquals("ended with " + status, ended ? "ended with " + process.exitValue() : "did not end", text);
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

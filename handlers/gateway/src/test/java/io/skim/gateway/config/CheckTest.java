package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code skim gateway --check FILE} prints and returns. */
class CheckTest
{
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int check(final Path file)
    {
        return Check.check(file, new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true,
            StandardCharsets.UTF_8));
    }

    private Path file(final String text) throws IOException
    {
        return Files.writeString(folder.resolve("gateway.yaml"), text);
    }

    @Test
    void aGoodFileIsToldInALine() throws IOException
    {
        final Path file = file(ConfigFiles.resource("minimal.yaml"));
        assertEquals(Check.GOOD, check(file));
        assertEquals(file + ": good: 1 listeners, 1 clusters, 0 rules, 0 lanes\n",
            out.toString(StandardCharsets.UTF_8));
        assertEquals(0, err.size());
    }

    @Test
    void eachProblemIsALine() throws IOException
    {
        final Path file = file(ConfigFiles.BASE + "drain: soon\nidle: 1s\n");
        assertEquals(Check.PROBLEMS, check(file));
        final String[] lines = err.toString(StandardCharsets.UTF_8).split("\n");
        assertEquals(2, lines.length);
        assertTrue(lines[0].startsWith(file + ":8:8: 'soon' does not fit; allowed is a time"), lines[0]);
        assertTrue(lines[1].startsWith(file + ":9:1: 'idle' is no key of the file"), lines[1]);
        assertEquals(0, out.size());
    }

    @Test
    void aFileThatCannotBeReadIsNoProblemOfTheFile()
    {
        assertEquals(Check.UNREADABLE, check(folder.resolve("missing.yaml")));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("missing.yaml: cannot be read: "));
    }
}

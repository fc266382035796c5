package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No command loses a file that is there for what it writes. */
@DisabledOnOs(OS.WINDOWS)
class OutputFilesTest
{
    @TempDir
    Path folder;

    private Path in;
    private byte[] frames;

    @BeforeEach
    void write() throws IOException
    {
        frames = Files.readAllBytes(Captures.root().resolve("docs/captures/sample.frames"));
        in = Files.write(folder.resolve("in"), frames);
    }

    private List<String> names() throws IOException
    {
        try (Stream<Path> files = Files.list(folder))
        {
            return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"report $in -o $out", "scrub $in -o $out", "show $in 0 --extract $out",
        "filter --where TRUE $in -o $out", "rewrite --set a=b $in -o $out"})
    void whatIsReadIsNotWritten(final String command) throws IOException
    {
        Files.createDirectory(folder.resolve("sub"));
        final List<Path> others = List.of(in, folder.resolve("sub/../in"), Files.createSymbolicLink(folder.resolve(
            "symbolic"), in), Files.createLink(folder.resolve("hard"), in));
        for (final Path other : others)
        {
            final Run run =
                Run.skim(command.replace("$in", in.toString()).replace("$out", other.toString()).split(" "));
            assertEquals(Console.USAGE, run.status, command + ' ' + other + run.told);
            assertArrayEquals(frames, Files.readAllBytes(in));
        }
    }

    @Test
    void aScrubbedFileReplacesAnotherOneWhenItIsComplete() throws IOException
    {
        final Path out = Files.writeString(folder.resolve("out"), "kept");
        final String missing = folder.resolve("missing").toString();
        assertEquals(Console.FILE, Run.skim("scrub", missing, "-o", out.toString()).status);
        assertEquals("kept", Files.readString(out));
        assertEquals(Console.FILE, Run.skim("scrub", missing, "-o", folder.resolve("new").toString()).status);
        assertEquals(List.of("in", "out"), names());
        assertEquals(0, Run.skim("scrub", in.toString(), "-o", out.toString()).status);
        assertEquals(Frames.cut(frames).size(), Frames.cut(Files.readAllBytes(out)).size());
        assertEquals(List.of("in", "out"), names());
    }

    @Test
    void aLinkThatIsWrittenStaysOne() throws IOException
    {
        final Path out = Files.writeString(folder.resolve("out"), "old");
        final Path link = Files.createSymbolicLink(folder.resolve("link"), out);
        assertEquals(0, Run.skim("scrub", in.toString(), "-o", link.toString()).status);
        assertTrue(Files.isSymbolicLink(link));
        assertEquals(Frames.cut(frames).size(), Frames.cut(Files.readAllBytes(out)).size());
    }

    @Test
    void aFolderIsNotReplaced() throws IOException
    {
        final Path out = Files.createDirectory(folder.resolve("out"));
        for (final String command : List.of("scrub $in -o $out", "report $in -o $out", "show $in 0 --extract $out",
            "filter --where TRUE $in -o $out"))
        {
            final Run run = Run.skim(command.replace("$in", in.toString()).replace("$out", out.toString()).split(" "));
            assertEquals(Console.FILE, run.status, command + run.told);
            assertTrue(Files.isDirectory(out), command);
        }
        assertEquals(List.of("in", "out"), names());
    }

    @Test
    void aPipeTakesWhatIsWrittenAndStays() throws Exception
    {
        final Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        final Process reader = new ProcessBuilder("cat", pipe.toString()).start();
        try
        {
            assertEquals(0, Run.skim("scrub", in.toString(), "-o", pipe.toString()).status);
            assertFalse(Files.isRegularFile(pipe));
            assertEquals(Frames.cut(frames).size(), Frames.cut(reader.getInputStream().readAllBytes()).size());
        }
        finally
        {
            reader.destroyForcibly().waitFor();
        }
    }

    @Test
    void standardOutputIsNoFileToExtractTo()
    {
        assertEquals(Console.USAGE, Run.skim("show", in.toString(), "0", "--extract", "-").status);
        assertFalse(Files.exists(Path.of("-")));
    }
}

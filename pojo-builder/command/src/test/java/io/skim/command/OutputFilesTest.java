package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
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

    /** The file that is to be written is not the one that is missing. Of pipes, too. */
    @ParameterizedTest
    @ValueSource(strings = {"report $in -o $out", "scrub $in -o $out", "show $in 1 --extract $out",
        "filter --where TRUE $in -o $out", "rewrite --set opaque=1 $in -o $out", "filter --where TRUE - -o $out"})
    void aFolderThatIsMissingIsNamed(final String command) throws IOException
    {
        final Path out = folder.resolve("none/out");
        final Run run = Run.skim(frames, command.replace("$in", in.toString()).replace("$out", out.toString()).split(
            " "));
        assertEquals(Console.FILE, run.status);
        assertEquals(List.of("skim: " + out + ": the folder " + folder.resolve("none") + " does not exist"), run.err);
        assertEquals(List.of("in"), names());
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

    /** Where the input is missing, is none of the kind that is asked for, or is missing in part. */
    @ParameterizedTest
    @ValueSource(strings = {"report $missing -o $out", "scrub $missing -o $out", "show $missing 0 --extract $out",
        "filter --where TRUE $missing -o $out", "filter --where TRUE --count $missing -o $out",
        "filter --where TRUE $in $missing -o $out", "filter --where TRUE $in -o $out.pcapng",
        "filter --where TRUE --port 1 $in -o $out", "rewrite --set a=b $missing -o $out",
        "rewrite --set a=b $in $missing -o $out", "report $in $missing -o $out"})
    void whatFailsLeavesWhatWasThere(final String command) throws IOException
    {
        final Path out = Files.writeString(folder.resolve(command.contains(".pcapng") ? "out.pcapng" : "out"), "kept");
        final List<String> before = names();
        final String given = command.replace("$in", in.toString()).replace("$missing", folder.resolve("missing")
            .toString());
        assertEquals(Console.FILE, Run.skim(given.replace("$out", folder.resolve("out").toString()).split(
            " ")).status);
        assertEquals("kept", Files.readString(out));
        Run.skim(given.replace("$out", folder.resolve("new").toString()).split(" "));
        assertEquals(before, names());
    }

    /** Input that breaks off, as of a disk that fails, and a bug. */
    @ParameterizedTest
    @ValueSource(strings = {"report", "scrub -"})
    void whatFailsInTheMiddleLeavesWhatWasThere(final String command) throws IOException
    {
        final Path out = Files.writeString(folder.resolve("out"), "kept");
        for (final boolean bug : new boolean[] {true, false})
        {
            final InputStream broken = new SequenceInputStream(new ByteArrayInputStream(frames), new InputStream()
            {
                @Override
                public int read() throws IOException
                {
                    if (bug)
                    {
                        throw new IllegalStateException("x");
                    }
                    throw new IOException("x");
                }
            });
            assertEquals(Console.FILE, Run.skim(broken, (command + " -o " + out).split(" ")).status);
            assertEquals("kept", Files.readString(out));
            assertEquals(List.of("in", "out"), names());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"filter --where TRUE", "rewrite --set opaque=7"})
    void whatComesByAPipeIsWrittenAsItComes(final String command) throws Exception
    {
        final Path out = Files.writeString(folder.resolve("out"), "replaced by the first frame");
        final List<String> all = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-cp", System.getProperty("java.class.path"), Skim.class.getName()));
        all.addAll(List.of((command + " -o " + out).split(" ")));
        final Process process = new ProcessBuilder(all).start();
        try
        {
            final byte[] first = Frames.cut(frames).get(0);
            assertEquals("replaced by the first frame", Files.readString(out));
            process.getOutputStream().write(first);
            process.getOutputStream().flush();
            while (process.isAlive() && (Files.size(out) == 0 || Files.readAllBytes(out)[0] == 'r'))
            {
                Thread.sleep(10);
            }
            assertTrue(process.isAlive());
            process.destroy();
            process.waitFor();
            assertEquals(1, Frames.cut(Files.readAllBytes(out)).size());
            assertEquals(List.of("in", "out"), names());
        }
        finally
        {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aPipeOfNothingMakesAnEmptyFile() throws IOException
    {
        final Path out = Files.writeString(folder.resolve("out"), "old");
        assertEquals(0, Run.skim(InputStream.nullInputStream(), "filter", "--where", "TRUE", "-o", out
            .toString()).status);
        assertEquals(0, Files.size(out));
    }

    @ParameterizedTest
    @ValueSource(strings = {"filter --where TRUE $in -o $out", "scrub $in -o $out", "report $in -o $out",
        "show $in 0 --extract $out", "dissector -o $out"})
    void permissionsAreThoseOfTheFileThatWasThereOrOfAnyNewOne(final String command) throws IOException
    {
        final Path out = folder.resolve("out");
        final String[] arguments = command.replace("$in", in.toString()).replace("$out", out.toString()).split(" ");
        assertEquals(0, Run.skim(arguments).status);
        assertEquals(Files.getPosixFilePermissions(in), Files.getPosixFilePermissions(out));
        Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxr-x---"));
        assertEquals(0, Run.skim(arguments).status);
        assertEquals("rwxr-x---", PosixFilePermissions.toString(Files.getPosixFilePermissions(out)));
    }

    @Test
    void aLinkToNoFileYetStaysOne() throws IOException
    {
        final Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("out"));
        assertEquals(0, Run.skim("filter", "--where", "TRUE", in.toString(), "-o", link.toString()).status);
        assertTrue(Files.isSymbolicLink(link));
        assertTrue(Files.isRegularFile(folder.resolve("out")));
    }

    /** As /dev/stdout is, behind {@code >> log}: what the log has stays, and the shell goes on to write to the same file. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void anOpenFileIsWrittenToItsEnd() throws IOException
    {
        final Path log = Files.writeString(folder.resolve("log"), "before");
        try (FileOutputStream open = new FileOutputStream(log.toFile(), true);
            Stream<Path> opened = Files.list(Path.of("/proc/self/fd")))
        {
            final Path name = opened.filter(fd -> isLinkTo(fd, log)).findFirst().orElseThrow();
            assertEquals(0, Run.skim("filter", "--where", "TRUE", in.toString(), "-o", name.toString()).status);
            open.write("after".getBytes(StandardCharsets.UTF_8));
        }
        final byte[] logged = Files.readAllBytes(log);
        final int matches = Run.skim("filter", "--where", "TRUE", in.toString()).bytes.length;
        assertTrue(matches > 0);
        assertEquals("before".length() + matches + "after".length(), logged.length);
        assertTrue(new String(logged, StandardCharsets.ISO_8859_1).startsWith("before"));
        assertTrue(new String(logged, StandardCharsets.ISO_8859_1).endsWith("after"));
    }

    @Test
    void whatIsStoppedLeavesWhatWasThere() throws Exception
    {
        final Path out = Files.writeString(folder.resolve("out"), "kept");
        final Process process =
            new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Skim.class.getName(), "scrub", "-", "-o", out.toString())
                .start();
        try
        {
            process.getOutputStream().write(frames);
            process.getOutputStream().flush();
            while (process.isAlive() && names().stream().noneMatch(name -> name.endsWith(".part")))
            {
                Thread.sleep(10);
            }
            assertTrue(process.isAlive());
            process.destroy();
            process.waitFor();
            assertEquals("kept", Files.readString(out));
            assertEquals(List.of("in", "out"), names());
        }
        finally
        {
            process.destroyForcibly().waitFor();
        }
    }

    /** As in a container: such a file cannot be replaced, and its folder may take no other. */
    @ParameterizedTest
    @ValueSource(strings = {"true", "mount --bind $folder $folder && mount -o remount,ro,bind $folder"})
    @EnabledOnOs(OS.LINUX)
    void aMountedFileIsWritten(final String before) throws Exception
    {
        assumeTrue(shell("mount --bind " + folder + " " + folder) == 0, "needs namespaces with mounts of their own");
        final Path place = Files.createDirectory(folder.resolve("place"));
        final Path mounted = Files.writeString(folder.resolve("mounted"), "kept");
        final Path out = Files.writeString(place.resolve("out"), "below");
        final String skim = before.replace("$folder", place.toString()) + " && mount --bind " + mounted + " " + out
            + " && exec '" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -cp '" + System.getProperty(
                "java.class.path")
            + "' " + Skim.class.getName() + " filter --where TRUE -o " + out + " ";
        assertEquals(Console.FILE, shell(skim + folder.resolve("missing")));
        assertEquals("kept", Files.readString(mounted));
        assertEquals(0, shell(skim + in));
        assertArrayEquals(Run.skim("filter", "--where", "TRUE", in.toString()).bytes, Files.readAllBytes(mounted));
        assertEquals("below", Files.readString(out));
        assertEquals(List.of("in", "mounted", "place"), names());
    }

    /** Runs a command with mounts of its own. */
    private static int shell(final String command) throws Exception
    {
        return new ProcessBuilder("sh", "-c",
            "unshare -m true && exec unshare -m sh -c \"$0\"; exec unshare -rm sh -c \"$0\"", command)
            .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }

    private static boolean isLinkTo(final Path link, final Path file)
    {
        try
        {
            return Files.readSymbolicLink(link).equals(file.toRealPath());
        }
        catch (final IOException e)
        {
            return false;
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDeviceIsTold()
    {
        final Run run = Run.skim("filter", "--where", "TRUE", in.toString(), "-o", "/dev/full");
        assertEquals(Console.FILE, run.status);
        assertTrue(run.told.startsWith("skim: /dev/full: "), run.told);
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

    /** As an engineer types it first. The frames have control sequences if somebody wants them to. */
    @ParameterizedTest
    @ValueSource(strings = {"filter --code 310 $in", "rewrite --set a=b $in", "filter --code 310 -o - $in"})
    void noFramesAreWrittenToATerminal(final String command) throws Exception
    {
        final String given = command.replace("$in", in.toString());
        final String refused = terminal(given);
        assertTrue(refused.startsWith("2 skim: a terminal cannot show what is copied: "), refused);
        final Path copy = folder.resolve("copy");
        assertFalse(terminal(given.replace(" -o -", "") + " -o " + copy).startsWith("2"));
        assertTrue(Files.size(copy) > 0);
        assertEquals("0 3\n", terminal("filter --code 310 --count " + in));
        assertTrue(terminal("filter --code 310 --explain " + in).contains("taken"));
    }

    /** The status of a process whose standard output is taken for a terminal, and what it prints. */
    private static String terminal(final String arguments) throws Exception
    {
        final ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-Dskim.terminal=true", "-cp", System.getProperty("java.class.path"), Skim.class.getName());
        builder.command().addAll(List.of(arguments.split(" ")));
        final Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + printed;
    }
}

package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.skim.scan.testing.Frames;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, which all commands of a pipeline get: {@code tcpdump ... | skim stats}. */
@EnabledOnOs(OS.LINUX)
class PipeInputTest
{
    private static final byte[] FRAME = Frames.json("{\"code\":105,\"opaque\":1}");
    private static final int SIGINT = 2;

    private static Process skim(final String... arguments) throws IOException
    {
        final ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-cp", System.getProperty("java.class.path"), "-Dskim.pipe=true", Skim.class.getName());
        builder.command().addAll(List.of(arguments));
        return builder.start();
    }

    /** Whether a process has a signal of SIGINT's number in one of its sets. */
    private static boolean has(final Process process, final String set) throws IOException
    {
        final String mask =
            Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream().filter(line -> line
                .startsWith(set)).findFirst().orElseThrow().replaceFirst(".*\\s", "");
        return (Long.parseUnsignedLong(mask, 16) >> SIGINT - 1 & 1) != 0;
    }

    private static void interrupt(final Process process) throws Exception
    {
        new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
    }

    private static BufferedReader output(final Process process)
    {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** So it reads its standard input, and has taken the signal over. */
    private static void takesAFrame(final Process process, final BufferedReader out) throws IOException
    {
        process.getOutputStream().write(FRAME);
        process.getOutputStream().flush();
        assertTrue(out.readLine().startsWith("{\"i\":0,"));
    }

    @Test
    void theRestOfAPipeIsReadAndTold() throws Exception
    {
        final Process process = skim("decode");
        try (BufferedReader out = output(process))
        {
            takesAFrame(process, out);
            interrupt(process);
            process.getOutputStream().write(FRAME);
            process.getOutputStream().close();
            assertTrue(out.readLine().startsWith("{\"i\":1,"));
            assertEquals(0, process.waitFor());
        }
        finally
        {
            process.destroyForcibly();
        }
    }

    /** Its writer may not have heard of Ctrl-C, as that of {@code <(tcpdump -w -)}: it does not end here. */
    @Test
    void nothingMoreIsReadOfAPipeWithAName(@TempDir final Path folder) throws Exception
    {
        final Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        final Process process = skim("decode", pipe.toString());
        try (OutputStream in = new FileOutputStream(pipe.toFile()); BufferedReader out = output(process))
        {
            in.write(FRAME);
            in.flush();
            assertTrue(out.readLine().startsWith("{\"i\":0,"));
            assumeTrue(!has(process, "SigIgn"), "SIGINT is ignored here");
            interrupt(process);
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue());
        }
        finally
        {
            process.destroyForcibly();
        }
    }

    @Test
    void aSecondInterruptEndsTheCommand() throws Exception
    {
        final Process process = skim("decode");
        try (BufferedReader out = output(process))
        {
            takesAFrame(process, out);
            // Of a process that is started in the background of a script SIGINT is ignored.
            assumeTrue(!has(process, "SigIgn"), "SIGINT is ignored here");
            while (process.isAlive())
            {
                interrupt(process);
                process.waitFor(200, TimeUnit.MILLISECONDS);
            }
            assertEquals(130, process.exitValue());
        }
        finally
        {
            process.destroyForcibly();
        }
    }

    @Test
    void otherInputIsReadAsItIs()
    {
        final InputStream in = InputStream.nullInputStream();
        assertSame(in, PipeInput.of(in));
    }
}

package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Frames;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Pipes that have a name, as shells make one of {@code <(tcpdump -w -)}. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class NamedPipeTest
{
    private static final byte[] FRAME = Frames.json("{\"code\":105,\"opaque\":1}");

    @TempDir
    private Path folder;
    private Path pipe;

    @BeforeEach
    void makePipe() throws IOException, InterruptedException
    {
        pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    }

    @Test
    void aFrameIsPrintedWhileMoreIsWaitedFor() throws Exception
    {
        final PipedInputStream printed = new PipedInputStream();
        final OutputStream out = new PipedOutputStream(printed);
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final CompletableFuture<Integer> status = CompletableFuture.supplyAsync(() -> Skim.run(InputStream
            .nullInputStream(), out, err, "decode", pipe.toString()));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(printed, StandardCharsets.UTF_8)))
        {
            try (OutputStream in = new FileOutputStream(pipe.toFile()))
            {
                in.write(FRAME);
                assertTrue(lines.readLine().startsWith("{\"i\":0,"));
                in.write(FRAME);
                assertTrue(lines.readLine().startsWith("{\"i\":1,"));
            }
            assertEquals(0, status.get(30, TimeUnit.SECONDS));
            assertEquals("", err.toString(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aCaptureIsReadAsAFileIs() throws Exception
    {
        final byte[] capture = new Conversations(10_911).send(0, true, 1, FRAME).toByteArray();
        final Path file = Files.write(folder.resolve("capture"), capture);
        final CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try (OutputStream in = new FileOutputStream(pipe.toFile()))
            {
                in.write(capture);
            }
            catch (final IOException e)
            {
                throw new UncheckedIOException(e);
            }
        });
        final Run run = Run.skim("stats", pipe.toString());
        writer.get(30, TimeUnit.SECONDS);
        assertEquals(List.of(), run.err);
        assertEquals(Run.skim("stats", file.toString()).out, run.out);
    }

    @Test
    void aReasonHasNoNameOfTheFile()
    {
        assertEquals("Permission denied", Inputs.reason(new FileNotFoundException("a (b) (Permission denied)")));
    }
}

package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest
{
    private static final String CLEAR = "\r\033[K";

    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private long millis;

    private Progress progress(final boolean enabled)
    {
        return new Progress(new PrintStream(terminal, true, StandardCharsets.UTF_8), enabled,
            () -> TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private String shown()
    {
        final String text = terminal.toString(StandardCharsets.UTF_8);
        terminal.reset();
        return text;
    }

    @Test
    void tellsPercentRateAndTimeLeft() throws IOException
    {
        final Progress progress = progress(true);
        progress.begin(400_000_000);
        final InputStream in = progress.counting(new ByteArrayInputStream(new byte[1_000_000]));
        assertEquals(0, in.read());
        assertEquals(9, in.skip(9));
        assertEquals(999_990, in.readNBytes(2_000_000).length);
        assertEquals(-1, in.read());
        progress.add(99_000_000);
        millis = 999;
        progress.update("a.frames", 1);
        assertEquals("", shown());
        millis = 2_000;
        progress.update("a.frames", 1_234);
        assertEquals(CLEAR + "a.frames: 25 % of 400 MB, 50 MB/s, 1,234 read, 6 s left", shown());
        millis = 2_199;
        progress.update("a.frames", 1_300);
        assertEquals("", shown());
        millis = 100_000;
        progress.update("b.frames", 1_300);
        assertEquals(CLEAR + "b.frames: 25 % of 400 MB, 1 MB/s, 1,300 read, 5 min left", shown());
        progress.clear();
        assertEquals(CLEAR, shown());
        progress.clear();
        assertEquals("", shown());
    }

    @Test
    void tellsNoMoreThanAllOfAFileThatGrows()
    {
        final Progress progress = progress(true);
        progress.begin(10_000_000);
        progress.add(20_000_000);
        millis = 1_000;
        progress.update("a", 5);
        assertEquals(CLEAR + "a: 100 % of 10 MB, 20 MB/s, 5 read, 0 s left", shown());
    }

    /** A line that is longer than the terminal is wide stays there, again and again. */
    @Test
    void ofALongNameTellsTheBeginning()
    {
        final Progress progress = progress(true);
        progress.add(3_000_000);
        millis = 1_500;
        progress.update("/a/folder/with/captures/" + "b".repeat(60), 7);
        assertEquals(CLEAR + "b".repeat(23) + "\u2026: 3 MB, 2 MB/s, 7 read", shown());
    }

    @Test
    void ofAPipeTellsWhatWasRead()
    {
        final Progress progress = progress(true);
        progress.begin(Progress.UNKNOWN);
        progress.add(3_000_000);
        millis = 1_500;
        progress.update("standard input", 7);
        assertEquals(CLEAR + "standard input: 3 MB, 2 MB/s, 7 read", shown());
        progress.begin(5_000_000);
        millis = 2_500;
        progress.update("a", 7);
        assertEquals(CLEAR + "a: 0 % of 5 MB, 0 MB/s, 7 read", shown());
    }

    @Test
    void saysNothingWhereNobodyLooks()
    {
        final Progress progress = progress(false);
        final InputStream in = InputStream.nullInputStream();
        assertSame(in, progress.counting(in));
        millis = 5_000;
        progress.update("a", 1);
        progress.clear();
        assertEquals("", shown());
    }

    @Test
    void addsFilesUpUnlessOneIsAPipe(@TempDir final Path folder) throws IOException
    {
        final String first = Files.write(folder.resolve("a"), new byte[1_000]).toString();
        final String second = Files.write(folder.resolve("b"), new byte[24]).toString();
        assertEquals(1_024, Inputs.size(List.of(first, second)));
        assertEquals(Progress.UNKNOWN, Inputs.size(List.of(first, "-")));
        assertEquals(Progress.UNKNOWN, Inputs.size(List.of(first, folder.toString())));
        assertEquals(Progress.UNKNOWN, Inputs.size(List.of(folder.resolve("none").toString())));
    }
}

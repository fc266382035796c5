package io.skim.command.dissector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Has real tshark read a file, where it is there. */
public final class TsharkPackets
{
    private TsharkPackets()
    {
    }

    /** Checks how many packets it finds, and that it has nothing to say against the file. */
    public static void count(final Path capture, final int expected) throws IOException
    {
        if (!Tshark.isThere())
        {
            return;
        }
        final Process process = new ProcessBuilder(List.of("tshark", "-r", capture.toString(), "-T", "fields", "-e",
            "frame.number")).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        try
        {
            assertEquals(0, process.waitFor());
        }
        catch (final InterruptedException e)
        {
            throw new IOException(e);
        }
        assertEquals(expected, printed.lines().count());
    }
}

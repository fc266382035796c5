package io.skim.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusMakerTest
{
    private static final Path CAPTURES = Captures.root().resolve("docs/captures");

    @TempDir
    Path folder;

    private List<byte[]> made(final String name, final boolean withLength) throws IOException
    {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(folder.resolve(name
            + ".gz")))))
        {
            return Corpus.cut(in.readAllBytes(), withLength);
        }
    }

    @Test
    void takesTheSendsOfJavaFromJavaAndCutsTheirBodies() throws IOException
    {
        CorpusMaker.make(CAPTURES, folder);
        final List<byte[]> frames = made("java.json.frames", true);
        assertTrue(frames.size() > 30, () -> "only " + frames.size());
        for (final byte[] frame : frames)
        {
            assertTrue(CorpusMaker.isSend(Reference.decode(frame)));
            assertTrue(frame.length <= Encoding.PREFIX + Encoding.headerLength(frame) + CorpusMaker.BODY);
            assertTrue(Encoding.headerLength(frame) <= CorpusMaker.HEADER);
        }
    }

    @Test
    void leavesHeadersAsTheyAre() throws IOException
    {
        CorpusMaker.make(CAPTURES, folder);
        final List<String> captured = headers(Corpus.cut(Files.readAllBytes(CAPTURES.resolve(
            "rocketmq-binary-go-requests.frames")), true));
        final List<String> taken = headers(made("go-js.binary.frames", true));
        assertFalse(taken.isEmpty());
        assertTrue(captured.containsAll(taken));
    }

    @Test
    void makesTheSameEachTime() throws IOException
    {
        CorpusMaker.make(CAPTURES, folder);
        final List<byte[]> first = made("clients.messages", false);
        CorpusMaker.make(CAPTURES, folder);
        final List<byte[]> second = made("clients.messages", false);
        assertEquals(first.size(), second.size());
        for (int i = 0; i < first.size(); i++)
        {
            assertArrayEquals(first.get(i), second.get(i));
        }
    }

    @Test
    void theCommittedCorporaAreThoseItDescribes() throws IOException
    {
        try (Stream<String> lines = new String(CorpusMaker.class.getResourceAsStream("corpora/origins.txt")
            .readAllBytes(), StandardCharsets.US_ASCII).lines())
        {
            for (final String line : lines.filter(line -> !line.startsWith(" ")).collect(Collectors.toList()))
            {
                final String[] words = line.split(" ");
                final int size = words[0].endsWith(".frames") ? Corpus.frames(words[0]).size() : Corpus.messages(
                    words[0]).size();
                assertEquals(Integer.parseInt(words[1]), size, line);
            }
        }
    }

    private static List<String> headers(final List<byte[]> frames)
    {
        return frames.stream()
            .map(frame -> new String(frame, Integer.BYTES, Integer.BYTES + Encoding.headerLength(frame),
                StandardCharsets.ISO_8859_1))
            .collect(Collectors.toList());
    }
}

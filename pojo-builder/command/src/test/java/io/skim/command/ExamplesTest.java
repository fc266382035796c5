package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.StoredRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every example of {@code --help}, run by a shell as it stands there.
 */
class ExamplesTest
{
    private static final String WIDTH = "picocli.usage.width";
    private static final List<String> COMMANDS =
        List.of("", "decode", "filter", "rewrite", "stats", "show", "dissector", "scrub", "report", "follow");

    @TempDir
    Path folder;

    /** The examples of a command at a width of the terminal, those of several lines as one text. */
    private static List<String> examples(final String command, final int width)
    {
        final String before = System.getProperty(WIDTH);
        System.setProperty(WIDTH, String.valueOf(width));
        try
        {
            return examples((command.isEmpty() ? Run.skim("--help") : Run.skim(command, "--help")).out);
        }
        finally
        {
            if (before == null)
            {
                System.clearProperty(WIDTH);
            }
            else
            {
                System.setProperty(WIDTH, before);
            }
        }
    }

    private static List<String> examples(final List<String> help)
    {
        final List<String> examples = new ArrayList<>();
        boolean goesOn = false;
        boolean behind = false;
        for (final String line : help)
        {
            if (behind && !line.isBlank())
            {
                assertTrue(line.startsWith("  "), line);
                final String text = line.substring(2);
                if (goesOn)
                {
                    examples.set(examples.size() - 1, examples.get(examples.size() - 1) + "\n" + text);
                }
                else
                {
                    examples.add(text);
                }
                goesOn = text.endsWith("\\");
            }
            behind |= line.equals("Examples:") || line.endsWith("For example:");
        }
        assertFalse(goesOn, "a line to go on with is missing");
        return examples;
    }

    @Test
    void noWidthOfTheTerminalChangesThem()
    {
        for (final String command : COMMANDS)
        {
            final List<String> examples = examples(command, 80);
            assertFalse(examples.isEmpty(), command);
            for (final int width : new int[] {55, 60, 72, 100, 132, 200})
            {
                assertEquals(examples, examples(command, width));
            }
            for (final String example : examples)
            {
                assertTrue(example.contains("skim"), example);
                example.lines().forEach(line -> assertTrue(line.length() <= 78, line));
            }
        }
    }

    private void script(final String name, final String text) throws IOException
    {
        final Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    private static byte[] gzip(final byte[] bytes) throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out))
        {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    /** The commands, those of others as far as they are needed here, and the files that the examples name. */
    private void prepare() throws IOException
    {
        final Path captures = Captures.root().resolve("docs/captures");
        final byte[] sample = Files.readAllBytes(captures.resolve("sample.frames"));
        Files.createDirectories(folder.resolve("docs/captures"));
        Files.createDirectories(folder.resolve("plugins"));
        for (final String name : List.of("docs/captures/sample.frames", "a.frames", "b.frames"))
        {
            Files.write(folder.resolve(name), sample);
        }
        // Without the last frame, which is signed, so that edits are refused; with one that the conditions are about.
        final List<byte[]> frames = Frames.cut(sample);
        frames.set(frames.size() - 1, Frames.binary(310, null, "body", "b", "orders", "i",
            "TAGS\u0001TagA\u0002amount\u0001150\u0002"));
        Files.write(folder.resolve("in.frames"), Frames.join(frames.toArray(byte[][]::new)));
        // With a message that is followed by its property: orderId is 4711.
        Files.write(folder.resolve("in.amqp-frames"), Frames.join(Files.readAllBytes(captures.resolve(
            "sample.amqp-frames")), CapturedMessagesTest.transfer(0, 0, 9, false,
                Frames.hex(
                    "005374 C11002 A1076F726465724964 A10434373131"))));
        Files.copy(captures.resolve("sample.amqp-messages"), folder.resolve("in.messages"));
        Files.write(folder.resolve("day.frames.gz"), gzip(sample));
        Files.write(folder.resolve("one.frame"), Frames.cut(sample).get(0));
        Files.write(folder.resolve("packets"), Pcap.of(List.of(sample), 1_000));
        Files.write(Files.createDirectories(folder.resolve("store/commitlog")).resolve("00000000000000000000"),
            Segments.of(
                StoredRecords.records(new Random(1), 3), 0));
        final byte[] order = Frames.binary(310, null, "body", "b", "orders", "i", "KEYS\u0001order-4711\u0002");
        Files.write(folder.resolve("in.pcapng"), Pcap.of(List.of(Frames.join(sample, order)), 1_000));
        script("skim", "'" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -XX:TieredStopAtLevel=1 -cp '"
            + System.getProperty("java.class.path") + "' " + Skim.class.getName()
            + " \"$@\"; status=$?; echo $status >> statuses; exit $status");
        script("tcpdump", "cat packets");
        script("jq", "cat");
        script("xxd", "od -A n -v -t x1 \"$2\" | tr -d ' '");
    }

    @Test
    void aShellRunsThem() throws IOException, InterruptedException
    {
        prepare();
        for (final String command : COMMANDS)
        {
            for (final String example : examples(command, 80))
            {
                Files.deleteIfExists(folder.resolve("statuses"));
                final ProcessBuilder shell = new ProcessBuilder("sh", "-c", example).directory(folder.toFile())
                    .redirectOutput(folder.resolve("printed").toFile())
                    .redirectError(folder.resolve("told").toFile());
                shell.environment().put("PATH", folder + ":" + shell.environment().get("PATH"));
                shell.environment().put("SECRET", "a key");
                assertEquals(0, shell.start().waitFor(), example + "\n" + Files.readString(folder.resolve("told")));
                assertEquals("", Files.readString(folder.resolve("told")), example);
                final List<String> statuses = Files.readAllLines(folder.resolve("statuses"));
                final int commands = example.split("skim ", -1).length - 1;
                assertEquals(Collections.nCopies(commands, "0"), statuses, example);
                final boolean redirected = example.contains(" > ") || example.contains(" -o ");
                assertTrue(redirected || Files.size(folder.resolve("printed")) > 0, example);
            }
        }
        assertTrue(Files.size(folder.resolve("out.messages")) > 0);
    }
}

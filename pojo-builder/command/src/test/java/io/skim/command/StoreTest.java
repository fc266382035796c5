package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.skim.scan.Action;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.StoredRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** decode, filter and stats of segments. */
class StoreTest
{
    private static final int SIZE = 6 << 20;

    @TempDir
    Path root;

    private Path log;
    private final List<byte[]> records = new ArrayList<>();
    private List<String> messages;

    /** A full segment of more than one part, and one that is being written. */
    @BeforeEach
    void write() throws IOException
    {
        log = Files.createDirectories(root.resolve("commitlog"));
        Files.createDirectories(root.resolve("consumequeue/T/0"));
        Files.write(root.resolve("consumequeue/T/0/00000000000000000000"), new byte[60]);
        final Random random = new Random(21);
        records.addAll(StoredRecords.records(random, 14_000));
        int first = 0;
        int length = 0;
        while (length + records.get(first).length + 8 <= SIZE && first < 12_000)
        {
            length += records.get(first++).length;
        }
        Files.write(log.resolve("00000000000000000000"), Segments.full(Segments.of(records.subList(0, first), 0),
            SIZE - length));
        final byte[] second = Segments.of(records.subList(first, records.size()), SIZE);
        Files.write(log.resolve(String.format("%020d", SIZE)), Arrays.copyOf(second, second.length + 100_000));
        messages = StoredRecords.reference(StoredRecords.join(records));
    }

    private static Run skim(final String... arguments)
    {
        return Run.skim(arguments);
    }

    @Test
    void decodePrintsTheMessagesInOrderWhateverTheThreads()
    {
        final Run one = skim("decode", "--format", "commitlog", "--threads", "1", root.toString());
        assertEquals(List.of(), one.err);
        assertEquals(0, one.status);
        assertEquals(messages.size(), one.out.size());
        for (int i = 0; i < messages.size(); i += 97)
        {
            assertTrue(one.out.get(i).startsWith("{\"i\":" + i + ",\"offset\":"), one.out.get(i));
            final String reference = messages.get(i);
            final String offset = reference.replaceFirst("(?s).* o(-?\\d+) c\\d+ .*", "$1");
            assertTrue(one.out.get(i).contains("\"queueOffset\":" + offset + ","), one.out.get(i) + " is not "
                + reference);
        }
        assertArrayEquals(one.bytes, skim("decode", "--format", "commitlog", "--threads", "3", log.toString()).bytes);
    }

    @Test
    void filterSelectsAsTheReferencesPropertiesTell() throws IOException
    {
        final long expected = messages.stream().filter(line -> line.matches("(?s).*[{ ]KEYS=.*")).count();
        for (final String threads : List.of("1", "3"))
        {
            final Run run =
                skim("filter", "--format", "commitlog", "--where", "KEYS IS NOT NULL", "--count", "--threads",
                    threads, root.toString());
            assertEquals(List.of(String.valueOf(expected)), run.out);
        }
        assertEquals(List.of(String.valueOf(messages.size() - expected)), skim("filter", "--format", "commitlog",
            "--where", "KEYS IS NOT NULL", "--invert", "--count", root.toString()).out);

        // What is copied can be read again, and all of it is what was read.
        final Path all = root.resolve("all.records");
        assertEquals(0,
            skim("filter", "--format", "commitlog", "--where", "TRUE", "-o", all.toString(), log.toString()).status);
        assertArrayEquals(StoredRecords.join(records), Files.readAllBytes(all));
        assertEquals(List.of(String.valueOf(expected)), skim("filter", "--format", "commitlog", "--where",
            "KEYS IS NOT NULL", "--count", all.toString()).out);
    }

    @Test
    void filterFindsFieldsOfTheRecord()
    {
        final String topic = messages.get(0).replaceFirst("(?s) q\\d+ f.*", "");
        final Run run = skim("filter", "--format", "commitlog", "--where", "$topic = '" + topic + "'", "--count", log
            .toString());
        assertEquals(List.of(String.valueOf(messages.stream().filter(line -> line.startsWith(topic + " q")).count())),
            run.out);
    }

    @Test
    void statsCountWhateverTheThreads()
    {
        final Run one = skim("stats", "--format", "commitlog", "--json", "--threads", "1", root.toString());
        assertTrue(one.out.get(0).startsWith("{\"messages\":" + messages.size() + ",\"records\":" + records.size()
            + ",\"bytes\":" + StoredRecords.join(records).length + ",\"malformed\":0,\"passedOver\":0,"), one.out.get(
                0));
        assertArrayEquals(one.bytes,
            skim("stats", "--format", "commitlog", "--json", "--threads", "4", root.toString()).bytes);
        final Run table = skim("stats", "--format", "commitlog", root.toString());
        assertTrue(table.out.get(0).matches("messages +[\\d,]+"), table.out.get(0));
        assertTrue(table.out.contains("") && table.out.stream().anyMatch(line -> line.startsWith("topic ")), table.out
            .toString());
    }

    @Test
    void damageIsReportedOnceAndAllOtherMessagesAreRead() throws IOException
    {
        final Path file = log.resolve("00000000000000000000");
        final byte[] bytes = Files.readAllBytes(file);
        // Across the border of two parts of decode.
        final List<Long> offsets = Segments.offsets(records);
        int from = 0;
        while (offsets.get(from + 3) < 4 << 20 && offsets.get(from + 3) < bytes.length / 2)
        {
            from++;
        }
        Arrays.fill(bytes, offsets.get(from).intValue(), offsets.get(from + 6).intValue(), (byte)1);
        Files.write(file, bytes);
        final int lost = StoredRecords.reference(StoredRecords.join(records.subList(from, from + 6))).size();
        for (final Map.Entry<String, List<String>> command : Map.of("decode", List.<String>of(), "filter", List.of(
            "--where", "TRUE", "--count"), "stats", List.of("--json")).entrySet())
        {
            final List<String> arguments = new ArrayList<>(List.of(command.getKey(), "--format", "commitlog", log
                .toString()));
            arguments.addAll(command.getValue());
            final Run run = skim(arguments.toArray(String[]::new));
            assertEquals(1, run.status);
            assertEquals(1, run.err.size(), run.told);
            assertTrue(run.err.get(0).contains("\"error\":\"RECORD_MAGIC_UNKNOWN\"") && run.err.get(0).contains(
                (offsets.get(from + 6) - offsets.get(from)) + " bytes are passed over"), run.told);
            final String left = String.valueOf(messages.size() - lost);
            assertTrue(command.getKey().equals("decode") ? run.out.size() == messages.size() - lost : run.out.get(0)
                .contains(left), run.out.get(0) + " is not " + left);
        }
    }

    /** The part that begins behind it cannot know. */
    @Test
    void damageBehindARecordOfTwoPartsIsReported() throws IOException
    {
        final Path file = log.resolve("00000000000000000000");
        final byte[] bytes = Files.readAllBytes(file);
        final List<Long> offsets = Segments.offsets(records);
        int across = 0;
        while (offsets.get(across + 1) < 4 << 20)
        {
            across++;
        }
        Arrays.fill(bytes, offsets.get(across + 1).intValue(), offsets.get(across + 2).intValue(), (byte)1);
        Files.write(file, bytes);
        final Run run = skim("decode", "--format", "commitlog", file.toString());
        assertEquals(1, run.status);
        assertEquals(1, run.err.size(), run.told);
    }

    @Test
    void aSegmentThatIsShortenedWhileItIsReadIsReported()
    {
        final Path file = log.resolve("00000000000000000000");
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final Console console = new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err);
        new StoreParts(console, new StoreOptions(), Strictness.STRICT, SIZE).<Boolean>read(List.of(file.toString()),
            reader -> {
                final boolean hasNext = reader.hasNext();
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE))
                {
                    channel.truncate(0);
                }
                while (reader.hasNext())
                {
                    reader.next(StoredRecords.EVERYTHING, (id, value) -> Action.CONTINUE);
                }
                return hasNext;
            }, (source, result) -> fail("it was read"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains(file + ": was shortened while it was read"), err
            .toString(StandardCharsets.UTF_8));
    }

    /** A folder of compressed segments would have no messages, and a folder of some compressed ones less than it has. */
    @Test
    void compressedSegmentsOfAFolderAreTold() throws IOException
    {
        final Path folder = Files.createDirectories(root.resolve("packed"));
        Files.write(folder.resolve("00000000000000000000.gz"), new byte[] {0x1F, (byte)0x8B, 8, 0});
        Files.write(folder.resolve("00000000001073741824.zst"), new byte[] {0x28, (byte)0xB5, 0x2F, (byte)0xFD});
        final String told =
            "2 named by 20 digits and an ending, such as 00000000000000000000.gz: decompress or rename what"
                + " is to be read";
        final Run none = skim("stats", "--format", "commitlog", folder.toString());
        assertEquals(3, none.status);
        assertEquals(
            "skim: " + folder + ": no segments in it, which are files named by 20 digits; passed over are " + told,
            none.told.strip());
        Files.copy(log.resolve("00000000000000000000"), folder.resolve("00000000000000000000"));
        final Run some = skim("stats", "--format", "commitlog", folder.toString());
        assertEquals(0, some.status);
        assertEquals("skim: warning: " + folder + ": files are passed over, " + told, some.told.strip());
    }

    @Test
    void aCompressedSegmentWithTheNameOfAPlainOneIsRefused() throws IOException
    {
        final Path file = Files.write(Files.createDirectories(root.resolve("odd")).resolve("00000000000000000000"),
            new byte[] {0x1F, (byte)0x8B, 8, 0});
        final Run run = skim("decode", "--format", "commitlog", file.toString());
        assertEquals(3, run.status);
        assertEquals("skim: " + file + ": it is compressed by gzip: decompress it first", run.told.strip());
    }

    /** Its first record would be damage up to the end of the file. */
    @Test
    void aCompressedSegmentIsRefused() throws IOException
    {
        final Path file = root.resolve("00000000000000000000.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file)))
        {
            Files.copy(log.resolve("00000000000000000000"), out);
        }
        final Run run = skim("decode", "--format", "commitlog", file.toString());
        assertEquals(3, run.status);
        assertEquals("skim: " + file + ": it is compressed by gzip: decompress it first", run.told.strip());
    }

    @Test
    void changedBodiesAreFoundWhereTheyAreChecked() throws IOException
    {
        final Path file = log.resolve("00000000000000000000");
        final byte[] bytes = Files.readAllBytes(file);
        int which = 0;
        while (records.get(which).length < 1_500)
        {
            which++;
        }
        bytes[Segments.offsets(records).get(which).intValue() + 300] ^= 1;
        Files.write(file, bytes);
        assertEquals(0, skim("stats", "--format", "commitlog", log.toString()).status);
        final Run checked = skim("stats", "--format", "commitlog", "--check-bodies", log.toString());
        assertEquals(1, checked.status);
        assertTrue(checked.told.contains("BODY_CRC_MISMATCH"), checked.told);
    }

    @Test
    void wrongUseIsRefused() throws IOException
    {
        final String segment = log.resolve("00000000000000000000").toString();
        for (final String[] arguments : new String[][] {{"decode", "--format", "commitlog", "--limit", "1", segment},
            {"decode", "--format", "commitlog", "--output", "text", segment}, {"filter", "--format", "commitlog",
                "--where", "TRUE", "--port", "1", segment},
            {"decode", "--format", "commitlog"}, {"decode", "--format",
                "commitlog", "-"},
            {"decode", "--format", "commitlog", "--hex", segment},
            {"decode", "--threads", "2",
                segment},
            {"stats", "--check-bodies", segment}, {"stats", "--format", "commitlog", "--threads", "0",
                segment},
            {"stats", "--format", "commitlog", "--live", segment}, {"stats", "--format", "commitlog", "--port", "1",
                segment},
            {"stats", "--format", "none", segment}, {"filter", "--format", "commitlog",
                "--code", "10", segment},
            {"filter", "--format", "commitlog", segment}, {"rewrite",
                "--format", "commitlog", "--set", "code=1", segment},
            {"filter", "--format", "commitlog",
                "--where", "TRUE", "-o", segment, root.toString()}})
        {
            assertEquals(2, skim(arguments).status, String.join(" ", arguments));
        }
        assertEquals(3, skim("decode", "--format", "commitlog", root.resolve("none").toString()).status);
        final Path empty = Files.createDirectory(root.resolve("empty"));
        assertEquals(3, skim("decode", "--format", "commitlog", empty.toString()).status);
    }
}

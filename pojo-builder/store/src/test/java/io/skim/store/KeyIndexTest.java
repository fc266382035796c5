package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.QueuedStore;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is read by the index of keys has all messages with the key that the whole commit log has, whatever the index files are like.
 */
class KeyIndexTest
{
    private static final int SEGMENT = 30_000;
    private static final String TOPIC = "orders";
    private static final List<String> KEYS = List.of("a", "value", "true", "UNIQ_KEY", "1.5e10", "long", "none");
    private static final int UNITS = 40 + QueuedStore.SLOTS * 4;
    private static final int COUNT = 36;

    @TempDir
    private Path folder;
    private Path root;

    private final Random random = new Random(Settings.seed());
    private final SegmentReader reader = new SegmentReader().checkBodies(true);
    private QueuedStore store;

    @BeforeEach
    void write() throws IOException
    {
        store = new QueuedStore(random, SEGMENT, random.nextInt(2) * 7L * SEGMENT);
        store.add(800);
        root = store.writeIn(folder);
    }

    private List<Path> files(final String below) throws IOException
    {
        try (Stream<Path> all = Files.list(root.resolve(below)))
        {
            return all.sorted().toList();
        }
    }

    private Reading read(final StoreLookup lookup, final long part) throws IOException
    {
        return Reading.of(root, reader, lookup, part);
    }

    /** Messages of the topic, and of the key as the broker's index has it. */
    private static Predicate<String> having(final String key)
    {
        final String quoted = Pattern.quote(key);
        return Pattern
            .compile(
                "(?s)" + TOPIC + " q.*[{ ](UNIQ_KEY=" + quoted + "|KEYS=([^=]* )?" + quoted + "( [^=]*)?)(, |\\}).*")
            .asMatchPredicate();
    }

    private static List<String> having(final String key, final Reading reading)
    {
        return reading.messages.stream().filter(having(key)).toList();
    }

    private KeyIndex check(final String key, final String told) throws IOException
    {
        final KeyIndex index = KeyIndex.read(root, TOPIC, key, QueuedStore.SLOTS);
        final List<String> all = having(key, read(null, SEGMENT));
        assertEquals(all, having(key, read(index, SEGMENT)), () -> told + ", " + key + ": " + index.doubt());
        final long part = 1_000 + random.nextInt(SEGMENT);
        assertEquals(all, having(key, read(index, part)), () -> told + ", " + key + ", parts of " + part + ": " + index
            .doubt());
        return index;
    }

    private void assertDoubt(final String part) throws IOException
    {
        for (final String key : KEYS)
        {
            final String doubt = check(key, part).doubt().orElse("");
            assertTrue(doubt.contains(part), doubt + " is not: " + part);
        }
    }

    @Test
    void theMessagesOfAKeyAreFoundAndFewOthersAreRead() throws IOException
    {
        assertTrue(files("index").size() > 2);
        final int all = read(null, SEGMENT).messages.size();
        int found = 0;
        for (final String key : KEYS)
        {
            final KeyIndex index = check(key, key);
            assertTrue(index.doubt().isEmpty());
            final Reading reading = read(index, SEGMENT);
            assertTrue(reading.messages.size() < all / 2, () -> reading.messages.size() + " of " + all);
            found += having(key, reading).size();
        }
        assertTrue(found > 30, found + " messages");
    }

    @Test
    void recordsThatTheIndexDoesNotHaveYetAreFound() throws IOException
    {
        for (int i = 0; i < 100; i++)
        {
            store.add(TOPIC, false);
        }
        root = store.writeIn(folder);
        for (final String key : KEYS)
        {
            assertTrue(check(key, "behind the index").doubt().isEmpty());
        }
    }

    @Test
    void withoutSomeFilesTheirRangesAreRead() throws IOException
    {
        Files.delete(files("index").get(1));
        for (final String key : KEYS)
        {
            check(key, "without a file in the middle");
        }
        Files.delete(files("index").get(0));
        Files.delete(files("commitlog").get(0));
        for (final String key : KEYS)
        {
            check(key, "without the first ones");
        }
        for (final Path file : files("index"))
        {
            Files.delete(file);
        }
        assertDoubt("no index files");
        Files.delete(root.resolve("index"));
        assertDoubt("no index files");
        Files.createDirectories(root.resolve("batchconsumequeue/" + TOPIC));
        assertDoubt("no index files");
    }

    @Test
    void anIndexThatDoesNotFitIsNotBelieved() throws IOException
    {
        final Path path = files("index").get(0);
        final byte[] good = Files.readAllBytes(path);
        Files.write(path, Arrays.copyOf(good, UNITS));
        assertDoubt("too short");
        for (final int[] header : new int[][] {{COUNT, 0}, {COUNT, -5}, {COUNT, 1_000}, {COUNT, 20}, {16, 1 << 30},
            {24, -1}})
        {
            Files.write(path, ByteBuffer.wrap(good.clone()).putInt(header[0], header[1]).array());
            assertDoubt("does not fit to its units");
        }
        // A range behind every place, whose end is in front of all.
        final byte[] last = good.clone();
        Arrays.fill(last, 40, UNITS, (byte)0);
        Files.write(path, ByteBuffer.wrap(last).putLong(16, Long.MAX_VALUE).putLong(24, Long.MAX_VALUE).putInt(COUNT, 2)
            .putLong(UNITS + QueuedStore.UNIT + 4, Long.MAX_VALUE).array());
        assertDoubt("does not fit to its units");
        Files.write(path, good);
        final KeyIndex other = KeyIndex.read(root, TOPIC, "a", 30);
        assertTrue(other.doubt().orElse("").contains("does not fit to its units"));
        assertEquals(having("a", read(null, SEGMENT)), having("a", read(other, SEGMENT)));
        assertThrows(IllegalArgumentException.class, () -> KeyIndex.read(root, TOPIC, "a", 0));
        assertTrue(KeyIndex.read(root, TOPIC, "a").doubt().orElse("").contains("too short for 5000000 slots"));
        Files.copy(path, path.resolveSibling("20990101000000000"));
        assertDoubt("in front of the end of the file before it");
    }

    /** The number of a unit of a hash code, neither the first nor the last one of its file nor of its record; 0 if there is none. */
    private static int unitOf(final ByteBuffer file, final int hash)
    {
        for (int i = file.getInt(COUNT) - 2; i > 1; i--)
        {
            final int unit = UNITS + i * QueuedStore.UNIT;
            final long place = file.getLong(unit + 4);
            if (file.getInt(unit) == hash && file.getLong(unit + 4 - QueuedStore.UNIT) < place && file.getLong(unit + 4
                + QueuedStore.UNIT) > place)
            {
                return i;
            }
        }
        return 0;
    }

    /** A slot that leads nowhere, a unit that leads to itself, to a later one, or to one of another slot. */
    @Test
    void chainsEndWhateverTheyLeadTo() throws IOException
    {
        final int hash = KeyIndex.hash(TOPIC + "#a");
        Path path = null;
        for (final Path file : files("index"))
        {
            path = unitOf(ByteBuffer.wrap(Files.readAllBytes(file)), hash) > 0 ? file : path;
        }
        final byte[] good = Files.readAllBytes(path);
        final int number = unitOf(ByteBuffer.wrap(good), hash);
        final int unit = UNITS + number * QueuedStore.UNIT;
        final int slot = 40 + hash % QueuedStore.SLOTS * 4;
        for (final int wrong : new int[] {-1, 100_000, Integer.MIN_VALUE})
        {
            Files.write(path, ByteBuffer.wrap(good.clone()).putInt(slot, wrong).array());
            assertTrue(check("a", "slot " + wrong).doubt().orElse("").contains("leads to unit"));
        }
        for (final int wrong : new int[] {number, number + 1, -7, Integer.MAX_VALUE})
        {
            Files.write(path, ByteBuffer.wrap(good.clone()).putInt(unit + 16, wrong).array());
            assertTrue(check("a", "before " + wrong).doubt().orElse("").contains("leads to unit"));
        }
        Files.write(path, ByteBuffer.wrap(good.clone()).putInt(unit, hash + 1).array());
        assertTrue(check("a", "another hash code").doubt().orElse("").contains("is not of slot"));
        for (final long wrong : new long[] {-1, 1L << 60})
        {
            Files.write(path, ByteBuffer.wrap(good.clone()).putLong(unit + 4, wrong).array());
            assertTrue(check("a", "offset " + wrong).doubt().orElse("").contains("is not of slot"));
        }
        final long place = ByteBuffer.wrap(good).getLong(unit + 4);
        Files.write(path, ByteBuffer.wrap(good.clone()).putLong(unit + 4, place - 1).array());
        final KeyIndex stray = check("a", "no record");
        assertTrue(stray.doubt().orElse("").contains("there is none"));
        assertEquals(1, stray.strays());
    }

    /** The record of a unit may be damaged: its neighbours are read, or it is refused as without the index. */
    @Test
    void damagedRecordsOfTheLogAreNotMissed() throws IOException
    {
        for (int run = 0; run < 8; run++)
        {
            final Path file = files("commitlog").get(random.nextInt(files("commitlog").size()));
            final byte[] bytes = Files.readAllBytes(file);
            bytes[random.nextInt(bytes.length)] ^= (byte)(1 << random.nextInt(8));
            Files.write(file, bytes);
            for (final String key : KEYS)
            {
                check(key, "-Dskim.seed=" + Settings.seed() + ", run " + run);
            }
        }
    }
}

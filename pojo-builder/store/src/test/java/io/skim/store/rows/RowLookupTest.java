package io.skim.store.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.QueuedStore;
import io.skim.scan.testing.Settings;
import io.skim.store.KeyIndex;
import io.skim.store.MappedSegment;
import io.skim.store.PartPlaces;
import io.skim.store.PieceSegment;
import io.skim.store.RecordPlaces;
import io.skim.store.SegmentReader;
import io.skim.store.SegmentSource;
import io.skim.store.StoreFiles;
import io.skim.store.StoreLookup;
import io.skim.store.rows.RowOptions.Mode;
import io.skim.store.rows.RowPredicate.Comparison;
import io.skim.store.rows.RowPredicate.Truth;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What conditions look up, and that reading the places of parts gives the rows that reading all records gives. */
class RowLookupTest
{
    private static final RowOptions OPTIONS = options(Map.of());
    private static final RowSchema SCHEMA = OPTIONS.schema();
    private static final int MOST = 1 << 20;

    @TempDir
    private Path folder;

    private static RowOptions options(final Map<String, String> more)
    {
        final Map<String, String> all = new HashMap<>(Map.of("properties", "TAGS,KEYS,UNIQ_KEY", "lookUp", "true"));
        all.putAll(more);
        return new RowOptions(all);
    }

    private static RowPredicate is(final String column, final String... texts)
    {
        return RowPredicate.or(Arrays.stream(texts).map(text -> RowPredicate.text(SCHEMA.index(column),
            Comparison.EQUAL, text.getBytes(StandardCharsets.UTF_8))).toList());
    }

    private static String lookup(final RowPredicate condition)
    {
        return RowLookup.of(condition, OPTIONS).map(RowLookup::toString).orElse("none");
    }

    @Test
    void conditionsNameTopicsAndKeys()
    {
        final RowPredicate other = RowPredicate.number(SCHEMA.index("queueId"), Comparison.LESS, 4);
        final RowPredicate topic = is("topic", "a");
        assertEquals("topic in [a]", lookup(topic));
        assertEquals("topic in [a, b]", lookup(is("topic", "a", "b")));
        assertEquals("topic in [a]", lookup(RowPredicate.and(List.of(other, topic))));
        assertEquals("topic in [a, b]", lookup(RowPredicate.or(List.of(RowPredicate.and(List.of(topic, other)),
            RowPredicate.and(List.of(is("TAGS", "x"), is("topic", "b")))))));
        assertEquals("topic in [a], key in [k]", lookup(RowPredicate.and(List.of(topic, is("KEYS", " k l")))));
        assertEquals("topic in [a], key in [k, l]", lookup(RowPredicate.and(List.of(topic, is("UNIQ_KEY", "k", "l")))));
        assertEquals("topic in [a]", lookup(RowPredicate.and(List.of(topic, is("KEYS", " ", "k")))));
        for (final RowPredicate without : List.of(other, is("TAGS", "a"), topic.negated(),
            RowPredicate.or(List.of(topic,
                other)),
            RowPredicate.or(List.of()), RowPredicate.and(List.of()), RowPredicate.always(Truth.TRUE),
            RowPredicate.text(SCHEMA.index("topic"), Comparison.STARTS_WITH, new byte[] {'a'}),
            is("topic", "abcdefghijklmnopq".split(""))))
        {
            assertEquals("none", lookup(without));
        }
        // An OR of which one side has no key.
        assertEquals("topic in [a, b]", lookup(RowPredicate.or(List.of(RowPredicate.and(List.of(topic, is("KEYS",
            "k"))), is("topic", "b")))));
        assertEquals("topic in [a, b, c, d, e]", lookup(RowPredicate.and(List.of(is("topic", "a", "b", "c", "d", "e"),
            is("KEYS", "1", "2", "3", "4")))));
    }

    @Test
    void optionsForbidIt()
    {
        for (final Map<String, String> options : List.of(Map.of("mode", "FAILFAST"), Map.of("lenient", "true"), Map.of(
            "lookUp", "false"), Map.of("kind", "rocketmq-frames")))
        {
            assertEquals(Optional.empty(), RowLookup.of(is("topic", "a"), options(options)), options.toString());
        }
    }

    private Path write(final int number, final Random random) throws IOException
    {
        final QueuedStore store = new QueuedStore(random, 30_000, random.nextInt(2) * 30_000L);
        for (int i = 0; i < 30; i++)
        {
            store.add(10);
            store.add(QueuedStore.BATCH_TOPIC, true);
        }
        final Path root = Files.createDirectory(folder.resolve(String.valueOf(number)));
        store.write(root);
        return root;
    }

    private static PartPlaces copy(final PartPlaces places) throws IOException
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes))
        {
            out.writeObject(places);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())))
        {
            return (PartPlaces)in.readObject();
        }
        catch (final ClassNotFoundException e)
        {
            throw new IOException(e);
        }
    }

    /** The rows of a store, read in parts; with a lookup at the places of each part, if there are any. */
    private static List<String> rows(final Path store, final RowPredicate condition, final StoreLookup lookup,
        final long part, final int most) throws IOException
    {
        final List<String> rows = new ArrayList<>();
        for (final Path file : StoreFiles.segments(store.resolve("commitlog")))
        {
            final long first = StoreFiles.firstOffset(file.getFileName().toString());
            final long length = Files.size(file);
            try (RecordPlaces all = lookup == null ? null : lookup.places())
            {
                for (long from = 0; from < length; from += part)
                {
                    final long to = Math.min(length, from + part);
                    final PartPlaces places = all == null ? null : copy(PartPlaces.of(all, first + from, first + to,
                        most));
                    if (places == null || !places.isEmpty())
                    {
                        read(file, from, to, places, condition, rows);
                    }
                }
            }
        }
        return rows;
    }

    private static void read(final Path file, final long from, final long to, final PartPlaces places,
        final RowPredicate condition, final List<String> rows) throws IOException
    {
        final long first = StoreFiles.firstOffset(file.getFileName().toString());
        try (SegmentSource segment = places == null ? MappedSegment.open(file) : PieceSegment.open(file))
        {
            final SegmentReader reader = new SegmentReader().places(places).wrap(segment, first, from, to);
            final RowReader row = new RecordRows(SCHEMA, condition.columns(), reader, file.toString());
            final SelectedRows selected = new SelectedRows(row, condition, Mode.PERMISSIVE);
            while (selected.next())
            {
                rows.add(file.getFileName() + " " + row.number(SCHEMA.index("offset")) + " " + row.number(SCHEMA.index(
                    "innerIndex")));
            }
        }
    }

    /** Queues with wrong bytes and cut ones, all sizes of parts. */
    @Test
    void placesOfPartsGiveAllRows() throws IOException
    {
        final Random random = new Random(Settings.seed());
        int looked = 0;
        for (int run = 0; run < 60; run++)
        {
            final Path store = write(run, random);
            damage(store.resolve(random.nextBoolean() ? "consumequeue" : "batchconsumequeue"), run % 3, random);
            final RowPredicate condition = List.of(is("topic", "payments"), is("topic", "payments", "%RETRY%billing"),
                is("topic", QueuedStore.BATCH_TOPIC), is("topic", "payments", QueuedStore.BATCH_TOPIC)).get(
                    random
                        .nextInt(4));
            final List<String> expected = rows(store, condition, null, MOST, 0);
            final StoreLookups lookups = new StoreLookups(RowLookup.of(condition, OPTIONS).orElseThrow(), reason -> {});
            final Optional<StoreLookup> lookup = lookups.of(store.resolve("commitlog/" + QueuedStore.name(0)));
            looked += lookup.isPresent() ? 1 : 0;
            assertEquals(expected, rows(store, condition, lookup.orElse(null), 500 + random.nextInt(40_000), random
                .nextBoolean() ? MOST : random.nextInt(4)), "run " + run + ", -Dskim.seed=" + Settings.seed());
            assertFalse(expected.isEmpty());
        }
        assertTrue(looked >= 20 && looked < 60, looked + " lookups");
    }

    private static void damage(final Path queues, final int times, final Random random) throws IOException
    {
        final List<Path> files;
        try (Stream<Path> all = Files.walk(queues))
        {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        for (int i = 0; i < times; i++)
        {
            final Path file = files.get(random.nextInt(files.size()));
            final byte[] bytes = Files.readAllBytes(file);
            bytes[random.nextInt(bytes.length)] ^= (byte)(1 << random.nextInt(8));
            Files.write(file, bytes);
        }
    }

    @Test
    void keysAreLookedUpInTheIndex() throws IOException
    {
        final QueuedStore store = new QueuedStore(new Random(Settings.seed()), 30_000, 0);
        store.add(400);
        final Path root = Files.createDirectory(folder.resolve("keys"));
        store.write(root);
        for (final String key : List.of("value", "long", "none"))
        {
            final RowPredicate condition = RowPredicate.and(List.of(is("topic", "payments"), is("KEYS", key)));
            final RowLookup wanted = RowLookup.of(condition, OPTIONS).orElseThrow();
            final List<String> expected = rows(root, condition, null, MOST, 0);
            // The index has other slots than usual: the queues serve.
            final StoreLookup queues = wanted.read(root);
            assertEquals(Optional.empty(), queues.doubt());
            assertEquals(expected, rows(root, condition, queues, 9_000, MOST));
            final Path other = Files.createDirectories(folder.resolve("usual-" + key));
            store.write(other);
            try (Stream<Path> files = Files.list(other.resolve("index")))
            {
                for (final Path file : files.toList())
                {
                    Files.delete(file);
                }
            }
            store.writeIndex(other.resolve("index"), KeyIndex.USUAL_SLOTS);
            final StoreLookup index = wanted.read(other);
            assertEquals(expected, rows(other, condition, index, 9_000, MOST));
            assertTrue(count(other, index) < count(root, queues), key);
        }
    }

    private static int count(final Path store, final StoreLookup lookup) throws IOException
    {
        int count = 0;
        for (final Path file : StoreFiles.segments(store.resolve("commitlog")))
        {
            final long first = StoreFiles.firstOffset(file.getFileName().toString());
            try (RecordPlaces all = lookup.places())
            {
                count += PartPlaces.of(all, first, first + Files.size(file), MOST).count();
            }
        }
        return count;
    }

    @Test
    void whatIsNoStoreIsNotLookedUp() throws IOException
    {
        final List<String> told = new ArrayList<>();
        final StoreLookups lookups = new StoreLookups(RowLookup.of(is("topic", "a"), OPTIONS).orElseThrow(), told::add);
        assertEquals(Optional.empty(), lookups.of(folder.resolve("commitlog/" + QueuedStore.name(0))));
        assertEquals(List.of(), told);
        Files.createDirectories(folder.resolve("consumequeue"));
        final StoreLookups others = new StoreLookups(RowLookup.of(is("topic", "a"), OPTIONS).orElseThrow(), told::add);
        Files.createDirectories(folder.resolve("commitlog"));
        for (int i = 0; i < 3; i++)
        {
            assertEquals(Optional.empty(), others.of(folder.resolve("commitlog/" + QueuedStore.name(i))));
        }
        assertEquals(1, told.size());
        assertTrue(told.get(0).endsWith("consumequeue: no consume queues of a: all records are read."), told.get(0));
    }
}

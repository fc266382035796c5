package io.skim.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The records of a topic that have a key, by the index files of a store: its messages with that word in {@code KEYS}, or with that
 * {@code UNIQ_KEY}.
 *
 * <pre>
 * KeyIndex index = KeyIndex.read(store, "orders", "A-17");           // a few units of each index file
 * index.doubt().ifPresent(log::warn);                                // why all records have to be read
 * reader.places(index.places()).wrap(segment, first);                // with a condition: keys share hash codes
 * </pre>
 *
 * The index is not believed where the commit log says otherwise: at the place of each unit there has to be a record. All records are read
 * in front of the first index file, behind the last record that the index has, between files, and in the range of a file whose
 * units do not fit together. Files do not tell all: a unit that was changed into that of another key is not missed, and rollbacks
 * of brokers before 4.3 are in no index.
 * <p>
 * Memory: 8 bytes for each record with the key's hash code, up to 8 MiB for a file; more of them in one file, and the file's range is
 * read as a whole.
 *
 * @see "IndexService.buildIndex, release 5.5"
 */
public final class KeyIndex implements StoreLookup
{
    /** The slots of a file, unless the broker is configured otherwise ({@code maxHashSlotNum}). */
    public static final int USUAL_SLOTS = 5_000_000;

    private static final String NAME = "[0-9]{17}";

    private final List<Range> ranges = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();
    private long strays;

    /**
     * A range of the commit log.
     *
     * @param from   its first offset.
     * @param places at which records have to be read, ascending.
     * @param whole  whether all records have to be read instead.
     */
    private record Range(long from, long[] places, boolean whole)
    {
        private static final long[] NONE = {};

        static Range whole(final long from)
        {
            return new Range(from, NONE, true);
        }

        /** The first place from one on; {@link RecordPlaces#NONE} if there is none in the range. */
        long next(final long at)
        {
            if (whole)
            {
                return Math.max(at, from);
            }
            final int found = Arrays.binarySearch(places, at);
            final int index = found < 0 ? -found - 1 : found;
            return index < places.length ? places[index] : RecordPlaces.NONE;
        }
    }

    private KeyIndex()
    {
    }

    /**
     * Looks a key up in all index files, which have the usual number of slots.
     *
     * @param store the root of a broker's store, with the folders {@code commitlog} and {@code index}.
     * @param topic of the messages.
     * @param key   a word of {@code KEYS}, or a {@code UNIQ_KEY}.
     * @return the places, also if the index is of no use.
     * @throws IOException if a file cannot be read.
     */
    public static KeyIndex read(final Path store, final String topic, final String key) throws IOException
    {
        return read(store, topic, key, USUAL_SLOTS);
    }

    /**
     * Looks a key up in all index files.
     *
     * @param store the root of a broker's store, with the folders {@code commitlog} and {@code index}.
     * @param topic of the messages.
     * @param key   a word of {@code KEYS}, or a {@code UNIQ_KEY}.
     * @param slots of each file, from 1.
     * @return the places, also if the index is of no use.
     * @throws IOException if a file cannot be read.
     */
    public static KeyIndex read(final Path store, final String topic, final String key, final int slots)
        throws IOException
    {
        if (slots < 1)
        {
            throw new IllegalArgumentException("slots are from 1, not " + slots);
        }
        final KeyIndex index = new KeyIndex();
        index.ranges.add(Range.whole(0));
        final List<Path> files = files(store);
        if (files.isEmpty())
        {
            final Path other = RocksDb.index(store);
            index.doubts.add(other == null ? store.resolve("index") + ": no index files"
                : other + ": the index is in RocksDB, which is not read");
        }
        else if (TopicQueues.hasBatches(store, topic))
        {
            index.doubts.add(topic + " has consume queues of batches, whose messages no index has");
        }
        else
        {
            final TreeMap<Long, LogRecords.Log> logs = LogRecords.segments(store.resolve("commitlog"));
            try (LogRecords records = new LogRecords(logs))
            {
                for (final Path file : files)
                {
                    index.add(file, slots, hash(topic + '#' + key), records);
                }
            }
        }
        return index;
    }

    /** As a broker computes it: the hash code of a text without its sign. */
    static int hash(final String text)
    {
        final int hash = text.hashCode();
        return hash == Integer.MIN_VALUE ? 0 : Math.abs(hash);
    }

    private static List<Path> files(final Path store) throws IOException
    {
        final Path folder = store.resolve("index");
        if (!Files.isDirectory(folder))
        {
            return List.of();
        }
        try (Stream<Path> paths = Files.list(folder))
        {
            return paths.filter(path -> path.getFileName().toString().matches(NAME)).sorted(Comparator.comparing(
                path -> path.getFileName().toString())).toList();
        }
    }

    /** The last range is a whole one up to the end: a file that is believed cuts its own range out of it. */
    private void add(final Path path, final int slots, final int hash, final LogRecords records) throws IOException
    {
        try (IndexFile file = IndexFile.open(path, slots))
        {
            final long from = ranges.get(ranges.size() - 1).from;
            if (file.isEmpty())
            {
                return;
            }
            if (file.first < from)
            {
                throw new Doubt(path + ": begins in front of the end of the file before it");
            }
            final long[] places = file.places(hash);
            check(path, places, records);
            // The first record may have other keys in the file before, and the last one further ones that are not noted yet.
            ranges.add(new Range(file.first + 1, places, false));
            ranges.add(Range.whole(file.last));
        }
        catch (final Doubt e)
        {
            doubts.add(e.getMessage());
        }
        catch (final NoSuchFileException e)
        {
            doubts.add(e.getFile() + ": was deleted meanwhile");
        }
    }

    private void check(final Path path, final long[] places, final LogRecords records) throws IOException, Doubt
    {
        for (final long place : places)
        {
            if (!records.isInFront(place + 1) && !records.isThere(place))
            {
                strays++;
                throw new Doubt(path + ": a unit tells of a record at " + place + ", and there is none");
            }
        }
    }

    /**
     * Why files are of no use, so that all records are read of their ranges of the commit log.
     *
     * @return a sentence without a period, of the first such file; empty if all serve.
     */
    @Override
    public Optional<String> doubt()
    {
        return doubts.stream().findFirst();
    }

    @Override
    public RecordPlaces places()
    {
        return new Places();
    }

    @Override
    public long strays()
    {
        return strays;
    }

    /** Goes through the ranges. */
    private final class Places implements RecordPlaces
    {
        private int current;

        @Override
        public long next(final long at)
        {
            while (current + 1 < ranges.size() && ranges.get(current + 1).from <= at)
            {
                current++;
            }
            long place = ranges.get(current).next(at);
            for (int i = current + 1; place == NONE && i < ranges.size(); i++)
            {
                place = ranges.get(i).next(at);
            }
            return place;
        }

        @Override
        public void close()
        {
            // Nothing is open.
        }
    }
}

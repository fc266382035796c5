package io.skim.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts frames and their bytes by something that they have. Keeps a limited number of different keys, however many come;
 * those that come later are counted together.
 *
 * @param <K> the key; may be null.
 */
final class Tally<K extends @Nullable Object>
{
    private final int most;
    private final Map<K, Count> counts = new LinkedHashMap<>();
    @SuppressWarnings("NullAway") // nobody asks for its key
    private final Count others = new Count(null);

    /** How many frames, and how long they are in all. */
    final class Count
    {
        /** Null for all others. */
        final K key;
        private long frames;
        private long bytes;

        private Count(final K key)
        {
            this.key = key;
        }

        void add(final long length)
        {
            frames++;
            bytes += length;
        }

        /** Adds several together. */
        void add(final long moreFrames, final long moreBytes)
        {
            frames += moreFrames;
            bytes += moreBytes;
        }

        long frames()
        {
            return frames;
        }

        long bytes()
        {
            return bytes;
        }
    }

    /**
     * Makes an empty one.
     *
     * @param most how many keys are told apart.
     */
    Tally(final int most)
    {
        this.most = most;
    }

    /** Where frames with a key are counted. */
    Count of(final K key)
    {
        final Count known = counts.get(key);
        if (known != null || counts.size() == most)
        {
            return known != null ? known : others;
        }
        final Count added = new Count(key);
        counts.put(key, added);
        return added;
    }

    /** Adds all counts of another one. */
    void addAll(final Tally<K> other)
    {
        for (final Tally<K>.Count count : other.counts.values())
        {
            of(count.key).add(count.frames, count.bytes);
        }
        others.add(other.others.frames, other.others.bytes);
    }

    /** How many keys there are, without those that are counted together. */
    int size()
    {
        return counts.size();
    }

    /** All keys, the most frequent one first, equally frequent ones as they came; without those counted together. */
    List<Count> sorted()
    {
        final List<Count> sorted = new ArrayList<>(counts.values());
        sorted.sort(Comparator.comparingLong(Count::frames).reversed());
        return sorted;
    }

    /** Those that came when there was no more room. */
    Count others()
    {
        return others;
    }
}

package io.skim.store.capture;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one direction that wait behind a hole, by their place in the stream. No two overlap: those that came
 * first stay.
 */
final class Waiting
{
    /** Counted for a segment besides its bytes: what the JVM takes to keep it, in bytes, about. */
    static final int OVERHEAD = 96;

    private final TreeMap<Long, byte[]> segments = new TreeMap<>();
    /** In bytes, all that wait, of all directions. */
    private final Total total;
    private long bytes;

    /** How much waits in several directions together. */
    static final class Total
    {
        private long held;
        /** What was taken out, while it is delivered. */
        private byte[] lent = {};

        /** In bytes, with {@link #OVERHEAD} for each segment. */
        long held()
        {
            return held;
        }
    }

    Waiting(final Total total)
    {
        this.total = total;
    }

    /** Keeps a copy of the bytes whose places are not taken. */
    void keep(final long place, final byte[] array, final int from, final int length)
    {
        final long limit = place + length;
        long at = place;
        while (at < limit)
        {
            final Map.Entry<Long, byte[]> before = segments.floorEntry(at);
            final long taken = before == null ? at : before.getKey() + before.getValue().length;
            if (taken > at)
            {
                at = taken;
            }
            else
            {
                final Long next = segments.higherKey(at);
                final long to = next == null ? limit : Math.min(limit, next);
                final int first = from + (int)(at - place);
                put(at, Arrays.copyOfRange(array, first, first + (int)(to - at)));
                at = to;
            }
        }
    }

    private void put(final long place, final byte[] segment)
    {
        segments.put(place, segment);
        bytes += segment.length;
        total.held += segment.length + OVERHEAD;
    }

    /** Takes out the segment at a place; null if there is none. */
    byte @Nullable [] take(final long place)
    {
        final byte[] segment = segments.remove(place);
        if (segment != null)
        {
            bytes -= segment.length;
            total.held -= segment.length + OVERHEAD;
        }
        return segment;
    }

    /** A copy in an array that all directions share: its readers may refer to it for as long as they like. */
    byte[] lent(final byte[] segment)
    {
        if (total.lent.length < segment.length)
        {
            total.lent = new byte[Math.max(segment.length, 2 * total.lent.length)];
        }
        System.arraycopy(segment, 0, total.lent, 0, segment.length);
        return total.lent;
    }

    /** Drops all. */
    void clear()
    {
        total.held -= held();
        bytes = 0;
        segments.clear();
    }

    boolean isEmpty()
    {
        return segments.isEmpty();
    }

    /** The place of the first segment; there must be one. */
    long first()
    {
        return segments.firstKey();
    }

    int count()
    {
        return segments.size();
    }

    /** In bytes, without {@link #OVERHEAD}. */
    long bytes()
    {
        return bytes;
    }

    /** In bytes, with {@link #OVERHEAD} for each segment. */
    long held()
    {
        return bytes + (long)segments.size() * OVERHEAD;
    }
}

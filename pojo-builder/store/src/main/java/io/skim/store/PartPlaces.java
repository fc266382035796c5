package io.skim.store;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The places of a part of a commit log, asked for beforehand, so that another process can read them. Where the lookup is not sure,
 * all records up to the end of the part are read. Immutable; threads can share it.
 */
public final class PartPlaces implements RecordPlaces, Serializable
{
    private static final long serialVersionUID = 1;
    private static final int USUAL = 16;
    private static final int FEW = 256;
    private static final int LEAST_DISTANCE = 1 << 15;

    /** The offset at which the part begins. */
    private final long from;
    /** The offset behind the part. */
    private final long to;
    /** Offsets at which records have to be read, ascending. */
    private final long[] places;
    /** The offset from which on all records have to be read; {@link RecordPlaces#NONE} if there is none. */
    private final long whole;

    /**
     * Bytes of a commit log in which records have to be read.
     *
     * @param from offset of the first one.
     * @param to   offset behind the last one.
     */
    public record Range(long from, long to)
    {
    }

    private PartPlaces(final long from, final long to, final long[] places, final long whole)
    {
        this.from = from;
        this.to = to;
        this.places = places;
        this.whole = whole;
    }

    /**
     * Asks for the places of a part.
     *
     * @param all  places of the commit log, which were not asked for any place in the part or behind it.
     * @param from offset of the part in the commit log, in bytes.
     * @param to   offset behind the part.
     * @param most places that are kept, 8 bytes each; if there are more, all records are read. See {@link #most}.
     * @return the places.
     * @throws IOException if reading fails.
     */
    public static PartPlaces of(final RecordPlaces all, final long from, final long to, final int most)
        throws IOException
    {
        long[] found = new long[Math.min(USUAL, most)];
        int count = 0;
        long place = all.next(from);
        while (place < to)
        {
            if (count == most)
            {
                return new PartPlaces(from, to, new long[0], from);
            }
            final long next = all.next(place + 1);
            if (next == place + 1)
            {
                // No record is one byte long: so the lookup is not sure.
                return new PartPlaces(from, to, Arrays.copyOf(found, count), place);
            }
            found = count == found.length ? Arrays.copyOf(found, Math.min(2 * count, most)) : found;
            found[count++] = place;
            place = next;
        }
        return new PartPlaces(from, to, Arrays.copyOf(found, count), NONE);
    }

    /**
     * The most places that are worth it: if there are more, reading all records takes less time than looking them up and reading each.
     *
     * @param bytes of a part.
     * @return one place for 32 KiB, and 256 for any part.
     */
    public static int most(final long bytes)
    {
        return (int)Math.min(Integer.MAX_VALUE, Math.max(FEW, bytes / LEAST_DISTANCE));
    }

    /** {@return the number of places in front of those where all records are read} */
    public int count()
    {
        return places.length;
    }

    /** {@return whether no record of the part has to be read} */
    public boolean isEmpty()
    {
        return places.length == 0 && whole == NONE;
    }

    /** {@return whether all records of the part have to be read} */
    public boolean isWhole()
    {
        return whole == from;
    }

    /**
     * Those bytes of the part in which all its places are, for readers of parts that know of no places. A range ends one byte behind
     * the beginning of its last record, or with the part.
     *
     * @param gap bytes without a place that are in a range all the same, from 1.
     * @return ranges in ascending order; none if no record has to be read.
     */
    public List<Range> ranges(final long gap)
    {
        final List<Range> ranges = new ArrayList<>();
        for (final long place : places)
        {
            add(place, place + 1, gap, ranges);
        }
        if (whole < to)
        {
            add(whole, to, gap, ranges);
        }
        return ranges;
    }

    private static void add(final long begin, final long end, final long gap, final List<Range> ranges)
    {
        final int last = ranges.size() - 1;
        if (last >= 0 && begin - ranges.get(last).to < gap)
        {
            ranges.set(last, new Range(ranges.get(last).from, end));
        }
        else
        {
            ranges.add(new Range(begin, end));
        }
    }

    @Override
    public long next(final long at)
    {
        if (at >= whole)
        {
            return at;
        }
        final int found = Arrays.binarySearch(places, at);
        final int index = found < 0 ? -found - 1 : found;
        return index < places.length ? places[index] : whole;
    }

    @Override
    public void close()
    {
        // Nothing is open.
    }
}

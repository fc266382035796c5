package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The places of parts; that they give all rows is tested with real stores beside the rows. */
class PartPlacesTest
{
    private static final int PART = 1 << 24;

    /** A record at each multiple of a distance. */
    private record Each(long distance) implements RecordPlaces
    {
        @Override
        public long next(final long at)
        {
            return (at + distance - 1) / distance * distance;
        }

        @Override
        public void close()
        {
            // Nothing is open.
        }
    }

    @Test
    void placesAreThoseOfThePart() throws IOException
    {
        final PartPlaces places = PartPlaces.of(new Each(50_000), 3 * PART, 4 * PART, PartPlaces.most(PART));
        assertEquals(PART / 50_000 + 1, places.count());
        assertFalse(places.isWhole() || places.isEmpty());
        long at = places.next(3 * PART);
        for (int i = 1; i < places.count(); i++)
        {
            assertEquals(at + 50_000, places.next(at + 1));
            assertEquals(at + 50_000, places.next(at + 50_000));
            at += 50_000;
        }
        assertEquals(RecordPlaces.NONE, places.next(at + 1));
    }

    @Test
    void aPartOfManyPlacesIsWhole() throws IOException
    {
        final PartPlaces places = PartPlaces.of(new Each(20_000), 3 * PART, 4 * PART, PartPlaces.most(PART));
        assertTrue(places.isWhole() && !places.isEmpty());
        assertEquals(3 * PART + 1, places.next(3 * PART + 1));
        assertEquals(20, PartPlaces.of(new Each(20_000), 0, 400_000, PartPlaces.most(400_000)).count());
        assertTrue(PartPlaces.of(new Each(PART), 0, 1, 0).isWhole());
        assertTrue(PartPlaces.of(new Each(PART), 1, 2, 0).isEmpty());
    }

    /** Whatever the gap, each place is in a range, and a range begins and ends with one. */
    @Test
    void rangesHaveAllPlaces() throws IOException
    {
        final PartPlaces places = PartPlaces.of(new Each(50_000), 3 * PART, 4 * PART, PartPlaces.most(PART));
        assertEquals(places.count(), places.ranges(1).size());
        assertEquals(places.count(), places.ranges(49_999).size());
        final long last = 4L * PART / 50_000 * 50_000;
        final long begin = places.next(3 * PART);
        assertEquals(List.of(new PartPlaces.Range(begin, last + 1)), places.ranges(50_000));
        assertEquals(List.of(new PartPlaces.Range(3 * PART, 4 * PART)), PartPlaces.of(new Each(1), 3 * PART, 4 * PART,
            PART).ranges(1));
        assertEquals(List.of(), PartPlaces.of(new Each(PART), 1, 2, 1).ranges(50_000));
    }

    /** From some place on the lookup is not sure, and all is read. */
    @Test
    void theLastRangeEndsWithThePart() throws IOException
    {
        final RecordPlaces unsure = new RecordPlaces()
        {
            @Override
            public long next(final long at)
            {
                return at <= 100 ? 100 : Math.max(at, 900);
            }

            @Override
            public void close()
            {
                // Nothing is open.
            }
        };
        final PartPlaces places = PartPlaces.of(unsure, 0, 1_000, 10);
        assertEquals(List.of(new PartPlaces.Range(100, 101), new PartPlaces.Range(900, 1_000)), places.ranges(799));
        assertEquals(List.of(new PartPlaces.Range(100, 1_000)), places.ranges(800));
    }
}

package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.records.RecordScreen;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Reading allocates nothing, and neither does passing over damage. */
class SegmentAllocationTest
{
    private static final class Whole implements SegmentSource
    {
        private final ByteBuffer bytes;

        Whole(final byte[] bytes)
        {
            this.bytes = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        }

        @Override
        public long length()
        {
            return bytes.capacity();
        }

        @Override
        public ByteBuffer read(final long offset, final int least)
        {
            return bytes.position((int)offset);
        }

        @Override
        public void close()
        {
            // Nothing is open.
        }
    }

    private static final class Sum implements DataHandler
    {
        private long sum;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            sum += value.length();
            return Action.CONTINUE;
        }
    }

    @Test
    void readingAllocatesNothing()
    {
        final byte[] bytes = Segments.full(Segments.of(StoredRecords.records(new Random(3), 40), 0), 100);
        Arrays.fill(bytes, 3_000, 3_100, (byte)9);
        final Whole segment = new Whole(bytes);
        final SegmentReader reader = new SegmentReader().checkBodies(true);
        final Sum sum = new Sum();
        assertEquals(0, Allocations.by(() -> read(reader.wrap(segment, 0), sum), 3_000, 300));
        final RecordScreen screen = RecordScreen.builder().property("TAGS", List.of("a", "b")).property("KEYS", 1, 2)
            .build();
        final SegmentReader screening = new SegmentReader().screen(screen);
        assertEquals(0, Allocations.by(() -> read(screening.wrap(segment, 0), sum), 3_000, 300));
    }

    private static void read(final SegmentReader reader, final Sum sum)
    {
        try
        {
            while (reader.hasNext())
            {
                reader.next(StoredRecords.EVERYTHING, sum);
            }
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}

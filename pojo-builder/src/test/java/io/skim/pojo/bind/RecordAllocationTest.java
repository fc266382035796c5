package io.skim.pojo.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.skim.scan.FrameView;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

/**
 * A record costs the record and its texts.
 */
class RecordAllocationTest
{
    private static final int WARM_UP = 20_000;
    private static final int RUNS = 500;
    private static final int HEADER = 12;
    private static final int ARRAY_HEADER = 16;

    private record Numbers(int a, long b, boolean c, Integer d)
    {
    }

    private record Texts(String name, @Property("TAGS") String tags)
    {
    }

    private static int padded(final int bytes)
    {
        return bytes + 7 & -8;
    }

    private final FrameView view = new FrameView();
    private Record last;

    private <T extends Record> long allocated(final RecordReader<T> reader, final byte[] frame)
    {
        return Allocations.by(() -> last = reader.read(view.wrap(frame)), WARM_UP, RUNS);
    }

    @Test
    void aRecordOfNumbersCostsItself()
    {
        final RecordReader<Numbers> reader = RecordBinding.of(Numbers.class, MethodHandles.lookup()).reader();
        final int record = padded(HEADER + Integer.BYTES + Long.BYTES + 1 + Integer.BYTES);
        final byte[] json =
            Frames.json("{\"code\":10,\"extFields\":{\"a\":\"1\\u0032\",\"b\":\"-12\",\"c\":\"true\",\"d\":1},"
                + "\"opaque\":1}");
        // The box of 1 is shared.
        for (final byte[] frame : new byte[][] {Frames.binary(10, null, "", "a", "12", "b", "-12", "c", "true", "d",
            "1"), json})
        {
            assertEquals((long)RUNS * record, allocated(reader, frame));
            assertEquals(new Numbers(12, -12, true, 1), last);
        }
    }

    @Test
    void aRecordOfTextsCostsItselfAndItsTexts()
    {
        final RecordReader<Texts> reader = RecordBinding.of(Texts.class, MethodHandles.lookup()).reader();
        final int record = padded(HEADER + 2 * Integer.BYTES);
        final int string = padded(HEADER + Integer.BYTES + Integer.BYTES + 2);
        final byte[] frame = Frames.binary(10, null, "", "name", "a name of 20 letters", "properties",
            "KEYS\1k\2TAGS\1TagA\2");
        final long bytes = record + 2 * string + padded(ARRAY_HEADER + 20) + padded(ARRAY_HEADER + 4);
        assertEquals(RUNS * bytes, allocated(reader, frame));
        assertEquals(new Texts("a name of 20 letters", "TagA"), last);
    }

    @Test
    void aFrameThatGivesNoRecordCostsNothing()
    {
        final RecordReader<Numbers> reader = RecordBinding.of(Numbers.class, MethodHandles.lookup()).reader();
        for (final byte[] frame : new byte[][] {Frames.binary(10, null, "", "a", "x", "b", "1", "c", "true"), Frames
            .binary(10, null, "", "a", "99999999999", "b", "1", "c", "true"), Frames.binary(10, null, ""),
            Frames.json(
                "{")})
        {
            assertEquals(0, allocated(reader, frame));
            assertNull(last);
            assertNotNull(reader.error().reason());
        }
    }
}

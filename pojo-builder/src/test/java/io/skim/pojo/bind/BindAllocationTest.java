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
 * An object costs the object and its texts.
 */
class BindAllocationTest
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

    /** A class that is in no nest of another test. */
    static final class Total
    {
        @Entry("a")
        private int a;
        @Entry("b")
        private Long b;
        @Entry("name")
        private String name = "constant";

        private Total()
        {
        }

        long sum()
        {
            return a + (b == null ? 0 : b);
        }
    }

    private static int padded(final int bytes)
    {
        return bytes + 7 & -8;
    }

    private final FrameView view = new FrameView();
    private Object last;

    private <T> long allocated(final TypeReader<T> reader, final byte[] frame)
    {
        return Allocations.by(() -> last = reader.read(view.wrap(frame)), WARM_UP, RUNS);
    }

    @Test
    void aRecordOfNumbersCostsItself()
    {
        final TypeReader<Numbers> reader = TypeBinding.of(Numbers.class, MethodHandles.lookup()).reader();
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
        final TypeReader<Texts> reader = TypeBinding.of(Texts.class, MethodHandles.lookup()).reader();
        final int record = padded(HEADER + 2 * Integer.BYTES);
        final int string = padded(HEADER + Integer.BYTES + Integer.BYTES + 2);
        final byte[] frame = Frames.binary(10, null, "", "name", "a name of 20 letters", "properties",
            "KEYS\1k\2TAGS\1TagA\2");
        final long bytes = record + 2 * string + padded(ARRAY_HEADER + 20) + padded(ARRAY_HEADER + 4);
        assertEquals(RUNS * bytes, allocated(reader, frame));
        assertEquals(new Texts("a name of 20 letters", "TagA"), last);
    }

    @Test
    void anObjectOfAClassCostsItselfAndItsTexts()
    {
        final TypeReader<Total> reader = TypeBinding.of(Total.class, MethodHandles.lookup()).reader();
        final int object = padded(HEADER + 3 * Integer.BYTES);
        assertEquals((long)RUNS * object, allocated(reader, Frames.binary(10, null, "", "a", "3")));
        assertEquals(3, ((Total)last).sum());
        assertEquals("constant", ((Total)last).name);
        final int box = padded(HEADER + Integer.BYTES + Long.BYTES);
        final int string = padded(HEADER + Integer.BYTES + Integer.BYTES + 2) + padded(ARRAY_HEADER + 20);
        final byte[] full = Frames.binary(10, null, "", "a", "3", "b", "1000000", "name", "a name of 20 letters");
        final byte[] json = Frames.json("{\"code\":10,\"extFields\":{\"a\":\"3\",\"b\":1000000,\"name\":"
            + "\"a name of 20 letters\"},\"opaque\":1}");
        for (final byte[] frame : new byte[][] {full, json})
        {
            assertEquals((long)RUNS * (object + box + string), allocated(reader, frame));
            assertEquals(1_000_003, ((Total)last).sum());
        }
        assertEquals(0, allocated(reader, Frames.binary(10, null, "", "a", "3", "b", "x")));
        assertNull(last);
    }

    @Test
    void aFrameThatGivesNoRecordCostsNothing()
    {
        final TypeReader<Numbers> reader = TypeBinding.of(Numbers.class, MethodHandles.lookup()).reader();
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

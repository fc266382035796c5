package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordScreen;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Segments, fuzzed by coverage: whatever the bytes are, the reader ends, what it reads is what the reference reads at that place,
 * and no record outside of damage is missing. Without the agent the inputs that are kept beside this class are run.
 */
class SegmentFuzzTest
{
    private static final int LEAST_PART = 50;
    private static final RecordScreen TAGGED = RecordScreen.builder().property("TAGS").build();
    private static final List<byte[]> RECORDS = StoredRecords.records(new Random(11), 12);

    private final SegmentReader strict = new SegmentReader();
    private final SegmentReader lenient = new SegmentReader(Limits.DEFAULT, Strictness.LENIENT);

    private SegmentReader reader;
    private byte[] segment;
    private long first;
    /** Whether a record that was moved, or made longer, is damage: else it may have the beginning of the next one. */
    private boolean isCertain;
    private int window;
    private Supplier<String> told;

    /** Any bytes. */
    @FuzzTest
    void anySegmentIsReadAsTheReferenceReadsItsRecords(final byte[] bytes) throws IOException
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        choose(input);
        final int part = LEAST_PART + (int)input.number(2);
        segment = input.rest();
        check(part);
    }

    /** Records of a broker, of which some bytes are overwritten, moved, or cut off. */
    @FuzzTest
    void damagedSegmentsGiveEveryWholeRecord(final byte[] bytes) throws IOException
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        choose(input);
        final int part = LEAST_PART + (int)input.number(2);
        final List<byte[]> records = RECORDS.subList(0, 1 + input.next() % RECORDS.size());
        segment = Segments.of(records, Math.max(0, first));
        segment = switch (input.next() % 3)
        {
            case 0 -> segment;
            case 1 -> Segments.full(segment, 8 + input.next());
            default -> Arrays.copyOf(segment, segment.length + (int)input.number(2));
        };
        final BitSet changed = damage(input);
        final Reading reading = check(part);
        final List<Long> offsets = Segments.offsets(records);
        for (int i = 0; i < records.size(); i++)
        {
            final long from = offsets.get(i);
            final long to = offsets.get(i + 1);
            if (to <= segment.length && changed.get((int)from, (int)to).isEmpty())
            {
                assertTrue(isRead(reading, from, to) || !isCertain && overlaps(reading, from, to),
                    () -> told.get() + ": no record at " + from + ", but "
                        + reading.offsets + ", " + reading.damage);
            }
        }
    }

    private void choose(final FuzzedInput input)
    {
        final int form = input.next();
        reader = (form & 1) == 0 ? strict : lenient;
        reader.checkBodies((form & 2) != 0);
        first = switch (form >> 2 & 3)
        {
            case 0 -> 0;
            case 1 -> 1L << 40;
            default -> StoreFiles.UNKNOWN;
        };
        isCertain = first >= 0 && (form & 2) != 0;
        window = 1 + (int)input.number(2);
        told = () -> "form " + form + ", window " + window + ", " + HexFormat.of().formatHex(segment);
    }

    /** Damages the segment; returns the bytes that were written to. */
    private BitSet damage(final FuzzedInput input)
    {
        final BitSet changed = new BitSet();
        while (input.hasMore() && segment.length > 0)
        {
            final int kind = input.next();
            final int at = (int)input.number(2) % segment.length;
            switch (kind & 3)
            {
                case 0 -> put(input.bytes(), at, changed);
                case 1 ->
                {
                    final int from = (int)input.number(2) % segment.length;
                    put(Arrays.copyOfRange(segment, from, Math.min(segment.length, from + (int)input.number(2))), at,
                        changed);
                }
                case 2 -> add(at, (int)input.number(1 + (kind >> 2 & 3)) - (kind >> 4), changed);
                default -> segment = Arrays.copyOf(segment, at);
            }
        }
        return changed;
    }

    private void put(final byte[] bytes, final int at, final BitSet changed)
    {
        final int count = Math.min(bytes.length, segment.length - at);
        System.arraycopy(bytes, 0, segment, at, count);
        changed.set(at, at + count);
    }

    private void add(final int at, final int by, final BitSet changed)
    {
        if (segment.length - at >= Integer.BYTES)
        {
            put(ByteBuffer.allocate(Integer.BYTES).putInt(ByteBuffer.wrap(segment).getInt(at) + by).array(), at,
                changed);
        }
    }

    /** What is read at all, and that parts and a screen change nothing about it. */
    private Reading check(final int part) throws IOException
    {
        final Reading reading = read(0, segment.length);
        assertPiecesAreInOrder(reading);
        assertTheReferenceReadsTheSame(reading);
        if (first >= 0)
        {
            assertPartsGiveTheSame(reading, part);
        }
        assertAScreenHidesNothing();
        return reading;
    }

    private Reading read(final long from, final long to) throws IOException
    {
        final HeapSegment source = new HeapSegment(segment, window);
        return new Reading().read(from == 0 && to == segment.length ? reader.wrap(source, first) : reader.wrap(source,
            first, from, to));
    }

    private void assertPiecesAreInOrder(final Reading reading)
    {
        long end = 0;
        for (int i = 0; i < reading.offsets.size(); i++)
        {
            final long offset = reading.offsets.get(i);
            // The messages of an inner batch have one record.
            assertTrue(offset >= end || i > 0 && offset == reading.offsets.get(i - 1), told);
            end = reading.ends.get(i);
            assertTrue(end > offset && end <= segment.length, told);
        }
        assertTrue(reading.passedOver <= segment.length, told);
    }

    private void assertTheReferenceReadsTheSame(final Reading reading)
    {
        for (int i = 0; i < reading.offsets.size();)
        {
            final int offset = reading.offsets.get(i).intValue();
            final List<String> expected = StoredRecords.referenceAt(segment, offset);
            final int behind = reading.offsets.lastIndexOf((long)offset) + 1;
            assertEquals(expected, reading.messages.subList(i, behind), told);
            i = behind;
        }
    }

    /** A part that begins inside of a record may find one in there, which its sender has to mean. */
    private void assertPartsGiveTheSame(final Reading whole, final int size) throws IOException
    {
        final Reading all = new Reading();
        for (int from = 0; from < segment.length; from += size)
        {
            final Reading part = read(from, from + (long)size);
            all.offsets.addAll(part.offsets);
            all.ends.addAll(part.ends);
        }
        for (int i = 0; i < whole.offsets.size(); i++)
        {
            final long from = whole.offsets.get(i);
            final long to = whole.ends.get(i);
            assertTrue(isRead(all, from, to) || overlaps(all, from, to), () -> told.get() + ": parts of " + size
                + " have no record at " + from);
        }
    }

    private void assertAScreenHidesNothing() throws IOException
    {
        reader.checkBodies(false);
        final Reading unchecked = read(0, segment.length);
        reader.screen(TAGGED);
        final Reading some = read(0, segment.length);
        reader.screen(RecordScreen.NONE);
        assertEquals(unchecked.damage, some.damage, told);
        assertEquals(unchecked.messages.size(), some.messages.size() + reader.screened(), told);
        assertEquals(tagged(unchecked), tagged(some), told);
    }

    private static List<String> tagged(final Reading reading)
    {
        return reading.messages.stream().filter(message -> message.contains("TAGS=")).collect(Collectors.toList());
    }

    /** Whether a record was read, by itself or as a part of one that was made so long that it has it in its body. */
    private static boolean isRead(final Reading reading, final long from, final long to)
    {
        for (int i = 0; i < reading.offsets.size(); i++)
        {
            if (reading.offsets.get(i) <= from && reading.ends.get(i) >= to)
            {
                return true;
            }
        }
        return false;
    }

    private static boolean overlaps(final Reading reading, final long from, final long to)
    {
        for (int i = 0; i < reading.offsets.size(); i++)
        {
            if (reading.offsets.get(i) < to && reading.ends.get(i) > from)
            {
                return true;
            }
        }
        return false;
    }
}

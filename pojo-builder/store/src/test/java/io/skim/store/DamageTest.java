package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.records.RecordScreen;
import io.skim.scan.testing.ProcessorTime;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Damaged and hostile segments: every record outside the damage is found, nothing throws, and the time is linear.
 */
class DamageTest
{
    private static final int RUNS = 1_000;
    private static final RecordScreen TAGGED = RecordScreen.builder().property("TAGS").build();

    private final Random random = new Random(Settings.seed());
    private final SegmentReader reader = new SegmentReader();

    private List<byte[]> records;
    private byte[] segment;
    private long first;
    /** The bytes that were changed. */
    private BitSet changed;
    private long screened;

    private void make()
    {
        records = StoredRecords.records(random, 1 + random.nextInt(20));
        first = random.nextInt(4) * (1L << 30);
        final byte[] all = Segments.of(records, first);
        segment = switch (random.nextInt(3))
        {
            case 0 -> all;
            case 1 -> Segments.full(all, 8 + random.nextInt(300));
            default -> Arrays.copyOf(all, all.length + random.nextInt(3_000));
        };
        changed = new BitSet();
    }

    private void put(final int at, final byte value)
    {
        changed.set(at);
        segment[at] = value;
    }

    private void damage(final int kind)
    {
        final int at = random.nextInt(segment.length);
        switch (kind)
        {
            case 0 -> put(at, (byte)(segment[at] ^ 1 << random.nextInt(8)));
            case 1 ->
            {
                // Overwritten: by zeros, noise, or bytes of another place.
                final int how = random.nextInt(3);
                final int from = random.nextInt(segment.length);
                for (int i = 0; i < random.nextInt(1_500) && at + i < segment.length && from + i < segment.length; i++)
                {
                    put(at + i, how == 0 ? 0 : how == 1 ? (byte)random.nextInt() : segment[from + i]);
                }
            }
            case 2 ->
            {
                segment = Arrays.copyOf(segment, at);
                changed.set(at, Integer.MAX_VALUE);
            }
            default -> lie();
        }
    }

    /** One of the lengths of a record, or two that agree with each other. */
    private void lie()
    {
        final List<Long> offsets = Segments.offsets(records);
        final int at = offsets.get(random.nextInt(records.size())).intValue();
        if (at + 200 > segment.length)
        {
            return;
        }
        final int by = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(600) - 300;
        final int bodyLength = at + Segments.bodyAt(ByteBuffer.wrap(segment).slice(at, segment.length - at)) - 4;
        if (bodyLength > segment.length - 4)
        {
            return;
        }
        final int which = random.nextInt(3);
        if (which != 0)
        {
            add(at, by);
        }
        if (which != 1)
        {
            add(bodyLength, by);
        }
    }

    private void add(final int at, final int by)
    {
        final ByteBuffer buffer = ByteBuffer.wrap(segment);
        buffer.putInt(at, buffer.getInt(at) + by);
        changed.set(at, at + 4);
    }

    @Test
    void everyRecordOutsideTheDamageIsFound() throws IOException
    {
        int damaged = 0;
        for (int run = 0; run < RUNS; run++)
        {
            make();
            for (int i = random.nextInt(4); i >= 0; i--)
            {
                if (segment.length > 0)
                {
                    damage(random.nextInt(4));
                }
            }
            damaged += check("-Dskim.seed=" + Settings.seed() + ", run " + run) ? 1 : 0;
        }
        assertTrue(damaged > RUNS / 3, damaged + " of " + RUNS);
        assertTrue(screened > 10, screened + " records were passed over");
    }

    private boolean check(final String run) throws IOException
    {
        final Reading reading = new Reading().read(reader.checkBodies(true).wrap(new HeapSegment(segment, 1 + random
            .nextInt(5_000)), first));
        final List<Long> offsets = Segments.offsets(records);
        final TreeSet<Long> good = new TreeSet<>();
        for (int i = 0; i < records.size(); i++)
        {
            final int next = changed.nextSetBit(offsets.get(i).intValue());
            if (next < 0 || next >= offsets.get(i + 1))
            {
                good.add(offsets.get(i));
            }
        }
        final TreeSet<Long> found = new TreeSet<>(reading.offsets);
        assertTrue(found.containsAll(good), () -> run + ": " + found + " of " + good + ", " + reading.damage);
        assertPartsAgree(reading, run);
        if (random.nextInt(4) == 0)
        {
            assertAScreenHidesNoDamage(run);
        }
        return !reading.damage.isEmpty();
    }

    /** With a screen, the same damage is found, and the same messages that have what it needs. */
    private void assertAScreenHidesNoDamage(final String run) throws IOException
    {
        final Reading all = new Reading().read(reader.checkBodies(false).screen(RecordScreen.NONE).wrap(new HeapSegment(
            segment, 4_000), first));
        final Reading some = new Reading().read(reader.screen(TAGGED).wrap(new HeapSegment(segment, 1 + random.nextInt(
            5_000)), first));
        reader.screen(RecordScreen.NONE);
        assertEquals(all.damage, some.damage, run);
        assertEquals(all.messages.size(), some.messages.size() + reader.screened(), run);
        assertEquals(tagged(all), tagged(some), run);
        screened += reader.screened();
    }

    private static List<String> tagged(final Reading reading)
    {
        return reading.messages.stream().filter(message -> message.contains("TAGS=")).toList();
    }

    /** Cut into parts, the same is found. */
    private void assertPartsAgree(final Reading whole, final String run) throws IOException
    {
        final int size = 100 + random.nextInt(2_000);
        final List<Long> offsets = new ArrayList<>();
        final List<String> damage = new ArrayList<>();
        for (int from = 0; from < segment.length; from += size)
        {
            final Reading part = new Reading().read(reader.wrap(new HeapSegment(segment, 500), first, from, from
                + (long)size));
            offsets.addAll(part.offsets);
            damage.addAll(part.damage);
        }
        assertTrue(offsets.containsAll(whole.offsets), () -> run + ": " + offsets + " of " + whole.offsets);
        assertEquals(whole.damage, damage, run + ", parts of " + size);
    }

    /** Every hundred bytes begins a record whose body reaches far and has another CRC. */
    @Test
    void nestedRecordsOfAnotherCrcAreReadInLinearTime() throws Throwable
    {
        final byte[] hostile = nested(48 << 20, false);
        ProcessorTime.within(Duration.ofSeconds(60), () -> {
            final Reading reading = new Reading().read(reader.checkBodies(true).wrap(new HeapSegment(hostile,
                hostile.length), 0));
            assertEquals(List.of(), reading.messages);
        });
    }

    /** All share properties of 32 KB, the last byte of which is no UTF-8. */
    @Test
    void nestedRecordsOfBadTextAreReadInLinearTime() throws Throwable
    {
        final byte[] hostile = nested(48 << 20, true);
        ProcessorTime.within(Duration.ofSeconds(60), () -> {
            final Reading reading = new Reading().read(reader.wrap(new HeapSegment(hostile, hostile.length), 0));
            assertEquals(List.of(), reading.messages);
        });
    }

    /** From a store of objects: what has to be loaded for each record that may be one counts, too. */
    @Test
    void recordsThatReachFarAreLoadedInLinearTime() throws IOException
    {
        final int size = (8 << 20) / 100 * 100 + 98;
        final ByteBuffer bytes = ByteBuffer.allocate(24 << 20);
        for (int at = 0; at + 100 <= bytes.capacity(); at += 100)
        {
            bytes.putInt(at, size).putInt(at + 4, 0xDAA3_20A7).putLong(at + 28, at).putInt(at + 84, size - 91);
            // The length of a topic for which there is no room.
            bytes.put(at + 95, (byte)1);
        }
        final HeapSegment hostile = new HeapSegment(bytes.array(), 1 << 18);
        assertEquals(List.of(), new Reading().read(reader.wrap(hostile, 0)).messages);
        assertTrue(hostile.given < 20L * bytes.capacity(), hostile.given + " bytes are loaded");
    }

    private static byte[] nested(final int length, final boolean text)
    {
        final int group = 8 << 20;
        final int properties = text ? 32_767 : 0;
        final ByteBuffer bytes = ByteBuffer.allocate(length);
        for (int end = group; end <= length; end += group)
        {
            final int topicAt = end - 1 - 2 - properties;
            bytes.putShort(topicAt + 1, (short)properties);
            if (text)
            {
                bytes.put(end - 1, (byte)0xFF);
            }
            for (int at = end - group; at + 200 < topicAt; at += 100)
            {
                bytes.putInt(at, end - at).putInt(at + 4, 0xDAA3_20A7).putInt(at + 8, 1).putLong(at + 28, at);
                bytes.putInt(at + 84, topicAt - at - 88);
            }
        }
        return bytes.array();
    }
}

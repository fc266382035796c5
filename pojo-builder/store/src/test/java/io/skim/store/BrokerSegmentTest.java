package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts of segments that a real broker has written; their README tells the origin. */
class BrokerSegmentTest
{
    private static final List<String> FILES = List.of("00000000000000000000", "00000000000012390374");

    private final SegmentReader reader = new SegmentReader().checkBodies(true);

    private static byte[] bytes(final String file) throws IOException
    {
        try (InputStream in = BrokerSegmentTest.class.getResourceAsStream("broker/" + file))
        {
            return in.readAllBytes();
        }
    }

    @Test
    void theReferenceReadsTheSame() throws IOException
    {
        final List<String> all = new ArrayList<>();
        for (final String file : FILES)
        {
            final byte[] bytes = bytes(file);
            final Reading reading =
                new Reading().read(reader.wrap(new HeapSegment(bytes, 4_096), StoreFiles.firstOffset(
                    file)));
            assertEquals(List.of(), reading.damage);
            assertEquals(StoredRecords.reference(bytes), reading.messages);
            all.addAll(reading.messages);
        }
        assertEquals(225, all.size());
        for (final String part : List.of("StoreTopic q", "SCHEDULE_TOPIC_XXXX q", "RMQ_SYS_TRANS_HALF_TOPIC q",
            "RMQ_SYS_TRANS_OP_HALF_TOPIC q"))
        {
            assertTrue(all.stream().anyMatch(line -> line.startsWith(part)), part);
        }
    }

    /** Whatever is overwritten, all records behind it and in front of it are there. */
    @Test
    void everyRecordOutsideOfDamageIsFound() throws IOException
    {
        final byte[] bytes = bytes(FILES.get(0));
        final List<Long> offsets = new Reading().read(reader.wrap(new HeapSegment(bytes, bytes.length), 0)).offsets;
        for (int at = 0; at < bytes.length; at += 311)
        {
            final byte[] damaged = bytes.clone();
            final int to = Math.min(bytes.length, at + 700);
            Arrays.fill(damaged, at, to, (byte)0xDA);
            final List<Long> found = new Reading().read(reader.wrap(new HeapSegment(damaged, 10_000), 0)).offsets;
            for (int i = 0; i < offsets.size(); i++)
            {
                final long end = i + 1 < offsets.size() ? offsets.get(i + 1) : bytes.length;
                final boolean isWhole = end <= at || offsets.get(i) >= to;
                assertEquals(isWhole, found.contains(offsets.get(i)),
                    "overwritten at " + at + ", record at " + offsets.get(
                        i));
            }
        }
    }
}

package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Strictness;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.StoredRecords;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;

/** What {@code skim show} makes of the stored records in a body. */
class ShownRecordsTest
{
    private static final int HEADER = 8 + "{\"code\":0,\"flag\":1,\"opaque\":5}".length();

    private static MessageExt message(final int offset)
    {
        final MessageExt message = StoredRecords.message(new Random(offset));
        message.setSysFlag(message.getSysFlag() & 0x30);
        message.setTopic("T");
        message.setQueueId(3);
        message.setQueueOffset(offset);
        return message;
    }

    private static MessageExt innerBatch(final int offset, final int count)
    {
        final MessageExt message = message(offset);
        message.setSysFlag(message.getSysFlag() | 0xC0);
        message.setBody(StoredRecords.batch(new Random(offset), count));
        return message;
    }

    /** The ranges of stored records in a frame with such a body, which hold all of it, one behind the other. */
    private static List<Annotation> ranges(final List<byte[]> records)
    {
        final byte[] frame = Frames.frame(0, "{\"code\":0,\"flag\":1,\"opaque\":5}".getBytes(StandardCharsets.US_ASCII),
            StoredRecords.join(records));
        final List<Annotation> ranges = new RemotingAnnotator(frame, Strictness.STRICT).annotations().stream().filter(
            each -> "stored record".equals(each.name())).toList();
        int at = HEADER;
        for (final Annotation range : ranges)
        {
            assertEquals(at, range.from(), ranges.toString());
            at = range.to();
        }
        assertEquals(frame.length, at, ranges.toString());
        return ranges;
    }

    @Test
    void anInnerBatchIsOneRange()
    {
        final List<byte[]> records = List.of(StoredRecords.encode(message(1)), StoredRecords.encode(innerBatch(70, 3)),
            StoredRecords.encode(message(73)), StoredRecords.encode(innerBatch(74, 2)));
        final List<Annotation> ranges = ranges(records);
        assertEquals(List.of("T queue 3 offset 1", "T queue 3 offset 70, inner batch", "T queue 3 offset 73",
            "T queue 3 offset 74, inner batch"), ranges.stream().map(Annotation::value).toList());
        for (int k = 0; k < records.size(); k++)
        {
            assertEquals(records.get(k).length, ranges.get(k).to() - ranges.get(k).from());
        }
    }

    @Test
    void aRefusedRecordIsOneRangeAndThoseBehindItAreShown()
    {
        final byte[] bad = StoredRecords.encode(message(2));
        bad[5] = 0;
        final List<Annotation> ranges = ranges(List.of(StoredRecords.encode(message(1)), bad, StoredRecords.encode(
            message(3))));
        assertEquals(3, ranges.size());
        assertEquals("refused", ranges.get(1).rule());
        assertEquals(bad.length, ranges.get(1).to() - ranges.get(1).from());
        assertTrue(ranges.get(1).value().startsWith("magic 0x"), ranges.get(1).value());
        assertEquals("T queue 3 offset 3", ranges.get(2).value());
    }

    @Test
    void whatIsGivenUpIsOneRange()
    {
        final byte[] cut = StoredRecords.encode(message(2));
        final List<Annotation> ranges = ranges(List.of(StoredRecords.encode(message(1)), java.util.Arrays.copyOf(cut,
            cut.length - 3)));
        assertEquals(2, ranges.size());
        assertEquals("refused", ranges.get(1).rule());
    }
}

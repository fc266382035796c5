package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Strictness;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.StoredRecords;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code skim show} makes of the stored records in a body. */
class ShownRecordsTest
{
    private static final int HEADER = 8 + "{\"code\":0,\"flag\":1,\"opaque\":5}".length();

    private static final List<String> ENTRIES = List.of("entry 0 size = 39", "entry 0 magic = 0",
        "entry 0 body CRC = 0",
        "entry 0 flag = 7", "entry 0 body length = 3", "entry 0 body = text, 3 bytes", "entry 0 properties length = 14",
        "entry 0 properties = a=1;WAIT=true;");

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

    private static Message entry(final String body, final String name, final String value)
    {
        final Message message = new Message("T", body.getBytes(StandardCharsets.UTF_8));
        message.setFlag(7);
        message.putUserProperty(name, value);
        return message;
    }

    /** As the reference encodes them. */
    private static byte[] batch()
    {
        return MessageDecoder
            .encodeMessages(List.of(entry("one", "a", "1"), entry("", "b", "2"), entry("three", "c", "3")));
    }

    /** Names and values of the ranges of a body, which hold all of its bytes, one behind the other. */
    private static List<String> entries(final byte[] frame, final int from, final int limit)
    {
        final List<Annotation> ranges = new RemotingAnnotator(frame, Strictness.STRICT).annotations().stream().filter(
            each -> each.name().startsWith("entry")).toList();
        int at = from;
        for (final Annotation range : ranges)
        {
            assertEquals(at, range.from(), ranges.toString());
            at = range.to();
        }
        assertEquals(limit, at, ranges.toString());
        return ranges.stream().map(range -> range.name() + " = " + range.value()).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"code\":320,\"opaque\":5}", "{\"code\":310,\"opaque\":5,\"extFields\":{\"m\":\"true\"}}",
        "{\"code\":10,\"opaque\":5,\"extFields\":{\"batch\":\"true\"}}"})
    void eachEntryOfABatchIsShown(final String header)
    {
        final byte[] frame = Frames.frame(0, header.getBytes(StandardCharsets.US_ASCII), batch());
        final List<String> told = entries(frame, 8 + header.length(), frame.length);
        assertEquals(ENTRIES, told.subList(0, 8));
        assertTrue(told.contains("entry 2 properties = c=3;WAIT=true;"), told.toString());
        assertTrue(told.stream().noneMatch(each -> each.startsWith("entry 1 body =")), told.toString());
    }

    @Test
    void eachEntryOfAnInnerBatchIsARangeInsideOfItsRecord()
    {
        final MessageExt message = message(70);
        message.setSysFlag(message.getSysFlag() | 0xC0);
        message.setBody(batch());
        final byte[] record = StoredRecords.encode(message);
        final byte[] frame = Frames.frame(0, "{\"code\":0,\"flag\":1,\"opaque\":5}".getBytes(StandardCharsets.US_ASCII),
            StoredRecords.join(List.of(record, StoredRecords.encode(message(73)))));
        final List<Annotation> ranges = new RemotingAnnotator(frame, Strictness.STRICT).annotations();
        final Annotation rest = ranges.stream().filter(each -> "topic and properties".equals(each.name())).findFirst()
            .orElseThrow();
        assertEquals(HEADER + record.length, rest.to());
        final List<String> told = entries(frame, rest.from() - batch().length, rest.from());
        assertEquals(ENTRIES, told.subList(0, 8));
        final String dump = new HexDump(frame, 0, frame.length, new Screen(false, 200, false), true).text(ranges);
        assertEquals(frame.length, dump.lines().mapToInt(ShownRecordsTest::bytesIn).sum(), dump);
        assertTrue(dump.contains("stored record = T queue 3 offset 70, inner"), dump);
        assertTrue(dump.contains("entry 2 properties = c=3;WAIT=true;"), dump);
    }

    /** How many bytes a line of a hexdump shows. */
    private static int bytesIn(final String line)
    {
        return (int)Arrays.stream(line.substring(10, 58).split(" ")).filter(each -> each.length() == 2).count();
    }

    @Test
    void aRefusedEntryOfABatchIsOneRange()
    {
        final byte[] batch = batch();
        batch[39] = 0x7F;
        final byte[] frame = Frames.frame(0, "{\"code\":320,\"opaque\":5}".getBytes(StandardCharsets.US_ASCII), batch);
        final List<Annotation> ranges = new RemotingAnnotator(frame, Strictness.STRICT).annotations();
        final List<Annotation> refused = ranges.stream().filter(each -> "refused".equals(each.rule())).toList();
        assertEquals(List.of("entry 1"), refused.stream().map(Annotation::name).toList());
        final int header = frame.length - batch.length;
        assertEquals(header + 39, refused.get(0).from());
        assertEquals(header + 39 + 36, refused.get(0).to());
        assertEquals("entry 2 properties", ranges.get(ranges.size() - 1).name());
        assertEquals(frame.length, ranges.get(ranges.size() - 1).to());
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

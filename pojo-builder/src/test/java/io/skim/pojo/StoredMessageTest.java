package io.skim.pojo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.testing.StoredRecords;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageClientExt;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;

/**
 * Messages built from records and batches are those of the reference, rocketmq-common 5.5.1, field by field.
 */
class StoredMessageTest
{
    private static final int INNER = 0xC0;

    private final RecordScanner records = new RecordScanner();

    private List<StoredMessage> built(final byte[] body)
    {
        final StoredMessageBuilder builder = new StoredMessageBuilder(true);
        final List<StoredMessage> built = new ArrayList<>();
        records.wrap(new FrameView().wrap(body));
        while (records.hasNext())
        {
            assertEquals(Outcome.COMPLETE, records.next(StoredMessageBuilder.INTEREST, builder));
            built.add(builder.message());
        }
        return built;
    }

    /** As the client's pull does it. */
    private static List<MessageExt> reference(final byte[] body) throws Exception
    {
        final List<MessageExt> expanded = new ArrayList<>();
        for (final MessageExt message : MessageDecoder.decodesBatch(ByteBuffer.wrap(body), true, false, true))
        {
            if ((message.getSysFlag() & INNER) == INNER)
            {
                MessageDecoder.decodeMessage(message, expanded);
            }
            else
            {
                expanded.add(message);
            }
        }
        return expanded;
    }

    private static void check(final MessageExt expected, final StoredMessage found, final byte[] body)
    {
        assertEquals(expected.getTopic(), found.topic());
        assertEquals(expected.getQueueId(), found.queueId());
        assertEquals(expected.getFlag(), found.flag());
        assertEquals(expected.getQueueOffset(), found.queueOffset());
        assertEquals(expected.getCommitLogOffset(), found.commitLogOffset());
        assertEquals(expected.getSysFlag(), found.sysFlag());
        assertEquals(expected.getBornTimestamp(), found.bornTimestamp());
        assertEquals(expected.getBornHost(), found.bornHost());
        assertEquals(expected.getStoreTimestamp(), found.storeTimestamp());
        assertEquals(expected.getStoreHost(), found.storeHost());
        assertEquals(expected.getStoreSize(), found.storeSize());
        assertEquals(expected.getReconsumeTimes(), found.reconsumeTimes());
        assertEquals(expected.getPreparedTransactionOffset(), found.preparedTransactionOffset());
        assertEquals(expected.getBodyCRC(), found.bodyCrc());
        assertEquals(((MessageClientExt)expected).getOffsetMsgId(), found.offsetMsgId());
        final String unique = expected.getProperty("UNIQ_KEY");
        assertEquals(unique == null ? found.offsetMsgId() : unique, found.msgId());
        assertEquals(expected.getProperties() == null ? Map.of() : expected.getProperties(), found.properties());
        checkBody(expected, found.body(), found.bodyOffset(), found.bodyLength(), body);
    }

    private static void checkBody(final Message expected, final byte[] found, final int offset, final int length,
        final byte[] body)
    {
        final byte[] stored = expected.getBody() == null ? new byte[0] : expected.getBody();
        assertArrayEquals(stored, found == null ? new byte[0] : found);
        assertEquals(stored.length, length);
        assertEquals(ByteBuffer.wrap(stored), ByteBuffer.wrap(body, offset, length));
    }

    @Test
    void recordsAreBuiltAsTheReferenceReadsThem() throws Exception
    {
        final Random random = new Random(41);
        int inner = 0;
        for (int run = 0; run < 500; run++)
        {
            final byte[] body = StoredRecords.join(StoredRecords.records(random, 1 + random.nextInt(5)));
            final List<MessageExt> expected = reference(body);
            final List<StoredMessage> found = built(body);
            assertEquals(expected.size(), found.size());
            for (int i = 0; i < found.size(); i++)
            {
                check(expected.get(i), found.get(i), body);
                inner += found.get(i).isInner() ? 1 : 0;
            }
        }
        assertTrue(inner > 100);
    }

    @Test
    void theClientsWaitIsInTheMessagesOfAnInnerBatch() throws Exception
    {
        final List<Message> messages = new ArrayList<>();
        for (final String wait : new String[] {null, "true", "FALSE", "TRUE", "x"})
        {
            final Message message = new Message();
            message.setBody(new byte[] {1});
            if (wait != null)
            {
                MessageAccessor.putProperty(message, "WAIT", wait);
            }
            messages.add(message);
        }
        final MessageExt outer = StoredRecords.message(new Random(1));
        outer.setSysFlag(outer.getSysFlag() & 0x30 | INNER);
        outer.setBody(MessageDecoder.encodeMessages(messages));
        final byte[] body = StoredRecords.encode(outer);
        final List<String> found = new ArrayList<>();
        built(body).forEach(message -> found.add(message.properties().get("WAIT")));
        final List<String> expected = new ArrayList<>();
        reference(body).forEach(message -> expected.add(message.getProperty("WAIT")));
        assertEquals(expected, found);
        assertEquals(List.of("true", "true", "true", "true", "true"), found);
    }

    @Test
    void batchEntriesAreBuiltAsTheReferenceReadsThem() throws Exception
    {
        final Random random = new Random(42);
        final BatchEntryBuilder builder = new BatchEntryBuilder(true);
        for (int run = 0; run < 300; run++)
        {
            final byte[] body = StoredRecords.batch(random, 1 + random.nextInt(5));
            records.wrapBatch(new FrameView().wrap(body));
            for (final Message expected : MessageDecoder.decodeMessages(ByteBuffer.wrap(body)))
            {
                assertEquals(Outcome.COMPLETE, records.next(BatchEntryBuilder.INTEREST, builder));
                final BatchEntry entry = builder.entry();
                assertEquals(expected.getFlag(), entry.flag());
                assertEquals(expected.getProperties(), entry.properties());
                checkBody(expected, entry.body(), entry.bodyOffset(), entry.bodyLength(), body);
            }
            assertEquals(false, records.hasNext());
        }
    }

    @Test
    void bodiesStayWhereTheyAreUnlessTheyAreWanted()
    {
        final byte[] body = StoredRecords.encode(StoredRecords.message(new Random(3)));
        final StoredMessageBuilder builder = new StoredMessageBuilder();
        records.wrap(new FrameView().wrap(body)).next(StoredMessageBuilder.INTEREST, builder);
        assertNull(builder.message().body());
        final BatchEntryBuilder entries = new BatchEntryBuilder();
        records.wrapBatch(new FrameView().wrap(StoredRecords.batch(new Random(3), 1))).next(BatchEntryBuilder.INTEREST,
            entries);
        assertNull(entries.entry().body());
    }

    @Test
    void nothingIsBuiltOfARefusedRecordAndNothingOfTheLastOneIsLeft()
    {
        final byte[] good = StoredRecords.encode(StoredRecords.message(new Random(4)));
        final byte[] bad = good.clone();
        bad[4] = 0;
        final MessageExt without = StoredRecords.message(new Random(5));
        without.setTopic("T");
        MessageAccessor.setProperties(without, Map.of());
        final StoredMessageBuilder builder = new StoredMessageBuilder(true);
        records.wrap(new FrameView().wrap(StoredRecords.join(List.of(good, bad, StoredRecords.encode(without)))));
        records.next(StoredMessageBuilder.INTEREST, builder);
        assertTrue(builder.message() != null);
        records.next(StoredMessageBuilder.INTEREST, builder);
        assertNull(builder.message());
        records.next(StoredMessageBuilder.INTEREST, builder);
        assertEquals(Map.of(), builder.message().properties());
        assertEquals("T", builder.message().topic());
    }

    @Test
    void messagesAndEntriesAreValues()
    {
        final byte[] body = StoredRecords.join(StoredRecords.records(new Random(6), 3));
        final List<StoredMessage> one = built(body);
        assertEquals(one, built(body));
        assertEquals(one.hashCode(), built(body).hashCode());
        assertNotEquals(one.get(0), one.get(1));
        assertNotEquals(one.get(0), null);
        assertTrue(one.get(0).toString().startsWith("StoredMessage[topic=Topic"));
        assertThrows(UnsupportedOperationException.class, () -> one.get(0).properties().put("a", "b"));
        final BatchEntryBuilder builder = new BatchEntryBuilder();
        final byte[] batch = StoredRecords.batch(new Random(6), 2);
        records.wrapBatch(new FrameView().wrap(batch)).next(BatchEntryBuilder.INTEREST, builder);
        final BatchEntry first = builder.entry();
        records.wrapBatch(new FrameView().wrap(batch)).next(BatchEntryBuilder.INTEREST, builder);
        assertEquals(first, builder.entry());
        assertEquals(first.hashCode(), builder.entry().hashCode());
        records.next(BatchEntryBuilder.INTEREST, builder);
        assertNotEquals(first, builder.entry());
        assertTrue(first.toString().startsWith("BatchEntry[flag="));
    }
}

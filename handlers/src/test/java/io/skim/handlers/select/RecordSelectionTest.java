package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.StoredRecords;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.filter.expression.BooleanExpression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Selectors over the records inside a response: one verdict for each record.
 */
class RecordSelectionTest
{
    private final RecordScanner records = new RecordScanner();

    private static byte[] record(final Random random, final Map<String, String> properties)
    {
        final MessageExt message = StoredRecords.message(random);
        message.setTopic("orders");
        message.setQueueId(3);
        message.setFlag(7);
        message.setReconsumeTimes(2);
        MessageAccessor.setProperties(message, properties);
        return StoredRecords.encode(message);
    }

    private List<Verdict> verdicts(final Selector<RemotingInterest> selector, final byte[] body)
    {
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final List<Verdict> verdicts = new ArrayList<>();
        records.wrap(new FrameView().wrap(body));
        while (records.hasNext())
        {
            records.next(selector.recordInterest(), evaluator);
            verdicts.add(evaluator.verdict());
        }
        return verdicts;
    }

    @Test
    void verdictsAreThoseOfTheRealEvaluatorOverTheDecodedProperties()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final SqlGenerator generator = new SqlGenerator(random);
        final Map<Verdict, Integer> seen = new EnumMap<>(Verdict.class);
        for (int i = 0; i < 2_000; i++)
        {
            final String expression = generator.expression();
            final BooleanExpression reference = SqlReference.compile(expression);
            if (reference == null)
            {
                continue;
            }
            final List<byte[]> all = new ArrayList<>();
            for (int record = 0; record < 4; record++)
            {
                all.add(record(random, generator.properties()));
            }
            final byte[] body = StoredRecords.join(all);
            final List<Verdict> expected = new ArrayList<>();
            for (final MessageExt message : MessageDecoder.decodesBatch(ByteBuffer.wrap(body), true, false, true))
            {
                final Map<String, String> properties = message.getProperties();
                expected.add(SqlReference.verdict(reference, properties == null ? Map.of() : properties));
            }
            assertEquals(expected, verdicts(Selector.sql(expression), body), () -> expression + " -Dskim.seed=" + seed);
            expected.forEach(verdict -> seen.merge(verdict, 1, Integer::sum));
        }
        assertEquals(Verdict.values().length, seen.size(), seen::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', value = {"$topic = 'orders';MATCH", "$topic = 'other';NO_MATCH",
        "$queueId = 3 AND $flag = 7;MATCH", "$reconsumeTimes > 1;MATCH", "$sysFlag IS NOT NULL;MATCH",
        "$offsetMsgId IS NOT NULL AND $storePort >= 0;MATCH", "$brokerName IS NULL AND $opaque IS NULL;MATCH",
        "$producerGroup = 'g';UNKNOWN", "$code = 0 AND $language = 'JAVA';MATCH", "$properties IS NULL;MATCH",
        "$body IS NULL AND $FLAG IS NULL AND $flag = 7;MATCH", "TAGS = 'TagA' AND $topic = 'orders';MATCH",
        "TAGS = 'TagB';NO_MATCH", "TRUE;MATCH"})
    void namesOfTheHeaderAreTheRecordsFieldsOfThatName(final String expression, final Verdict expected)
    {
        final byte[] record = record(new Random(4), Map.of("TAGS", "TagA"));
        assertEquals(List.of(expected, expected), verdicts(Selector.sql(expression), StoredRecords.join(List.of(record,
            record))));
    }

    @Test
    void tagsAreOfEachMessageOfAnInnerBatchAndOfEachEntryOfABatch() throws Exception
    {
        final Selector<RemotingInterest> selector = Selector.tags("TAGS || a");
        final byte[] batch = StoredRecords.batch(new Random(77), 200);
        final List<Boolean> expected = new ArrayList<>();
        for (final Message message : MessageDecoder.decodeMessages(ByteBuffer.wrap(batch)))
        {
            expected.add(List.of("TAGS", "a").contains(String.valueOf(message.getTags())));
        }
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final List<Boolean> found = new ArrayList<>();
        records.wrapBatch(new FrameView().wrap(batch));
        while (records.hasNext())
        {
            assertEquals(Outcome.COMPLETE, records.next(selector.recordInterest(), evaluator));
            found.add(evaluator.matches());
        }
        assertEquals(expected, found);
        assertTrue(found.contains(true) && found.contains(false));
        final MessageExt message = StoredRecords.message(new Random(5));
        message.setSysFlag(message.getSysFlag() & 0x30 | 0xC0);
        message.setBody(batch);
        final List<Boolean> inner = new ArrayList<>();
        verdicts(selector, StoredRecords.encode(message)).forEach(verdict -> inner.add(verdict == Verdict.MATCH));
        assertEquals(expected, inner);
    }

    @Test
    void aTableJudgesARecordByAllOfItsSelectors()
    {
        final SelectorTable<RemotingInterest> table =
            SelectorTable.of(List.of(Selector.tags("TagB"), Selector.sql("$queueId = 3"),
                Selector.sql("price > 5")));
        final SelectorEvaluator evaluator = new SelectorEvaluator(table);
        records.wrap(new FrameView().wrap(record(new Random(6), Map.of("TAGS", "TagA", "price", "7"))));
        records.next(table.recordInterest(), evaluator);
        assertEquals(1, evaluator.firstMatch());
        assertTrue(evaluator.matches(2));
    }

    @Test
    void aRefusedRecordMatchesNothing()
    {
        final byte[] bad = record(new Random(4), Map.of("TAGS", "TagA"));
        bad[7] = 0;
        assertEquals(List.of(Verdict.ERROR, Verdict.MATCH), verdicts(Selector.sql("TRUE"), StoredRecords.join(List.of(
            bad, record(new Random(4), Map.of())))));
    }

    @Test
    void selectorsOfAmqpMessagesHaveNoRecords()
    {
        assertThrows(IllegalStateException.class, () -> Selector.jms("a = 1").recordInterest());
        assertThrows(IllegalStateException.class, () -> SelectorTable.of(List.of(Selector.jms("a = 1")))
            .recordInterest());
    }

    @Test
    void filteringRecordsMakesNoGarbage()
    {
        final Selector<RemotingInterest> selector =
            Selector.sql("TAGS = 'TagA' AND $queueId = 3 AND price BETWEEN 1 AND 100");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final byte[] record = record(new Random(4), Map.of("TAGS", "TagA", "price", "12", "x", "y"));
        final byte[] body = StoredRecords.join(List.of(record, record, record));
        final FrameView view = new FrameView();
        final long[] matches = new long[1];
        assertEquals(0, Allocations.by(() -> {
            records.wrap(view.wrap(body));
            while (records.hasNext())
            {
                records.next(selector.recordInterest(), evaluator);
                matches[0] += evaluator.matches() ? 1 : 0;
            }
        }, 10_000, 500));
        assertTrue(matches[0] >= 30_000);
    }
}

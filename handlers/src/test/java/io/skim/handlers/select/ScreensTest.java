package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Limits;
import io.skim.scan.records.RecordScreen;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.StoredRecords;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.filter.expression.BooleanExpression;
import org.junit.jupiter.api.Test;

/**
 * A screen excludes no record that its selector selects.
 */
class ScreensTest
{
    private static byte[] record(final Map<String, String> properties)
    {
        final MessageExt message = StoredRecords.message(new Random(1));
        message.setTopic("orders");
        message.setSysFlag(0);
        message.setBornHost(new InetSocketAddress("127.0.0.1", 10));
        message.setStoreHost(message.getBornHost());
        MessageAccessor.setProperties(message, properties);
        return StoredRecords.encode(message);
    }

    private static boolean isExcluded(final RecordScreen screen, final byte[] record)
    {
        return screen.excluded(ByteBuffer.wrap(record), 0, record.length, Limits.DEFAULT, -1) > 0;
    }

    @Test
    void excludesNothingThatTheRealEvaluatorSelects()
    {
        final long seed = Settings.seed();
        final SqlGenerator generator = new SqlGenerator(new Random(seed));
        int excluded = 0;
        int selected = 0;
        for (int i = 0; i < 4_000; i++)
        {
            final String expression = generator.expression();
            final BooleanExpression reference = SqlReference.compile(expression);
            for (int j = 0; reference != null && j < 6; j++)
            {
                final Map<String, String> properties = generator.properties();
                // Others are never excluded.
                properties.values().removeIf(value -> value.chars().anyMatch(c -> c > 0x7F));
                final byte[] record = record(properties);
                final Map<String, String> decoded = MessageDecoder.decode(ByteBuffer.wrap(record)).getProperties();
                final Verdict verdict = SqlReference.verdict(reference, decoded == null ? Map.of() : decoded);
                selected += verdict == Verdict.MATCH ? 1 : 0;
                if (isExcluded(Selector.sql(expression).recordScreen(), record))
                {
                    excluded++;
                    assertNotEquals(Verdict.MATCH, verdict, () -> expression + " " + properties + " -Dskim.seed="
                        + seed);
                }
            }
        }
        assertTrue(excluded > 1_000 && selected > 1_000, excluded + " excluded, " + selected + " selected");
    }

    @Test
    void allConditionsOfAConjunctionExclude()
    {
        final RecordScreen screen = Selector.sql("TAGS = 'A' AND num > 73 AND x IN ('p', 'q') AND y IS NOT NULL")
            .recordScreen();
        assertTrue(!isExcluded(screen, record(Map.of("TAGS", "A", "num", "74", "x", "q"))));
        assertTrue(isExcluded(screen, record(Map.of("TAGS", "B", "num", "74", "x", "q"))));
        assertTrue(isExcluded(screen, record(Map.of("TAGS", "A", "num", "72", "x", "q"))));
        assertTrue(isExcluded(screen, record(Map.of("TAGS", "A", "num", "74", "x", "r"))));
    }

    @Test
    void alternativesOfSeveralPropertiesExcludeNothing()
    {
        assertSame(RecordScreen.NONE, Selector.sql("a = '1' OR b = '2'").recordScreen());
        assertSame(RecordScreen.NONE, Selector.sql("a IS NULL").recordScreen());
        assertSame(RecordScreen.NONE, Selector.sql("$topic = 'orders'").recordScreen());
        assertSame(RecordScreen.NONE, Selector.jms("a = '1'").recordScreen());
    }

    @Test
    void aTableExcludesWhatOneOfItsSelectorsDoesNotSelect()
    {
        final RecordScreen screen = SelectorTable.of(List.of(Selector.tags("A || B"), Selector.sql("a = '1'")))
            .recordScreen();
        assertTrue(isExcluded(screen, record(Map.of("TAGS", "A", "b", "123456"))));
        assertTrue(isExcluded(screen, record(Map.of("TAGS", "C", "a", "1"))));
        assertEquals(false, isExcluded(screen, record(Map.of("TAGS", "B", "a", "1"))));
    }
}

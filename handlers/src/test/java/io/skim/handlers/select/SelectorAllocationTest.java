package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Evaluation makes no garbage, whatever the verdict, also where numbers are long and frames are malformed.
 */
class SelectorAllocationTest
{
    private static final int WARM_UP = 20_000;
    private static final int RUNS = 1_000;

    private static final Map<String, String> PROPERTIES = properties();

    private static Map<String, String> properties()
    {
        final Map<String, String> properties = new LinkedHashMap<>();
        properties.put("TAGS", "TagA");
        properties.put("price", "120");
        properties.put("ratio", "0.1234567890123456789012345678901234567890e-300");
        properties.put("hex", "0x1.8p3");
        properties.put("region", "eu-\u6771\"west\\");
        properties.put("nan", "NaN");
        properties.put("far", "\u0665");
        return properties;
    }

    private static final SelectorTable<RemotingInterest> SQL = SelectorTable.of(List.of(
        Selector.sql("price > 100 AND region = 'eu'"),
        Selector.sql("ratio < 1.5 AND hex > 1.0 AND nan <> 1.0"), Selector.sql("far = 5 AND region CONTAINS '\u6771'"),
        Selector.sql("price BETWEEN 1 AND 500 AND $topic = 'orders' AND $code > 5 AND $language <> 'GO'"), Selector.sql(
            "TAGS > 5 OR TRUE"),
        Selector.tags("TagA || TagB"), Selector.tagHashes("TagB"), Selector.sql(
            "price IN ('1', '2', '3', '4', '5', '120') AND NOT (missing = 5) OR ratio = hex")));

    private static final SelectorTable<AmqpInterest> JMS =
        SelectorTable.of(List.of(Selector.jms("JMSPriority > 3 AND i * 2 = 10"),
            Selector.jms("t LIKE '%e%' AND d / 4 > 0.1 OR missing IN (1, 2)"),
            Selector.jms("JMSMessageID = 'ID:x' AND b"),
            Selector.jms("JMSCorrelationID LIKE 'ID:%' OR t IN ('a', 'red')")));

    private static <I extends Interest> void measure(final SelectorTable<I> table, final FrameScanner<I> scanner,
        final byte[]... frames)
    {
        final SelectorEvaluator evaluator = new SelectorEvaluator(table);
        final FrameView view = new FrameView();
        final long[] matches = new long[1];
        final long allocated = Allocations.by(() -> {
            for (final byte[] frame : frames)
            {
                scanner.scan(view.wrap(frame), table.interest(), evaluator);
                for (int i = 0; i < table.size(); i++)
                {
                    matches[0] += evaluator.matches(i) ? 1 : 0;
                }
            }
        }, WARM_UP, RUNS);
        assertEquals(0, allocated);
        assertEquals(true, matches[0] > 0);
    }

    @Test
    void binaryFrames()
    {
        measure(SQL, new RemotingScanner(), Properties.binary(PROPERTIES), Frames.binary(10, null, ""), new byte[30]);
    }

    @Test
    void jsonFrames()
    {
        measure(SQL, new RemotingScanner(), Properties.json(PROPERTIES), Frames.json("{\"opaque\":1}"), new byte[30]);
    }

    @Test
    void amqpMessages()
    {
        final Map<String, Object> application = new LinkedHashMap<>();
        application.put("i", 5);
        application.put("t", "red");
        application.put("d", 2.5);
        application.put("b", true);
        measure(JMS, new AmqpScanner(), new AmqpMessages().list(0x73, AmqpMessages.Typed.unsignedLong(5), null, null,
            null, null, new byte[] {1, 2}).map(0x74, application).message(), AmqpMessages.properties(Map.of()),
            new byte[30]);
    }
}

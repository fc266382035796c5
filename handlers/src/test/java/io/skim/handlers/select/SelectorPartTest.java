package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Frames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Selectors taken apart. */
class SelectorPartTest
{
    /** A part as {@code text[parts]}. */
    private static String shown(final SelectorPart part)
    {
        return part.text() + (part.parts().isEmpty() ? ""
            : part.parts().stream().map(SelectorPartTest::shown).collect(Collectors.joining(";", "[", "]")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"a = 1 | a = 1", "a = 1 AND b IS NULL | a = 1 AND b IS NULL[a = 1;b IS NULL]",
        "a > 1 OR b > 2  AND c | a > 1 OR b > 2  AND c[a > 1;b > 2  AND c[b > 2;c]]",
        "(a OR b) AND c | (a OR b) AND c[(a OR b)[a OR b[a;b]];c]", "NOT (a AND b) | NOT (a AND b)[a AND b[a;b]]",
        "((a)) | ((a))[(a)[a]]", "a LIKE b AND c | a"})
    void partsAreTheOperandsOfAndAndOr(final String expression, final String parts)
    {
        assertEquals(parts, shown(Selector.sql(expression).part()));
    }

    @Test
    void jmsAndTagsHavePartsToo()
    {
        assertEquals("NOT a AND b LIKE 'x'[NOT a;b LIKE 'x']", shown(Selector.jms("NOT a AND b LIKE 'x'").part()));
        assertEquals("", shown(Selector.jms(" ").part()));
        assertEquals("A || B", shown(Selector.tags("A || B").part()));
        assertEquals("*", shown(Selector.tags(null).part()));
    }

    @Test
    void columnsCountInTheWholeText()
    {
        final SelectorPart whole = Selector.sql("  a = 1 AND (b OR c)").part();
        assertEquals(3, whole.column());
        assertEquals(13, whole.parts().get(1).column());
        assertEquals(14, whole.parts().get(1).parts().get(0).column());
    }

    private static void verdicts(final Selector<RemotingInterest> selector, final SelectorPart part,
        final FrameView frame, final Map<String, Verdict> verdicts)
    {
        final Selector<RemotingInterest> only = selector.only(part);
        final SelectorEvaluator evaluator = new SelectorEvaluator(only);
        assertEquals(Outcome.COMPLETE, new RemotingScanner().scan(frame, only.interest(), evaluator));
        verdicts.put(part.text(), evaluator.verdict());
        part.parts().forEach(each -> verdicts(selector, each, frame, verdicts));
    }

    @Test
    void eachPartHasItsOwnVerdict()
    {
        final Selector<RemotingInterest> selector = Selector.sql("TAGS = 'A' AND (n > 5 OR m > 1)");
        final FrameView frame = new FrameView().wrap(Frames.binary(310, null, "body", "i",
            "TAGS\u0001A\u0002n\u00013\u0002"));
        final Map<String, Verdict> verdicts = new HashMap<>();
        verdicts(selector, selector.part(), frame, verdicts);
        assertEquals(Map.of("TAGS = 'A' AND (n > 5 OR m > 1)", Verdict.UNKNOWN, "TAGS = 'A'", Verdict.MATCH,
            "(n > 5 OR m > 1)", Verdict.UNKNOWN, "n > 5 OR m > 1", Verdict.UNKNOWN, "n > 5", Verdict.NO_MATCH,
            "m > 1", Verdict.UNKNOWN), verdicts);
    }

    @Test
    void ofASelectorWhoseFirstMatchWinsTheFirstMatchWins()
    {
        final byte[] message = new AmqpMessages().map(0x74, List.of(Map.entry("n", 1), Map.entry("n", 9))).message();
        final Selector<AmqpInterest> selector = Selector.jms("n = 1 OR m = 2");
        for (final Selector<AmqpInterest> each : List.of(selector, selector.firstMatchWins()))
        {
            final Selector<AmqpInterest> only = each.only(each.part().parts().get(0));
            final SelectorEvaluator evaluator = new SelectorEvaluator(only);
            new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT).scan(new FrameView().wrap(message), only.interest(),
                evaluator);
            assertEquals(each == selector ? Verdict.NO_MATCH : Verdict.MATCH, evaluator.verdict());
        }
    }

    @Test
    void valuesAreThoseOfTheFrame()
    {
        final Selector<RemotingInterest> selector =
            Selector.sql("TAGS = 'A' AND n > 5 AND $code = '310' AND $topic = 'T'");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        assertEquals(Map.of(), evaluator.values());
        new RemotingScanner().scan(new FrameView().wrap(Frames.binary(310, null, "body", "b", "T", "i",
            "TAGS\u0001A\u0002")), selector.interest(), evaluator);
        final Map<String, String> values = evaluator.values();
        assertEquals("A", values.get("TAGS"));
        assertEquals("310", values.get("$code"));
        assertEquals("T", values.get("$b"));
        assertTrue(values.containsKey("n"));
        assertNull(values.get("n"));
    }
}

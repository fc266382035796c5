package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Frames;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Selectors over whole frames: what names stand for, tables, faults, and what is refused when compiling.
 */
class SelectorTest
{
    private static final byte[] LONG_NAMES = Frames.binary(10, "a remark", "body", "topic", "orders", "queueId", "3",
        "bname", "broker-a", "b", "other", "empty", "", "properties", "price\u0001120\u0002TAGS\u0001TagA\u0002");
    private static final byte[] ONE_LETTER =
        Frames.json("{\"code\":310,\"extFields\":{\"b\":\"ord\\u0065rs\",\"topic\":"
            + "\"other\",\"e\":3,\"n\":\"broker-a\",\"empty\":\"\",\"i\":\"price\\u0001120\\u0002TAGS\\u0001T\\u0061gA\\u0002"
            + "\"},\"flag\":1,\"language\":\"GO\",\"opaque\":-5,\"version\":479,\"remark\":\"\"}");

    private final FrameView view = new FrameView();

    private Verdict verdict(final Selector<RemotingInterest> selector, final byte[] frame)
    {
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final RemotingScanner scanner = new RemotingScanner();
        assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(frame), selector.interest(), evaluator),
            () -> scanner.fault().toString());
        return evaluator.verdict();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', value = {"$code = 10;MATCH;NO_MATCH",
        "$code IN ('310', '320');NO_MATCH;MATCH", "$code BETWEEN 300 AND 320;NO_MATCH;MATCH",
        "$opaque = 7;MATCH;NO_MATCH", "$opaque < 0;NO_MATCH;MATCH", "$flag = 0;MATCH;NO_MATCH",
        "$language = 'JAVA';MATCH;NO_MATCH", "$language = 'GO';NO_MATCH;MATCH", "$version > 400;MATCH;MATCH",
        "$remark CONTAINS 'rem';MATCH;NO_MATCH", "$remark IS NULL;NO_MATCH;NO_MATCH", "$topic = 'orders';MATCH;MATCH",
        "$topic = 'other';NO_MATCH;NO_MATCH", "$b = 'other';MATCH;NO_MATCH", "$queueId = 3;MATCH;MATCH",
        "$brokerName STARTSWITH 'broker';MATCH;MATCH", "$bname = 'broker-a';MATCH;UNKNOWN",
        "$empty IS NULL;MATCH;NO_MATCH", "$nothing IS NULL;MATCH;MATCH", "price > 100;MATCH;MATCH",
        "price > 100 AND TAGS = 'TagA' AND $topic = 'orders';MATCH;MATCH", "price > 200;NO_MATCH;NO_MATCH",
        "missing > 5;UNKNOWN;UNKNOWN", "TAGS > 5;ERROR;ERROR", "TRUE;MATCH;MATCH", "$ IS NULL;MATCH;MATCH",
        "$properties CONTAINS 'price';MATCH;MATCH"})
    void namesAreOfPropertiesAndOfTheHeader(final String expression, final Verdict longNames, final Verdict oneLetter)
    {
        assertEquals(longNames, verdict(Selector.sql(expression), LONG_NAMES));
        assertEquals(oneLetter, verdict(Selector.sql(expression), ONE_LETTER));
    }

    @Test
    void aRequestOfOneLetterCodesThatLacksTheLetterIsReadByTheLongName()
    {
        final Selector<RemotingInterest> selector = Selector.sql("$topic = 'orders'");
        assertEquals(Verdict.MATCH, verdict(selector, Frames.binary(320, null, "", "topic", "orders")));
        assertEquals(Verdict.UNKNOWN, verdict(selector, Frames.binary(320, null, "", "topic", "orders", "b", "")));
        assertEquals(Verdict.UNKNOWN, verdict(selector, Frames.binary(11, null, "", "b", "orders")));
    }

    @Test
    void whatAJsonHeaderLeavesOutIsWhatTheReferenceTakesForIt()
    {
        final byte[] bare = Frames.json("{\"opaque\":1}");
        assertEquals(Verdict.MATCH, verdict(Selector.sql("$code = 0 AND $flag = 0 AND $version = '0'"), bare));
        assertEquals(Verdict.MATCH, verdict(Selector.sql("$language = 'JAVA'"), bare));
    }

    @Test
    void theLastOfSeveralEqualNamesCounts()
    {
        final byte[] frame =
            Frames.binary(10, null, "", "x", "1", "x", "2", "properties", "a\u00011\u0002a\u00012\u0002");
        assertEquals(Verdict.MATCH, verdict(Selector.sql("$x = 2 AND a = 2"), frame));
    }

    /** At the end of the text, one begins that the first two have in common; only the last one ends there. */
    @Test
    void aTextInsideOfTheBeginningsOfOthersIsFound()
    {
        final SelectorTable<RemotingInterest> table = SelectorTable.of(List.of(Selector.sql("a CONTAINS 'xbcq'"),
            Selector.sql("a CONTAINS 'bcd'"), Selector.sql("a CONTAINS 'c'")));
        final SelectorEvaluator evaluator = new SelectorEvaluator(table);
        new RemotingScanner().scan(view.wrap(Frames.binary(10, null, "", "properties", "a\u0001xbc\u0002")),
            table.interest(), evaluator);
        assertEquals(2, evaluator.firstMatch());
    }

    @Test
    void oneScanServesManySelectors()
    {
        final SelectorTable<RemotingInterest> table =
            SelectorTable.of(List.of(Selector.sql("price > 100"), Selector.tags("TagA || TagB"),
                Selector.sql("$topic = 'orders' AND price < 100"), Selector.sql("TAGS = 'TagA'"), Selector.tags("*")));
        final SelectorEvaluator evaluator = new SelectorEvaluator(table);
        final RemotingScanner scanner = new RemotingScanner();
        for (final byte[] frame : List.of(LONG_NAMES, ONE_LETTER))
        {
            scanner.scan(view.wrap(frame), table.interest(), evaluator);
            assertTrue(evaluator.matches());
            assertTrue(evaluator.matches(1));
            assertFalse(evaluator.matches(2));
            assertEquals(Verdict.NO_MATCH, evaluator.verdict(2));
            assertTrue(evaluator.matches(3));
            assertTrue(evaluator.matches(4));
        }
        assertEquals(5, table.size());
        assertEquals("TAGS = 'TagA'", table.selector(3).toString());
        assertEquals("*", Selector.tags(null).toString());
        assertEquals(5, table.slots.size(), "price, TAGS, code, b and topic");
        assertThrows(IndexOutOfBoundsException.class, () -> evaluator.verdict(5));
    }

    @Test
    void aTableNeedsASelector()
    {
        assertThrows(IllegalArgumentException.class, () -> SelectorTable.of(List.<Selector<RemotingInterest>>of()));
    }

    @Test
    void aMalformedFrameAndNoFrameHaveNoVerdict()
    {
        final Selector<RemotingInterest> selector = Selector.sql("TRUE");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final RemotingScanner scanner = new RemotingScanner();
        assertEquals(Verdict.ERROR, evaluator.verdict());
        scanner.scan(view.wrap(LONG_NAMES), selector.interest(), evaluator);
        assertEquals(Verdict.MATCH, evaluator.verdict());
        assertEquals(Outcome.MALFORMED, scanner.scan(view.wrap(LONG_NAMES, 0, 40), selector.interest(), evaluator));
        assertEquals(Verdict.ERROR, evaluator.verdict());
        scanner.scan(view.wrap(ONE_LETTER), selector.interest(), evaluator);
        assertTrue(evaluator.matches());
        evaluator.reset();
        assertEquals(Verdict.ERROR, evaluator.verdict());
    }

    @Test
    void aFrameLeavesNothingForTheNextOne()
    {
        final Selector<RemotingInterest> selector = Selector.sql("price > 100");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final RemotingScanner scanner = new RemotingScanner();
        scanner.scan(view.wrap(LONG_NAMES), selector.interest(), evaluator);
        assertEquals(Verdict.MATCH, evaluator.verdict());
        scanner.scan(view.wrap(Frames.binary(10, null, "", "topic", "orders")), selector.interest(), evaluator);
        assertEquals(Verdict.UNKNOWN, evaluator.verdict());
    }

    @Test
    void longValuesAreKeptWhole()
    {
        final String value = "x".repeat(20_000);
        final byte[] frame = Properties.json(Map.of("a", value + "\u6771", "c", "7"));
        assertEquals(Verdict.MATCH, verdict(Selector.sql("a = '" + value + "\u6771' AND c = 7"), frame));
        assertEquals(Verdict.MATCH,
            verdict(Selector.sql("a ENDSWITH 'x\u6771' AND c = 7"), Properties.binary(Map.of("a",
                value + "\u6771", "c", "7"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"',
        value = {"a =;4;expected a property", "a == 5;4;expected a property",
            "a.b = 5;2;no token begins with FULL STOP", "(a = 5;7;expected \")\"", "5;1;not a condition",
            "a = NULL;5;IS NULL",
            "a > 'x';5;only numbers", "a BETWEEN 6 AND 5;11;greater than the second", "a IN (5);7;expected a text",
            "5 IN ('x');1;only a property", "a = 0.0;5;write 0", "a = 1e999;5;too great",
            "a = 9223372036854775808;5;64 bits",
            "a = 'x;5;does not end", "a /* x;3;does not end", "TRUE = 'x';8;TRUE and FALSE", "a IS 5;6;expected NULL",
            "a NOT = 5;7;expected CONTAINS", ";1;expected a property", "a OR 'x';6;not a condition"})
    void whatDoesNotCompileSaysWhyAndWhere(final String expression, final int column, final String reason)
    {
        final SelectorException e = assertThrows(SelectorException.class, () -> Selector.sql(expression == null ? ""
            : expression));
        assertTrue(e.reason().contains(reason), e.reason());
        assertEquals(column, e.column(), e.reason());
        assertEquals("column " + column + ": " + e.reason(), e.getMessage());
    }

    @Test
    void namesThePropertiesThatItReads()
    {
        assertEquals(List.of("a", "TAGS", "b"), Selector.sql(
            "a > 5 AND ($topic = 'x' OR TAGS IN ('y') OR $code = 0) AND a < 7 AND b IS NULL").propertyNames());
        assertEquals(List.of(), Selector.sql("$remark CONTAINS 'a' AND $x = 'b'").propertyNames());
        assertEquals(List.of("TAGS"), Selector.tags("TagA || TagB").propertyNames());
        assertEquals(List.of("colour"), Selector.jms("colour = 'blue' AND JMSPriority > 4").propertyNames());
    }
}

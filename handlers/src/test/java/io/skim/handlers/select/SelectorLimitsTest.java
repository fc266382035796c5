package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.testing.Effort;
import io.skim.scan.testing.ProcessorTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Selectors and values made to cost: they are refused with a reason, or cost little.
 */
class SelectorLimitsTest
{
    /** A quarter of the stack that a thread has without options on most platforms. */
    private static final long SMALL_STACK = 1 << 18;

    private static void assertRefused(final Function<String, Selector<?>> compiler, final String expression,
        final String reason)
    {
        final SelectorException e = assertThrows(SelectorException.class, () -> compiler.apply(expression));
        assertTrue(e.reason().contains(reason), e.reason());
    }

    private static String nested(final int depth, final String open, final String inside, final String close)
    {
        return open.repeat(depth) + inside + close.repeat(depth);
    }

    @Test
    void nestingHasALimit()
    {
        final int most = ConditionParser.MAX_DEPTH;
        assertEquals(Verdict.MATCH, Properties.verdict(Selector.sql(nested(most - 1, "(", "a = 5", ")")), Map.of("a",
            "5")));
        Selector.jms(nested(most, "(", "a = 5", ")"));
        for (final int depth : new int[] {most + 1, 5_000, 30_000})
        {
            assertRefused(Selector::sql, nested(depth, "(", "a = 5", ")"), "nested deeper");
            assertRefused(Selector::jms, nested(depth, "(", "a = 5", ")"), "nested deeper");
            assertRefused(Selector::sql, "NOT ".repeat(Math.min(depth, 10_000)) + "a", "nested deeper");
            assertRefused(Selector::jms, "NOT ".repeat(Math.min(depth, 10_000)) + "a", "nested deeper");
            assertRefused(Selector::sql, "a = " + "- ".repeat(depth) + "5", "nested deeper");
            assertRefused(Selector::jms, "a = " + "+".repeat(depth) + "5", "nested deeper");
        }
    }

    /** Evaluation recurses for what is nested, and a thread of a server may have a small stack. */
    @Test
    void theDeepestSelectorsAreEvaluatedOnASmallStack() throws InterruptedException
    {
        final int most = ConditionParser.MAX_DEPTH;
        final Selector<RemotingInterest> sql =
            Selector.sql(nested(most - 1, "(a = 'x' OR b IS NULL = TRUE AND c IS NULL = ", "TRUE",
                ")"));
        final Selector<RemotingInterest> signs = Selector.sql("a = " + "- ".repeat(most - 1) + "5");
        final Selector<AmqpInterest> jms = Selector.jms(nested(most, "(a = 'x' OR b IS NULL AND TRUE = ", "TRUE", ")"));
        final Selector<AmqpInterest> sum =
            Selector.jms("amqp.ttl IS NULL AND " + nested(most, "(JMSPriority + 0 * ", "1", ")")
                + " = 4");
        final SelectorEvaluator[] evaluators = Stream.of(jms, sum).map(SelectorEvaluator::new).toArray(
            SelectorEvaluator[]::new);
        final AmqpScanner scanner = new AmqpScanner();
        final byte[] message = AmqpMessages.properties(Map.of());
        scanner.scan(new FrameView().wrap(message), jms.interest(), evaluators[0]);
        scanner.scan(new FrameView().wrap(message), sum.interest(), evaluators[1]);
        final List<Verdict> verdicts = new ArrayList<>();
        final Thread small = new Thread(null, () -> {
            verdicts.add(Properties.verdict(sql, Map.of()));
            verdicts.add(Properties.verdict(signs, Map.of("a", "-5")));
            verdicts.add(evaluators[0].verdict());
            verdicts.add(evaluators[1].verdict());
        }, "small stack", SMALL_STACK);
        small.start();
        small.join();
        assertEquals(List.of(Verdict.MATCH, Verdict.MATCH, Verdict.MATCH, Verdict.MATCH), verdicts);
    }

    /** The reference evaluates the value of BETWEEN twice, and so doubles with each level. */
    @Test
    void nestedBetweenDoesNotDouble()
    {
        final String expression = nested(60, "-(", "a BETWEEN 1 AND 2", ") BETWEEN 1 AND 2");
        final Selector<RemotingInterest> selector = Selector.sql(expression);
        assertEquals(Verdict.UNKNOWN, Properties.verdict(selector, Map.of("a", "1")));
    }

    @Test
    void lengthHasALimit()
    {
        final String list = IntStream.range(0, 20_000).mapToObj(i -> "'" + i + "'").collect(Collectors.joining(","));
        assertRefused(Selector::sql, "a IN (" + list + ")", "longer than");
        assertRefused(Selector::jms, "a IN (" + list + ")", "longer than");
        assertRefused(Selector::tags, "a||".repeat(40_000), "longer than");
        assertRefused(Selector::jms, "a LIKE '" + "_".repeat(LikePattern.MAX_LENGTH + 1) + "'", "longer than");
    }

    /** Two signs begin a comment only if their line ends; whether it does is asked once, not at each of them. */
    @Test
    void pairsOfSignsOnALineWithoutEndCompileAtOnce()
    {
        final String some = "a = 1" + "--1".repeat(2_100);
        final String most = "a = 1" + "--1".repeat(21_000);
        Effort.assertAtMost(50, () -> assertEquals(some, Selector.jms(some).toString()),
            () -> assertEquals(most, Selector
                .jms(most).toString()));
    }

    @Test
    void aCommentEndsWithItsLineAndNowhereElse()
    {
        final Map<String, String> properties = Map.of("a", "1");
        for (final String end : new String[] {"\n", "\r"})
        {
            assertEquals(Verdict.MATCH, Properties.verdict(Selector.sql("a = -- 2" + end + "1"), properties));
            assertEquals(Verdict.MATCH, Properties.verdict(Selector.sql("a = 1 -- 2" + end), properties));
            assertEquals(Verdict.MATCH, Properties.verdict(Selector.sql("--" + end + "a = --1"), properties));
        }
    }

    @Test
    void longListsAndChainsCompileAndRunAtOnce() throws Throwable
    {
        ProcessorTime.within(Duration.ofSeconds(20), () -> {
            final String list = IntStream.range(0, 8_000).mapToObj(i -> "'" + i + "'").collect(Collectors.joining(","));
            final Selector<RemotingInterest> in = Selector.sql("a IN (" + list + ")");
            assertEquals(Verdict.MATCH, Properties.verdict(in, Map.of("a", "7999")));
            assertEquals(Verdict.NO_MATCH, Properties.verdict(in, Map.of("a", "8000")));
            final Selector<RemotingInterest> or =
                Selector.sql(IntStream.range(0, 4_000).mapToObj(i -> "a" + i + " = " + i).collect(
                    Collectors.joining(" OR ")));
            assertEquals(4_000, or.slots.places.size());
            assertEquals(Verdict.MATCH, Properties.verdict(or, Map.of("a3999", "3999")));
        });
    }

    @Test
    void searchesAndPatternsDoNotBacktrack() throws Throwable
    {
        ProcessorTime.within(Duration.ofSeconds(20), () -> {
            final String text = "a".repeat(60_000);
            final Selector<RemotingInterest> contains = Selector.sql("v CONTAINS '" + "a".repeat(30_000) + "b'");
            assertEquals(Verdict.NO_MATCH, Properties.verdict(contains, Map.of("v", text)));
            final AmqpScanner scanner = new AmqpScanner();
            final byte[] message = AmqpMessages.properties(Map.of("v", text));
            for (final String pattern : new String[] {"%a".repeat(500) + "b", "%a_a".repeat(200) + "b",
                "%" + "_".repeat(
                    1_000) + "b",
                "%_".repeat(500) + "b%", "%" + "a".repeat(250) + "_b%"})
            {
                final Selector<AmqpInterest> like = Selector.jms("v LIKE '" + pattern + "'");
                final SelectorEvaluator evaluator = new SelectorEvaluator(like);
                scanner.scan(new FrameView().wrap(message), like.interest(), evaluator);
                assertEquals(Verdict.NO_MATCH, evaluator.verdict());
            }
        });
    }

    @Test
    void numbersOfManyDigitsAreReadAtOnce() throws Throwable
    {
        ProcessorTime.within(Duration.ofSeconds(20), () -> {
            final Selector<RemotingInterest> selector = Selector.sql("v > 1.5");
            for (final String number : new String[] {"9".repeat(60_000) + "e-59999",
                "0." + "0".repeat(60_000) + "1e60002",
                "1e-99999999999", "0".repeat(60_000) + "2", "0x" + "f".repeat(60_000) + "p-239990"})
            {
                final Verdict expected = Double.parseDouble(number) > 1.5 ? Verdict.MATCH : Verdict.NO_MATCH;
                assertEquals(expected, Properties.verdict(selector, Map.of("v", number)), number.substring(0, 9));
            }
        });
    }
}

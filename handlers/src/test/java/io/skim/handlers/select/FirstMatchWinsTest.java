package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.route.RouteException;
import io.skim.handlers.route.RouteTable;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A selector whose first match wins against the same one that reads whole messages. */
class FirstMatchWinsTest
{
    private static final int EXPRESSIONS = 4_000;
    /** Application properties {a: 1, b: 2, a: 3}, a body. */
    private static final byte[] TWICE = Frames.hex("005374 c1 10 06 a10161 5401 a10162 5402 a10161 5403 005375 a00178");
    /** The same without the body and with a value at the end that is none. */
    private static final byte[] BROKEN = Frames.hex("005374 c1 10 06 a10161 5401 a10162 5402 a10163 ff03");

    private final AmqpScanner scanner = new AmqpScanner();
    private final FrameView view = new FrameView();

    private Verdict verdict(final Outcome expected, final Selector<AmqpInterest> selector, final byte[] message)
    {
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        assertEquals(expected, scanner.scan(view.wrap(message), selector.interest(), evaluator), selector::toString);
        return evaluator.verdict();
    }

    private Verdict first(final Outcome expected, final String expression, final byte[] message)
    {
        return verdict(expected, Selector.jms(expression).firstMatchWins(), message);
    }

    /** All sections that a selector reads, each of them there or not. */
    private static byte[] message(final Random random, final Map<String, Object> properties)
    {
        final AmqpMessages message = new AmqpMessages();
        if (random.nextBoolean())
        {
            message.list(0x70, random.nextBoolean(), random.nextInt(4) == 0 ? null : AmqpMessages.Typed.unsignedByte(
                random.nextInt(10)));
        }
        if (random.nextBoolean())
        {
            message.map(0x72, Map.of("x", random.nextInt(4)));
        }
        if (random.nextBoolean())
        {
            message.list(0x73, "id-" + random.nextInt(3), null, random.nextInt(3) == 0 ? "orders" : null);
        }
        return message.map(0x74, properties).message();
    }

    private static String expression(final Random random, final JmsGenerator generator)
    {
        final String generated = generator.expression();
        return switch (random.nextInt(6))
        {
            case 0 -> "JMSPriority > 4 AND (" + generated + ")";
            case 1 -> "(" + generated + ") OR m.x = 2";
            case 2 -> "JMSMessageID = 'ID:id-1' OR amqp.message_id = 'id-2' OR (" + generated + ")";
            case 3 -> "JMSDestination = 'orders' AND here BETWEEN -5 AND 5";
            case 4 -> "here >= 0";
            default -> generated;
        };
    }

    @Test
    void withoutDuplicatesTheVerdictIsTheSame()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final JmsGenerator generator = new JmsGenerator(random);
        final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        for (int i = 0; i < Settings.frames(EXPRESSIONS); i++)
        {
            final Selector<AmqpInterest> whole = Selector.jms(expression(random, generator));
            final Selector<AmqpInterest> first = whole.firstMatchWins();
            final SelectorEvaluator evaluator = new SelectorEvaluator(first);
            for (int set = 0; set < 5; set++)
            {
                final Map<String, Object> properties = generator.properties();
                final byte[] message = message(random, properties);
                final Outcome outcome = scanner.scan(view.wrap(message), first.interest(), evaluator);
                final Verdict expected = verdict(Outcome.COMPLETE, whole, message);
                assertEquals(expected, evaluator.verdict(), "seed " + seed + ": " + whole + " over " + properties);
                assertEquals(expected == Verdict.MATCH ? 0 : -1, evaluator.firstMatch());
                outcomes.merge(outcome, 1, Integer::sum);
                verdicts.merge(expected, 1, Integer::sum);
            }
        }
        assertEquals(2, outcomes.size(), outcomes::toString);
        assertEquals(3, verdicts.size(), verdicts::toString);
    }

    @Test
    void theFirstOfEqualNamesCounts()
    {
        assertEquals(Verdict.MATCH, verdict(Outcome.COMPLETE, Selector.jms("a = 3"), TWICE));
        assertEquals(Verdict.MATCH, first(Outcome.STOPPED, "a = 1", TWICE));
        assertEquals(Verdict.NO_MATCH, first(Outcome.STOPPED, "a = 3", TWICE));
        assertEquals(Verdict.MATCH, first(Outcome.STOPPED, "a = 1 AND b = 2", TWICE));
        // The second a is shown too, for the scan goes on for what is missing.
        assertEquals(Verdict.MATCH, first(Outcome.COMPLETE, "a = 1 AND c IS NULL", TWICE));
        final byte[] nullFirst = Frames.hex("005374 c1 0f 06 a10161 40 a10162 5402 a10161 5403");
        assertEquals(Verdict.MATCH, first(Outcome.COMPLETE, "a IS NULL AND c IS NULL", nullFirst));
    }

    @Test
    void whatIsBehindTheLastNameIsNotChecked()
    {
        assertEquals(Verdict.ERROR, verdict(Outcome.MALFORMED, Selector.jms("a = 1"), BROKEN));
        assertEquals(Verdict.MATCH, first(Outcome.STOPPED, "a = 1", BROKEN));
        assertEquals(Verdict.MATCH, first(Outcome.STOPPED, "a = 1 AND b = 2", BROKEN));
        assertEquals(Verdict.ERROR, first(Outcome.MALFORMED, "a = 1 AND c IS NULL", BROKEN));
        assertEquals(Verdict.ERROR, first(Outcome.MALFORMED, "a = 1 AND d IS NULL", BROKEN));
    }

    /** Stops a scan of its own accord, with the values before shown to the evaluator. */
    private Verdict stopped(final String expression, final int shown)
    {
        final Selector<AmqpInterest> selector = Selector.jms(expression).firstMatchWins();
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final Outcome outcome = scanner.scan(view.wrap(TWICE), selector.interest(), new Stopping(shown, evaluator));
        assertEquals(Outcome.STOPPED, outcome);
        return evaluator.verdict();
    }

    @Test
    void aScanThatSomebodyElseStopsHasNoVerdictUnlessAllWasShown()
    {
        assertEquals(Verdict.ERROR, stopped("a = 1 AND b = 2", 1));
        assertEquals(Verdict.MATCH, stopped("a = 1 AND b = 2", 2));
        assertEquals(Verdict.ERROR, stopped("a = 1 AND c IS NULL", 2));
        final Selector<AmqpInterest> whole = Selector.jms("a = 1");
        final SelectorEvaluator evaluator = new SelectorEvaluator(whole);
        evaluator.onOutcome(Outcome.STOPPED, scanner.fault());
        assertEquals(Verdict.ERROR, evaluator.verdict());
    }

    @Test
    void moreNamesThanAnInterestCountsAreLookedForToTheEnd()
    {
        final StringBuilder expression = new StringBuilder("a = 1");
        final Map<String, Object> properties = new LinkedHashMap<>();
        for (int i = 0; i < 70; i++)
        {
            expression.append(" AND n").append(i).append(" = ").append(i);
            properties.put("n" + i, i);
        }
        properties.put("a", 1);
        assertEquals(Verdict.MATCH, first(Outcome.COMPLETE, expression.toString(), AmqpMessages.properties(
            properties)));
        assertEquals(Verdict.UNKNOWN, first(Outcome.COMPLETE, "a > 0" + expression.substring(5), TWICE));
    }

    @Test
    void tablesAreOfOneSort()
    {
        final Selector<AmqpInterest> one = Selector.jms("a = 1").firstMatchWins();
        final Selector<AmqpInterest> two = Selector.jms("b = 2").firstMatchWins();
        assertSame(one, one.firstMatchWins());
        assertTrue(one.isFirstMatchWins());
        assertEquals("a = 1", one.toString());
        final SelectorTable<AmqpInterest> table = SelectorTable.of(List.of(one, two));
        final SelectorEvaluator evaluator = new SelectorEvaluator(table);
        assertEquals(Outcome.STOPPED, scanner.scan(view.wrap(TWICE), table.interest(), evaluator));
        assertTrue(evaluator.matches(0) && evaluator.matches(1));
        assertEquals(0, evaluator.firstMatch());
        final Selector<AmqpInterest> whole = Selector.jms("b = 2");
        assertFalse(whole.isFirstMatchWins());
        assertThrows(IllegalArgumentException.class, () -> SelectorTable.of(List.of(one, whole)));
        assertThrows(IllegalArgumentException.class, () -> SelectorTable.of(List.of(whole, one)));
        assertThrows(IllegalStateException.class, () -> Selector.sql("a = 1").firstMatchWins());
        assertThrows(RouteException.class, () -> RouteTable.amqp("x").rule(one, "y"));
    }

    @Test
    void aSelectorThatLooksAtNothingHasItsVerdict()
    {
        final byte[] message = new AmqpMessages().list(0x70, true).message();
        assertEquals(Verdict.MATCH, first(Outcome.STOPPED, "TRUE", message));
        assertEquals(Verdict.MATCH, first(Outcome.COMPLETE, "TRUE", TWICE));
        assertEquals(Verdict.NO_MATCH, first(Outcome.STOPPED, "FALSE", message));
    }

    @Test
    void allocatesNothing()
    {
        final Selector<AmqpInterest> selector = Selector.jms("a = 1 AND b > 1").firstMatchWins();
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        assertEquals(0, Allocations.by(() -> {
            scanner.scan(view.wrap(TWICE), selector.interest(), evaluator);
            if (!evaluator.matches())
            {
                throw new IllegalStateException(evaluator.verdict().toString());
            }
        }, 20_000, 2_000));
    }
}

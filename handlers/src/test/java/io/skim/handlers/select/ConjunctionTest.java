package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.select.AmqpMessages.Typed;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.testing.Settings;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Orders of numbers that all have to be true are evaluated by a shorter way than other expressions: that must not show.
 */
class ConjunctionTest
{
    private static final int EXPRESSIONS = Settings.frames(5_000);
    private static final String[] NAMES = {"a", "b", "c", "missing"};
    private static final String[] OPERATORS = {"=", "<", "<=", ">", ">="};
    private static final String[] NUMBERS =
        {"1", "2", "2.0", "2.5", "-1", "3", "9223372036854775807", "-9223372036854775808"};
    private static final Object[] VALUES =
        {1, 2, 3L, Long.MAX_VALUE, Long.MIN_VALUE, 2.0, 2.5f, Double.NaN, "2", true, null, Typed.unsignedLong(-1), Typed
            .decimal(), new byte[] {2}};

    private final AmqpScanner scanner = new AmqpScanner();
    private final FrameView view = new FrameView();

    private static String order(final Random random)
    {
        final String name = NAMES[random.nextInt(NAMES.length)];
        final String number = NUMBERS[random.nextInt(NUMBERS.length)];
        switch (random.nextInt(4))
        {
            case 0:
                return name + " BETWEEN " + number + " AND " + NUMBERS[random.nextInt(NUMBERS.length)];
            case 1:
                return number + ' ' + OPERATORS[random.nextInt(OPERATORS.length)] + ' ' + name;
            default:
                return name + ' ' + OPERATORS[random.nextInt(OPERATORS.length)] + ' ' + number;
        }
    }

    /** Conjunctions may be nested. */
    private static String conjunction(final Random random)
    {
        final String all =
            IntStream.range(0, 1 + random.nextInt(4)).mapToObj(i -> order(random)).collect(Collectors.joining(
                " AND "));
        return random.nextInt(3) > 0 ? all : order(random) + " AND (" + all + ')';
    }

    private static Program program(final String expression)
    {
        return SelectorTable.of(Selector.jms(expression)).programs[0];
    }

    private Verdict verdict(final String expression, final byte[] message)
    {
        final Selector<AmqpInterest> selector = Selector.jms(expression);
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(message), selector.interest(), evaluator));
        assertEquals(evaluator.verdict() == Verdict.MATCH ? 0 : -1, evaluator.firstMatch(), expression);
        return evaluator.verdict();
    }

    @Test
    void isWhatItIsWithTheGeneralWay()
    {
        final Random random = new Random(Settings.seed());
        final Map<Verdict, Integer> seen = new EnumMap<>(Verdict.class);
        for (int i = 0; i < EXPRESSIONS; i++)
        {
            final String expression = conjunction(random);
            final String general = '(' + expression + ") AND TRUE";
            assertTrue(program(expression).isConjunction, expression);
            assertFalse(program(general).isConjunction, general);
            final Map<String, Object> properties = new LinkedHashMap<>();
            Arrays.stream(NAMES).limit(3).forEach(name -> properties.put(name, VALUES[random.nextInt(VALUES.length)]));
            final byte[] message = AmqpMessages.properties(properties);
            final Verdict verdict = verdict(expression, message);
            assertEquals(verdict(general, message), verdict, () -> expression + " over " + properties);
            seen.merge(verdict, 1, Integer::sum);
        }
        assertEquals(3, seen.size(), seen::toString);
    }

    @Test
    void wholeNumbersAreComparedAsRanges()
    {
        final WholeRange[] ranges = program("a > 1 AND b <= 5 AND 4 > a AND a = 2").ranges;
        assertEquals(2, ranges.length);
        assertTrue(ranges[0].contains(2));
        assertFalse(ranges[0].contains(3));
        assertTrue(ranges[1].contains(Long.MIN_VALUE));
        assertFalse(ranges[1].contains(6));
        assertEquals(null, program("a > 1 AND b < 2.5").ranges);
        for (final String nothing : new String[] {"a > 9223372036854775807", "a < -9223372036854775808",
            "a > 3 AND a < 4"})
        {
            for (final long number : new long[] {Long.MIN_VALUE, -1, 3, 4, Long.MAX_VALUE})
            {
                assertFalse(program(nothing).ranges[0].contains(number), nothing);
            }
        }
    }

    @Test
    void nothingElseIsAConjunctionOfOrders()
    {
        for (final String other : new String[] {"a = 1 OR b = 1", "NOT a = 1", "a = 'x'", "a <> 1", "a = b",
            "a IS NULL",
            "a", "a = 1 AND b"})
        {
            assertFalse(program(other).isConjunction, other);
        }
    }
}

package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.handlers.select.AmqpMessages.Typed;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.testing.Settings;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Numbers of every AMQP type in an order that JMS defines, at the ends of their ranges, where Artemis differs. The
 * verdicts are computed here, from the values, whole messages or not, with the evaluators reused.
 */
class JmsNumbersTest
{
    private static final int EXPRESSIONS = Settings.frames(4_000);
    private static final int MESSAGES_OF_EACH = 8;
    private static final String[] NAMES = {"n", "o", "missing"};
    private static final String[] ORDERS = {"=", "<>", "<", "<=", ">", ">="};
    private static final String[] MIRRORED = {"=", "<>", ">", ">=", "<", "<="};
    private static final Number[] NUMBERS =
        {1L, 2L, -1L, 3L, 2.0, 2.5, Long.MAX_VALUE, Long.MIN_VALUE, 9007199254740993L, 9007199254740992.0};
    /** What is sent, and the number that it is; a text for what is no number, and null for what is not known. */
    private static final Object[][] VALUES = {{1, 1L}, {2, 2L}, {3L, 3L}, {-1L, -1L}, {Long.MAX_VALUE, Long.MAX_VALUE},
        {Long.MIN_VALUE, Long.MIN_VALUE}, {2.0, 2.0}, {2.5f, 2.5}, {Double.NaN, Double.NaN}, {-0.0, -0.0}, {"2", ""},
        {true, ""}, {null, null}, {Typed.unsignedLong(-1), 0x1p64}, {Typed.unsignedLong(2), 2L},
        {Typed.unsignedByte(2), 2L}, {Typed.unsignedInt(-1), 4294967295L}, {Typed.timestamp(3), 3L},
        {Typed.decimal(), null}, {Typed.symbol("2"), ""}, {9007199254740993L, 9007199254740993L}};

    private final long seed = Settings.seed();
    private final Random random = new Random(seed);
    private final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
    private final FrameView view = new FrameView();
    private final Map<Verdict, Integer> seen = new EnumMap<>(Verdict.class);

    /** A comparison of a value with a number. */
    private record Comparison(String name, int order, Number number)
    {
        Verdict of(final Map<String, Object> values)
        {
            final Object value = values.get(name);
            if (value == null)
            {
                return Verdict.UNKNOWN;
            }
            return (value instanceof Number left ? holds(left) : "<>".equals(ORDERS[order])) ? Verdict.MATCH
                : Verdict.NO_MATCH;
        }

        private boolean holds(final Number left)
        {
            final boolean exact = left instanceof Long && number instanceof Long;
            final boolean less = exact ? left.longValue() < number.longValue() : left.doubleValue() < number
                .doubleValue();
            final boolean greater = exact ? left.longValue() > number.longValue() : left.doubleValue() > number
                .doubleValue();
            final boolean equal = exact ? left.longValue() == number.longValue() : left.doubleValue() == number
                .doubleValue();
            return switch (ORDERS[order])
            {
                case "=" -> equal;
                case "<>" -> !equal;
                case "<" -> less;
                case "<=" -> less || equal;
                case ">" -> greater;
                default -> greater || equal;
            };
        }

        @Override
        public String toString()
        {
            return name + ' ' + ORDERS[order] + ' ' + number;
        }
    }

    /** Comparisons of which all have to be true, and their text. */
    private record Conjunction(List<Comparison> all, String text)
    {
        Verdict of(final Map<String, Object> values)
        {
            Verdict verdict = Verdict.MATCH;
            for (final Comparison each : all)
            {
                final Verdict next = each.of(values);
                verdict = verdict == Verdict.NO_MATCH || next == Verdict.MATCH ? verdict : next;
            }
            return verdict;
        }
    }

    private <T> T one(final T[] choices)
    {
        return choices[random.nextInt(choices.length)];
    }

    private Conjunction conjunction()
    {
        final List<Comparison> all = new ArrayList<>();
        final List<String> texts = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--)
        {
            final Comparison next = new Comparison(one(NAMES), random.nextInt(ORDERS.length), one(NUMBERS));
            all.add(next);
            switch (random.nextInt(4))
            {
                case 0 -> texts.add(next.number + " " + MIRRORED[next.order] + ' ' + next.name);
                case 1 ->
                {
                    final Comparison from = new Comparison(next.name, 5, next.number);
                    final Comparison to = new Comparison(next.name, 3, one(NUMBERS));
                    all.set(all.size() - 1, from);
                    all.add(to);
                    texts.add(next.name + " BETWEEN " + from.number + " AND " + to.number);
                }
                case 2 -> texts.add('(' + next.toString() + ')');
                default -> texts.add(next.toString());
            }
        }
        return new Conjunction(all, String.join(" AND ", texts));
    }

    /**
     * Values never, once or more than once, in one section or, as the lenient take it, in two or three: of these the last counts, as
     * in decoded messages, and in it the last value.
     */
    private byte[] message(final Map<String, Object> values)
    {
        final AmqpMessages message = new AmqpMessages();
        for (int section = random.nextInt(3); section >= 0; section--)
        {
            final List<Map.Entry<String, Object>> entries = new ArrayList<>();
            values.clear();
            for (int i = random.nextInt(4); i > 0; i--)
            {
                final String name = random.nextInt(3) > 0 ? "n" : "o";
                final Object[] value = one(VALUES);
                entries.add(new SimpleEntry<>(name, value[0]));
                values.put(name, value[1]);
            }
            message.map(0x74, entries);
        }
        return message.message();
    }

    private void compare(final Conjunction condition, final SelectorEvaluator alone,
        final SelectorTable<AmqpInterest> table,
        final SelectorEvaluator beside)
    {
        final Map<String, Object> values = new HashMap<>();
        final byte[] whole = message(values);
        final byte[] message = random.nextInt(8) > 0 ? whole : Arrays.copyOf(whole, random.nextInt(whole.length));
        final int stop = random.nextInt(8);
        final Selector<AmqpInterest> selector = table.selector(0);
        final Outcome outcome = scanner.scan(view.wrap(message), selector.interest(), new Stopping(stop, alone));
        assertEquals(outcome, scanner.scan(view.wrap(message), table.interest(), new Stopping(stop, beside)));
        final Verdict expected = outcome == Outcome.COMPLETE && message == whole ? condition.of(values)
            : outcome == Outcome.COMPLETE ? alone.verdict() : Verdict.ERROR;
        final int first = expected == Verdict.MATCH ? 0 : -1;
        for (final SelectorEvaluator evaluator : new SelectorEvaluator[] {alone, beside})
        {
            assertEquals(expected, evaluator.verdict(),
                () -> "-Dskim.seed=" + seed + ": " + selector + " over " + values);
            assertEquals(expected == Verdict.MATCH, evaluator.matches());
            assertEquals(first, evaluator.firstMatch(), () -> "-Dskim.seed=" + seed + ": " + selector);
        }
        seen.merge(expected, 1, Integer::sum);
        if (random.nextInt(8) == 0)
        {
            alone.reset();
            assertEquals(Verdict.ERROR, alone.verdict());
            assertEquals(-1, alone.firstMatch());
        }
    }

    @Test
    void areComparedAsTheSpecificationSaysAndNothingIsLeftOfTheMessageBefore()
    {
        for (int i = 0; i < EXPRESSIONS; i++)
        {
            final Conjunction condition = conjunction();
            final Selector<AmqpInterest> selector = Selector.jms(condition.text);
            final SelectorTable<AmqpInterest> table = SelectorTable.of(List.of(selector, selector));
            final SelectorEvaluator alone = new SelectorEvaluator(selector);
            final SelectorEvaluator beside = new SelectorEvaluator(table);
            for (int j = 0; j < MESSAGES_OF_EACH; j++)
            {
                compare(condition, alone, table, beside);
            }
        }
        assertEquals(Verdict.values().length, seen.size(), seen::toString);
    }
}

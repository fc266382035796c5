package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

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
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A selector that compares one value with numbers decides when the value is shown; in a table with another one it does not:
 * that must not show.
 */
class OnlyValueTest
{
    private static final int EXPRESSIONS = Settings.frames(4_000);
    private static final int MESSAGES_OF_EACH = 8;
    private static final String[] OPERATORS = {"=", "<", "<=", ">", ">="};
    private static final String[] NUMBERS = {"1", "2", "-1", "3", "9223372036854775807", "-9223372036854775808"};
    private static final Object[] VALUES =
        {1, 2, 3L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 2.0, 2.5f, Double.NaN, "2", true, null, Typed.unsignedLong(-1),
            Typed.unsignedLong(2), Typed.unsignedByte(2), Typed.unsignedInt(-1), Typed.timestamp(3), Typed.decimal(),
            Typed
                .symbol("2"),
            new byte[] {2}};

    private final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
    private final FrameView view = new FrameView();
    private final Map<Verdict, Integer> seen = new EnumMap<>(Verdict.class);

    private static String expression(final Random random)
    {
        final String[] orders = new String[1 + random.nextInt(3)];
        for (int i = 0; i < orders.length; i++)
        {
            final String number = NUMBERS[random.nextInt(NUMBERS.length)];
            final String operator = ' ' + OPERATORS[random.nextInt(OPERATORS.length)] + ' ';
            orders[i] = switch (random.nextInt(3))
            {
                case 0 -> "n BETWEEN " + number + " AND " + NUMBERS[random.nextInt(NUMBERS.length)];
                case 1 -> number + operator + 'n';
                default -> 'n' + operator + number;
            };
        }
        return String.join(" AND ", orders);
    }

    /** With the value never, once or more than once, in one section or, as the lenient take it, in two; now and then cut off. */
    private static byte[] message(final Random random)
    {
        final AmqpMessages message = new AmqpMessages();
        for (int section = random.nextInt(3); section >= 0; section--)
        {
            final List<Map.Entry<String, Object>> entries = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--)
            {
                entries.add(new SimpleEntry<>(random.nextInt(3) > 0 ? "n" : "o", VALUES[random.nextInt(
                    VALUES.length)]));
            }
            message.map(0x74, entries);
        }
        final byte[] bytes = message.message();
        return random.nextInt(8) > 0 ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length));
    }

    private void compare(final Random random, final Selector<AmqpInterest> selector)
    {
        final SelectorTable<AmqpInterest> two = SelectorTable.of(List.of(selector, selector));
        assertNotNull(SelectorTable.of(selector).only(), selector::toString);
        assertNull(two.only());
        // Reused, for nothing may be left of the message before.
        final SelectorEvaluator alone = new SelectorEvaluator(selector);
        final SelectorEvaluator general = new SelectorEvaluator(two);
        for (int i = 0; i < MESSAGES_OF_EACH; i++)
        {
            final byte[] message = message(random);
            final int stop = random.nextInt(8);
            final Outcome outcome = scanner.scan(view.wrap(message), selector.interest(), new Stopping(stop, alone));
            assertEquals(scanner.scan(view.wrap(message), two.interest(), new Stopping(stop, general)), outcome);
            assertEquals(general.verdict(), alone.verdict(), selector::toString);
            assertEquals(general.verdict(), alone.verdict(0));
            assertEquals(general.matches(), alone.matches());
            assertEquals(general.firstMatch(), alone.firstMatch());
            seen.merge(alone.verdict(), 1, Integer::sum);
            if (random.nextInt(8) == 0)
            {
                alone.reset();
                assertEquals(Verdict.ERROR, alone.verdict());
                assertEquals(-1, alone.firstMatch());
            }
        }
    }

    @Test
    void saysWhatItSaysBesideAnother()
    {
        final Random random = new Random(Settings.seed());
        for (int i = 0; i < EXPRESSIONS; i++)
        {
            final Selector<AmqpInterest> selector = Selector.jms(expression(random));
            compare(random, selector);
            compare(random, selector.firstMatchWins());
        }
        assertEquals(Verdict.values().length, seen.size(), seen::toString);
    }

    @Test
    void nothingElseIsDecidedByOneValue()
    {
        for (final String other : new String[] {"n = 1 AND o = 1", "n > 1.5", "n = 'x'", "n = 1 OR n = 2", "n <> 1",
            "JMSMessageID = 1", "JMSPriority = 4", "TRUE"})
        {
            assertNull(SelectorTable.of(Selector.jms(other)).only(), other);
        }
        assertNull(SelectorTable.of(Selector.sql("n = 1")).only());
        assertNotNull(SelectorTable.of(Selector.jms("m.n BETWEEN 1 AND 5 AND m.n < 4")).only());
    }
}

package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The verdicts of programs that {@link Logic} runs are those of the {@link Machine}, which runs all.
 */
class LogicTest
{
    private static final int EXPRESSIONS = 20_000;
    private static final String[] CONDITIONS = {"a > 5", "b <= 3", "c = 'abc'", "d <> 'b'", "x >= 1.5", "a = 5",
        "TAGS IN ('abc', '5', 'x')", "b NOT IN ('5', '0')", "a BETWEEN -3 AND 5", "c NOT BETWEEN 0 AND 2147483648",
        "x BETWEEN 0.5 AND 10", "region = '5'", "e < 9223372036854775807", "NOT (a > 1)", "a1 = 'true'"};

    private final Random random = new Random(9);
    private final SqlGenerator generator = new SqlGenerator(random);
    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();
    private final Set<Verdict> seen = EnumSet.noneOf(Verdict.class);
    private int logical;
    private int conjunctions;

    private String expression()
    {
        final StringBuilder expression = new StringBuilder(CONDITIONS[random.nextInt(CONDITIONS.length)]);
        for (int more = random.nextInt(5); more > 0; more--)
        {
            final String other = CONDITIONS[random.nextInt(CONDITIONS.length)];
            expression.append(random.nextBoolean() ? " AND " : " OR ").append(random.nextInt(3) == 0 ? "NOT (" + other
                + " OR c = 'x')" : other);
        }
        return expression.toString();
    }

    @Test
    void isAConjunctionWhereAllComparisonsHaveToBeTrue()
    {
        for (final String all : new String[] {"a > 5", "a > 5 AND c = 'abc'", "c = 'abc' AND d IN ('a', 'b') AND a = 5",
            "a BETWEEN 1 AND 9 AND (x < 1.5 AND c = 'x')"})
        {
            assertNotNull(SelectorTable.of(Selector.sql(all)).programs[0].conjunction, all);
        }
        for (final String other : new String[] {"a > 5 OR c = 'abc'", "NOT (a > 5)", "a NOT BETWEEN 1 AND 9",
            "c NOT IN ('a')", "a = 5 AND c IS NULL", "a > 5 AND (b < 3 OR c = 'abc')"})
        {
            assertNull(SelectorTable.of(Selector.sql(other)).programs[0].conjunction, other);
        }
    }

    private void compare(final String expression, final Selector<RemotingInterest> selector)
    {
        final SelectorTable<RemotingInterest> table = SelectorTable.of(selector);
        final Machine machine = new Machine(table.slots, table.depth);
        final Program program = table.programs[0];
        logical += program.logical ? 1 : 0;
        conjunctions += program.conjunction != null ? 1 : 0;
        for (int set = 0; set < 4; set++)
        {
            final Map<String, String> properties = generator.properties();
            machine.slots().clear();
            assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(Properties.binary(properties)), selector.interest(), (
                id, value) -> {
                machine.slots().put(id, value);
                return Action.CONTINUE;
            }));
            final Verdict expected = machine.computed(program);
            assertEquals(expected, machine.verdict(program), () -> expression + " over " + properties);
            seen.add(expected);
        }
    }

    @Test
    void givesTheVerdictsOfTheMachine()
    {
        for (int i = 0; i < EXPRESSIONS; i++)
        {
            final String expression = i % 2 == 0 ? expression() : generator.expression();
            try
            {
                compare(expression, Selector.sql(expression));
            }
            catch (final SelectorException ignored)
            {
                // One that does not compile has no verdict.
            }
        }
        assertTrue(logical > EXPRESSIONS / 3, () -> "only " + logical);
        assertTrue(conjunctions > EXPRESSIONS / 10 && conjunctions < logical / 2, () -> "only " + conjunctions);
        assertEquals(EnumSet.allOf(Verdict.class), seen);
    }
}

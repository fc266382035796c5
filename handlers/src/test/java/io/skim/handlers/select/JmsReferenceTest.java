package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.testing.Settings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.selector.filter.BooleanExpression;
import org.apache.activemq.artemis.selector.filter.FilterException;
import org.apache.activemq.artemis.selector.filter.Filterable;
import org.apache.activemq.artemis.selector.impl.SelectorParser;
import org.junit.jupiter.api.Test;

/**
 * Generated selectors over AMQP messages against the real artemis-selector 2.55.0; {@code -Dskim.frames} and
 * {@code -Dskim.seed} as for {@link SqlReferenceTest}.
 * <p>
 * The generator keeps away from what Artemis does otherwise than the specification, or than other brokers. There it is:
 * <ul>
 * <li>{@code NOT} binds tighter than comparisons; {@code NOT i = 8} is {@code (NOT i) = 8}.</li>
 * <li>{@code 5 = none} is false, and with both sides missing true, instead of unknown.</li>
 * <li>An int wraps at 32 bits; here whole numbers have 64.</li>
 * <li>Division and remainder by 0 are infinite or not a number; here unknown.</li>
 * <li>-0.0 is less than 0.0, and what is not a number equals itself.</li>
 * <li>A property that is a text can be greater than another; here that is false.</li>
 * <li>{@code +} joins texts; other arithmetic with texts and booleans throws; here the result is unknown.</li>
 * <li>A binary that is compared with a text or a number throws, and differs from a boolean; here both are false.</li>
 * <li>IN takes texts alone; here also other values, of which it is false if they are unlike.</li>
 * <li>A byte or short is never equal to a wider number on its left, and has no sign.</li>
 * <li>A char is not comparable; here it is a text of one character.</li>
 * <li>Comparisons can stand in a row: {@code i = 5 = TRUE}; here only in parentheses.</li>
 * <li>NULL is a literal outside of IS NULL, and a whole number of more than 64 bits a decimal; here both are refused.</li>
 * <li>An empty selector does not compile; here it takes every message.</li>
 * </ul>
 */
class JmsReferenceTest
{
    private static final int EXPRESSIONS = 10_000;
    private static final int SETS = 6;

    static Verdict reference(final BooleanExpression expression, final Map<String, Object> properties)
    {
        try
        {
            final Object value = expression.evaluate(new Filterable()
            {
                @Override
                public <T> T getBodyAs(final Class<T> type)
                {
                    return null;
                }

                @Override
                public Object getProperty(final SimpleString name)
                {
                    return properties.get(name.toString());
                }

                @Override
                public Object getLocalConnectionId()
                {
                    return null;
                }
            });
            return value == null ? Verdict.UNKNOWN : (Boolean)value ? Verdict.MATCH : Verdict.NO_MATCH;
        }
        catch (final ClassCastException e)
        {
            return Verdict.ERROR;
        }
        catch (final FilterException e)
        {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void verdictsAreThoseOfTheRealEvaluator() throws FilterException
    {
        final long seed = Settings.seed();
        final JmsGenerator generator = new JmsGenerator(new Random(seed));
        final AmqpScanner scanner = new AmqpScanner();
        final FrameView view = new FrameView();
        final Map<Verdict, Integer> seen = new EnumMap<>(Verdict.class);
        final List<String> wrong = new ArrayList<>();
        for (int i = 0; i < Settings.frames(EXPRESSIONS) && wrong.size() < 10; i++)
        {
            final String expression = generator.expression();
            final BooleanExpression reference = SelectorParser.parse(expression);
            final Selector<AmqpInterest> selector = Selector.jms(expression);
            final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
            for (int set = 0; set < SETS; set++)
            {
                final Map<String, Object> properties = generator.properties();
                final byte[] message = AmqpMessages.properties(properties);
                assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(message), selector.interest(), evaluator),
                    () -> scanner.fault() + " seed " + seed);
                final Verdict expected = reference(reference, properties);
                seen.merge(expected, 1, Integer::sum);
                if (evaluator.verdict() != expected && expected != Verdict.ERROR)
                {
                    wrong.add(expression + " over " + properties + ": " + evaluator.verdict() + " instead of "
                        + expected);
                }
            }
        }
        assertEquals("", String.join("\n", wrong), () -> "-Dskim.seed=" + seed);
        System.out.println("seed " + seed + ": verdicts " + seen);
        assertEquals(4, seen.size(), seen::toString);
    }
}

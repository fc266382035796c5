package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.FuzzedRandom;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.HeaderScan;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Vectors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.selector.filter.FilterException;
import org.apache.activemq.artemis.selector.impl.SelectorParser;
import org.apache.rocketmq.filter.expression.BooleanExpression;

/**
 * Selectors, fuzzed by coverage: expressions, values and frames. Without the agent the inputs that are kept beside this
 * class are run.
 */
class SelectFuzzTest
{
    private final HeaderScan strict = new HeaderScan(Strictness.STRICT);
    private final RemotingScanner scanner = new RemotingScanner();
    private final AmqpScanner messages = new AmqpScanner();
    private final FrameView view = new FrameView();

    /** The selector, null if neither compiles. */
    private static Selector<RemotingInterest> compile(final String expression, final BooleanExpression reference)
    {
        try
        {
            final Selector<RemotingInterest> selector = Selector.sql(expression);
            assertTrue(reference != null, () -> "compiled: " + expression);
            return selector;
        }
        catch (final SelectorException refused)
        {
            assertTrue(refused.column() >= 1 && refused.column() <= expression.length() + 1, refused::getMessage);
            assertTrue(reference == null, () -> "refused: " + expression + ": " + refused.getMessage());
            return null;
        }
    }

    /** Expressions nested deeper than the selectors' limit may overflow the stack of the reference. */
    private static boolean isShallow(final String expression)
    {
        return expression.chars().filter(unit -> unit == '(' || unit == '-' || unit == '+' || unit == 'N' || unit
            == 'n').count() < ConditionParser.MAX_DEPTH;
    }

    @FuzzTest
    void sqlSaysOfValuesWhatTheReferenceSays(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final int form = input.next();
        String expression = input.text();
        Map<String, String> properties = new LinkedHashMap<>();
        if (form > 127)
        {
            final SqlGenerator generator = new SqlGenerator(new FuzzedRandom(input.rest()));
            expression = generator.expression();
            properties = generator.properties();
        }
        while (input.hasMore())
        {
            properties.put(input.text(), input.text());
        }
        if (isShallow(expression))
        {
            final BooleanExpression reference = SqlReference.compile(expression);
            final Selector<RemotingInterest> selector = compile(expression, reference);
            if (selector != null)
            {
                final String what = expression + " over " + properties;
                assertEquals(SqlReference.verdict(reference, properties), Properties.verdict(selector, properties),
                    what);
            }
        }
    }

    @FuzzTest
    void sqlSaysOfFramesWhatTheReferenceSaysOfTheirDecodedProperties(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final String expression = input.text();
        final byte[] frame = input.frame();
        final BooleanExpression reference = isShallow(expression) ? SqlReference.compile(expression) : null;
        final Selector<RemotingInterest> selector = reference == null ? null : compile(expression, reference);
        if (selector == null)
        {
            return;
        }
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final Outcome outcome = scanner.scan(view.wrap(frame), selector.interest(), evaluator);
        final HeaderRecord header = strict.read(frame) == null ? null : Reference.decode(frame);
        assertEquals(header == null ? Outcome.MALFORMED : Outcome.COMPLETE, outcome, () -> Vectors.text(frame));
        final Map<String, String> properties =
            header == null || header.properties == null ? Map.of() : header.properties;
        assertEquals(header == null ? Verdict.ERROR : SqlReference.verdict(reference, properties), evaluator.verdict(),
            () -> expression + " over " + Vectors.text(frame));
    }

    @FuzzTest
    void jmsSaysOfMessagesWhatTheReferenceSays(final byte[] bytes) throws FilterException
    {
        final JmsGenerator generator = new JmsGenerator(new FuzzedRandom(bytes));
        final String expression = generator.expression();
        if (!isShallow(expression))
        {
            return;
        }
        final Selector<AmqpInterest> selector = Selector.jms(expression);
        final Map<String, Object> properties = generator.properties();
        final byte[] message = AmqpMessages.properties(properties);
        final Verdict expected = JmsReferenceTest.reference(SelectorParser.parse(expression), properties);
        for (final Selector<AmqpInterest> each : List.of(selector, selector.firstMatchWins()))
        {
            final SelectorEvaluator evaluator = new SelectorEvaluator(each);
            messages.scan(view.wrap(message), each.interest(), evaluator);
            // Artemis throws where it compares a binary; see JmsReferenceTest.
            assertTrue(expected == Verdict.ERROR || expected == evaluator.verdict(), () -> expression + " over "
                + properties + ": " + evaluator.verdict());
        }
    }

    /** Any text and any message: what the two dialects of the generator keep away from. */
    @FuzzTest
    void anyTextIsASelectorOrIsRefusedAtAColumn(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final int form = input.next();
        final String expression = input.text();
        final byte[] message = input.rest();
        try
        {
            if (form % 2 == 0)
            {
                assertEvaluates(Selector.jms(expression), messages, expression, message);
            }
            else
            {
                assertEvaluates(Selector.tags(expression), scanner, expression, message);
            }
        }
        catch (final SelectorException refused)
        {
            assertTrue(refused.column() >= 1 && refused.column() <= expression.length() + 1, refused::getMessage);
        }
    }

    private <I extends Interest> void assertEvaluates(final Selector<I> selector, final FrameScanner<I> scanner,
        final String expression, final byte[] message)
    {
        assertEquals(expression, selector.toString());
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final Outcome outcome = scanner.scan(view.wrap(message), selector.interest(), evaluator);
        assertEquals(outcome == Outcome.MALFORMED, evaluator.verdict() == Verdict.ERROR, expression);
    }
}

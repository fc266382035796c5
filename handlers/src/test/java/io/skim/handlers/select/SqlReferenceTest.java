package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Settings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.rocketmq.filter.expression.BooleanExpression;
import org.junit.jupiter.api.Test;

/**
 * Generated expressions and properties against the real rocketmq-filter 5.5.0. A long run:
 *
 * <pre>
 * mvn -o test -pl handlers -am -Dtest=SqlReferenceTest -Dskim.frames=5000000
 * </pre>
 *
 * A failure names its seed; {@code -Dskim.seed} repeats it.
 */
class SqlReferenceTest
{
    private static final int EXPRESSIONS = 10_000;
    private static final int SETS = 6;

    private final long seed = Settings.seed();
    private final SqlGenerator generator = new SqlGenerator(new Random(seed));
    private final List<String> wrong = new ArrayList<>();

    /** The selector, null if it does not compile; notes if only one of both compiles. */
    private Selector<RemotingInterest> compile(final String expression, final BooleanExpression reference)
    {
        Selector<RemotingInterest> selector = null;
        String reason = "";
        try
        {
            selector = Selector.sql(expression);
        }
        catch (final SelectorException e)
        {
            reason = e.getMessage();
            assertTrue(e.column() >= 1 && e.column() <= expression.length() + 1, reason);
        }
        if (reference == null != (selector == null))
        {
            wrong.add(expression + ": " + (selector == null ? "refused: " + reason : "compiled"));
        }
        return reference == null ? null : selector;
    }

    @Test
    void verdictsAreThoseOfTheRealEvaluator()
    {
        final int count = Settings.frames(EXPRESSIONS);
        final Map<Verdict, Integer> seen = new EnumMap<>(Verdict.class);
        int refused = 0;
        for (int i = 0; i < count && wrong.size() < 10; i++)
        {
            final String expression = generator.expression();
            final BooleanExpression reference = SqlReference.compile(expression);
            final Selector<RemotingInterest> selector = compile(expression, reference);
            refused += reference == null ? 1 : 0;
            for (int set = 0; set < SETS && selector != null; set++)
            {
                final Map<String, String> properties = generator.properties();
                final Verdict expected = SqlReference.verdict(reference, properties);
                final Verdict verdict = Properties.verdict(selector, properties);
                seen.merge(expected, 1, Integer::sum);
                if (verdict != expected)
                {
                    wrong.add(expression + " over " + properties + ": " + verdict + " instead of " + expected);
                }
            }
        }
        assertEquals("", String.join("\n", wrong), () -> "-Dskim.seed=" + seed);
        System.out.println("seed " + seed + ": " + count + " expressions, refused " + refused + ", verdicts " + seen);
        assertEquals(Verdict.values().length, seen.size(), seen::toString);
    }

    /** The whole way: the broker would decode the frame, parse the properties, and evaluate over the map. */
    @Test
    void framesOfBothEncodingsAreJudgedAsTheirDecodedProperties()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView view = new FrameView();
        final int count = Settings.frames(EXPRESSIONS) / 4;
        for (int i = 0; i < count && wrong.size() < 10; i++)
        {
            final String expression = generator.expression();
            final BooleanExpression reference = SqlReference.compile(expression);
            final Selector<RemotingInterest> selector = compile(expression, reference);
            if (selector == null)
            {
                continue;
            }
            final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
            for (int set = 0; set < SETS; set++)
            {
                final Map<String, String> properties = generator.properties();
                final byte[] frame = set % 2 == 0 ? Properties.binary(properties) : Properties.json(properties);
                assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(frame), selector.interest(), evaluator),
                    () -> scanner.fault() + " seed " + seed);
                final Verdict expected = SqlReference.verdict(reference, Reference.decode(frame).properties);
                if (evaluator.verdict() != expected)
                {
                    wrong.add(expression + " over a frame with " + properties + ": " + evaluator.verdict()
                        + " instead of " + expected);
                }
            }
        }
        assertEquals("", String.join("\n", wrong), () -> "-Dskim.seed=" + seed);
    }

    private static final String[] REAL = {"TAGS = 'TagA'", "TAGS IS NULL", "KEYS CONTAINS 'k' OR WAIT = TRUE",
        "UNIQ_KEY STARTSWITH '7F' AND TAGS IN ('TagA', 'TagB', 'order', 'a', 'b')", "index > 5",
        "index BETWEEN 1 AND 7",
        "DELAY > 1 OR PGROUP IS NOT NULL", "WAIT = 'true' AND NOT (TAGS = 'TagB')", "TRAN_MSG = TRUE",
        "REGION <> 'DefaultRegion'", "CLUSTER ENDSWITH 'Cluster'", "a = 1 OR b = 2 OR region = 'eu'"};

    @Test
    void realFramesAreJudgedAsTheirDecodedProperties()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView view = new FrameView();
        final List<byte[]> frames = Captures.sample(600, 4_000);
        final Map<Verdict, Integer> seen = new EnumMap<>(Verdict.class);
        for (final String expression : REAL)
        {
            final BooleanExpression reference = SqlReference.compile(expression);
            final Selector<RemotingInterest> selector = Selector.sql(expression);
            final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
            for (final byte[] frame : frames)
            {
                final Map<String, String> properties = Reference.decode(frame).properties;
                final Verdict expected = SqlReference.verdict(reference, properties == null ? Map.of() : properties);
                assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(frame), selector.interest(), evaluator));
                assertEquals(expected, evaluator.verdict(), () -> expression + " over " + properties);
                seen.merge(expected, 1, Integer::sum);
            }
        }
        assertTrue(seen.getOrDefault(Verdict.MATCH, 0) > 20, seen::toString);
    }
}

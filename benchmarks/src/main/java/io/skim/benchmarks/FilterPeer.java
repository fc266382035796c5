package io.skim.benchmarks;

import java.util.Map;
import org.apache.rocketmq.filter.expression.BooleanExpression;
import org.apache.rocketmq.filter.expression.EvaluationContext;
import org.apache.rocketmq.filter.expression.MQFilterException;
import org.apache.rocketmq.filter.parser.SelectorParser;

/**
 * RocketMQ: decodes, makes a map of the properties, and has the broker's evaluator judge it. The expressions take turns.
 */
final class FilterPeer extends DecodePeer
{
    /** The same condition in four shapes: TAGS and num are missing in some frames. */
    private static final String[] EXPRESSIONS = {"TAGS = 'TagA' AND num > 8", "num >= 9 AND TAGS = 'TagA'",
        "TAGS IN ('TagA', 'TagX') AND num BETWEEN 9 AND 99999", "num > 8 AND num < 100000 AND TAGS = 'TagA'"};

    private final BooleanExpression[] expressions;
    private final Properties properties = new Properties();
    private int turn;

    FilterPeer(final byte[][] frames) throws MQFilterException
    {
        super(frames);
        expressions = new BooleanExpression[EXPRESSIONS.length];
        for (int i = 0; i < expressions.length; i++)
        {
            expressions[i] = SelectorParser.parse(EXPRESSIONS[i]);
        }
    }

    /** As many expressions as selectors, of so many shapes. */
    static String[] expressions(final int shapes)
    {
        final String[] expressions = new String[EXPRESSIONS.length];
        for (int i = 0; i < expressions.length; i++)
        {
            expressions[i] = EXPRESSIONS[i % shapes];
        }
        return expressions;
    }

    @Override
    int answer(final int frame) throws Exception
    {
        final BooleanExpression expression = expressions[turn];
        turn = turn + 1 == expressions.length ? 0 : turn + 1;
        properties.map = Reference.properties(decode(frame));
        return Boolean.TRUE.equals(expression.evaluate(properties)) ? 1 : 0;
    }

    /** The context an expression is evaluated in, used again for each frame. */
    private static final class Properties implements EvaluationContext
    {
        private Map<String, String> map;

        @Override
        public Object get(final String name)
        {
            return map.get(name);
        }

        @Override
        public Map<String, Object> keyValues()
        {
            throw new UnsupportedOperationException();
        }
    }
}

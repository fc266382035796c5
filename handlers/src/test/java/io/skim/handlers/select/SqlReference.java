package io.skim.handlers.select;

import java.util.Map;
import org.apache.rocketmq.filter.expression.BooleanExpression;
import org.apache.rocketmq.filter.expression.EvaluationContext;
import org.apache.rocketmq.filter.expression.MQFilterException;
import org.apache.rocketmq.filter.parser.SelectorParser;

/**
 * The real evaluator: rocketmq-filter 5.5.0.
 */
final class SqlReference
{
    private SqlReference()
    {
    }

    /** The compiled expression, null if it does not compile. */
    static BooleanExpression compile(final String expression)
    {
        try
        {
            return SelectorParser.parse(expression);
        }
        catch (final MQFilterException e)
        {
            return null;
        }
    }

    /** What it says of properties. */
    static Verdict verdict(final BooleanExpression expression, final Map<String, String> properties)
    {
        try
        {
            final Object value = expression.evaluate(new EvaluationContext()
            {
                @Override
                public Object get(final String name)
                {
                    return properties.get(name);
                }

                @Override
                public Map<String, Object> keyValues()
                {
                    throw new UnsupportedOperationException();
                }
            });
            return value == null ? Verdict.UNKNOWN : (Boolean)value ? Verdict.MATCH : Verdict.NO_MATCH;
        }
        catch (final Exception e)
        {
            return Verdict.ERROR;
        }
    }
}

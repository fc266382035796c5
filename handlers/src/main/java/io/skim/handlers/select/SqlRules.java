package io.skim.handlers.select;

/**
 * Compares values like RocketMQ's evaluator, which has Java objects for them: a property is a {@code String}, and is read as a
 * number of the type of the other value. If that fails, the verdict is an error.
 *
 * @see "ComparisonExpression, rocketmq-filter 5.5.0"
 */
final class SqlRules extends Rules
{
    static final SqlRules RULES = new SqlRules();

    /** Returned instead of an order if the values cannot be compared: then the whole evaluation has failed. */
    private static final int FAILED = 0;

    private SqlRules()
    {
    }

    @Override
    Verdict ordered(final Value left, final Value right, final int orders)
    {
        return verdict(left.isText() && right.isText() ? orderOfTexts(left, right) : order(left, right), orders);
    }

    @Override
    Verdict equal(final Value left, final Value right)
    {
        if (left.isMissing() || right.isMissing())
        {
            // Two missing values are equal; a missing value only on the right differs.
            return !right.isMissing() ? Verdict.UNKNOWN : verdict(left.isMissing());
        }
        return left.isText() && right.isText() ? verdict(left.hasTextOf(right)) : verdict(order(left, right), EQUAL);
    }

    @Override
    Verdict different(final Value left, final Value right)
    {
        return Predicates.Not.of(equal(left, right));
    }

    private static Verdict verdict(final int order, final int orders)
    {
        return order == FAILED ? Verdict.ERROR : verdict((order & orders) != 0);
    }

    private static int sign(final int order)
    {
        return order < 0 ? LESS : order > 0 ? GREATER : EQUAL;
    }

    private static int orderOfTexts(final Value left, final Value right)
    {
        return left.readDouble() && right.readDouble() ? sign(Double.compare(left.doubleRead, right.doubleRead))
            : FAILED;
    }

    /** Compares two values of which at least one is not a text; the order of unrelated types is less. */
    private static int order(final Value left, final Value right)
    {
        if (left.type == Value.BOOLEAN)
        {
            // The reference casts the boolean to String here, which fails.
            return right.type == Value.BOOLEAN ? sign(Long.compare(left.number, right.number)) : right.isText() ? FAILED
                : LESS;
        }
        if (left.isText())
        {
            return orderOfText(left, right);
        }
        if (right.isText())
        {
            return mirrored(orderOfText(right, left));
        }
        if (right.type == Value.BOOLEAN)
        {
            return LESS;
        }
        return sign(left.type == Value.DOUBLE || right.type == Value.DOUBLE ? Double.compare(left.asDouble(), right
            .asDouble()) : Long.compare(left.number, right.number));
    }

    /** Reads a text as the type of the other value, and compares the two. */
    private static int orderOfText(final Value text, final Value other)
    {
        switch (other.type)
        {
            case Value.BOOLEAN:
                return sign(Long.compare(Value.isTextOfTrue(text.text, text.from, text.to) ? 1 : 0, other.number));
            case Value.DOUBLE:
                return text.readDouble() ? sign(Double.compare(text.doubleRead, other.asDouble())) : FAILED;
            default:
                final boolean fits =
                    text.readLong() && (other.type == Value.LONG || text.longRead == (int)text.longRead);
                return fits ? sign(Long.compare(text.longRead, other.number)) : FAILED;
        }
    }
}

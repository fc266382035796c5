package io.skim.handlers.select;

/**
 * Compares values as RocketMQ's evaluator does, which has Java objects for them: a property is a {@code String}, read as
 * a number of the type it is compared with; what cannot be read so is an error.
 *
 * @see "ComparisonExpression, rocketmq-filter 5.5.0"
 */
final class SqlRules extends Rules
{
    static final SqlRules RULES = new SqlRules();

    /** In place of an order: the values cannot be compared, and the whole evaluation has failed. */
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
            // Two missing values are the same null; one on the right alone is simply different.
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
        return left.readDouble() && right.readDouble() ? sign(Double.compare(left.doubleRead(), right.doubleRead()))
            : FAILED;
    }

    /** Compares two values that are not both texts; those whose types have nothing to do with each other are less. */
    private static int order(final Value left, final Value right)
    {
        if (left.type == Value.BOOLEAN)
        {
            // There the boolean is cast to a String, which fails.
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

    /** Compares a text, read as the other value's type, with the other value. */
    private static int orderOfText(final Value text, final Value other)
    {
        switch (other.type)
        {
            case Value.BOOLEAN:
                return sign(Long.compare(Value.isTextOfTrue(text.text, text.from, text.to) ? 1 : 0, other.number));
            case Value.DOUBLE:
                return text.readDouble() ? sign(Double.compare(text.doubleRead(), other.asDouble())) : FAILED;
            default:
                final boolean fits = text.readLong() && (other.type == Value.LONG || text.longRead() == (int)text
                    .longRead());
                return fits ? sign(Long.compare(text.longRead(), other.number)) : FAILED;
        }
    }
}

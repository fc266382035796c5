package io.skim.handlers.select;

/**
 * Compares and computes by the rules of JMS: an operation with null gives null, numbers are compared by value, and values of
 * unlike types are not equal.
 *
 * @see "Jakarta Messaging 3.1, sections 3.8.1.2 and 3.8.1.3"
 */
final class JmsRules extends Rules
{
    static final JmsRules RULES = new JmsRules();

    private JmsRules()
    {
    }

    private static boolean isUnknown(final Value value)
    {
        return value.isMissing() || value.type == Value.UNDECODED;
    }

    static boolean isNumber(final Value value)
    {
        return value.type == Value.LONG || value.type == Value.DOUBLE;
    }

    private static boolean isExact(final Value left, final Value right)
    {
        return left.type == Value.LONG && right.type == Value.LONG;
    }

    @Override
    Verdict ordered(final Value left, final Value right, final int orders)
    {
        if (isExact(left, right))
        {
            final int order = left.number < right.number ? LESS : left.number > right.number ? GREATER : EQUAL;
            return verdict((order & orders) != 0);
        }
        return isUnknown(left) || isUnknown(right) ? Verdict.UNKNOWN : verdict(isNumber(left) && isNumber(right)
            && (order(left.asDouble(), right.asDouble()) & orders) != 0);
    }

    /** Not Double.compare, because NaN is in no order, and -0.0 equals 0.0. */
    private static int order(final double left, final double right)
    {
        return left < right ? LESS : left > right ? GREATER : left == right ? EQUAL : 0;
    }

    @Override
    Verdict equal(final Value left, final Value right)
    {
        if (isUnknown(left) || isUnknown(right))
        {
            return Verdict.UNKNOWN;
        }
        if (left.isText())
        {
            return verdict(right.isText() && left.hasTextOf(right));
        }
        return left.type == Value.BOOLEAN ? verdict(right.type == Value.BOOLEAN && left.number == right.number)
            : ordered(left, right, EQUAL);
    }

    /** False also for a value that equals nothing. */
    @Override
    Verdict different(final Value left, final Value right)
    {
        final boolean opaque = left.type == Value.OPAQUE || right.type == Value.OPAQUE;
        return opaque && !isUnknown(left) && !isUnknown(right) ? Verdict.NO_MATCH
            : Predicates.Not.of(equal(left, right));
    }

    /**
     * Computes in place.
     *
     * @param left   becomes the result; null if one operand is not a number, or after a division by 0.
     * @param token  of the operator.
     * @param right  of the operator.
     */
    static void compute(final Value left, final int token, final Value right)
    {
        final boolean divides = token == Tokens.DIVIDE || token == Tokens.REMAINDER;
        if (!isNumber(left) || !isNumber(right) || divides && right.asDouble() == 0)
        {
            left.set(Value.NULL, 0);
        }
        else if (isExact(left, right) && token != Tokens.DIVIDE)
        {
            left.number = computed(left.number, token, right.number);
        }
        else
        {
            left.set(Value.DOUBLE, Double.doubleToRawLongBits(computed(left.asDouble(), token, right.asDouble())));
        }
    }

    private static long computed(final long left, final int token, final long right)
    {
        return switch (token)
        {
            case Tokens.PLUS -> left + right;
            case Tokens.MINUS -> left - right;
            case Tokens.TIMES -> left * right;
            default -> left % right;
        };
    }

    private static double computed(final double left, final int token, final double right)
    {
        return switch (token)
        {
            case Tokens.PLUS -> left + right;
            case Tokens.MINUS -> left - right;
            case Tokens.TIMES -> left * right;
            case Tokens.DIVIDE -> left / right;
            default -> left % right;
        };
    }
}

package io.skim.handlers.select;

/**
 * Compares and computes as JMS has it: what has to do with null is null, numbers are compared by value, and values of
 * unlike types are simply not equal.
 *
 * @see "Jakarta Messaging 3.1, sections 3.8.1.2 and 3.8.1.3"
 */
final class JmsComparison
{
    private final Operands operands;
    private final SqlComparison texts;

    JmsComparison(final Operands operands, final SqlComparison texts)
    {
        this.operands = operands;
        this.texts = texts;
    }

    private boolean isUnknown(final int at)
    {
        return operands.types[at] == Slots.NULL || operands.types[at] == Slots.UNDECODED;
    }

    private boolean isNumber(final int at)
    {
        final int type = operands.types[at];
        return type == Slots.LONG || type == Slots.DOUBLE;
    }

    private boolean isExact(final int left, final int right)
    {
        return operands.types[left] == Slots.LONG && operands.types[right] == Slots.LONG;
    }

    /** Sets the result to whether both are equal. */
    void equal(final int left, final int right, final int result)
    {
        if (isUnknown(left) || isUnknown(right))
        {
            operands.setNull(result);
        }
        else
        {
            operands.setBoolean(result, isEqual(left, right));
        }
    }

    private boolean isEqual(final int left, final int right)
    {
        if (operands.isText(left))
        {
            return operands.isText(right) && texts.sameText(left, right);
        }
        if (operands.types[left] == Slots.BOOLEAN)
        {
            return operands.types[right] == Slots.BOOLEAN && operands.numbers[left] == operands.numbers[right];
        }
        return isOrdered(Op.JMS_EQUAL, left, right);
    }

    /** Sets the left operand to whether both are different; of a value that equals nothing that is false too. */
    void notEqual(final int left, final int right)
    {
        final boolean opaque = operands.types[left] == Slots.OPAQUE || operands.types[right] == Slots.OPAQUE;
        equal(left, right, left);
        if (!operands.isNull(left))
        {
            operands.setBoolean(left, !opaque && operands.isFalse(left));
        }
    }

    /** Sets the result to whether two numbers are in an order. */
    void order(final int op, final int left, final int right, final int result)
    {
        if (isUnknown(left) || isUnknown(right))
        {
            operands.setNull(result);
        }
        else
        {
            operands.setBoolean(result, isOrdered(op, left, right));
        }
    }

    private boolean isOrdered(final int op, final int left, final int right)
    {
        if (!isNumber(left) || !isNumber(right))
        {
            return false;
        }
        if (isExact(left, right))
        {
            return isOrdered(op, Long.compare(operands.numbers[left], operands.numbers[right]));
        }
        // Not Double.compare: what is no number is in no order, and -0.0 is 0.0.
        final double one = operands.doubleAt(left);
        final double other = operands.doubleAt(right);
        return one < other ? isOrdered(op, -1) : one > other ? isOrdered(op, 1) : one == other && isOrdered(op, 0);
    }

    private static boolean isOrdered(final int op, final int order)
    {
        switch (op)
        {
            case Op.JMS_EQUAL:
                return order == 0;
            case Op.JMS_GREATER:
                return order > 0;
            case Op.JMS_GREATER_EQUAL:
            case Op.JMS_KEEP_GREATER_EQUAL:
                return order >= 0;
            case Op.JMS_LESS:
            case Op.JMS_KEEP_LESS:
                return order < 0;
            default:
                return order <= 0;
        }
    }

    /** Sets the left operand to the result of a computation; null if one is no number, or divided by 0. */
    void compute(final int op, final int left, final int right)
    {
        final boolean divides = op == Op.DIVIDE || op == Op.REMAINDER;
        if (!isNumber(left) || !isNumber(right) || divides && operands.doubleAt(right) == 0)
        {
            operands.setNull(left);
        }
        else if (isExact(left, right) && op != Op.DIVIDE)
        {
            operands.numbers[left] = compute(op, operands.numbers[left], operands.numbers[right]);
        }
        else
        {
            operands.numbers[left] = Double.doubleToRawLongBits(compute(op, operands.doubleAt(left), operands.doubleAt(
                right)));
            operands.types[left] = Slots.DOUBLE;
        }
    }

    private static long compute(final int op, final long left, final long right)
    {
        switch (op)
        {
            case Op.ADD:
                return left + right;
            case Op.SUBTRACT:
                return left - right;
            case Op.MULTIPLY:
                return left * right;
            default:
                return left % right;
        }
    }

    private static double compute(final int op, final double left, final double right)
    {
        switch (op)
        {
            case Op.ADD:
                return left + right;
            case Op.SUBTRACT:
                return left - right;
            case Op.MULTIPLY:
                return left * right;
            case Op.DIVIDE:
                return left / right;
            default:
                return left % right;
        }
    }
}

package io.skim.handlers.select;

/**
 * The stack that programs compute on, one for each evaluator: of each value a type of {@link Slots}, a number, and where
 * its text stands.
 */
final class Operands
{
    final int[] types;
    /** A number, or of a text the slot it is of, or {@link SlotTable#NONE}. */
    final long[] numbers;
    final int[] from;
    final int[] to;

    Operands(final int depth)
    {
        types = new int[depth];
        numbers = new long[depth];
        from = new int[depth];
        to = new int[depth];
    }

    /** Puts what a comparison says. */
    void setBoolean(final int at, final boolean value)
    {
        types[at] = Slots.BOOLEAN;
        numbers[at] = value ? 1 : 0;
    }

    void setNull(final int at)
    {
        types[at] = Slots.NULL;
    }

    boolean isNull(final int at)
    {
        return types[at] == Slots.NULL;
    }

    /** Whether it is that boolean. */
    boolean isBoolean(final int at, final boolean value)
    {
        return types[at] == Slots.BOOLEAN && numbers[at] == (value ? 1 : 0);
    }

    boolean isTrue(final int at)
    {
        return types[at] == Slots.BOOLEAN && numbers[at] != 0;
    }

    boolean isFalse(final int at)
    {
        return types[at] == Slots.BOOLEAN && numbers[at] == 0;
    }

    boolean isText(final int at)
    {
        return types[at] == Slots.TEXT || types[at] == Slots.CONSTANT;
    }

    double doubleAt(final int at)
    {
        return types[at] == Slots.DOUBLE ? Double.longBitsToDouble(numbers[at]) : numbers[at];
    }

    void move(final int source, final int target)
    {
        types[target] = types[source];
        numbers[target] = numbers[source];
        from[target] = from[source];
        to[target] = to[source];
    }

    /** {@code AND} of three values. */
    void and(final int left, final int right, final int result)
    {
        if (isFalse(left) || isFalse(right))
        {
            setBoolean(result, false);
        }
        else if (isNull(left) || isNull(right))
        {
            setNull(result);
        }
        else
        {
            setBoolean(result, true);
        }
    }

    /** {@code OR} of three values. */
    void or(final int left, final int right, final int result)
    {
        if (isTrue(left) || isTrue(right))
        {
            setBoolean(result, true);
        }
        else if (isNull(left) || isNull(right))
        {
            setNull(result);
        }
        else
        {
            setBoolean(result, false);
        }
    }
}

package io.skim.handlers.select;

import io.skim.bytes.NumberReader;
import java.util.Arrays;

/**
 * Compares values as RocketMQ's evaluator does, which has Java objects for them: a property is a {@code String}, read as
 * a number of the type it is compared with; what cannot be read so is an error.
 *
 * @see "ComparisonExpression, rocketmq-filter 5.5.0"
 */
final class SqlComparison
{
    /** In place of an order: the values cannot be compared, and the whole evaluation has failed. */
    static final int FAILED = Integer.MIN_VALUE;

    /** Of values whose types have nothing to do with each other. */
    private static final int LESS = -1;
    private static final int TEXT_TRUE_LENGTH = 4;

    private final Operands operands;
    private final Slots slots;
    private final NumberReader reader;
    private byte[] pool;
    /** What was read last. */
    private long longValue;
    /** What was read last. */
    private double doubleValue;

    SqlComparison(final Operands operands, final Slots slots, final NumberReader reader)
    {
        this.operands = operands;
        this.slots = slots;
        this.reader = reader;
    }

    /** Begins a program. */
    void use(final Program program)
    {
        pool = program.pool;
    }

    private byte[] array(final int at)
    {
        return operands.types[at] == Slots.TEXT ? slots.text : pool;
    }

    /** Whether two texts are the same. */
    boolean sameText(final int left, final int right)
    {
        return Arrays.equals(array(left), operands.from[left], operands.to[left], array(right), operands.from[right],
            operands.to[right]);
    }

    /** Sets the left operand to whether both are equal; false if that failed. */
    boolean equal(final int left, final int right)
    {
        final boolean leftNull = operands.isNull(left);
        final boolean rightNull = operands.isNull(right);
        if (leftNull || rightNull)
        {
            // Two missing values are the same null; one on the right alone is simply different.
            if (leftNull == rightNull)
            {
                operands.setBoolean(left, true);
            }
            else if (rightNull)
            {
                operands.setBoolean(left, false);
            }
            return true;
        }
        final int order = operands.isText(left) && operands.isText(right) ? sameText(left, right) ? 0 : LESS : compare(
            left, right);
        operands.setBoolean(left, order == 0);
        return order != FAILED;
    }

    /** The order of two numbers or texts of numbers; {@link #FAILED} if there is none. Neither is null. */
    int order(final int left, final int right)
    {
        if (operands.isText(left) && operands.isText(right))
        {
            if (!readDouble(left))
            {
                return FAILED;
            }
            final double value = doubleValue;
            return readDouble(right) ? Double.compare(value, doubleValue) : FAILED;
        }
        return compare(left, right);
    }

    /** Compares two values that are not both texts. */
    private int compare(final int left, final int right)
    {
        final int leftType = operands.types[left];
        final int rightType = operands.types[right];
        if (leftType == Slots.BOOLEAN)
        {
            // There the boolean is cast to a String, which fails.
            return rightType == Slots.BOOLEAN ? Long.compare(operands.numbers[left], operands.numbers[right])
                : operands.isText(right) ? FAILED : LESS;
        }
        if (operands.isText(left))
        {
            return compareText(left, right);
        }
        if (operands.isText(right))
        {
            final int order = compareText(right, left);
            return order == FAILED ? FAILED : -order;
        }
        if (rightType == Slots.BOOLEAN)
        {
            return LESS;
        }
        return leftType == Slots.DOUBLE || rightType == Slots.DOUBLE ? Double.compare(operands.doubleAt(left), operands
            .doubleAt(right)) : Long.compare(operands.numbers[left], operands.numbers[right]);
    }

    /** Compares a text, read as the other value's type, with the other value. */
    private int compareText(final int text, final int other)
    {
        switch (operands.types[other])
        {
            case Slots.BOOLEAN:
                return Long.compare(isTrue(text) ? 1 : 0, operands.numbers[other]);
            case Slots.DOUBLE:
                return readDouble(text) ? Double.compare(doubleValue, operands.doubleAt(other)) : FAILED;
            default:
                if (!readLong(text))
                {
                    return FAILED;
                }
                final long value = longValue;
                final boolean fits = operands.types[other] == Slots.LONG || value == (int)value;
                return fits ? Long.compare(value, operands.numbers[other]) : FAILED;
        }
    }

    private boolean readLong(final int at)
    {
        final int slot = (int)operands.numbers[at];
        final boolean good = slot == SlotTable.NONE ? reader.readLong(pool, operands.from[at], operands.to[at]) : slots
            .readLong(slot);
        longValue = slot == SlotTable.NONE ? reader.longValue() : slots.longOf(slot);
        return good;
    }

    private boolean readDouble(final int at)
    {
        final int slot = (int)operands.numbers[at];
        final boolean good =
            slot == SlotTable.NONE ? reader.readDouble(pool, operands.from[at], operands.to[at]) : slots
                .readDouble(slot);
        doubleValue = slot == SlotTable.NONE ? reader.doubleValue() : slots.doubleOf(slot);
        return good;
    }

    private boolean isTrue(final int at)
    {
        return isTrue(array(at), operands.from[at], operands.to[at]);
    }

    /** As {@code Boolean.valueOf}. */
    static boolean isTrue(final byte[] array, final int from, final int to)
    {
        return to - from == TEXT_TRUE_LENGTH && (array[from] | 0x20) == 't' && (array[from + 1] | 0x20) == 'r'
            && (array[from + 2] | 0x20) == 'u' && (array[from + 3] | 0x20) == 'e';
    }
}

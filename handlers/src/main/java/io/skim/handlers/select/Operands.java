package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Key;
import io.skim.handlers.select.Node.Operand;
import io.skim.scan.remoting.RequestCode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that give values.
 */
final class Operands
{
    static final Constant TRUE = new Constant(Value.TRUE);
    static final Constant FALSE = new Constant(Value.FALSE);
    static final Constant NULL = new Constant(Value.NOTHING);
    /** The result of the condition before this one in a {@link Predicates.Row}. */
    static final Operand BEFORE = new Operand()
    {
        @Override
        Value value(final Slots slots)
        {
            return slots.before;
        }
    };

    private Operands()
    {
    }

    /** The value of a slot. */
    static final class Slot extends Operand
    {
        final int index;

        Slot(final int index)
        {
            this.index = index;
        }

        @Override
        Value value(final Slots slots)
        {
            return slots.values[index];
        }

        @Override
        boolean isLoaded()
        {
            return true;
        }
    }

    /** A value that is the same for each frame. */
    static final class Constant extends Operand
    {
        final Value value;

        Constant(final Value value)
        {
            this.value = value;
        }

        @Override
        Value value(final Slots slots)
        {
            return value;
        }

        @Override
        @Nullable
        Set<Key> keys()
        {
            return value.truth() == Verdict.MATCH ? null : Set.of();
        }
    }

    /** The value of a slot, or a constant if the slot has no value; optionally also if it is null. */
    static final class Otherwise extends Operand
    {
        private final Slot slot;
        private final boolean alsoForNull;
        private final Value otherwise;

        Otherwise(final Slot slot, final boolean alsoForNull, final Value otherwise)
        {
            this.slot = slot;
            this.alsoForNull = alsoForNull;
            this.otherwise = otherwise;
        }

        @Override
        Value value(final Slots slots)
        {
            final Value value = slots.values[slot.index];
            return value.type == Value.ABSENT || alsoForNull && value.type == Value.NULL ? otherwise : value;
        }

        @Override
        boolean isLoaded()
        {
            return true;
        }
    }

    /**
     * A field of a send request, which has a one-letter name in requests of three codes. If such a request does not have the short
     * name, the long name is used: old Go clients send it, but a broker does not read it.
     */
    static final class SendField extends Operand
    {
        private final Slot code;
        private final Slot shortName;
        private final Slot longName;

        SendField(final Slot code, final Slot shortName, final Slot longName)
        {
            this.code = code;
            this.shortName = shortName;
            this.longName = longName;
        }

        @Override
        Value value(final Slots slots)
        {
            final Value known = slots.values[code.index];
            final long number = known.isText() && known.readLong() ? known.longRead() : 0;
            final Value brief = slots.values[shortName.index];
            return number == (int)number && RequestCode.hasShortNames((int)number) && brief.type != Value.ABSENT ? brief
                : slots.values[longName.index];
        }

        @Override
        boolean isLoaded()
        {
            return true;
        }
    }

    /** One text for true, another for false; null for a missing value. */
    static final class Choice extends Operand
    {
        private final Node condition;
        private final Value good;
        private final Value other;

        Choice(final Node condition, final String good, final String other)
        {
            this.condition = condition;
            this.good = Value.of(good);
            this.other = Value.of(other);
        }

        @Override
        Value value(final Slots slots)
        {
            final Value said = condition.value(slots);
            return said.isMissing() ? said : said.truth() == Verdict.MATCH ? good : other;
        }
    }

    /** A number with a sign; null for other values. */
    static final class Signed extends Operand
    {
        private final Node number;
        private final boolean negative;

        Signed(final Node number, final boolean negative)
        {
            this.number = number;
            this.negative = negative;
        }

        @Override
        Value value(final Slots slots)
        {
            final Value value = number.value(slots);
            switch (value.type)
            {
                case Value.INT:
                    return negative ? slots.result(Value.INT, -(int)value.number) : value;
                case Value.LONG:
                    return negative ? slots.result(Value.LONG, -value.number) : value;
                case Value.DOUBLE:
                    return negative ? slots.result(Value.DOUBLE, Double.doubleToRawLongBits(-value.asDouble())) : value;
                case Value.FAILED:
                    return value;
                default:
                    return Value.NOTHING;
            }
        }
    }

    /** Numbers that are added or multiplied from left to right, by the rules of JMS. */
    static final class Computed extends Operand
    {
        private final Node[] numbers;
        /** The operator before each number except the first, by the number's index. */
        private final int[] tokens;

        Computed(final Node[] numbers, final int... tokens)
        {
            this.numbers = numbers;
            this.tokens = tokens;
        }

        @Override
        Value value(final Slots slots)
        {
            final Value first = numbers[0].value(slots);
            final Value result = slots.result(first.type, first.number);
            for (int i = 1; i < numbers.length; i++)
            {
                JmsRules.compute(result, tokens[i], numbers[i].value(slots));
            }
            return result;
        }
    }
}

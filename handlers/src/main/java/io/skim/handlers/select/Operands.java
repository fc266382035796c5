package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Key;
import io.skim.handlers.select.Node.Loaded;
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
    static final Operand BEFORE = slots -> slots.before;

    private Operands()
    {
    }

    /** The value of a slot. */
    record Slot(int index) implements Loaded
    {
        @Override
        public Value value(final Slots slots)
        {
            return slots.values[index];
        }
    }

    /** A value that is the same for each frame. */
    record Constant(Value value) implements Operand
    {
        @Override
        public Value value(final Slots slots)
        {
            return value;
        }

        @Override
        @Nullable
        public Set<Key> keys()
        {
            return value.truth() == Verdict.MATCH ? null : Set.of();
        }
    }

    /** The value of a slot, or a constant if the slot has no value; optionally also if it is null. */
    record Otherwise(Slot slot, boolean alsoForNull, Value otherwise) implements Loaded
    {
        @Override
        public Value value(final Slots slots)
        {
            final Value value = slots.values[slot.index()];
            return value.type == Value.ABSENT || alsoForNull && value.type == Value.NULL ? otherwise : value;
        }
    }

    /**
     * A field of a send request, which has a one-letter name in requests of three codes. If such a request does not have the short
     * name, the long name is used: old Go clients send it, but a broker does not read it.
     */
    record SendField(Slot code, Slot shortName, Slot longName) implements Loaded
    {
        @Override
        public Value value(final Slots slots)
        {
            final Value known = slots.values[code.index()];
            final long number = known.isText() && known.readLong() ? known.longRead : 0;
            final Value brief = slots.values[shortName.index()];
            return number == (int)number && RequestCode.hasShortNames((int)number) && brief.type != Value.ABSENT ? brief
                : slots.values[longName.index()];
        }
    }

    /** One text for true, another for false; null for a missing value. */
    record Choice(Node condition, Value good, Value other) implements Operand
    {
        @Override
        public Value value(final Slots slots)
        {
            final Value said = condition.value(slots);
            return said.isMissing() ? said : said.truth() == Verdict.MATCH ? good : other;
        }
    }

    /** A number with a sign; null for other values. */
    record Signed(Node number, boolean negative) implements Operand
    {
        @Override
        public Value value(final Slots slots)
        {
            final Value value = number.value(slots);
            return switch (value.type)
            {
                case Value.INT -> negative ? slots.result(Value.INT, -(int)value.number) : value;
                case Value.LONG -> negative ? slots.result(Value.LONG, -value.number) : value;
                case Value.DOUBLE -> negative
                    ? slots.result(Value.DOUBLE, Double.doubleToRawLongBits(-value.asDouble())) : value;
                case Value.FAILED -> value;
                default -> Value.NOTHING;
            };
        }
    }

    /** Numbers that are added or multiplied from left to right, by the rules of JMS. */
    record Computed(Node[] numbers, int... tokens) implements Operand
    {
        @Override
        public Value value(final Slots slots)
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

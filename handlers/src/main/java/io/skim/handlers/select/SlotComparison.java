package io.skim.handlers.select;

import java.util.Arrays;

/**
 * Compares the value of a slot with a constant, which is what most conditions do, in one instruction.
 */
final class SlotComparison
{
    private static final int FALSE = 0;
    private static final int TRUE = 1;
    private static final int UNKNOWN = 2;

    private final Operands operands;
    private final Slots slots;
    private Program program;

    SlotComparison(final Operands operands, final Slots slots)
    {
        this.operands = operands;
        this.slots = slots;
    }

    /** Begins a program. */
    void use(final Program wanted)
    {
        program = wanted;
    }

    /** A text that equals another; of what is no text that is false, of what is missing unknown. */
    void equal(final int top, final int at)
    {
        final int slot = program.code[at + 1];
        final int type = slots.types[slot];
        if (type == Slots.TEXT)
        {
            final int text = program.code[at + 2];
            final int first = program.bounds[text];
            final int behind = program.bounds[text + 1];
            final int from = slots.from[slot];
            operands.setBoolean(top, slots.to[slot] - from == behind - first && Arrays.equals(slots.text, from,
                slots.to[slot], program.pool, first, behind));
        }
        else if (type <= Slots.NULL || type == Slots.UNDECODED)
        {
            operands.setNull(top);
        }
        else
        {
            operands.setBoolean(top, false);
        }
    }

    /** The text of a slot, read as the type of the number it is compared with. */
    boolean sqlOrder(final int top, final int at)
    {
        final int slot = program.code[at + 1];
        if (slots.types[slot] != Slots.TEXT)
        {
            operands.setNull(top);
            return true;
        }
        final long number = program.numbers[program.code[at + 2]];
        final int how = program.code[at + 3];
        final int type = how >> Op.TYPE_SHIFT;
        final int order;
        if (type == Slots.DOUBLE)
        {
            if (!slots.readDouble(slot))
            {
                return false;
            }
            order = Double.compare(slots.doubleOf(slot), Double.longBitsToDouble(number));
        }
        else
        {
            if (!slots.readLong(slot) || type == Slots.INT && slots.longOf(slot) != (int)slots.longOf(slot))
            {
                return false;
            }
            order = Long.compare(slots.longOf(slot), number);
        }
        operands.setBoolean(top, (how & (order < 0 ? Op.LESS : order > 0 ? Op.GREATER : Op.EQUAL)) != 0);
        return true;
    }

    /** The number of a slot; what is none is in no order. */
    void jmsOrder(final int top, final int at)
    {
        final int answer = jmsOrder(program.code, program.numbers, at);
        if (answer == UNKNOWN)
        {
            operands.setNull(top);
        }
        else
        {
            operands.setBoolean(top, answer == TRUE);
        }
    }

    /** What a program says that is a conjunction of orders: false if one is, else unknown if one is, else true. */
    Verdict conjunction(final Program wanted)
    {
        final WholeRange[] ranges = wanted.ranges;
        int at = 0;
        // Asked this way the loop is not taken for a counted one, which is prepared for thousands of rounds.
        while (ranges != null && ranges.length - at > 0)
        {
            final WholeRange range = ranges[at];
            if (slots.types[range.slot] != Slots.LONG)
            {
                return orders(wanted);
            }
            if (!range.contains(slots.numbers[range.slot]))
            {
                return Verdict.NO_MATCH;
            }
            at++;
        }
        return ranges == null ? orders(wanted) : Verdict.MATCH;
    }

    private Verdict orders(final Program wanted)
    {
        final int[] code = wanted.code;
        Verdict verdict = Verdict.MATCH;
        for (int at = 0; at < code.length; at += 1 + Op.operands(code[at]))
        {
            final int answer = code[at] == Op.JMS_SLOT_ORDER ? jmsOrder(code, wanted.numbers, at) : TRUE;
            if (answer == FALSE)
            {
                return Verdict.NO_MATCH;
            }
            verdict = answer == UNKNOWN ? Verdict.UNKNOWN : verdict;
        }
        return verdict;
    }

    private int jmsOrder(final int[] code, final long[] numbers, final int at)
    {
        final int slot = code[at + 1];
        final int type = slots.types[slot];
        final int how = code[at + 3];
        final long number = numbers[code[at + 2]];
        if (type == Slots.LONG && how >> Op.TYPE_SHIFT == Slots.LONG)
        {
            final long value = slots.numbers[slot];
            return (how & (value < number ? Op.LESS : value > number ? Op.GREATER : Op.EQUAL)) != 0 ? TRUE : FALSE;
        }
        if (type <= Slots.NULL || type == Slots.UNDECODED)
        {
            return UNKNOWN;
        }
        final double value = type == Slots.LONG ? slots.numbers[slot] : Double.longBitsToDouble(slots.numbers[slot]);
        final double other = how >> Op.TYPE_SHIFT == Slots.LONG ? number : Double.longBitsToDouble(number);
        final int order = value < other ? Op.LESS : value > other ? Op.GREATER : value == other ? Op.EQUAL : 0;
        return (type == Slots.LONG || type == Slots.DOUBLE) && (how & order) != 0 ? TRUE : FALSE;
    }
}

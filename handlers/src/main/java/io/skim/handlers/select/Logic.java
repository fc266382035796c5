package io.skim.handlers.select;

import io.skim.bytes.Words;

/**
 * Runs programs of the commonest kind: values of slots that are compared with constants, and what AND, OR and NOT make of
 * that. All they compute with is true, false or unknown, so the stack is a few bits and needs no memory. A {@link Machine}
 * gives the same verdicts. What is said by comparisons that all have to be true is told without a program, from one to the
 * next.
 */
final class Logic
{
    private static final int FALSE = 0;
    private static final int TRUE = 1;
    private static final int UNKNOWN = 2;
    private static final int FAILED = -1;
    private static final int BITS = 2;
    private static final int MASK = 3;
    /** By the two sides, as two bits for each pair: false if either is, else unknown if either is. */
    private static final int AND = table(FALSE, TRUE);
    /** True if either is, else unknown if either is. */
    private static final int OR = table(TRUE, FALSE);

    private final Slots slots;

    Logic(final Slots slots)
    {
        this.slots = slots;
    }

    private static int table(final int decisive, final int neutral)
    {
        int table = 0;
        for (int left = FALSE; left <= UNKNOWN; left++)
        {
            for (int right = FALSE; right <= UNKNOWN; right++)
            {
                final int value =
                    left == decisive || right == decisive ? decisive : left == neutral ? right : left;
                table |= value << (left << BITS | right) * BITS;
            }
        }
        return table;
    }

    private static int combined(final int table, final int left, final int right)
    {
        return table >>> (left << BITS | right) * BITS & MASK;
    }

    /**
     * Whether a program is of this kind.
     *
     * @param code  its instructions.
     * @param depth of the stack it needs.
     */
    static boolean runs(final int[] code, final int depth)
    {
        boolean good = code.length > 0 && depth < Long.SIZE / BITS;
        for (int at = 0; at < code.length && good; at += 1 + Op.operands(code[at]))
        {
            good = isLogical(code, at);
        }
        return good;
    }

    private static boolean isLogical(final int[] code, final int at)
    {
        switch (code[at])
        {
            case Op.SLOT:
                return at + 2 < code.length && code[at + 2] == Op.IN;
            case Op.IN:
                return at >= 2 && code[at - 2] == Op.SLOT;
            case Op.SLOT_EQUALS:
            case Op.SQL_SLOT_ORDER:
            case Op.JUMP_FALSE:
            case Op.JUMP_TRUE:
            case Op.AND:
            case Op.OR:
            case Op.NOT:
                return true;
            default:
                return false;
        }
    }

    /** The verdict of a program of this kind. */
    Verdict verdict(final Program program)
    {
        return program.conjunction == null ? general(program) : conjunction(program.conjunction);
    }

    /** False if one is, else unknown if one is, else true; what is behind the first that is false is not looked at. */
    private Verdict conjunction(final Comparison[] comparisons)
    {
        Verdict verdict = Verdict.MATCH;
        for (final Comparison comparison : comparisons)
        {
            final int value =
                comparison.op == Op.SQL_SLOT_ORDER ? order(comparison) : comparison.op == Op.SLOT_EQUALS ? equal(
                    comparison.slot, comparison.text, 0, comparison.text.length) : in(comparison.slot, comparison.set);
            if (value <= FALSE)
            {
                return value == FALSE ? Verdict.NO_MATCH : Verdict.ERROR;
            }
            verdict = value == UNKNOWN ? Verdict.UNKNOWN : verdict;
        }
        return verdict;
    }

    private Verdict general(final Program program)
    {
        final int[] code = program.code;
        int value = UNKNOWN;
        long below = 0;
        int at = 0;
        while (at < code.length)
        {
            final int op = code[at];
            switch (op)
            {
                case Op.JUMP_FALSE:
                case Op.JUMP_TRUE:
                    at = value == (op == Op.JUMP_TRUE ? TRUE : FALSE) ? code[at + 1] : at + 2;
                    break;
                case Op.AND:
                case Op.OR:
                    value = combined(op == Op.AND ? AND : OR, (int)below & MASK, value);
                    below >>>= BITS;
                    at++;
                    break;
                case Op.NOT:
                    value = value == UNKNOWN ? UNKNOWN : value ^ TRUE;
                    at++;
                    break;
                default:
                    below = below << BITS | value;
                    value =
                        op == Op.SLOT_EQUALS ? equal(code[at + 1], program.pool, program.bounds[code[at + 2]],
                            program.bounds[code[at + 2] + 1])
                            : op == Op.SLOT ? in(code[at
                                + 1], program.sets[code[at + 3]])
                                : order(code[at + 1], program.numbers[code[at + 2]], code[at
                                    + 3]);
                    if (value == FAILED)
                    {
                        return Verdict.ERROR;
                    }
                    at += op == Op.SLOT_EQUALS ? 3 : 4;
                    break;
            }
        }
        return value == TRUE ? Verdict.MATCH : value == UNKNOWN ? Verdict.UNKNOWN : Verdict.NO_MATCH;
    }

    /** Of a value that is no text. */
    private static int ofNoText(final int type)
    {
        return type <= Slots.NULL || type == Slots.UNDECODED ? UNKNOWN : FALSE;
    }

    private int equal(final int slot, final byte[] wanted, final int first, final int behind)
    {
        final int type = slots.types[slot];
        if (type != Slots.TEXT)
        {
            return ofNoText(type);
        }
        final int from = slots.from[slot];
        final int length = behind - first;
        return slots.to[slot] - from == length && Words.equals(slots.text, from, wanted, first, length) ? TRUE : FALSE;
    }

    private int in(final int slot, final TextSet set)
    {
        final int type = slots.types[slot];
        return type != Slots.TEXT ? UNKNOWN : set.contains(slots.text, slots.from[slot], slots.to[slot]) ? TRUE
            : FALSE;
    }

    /** As the other; a number of few digits is read each time, which costs less than to remember it. */
    private int order(final Comparison comparison)
    {
        final int slot = comparison.slot;
        if (slots.types[slot] != Slots.TEXT)
        {
            return UNKNOWN;
        }
        final int few = comparison.type == Slots.DOUBLE ? -1 : slots.readFew(slot);
        return few < 0 ? order(slot, comparison.number, comparison.how) : holds(comparison.how, few, comparison.number);
    }

    private static int holds(final int how, final long value, final long number)
    {
        return (how & (value < number ? Op.LESS : value > number ? Op.GREATER : Op.EQUAL)) != 0 ? TRUE : FALSE;
    }

    /** The text of a slot, read as the type of the number it is compared with. */
    private int order(final int slot, final long number, final int how)
    {
        if (slots.types[slot] != Slots.TEXT)
        {
            return UNKNOWN;
        }
        final int type = how >> Op.TYPE_SHIFT;
        if (type == Slots.DOUBLE)
        {
            if (!slots.readDouble(slot))
            {
                return FAILED;
            }
            final int order = Double.compare(slots.doubleOf(slot), Double.longBitsToDouble(number));
            return holds(how, order, 0);
        }
        return !slots.readLong(slot) || type == Slots.INT && slots.longOf(slot) != (int)slots.longOf(slot) ? FAILED
            : holds(how, slots.longOf(slot), number);
    }
}

package io.skim.handlers.select;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A comparison of a slot's value with constants, taken out of a program together with them, so that nothing has to be
 * looked up to run it. Immutable.
 */
final class Comparison
{
    /** {@link Op#SLOT_EQUALS}, {@link Op#SQL_SLOT_ORDER} or {@link Op#IN}. */
    final int op;
    final int slot;
    /** The text that the slot's is to be; null for others. */
    final byte[] text;
    /** The texts of which it is to be one; null for others. */
    final TextSet set;
    /** The number of an order, its type of {@link Slots}, and type and order as the program has them. */
    final long number;
    final int type;
    final int how;

    private Comparison(final Program program, final int at)
    {
        final int[] code = program.code;
        op = code[at] == Op.SLOT ? Op.IN : code[at];
        slot = code[at + 1];
        final int constant = op == Op.IN ? code[at + 3] : code[at + 2];
        text = op == Op.SLOT_EQUALS ? Arrays.copyOfRange(program.pool, program.bounds[constant], program.bounds[constant
            + 1]) : null;
        set = op == Op.IN ? program.sets[constant] : null;
        final boolean isOrder = op == Op.SQL_SLOT_ORDER;
        number = isOrder ? program.numbers[constant] : 0;
        type = isOrder ? code[at + 3] >> Op.TYPE_SHIFT : Slots.NULL;
        how = isOrder ? code[at + 3] : 0;
    }

    /**
     * The comparisons of a program that says no more than that all of them are true.
     *
     * @param program of the kind that a {@link Logic} runs.
     * @return in their order; null if it says something else.
     */
    static Comparison[] conjunction(final Program program)
    {
        final List<Comparison> all = new ArrayList<>();
        final int[] code = program.code;
        for (int at = 0; at < code.length; at += 1 + Op.operands(code[at]))
        {
            final int op = code[at];
            if (op == Op.SLOT || op == Op.SLOT_EQUALS || op == Op.SQL_SLOT_ORDER)
            {
                all.add(new Comparison(program, at));
            }
            // IN is of the slot before it. A jump is over what is behind AND, and is only left out where that cannot fail:
            // once one comparison is false, nothing behind it makes a difference.
            else if (op != Op.IN && op != Op.AND && op != Op.JUMP_FALSE)
            {
                return null;
            }
        }
        return all.toArray(new Comparison[0]);
    }
}

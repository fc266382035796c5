package io.skim.handlers.select;

/**
 * A compiled expression: instructions in postfix order and what they refer to. Immutable.
 */
final class Program
{
    /** Instructions and their operands; see {@link Op}. */
    final int[] code;
    /** Whole numbers, and the bits of doubles. */
    final long[] numbers;
    /** All texts, one behind the other. */
    final byte[] pool;
    /** Where each text begins in the pool, and behind the last one where that ends. */
    final int[] bounds;
    final TextSet[] sets;
    final TextSearch[] searches;
    final LikePattern[] patterns;
    /** How many values are on the stack at most. */
    final int depth;
    /** Whether it is of the kind that a {@link Logic} runs. */
    final boolean logical;
    /** What it compares if it is one that a {@link Logic} runs, and all of that has to be true; else null. */
    final Comparison[] conjunction;
    /** Whether it is nothing but orders of slots and numbers, as JMS has it, all of which have to be true. */
    final boolean isConjunction;
    /** The same for slots that all have whole numbers; null if it is nothing of the kind, or a bound is not whole. */
    final WholeRange[] ranges;

    Program(final int[] code, final int depth, final Program constants)
    {
        this.code = code;
        this.depth = depth;
        logical = constants.logical;
        isConjunction = isConjunction(code);
        numbers = constants.numbers;
        pool = constants.pool;
        bounds = constants.bounds;
        sets = constants.sets;
        searches = constants.searches;
        patterns = constants.patterns;
        conjunction = logical ? Comparison.conjunction(this) : null;
        ranges = isConjunction ? WholeRange.of(code, numbers) : null;
    }

    Program(final ProgramBuilder builder)
    {
        code = builder.code();
        depth = builder.depth();
        logical = Logic.runs(code, depth);
        isConjunction = isConjunction(code);
        numbers = builder.numbers();
        pool = builder.pool();
        bounds = builder.bounds();
        sets = builder.sets();
        searches = builder.searches();
        patterns = builder.patterns();
        conjunction = logical ? Comparison.conjunction(this) : null;
        ranges = isConjunction ? WholeRange.of(code, numbers) : null;
    }

    private static boolean isConjunction(final int... code)
    {
        // A jump over what is behind AND, since what is before it is false, makes no difference.
        int at = 0;
        while (at < code.length && (code[at] == Op.JMS_SLOT_ORDER || code[at] == Op.AND || code[at] == Op.JUMP_FALSE))
        {
            at += 1 + Op.operands(code[at]);
        }
        return at > 0 && at == code.length;
    }

    /**
     * The same program over another table of slots.
     *
     * @param slots for each slot of this program the one to read instead.
     */
    Program over(final int[] slots)
    {
        final int[] moved = code.clone();
        for (int at = 0; at < moved.length; at += 1 + Op.operands(moved[at]))
        {
            for (int i = 1; i <= Op.slots(moved[at]); i++)
            {
                moved[at + i] = slots[moved[at + i]];
            }
        }
        return new Program(moved, depth, this);
    }
}

package io.skim.handlers.select;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whole numbers of one slot, from the least to the greatest that all orders of it in a conjunction let through: two
 * comparisons for as many orders as there are. None lies between a least that is above the greatest.
 */
final class WholeRange
{
    final int slot;
    private long least = Long.MIN_VALUE;
    private long greatest = Long.MAX_VALUE;

    private WholeRange(final int slot)
    {
        this.slot = slot;
    }

    /**
     * The ranges of a conjunction of orders, one for each slot.
     *
     * @param code    of the program.
     * @param numbers of the program.
     * @return null if a slot is compared with a number that is not whole, which is no bound for whole ones alone.
     */
    static WholeRange[] of(final int[] code, final long[] numbers)
    {
        final Map<Integer, WholeRange> ranges = new LinkedHashMap<>();
        for (int at = 0; at < code.length; at += 1 + Op.operands(code[at]))
        {
            if (code[at] == Op.JMS_SLOT_ORDER)
            {
                if (code[at + 3] >> Op.TYPE_SHIFT != Slots.LONG)
                {
                    return null;
                }
                ranges.computeIfAbsent(code[at + 1], WholeRange::new).narrow(code[at + 3], numbers[code[at + 2]]);
            }
        }
        return ranges.values().toArray(new WholeRange[0]);
    }

    private void narrow(final int orders, final long number)
    {
        final boolean equal = (orders & Op.EQUAL) != 0;
        if ((orders & Op.LESS) == 0)
        {
            least = Math.max(least, equal ? number : above(number));
        }
        if ((orders & Op.GREATER) == 0)
        {
            greatest = Math.min(greatest, equal ? number : below(number));
        }
    }

    /** Nothing is above the greatest of all numbers: the range becomes empty. */
    private long above(final long number)
    {
        greatest = number == Long.MAX_VALUE ? Long.MIN_VALUE : greatest;
        return number == Long.MAX_VALUE ? number : number + 1;
    }

    private long below(final long number)
    {
        least = number == Long.MIN_VALUE ? Long.MAX_VALUE : least;
        return number == Long.MIN_VALUE ? number : number - 1;
    }

    boolean contains(final long number)
    {
        return number >= least && number <= greatest;
    }
}

package io.skim.handlers.select;

/**
 * The selectors of a table that may select a frame, in the table's order. The set has a bit for each selector, and a bit for each
 * word of these bits. So the time to clear it and to iterate over it grows with its members, not with the size of the table.
 */
final class Candidates
{
    /** Returned instead of a selector if there is no further one. Greater than all selectors. */
    static final int NONE = Integer.MAX_VALUE;

    private static final int WORD_SHIFT = 6;

    private final long[] words;
    /** A bit for each word that is not 0. */
    private final long[] groups;

    /**
     * Makes an empty set.
     *
     * @param selectors the number of selectors in the table.
     */
    Candidates(final int selectors)
    {
        words = new long[(selectors + Long.SIZE - 1) / Long.SIZE];
        groups = new long[(words.length + Long.SIZE - 1) / Long.SIZE];
    }

    void clear()
    {
        for (int group = 0; groups.length - group > 0; group++)
        {
            for (long left = groups[group]; left != 0; left &= left - 1)
            {
                words[group << WORD_SHIFT | Long.numberOfTrailingZeros(left)] = 0;
            }
            groups[group] = 0;
        }
    }

    void addAll(final int... selectors)
    {
        for (final int selector : selectors)
        {
            final int word = selector >> WORD_SHIFT;
            words[word] |= 1L << selector;
            groups[word >> WORD_SHIFT] |= 1L << word;
        }
    }

    /** The first member that is not before a selector; {@link #NONE} if there is none. */
    int next(final int from)
    {
        int word = from >> WORD_SHIFT;
        if (word >= words.length)
        {
            return NONE;
        }
        long left = words[word] & -1L << from;
        if (left == 0)
        {
            word = nextWord(word + 1);
            if (word == NONE)
            {
                return NONE;
            }
            left = words[word];
        }
        return word << WORD_SHIFT | Long.numberOfTrailingZeros(left);
    }

    /** The first word, not before an index, that is not 0; {@link #NONE} if there is none. */
    private int nextWord(final int from)
    {
        int group = from >> WORD_SHIFT;
        long left = group < groups.length ? groups[group] & -1L << from : 0;
        while (left == 0 && groups.length - group > 1)
        {
            left = groups[++group];
        }
        return left == 0 ? NONE : group << WORD_SHIFT | Long.numberOfTrailingZeros(left);
    }
}

package io.skim.handlers.select;

/**
 * Which selectors of a table may select a frame, in the table's order. A bit for each selector, and one for each word of
 * those, so that emptying the set and going through it takes time by its members and not by the selectors there are.
 */
final class Candidates
{
    /** In place of a selector: there is no further one. Greater than all. */
    static final int NONE = Integer.MAX_VALUE;

    private static final int WORD_SHIFT = 6;

    private final long[] words;
    /** A bit for each word that is not 0. */
    private final long[] groups;

    /**
     * Makes an empty set.
     *
     * @param selectors how many there are.
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

    /** The first member from a selector on; {@link #NONE} if there is none. */
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

    /** The first word from one on that is not 0; {@link #NONE} if there is none. */
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

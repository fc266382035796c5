package io.skim.handlers.select;

import java.util.Random;

/**
 * Makes conditions of the kind that a subclass knows, joined by AND and OR as both dialects join them.
 */
abstract class ConditionGenerator
{
    final Random random;

    ConditionGenerator(final Random random)
    {
        this.random = random;
    }

    /** A single condition, which may hold others in brackets as long as there is depth left. */
    abstract String condition(int depth);

    final String one(final String... choices)
    {
        return choices[random.nextInt(choices.length)];
    }

    final String or(final int depth)
    {
        final StringBuilder text = new StringBuilder(and(depth));
        while (random.nextInt(4) == 0)
        {
            text.append(one(" OR ", " or ")).append(and(depth));
        }
        return text.toString();
    }

    private String and(final int depth)
    {
        final StringBuilder text = new StringBuilder(condition(depth));
        while (random.nextInt(4) == 0)
        {
            text.append(one(" AND ", " and\n")).append(condition(depth));
        }
        return text.toString();
    }

    /** Texts with commas between them, from one to so many. */
    final String list(final int most, final String... texts)
    {
        final StringBuilder list = new StringBuilder(one(texts));
        for (int i = random.nextInt(most); i > 0; i--)
        {
            list.append(", ").append(one(texts));
        }
        return list.toString();
    }
}

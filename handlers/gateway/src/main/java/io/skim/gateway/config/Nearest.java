package io.skim.gateway.config;

import java.util.Collection;
import java.util.Locale;

/** Finds the name that a misspelt one was meant to be. */
final class Nearest
{
    /** How many characters of a longer name may be wrong. */
    private static final int ALLOWED = 3;

    private Nearest()
    {
    }

    /** A question such as {@code "; did you mean 'route'?"}, or an empty text. */
    static String hint(final String name, final Collection<String> known)
    {
        String nearest = null;
        int least = Math.min(ALLOWED, name.length() / 2) + 1;
        for (final String each : known)
        {
            final int distance = distance(name.toLowerCase(Locale.ROOT), each.toLowerCase(Locale.ROOT), least);
            if (distance < least)
            {
                least = distance;
                nearest = each;
            }
        }
        return nearest == null ? "" : " (did you mean '" + nearest + "'?)";
    }

    /** How many characters must be changed, added or removed (Levenshtein); a greater number if it is not below a bound. */
    private static int distance(final String one, final String other, final int bound)
    {
        if (Math.abs(one.length() - other.length()) >= bound)
        {
            return bound;
        }
        int[] before = new int[other.length() + 1];
        for (int i = 0; i <= other.length(); i++)
        {
            before[i] = i;
        }
        for (int i = 1; i <= one.length(); i++)
        {
            final int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++)
            {
                final int changed = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(before[j], row[j - 1]));
            }
            before = row;
        }
        return before[other.length()];
    }
}

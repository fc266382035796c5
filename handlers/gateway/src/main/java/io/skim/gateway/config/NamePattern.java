package io.skim.gateway.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A name in which {@code *} stands for any characters, also none: {@code *.eu.example.com}. Immutable.
 */
public final class NamePattern
{
    private final String pattern;

    private NamePattern(final String pattern)
    {
        this.pattern = pattern;
    }

    /**
     * Makes a pattern.
     *
     * @param pattern a name, with any number of {@code *}.
     * @return the pattern.
     */
    public static NamePattern of(final String pattern)
    {
        return new NamePattern(pattern);
    }

    /**
     * Whether a name fits, in time that grows with the product of both lengths at most.
     *
     * @param name to compare; null does not fit.
     * @return true if it fits.
     */
    public boolean matches(final @Nullable String name)
    {
        return name != null && matches(pattern, name);
    }

    /**
     * Whether a host name fits, for which upper and lower case are the same.
     *
     * @param name to compare; null does not fit.
     * @return true if it fits.
     */
    public boolean matchesHost(final @Nullable String name)
    {
        return name != null && matches(pattern.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
    }

    private static boolean matches(final String pattern, final String name)
    {
        int at = 0;
        int place = 0;
        int star = -1;
        int resume = 0;
        while (at < name.length())
        {
            if (place < pattern.length() && pattern.charAt(place) == '*')
            {
                star = place++;
                resume = at;
            }
            else if (place < pattern.length() && pattern.charAt(place) == name.charAt(at))
            {
                place++;
                at++;
            }
            else if (star >= 0)
            {
                // The last star takes one character more.
                place = star + 1;
                at = ++resume;
            }
            else
            {
                return false;
            }
        }
        while (place < pattern.length() && pattern.charAt(place) == '*')
        {
            place++;
        }
        return place == pattern.length();
    }

    /** {@return the pattern as it was given} */
    @Override
    public String toString()
    {
        return pattern;
    }
}

package io.skim.gateway.config;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A name in which {@code *} stands for any characters, also none: {@code *.eu.example.com}. Immutable.
 */
public final class NamePattern
{
    private final String pattern;
    private final byte[] utf8;

    private NamePattern(final String pattern)
    {
        this.pattern = pattern;
        utf8 = bytes(pattern);
    }

    private static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
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
        return name != null && matches(utf8, bytes(name));
    }

    /**
     * Whether a name fits, see {@link #matches(String)}. Allocates nothing.
     *
     * @param name   in UTF-8, from the array's begin on.
     * @param length of the name, in bytes.
     * @return true if it fits.
     */
    public boolean matches(final byte[] name, final int length)
    {
        return matches(utf8, name, length);
    }

    /**
     * Whether a host name fits, for which upper and lower case are the same.
     *
     * @param name to compare; null does not fit.
     * @return true if it fits.
     */
    public boolean matchesHost(final @Nullable String name)
    {
        return name != null && matches(bytes(pattern.toLowerCase(Locale.ROOT)), bytes(name.toLowerCase(Locale.ROOT)));
    }

    private static boolean matches(final byte[] pattern, final byte[] name)
    {
        return matches(pattern, name, name.length);
    }

    /** Compares bytes: no character of UTF-8 begins within another one. */
    private static boolean matches(final byte[] pattern, final byte[] name, final int length)
    {
        int at = 0;
        int place = 0;
        int star = -1;
        int resume = 0;
        while (at < length)
        {
            if (place < pattern.length && pattern[place] == '*')
            {
                star = place++;
                resume = at;
            }
            else if (place < pattern.length && pattern[place] == name[at])
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
        while (place < pattern.length && pattern[place] == '*')
        {
            place++;
        }
        return place == pattern.length;
    }

    /** {@return the pattern as it was given} */
    @Override
    public String toString()
    {
        return pattern;
    }
}

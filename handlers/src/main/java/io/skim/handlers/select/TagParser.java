package io.skim.handlers.select;

import io.skim.handlers.select.Place.Where;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compiles tag expressions: tags between {@code ||}, or {@code *}. It refuses an expression that has only blanks and separators.
 * (The broker refuses some of these. It accepts others, and then delivers no message.)
 *
 * @see "FilterAPI.buildSubscriptionData, release 5.5.1"
 */
final class TagParser
{
    private static final String ALL = "*";
    private static final String SEPARATOR = "||";

    private TagParser()
    {
    }

    /**
     * Compiles an expression.
     *
     * @param source null or empty to select every message.
     * @param exact  whether to compare the texts of tags, not only their hashes.
     * @param places gets the place of the tag.
     */
    static Node parse(final @Nullable String source, final boolean exact, final Places places)
    {
        if (source == null || source.isEmpty() || ALL.equals(source))
        {
            return Operands.TRUE;
        }
        final Set<String> tags = tags(source);
        final Node tag = places.slot(new Place(Where.PROPERTY, "TAGS", Place.TEXT));
        // For a message without a tag the verdict is NO_MATCH, not UNKNOWN.
        return exact ? new Predicates.In(tag, new TextSet(tags), Verdict.NO_MATCH)
            : new Predicates.HashIn(tag, tags.stream().mapToInt(String::hashCode).sorted().toArray());
    }

    private static Set<String> tags(final String source)
    {
        if (source.length() > Tokens.MAX_LENGTH)
        {
            throw new SelectorException("a tag expression of " + source.length() + " characters is longer than "
                + Tokens.MAX_LENGTH, Tokens.MAX_LENGTH + 1);
        }
        final Set<String> tags = new LinkedHashSet<>();
        int from = 0;
        while (from <= source.length())
        {
            final int found = source.indexOf(SEPARATOR, from);
            final int to = found < 0 ? source.length() : found;
            final String tag = source.substring(from, to).trim();
            if (!tag.isEmpty())
            {
                tags.add(tag);
            }
            from = to + SEPARATOR.length();
        }
        if (tags.isEmpty())
        {
            throw new SelectorException("no tag but blanks and separators, which selects nothing; * takes everything",
                1);
        }
        return tags;
    }
}

package io.skim.handlers.select;

import io.skim.handlers.select.Place.Where;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Compiles tag expressions: tags between {@code ||}, or {@code *}. One of blanks and separators alone is refused: the broker
 * refuses some of those and takes others, but then has no tag to deliver messages by, so that none comes.
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
     * @param source null or empty for everything.
     * @param exact  whether the tags' texts count, or only their hashes.
     * @param places to name the tag's in.
     */
    static Node parse(final String source, final boolean exact, final Places places)
    {
        if (source == null || source.isEmpty() || ALL.equals(source))
        {
            return Operands.TRUE;
        }
        final Set<String> tags = tags(source);
        final Node tag = places.slot(new Place(Where.PROPERTY, "TAGS", Place.TEXT));
        // A message without a tag is not unknown to match, it does not match.
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

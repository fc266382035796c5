package io.skim.gateway.config;

import io.skim.handlers.select.Selector;
import io.skim.scan.remoting.RemotingInterest;
import java.util.List;
import java.util.Locale;

/**
 * Conditions that compile and are not what was meant. RocketMQ's dialect takes the longest beginning that is an expression and ignores
 * the rest, so {@code TAGS LIKE 'a%'} is the name {@code TAGS} alone, which is never true: a rule that denies would deny nothing.
 */
final class SqlDoubts
{
    private SqlDoubts()
    {
    }

    /** Where a condition is doubtful, from 0, and why. */
    static final class DoubtException extends RuntimeException
    {
        private static final long serialVersionUID = 1;
        /** The place. */
        final int character;

        DoubtException(final int character, final String why)
        {
            super(why);
            this.character = character;
        }
    }

    /** Compiles a condition without doubts. */
    static Selector<RemotingInterest> compile(final String condition)
    {
        final Selector<RemotingInterest> selector = Selector.sql(condition);
        final int column = Selector.ignoredColumn(condition);
        if (column > 0)
        {
            throw new DoubtException(column - 1, "RocketMQ's parser ignores the condition from here on"
                + hint(condition.substring(column - 1)));
        }
        final String name = condition.strip();
        if (name.matches("[A-Za-z_$][A-Za-z0-9_$]*") && !List.of("TRUE", "FALSE", "NULL").contains(name.toUpperCase(
            Locale.ROOT)))
        {
            throw new DoubtException(0, "a name alone is never true; compare it with something, or use IS NOT NULL");
        }
        return selector;
    }

    private static String hint(final String rest)
    {
        return rest.strip().matches("(?is)(NOT\\s+)?LIKE\\b.*")
            ? "; there is no LIKE: use CONTAINS, STARTSWITH or ENDSWITH" : "";
    }
}

package io.skim.command;

import io.skim.handlers.select.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What compiles and is still unlikely to be what was meant. RocketMQ's dialect takes the longest beginning that is an expression and
 * ignores the rest and reports nothing, so {@code TAGS LIKE 'a%'} is the name {@code TAGS} alone, which is never true.
 */
final class ExpressionDoubts
{
    private ExpressionDoubts()
    {
    }

    /**
     * Looks at an expression.
     *
     * @param expression in RocketMQ's SQL92 dialect, that compiles.
     * @return sentences for people, without the end of a line; empty if nothing looks wrong.
     */
    static List<String> of(final String expression)
    {
        final List<String> doubts = new ArrayList<>();
        final int column = Selector.ignoredColumn(expression);
        final String read = column == 0 ? expression : expression.substring(0, column - 1);
        if (column != 0)
        {
            final String rest = expression.substring(column - 1).strip();
            doubts.add("the broker's parser ignores the text from column " + column + ": " + rest + hint(rest));
        }
        if (read.strip().matches("[A-Za-z_$][A-Za-z0-9_$]*") && !isTruth(read.strip()))
        {
            doubts
                .add("a name alone is never true: " + read.strip() + "; compare it with something, or use IS NOT NULL");
        }
        return doubts;
    }

    private static String hint(final String rest)
    {
        final String upper = rest.toUpperCase(Locale.ROOT);
        if (upper.matches("(?s)(NOT\\s+)?LIKE\\b.*"))
        {
            return " (there is no LIKE: use CONTAINS, STARTSWITH or ENDSWITH)";
        }
        return rest.matches("(?s)[-+*/%].*") ? " (there is no arithmetic)" : "";
    }

    /** TRUE and FALSE are literals, NULL too. */
    private static boolean isTruth(final String word)
    {
        return List.of("TRUE", "FALSE", "NULL").contains(word.toUpperCase(Locale.ROOT));
    }
}

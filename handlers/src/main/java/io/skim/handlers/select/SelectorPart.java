package io.skim.handlers.select;

import java.util.List;

/**
 * A part of a selector's text: the whole, an operand of AND or OR, or what NOT or parentheses enclose. For those who tell people why
 * a selector does not select: {@link Selector#only} compiles a part as a selector of its own.
 *
 * @param text   of the part, as it was written.
 * @param column where it begins in the selector, in characters from 1.
 * @param parts  that it consists of, in order; empty for a single condition.
 */
public record SelectorPart(String text, int column, List<SelectorPart> parts)
{
    /**
     * Makes a part.
     *
     * @param text   of the part.
     * @param column where it begins.
     * @param parts  that it consists of.
     */
    public SelectorPart
    {
        parts = List.copyOf(parts);
    }
}

package io.skim.handlers.route;

import io.skim.handlers.select.SelectorException;

/**
 * A table of rules was refused. The table is refused as a whole, because of one rule.
 */
public final class RouteException extends IllegalArgumentException
{
    private static final long serialVersionUID = 1L;

    /** A sentence without the place. */
    private final String reason;
    /** The number of the rule, from 1. */
    private final int rule;
    /** The column in the rule, from 1. */
    private final int column;

    RouteException(final String reason, final int rule, final int column)
    {
        super("rule " + rule + ", column " + column + ": " + reason);
        this.reason = reason;
        this.rule = rule;
        this.column = column;
    }

    RouteException(final int rule, final SelectorException cause)
    {
        this(cause.reason(), rule, cause.column());
        initCause(cause);
    }

    /** {@return the reason: a sentence without the place} */
    public String reason()
    {
        return reason;
    }

    /** {@return the number of the rule that was refused, from 1} */
    public int rule()
    {
        return rule;
    }

    /**
     * {@return the column of the first character that does not fit, in UTF-16 units from 1; 1 if the whole rule was refused}
     */
    public int column()
    {
        return column;
    }
}

package io.skim.handlers.select;

/**
 * A selector does not compile.
 */
public final class SelectorException extends IllegalArgumentException
{
    private static final long serialVersionUID = 1L;

    /** A sentence without the column. */
    private final String reason;
    /** In UTF-16 units from 1. */
    private final int column;

    SelectorException(final String reason, final int column)
    {
        super("column " + column + ": " + reason);
        this.reason = reason;
        this.column = column;
    }

    /** {@return the reason: a sentence without the column} */
    public String reason()
    {
        return reason;
    }

    /**
     * {@return the column of the first character that does not fit, in UTF-16 units from 1; a line end counts as a
     * character}
     */
    public int column()
    {
        return column;
    }
}

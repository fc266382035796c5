package io.skim.handlers.select;

/**
 * A selector does not compile.
 */
public final class SelectorException extends IllegalArgumentException
{
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    private final String reason;
    /** Where, from 1. */
    private final int column;

    SelectorException(final String reason, final int column)
    {
        super("column " + column + ": " + reason);
        this.reason = reason;
        this.column = column;
    }

    /**
     * What is wrong.
     *
     * @return a sentence without the place.
     */
    public String reason()
    {
        return reason;
    }

    /**
     * Where it is wrong.
     *
     * @return the column of the first character that does not fit, in UTF-16 units from 1, line ends counted as any
     *     other.
     */
    public int column()
    {
        return column;
    }
}

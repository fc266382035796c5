package io.skim.handlers.select;

/**
 * The result of a selector for a frame. Only {@link #MATCH} selects; the others give the reason why not.
 */
public enum Verdict
{
    /** The expression is true: the message is selected. */
    MATCH,

    /** The expression is false. */
    NO_MATCH,

    /** The expression is neither true nor false, because a value is missing: not selected. */
    UNKNOWN,

    /**
     * The expression could not be evaluated, because a value is not of the type it is compared as: not selected. Or the
     * frame is malformed, or was not scanned to its end.
     */
    ERROR
}

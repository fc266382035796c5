package io.skim.handlers.select;

/**
 * The rules by which a language compares values. All differences between the evaluation of SQL92 and JMS are here.
 */
abstract class Rules
{
    /** An order: the left value is less than the right one. The others are equal and greater. */
    static final int LESS = 1;
    /** See {@link #LESS}. */
    static final int EQUAL = 2;
    /** See {@link #LESS}. */
    static final int GREATER = 4;

    /** The orders of a comparison after its sides are exchanged. */
    static int mirrored(final int orders)
    {
        return orders & EQUAL | ((orders & LESS) != 0 ? GREATER : 0) | ((orders & GREATER) != 0 ? LESS : 0);
    }

    static Verdict verdict(final boolean holds)
    {
        return holds ? Verdict.MATCH : Verdict.NO_MATCH;
    }

    /**
     * Whether the order of two values is one of several.
     *
     * @param left   not missing.
     * @param right  not missing.
     * @param orders bits of {@link #LESS}, {@link #EQUAL} and {@link #GREATER}.
     */
    abstract Verdict ordered(Value left, Value right, int orders);

    /** Whether two values are equal; either may be missing, but has not failed. */
    abstract Verdict equal(Value left, Value right);

    /** Whether two values differ; either may be missing, but has not failed. */
    abstract Verdict different(Value left, Value right);
}

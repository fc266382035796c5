package io.skim.scan;

/**
 * What a {@link DataHandler} answers to a callback. Every answer is honoured at every callback.
 */
public enum Action
{
    /** Go on with the next value. */
    CONTINUE,

    /**
     * Nothing more from the innermost container the callback was about: the container just begun, or the one that
     * holds the value just shown (for a fixed field that is the whole header). What is left of it is still checked,
     * but not shown, and its {@code onEnd} is not called. From {@code onEnd} it is the same as {@link #CONTINUE}.
     */
    SKIP,

    /**
     * The handler has what it needs. The scan ends with {@link Outcome#STOPPED} and what follows stays
     * <em>unchecked</em>: good for hints, never for patching or for deciding access.
     */
    STOP
}

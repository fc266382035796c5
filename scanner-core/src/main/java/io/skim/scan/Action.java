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
     * holds the value just shown (for a fixed field of a remoting header that is the whole header, for a field of an AMQP
     * message its section). What is left of it is not shown, and its {@code onEnd} is not called; it is checked all the
     * same. From {@code onEnd} it is the same as {@link #CONTINUE}.
     */
    SKIP,

    /**
     * The handler has what it needs. The scan ends with {@link Outcome#STOPPED} and what follows may be
     * <em>unchecked</em>: good for hints, never for patching or for deciding access.
     */
    STOP
}

package io.skim.scan;

/**
 * What a {@link DataHandler} answers to a callback. Every answer is honoured at every callback.
 */
public enum Action
{
    /** Go on with the next value. */
    CONTINUE,

    /**
     * Show nothing more of the innermost container: the one that {@code onBegin} shows, or the one that holds the value just
     * shown, whether that container was declared or not. A value that no container holds, such as a fixed field of a
     * remoting header or a body section of an AMQP message, is held by the frame: then nothing more is shown but the outcome.
     * <p>
     * The container's {@code onEnd} is not called. Rely on no more of what is left of the container than if nobody had declared
     * anything in it. So each encoding checks of it at least what it checks of undeclared parts: a remoting header all, an
     * AMQP section its size. From {@code onEnd} it is the same as {@link #CONTINUE}.
     */
    SKIP,

    /**
     * The handler has what it needs. The scan ends with {@link Outcome#STOPPED} and what follows may be
     * <em>unchecked</em>: good for hints, never for patching or for deciding access.
     */
    STOP
}

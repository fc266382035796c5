package io.skim.scan;

/**
 * The answer of a {@link DataHandler} to a callback: how the scan continues. Every callback may give every answer.
 */
public enum Action
{
    /** Show the next value. */
    CONTINUE,

    /**
     * Show nothing more of the innermost container: of the one that {@code onBegin} shows, or of the one that holds the value,
     * declared or not. A value without a container, such as a fixed field of a remoting header or a body section of an AMQP
     * message, belongs to the frame: then only the outcome follows.
     * <p>
     * The container's {@code onEnd} is not called. Its rest is checked at least like an undeclared part of the encoding: a
     * remoting header whole, an AMQP section by its size. In {@code onEnd}, the same as {@link #CONTINUE}.
     */
    SKIP,

    /**
     * End the scan with {@link Outcome#STOPPED}. Bytes that were not shown may be <em>unchecked</em>, so this is for hints, not for
     * patching or access decisions.
     */
    STOP
}

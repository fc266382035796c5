package io.skim.scan;

/**
 * Whether a scanner accepts input that only the reference decoder is known to accept. Neither mode ever reads a meaning that
 * the reference does not read.
 */
public enum Strictness
{
    /** Refuses input that two readers could read differently. The default. */
    STRICT,

    /** Also accepts the oddities that the reference decoder accepts, and reads them exactly as it does. */
    LENIENT;

    /** {@return whether this is {@link #LENIENT}} */
    public boolean isLenient()
    {
        return this == LENIENT;
    }
}

package io.skim.scan;

/**
 * How much of the reference decoder's own tolerance a scanner shares. Neither mode ever reads a meaning that the
 * reference does not read.
 */
public enum Strictness
{
    /** Refuses whatever two readers could read differently. The default. */
    STRICT,

    /** Also takes the oddities that the reference decoder takes, and reads them exactly as it does. */
    LENIENT
}

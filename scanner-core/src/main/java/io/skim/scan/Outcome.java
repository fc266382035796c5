package io.skim.scan;

/**
 * How a scan ended.
 */
public enum Outcome
{
    /** The whole header was read and is well-formed. It means the same to the reference decoder. */
    COMPLETE,

    /** The handler answered {@link Action#STOP}, or the first match won. Do not rely on a check of the rest of the header. */
    STOPPED,

    /**
     * The header was refused; {@link FrameScanner#fault()} has the reason and the offset. No value was shown, unless the interest
     * says {@link Interest#firstMatchWins()}: then discard the values.
     */
    MALFORMED
}

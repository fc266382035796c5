package io.skim.scan;

/**
 * How a scan ended.
 */
public enum Outcome
{
    /** The whole header was read and is well-formed; it means what the reference decoder reads in it. */
    COMPLETE,

    /** The handler stopped, or its interest had seen all it declared; the rest of the header is unchecked. */
    STOPPED,

    /** The header was refused; {@link FrameScanner#fault()} tells why and where. Commit nothing. */
    MALFORMED
}

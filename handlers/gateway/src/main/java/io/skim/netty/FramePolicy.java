package io.skim.netty;

/**
 * What a proxy does with a frame that it cannot read, or may not change.
 */
public enum FramePolicy
{
    /** Passes it on as it is. */
    PASS,
    /** Answers the request with an error and drops it; closes the connection if nothing can be answered. */
    ANSWER,
    /** Closes the connection. */
    CLOSE
}

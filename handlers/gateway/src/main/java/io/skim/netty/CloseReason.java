package io.skim.netty;

/**
 * Why a proxy closed the connection of a client.
 */
public enum CloseReason
{
    /** The client has closed it, or the network has. */
    CLIENT_CLOSED,
    /** A broker has closed its side. */
    BROKER_CLOSED,
    /** A broker cannot be reached. */
    BROKER_UNREACHABLE,
    /** A frame was malformed. */
    MALFORMED,
    /** The framing was lost, or the input ended inside a frame. */
    FRAMING_LOST,
    /** An edit of a frame was refused. */
    REFUSED,
    /** The client does not take the responses of a connection that it shares with others. */
    SLOW,
    /** Servers have left so many requests without a response that no more can be told apart. */
    UNANSWERED,
    /** The filter asked for it. */
    FILTER,
    /** An exception, for example of the filter. */
    ERROR,
    /** The owner of the proxy asked for it. */
    SHUTDOWN
}

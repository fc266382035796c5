package io.skim.gateway.metrics;

/** Why a connection ended. The names are stable: they are values of labels. */
public enum CloseReason
{
    /** The client closed it. */
    CLIENT_CLOSED,
    /** The broker closed its connection. */
    BROKER_CLOSED,
    /** No connection to the broker could be made. */
    BROKER_UNREACHABLE,
    /** The gateway has no port left for a broker that the name server has named. */
    NO_PORT,
    /** The peer sent bytes that are no frame, or a frame that is refused; the log line names the reason and the offset. */
    MALFORMED,
    /** A rule or a policy refused the connection or one of its frames. */
    REFUSED,
    /** The peer sent nothing for too long. */
    IDLE,
    /** A limit on connections was reached. */
    LIMIT,
    /** TLS or the PROXY header failed. */
    HANDSHAKE_FAILED,
    /** TLS or the PROXY header took too long. */
    HANDSHAKE_TIMEOUT,
    /** The gateway is shutting down. */
    DRAIN,
    /** Input or output failed, or the gateway has a fault. */
    ERROR;

    private final String label = LabelText.of(this);

    /** {@return the spelling in metrics, log lines and the status: the name in lower case} */
    public String label()
    {
        return label;
    }
}

package io.skim.gateway.metrics;

/** A wait that took too long. The names are stable: they are values of labels. */
public enum TimeoutKind
{
    /** A request was not answered in time. */
    REQUEST,
    /** A connection to a broker was not made in time. */
    CONNECT,
    /** TLS or the PROXY header took too long. */
    HANDSHAKE,
    /** A peer sent nothing for too long. */
    IDLE;

    private final String label = LabelText.of(this);

    /** {@return the spelling in metrics, log lines and the status: the name in lower case} */
    public String label()
    {
        return label;
    }
}

package io.skim.gateway.metrics;

/** The side of the gateway that a connection is on. */
public enum Side
{
    /** Clients connect to a listener of the gateway. */
    CLIENT,
    /** The gateway connects to a broker or name server. */
    BROKER;

    private final String label = LabelText.of(this);

    /** {@return the spelling in metrics, log lines and the status: the name in lower case} */
    public String label()
    {
        return label;
    }
}

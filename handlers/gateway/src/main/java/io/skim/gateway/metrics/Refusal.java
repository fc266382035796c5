package io.skim.gateway.metrics;

/** Why a frame that is well formed was refused. The names are stable: they are values of labels. */
public enum Refusal
{
    /** The request's code is not allowed. */
    CODE,
    /** A rule denies it. */
    RULE,
    /** A rate limit of a rule is used up. */
    RATE,
    /** It is signed, and an edit would break the signature. */
    SIGNATURE,
    /** A name in it cannot be mapped. */
    NAME,
    /** An edit does not fit into the largest frame that the receiver takes. */
    ROOM,
    /** Too many requests of the connection wait for their answers. */
    WINDOW,
    /** Another request of the connection with the same opaque waits for its answer. */
    OPAQUE,
    /** There is no connection to the broker. */
    BROKER;

    private final String label = LabelText.of(this);

    /** {@return the spelling in metrics, log lines and the status: the name in lower case} */
    public String label()
    {
        return label;
    }
}

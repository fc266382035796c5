package io.skim.gateway.metrics;

/**
 * A listener or a cluster, under whose name frames, bytes and connections are counted. Made by {@link GatewayMetrics#endpoint}.
 */
public final class Endpoint
{
    static final int FRAMES_IN = 0;
    static final int FRAMES_OUT = 1;
    static final int BYTES_IN = 2;
    static final int BYTES_OUT = 3;
    static final int OPENED = 4;
    static final int DELIVERIES = 5;
    /** The first of the counts of closed connections, one for each reason. */
    static final int CLOSED = 6;
    static final int COUNTS = CLOSED + CloseReason.values().length;

    final int base;
    private final Side side;
    private final String name;

    Endpoint(final Side side, final String name, final int base)
    {
        this.side = side;
        this.name = name;
        this.base = base;
    }

    /** {@return whether clients or brokers are at the other end} */
    public Side side()
    {
        return side;
    }

    /** {@return the name of the listener or cluster} */
    public String name()
    {
        return name;
    }
}

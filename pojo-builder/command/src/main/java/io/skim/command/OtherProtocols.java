package io.skim.command;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Directions of a capture's connections with the other protocol that Skim reads. For who asks about one of the two they are nothing
 * malformed: they are counted, and told of once. What Skim does not read, such as TLS, may hide what is asked for, and is none of these.
 */
final class OtherProtocols
{
    /** What is told, by the reasons for which they are refused. */
    private static final Map<String, String> TOLD = Map.of("PROTOCOL_AMQP", "AMQP in %d directions of connections is"
        + " passed over: --format amqp-frames reads it", "PROTOCOL_REMOTING",
        "RocketMQ's remoting in %d directions of"
            + " connections is passed over: --format rocketmq reads it");

    private final Map<String, Long> directions = new TreeMap<>();

    /**
     * Takes what is to be reported.
     *
     * @param source where it is.
     * @param offset in the stream, of what should be a frame.
     * @param reason for which it is refused.
     * @return whether it is the other protocol; then nothing is reported.
     */
    boolean takes(final Source source, final long offset, final String reason)
    {
        final boolean takes = source.connection() != null && offset == 0 && TOLD.containsKey(reason);
        if (takes)
        {
            directions.merge(reason, 1L, Long::sum);
        }
        return takes;
    }

    void tell(final Console console)
    {
        directions.forEach((reason, count) -> console.warn(String.format(Locale.ROOT, TOLD.get(reason), count)));
    }
}

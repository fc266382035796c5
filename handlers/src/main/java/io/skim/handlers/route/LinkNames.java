package io.skim.handlers.route;

import io.skim.handlers.patch.AmqpAddressMap;
import java.util.Objects;

/**
 * Applies a {@link NameMap} to the addresses of AMQP links, as to topics: for {@link
 * io.skim.handlers.patch.AmqpFrameEdits.Builder#mapAddresses}.
 *
 * <pre>
 * AmqpFrameEdits toBroker = AmqpFrameEdits.builder().mapAddresses(LinkNames.toBroker(names)).build();
 * AmqpFrameEdits toClient = AmqpFrameEdits.builder().mapAddresses(LinkNames.toClient(names)).build();
 * </pre>
 *
 * An address is mapped as a whole, also one with separators of a broker's own. An empty address, that of an anonymous or dynamic
 * link, stays, and so does one that would become empty. Each call allocates a sink.
 */
public final class LinkNames
{
    private LinkNames()
    {
    }

    /**
     * {@return the map of addresses on their way to the broker}
     *
     * @param names to apply.
     */
    public static AmqpAddressMap toBroker(final NameMap names)
    {
        Objects.requireNonNull(names, "names");
        return (utf8, offset, length, target) -> {
            final NameSink sink = new NameSink();
            return length > 0 && names.toBroker(ResourceKind.TOPIC, utf8, offset, length, sink) && put(sink, target);
        };
    }

    /**
     * {@return the map of addresses on their way to a client}
     *
     * @param names to apply.
     */
    public static AmqpAddressMap toClient(final NameMap names)
    {
        Objects.requireNonNull(names, "names");
        return (utf8, offset, length, target) -> {
            final NameSink sink = new NameSink();
            return names.toClient(ResourceKind.TOPIC, utf8, offset, length, sink) && put(sink, target);
        };
    }

    private static boolean put(final NameSink sink, final AmqpAddressMap.Target target)
    {
        target.put(sink.array, 0, sink.length);
        return sink.length > 0;
    }
}

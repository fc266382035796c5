package io.skim.gateway;

import io.skim.gateway.config.NameMapping;
import io.skim.handlers.patch.AmqpAddressMap;
import io.skim.handlers.route.ResourceKind;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Applies a name map of the gateway's file to the addresses of an AMQP connection. Addresses of the broker's own, which begin with a
 * dollar sign, stay as they are.
 * <p>
 * A broker names the addresses of temporary queues itself, and other clients tell them in {@code reply-to}. A name map gives no such
 * name. So a client sees it as it is, and the connection remembers it: if the client uses it, it stays as it is as well. Allocates a
 * few texts for each address.
 */
final class AmqpNames
{
    /** So many addresses that the map does not give are remembered, those that were used last. */
    private static final int MOST_FOREIGN = 1_024;
    private static final int LONGEST_FOREIGN = 1_024;

    private final NameMapping mapping;
    private final Map<String, Boolean> foreign = new LinkedHashMap<>(4, 0.75f, true)
    {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<String, Boolean> eldest)
        {
            return size() > MOST_FOREIGN;
        }
    };

    AmqpNames(final NameMapping mapping)
    {
        this.mapping = mapping;
    }

    /** Maps an address that the client uses: of a link, a message or an answer. */
    boolean toBroker(final byte[] utf8, final int offset, final int length, final AmqpAddressMap.Target target)
    {
        if (stays(utf8, offset, length))
        {
            return false;
        }
        final String address = text(utf8, offset, length);
        return foreign.get(address) == null && put(mapping.toBroker(ResourceKind.TOPIC, address), target);
    }

    /** Maps an address that the client may use: of a link or an answer. */
    boolean toClient(final byte[] utf8, final int offset, final int length, final AmqpAddressMap.Target target)
    {
        if (stays(utf8, offset, length))
        {
            return false;
        }
        final String address = text(utf8, offset, length);
        final String mapped = mapping.toClient(ResourceKind.TOPIC, address);
        if (mapped.equals(address) && length <= LONGEST_FOREIGN
            && !mapping.toBroker(ResourceKind.TOPIC, address).equals(address))
        {
            foreign.put(address, Boolean.TRUE);
        }
        return put(mapped, target);
    }

    /** Maps an address that the client is only told: where a message went. */
    boolean shown(final byte[] utf8, final int offset, final int length, final AmqpAddressMap.Target target)
    {
        return !stays(utf8, offset, length)
            && put(mapping.toClient(ResourceKind.TOPIC, text(utf8, offset, length)), target);
    }

    private static boolean stays(final byte[] utf8, final int offset, final int length)
    {
        return length == 0 || utf8[offset] == '$';
    }

    private static String text(final byte[] utf8, final int offset, final int length)
    {
        return new String(utf8, offset, length, StandardCharsets.UTF_8);
    }

    private static boolean put(final String address, final AmqpAddressMap.Target target)
    {
        final byte[] utf8 = address.getBytes(StandardCharsets.UTF_8);
        target.put(utf8, 0, utf8.length);
        return true;
    }
}

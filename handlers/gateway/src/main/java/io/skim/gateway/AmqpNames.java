package io.skim.gateway;

import io.skim.gateway.config.NameMapping;
import io.skim.handlers.patch.AmqpAddressMap;
import io.skim.handlers.route.LinkNames;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Applies a name map of the gateway's file to the addresses of an AMQP connection. Addresses of the broker's own, which begin with a
 * dollar sign, stay as they are. Names of RocketMQ's system are addresses as others.
 * <p>
 * A broker names the addresses of temporary queues itself, and other clients tell them in {@code reply-to}. A name map gives no such
 * name. So a client sees it as it is, and the connection remembers it: if the client uses it, it stays as it is as well. A name that
 * the client has used before keeps its meaning, whatever others tell it: it does not lead out of the map. Allocates a few texts for
 * each address.
 */
final class AmqpNames
{
    /** So many addresses are remembered, those that were used last. */
    private static final int MOST_KNOWN = 1_024;
    private static final int LONGEST_KNOWN = 1_024;

    private static final AmqpAddressMap.Target NOWHERE = (utf8, offset, length) -> {
    };

    private final AmqpAddressMap inwards;
    private final AmqpAddressMap outwards;
    /** Whether an address is one that the map does not give, and not the client's own. */
    private final Map<String, Boolean> foreign = new LinkedHashMap<>(4, 0.75f, true)
    {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<String, Boolean> eldest)
        {
            return size() > MOST_KNOWN;
        }
    };

    AmqpNames(final NameMapping mapping)
    {
        inwards = LinkNames.toBroker(mapping);
        outwards = LinkNames.toClient(mapping);
    }

    /** Maps an address that the client uses: of a link, a message or an answer. */
    boolean toBroker(final byte[] utf8, final int offset, final int length, final AmqpAddressMap.Target target)
    {
        return !isOwn(utf8, offset, length) && !isForeign(utf8, offset, length, false)
            && inwards.map(utf8, offset, length, target);
    }

    /** Maps an address that the client may use: of a link or an answer. */
    boolean toClient(final byte[] utf8, final int offset, final int length, final AmqpAddressMap.Target target)
    {
        final boolean changes = shown(utf8, offset, length, target);
        if (!changes && !isOwn(utf8, offset, length) && inwards.map(utf8, offset, length, NOWHERE))
        {
            isForeign(utf8, offset, length, true);
        }
        return changes;
    }

    /** Maps an address that the client is only told: where a message went. */
    boolean shown(final byte[] utf8, final int offset, final int length, final AmqpAddressMap.Target target)
    {
        return !isOwn(utf8, offset, length) && outwards.map(utf8, offset, length, target);
    }

    private static boolean isOwn(final byte[] utf8, final int offset, final int length)
    {
        return length > 0 && utf8[offset] == '$';
    }

    /** What is known of an address; it is what whoever names it first takes it for. */
    private boolean isForeign(final byte[] utf8, final int offset, final int length, final boolean taken)
    {
        if (length > LONGEST_KNOWN)
        {
            return false;
        }
        final Boolean known = foreign.putIfAbsent(new String(utf8, offset, length, StandardCharsets.UTF_8), taken);
        return known != null && known;
    }
}

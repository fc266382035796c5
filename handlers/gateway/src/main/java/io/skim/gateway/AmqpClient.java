package io.skim.gateway;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.skim.gateway.connection.Connection;
import io.skim.gateway.rules.ConnectionFacts;
import io.skim.handlers.patch.AmqpAddressMap;
import org.jspecify.annotations.Nullable;

/** What the filter knows of the connection of an AMQP client. */
final class AmqpClient
{
    private static final AttributeKey<AmqpClient> KEY = AttributeKey.valueOf(AmqpClient.class, "client");

    final Connection connection;
    final ConnectionFacts facts;
    /** The map of its addresses, from its open on; null for none. */
    @Nullable
    AmqpNames names;

    private AmqpClient(final Connection connection, final ConnectionFacts facts)
    {
        this.connection = connection;
        this.facts = facts;
    }

    static void begin(final Connection connection, final ConnectionFacts facts)
    {
        connection.channel().attr(KEY).set(new AmqpClient(connection, facts));
    }

    static AmqpClient of(final Channel channel)
    {
        return channel.attr(KEY).get();
    }

    /** The map of the addresses of its links on their way to the broker; null for none. */
    static @Nullable AmqpAddressMap toBroker(final Channel channel)
    {
        final AmqpNames names = of(channel).names;
        return names == null ? null : names::toBroker;
    }

    /** The map of the addresses of the broker's links; null for none. */
    static @Nullable AmqpAddressMap toClient(final Channel channel)
    {
        final AmqpNames names = of(channel).names;
        return names == null ? null : names::toClient;
    }
}

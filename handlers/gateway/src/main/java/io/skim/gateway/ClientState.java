package io.skim.gateway;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.skim.gateway.connection.Connection;
import io.skim.gateway.lanes.LaneReaders;
import io.skim.gateway.rules.ConnectionFacts;
import org.jspecify.annotations.Nullable;

/** What the filters know of a client's connection. */
final class ClientState
{
    private static final AttributeKey<ClientState> KEY = AttributeKey.valueOf(ClientState.class, "state");

    final Connection connection;
    final ConnectionFacts facts;
    /** The number of the name map that was applied to the client's last request, for requests of the broker's own. */
    int names;
    /** What the client reads for a lane; null before it was looked at. */
    private LaneReaders.@Nullable Client reading;

    private ClientState(final Connection connection, final ConnectionFacts facts)
    {
        this.connection = connection;
        this.facts = facts;
    }

    static void begin(final Connection connection, final ConnectionFacts facts)
    {
        connection.channel().attr(KEY).set(new ClientState(connection, facts));
    }

    /** What the client reads for lanes. */
    LaneReaders.Client reading(final LaneReaders readers)
    {
        if (reading == null)
        {
            reading = readers.client();
            final LaneReaders.Client ended = reading;
            connection.channel().closeFuture().addListener(closed -> ended.close());
        }
        return reading;
    }

    static ClientState of(final Channel client)
    {
        return client.attr(KEY).get();
    }
}

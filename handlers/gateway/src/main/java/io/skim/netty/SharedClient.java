package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import org.jspecify.annotations.Nullable;

/**
 * What servers know of a client by its connection, as long as it shares one with others: its producer groups, by its heartbeats. What
 * else a server would remember of a connection makes the client need its own.
 */
final class SharedClient
{
    private final RemotingServers servers;
    private final ProxyAnswers answers;

    SharedClient(final RemotingServers servers, final ProxyAnswers answers)
    {
        this.servers = servers;
        this.answers = answers;
    }

    /**
     * Looks whether a request concerns what a server knows of the client by its connection. If so, the client gets a connection of its
     * own, or the shared one learns of it.
     *
     * @return whether the request was answered, and does not go on.
     */
    boolean answers(final RemotingExchange exchange, final @Nullable HeaderPatch patch, final RemotingFunnel funnel)
    {
        final int code = exchange.code();
        if (code == RequestCode.HEART_BEAT.code())
        {
            learn(exchange, patch, funnel);
            return false;
        }
        if (code == RequestCode.UNREGISTER_CLIENT.code())
        {
            return unregisters(exchange, patch, funnel);
        }
        if (!exchange.isBinary() && exchange.header().field(RemotingField.OPAQUE).isNull() || RemotingFunnel.binds(code,
            exchange.header()))
        {
            servers.useOwn();
        }
        return false;
    }

    /** Reads a heartbeat as it goes on: the server knows the names that the filter has made of the client's. */
    private void learn(final RemotingExchange exchange, final @Nullable HeaderPatch patch, final RemotingFunnel funnel)
    {
        final ByteBuf outgoing = outgoing(exchange, patch);
        try
        {
            final OpaqueWriter writer = funnel.loop().writer;
            final RemotingFrame frame = writer.scan(outgoing);
            final Heartbeat heartbeat = Heartbeat.read(frame);
            final FunnelLink link = heartbeat.mayShare() ? servers.link(exchange.upstream()) : null;
            if (link == null || !link.mayHold(heartbeat.producerGroups()))
            {
                servers.useOwn();
                return;
            }
            final byte @Nullable [] oneway = writer.asOneway(frame);
            link.connection.register(link, heartbeat, oneway);
        }
        finally
        {
            outgoing.release();
        }
    }

    private boolean unregisters(final RemotingExchange exchange,
        final @Nullable HeaderPatch patch, final RemotingFunnel funnel)
    {
        final ByteBuf outgoing = outgoing(exchange, patch);
        final String group;
        try
        {
            group = RemotingFunnel.producerGroup(funnel.loop().writer.scan(outgoing).header());
        }
        finally
        {
            outgoing.release();
        }
        if (group == null)
        {
            servers.useOwn();
            return false;
        }
        final FunnelLink link = servers.link(exchange.upstream());
        final boolean held = link.connection.isHeldByOthers(link, group);
        if (held)
        {
            answers.answer(exchange, ResponseCode.SUCCESS.code(), "others on this connection hold the group");
        }
        return held;
    }

    private ByteBuf outgoing(final RemotingExchange exchange, final @Nullable HeaderPatch patch)
    {
        return exchange.replacement() != null ? exchange.replacement().retain() : exchange.frame().retain(patch);
    }
}

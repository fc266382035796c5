package io.skim.netty;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The servers that one client's requests went to, by connections of its own or by shared ones. */
final class RemotingServers
{
    /** A mirror that is lost is not connected again at once, in nanoseconds. */
    private static final long MIRROR_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final RemotingPair pair;
    /** The server of requests that the filter does not route. */
    private final Upstream first;
    private final List<RemotingServer> servers = new ArrayList<>(1);
    private int count;
    /** Whether the client uses shared connections. */
    private boolean shares;
    /** Before this time no mirror is connected again. */
    private long mirrorsAgain = System.nanoTime();

    RemotingServers(final RemotingPair pair, final Upstream first)
    {
        this.pair = pair;
        this.first = first;
        shares = pair.proxy.funnels != null;
    }

    /** Whether the client uses shared connections. */
    boolean isSharing()
    {
        return shares;
    }

    /** What the client shares connections to a server by; null if it has its own. */
    @Nullable
    RemotingFunnel funnel(final Upstream upstream)
    {
        return shares && pair.proxy.funnels != null ? pair.proxy.funnels.apply(upstream) : null;
    }

    /** The server that requests for an upstream go to; a new one connects. */
    RemotingServer server(final Upstream upstream)
    {
        return server(upstream, false, funnel(upstream));
    }

    /** The server that copies of requests for an upstream go to; a new one connects. Null for a while after one was lost. */
    @Nullable
    RemotingServer mirror(final Upstream upstream, final long now)
    {
        return now - mirrorsAgain < 0 ? null : server(upstream, true, null);
    }

    private RemotingServer server(final Upstream upstream, final boolean isMirror,
        final @Nullable RemotingFunnel funnel)
    {
        final RemotingServer known = find(upstream, isMirror, funnel != null);
        if (known != null)
        {
            return known;
        }
        final RemotingServer server = add(upstream, isMirror);
        if (funnel != null)
        {
            server.link = funnel.join(upstream, pair.client(), server);
        }
        else
        {
            server.connect();
        }
        pair.updateReading();
        return server;
    }

    /** The client's place on the connection to a server that it shares. */
    FunnelLink link(final Upstream upstream)
    {
        return Objects.requireNonNull(server(upstream).link, "the client has a connection of its own");
    }

    /**
     * The server that a frame of which nothing is known goes to: the only one that the client has, else the usual one. It may mean
     * anything to the server, so from then on the client shares nothing.
     */
    RemotingServer usual()
    {
        if (shares)
        {
            useOwn();
        }
        final RemotingServer only = only();
        return only != null ? only : server(first);
    }

    /** The client gets connections of its own; the shared ones still give it the responses that it waits for. */
    void useOwn()
    {
        shares = false;
        for (final RemotingServer server : all())
        {
            final FunnelLink link = server.link;
            if (link != null)
            {
                final byte @Nullable [] heartbeat = link.heartbeat;
                link.connection.leaveForOwn(link);
                if (heartbeat != null)
                {
                    // The broker must know the client by the new connection before the next request.
                    server(server.upstream).output.write(Unpooled.wrappedBuffer(heartbeat));
                }
            }
        }
    }

    /** The one to which requests or copies for an upstream go; null if there is none yet. */
    @Nullable
    RemotingServer find(final Upstream upstream, final boolean isMirror, final boolean isShared)
    {
        for (int i = 0; i < servers.size(); i++)
        {
            final RemotingServer server = servers.get(i);
            if (server.upstream == upstream && server.isMirror == isMirror && (server.link != null) == isShared)
            {
                return server;
            }
        }
        return null;
    }

    /** Adds one, which is not connected yet. */
    RemotingServer add(final Upstream upstream, final boolean isMirror)
    {
        int number = count++ & RequestMark.MOST_SERVER;
        while (numbered(number) != null)
        {
            // After many connections, as to a mirror that is down.
            number = count++ & RequestMark.MOST_SERVER;
        }
        final RemotingServer server = new RemotingServer(pair, upstream, number, isMirror);
        servers.add(server);
        return server;
    }

    /** {@return whether it was there} */
    boolean remove(final RemotingServer server)
    {
        if (server.isMirror)
        {
            mirrorsAgain = System.nanoTime() + MIRROR_PAUSE;
        }
        return servers.remove(server);
    }

    boolean contains(final RemotingServer server)
    {
        return servers.contains(server);
    }

    /** All of them, which may be added to and removed from meanwhile. */
    List<RemotingServer> all()
    {
        return List.copyOf(servers);
    }

    /** The one with a number; null if it has gone. */
    @Nullable
    RemotingServer numbered(final int number)
    {
        for (final RemotingServer server : servers)
        {
            if (server.number == number)
            {
                return server;
            }
        }
        return null;
    }

    /** The only connection of the client's own; null if there is none, or several. */
    @Nullable
    RemotingServer only()
    {
        RemotingServer only = null;
        for (final RemotingServer server : servers)
        {
            if (!server.isMirror && server.link == null)
            {
                if (only != null)
                {
                    return null;
                }
                only = server;
            }
        }
        return only;
    }

    /** Sends what was written to them. */
    void flush()
    {
        for (int i = 0; i < servers.size(); i++)
        {
            servers.get(i).flush();
        }
    }

    /**
     * Reads the client's own connections, or does not. Nobody waits for a mirror.
     *
     * @param reads  whether to read them.
     * @param others whether also those that do not have a body on its way, for whose end the frames of the others wait.
     * @return whether all of them take more.
     */
    boolean read(final boolean reads, final boolean others)
    {
        boolean take = true;
        for (int i = 0; i < servers.size(); i++)
        {
            final RemotingServer server = servers.get(i);
            if (server.link != null)
            {
                take &= !server.link.paused;
                continue;
            }
            take &= server.isMirror || server.connected && server.output.isWritable();
            server.channel.config().setAutoRead(reads && (others || server.isInBody()));
        }
        return take;
    }
}

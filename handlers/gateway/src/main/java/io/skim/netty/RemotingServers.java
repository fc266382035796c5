package io.skim.netty;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The servers that one client's requests went to, by connections of its own or by shared ones. */
final class RemotingServers
{
    /** A mirror that is lost is not connected again at once, nor a server that could not be connected, in nanoseconds. */
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);
    /** So many servers that could not be connected are remembered. */
    private static final int MOST_PAUSED = 64;

    private final RemotingPair pair;
    /** The server of requests that the filter does not route. */
    private final Upstream first;
    private final List<RemotingServer> servers = new ArrayList<>(1);
    private int count;
    /** Whether the client uses shared connections. */
    private boolean shares;
    /** What introduces the client to further servers; null if it has not told yet. */
    private byte @Nullable [] introduction;
    /** Until when servers are not tried again; null if none was lost before it was connected. */
    private @Nullable IdentityHashMap<Upstream, Long> unreachable;
    /** Until when mirrors that were lost are not connected again; null if none was. One may be a server of requests, too. */
    private @Nullable IdentityHashMap<Upstream, Long> lostMirrors;

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

    /** The same; if a new one connects, it gets what introduces the client first. */
    RemotingServer introduced(final Upstream upstream)
    {
        final int before = servers.size();
        final RemotingServer server = server(upstream);
        if (introduction != null && servers.size() > before && server.link == null)
        {
            server.output.write(Unpooled.wrappedBuffer(introduction));
        }
        return server;
    }

    /**
     * Keeps what introduces the client to further servers.
     *
     * @param request a oneway request; null for nothing.
     */
    void introduceBy(final byte @Nullable [] request)
    {
        introduction = request;
    }

    /** Whether a connection to a server was tried a moment ago, in vain: another try could hold up the requests to the others. */
    boolean isPaused(final Upstream upstream, final long now)
    {
        return !servers.isEmpty() && isPaused(unreachable, upstream, now);
    }

    private static boolean isPaused(final @Nullable IdentityHashMap<Upstream, Long> paused, final Upstream upstream,
        final long now)
    {
        final Long until = paused == null ? null : paused.get(upstream);
        return until != null && now - until < 0;
    }

    /** A connection could not be made. */
    void pause(final Upstream upstream)
    {
        unreachable = paused(unreachable, upstream);
    }

    /** What is paused with one more: not many, for who is forgotten is only tried earlier. */
    private IdentityHashMap<Upstream, Long> paused(final @Nullable IdentityHashMap<Upstream, Long> before,
        final Upstream upstream)
    {
        final IdentityHashMap<Upstream, Long> all =
            before == null || before.size() > MOST_PAUSED ? new IdentityHashMap<>(2) : before;
        all.put(upstream, pair.proxy.nanoTime.getAsLong() + PAUSE);
        return all;
    }

    /** The server that copies of requests for an upstream go to; a new one connects. Null for a while after it was lost. */
    @Nullable
    RemotingServer mirror(final Upstream upstream, final long now)
    {
        return isPaused(lostMirrors, upstream, now) ? null : server(upstream, true, null);
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
        int number = nextNumber();
        while (numbered(number) != null)
        {
            // After many connections, as to a mirror that is down.
            number = nextNumber();
        }
        final RemotingServer server = new RemotingServer(pair, upstream, number, isMirror);
        servers.add(server);
        return server;
    }

    private int nextNumber()
    {
        final int number = count;
        count = number == RequestMark.MOST_SERVER ? 0 : number + 1;
        return number;
    }

    /** {@return whether it was there} */
    boolean remove(final RemotingServer server)
    {
        if (server.isMirror)
        {
            lostMirrors = paused(lostMirrors, server.upstream);
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
        // A server that is slow to connect does not hold up the requests to others, unless much waits for it.
        final boolean unconnected = pair.outlivesServers();
        for (int i = 0; i < servers.size(); i++)
        {
            final RemotingServer server = servers.get(i);
            if (server.link != null)
            {
                take &= !server.link.paused;
                continue;
            }
            take &= server.isMirror || (server.connected || unconnected) && server.output.isWritable();
            server.channel.config().setAutoRead(reads && (others || server.isInBody()));
        }
        return take;
    }
}

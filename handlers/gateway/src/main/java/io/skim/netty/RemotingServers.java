package io.skim.netty;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The servers that one client's requests went to. */
final class RemotingServers
{
    private final List<RemotingServer> servers = new ArrayList<>(1);
    private int count;

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
    RemotingServer add(final RemotingPair pair, final Upstream upstream, final boolean isMirror)
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

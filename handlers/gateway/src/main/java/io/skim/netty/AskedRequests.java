package io.skim.netty;

import org.jspecify.annotations.Nullable;

/** The requests of servers that wait for the response of one client. */
final class AskedRequests
{
    /** How many may wait. */
    private static final int MOST = 256;

    private final PendingRequests table = new PendingRequests(MOST);
    private final RemotingServers servers;
    private final long timeoutNanos;

    AskedRequests(final RemotingServers servers, final long timeoutNanos)
    {
        this.servers = servers;
        this.timeoutNanos = timeoutNanos;
    }

    /** What is known of them. */
    PendingRequests table()
    {
        return table;
    }

    /** Remembers a request of a server; false if the client's response could be taken for that to another server. */
    boolean admits(final RemotingExchange exchange, final RemotingServer server)
    {
        final int opaque = exchange.opaque();
        if (table.isFull() || table.contains(opaque))
        {
            // The client has not answered so many for long.
            table.expire(exchange.now() - timeoutNanos);
        }
        if (table.contains(opaque))
        {
            return false;
        }
        table.add(opaque, exchange.code(), RequestMark.of(server.number, exchange.tag(), exchange.isBinary()),
            exchange.now());
        return true;
    }

    /** The server that a client's response is for; the only one if that is not known. Null if it has gone, or none can be told. */
    @Nullable
    RemotingServer asker(final RemotingExchange response)
    {
        return response.requestCode() == RemotingExchange.UNKNOWN ? servers.only()
            : servers.numbered(RequestMark.server(table.mark()));
    }

    /** Forgets those of a server that is lost: its number is used again. */
    void forget(final RemotingServer server)
    {
        table.takeAll(mark -> RequestMark.server(mark) == server.number, () -> {
        });
    }
}

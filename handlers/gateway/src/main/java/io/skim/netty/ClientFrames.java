package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.remoting.ResponseCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The frames of one client: the filter decides about each, and those that pass go on to servers. */
final class ClientFrames
{
    /** A longer request does not introduce a client to further servers, in bytes. */
    private static final int MOST_INTRODUCTION = 1 << 14;

    private final RemotingPair pair;
    private final RemotingProxy proxy;
    private final RemotingProxy.Loop loop;
    /** The server of requests that the filter does not route. */
    private final Upstream upstream;
    private final SharedClient shared;
    private final HeldFrames held;

    ClientFrames(final RemotingPair pair, final RemotingProxy.Loop loop, final Upstream upstream)
    {
        this.pair = pair;
        proxy = pair.proxy;
        this.loop = loop;
        this.upstream = upstream;
        shared = new SharedClient(pair.servers(), pair.answers());
        held = new HeldFrames(pair.client(), proxy.events);
    }

    /** Those that are held back. */
    HeldFrames held()
    {
        return held;
    }

    /** Takes a frame of the client. */
    void take(final RemotingFrame frame)
    {
        final RemotingExchange exchange = loop.exchange.begin(pair, frame, true, upstream, loop.now());
        try
        {
            final boolean response = exchange.isResponse();
            exchange.know(response && pair.asked().table().take(exchange.opaque()));
            loop.filter.toBroker(exchange);
            proxy.events.onFrame(exchange);
            switch (exchange.decision())
            {
                case PASS -> pass(exchange, response);
                case ANSWER -> pair.answers().answer(exchange, exchange.answerCode(), exchange.text());
                case DROP ->
                    {
                    }
                case CLOSE -> pair.close(CloseReason.FILTER, exchange.text().toString());
            }
        }
        finally
        {
            exchange.end();
        }
    }

    /** Whether the filter needs the body of a frame. */
    boolean needsBody(final RemotingFrame frame)
    {
        final RemotingExchange exchange = loop.exchange.begin(pair, frame, true, upstream, loop.now());
        try
        {
            exchange.know(exchange.isResponse() && pair.asked().table().peek(exchange.opaque()));
            return loop.filter.needsBody(exchange);
        }
        finally
        {
            exchange.end();
        }
    }

    private void pass(final RemotingExchange exchange, final boolean response)
    {
        final Refusal refusal = pair.answers().refusal(exchange);
        if (refusal != null)
        {
            if (!pair.answers().closes(refusal))
            {
                pair.answers().answer(exchange, ResponseCode.NO_PERMISSION.code(), refusal.sentence());
            }
            return;
        }
        if (response)
        {
            final RemotingServer asker = pair.asked().asker(exchange);
            if (asker != null && asker.output() != null)
            {
                send(asker, exchange, true);
            }
            // Else the server that asked has gone.
            return;
        }
        if (!exchange.isOneway() && !pair.requests().admits(exchange))
        {
            return;
        }
        if (exchange.several() != null)
        {
            passToAll(exchange, exchange.several());
            return;
        }
        final RemotingFunnel funnel = pair.servers().funnel(exchange.upstream());
        if (funnel != null && shared.answers(exchange, exchange.patch(), funnel))
        {
            return;
        }
        final RemotingServer server = server(exchange);
        if (server == null || !server.takes())
        {
            answerUnavailable(exchange, exchange.upstream());
            return;
        }
        if (!exchange.isOneway())
        {
            pair.requests().remember(exchange, server);
        }
        send(server, exchange, false);
    }

    private void answerUnavailable(final RemotingExchange exchange, final Upstream to)
    {
        proxy.events.onUnavailable(pair.client(), to);
        pair.answers().answerUnavailable(exchange, to);
    }

    /** The server that a request goes to; null if it could not be connected a moment ago. */
    private @Nullable RemotingServer server(final RemotingExchange exchange)
    {
        final RemotingServers servers = pair.servers();
        final Upstream to = exchange.upstream();
        if (servers.isPaused(to, exchange.now()))
        {
            return null;
        }
        return exchange.introduces() ? servers.introduced(to) : servers.server(to);
    }

    /** Passes a request to several servers on. */
    private void passToAll(final RemotingExchange exchange, final List<Upstream> all)
    {
        if (!exchange.isOneway() && !pair.requests().admitsSeveral(exchange))
        {
            return;
        }
        final HeaderPatch patch = exchange.patch();
        final ByteBuf request =
            exchange.replacement() != null ? exchange.replacement().retain() : exchange.frame().retain(patch);
        try
        {
            // Those that are connected now have the request itself.
            final List<RemotingServer> servers = connected(all, exchange.now());
            if (exchange.introduces())
            {
                pair.servers().introduceBy(introduction(request));
            }
            if (servers.isEmpty())
            {
                answerUnavailable(exchange, all.get(0));
                return;
            }
            final List<RemotingServer> due = new ArrayList<>(servers);
            if (!exchange.isOneway())
            {
                pair.requests().rememberSeveral(exchange);
                pair.several().begin(exchange, due);
            }
            mirror(exchange, null, request);
            for (final RemotingServer server : servers)
            {
                sendNow(server, exchange, null, request.retainedDuplicate(), false);
            }
        }
        finally
        {
            request.release();
        }
    }

    /** The servers of several, each with a connection that is open or being opened. */
    private List<RemotingServer> connected(final List<Upstream> all, final long now)
    {
        final List<RemotingServer> servers = new ArrayList<>(all.size());
        for (final Upstream to : all)
        {
            if (pair.servers().funnel(to) != null)
            {
                // The servers are to know the client by its connections.
                pair.servers().useOwn();
            }
            if (!pair.servers().isPaused(to, now))
            {
                servers.add(pair.servers().server(to));
            }
        }
        servers.removeIf(server -> !server.takes());
        return servers;
    }

    /** A copy of a request without a response, to send again; null if it is too long, or cannot be one. */
    private byte @Nullable [] introduction(final ByteBuf request)
    {
        if (request.readableBytes() > MOST_INTRODUCTION)
        {
            return null;
        }
        final OpaqueWriter writer = loop.writer(proxy.tools);
        return writer.asOneway(writer.scan(request));
    }

    private void send(final RemotingServer server, final RemotingExchange exchange, final boolean response)
    {
        final HeaderPatch patch = exchange.patch();
        final ByteBuf replacement = exchange.takeReplacement();
        mirror(exchange, patch, replacement);
        sendNow(server, exchange, patch, replacement, response);
    }

    private void sendNow(final RemotingServer server, final RemotingExchange exchange,
        final @Nullable HeaderPatch patch, final @Nullable ByteBuf made, final boolean response)
    {
        proxy.events.onForwarded(exchange, server.upstream);
        ByteBuf replacement = made;
        if (exchange.delayNanos() > 0 && exchange.frame().isWhole())
        {
            replacement = replacement != null ? replacement : exchange.frame().retain(patch);
            if (holds(server, exchange, replacement))
            {
                return;
            }
        }
        if (server.link != null && !response)
        {
            share(server.link, exchange, patch, replacement);
        }
        else
        {
            Objects.requireNonNull(server.output(), "the server has gone").write(exchange.frame(), patch, replacement);
        }
    }

    private static void share(final FunnelLink link, final RemotingExchange exchange, final @Nullable HeaderPatch patch,
        final @Nullable ByteBuf replacement)
    {
        if (replacement != null)
        {
            link.connection.send(link, replacement, exchange.opaque(), exchange.isBinary(), exchange.isOneway());
        }
        else
        {
            link.connection.send(link, exchange.frame(), patch, exchange.opaque(), exchange.isOneway());
        }
    }

    private void mirror(final RemotingExchange exchange, final @Nullable HeaderPatch patch,
        final @Nullable ByteBuf replacement)
    {
        final Upstream mirror = exchange.mirror();
        if (mirror != null && exchange.frame().isWhole())
        {
            mirror(mirror, exchange, patch, replacement);
        }
    }

    private void mirror(final Upstream to, final RemotingExchange exchange, final @Nullable HeaderPatch patch,
        final @Nullable ByteBuf replacement)
    {
        final RemotingServer server = pair.servers().mirror(to, exchange.now());
        if (server == null || !server.output.isWritable())
        {
            return;
        }
        server.output.write(exchange.frame(), patch, replacement == null ? null : replacement.retainedDuplicate());
        proxy.events.onMirrored(pair.client(), to);
    }

    /** Holds a request back, if there is room. */
    private boolean holds(final RemotingServer server, final RemotingExchange exchange, final ByteBuf request)
    {
        final int opaque = exchange.opaque();
        final boolean isBinary = exchange.isBinary();
        final boolean isOneway = exchange.isOneway();
        return held.hold(request, exchange.delayNanos(), late -> {
            if (!pair.servers().contains(server))
            {
                late.release();
            }
            else if (server.link != null)
            {
                server.link.connection.send(server.link, late, opaque, isBinary, isOneway);
            }
            else
            {
                server.output.write(late);
                server.output.flush();
            }
            pair.closeIfAnswered();
        });
    }
}

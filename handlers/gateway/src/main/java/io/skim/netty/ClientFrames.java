package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.remoting.ResponseCode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The frames of one client: the filter decides about each, and those that pass go on to servers. */
final class ClientFrames
{
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
        final RemotingFunnel funnel = pair.servers().funnel(exchange.upstream());
        if (funnel != null && shared.answers(exchange, exchange.patch(), funnel))
        {
            return;
        }
        final RemotingServer server = pair.servers().server(exchange.upstream());
        if (!server.takes())
        {
            proxy.events.onUnavailable(pair.client(), server.upstream);
            pair.answers().answerUnavailable(exchange, server.upstream);
            return;
        }
        if (!exchange.isOneway())
        {
            pair.requests().remember(exchange, server);
        }
        send(server, exchange, false);
    }

    private void send(final RemotingServer server, final RemotingExchange exchange, final boolean response)
    {
        proxy.events.onForwarded(exchange, server.upstream);
        final HeaderPatch patch = exchange.patch();
        ByteBuf replacement = exchange.takeReplacement();
        final Upstream mirror = exchange.mirror();
        if (mirror != null && exchange.frame().isWhole())
        {
            mirror(mirror, exchange, patch, replacement);
        }
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

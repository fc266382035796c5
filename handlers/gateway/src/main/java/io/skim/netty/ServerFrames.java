package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.ResponseCode;
import org.jspecify.annotations.Nullable;

/** The frames of the servers of one client: the filter decides about each, and those that pass go on to the client. */
final class ServerFrames
{
    private final RemotingPair pair;
    private final RemotingProxy proxy;
    private final RemotingProxy.Loop loop;
    private final FrameOutput toClient;
    private final HeldFrames held;

    ServerFrames(final RemotingPair pair, final RemotingProxy.Loop loop, final FrameOutput toClient)
    {
        this.pair = pair;
        proxy = pair.proxy;
        this.loop = loop;
        this.toClient = toClient;
        held = new HeldFrames(pair.client(), proxy.events);
    }

    /** Those that are held back. */
    HeldFrames held()
    {
        return held;
    }

    /** Takes a frame of a server. */
    void take(final RemotingServer server, final RemotingFrame frame)
    {
        take(server, loop.exchange.begin(pair, frame, false, server.upstream, loop.now()));
    }

    /** Takes a frame of a server on a shared connection; the opaque is the one that the client knows. */
    void take(final RemotingServer server, final RemotingFrame frame, final int opaque)
    {
        final RemotingExchange exchange = loop.exchange.begin(pair, frame, false, server.upstream, loop.now());
        exchange.opaque(opaque);
        take(server, exchange);
    }

    private void take(final RemotingServer server, final RemotingExchange exchange)
    {
        try
        {
            final boolean response = exchange.isResponse();
            if (response && pair.several().contains(exchange.opaque()))
            {
                takeOneOfSeveral(server, exchange);
                return;
            }
            exchange.know(response && pair.requests().take(exchange.opaque()));
            loop.filter.toClient(exchange);
            proxy.events.onFrame(exchange);
            switch (exchange.decision())
            {
                case PASS -> pass(exchange, server, response);
                case ANSWER -> answer(exchange, server, exchange.answerCode(), exchange.text());
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

    /** Takes a response to a request that went to several servers. One that nobody waits for is dropped. */
    private void takeOneOfSeveral(final RemotingServer server, final RemotingExchange exchange)
    {
        final int opaque = exchange.opaque();
        final SeveralResponses.Request request = pair.several().find(opaque, server);
        if (request == null || request.isAnswered(server))
        {
            return;
        }
        final boolean decided = request.isDecided();
        if (decided)
        {
            exchange.know(pair.requests().take(opaque));
        }
        else
        {
            exchange.know(pair.requests().table().peek(opaque));
            exchange.isOneOfSeveral();
        }
        loop.filter.toClient(exchange);
        proxy.events.onFrame(exchange);
        request.offer(made(exchange), exchange.weight());
        final ByteBuf response = decided ? request.take() : null;
        if (response != null && !holds(exchange, response, null))
        {
            toClient.write(response);
        }
    }

    /** What a filter has made of a response, which the caller then owns; null if it does not go on. */
    private @Nullable ByteBuf made(final RemotingExchange exchange)
    {
        switch (exchange.decision())
        {
            case PASS ->
            {
                final Refusal refusal = pair.answers().refusal(exchange);
                final ByteBuf replacement = exchange.takeReplacement();
                if (refusal == null)
                {
                    return replacement != null ? replacement : exchange.frame().retain(exchange.patch());
                }
                return pair.answers().closes(refusal) ? null
                    : pair.answers().replacement(exchange, ResponseCode.SYSTEM_ERROR.code(), refusal.sentence());
            }
            case ANSWER ->
            {
                return pair.answers().replacement(exchange, exchange.answerCode(), exchange.text());
            }
            case CLOSE -> pair.close(CloseReason.FILTER, exchange.text().toString());
            case DROP ->
                {
                }
        }
        return null;
    }

    /** Whether a frame is to be gathered before it goes on. */
    boolean needsBody(final RemotingServer server, final RemotingFrame frame)
    {
        if (toClient.isInBody() || RemotingFlag.isResponse(frame.header().flag()) && pair.several().contains(
            frame.header().opaque()))
        {
            // Another server's body is on its way to the client, or other responses: this frame waits for its end, whole.
            return true;
        }
        final RemotingExchange exchange = loop.exchange.begin(pair, frame, false, server.upstream, loop.now());
        try
        {
            exchange.know(exchange.isResponse() && pair.requests().table().peek(exchange.opaque()));
            return loop.filter.needsBody(exchange);
        }
        finally
        {
            exchange.end();
        }
    }

    private void pass(final RemotingExchange exchange, final RemotingServer server, final boolean response)
    {
        final Refusal refusal = pair.answers().refusal(exchange);
        if (refusal != null)
        {
            if (!pair.answers().closes(refusal))
            {
                answer(exchange, server, ResponseCode.SYSTEM_ERROR.code(), refusal.sentence());
            }
            return;
        }
        if (!response && !exchange.isOneway() && !pair.asked().admits(exchange, server))
        {
            pair.answers().answerServer(exchange, server, ResponseCode.SYSTEM_ERROR.code(), OpenRequests.REPEATED);
            return;
        }
        final HeaderPatch patch = exchange.patch();
        ByteBuf replacement = exchange.takeReplacement();
        final OpaqueWriter writer = server.link != null && response ? server.link.connection.writer() : null;
        if (response && exchange.delayNanos() > 0 && exchange.frame().isWhole())
        {
            replacement = replacement != null ? replacement : exchange.frame().retain(patch);
            if (holds(exchange, replacement, writer))
            {
                return;
            }
        }
        if (writer == null)
        {
            toClient.write(exchange.frame(), patch, replacement);
        }
        else if (replacement == null)
        {
            writer.write(toClient, exchange.frame(), patch, exchange.opaque());
        }
        else
        {
            writer.write(toClient, replacement, exchange.opaque());
        }
    }

    /** Replaces a response of a server; answers a request of a server. */
    private void answer(final RemotingExchange exchange, final RemotingServer server, final int code,
        final CharSequence remark)
    {
        if (!exchange.isResponse())
        {
            pair.answers().answerServer(exchange, server, code, remark);
            return;
        }
        final ByteBuf answer = pair.answers().replacement(exchange, code, remark);
        if (!holds(exchange, answer, null))
        {
            toClient.write(answer);
        }
    }

    /** Holds a response back if the filter says so, and there is room. The writer puts the client's opaque in; null if it is there. */
    private boolean holds(final RemotingExchange exchange, final ByteBuf response, final @Nullable OpaqueWriter writer)
    {
        final int opaque = exchange.opaque();
        return exchange.delayNanos() > 0 && held.hold(response, exchange.delayNanos(), late -> {
            if (writer == null)
            {
                toClient.write(late);
            }
            else
            {
                writer.write(toClient, late, opaque);
            }
            toClient.flush();
            pair.closeIfAnswered();
        });
    }
}

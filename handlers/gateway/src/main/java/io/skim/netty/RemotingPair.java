package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.ResponseCode;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection and those to the servers that its requests went to.
 */
final class RemotingPair
{
    /** A mirror that is lost is not connected again at once, in nanoseconds. */
    private static final long MIRROR_PAUSE = TimeUnit.SECONDS.toNanos(1);
    /** How many requests of servers may wait for the client's response. */
    private static final int MOST_ASKED = 256;

    final RemotingProxy proxy;
    private final RemotingProxy.Loop loop;
    /** The server of requests that the filter does not route. */
    private final Upstream upstream;
    private final Channel client;
    private final FrameOutput toClient;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private RemotingFrameHandler frames;
    /** Whether the client uses shared connections. */
    private boolean shares;
    private final SharedClient shared = new SharedClient(this);
    private final OpenRequests requests;
    /** The requests of servers. */
    private final PendingRequests asked = new PendingRequests(MOST_ASKED);
    private final HeldFrames heldRequests;
    private final HeldFrames heldResponses;
    private final RemotingServers servers = new RemotingServers();
    /** Before this time no mirror is connected again. */
    private long mirrorsAgain = System.nanoTime();
    /** Why nothing more is taken from the client; null as long as it is. */
    private @Nullable CloseReason whyEnded;
    private boolean closing;
    /** Whether what the client sends is read and ignored. */
    private boolean ignores;
    /** Whether much waits for the end of a body that is on its way to the client. */
    private boolean crowded;

    RemotingPair(final RemotingProxy proxy, final Channel client)
    {
        this.proxy = proxy;
        loop = proxy.loop();
        this.client = client;
        upstream = Objects.requireNonNull(proxy.upstreams.apply(client), "an upstream");
        toClient = new FrameOutput(client);
        heldRequests = new HeldFrames(client);
        heldResponses = new HeldFrames(client);
        requests = new OpenRequests(this);
        shares = proxy.funnels != null;
    }

    void begin()
    {
        if (client instanceof DuplexChannel)
        {
            client.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        }
        final Client side = new Client();
        frames = new RemotingFrameHandler(proxy.tools, side, proxy.mostWhole);
        client.pipeline().addLast(frames, side);
    }

    Channel client()
    {
        return client;
    }

    /** The table that a frame's request is in, by the side that the frame comes from. */
    PendingRequests pending(final boolean fromClient)
    {
        return fromClient ? asked : requests.table();
    }

    // Frames.

    private void fromClient(final RemotingFrame frame)
    {
        if (closing || whyEnded != null)
        {
            return;
        }
        final RemotingExchange exchange = loop.exchange.begin(this, frame, true, upstream, loop.now());
        try
        {
            final boolean response = exchange.isResponse();
            exchange.know(response && asked.take(exchange.opaque()));
            loop.filter.toBroker(exchange);
            proxy.events.onFrame(exchange);
            switch (exchange.decision())
            {
                case PASS -> passToServer(exchange, response);
                case ANSWER -> answer(exchange, exchange.answerCode(), exchange.text());
                case DROP ->
                    {
                    }
                case CLOSE -> close(CloseReason.FILTER, exchange.text().toString());
            }
        }
        finally
        {
            exchange.end();
        }
    }

    /** Takes a frame of a server. */
    void fromServer(final RemotingServer server, final RemotingFrame frame)
    {
        if (!closing)
        {
            fromServer(server, loop.exchange.begin(this, frame, false, server.upstream, loop.now()));
        }
    }

    /** Takes a frame of a server on a shared connection; the opaque is the one that the client knows. */
    void fromServer(final RemotingServer server, final RemotingFrame frame, final int opaque)
    {
        if (!closing)
        {
            final RemotingExchange exchange =
                loop.exchange.begin(this, frame, false, server.upstream, loop.now());
            exchange.opaque(opaque);
            fromServer(server, exchange);
        }
    }

    private void fromServer(final RemotingServer server, final RemotingExchange exchange)
    {
        try
        {
            final boolean response = exchange.isResponse();
            exchange.know(response && requests.take(exchange.opaque()));
            loop.filter.toClient(exchange);
            proxy.events.onFrame(exchange);
            switch (exchange.decision())
            {
                case PASS -> passToClient(exchange, server, response);
                case ANSWER -> answerServer(exchange, server, response, exchange.answerCode(), exchange.text());
                case DROP ->
                    {
                    }
                case CLOSE -> close(CloseReason.FILTER, exchange.text().toString());
            }
        }
        finally
        {
            exchange.end();
        }
    }

    /** Whether a frame is to be gathered before it goes on; {@code server} is null for one of the client's. */
    boolean needsBody(final RemotingFrame frame, final @Nullable RemotingServer server)
    {
        if (closing)
        {
            return false;
        }
        if (server == null && shares)
        {
            // A frame that arrives slowly would hold up all clients.
            return true;
        }
        if (server != null && toClient.isInBody())
        {
            // Another server's body is on its way to the client: this frame waits for its end, whole.
            return true;
        }
        final RemotingExchange exchange =
            loop.exchange.begin(this, frame, server == null, server == null ? upstream : server.upstream, loop.now());
        try
        {
            exchange.know(exchange.isResponse() && pending(server == null).peek(exchange.opaque()));
            return loop.filter.needsBody(exchange);
        }
        finally
        {
            exchange.end();
        }
    }

    private void passToServer(final RemotingExchange exchange, final boolean response)
    {
        final HeaderPatch patch = exchange.patch();
        if (patch != null && !patch.isReady())
        {
            final Refusal refusal = refusal(patch);
            proxy.events.onRefused(exchange, refusal);
            if (proxy.refused != FramePolicy.PASS)
            {
                refuse(exchange, null, refusal);
                return;
            }
        }
        if (!response && !exchange.isOneway() && !requests.admits(exchange))
        {
            return;
        }
        final RemotingFunnel funnel = response ? null : funnel(exchange.upstream());
        if (funnel != null && shared.answers(exchange, patch, funnel))
        {
            return;
        }
        final RemotingServer server = response ? asker(exchange) : server(exchange.upstream(), false);
        if (server == null || response && server.output() == null)
        {
            // The server that asked has gone.
            return;
        }
        if (!response && !server.takes())
        {
            proxy.events.onUnavailable(client, server.upstream);
            answer(exchange, ResponseCode.SERVICE_NOT_AVAILABLE.code(), "the proxy cannot reach "
                + server.upstream.name());
            return;
        }
        if (!response && !exchange.isOneway())
        {
            requests.remember(exchange, server);
        }
        proxy.events.onForwarded(exchange, server.upstream);
        ByteBuf replacement = exchange.takeReplacement();
        final Upstream mirror = exchange.mirror();
        if (mirror != null && exchange.frame().isWhole())
        {
            mirror(mirror, exchange, patch, replacement);
        }
        if (exchange.delayNanos() > 0 && exchange.frame().isWhole())
        {
            replacement = replacement != null ? replacement : copy(exchange.frame(), patch);
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
            final FrameOutput output = Objects.requireNonNull(server.output(), "the server has gone");
            if (replacement != null)
            {
                output.write(replacement);
            }
            else
            {
                write(output, exchange.frame(), patch);
            }
        }
    }

    /** Why a patch is not ready. */
    private static Refusal refusal(final HeaderPatch patch)
    {
        return Objects.requireNonNull(patch.refusal(), "no frame was scanned for the patch");
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

    /** The client gets connections of its own; the shared ones still give it the responses that it waits for. */
    void useOwn()
    {
        shares = false;
        for (final RemotingServer server : servers.all())
        {
            final FunnelLink link = server.link;
            if (link != null)
            {
                final byte @Nullable [] heartbeat = link.heartbeat;
                link.connection.leaveForOwn(link);
                if (heartbeat != null)
                {
                    // The broker must know the client by the new connection before the next request.
                    server(server.upstream, false).output.write(Unpooled.wrappedBuffer(heartbeat));
                }
            }
        }
    }

    private void mirror(final Upstream to, final RemotingExchange exchange, final @Nullable HeaderPatch patch,
        final @Nullable ByteBuf replacement)
    {
        if (exchange.now() - mirrorsAgain < 0)
        {
            return;
        }
        final FrameOutput output = server(to, true).output;
        if (!output.isWritable())
        {
            return;
        }
        if (replacement != null)
        {
            output.write(replacement.retainedDuplicate());
        }
        else
        {
            write(output, exchange.frame(), patch);
        }
        proxy.events.onMirrored(client, to);
    }

    /** The frame as it goes on, to be released by the caller. */
    ByteBuf copy(final RemotingFrame frame, final @Nullable HeaderPatch patch)
    {
        final ByteBuf whole = frame.retain();
        if (patch == null || !patch.isReady() || !patch.isChanged())
        {
            return whole;
        }
        try
        {
            return patch.apply(whole, client.alloc());
        }
        finally
        {
            whole.release();
        }
    }

    /** Holds a request back, if there is room. */
    private boolean holds(final RemotingServer server, final RemotingExchange exchange, final ByteBuf request)
    {
        final int opaque = exchange.opaque();
        final boolean isBinary = exchange.isBinary();
        final boolean isOneway = exchange.isOneway();
        return isDelayed(heldRequests.hold(request, exchange.delayNanos(), late -> {
            if (!servers.contains(server))
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
            closeIfAnswered();
        }));
    }

    /** Tells that a frame is held back, if it is. */
    private boolean isDelayed(final boolean held)
    {
        if (held)
        {
            proxy.events.onDelayed(client);
        }
        return held;
    }

    /** Holds a response back if the filter says so, and there is room. For the writer see {@link #write(OpaqueWriter, ByteBuf, int)}. */
    private boolean holds(final RemotingExchange exchange, final ByteBuf response, final @Nullable OpaqueWriter writer)
    {
        final int opaque = exchange.opaque();
        return exchange.delayNanos() > 0 && isDelayed(heldResponses.hold(response, exchange.delayNanos(), late -> {
            write(writer, late, opaque);
            toClient.flush();
            closeIfAnswered();
        }));
    }

    private static void write(final FrameOutput output, final RemotingFrame frame, final @Nullable HeaderPatch patch)
    {
        if (patch == null || !patch.isReady())
        {
            output.write(frame);
        }
        else
        {
            output.write(frame, patch);
        }
    }

    /** The server that a client's response is for; the only one if that is not known. Null if it has gone, or none can be told. */
    private @Nullable RemotingServer asker(final RemotingExchange exchange)
    {
        return exchange.requestCode() == RemotingExchange.UNKNOWN ? servers.only() : servers.numbered(RequestMark
            .server(asked.mark()));
    }

    private void passToClient(final RemotingExchange exchange, final RemotingServer server,
        final boolean response)
    {
        final HeaderPatch patch = exchange.patch();
        if (patch != null && !patch.isReady())
        {
            final Refusal refusal = refusal(patch);
            proxy.events.onRefused(exchange, refusal);
            if (proxy.refused != FramePolicy.PASS)
            {
                refuse(exchange, server, refusal);
                return;
            }
        }
        if (!response && !exchange.isOneway() && !asks(exchange, server))
        {
            return;
        }
        ByteBuf replacement = exchange.takeReplacement();
        final OpaqueWriter writer = server.link != null && response ? server.link.connection.writer() : null;
        if (response && exchange.delayNanos() > 0 && exchange.frame().isWhole())
        {
            replacement = replacement != null ? replacement : copy(exchange.frame(), patch);
            if (holds(exchange, replacement, writer))
            {
                return;
            }
        }
        if (replacement != null)
        {
            write(writer, replacement, exchange.opaque());
        }
        else if (writer != null)
        {
            writer.write(toClient, exchange.frame(), patch, exchange.opaque());
        }
        else
        {
            write(toClient, exchange.frame(), patch);
        }
    }

    /** Remembers a request of a server; answers it if the client's response could be taken for that to another server. */
    private boolean asks(final RemotingExchange exchange, final RemotingServer server)
    {
        final int opaque = exchange.opaque();
        if (asked.isFull() || asked.contains(opaque))
        {
            // The client has not answered so many for long.
            asked.expire(exchange.now() - proxy.timeoutNanos);
        }
        if (asked.contains(opaque))
        {
            answerServer(exchange, server, false, ResponseCode.SYSTEM_ERROR.code(), OpenRequests.REPEATED);
            return false;
        }
        asked.add(opaque, exchange.code(), RequestMark.of(server.number, exchange.tag(), exchange.isBinary()),
            exchange.now());
        return true;
    }

    /** Writes a frame that was put together to the client. The writer puts the client's opaque in; null if it is there. */
    private void write(final @Nullable OpaqueWriter writer, final ByteBuf whole, final int opaque)
    {
        if (writer == null)
        {
            toClient.write(whole);
        }
        else
        {
            writer.write(toClient, whole, opaque);
        }
    }

    // Answers.

    /** What a frame gets whose edit was refused; {@code server} is null for one of the client's. */
    private void refuse(final RemotingExchange exchange, final @Nullable RemotingServer server,
        final Refusal refusal)
    {
        if (proxy.refused == FramePolicy.CLOSE)
        {
            close(CloseReason.REFUSED, refusal.toString());
        }
        else if (server == null)
        {
            answer(exchange, ResponseCode.NO_PERMISSION.code(), refusal.sentence());
        }
        else
        {
            answerServer(exchange, server, exchange.isResponse(), ResponseCode.SYSTEM_ERROR.code(),
                refusal.sentence());
        }
    }

    /** Answers a request of the client; replaces a response of the client. */
    void answer(final RemotingExchange exchange, final int code,
        final CharSequence remark)
    {
        final RemotingServer asker = exchange.isResponse() ? asker(exchange) : null;
        if (exchange.isResponse() && asker == null || !exchange.isResponse() && exchange.isOneway())
        {
            return;
        }
        final FrameOutput output = asker == null ? toClient : asker.output();
        if (output != null)
        {
            write(output, exchange, code, remark);
        }
    }

    /** Replaces a response of a server; answers a request of a server. */
    private void answerServer(final RemotingExchange exchange, final RemotingServer server,
        final boolean response, final int code, final CharSequence remark)
    {
        if (response)
        {
            final ByteBuf answer = loop.answers.make(client.alloc(), exchange.isBinary(), exchange.opaque(), code,
                remark);
            if (!holds(exchange, answer, null))
            {
                toClient.write(answer);
            }
        }
        else if (!exchange.isOneway())
        {
            final FrameOutput output = server.output();
            if (output != null)
            {
                write(output, exchange, code, remark);
            }
        }
    }

    private void write(final FrameOutput output, final RemotingExchange exchange, final int code,
        final CharSequence remark)
    {
        loop.answers.write(output, exchange.isBinary(), exchange.opaque(), code, remark);
    }

    /** Takes a malformed frame; {@code server} is null for one of the client's. */
    void malformed(final RemotingFrame frame, final @Nullable RemotingServer server)
    {
        if (closing)
        {
            return;
        }
        proxy.events.onMalformed(client, server == null, frame.scanner().fault());
        if (proxy.malformed == FramePolicy.PASS)
        {
            if (server == null && shares)
            {
                useOwn();
            }
            final FrameOutput output = server == null ? usual().output : toClient;
            if (output.isInBody() && !frame.isWhole())
            {
                close(CloseReason.MALFORMED, "the body of another frame is on its way");
                return;
            }
            output.write(frame);
        }
        else if (proxy.malformed == FramePolicy.CLOSE || server != null || !answerMalformed(frame))
        {
            close(CloseReason.MALFORMED, frame.scanner().fault().toMessage());
        }
    }

    /** Ends what came from a side that can no longer be cut into frames; {@code server} is null for the client. */
    void framingLost(final @Nullable RemotingServer server, final FramingLost framing)
    {
        if (!closing)
        {
            proxy.events.onLost(client, server == null, framing);
            close(CloseReason.FRAMING_LOST, (server == null ? "" : server.upstream.name() + ": ") + framing);
        }
    }

    /** Answers a binary request of which the numbers can be read; false if it is none. */
    private boolean answerMalformed(final RemotingFrame frame)
    {
        final FrameView view = frame.view();
        if (!BinaryPrefix.isRequest(view))
        {
            return false;
        }
        if (!BinaryPrefix.isOneway(view))
        {
            loop.answers.write(toClient, true, BinaryPrefix.opaque(view), ResponseCode.SYSTEM_ERROR.code(), frame
                .scanner().fault().toMessage());
        }
        return true;
    }

    // Servers.

    /** What the client shares connections to a server by; null if it has its own. */
    private @Nullable RemotingFunnel funnel(final Upstream upstream)
    {
        return shares && proxy.funnels != null ? proxy.funnels.apply(upstream) : null;
    }

    /** The client's place on the connection to a server that it shares. */
    FunnelLink link(final Upstream upstream)
    {
        return Objects.requireNonNull(server(upstream, false).link, "the client has a connection of its own");
    }

    /** The server that requests or copies for an upstream go to; a new one connects. */
    private RemotingServer server(final Upstream upstream, final boolean isMirror)
    {
        final RemotingFunnel funnel = isMirror ? null : funnel(upstream);
        final RemotingServer known = servers.find(upstream, isMirror, funnel != null);
        if (known != null)
        {
            return known;
        }
        final RemotingServer server = servers.add(this, upstream, isMirror);
        if (funnel != null)
        {
            server.link = funnel.join(upstream, client, server);
        }
        else
        {
            server.connect();
        }
        updateReading();
        return server;
    }

    /** The server that a frame of which nothing is known goes to: the only one that the client has, else the usual one. */
    private RemotingServer usual()
    {
        final RemotingServer only = servers.only();
        return only != null ? only : server(upstream, false);
    }

    /** A server's connection is open: what was written to it was sent. */
    void connected(final RemotingServer server)
    {
        if (closing)
        {
            Closing.whenSent(server.channel, proxy.closeNanos);
        }
        else
        {
            updateReading();
        }
    }

    /** A connection of the client's own is lost, or was not made; the cause is null if the server has closed it. */
    void lost(final RemotingServer server, final @Nullable Throwable cause)
    {
        if (!servers.remove(server))
        {
            return;
        }
        final boolean answering = proxy.lost == FramePolicy.ANSWER && !closing;
        final int unanswered = requests.takeAll(mark -> RequestMark.server(mark) == server.number, () -> {
            if (answering)
            {
                answerLost(server.upstream, requests.table().opaque(), RequestMark.isBinary(requests.table().mark()));
            }
        });
        // Its number is used again.
        asked.takeAll(mark -> RequestMark.server(mark) == server.number, () -> {
        });
        server.output.discard();
        if (closing)
        {
            return;
        }
        proxy.events.onUpstreamLost(client, server.upstream, unanswered, cause);
        if (server.isMirror)
        {
            mirrorsAgain = System.nanoTime() + MIRROR_PAUSE;
            return;
        }
        if (!answering || whyEnded != null)
        {
            close(server.connected ? CloseReason.BROKER_CLOSED : CloseReason.BROKER_UNREACHABLE, server.upstream.name()
                + (cause == null ? "" : ": " + cause));
            return;
        }
        toClient.flush();
        updateReading();
    }

    private void answerLost(final Upstream upstream, final int opaque, final boolean isBinary)
    {
        loop.answers.write(toClient, isBinary, opaque, ResponseCode.SERVICE_NOT_AVAILABLE.code(),
            "the proxy has lost the connection to " + upstream.name());
    }

    /** A request on a shared connection will have no response, because the connection is lost. */
    void unanswered(final Upstream upstream, final int opaque, final boolean isBinary)
    {
        requests.take(opaque);
        answerLost(upstream, opaque, isBinary);
    }

    /** A request on a shared connection has had no response in time. */
    void expired(final int opaque)
    {
        if (requests.take(opaque))
        {
            proxy.events.onTimeout(client, 1);
        }
    }

    /** Sends what was written on all sides, when what was received is used up. */
    void flush()
    {
        flushClient();
        servers.flush();
    }

    /** Sends what was written to the client, when what was received is used up. */
    void flushClient()
    {
        loop.endBatch();
        toClient.flush();
        if (!closing && toClient.isCrowded() != crowded)
        {
            updateReading();
        }
    }

    /** How many bytes wait for the client beyond what its channel takes. */
    long unsent()
    {
        return client.bytesBeforeWritable() + toClient.behindBytes();
    }

    /** Reads a side only while those that it writes to take more. */
    void updateReading()
    {
        crowded = toClient.isCrowded();
        final boolean serversTakeMore = servers.read(closing || toClient.isWritable(), closing || !crowded);
        // A request whose body is on its way to a server is completed, also if no further ones are taken.
        client.config().setAutoRead(ignores || serversTakeMore && !closing && (whyEnded == null || frames.isInBody())
            && toClient.isWritable() && !crowded);
    }

    // The end.

    /** Nothing more is taken from the client, which still gets the responses that it waits for. */
    private void endInput(final CloseReason why)
    {
        if (closing || whyEnded != null)
        {
            return;
        }
        whyEnded = why;
        flush();
        updateReading();
        closeIfAnswered();
        if (!closing)
        {
            // A server that never answers must not keep the connection.
            final Future<?> late = client.eventLoop().schedule(() -> close(why, "unanswered"),
                proxy.timeoutNanos, TimeUnit.NANOSECONDS);
            client.closeFuture().addListener(closed -> late.cancel(false));
        }
    }

    /** Closes the connection if the client has ended its requests, and has all that it waits for. */
    void closeIfAnswered()
    {
        if (whyEnded != null && requests.isEmpty() && heldRequests.isEmpty() && heldResponses.isEmpty()
            && !toClient.isInBody() && !frames.isInBody())
        {
            close(whyEnded, null);
        }
    }

    void close(final CloseReason why, final @Nullable String detail)
    {
        if (closing)
        {
            return;
        }
        closing = true;
        proxy.events.onClose(client, why, detail);
        client.config().setAutoRead(false);
        heldRequests.discard();
        heldResponses.discard();
        flush();
        if (why == CloseReason.SHUTDOWN)
        {
            // The client does not know that it is to send nothing more, and is still to get its responses.
            ignores = true;
            Closing.whenReceived(client, proxy.closeNanos);
            updateReading();
        }
        else
        {
            Closing.whenSent(client, proxy.closeNanos);
        }
        for (final RemotingServer server : servers.all())
        {
            if (server.link != null)
            {
                server.link.connection.leave(server.link);
            }
            else if (server.connected)
            {
                Closing.whenSent(server.channel, proxy.closeNanos);
            }
            // Else what was written goes out when it is connected, and then it is closed.
        }
    }

    void failed(final Throwable cause)
    {
        if (cause instanceof IOException)
        {
            close(CloseReason.CLIENT_CLOSED, cause.toString());
        }
        else
        {
            close(CloseReason.ERROR, cause.toString());
        }
    }

    /** The side of the client. */
    private final class Client extends ChannelInboundHandlerAdapter implements RemotingFrameListener
    {
        @Override
        public void channelActive(final ChannelHandlerContext ctx)
        {
            proxy.events.onOpen(client);
            ctx.fireChannelActive();
        }

        @Override
        public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            fromClient(frame);
        }

        @Override
        public boolean needsBody(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            return RemotingPair.this.needsBody(frame, null);
        }

        @Override
        public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            malformed(frame, null);
        }

        @Override
        public void onLost(final ChannelHandlerContext ctx, final FramingLost framing)
        {
            framingLost(null, framing);
        }

        @Override
        public void onReadComplete(final ChannelHandlerContext ctx)
        {
            flush();
            if (whyEnded != null && !closing)
            {
                updateReading();
                closeIfAnswered();
            }
        }

        @Override
        public void channelWritabilityChanged(final ChannelHandlerContext ctx)
        {
            updateReading();
        }

        @Override
        public void userEventTriggered(final ChannelHandlerContext ctx, final Object event)
        {
            if (event == ChannelInputShutdownEvent.INSTANCE)
            {
                endInput(CloseReason.CLIENT_CLOSED);
            }
            else if (event == RemotingProxy.DRAIN)
            {
                endInput(CloseReason.SHUTDOWN);
            }
            ctx.fireUserEventTriggered(event);
        }

        @Override
        public void channelInactive(final ChannelHandlerContext ctx)
        {
            close(CloseReason.CLIENT_CLOSED, null);
            toClient.discard();
            ctx.fireChannelInactive();
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
        {
            failed(cause);
        }
    }
}

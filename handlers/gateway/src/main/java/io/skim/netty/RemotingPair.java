package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

    private final RemotingProxy proxy;
    private final Channel client;
    private final FrameOutput toClient;
    /** Whether the client uses shared connections. */
    private boolean shares;
    private final PendingRequests requests;
    /** The requests of servers. */
    private final PendingRequests asked = new PendingRequests(MOST_ASKED);
    private final HeldFrames held;
    private final List<Server> servers = new ArrayList<>(1);
    private int serverNumber;
    private long expired = System.nanoTime();
    /** Before this time no mirror is connected again. */
    private long mirrorsAgain = System.nanoTime();
    /** Why nothing more is taken from the client; null as long as it is. */
    private @Nullable CloseReason whyEnded;
    private boolean closing;

    RemotingPair(final RemotingProxy proxy, final Channel client)
    {
        this.proxy = proxy;
        this.client = client;
        toClient = new FrameOutput(client);
        held = new HeldFrames(client);
        requests = new PendingRequests(proxy.mostPending);
        shares = proxy.funnels != null;
    }

    void begin()
    {
        if (client instanceof DuplexChannel)
        {
            client.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        }
        final Client side = new Client();
        client.pipeline().addLast(new RemotingFrameHandler(proxy.tools, side, proxy.mostWhole), side);
    }

    Channel client()
    {
        return client;
    }

    /** The table that a frame's request is in, by the side that the frame comes from. */
    PendingRequests pending(final boolean fromClient)
    {
        return fromClient ? asked : requests;
    }

    // Frames.

    private void fromClient(final RemotingFrame frame)
    {
        final RemotingProxy.Loop loop = proxy.loop();
        final RemotingExchange exchange = loop.exchange.begin(this, frame, true, proxy.upstream, loop.now());
        try
        {
            final boolean response = exchange.isResponse();
            exchange.know(response && asked.take(exchange.opaque()));
            loop.filter.toBroker(exchange);
            proxy.events.onFrame(exchange);
            switch (exchange.decision())
            {
                case PASS -> passToServer(loop, exchange, response);
                case ANSWER -> answer(loop, exchange, exchange.answerCode(), exchange.text());
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

    private void fromServer(final Server server, final RemotingFrame frame, final int opaque)
    {
        final RemotingProxy.Loop loop = proxy.loop();
        final RemotingExchange exchange = loop.exchange.begin(this, frame, false, server.upstream, loop.now());
        try
        {
            exchange.opaque(opaque);
            final boolean response = exchange.isResponse();
            exchange.know(response && requests.take(exchange.opaque()));
            loop.filter.toClient(exchange);
            proxy.events.onFrame(exchange);
            switch (exchange.decision())
            {
                case PASS -> passToClient(loop, exchange, server, response);
                case ANSWER -> answerServer(loop, exchange, server, response, exchange.answerCode(), exchange.text());
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

    private void passToServer(final RemotingProxy.Loop loop, final RemotingExchange exchange, final boolean response)
    {
        final HeaderPatch patch = exchange.patch();
        if (patch != null && !patch.isReady())
        {
            final Refusal refusal = refusal(patch);
            proxy.events.onRefused(exchange, refusal);
            if (proxy.refused != FramePolicy.PASS)
            {
                refuse(loop, exchange, null, refusal);
                return;
            }
        }
        final RemotingFunnel funnel = response ? null : funnel(exchange.upstream());
        if (funnel != null && answersForServer(loop, exchange, patch, funnel))
        {
            return;
        }
        final Server server = response ? asker(exchange) : server(exchange.upstream(), false);
        if (server == null || response && server.output() == null)
        {
            // The server that asked has gone.
            return;
        }
        if (!response && !server.takes())
        {
            answer(loop, exchange, ResponseCode.SERVICE_NOT_AVAILABLE.code(), "the proxy cannot reach "
                + server.upstream.name());
            return;
        }
        if (!response && !exchange.isOneway())
        {
            remember(exchange, server);
        }
        final ByteBuf replacement = exchange.takeReplacement();
        final Upstream mirror = exchange.mirror();
        if (mirror != null && exchange.frame().isWhole())
        {
            mirror(mirror, exchange, patch, replacement);
        }
        if (exchange.delayNanos() > 0 && exchange.frame().isWhole())
        {
            delay(server, exchange, replacement != null ? replacement : copy(exchange.frame(), patch));
        }
        else if (server.link != null && !response)
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

    /**
     * Looks whether a request concerns what a server knows of the client by its connection. If so, the client gets a connection of its
     * own, or the shared one learns of it.
     *
     * @return whether the request was answered, and does not go on.
     */
    private boolean answersForServer(final RemotingProxy.Loop loop, final RemotingExchange exchange,
        final @Nullable HeaderPatch patch, final RemotingFunnel funnel)
    {
        final int code = exchange.code();
        if (code == RequestCode.HEART_BEAT.code())
        {
            learn(exchange, patch, funnel);
            return false;
        }
        if (code == RequestCode.UNREGISTER_CLIENT.code())
        {
            return unregisters(loop, exchange, patch, funnel);
        }
        if (!exchange.isBinary() && exchange.header().field(RemotingField.OPAQUE).isNull() || RemotingFunnel.binds(code,
            exchange.header()))
        {
            useOwn();
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
            if (!heartbeat.mayShare())
            {
                useOwn();
                return;
            }
            final byte @Nullable [] oneway = writer.asOneway(frame);
            final FunnelLink link = link(exchange.upstream());
            link.connection.register(link, heartbeat, oneway);
        }
        finally
        {
            outgoing.release();
        }
    }

    private boolean unregisters(final RemotingProxy.Loop loop, final RemotingExchange exchange,
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
            useOwn();
            return false;
        }
        final FunnelLink link = link(exchange.upstream());
        final boolean held = link.connection.isHeldByOthers(link, group);
        if (held)
        {
            answer(loop, exchange, ResponseCode.SUCCESS.code(), "others on this connection hold the group");
        }
        return held;
    }

    private ByteBuf outgoing(final RemotingExchange exchange, final @Nullable HeaderPatch patch)
    {
        return exchange.replacement() != null ? exchange.replacement().retain() : copy(exchange.frame(), patch);
    }

    /** The client gets connections of its own; the shared ones still give it the responses that it waits for. */
    private void useOwn()
    {
        shares = false;
        // New servers are added behind those that are shared.
        for (int i = servers.size() - 1; i >= 0; i--)
        {
            final FunnelLink link = servers.get(i).link;
            if (link != null)
            {
                final byte @Nullable [] heartbeat = link.heartbeat;
                link.connection.leaveForOwn(link);
                if (heartbeat != null)
                {
                    // The broker must know the client by the new connection before the next request.
                    server(servers.get(i).upstream, false).output.write(Unpooled.wrappedBuffer(heartbeat));
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
    }

    /** The frame as it goes on, to be released by the caller. */
    private ByteBuf copy(final RemotingFrame frame, final @Nullable HeaderPatch patch)
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

    private void delay(final Server server, final RemotingExchange exchange, final ByteBuf frame)
    {
        final int opaque = exchange.opaque();
        final boolean isBinary = exchange.isBinary();
        final boolean isOneway = exchange.isOneway();
        held.request(frame, exchange.delayNanos(), late -> {
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
        });
    }

    /** Holds a response back if the filter says so, and there is room. For the writer see {@link #write(OpaqueWriter, ByteBuf, int)}. */
    private boolean holds(final RemotingExchange exchange, final ByteBuf response, final @Nullable OpaqueWriter writer)
    {
        final int opaque = exchange.opaque();
        return exchange.delayNanos() > 0 && held.response(response, exchange.delayNanos(), late -> {
            write(writer, late, opaque);
            toClient.flush();
            closeIfAnswered();
        });
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
    private @Nullable Server asker(final RemotingExchange exchange)
    {
        if (exchange.requestCode() == RemotingExchange.UNKNOWN)
        {
            return onlyServer();
        }
        for (final Server server : servers)
        {
            if (server.number == RequestMark.server(asked.mark()))
            {
                return server;
            }
        }
        return null;
    }

    /** The only connection of the client's own to a server; null if there is none, or several. */
    private @Nullable Server onlyServer()
    {
        Server only = null;
        for (final Server server : servers)
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

    private void remember(final RemotingExchange exchange, final Server server)
    {
        final long now = exchange.now();
        if (now - expired > proxy.timeoutNanos / 2)
        {
            expired = now;
            final int timedOut = requests.expire(now - proxy.timeoutNanos);
            if (timedOut > 0)
            {
                proxy.events.onTimeout(client, timedOut);
            }
        }
        final int mark = RequestMark.of(server.number, exchange.tag(), exchange.isBinary());
        if (requests.add(exchange.opaque(), exchange.code(), mark, now))
        {
            exchange.addKeptName(requests);
        }
        else
        {
            proxy.events.onForgotten(client);
        }
    }

    private void passToClient(final RemotingProxy.Loop loop, final RemotingExchange exchange, final Server server,
        final boolean response)
    {
        final HeaderPatch patch = exchange.patch();
        if (patch != null && !patch.isReady())
        {
            final Refusal refusal = refusal(patch);
            proxy.events.onRefused(exchange, refusal);
            if (proxy.refused != FramePolicy.PASS)
            {
                refuse(loop, exchange, server, refusal);
                return;
            }
        }
        if (!response && !exchange.isOneway())
        {
            final int mark = RequestMark.of(server.number, exchange.tag(), exchange.isBinary());
            asked.add(exchange.opaque(), exchange.code(), mark, exchange.now());
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
    private void refuse(final RemotingProxy.Loop loop, final RemotingExchange exchange, final @Nullable Server server,
        final Refusal refusal)
    {
        if (proxy.refused == FramePolicy.CLOSE)
        {
            close(CloseReason.REFUSED, refusal.toString());
        }
        else if (server == null)
        {
            answer(loop, exchange, ResponseCode.NO_PERMISSION.code(), refusal.sentence());
        }
        else
        {
            answerServer(loop, exchange, server, exchange.isResponse(), ResponseCode.SYSTEM_ERROR.code(),
                refusal.sentence());
        }
    }

    /** Answers a request of the client; replaces a response of the client. */
    private void answer(final RemotingProxy.Loop loop, final RemotingExchange exchange, final int code,
        final CharSequence remark)
    {
        final Server asker = exchange.isResponse() ? asker(exchange) : null;
        if (exchange.isResponse() && asker == null || !exchange.isResponse() && exchange.isOneway())
        {
            return;
        }
        final FrameOutput output = asker == null ? toClient : asker.output();
        if (output != null)
        {
            write(loop, output, exchange, code, remark);
        }
    }

    /** Replaces a response of a server; answers a request of a server. */
    private void answerServer(final RemotingProxy.Loop loop, final RemotingExchange exchange, final Server server,
        final boolean response, final int code, final CharSequence remark)
    {
        if (response)
        {
            final ByteBuf answer = answer(loop, client, exchange.isBinary(), exchange.opaque(), code, remark);
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
                write(loop, output, exchange, code, remark);
            }
        }
    }

    private static void write(final RemotingProxy.Loop loop, final FrameOutput output, final RemotingExchange exchange,
        final int code, final CharSequence remark)
    {
        write(loop, output, exchange.isBinary(), exchange.opaque(), code, remark);
    }

    private static void write(final RemotingProxy.Loop loop, final FrameOutput output, final boolean isBinary,
        final int opaque, final int code, final CharSequence remark)
    {
        output.write(answer(loop, output.channel(), isBinary, opaque, code, remark));
    }

    private static ByteBuf answer(final RemotingProxy.Loop loop, final Channel to, final boolean isBinary,
        final int opaque, final int code, final CharSequence remark)
    {
        final ByteBuf answer = loop.answers.encode(to.alloc(), isBinary, opaque, code, remark);
        if (answer == null)
        {
            throw new IllegalArgumentException("no response can have the code " + code + " and the remark " + remark);
        }
        return answer;
    }

    private void malformed(final RemotingFrame frame, final @Nullable Server server)
    {
        proxy.events.onMalformed(client, server == null, frame.scanner().fault());
        if (proxy.malformed == FramePolicy.PASS)
        {
            if (server == null && shares)
            {
                useOwn();
            }
            (server == null ? server(proxy.upstream, false).output : toClient).write(frame);
        }
        else if (proxy.malformed == FramePolicy.CLOSE || server != null || !answerMalformed(frame))
        {
            close(CloseReason.MALFORMED, frame.scanner().fault().toMessage());
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
            write(proxy.loop(), toClient, true, BinaryPrefix.opaque(view), ResponseCode.SYSTEM_ERROR.code(),
                frame.scanner().fault().toMessage());
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
    private FunnelLink link(final Upstream upstream)
    {
        return Objects.requireNonNull(server(upstream, false).link, "the client has a connection of its own");
    }

    private Server server(final Upstream upstream, final boolean isMirror)
    {
        final RemotingFunnel funnel = isMirror ? null : funnel(upstream);
        for (int i = 0; i < servers.size(); i++)
        {
            if (servers.get(i).upstream == upstream && servers.get(i).isMirror == isMirror
                && (servers.get(i).link != null) == (funnel != null))
            {
                return servers.get(i);
            }
        }
        final Server server = new Server(upstream, serverNumber++ & RequestMark.MOST_SERVER, isMirror);
        servers.add(server);
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

    private void lost(final Server server, final @Nullable Throwable cause)
    {
        if (!servers.remove(server))
        {
            return;
        }
        final RemotingProxy.Loop loop = proxy.loop();
        final boolean answering = proxy.lost == FramePolicy.ANSWER && !closing;
        final int unanswered = requests.takeAll(mark -> RequestMark.server(mark) == server.number, () -> {
            if (answering)
            {
                write(loop, toClient, RequestMark.isBinary(requests.mark()), requests.opaque(),
                    ResponseCode.SERVICE_NOT_AVAILABLE.code(),
                    "the proxy has lost the connection to " + server.upstream.name());
            }
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

    /** Sends what was written on all sides, when what was received is used up. */
    private void flush()
    {
        proxy.loop().endBatch();
        toClient.flush();
        for (int i = 0; i < servers.size(); i++)
        {
            servers.get(i).flushOutput();
        }
    }

    /** Reads a side only while those that it writes to take more. */
    private void updateReading()
    {
        boolean reads = !closing && whyEnded == null && toClient.isWritable();
        for (int i = 0; i < servers.size(); i++)
        {
            final Server server = servers.get(i);
            if (server.link != null)
            {
                reads &= !server.link.paused;
                continue;
            }
            reads &= server.isMirror || server.connected && server.output.isWritable();
            server.channel.config().setAutoRead(closing || toClient.isWritable());
        }
        client.config().setAutoRead(reads);
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

    private void closeIfAnswered()
    {
        if (whyEnded != null && requests.size() == 0 && held.isEmpty())
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
        held.discard();
        flush();
        closeWhenSent(client);
        for (final Server server : servers)
        {
            if (server.link != null)
            {
                server.link.connection.leave(server.link);
            }
            else if (server.connected)
            {
                closeWhenSent(server.channel);
            }
            // Else what was written goes out when it is connected, and then it is closed.
        }
    }

    private void closeWhenSent(final Channel channel)
    {
        if (channel.isActive())
        {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
            // A peer that takes nothing must not keep the connection.
            final Future<?> forced = channel.eventLoop().schedule(() -> {
                channel.close();
            }, proxy.closeNanos, TimeUnit.NANOSECONDS);
            channel.closeFuture().addListener(closed -> forced.cancel(false));
        }
        else
        {
            channel.close();
        }
    }

    private void failed(final Throwable cause)
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
            if (!closing)
            {
                fromClient(frame);
            }
        }

        @Override
        public boolean needsBody(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            return !closing && RemotingPair.this.needsBody(frame, null);
        }

        @Override
        public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            if (!closing)
            {
                malformed(frame, null);
            }
        }

        @Override
        public void onLost(final ChannelHandlerContext ctx, final FramingLost framing)
        {
            if (!closing)
            {
                proxy.events.onLost(client, true, framing);
                close(CloseReason.FRAMING_LOST, framing.toString());
            }
        }

        @Override
        public void onReadComplete(final ChannelHandlerContext ctx)
        {
            flush();
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

    private boolean needsBody(final RemotingFrame frame, final @Nullable Server server)
    {
        if (server == null && shares)
        {
            // A frame that arrives slowly would hold up all clients.
            return true;
        }
        final RemotingProxy.Loop loop = proxy.loop();
        final Upstream upstream = server == null ? proxy.upstream : server.upstream;
        final RemotingExchange exchange = loop.exchange.begin(this, frame, server == null, upstream, loop.now());
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

    /** The side of a server: a connection of the client's own, or its place on a shared one. */
    private final class Server extends ChannelInboundHandlerAdapter
        implements RemotingFrameListener, ChannelFutureListener, FunnelSide
    {
        final Upstream upstream;
        final int number;
        /** The place on a shared connection; null for one of its own. */
        @Nullable
        FunnelLink link;
        @SuppressWarnings("NullAway.Init") // connect sets it; with a link nothing reads it
        Channel channel;
        @SuppressWarnings("NullAway.Init") // connect sets it; with a link nothing reads it
        FrameOutput output;
        boolean connected;

        /** Whether it only gets copies. */
        final boolean isMirror;

        Server(final Upstream upstream, final int number, final boolean isMirror)
        {
            this.upstream = upstream;
            this.number = number;
            this.isMirror = isMirror;
        }

        void connect()
        {
            final ChannelFuture connecting = proxy.bootstrap(client).handler(new ChannelInitializer<>()
            {
                @Override
                protected void initChannel(final Channel fresh)
                {
                    upstream.begin(fresh.pipeline(), client);
                    fresh.pipeline().addLast(new RemotingFrameHandler(proxy.tools, Server.this, proxy.mostWhole),
                        Server.this);
                }
            }).connect(upstream.address());
            channel = connecting.channel();
            output = new FrameOutput(channel);
            connecting.addListener(this);
        }

        @Override
        public void operationComplete(final ChannelFuture connecting)
        {
            if (!connecting.isSuccess())
            {
                lost(this, connecting.cause());
                return;
            }
            connected = true;
            output.flush();
            if (closing)
            {
                closeWhenSent(channel);
                return;
            }
            updateReading();
        }

        @Override
        public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            if (!closing && !isMirror)
            {
                fromServer(this, frame, frame.header().opaque());
            }
        }

        @Override
        public boolean needsBody(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            return !closing && !isMirror && RemotingPair.this.needsBody(frame, this);
        }

        @Override
        public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            if (!closing && !isMirror)
            {
                malformed(frame, this);
            }
        }

        @Override
        public void onLost(final ChannelHandlerContext ctx, final FramingLost framing)
        {
            if (isMirror)
            {
                channel.close();
            }
            else if (!closing)
            {
                proxy.events.onLost(client, false, framing);
                close(CloseReason.FRAMING_LOST, upstream.name() + ": " + framing);
            }
        }

        @Override
        public void onReadComplete(final ChannelHandlerContext ctx)
        {
            flush();
            closeIfAnswered();
        }

        @Override
        public void channelWritabilityChanged(final ChannelHandlerContext ctx)
        {
            updateReading();
        }

        @Override
        public void channelInactive(final ChannelHandlerContext ctx)
        {
            lost(this, null);
            ctx.fireChannelInactive();
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
        {
            lost(this, cause);
            channel.close();
        }

        /** Whether a request can go on, now or soon. */
        boolean takes()
        {
            return link == null || link.connection.isOpen();
        }

        /** Where answers to its requests go; null if it has gone. */
        @Nullable
        FrameOutput output()
        {
            return link == null ? output : link.connection.answers();
        }

        void flushOutput()
        {
            if (link == null)
            {
                output.flush();
            }
        }

        @Override
        public void onShared(final RemotingFrame frame, final int opaque)
        {
            // What was written before; so a long response does not close a client that reads.
            final long unsent = client.bytesBeforeWritable();
            if (unsent > Objects.requireNonNull(link, "link").connection.mostUnsent())
            {
                close(CloseReason.SLOW, unsent + " bytes wait for the client");
                return;
            }
            fromServer(this, frame, opaque);
        }

        @Override
        public void onUnanswered(final int opaque, final boolean isBinary)
        {
            requests.take(opaque);
            write(proxy.loop(), toClient, isBinary, opaque, ResponseCode.SERVICE_NOT_AVAILABLE.code(),
                "the proxy has lost the connection to " + upstream.name());
        }

        @Override
        public void onExpired(final int opaque)
        {
            requests.take(opaque);
            proxy.events.onTimeout(client, 1);
        }

        @Override
        public void onSharedLost(final int unanswered, final @Nullable Throwable cause)
        {
            proxy.events.onUpstreamLost(client, upstream, unanswered, cause);
        }

        @Override
        public void onTurn()
        {
            updateReading();
        }

        @Override
        public void onSharedComplete()
        {
            proxy.loop().endBatch();
            toClient.flush();
            closeIfAnswered();
        }

        @Override
        public void onFailure(final Throwable cause)
        {
            failed(cause);
        }
    }
}

package io.skim.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
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
    final RemotingProxy proxy;
    private final RemotingProxy.Loop loop;
    private final Channel client;
    private final FrameOutput toClient;
    private final RemotingServers servers;
    private final ProxyAnswers answers;
    private final OpenRequests requests;
    private final AskedRequests asked;
    private final SeveralResponses several;
    /** What requests get whose server is lost. */
    private final FramePolicy lost;
    private final ClientFrames fromClient;
    private final ServerFrames fromServers;
    private final Opening opening;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private RemotingFrameHandler frames;
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
        final Upstream upstream = Objects.requireNonNull(proxy.upstreams.apply(client), "an upstream");
        toClient = new FrameOutput(client);
        servers = new RemotingServers(this, upstream);
        answers = new ProxyAnswers(this, loop.answers, toClient);
        requests = new OpenRequests(this);
        asked = new AskedRequests(servers, proxy.timeoutNanos);
        several = new SeveralResponses(this, toClient);
        lost = Objects.requireNonNull(proxy.lost.apply(client), "a policy");
        fromClient = new ClientFrames(this, loop, upstream);
        fromServers = new ServerFrames(this, loop, toClient);
        opening = new Opening(() -> proxy.events.onOpen(client));
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
        updateReading();
    }

    Channel client()
    {
        return client;
    }

    RemotingServers servers()
    {
        return servers;
    }

    ProxyAnswers answers()
    {
        return answers;
    }

    /** The client's requests. */
    OpenRequests requests()
    {
        return requests;
    }

    /** The requests of servers. */
    AskedRequests asked()
    {
        return asked;
    }

    /** The responses to requests that went to several servers. */
    SeveralResponses several()
    {
        return several;
    }

    /** Whether requests are answered whose server is lost, and the client stays connected. */
    boolean outlivesServers()
    {
        return lost == FramePolicy.ANSWER;
    }

    /** The table that a frame's request is in, by the side that the frame comes from. */
    PendingRequests pending(final boolean isFromClient)
    {
        return isFromClient ? asked.table() : requests.table();
    }

    // Frames.

    /** Takes a frame of a server. */
    void fromServer(final RemotingServer server, final RemotingFrame frame)
    {
        if (!closing)
        {
            fromServers.take(server, frame);
        }
    }

    /** Takes a frame of a server on a shared connection; the opaque is the one that the client knows. */
    void fromServer(final RemotingServer server, final RemotingFrame frame, final int opaque)
    {
        if (!closing)
        {
            fromServers.take(server, frame, opaque);
        }
    }

    /** Whether a frame is to be gathered before it goes on; {@code server} is null for one of the client's. */
    boolean needsBody(final RemotingFrame frame, final @Nullable RemotingServer server)
    {
        if (closing)
        {
            return false;
        }
        if (server != null)
        {
            return fromServers.needsBody(server, frame);
        }
        // On a shared connection a frame that arrives slowly would hold up all clients.
        return servers.isSharing() || fromClient.needsBody(frame);
    }

    /** Takes a malformed frame; {@code server} is null for one of the client's. */
    void malformed(final RemotingFrame frame, final @Nullable RemotingServer server)
    {
        if (!closing)
        {
            answers.malformed(frame, server);
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

    // Servers.

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
        final boolean answering = outlivesServers() && !closing;
        server.lost = true;
        final int unanswered = requests.takeAll(mark -> RequestMark.server(mark) == server.number, () -> {
            if (answering)
            {
                answers.answerLost(server.upstream, requests.table().opaque(),
                    RequestMark.isBinary(requests.table().mark()));
            }
        });
        asked.forget(server);
        if (answering && !server.connected && !server.isMirror)
        {
            servers.pause(server.upstream);
        }
        server.output.discard();
        if (closing)
        {
            return;
        }
        proxy.events.onUpstreamLost(client, server.upstream, unanswered, cause);
        if (server.isMirror)
        {
            return;
        }
        if (answering)
        {
            several.lose(server);
        }
        if (!answering || whyEnded != null && requests.isEmpty())
        {
            close(server.connected ? CloseReason.BROKER_CLOSED : CloseReason.BROKER_UNREACHABLE, server.upstream.name()
                + (cause == null ? "" : ": " + cause));
            return;
        }
        toClient.flush();
        updateReading();
    }

    /** A request on a shared connection will have no response, because the connection is lost. */
    void unanswered(final Upstream upstream, final int opaque, final boolean isBinary)
    {
        requests.take(opaque);
        answers.answerLost(upstream, opaque, isBinary);
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
        if (whyEnded != null && requests.isEmpty() && fromClient.held().isEmpty() && fromServers.held().isEmpty()
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
        opening.tell();
        proxy.events.onClose(client, why, detail);
        client.config().setAutoRead(false);
        fromClient.held().discard();
        fromServers.held().discard();
        several.discard();
        flush();
        if (why == CloseReason.SHUTDOWN || whyEnded == CloseReason.SHUTDOWN || why == CloseReason.BROKER_CLOSED
            || why == CloseReason.BROKER_UNREACHABLE)
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
        public void handlerAdded(final ChannelHandlerContext ctx)
        {
            Opening.tellLater(ctx, opening);
        }

        @Override
        public void channelActive(final ChannelHandlerContext ctx)
        {
            opening.tell();
            ctx.fireChannelActive();
        }

        @Override
        public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            if (!closing && whyEnded == null)
            {
                opening.tell();
                fromClient.take(frame);
            }
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
            ctx.fireChannelWritabilityChanged();
        }

        @Override
        public void userEventTriggered(final ChannelHandlerContext ctx, final Object event)
        {
            if (Closing.isEndOfInput(event))
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

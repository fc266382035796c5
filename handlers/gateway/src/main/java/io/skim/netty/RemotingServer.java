package io.skim.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.CodecException;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The side of a server: a connection of a client's own, or the client's place on a shared one. What comes from the server goes to the
 * client's {@link RemotingPair}. It is a handler of one channel after the other while addresses of the server are tried.
 */
@ChannelHandler.Sharable
final class RemotingServer extends ChannelInboundHandlerAdapter
    implements RemotingFrameListener, FunnelSide, Connecting
{
    final Upstream upstream;
    /** Of this client's servers, in {@link RequestMark}. */
    final int number;
    /** Whether it only gets copies. */
    final boolean isMirror;
    /** The place on a shared connection; null for one of its own. */
    @Nullable
    FunnelLink link;
    @SuppressWarnings("NullAway.Init") // connect sets it; with a link nothing reads it
    Channel channel;
    @SuppressWarnings("NullAway.Init") // connect sets it; with a link nothing reads it
    FrameOutput output;
    boolean connected;
    /** Whether its connection is lost, or was not made. */
    boolean lost;
    @SuppressWarnings("NullAway.Init") // connect sets it; with a link nothing reads it
    private RemotingFrameHandler frames;

    private final RemotingPair pair;

    RemotingServer(final RemotingPair pair, final Upstream upstream, final int number, final boolean isMirror)
    {
        this.pair = pair;
        this.upstream = upstream;
        this.number = number;
        this.isMirror = isMirror;
    }

    void connect()
    {
        new Connector(pair.client(), pair.proxy.connectMillis).connect(upstream, pair.client(), this);
    }

    @Override
    public ChannelHandler[] handlers()
    {
        frames = new RemotingFrameHandler(pair.proxy.tools, this, pair.proxy.mostWhole);
        return new ChannelHandler[] {frames, this};
    }

    @Override
    @SuppressWarnings("NullAway.Init") // the first channel has none before it
    public void begun(final Channel fresh)
    {
        final Channel before = channel;
        channel = fresh;
        if (before == null)
        {
            output = FrameOutput.unconnected(fresh);
            return;
        }
        fresh.config().setAutoRead(before.config().isAutoRead());
        output.moveTo(fresh);
    }

    @Override
    public void ended(final @Nullable Throwable cause)
    {
        if (cause != null)
        {
            pair.lost(this, cause);
            return;
        }
        connected = true;
        output.connected();
        output.flush();
        pair.connected(this);
    }

    /** Whether a request can go on, now or soon. */
    boolean takes()
    {
        return link == null ? !lost : link.connection.isOpen();
    }

    /** Where answers to its requests go; null if it has gone. */
    @Nullable
    FrameOutput output()
    {
        return link == null ? output : link.connection.answers();
    }

    /** Whether a frame of it is in progress, of which the body is still to come. */
    boolean isInBody()
    {
        return frames.isInBody();
    }

    void flush()
    {
        if (link == null)
        {
            output.flush();
        }
    }

    // Of a connection of the client's own.

    @Override
    public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
    {
        if (!isMirror)
        {
            pair.fromServer(this, frame);
        }
    }

    @Override
    public boolean needsBody(final ChannelHandlerContext ctx, final RemotingFrame frame)
    {
        return !isMirror && pair.needsBody(frame, this);
    }

    @Override
    public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
    {
        if (!isMirror)
        {
            pair.malformed(frame, this);
        }
    }

    @Override
    public void onLost(final ChannelHandlerContext ctx, final FramingLost framing)
    {
        if (isMirror)
        {
            channel.close();
        }
        else
        {
            pair.framingLost(this, framing);
        }
    }

    @Override
    public void onReadComplete(final ChannelHandlerContext ctx)
    {
        pair.flush();
        pair.closeIfAnswered();
    }

    @Override
    public void channelWritabilityChanged(final ChannelHandlerContext ctx)
    {
        pair.updateReading();
    }

    @Override
    public void channelInactive(final ChannelHandlerContext ctx)
    {
        pair.lost(this, null);
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
    {
        if (!connected || ctx.channel() != channel)
        {
            return; // A write waits for the connection and fails with it, which ended tells.
        }
        if (!isMirror && !(cause instanceof IOException) && !(cause instanceof CodecException))
        {
            // Of the filter or the events: the server has done nothing wrong.
            pair.failed(cause);
            return;
        }
        pair.lost(this, cause);
        channel.close();
    }

    // Of a place on a shared connection.

    @Override
    public void onShared(final RemotingFrame frame, final int opaque)
    {
        // What was written before; so a long response does not close a client that reads.
        final long unsent = pair.unsent();
        if (unsent > Objects.requireNonNull(link, "link").connection.mostUnsent())
        {
            pair.close(CloseReason.SLOW, unsent + " bytes wait for the client");
            return;
        }
        pair.fromServer(this, frame, opaque);
    }

    @Override
    public void onUnanswered(final int opaque, final boolean isBinary)
    {
        pair.unanswered(upstream, opaque, isBinary);
    }

    @Override
    public void onExpired(final int opaque)
    {
        pair.expired(opaque);
    }

    @Override
    public void onSharedLost(final int unanswered, final @Nullable Throwable cause)
    {
        pair.proxy.events.onUpstreamLost(pair.client(), upstream, unanswered, cause);
    }

    @Override
    public void onTurn()
    {
        pair.updateReading();
    }

    @Override
    public void onSharedComplete()
    {
        pair.flushClient();
        pair.closeIfAnswered();
    }

    @Override
    public void onFailure(final Throwable cause)
    {
        pair.failed(cause);
    }
}

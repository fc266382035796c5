package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.skim.scan.remoting.RemotingFraming;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what a channel receives into RocketMQ frames, scans each of them once, and gives them to a listener. A frame is a part of the
 * buffer that Netty received; only a frame that straddles two of them is copied, into a buffer that grows with the bytes that arrive.
 *
 * <pre>
 * pipeline.addLast(new RemotingFrameHandler(tools, new RemotingFrameListener()
 * {
 *     public void onFrame(ChannelHandlerContext ctx, RemotingFrame frame)
 *     {
 *         frame.scanner().show(RequestGate.INTEREST, gate);
 *         if (gate.admits()) { upstream.write(frame); }
 *     }
 *     ...
 * }));
 * </pre>
 *
 * With a {@code mostWhole} it gives longer frames <em>heads first</em>: as soon as the header has arrived, before the body. The output
 * that the listener writes the head to also receives the body, by reference, as it comes.
 * <p>
 * One handler for each channel. Without a frame in progress it holds no buffer; it drops the bytes of one if it is removed. Buffers
 * that are no {@link ByteBuf} go to the next handler.
 */
public final class RemotingFrameHandler extends ChannelInboundHandlerAdapter
{
    private final RemotingTools tools;
    private final RemotingFrameListener listener;
    private final int mostWhole;
    private final FrameCutter<RemotingFrame> cutter =
        new FrameCutter<>(new Framing(), RemotingFraming.LENGTH, RemotingFraming.PREFIX);
    /** The length of the last frame that was begun. */
    private int frameLength;
    /** Who receives the body that is to come; null if nobody does. */
    private @Nullable FrameOutput body;

    /**
     * Makes a handler that gives whole frames.
     *
     * @param tools    of all channels.
     * @param listener of this channel.
     */
    public RemotingFrameHandler(final RemotingTools tools, final RemotingFrameListener listener)
    {
        this(tools, listener, Integer.MAX_VALUE);
    }

    /**
     * Makes a handler that gives long frames heads first.
     *
     * @param tools     of all channels.
     * @param listener  of this channel.
     * @param mostWhole the longest frame to give whole, in bytes with its prefix; 0 to give all frames heads first.
     */
    public RemotingFrameHandler(final RemotingTools tools, final RemotingFrameListener listener, final int mostWhole)
    {
        this.tools = Objects.requireNonNull(tools, "tools");
        this.listener = Objects.requireNonNull(listener, "listener");
        this.mostWhole = mostWhole;
    }

    @Override
    public void channelRead(final ChannelHandlerContext ctx, final Object message)
    {
        if (!(message instanceof ByteBuf))
        {
            ctx.fireChannelRead(message);
            return;
        }
        final RemotingFrame frame = tools.take();
        try
        {
            cutter.read(ctx, frame, (ByteBuf)message);
        }
        finally
        {
            frame.leave();
        }
    }

    /** Whether a frame was given out of whose body more is to come. */
    boolean isInBody()
    {
        return cutter.uncut() > 0;
    }

    /** How RocketMQ's frames are cut: by their lengths, and long ones behind their headers. */
    private final class Framing implements FrameCutter.Framing<RemotingFrame>
    {
        @Override
        public int wanted(final RemotingFrame frame, final ByteBuf bytes, final int at, final int had)
        {
            if (had == RemotingFraming.LENGTH)
            {
                frameLength =
                    RemotingFraming.frameLength(bytes.getInt(at), tools.limits, frame.received.framing,
                        cutter.position());
                return frameLength <= mostWhole ? frameLength : Math.min(frameLength, RemotingFraming.PREFIX);
            }
            return had == RemotingFraming.PREFIX && frameLength > mostWhole
                ? RemotingFraming.headLength(frameLength, bytes.getInt(at + RemotingFraming.LENGTH), tools.limits)
                : had;
        }

        @Override
        public void lost(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            listener.onLost(ctx, FramingLost.of(frame.received.framing));
        }

        @Override
        public int give(final ChannelHandlerContext ctx, final RemotingFrame frame, final ByteBuf bytes, final int at,
            final int rest, final boolean owned)
        {
            final int available = Math.min(rest, frameLength);
            final boolean good = frame.scan(bytes, at, available, frameLength, owned);
            if (good && available < frameLength && listener.needsBody(ctx, frame))
            {
                cutter.gather(ctx, bytes, at, available, frameLength);
                return available;
            }
            cutter.pass(frameLength - available);
            if (good)
            {
                listener.onFrame(ctx, frame);
            }
            else
            {
                listener.onMalformed(ctx, frame);
            }
            if (available < frameLength)
            {
                body = isInBody() ? frame.body : null;
            }
            return available;
        }

        @Override
        public void pass(final ChannelHandlerContext ctx, final ByteBuf chunk, final int at, final int length)
        {
            if (body != null)
            {
                body.passBody(chunk, at, length);
            }
            if (!isInBody())
            {
                body = null;
            }
        }

        @Override
        public void detach(final RemotingFrame frame)
        {
            frame.detach();
        }
    }

    @Override
    public void channelReadComplete(final ChannelHandlerContext ctx)
    {
        listener.onReadComplete(ctx);
        ctx.fireChannelReadComplete();
    }

    /** Tells the listener if the input has ended inside a frame. */
    private void endInput(final ChannelHandlerContext ctx)
    {
        final FramingLost lost = cutter.end(frameLength);
        body = null;
        if (lost != null)
        {
            listener.onLost(ctx, lost);
        }
    }

    @Override
    public void userEventTriggered(final ChannelHandlerContext ctx, final Object event)
    {
        if (Closing.isEndOfInput(event))
        {
            endInput(ctx);
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(final ChannelHandlerContext ctx)
    {
        endInput(ctx);
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(final ChannelHandlerContext ctx)
    {
        cutter.close();
        body = null;
    }
}

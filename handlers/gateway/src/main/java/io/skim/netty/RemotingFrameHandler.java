package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.skim.scan.Fault;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.remoting.RemotingFraming;
import io.skim.scan.spi.Faults;
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
 * One handler for each channel. Without a frame in progress it holds no buffer. Buffers that are no {@link ByteBuf} go to the next
 * handler.
 */
public final class RemotingFrameHandler extends ChannelInboundHandlerAdapter
{
    private static final int LEAST_GATHERED = 512;

    private final RemotingTools tools;
    private final RemotingFrameListener listener;
    private final int mostWhole;
    /** The bytes of a frame or head that straddles buffers; null if there are none. */
    private @Nullable ByteBuf gathered;
    /** How many bytes to gather before the next step. */
    private int wanted;
    /** The length of the frame in progress; 0 while its prefix is incomplete. */
    private int frameLength;
    /** How much of a body is to come, and who receives it; null if nobody does. */
    private int bodyLeft;
    private @Nullable FrameOutput body;
    /** The offset in the stream of the first byte that is not given out. */
    private long position;
    private boolean ended;

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
        final ByteBuf chunk = (ByteBuf)message;
        final RemotingFrame frame = tools.take();
        boolean read = false;
        try
        {
            read(ctx, frame, chunk);
            read = true;
        }
        finally
        {
            ended |= !read;
            frame.leave();
            chunk.release();
            releaseIfEnded();
        }
    }

    private void read(final ChannelHandlerContext ctx, final RemotingFrame frame, final ByteBuf chunk)
    {
        // Nobody else has a reference to a buffer that was just received, if there is only one.
        final boolean owned = chunk.refCnt() == 1 && !chunk.isReadOnly();
        final int end = chunk.writerIndex();
        int at = chunk.readerIndex();
        while (at < end && !ended)
        {
            if (bodyLeft > 0)
            {
                at += passBody(chunk, at, end - at);
            }
            else if (gathered != null)
            {
                at += gather(ctx, frame, chunk, at, end - at);
            }
            else
            {
                at += cut(ctx, frame, chunk, at, end - at, owned);
            }
        }
    }

    private int passBody(final ByteBuf chunk, final int at, final int rest)
    {
        final int passed = Math.min(rest, bodyLeft);
        if (body != null)
        {
            body.passBody(chunk, at, passed);
        }
        advance(passed);
        bodyLeft -= passed;
        if (bodyLeft == 0)
        {
            body = null;
        }
        return passed;
    }

    /** Whether a frame was given out of whose body more is to come. */
    boolean isInBody()
    {
        return bodyLeft > 0;
    }

    private void advance(final int bytes)
    {
        position += bytes;
    }

    /** Gives out the frame that begins here, or begins to gather it; returns the number of bytes used. */
    private int cut(final ChannelHandlerContext ctx, final RemotingFrame frame, final ByteBuf chunk, final int at,
        final int rest, final boolean owned)
    {
        frameLength = 0;
        wanted = RemotingFraming.LENGTH;
        while (wanted <= rest)
        {
            if (isReady(ctx, frame.framing, chunk, at))
            {
                return give(ctx, frame, chunk, at, Math.min(rest, frameLength), owned);
            }
            if (ended)
            {
                return rest;
            }
        }
        gathered = ctx.alloc().buffer(Math.min(Math.max(LEAST_GATHERED, 2 * rest), Math.max(wanted, rest)));
        gathered.writeBytes(chunk, at, rest);
        return rest;
    }

    /** Gathers what is missing of a frame or head, and gives it out when it is there; returns the number of bytes used. */
    private int gather(final ChannelHandlerContext ctx, final RemotingFrame frame, final ByteBuf chunk, final int at,
        final int rest)
    {
        final ByteBuf whole = Objects.requireNonNull(gathered, "gathered");
        final int taken = Math.min(rest, wanted - whole.readableBytes());
        whole.writeBytes(chunk, at, taken);
        if (whole.readableBytes() == wanted && isReady(ctx, frame.framing, whole, 0) && !ended)
        {
            gathered = null;
            try
            {
                give(ctx, frame, whole, 0, whole.readableBytes(), true);
            }
            finally
            {
                frame.detach();
                whole.release();
            }
        }
        return taken;
    }

    /**
     * Looks at the wanted bytes, which are there.
     *
     * @return whether they are all that the listener needs; else more is wanted, or the framing is lost.
     */
    private boolean isReady(final ChannelHandlerContext ctx, final Fault fault, final ByteBuf bytes, final int at)
    {
        if (frameLength == 0)
        {
            frameLength = frameLength(ctx, fault, bytes.getInt(at));
            if (frameLength < 0)
            {
                return false;
            }
            wanted = frameLength <= mostWhole ? frameLength : Math.min(frameLength, RemotingFraming.PREFIX);
            return wanted == RemotingFraming.LENGTH;
        }
        if (wanted == RemotingFraming.PREFIX && frameLength > mostWhole)
        {
            wanted = RemotingFraming.headLength(frameLength, bytes.getInt(at + RemotingFraming.LENGTH), tools.limits);
            return wanted == RemotingFraming.PREFIX;
        }
        return true;
    }

    private int frameLength(final ChannelHandlerContext ctx, final Fault fault, final int prefix)
    {
        final int length = RemotingFraming.frameLength(prefix, tools.limits, fault, position);
        if (length < 0)
        {
            ended = true;
            listener.onLost(ctx, FramingLost.of(fault));
        }
        return length;
    }

    /** Gives a frame to the listener, or gathers all of it; returns the number of bytes used. */
    private int give(final ChannelHandlerContext ctx, final RemotingFrame frame, final ByteBuf bytes, final int at,
        final int available, final boolean owned)
    {
        final boolean good = frame.scan(bytes, at, available, frameLength, owned);
        if (good && available < frameLength && listener.needsBody(ctx, frame))
        {
            wanted = frameLength;
            gathered = ctx.alloc().buffer(Math.max(LEAST_GATHERED, 2 * available)).writeBytes(bytes, at, available);
            return available;
        }
        bodyLeft = frameLength - available;
        if (good)
        {
            listener.onFrame(ctx, frame);
        }
        else
        {
            listener.onMalformed(ctx, frame);
        }
        body = bodyLeft > 0 ? frame.body : null;
        advance(available);
        return available;
    }

    private void releaseIfEnded()
    {
        if (ended)
        {
            bodyLeft = 0;
            body = null;
            if (gathered != null)
            {
                gathered.release();
                gathered = null;
            }
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
        if (!ended)
        {
            ended = true;
            final int arrived = gathered == null ? 0 : gathered.readableBytes();
            if (arrived > 0 || bodyLeft > 0)
            {
                final Fault fault = new Fault();
                final long begun = bodyLeft > 0 ? (long)frameLength - bodyLeft : arrived;
                Faults.at(fault, bodyLeft > 0 ? position : position + arrived, Reason.TRUNCATED,
                    frameLength > 0 ? frameLength : RemotingFraming.PREFIX, begun);
                releaseIfEnded();
                listener.onLost(ctx, FramingLost.of(fault));
            }
        }
    }

    @Override
    public void userEventTriggered(final ChannelHandlerContext ctx, final Object event)
    {
        if (event == ChannelInputShutdownEvent.INSTANCE)
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
        ended = true;
        releaseIfEnded();
    }
}

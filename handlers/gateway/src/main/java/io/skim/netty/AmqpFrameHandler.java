package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.skim.scan.Fault;
import io.skim.scan.Reason;
import io.skim.scan.amqp.AmqpFraming;
import io.skim.scan.spi.Faults;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what a channel receives into AMQP frames and protocol headers, reads each of them up to its payload, and gives them to a
 * listener. A frame is a part of the buffer that Netty received; only a frame that straddles two of them is copied, into a buffer
 * that grows with the bytes that arrive. Behind a protocol header that begins TLS it cuts nothing: the listener gets the bytes.
 * <p>
 * One handler for each channel. Without a frame in progress it holds no buffer. Buffers that are no {@link ByteBuf} go to the next
 * handler.
 */
public final class AmqpFrameHandler extends ChannelInboundHandlerAdapter
{
    private static final int LEAST_GATHERED = 512;
    private static final int TLS = 2;

    private final AmqpTools tools;
    private final AmqpFrameListener listener;
    /** The bytes of a frame that straddles buffers; null if there are none. */
    private @Nullable ByteBuf gathered;
    /** How many bytes to gather before the next step. */
    private int wanted;
    /** The size of the frame in progress; 0 while its prefix is incomplete. */
    private int frameLength;
    /** The offset in the stream of the first byte that is not given out. */
    private long position;
    private boolean opaque;
    private boolean ended;

    /**
     * Makes a handler.
     *
     * @param tools    of all channels.
     * @param listener of this channel.
     */
    public AmqpFrameHandler(final AmqpTools tools, final AmqpFrameListener listener)
    {
        this.tools = Objects.requireNonNull(tools, "tools");
        this.listener = Objects.requireNonNull(listener, "listener");
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
        final AmqpFrame frame = tools.take();
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

    private void read(final ChannelHandlerContext ctx, final AmqpFrame frame, final ByteBuf chunk)
    {
        // Nobody else has a reference to a buffer that was just received, if there is only one.
        final boolean owned = chunk.refCnt() == 1 && !chunk.isReadOnly();
        final int end = chunk.writerIndex();
        int at = chunk.readerIndex();
        while (at < end && !ended)
        {
            if (opaque)
            {
                listener.onOpaque(ctx, chunk, at, end - at);
                position += end - at;
                at = end;
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

    /** Gives out the frame that begins here, or begins to gather it; returns the number of bytes used. */
    private int cut(final ChannelHandlerContext ctx, final AmqpFrame frame, final ByteBuf chunk, final int at,
        final int rest, final boolean owned)
    {
        frameLength = 0;
        wanted = Integer.BYTES;
        while (wanted <= rest)
        {
            if (isReady(ctx, frame.framing, chunk, at))
            {
                give(ctx, frame, chunk, at, owned);
                return frameLength;
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

    /** Gathers what is missing of a frame, and gives it out when it is there; returns the number of bytes used. */
    private int gather(final ChannelHandlerContext ctx, final AmqpFrame frame, final ByteBuf chunk, final int at,
        final int rest)
    {
        final ByteBuf whole = Objects.requireNonNull(gathered, "gathered");
        final int taken = Math.min(rest, wanted - whole.readableBytes());
        whole.writeBytes(chunk, at, taken);
        if (whole.readableBytes() == wanted && isReady(ctx, frame.framing, whole, 0))
        {
            gathered = null;
            try
            {
                give(ctx, frame, whole, 0, true);
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
     * @return whether they are a whole frame; else more is wanted, or the framing is lost.
     */
    private boolean isReady(final ChannelHandlerContext ctx, final Fault fault, final ByteBuf bytes, final int at)
    {
        if (frameLength > 0)
        {
            return true;
        }
        final int second = wanted < AmqpFraming.HEADER ? 0 : bytes.getInt(at + Integer.BYTES);
        final int length =
            AmqpFraming.frameLength(wanted, bytes.getInt(at), second, tools.limits.maxFrameLength(), fault,
                position);
        if (length < 0)
        {
            ended = true;
            listener.onLost(ctx, FramingLost.of(fault));
            return false;
        }
        frameLength = length;
        final int had = wanted;
        wanted = length == 0 ? AmqpFraming.HEADER : length;
        return wanted == had;
    }

    private void give(final ChannelHandlerContext ctx, final AmqpFrame frame, final ByteBuf bytes, final int at,
        final boolean owned)
    {
        if (!frame.read(bytes, at, frameLength, owned))
        {
            listener.onMalformed(ctx, frame);
        }
        else
        {
            opaque = frame.reader().isProtocolHeader() && frame.reader().protocolId() == TLS;
            listener.onFrame(ctx, frame);
        }
        position += frameLength;
    }

    private void releaseIfEnded()
    {
        if (ended && gathered != null)
        {
            gathered.release();
            gathered = null;
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
            if (gathered != null)
            {
                final Fault fault = new Fault();
                final int arrived = gathered.readableBytes();
                Faults.at(fault, position + arrived, Reason.TRUNCATED, frameLength > 0 ? frameLength
                    : AmqpFraming.HEADER, arrived);
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

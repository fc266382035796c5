package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.skim.scan.amqp.AmqpFraming;
import java.util.Objects;

/**
 * Cuts what a channel receives into AMQP frames and protocol headers, reads each of them up to its payload, and gives them to a
 * listener. A frame is a part of the buffer that Netty received; only a frame that straddles two of them is copied, into a buffer
 * that grows with the bytes that arrive. Behind a protocol header that begins TLS it cuts nothing: the listener gets the bytes.
 * <p>
 * One handler for each channel. Without a frame in progress it holds no buffer; it drops the bytes of one if it is removed. Buffers
 * that are no {@link ByteBuf} go to the next handler.
 */
public final class AmqpFrameHandler extends ChannelInboundHandlerAdapter
{
    private static final int TLS = 2;

    private final AmqpTools tools;
    private final AmqpFrameListener listener;
    private final FrameCutter<AmqpFrame> cutter =
        new FrameCutter<>(new Framing(), Integer.BYTES, AmqpFraming.HEADER);
    /** The size of the last frame that was begun; 0 while its prefix is incomplete. */
    private int frameLength;

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
        final AmqpFrame frame = tools.take();
        try
        {
            cutter.read(ctx, frame, (ByteBuf)message);
        }
        finally
        {
            frame.leave();
        }
    }

    /** How AMQP's frames and protocol headers are cut: by their sizes, and not at all behind a header that begins TLS. */
    private final class Framing implements FrameCutter.Framing<AmqpFrame>
    {
        @Override
        public int wanted(final AmqpFrame frame, final ByteBuf bytes, final int at, final int had)
        {
            if (had > Integer.BYTES && frameLength > 0)
            {
                return had;
            }
            final int second = had < AmqpFraming.HEADER ? 0 : bytes.getInt(at + Integer.BYTES);
            frameLength = AmqpFraming.frameLength(had, bytes.getInt(at), second, tools.limits.maxFrameLength(),
                frame.received.framing, cutter.position());
            return frameLength == 0 ? AmqpFraming.HEADER : frameLength;
        }

        @Override
        public void lost(final ChannelHandlerContext ctx, final AmqpFrame frame)
        {
            listener.onLost(ctx, FramingLost.of(frame.received.framing));
        }

        @Override
        public int give(final ChannelHandlerContext ctx, final AmqpFrame frame, final ByteBuf bytes, final int at,
            final int available, final boolean owned)
        {
            if (!frame.read(bytes, at, frameLength, owned))
            {
                listener.onMalformed(ctx, frame);
                return frameLength;
            }
            if (frame.reader().isProtocolHeader() && frame.reader().protocolId() == TLS)
            {
                cutter.pass(FrameCutter.ALL);
            }
            listener.onFrame(ctx, frame);
            return frameLength;
        }

        @Override
        public void pass(final ChannelHandlerContext ctx, final ByteBuf chunk, final int at, final int length)
        {
            listener.onOpaque(ctx, chunk, at, length);
        }

        @Override
        public void detach(final AmqpFrame frame)
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
    }
}

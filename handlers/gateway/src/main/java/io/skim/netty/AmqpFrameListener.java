package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/**
 * Receives the frames of a channel from an {@link AmqpFrameHandler}, on the channel's event loop. If a method throws, the handler
 * passes the exception to the pipeline and reads nothing more.
 */
public interface AmqpFrameListener
{
    /**
     * Receives a frame, an empty one too, or a protocol header.
     *
     * @param ctx   of the handler.
     * @param frame that was read; valid during this call.
     */
    void onFrame(ChannelHandlerContext ctx, AmqpFrame frame);

    /**
     * Receives a frame whose header or performative is refused. The frames after it can be read.
     *
     * @param ctx   of the handler.
     * @param frame whose reader has the fault.
     */
    void onMalformed(ChannelHandlerContext ctx, AmqpFrame frame);

    /**
     * Receives bytes that come after a protocol header that begins TLS: they are no frames.
     *
     * @param ctx    of the handler.
     * @param bytes  that hold them; the listener does not release them.
     * @param offset in {@code bytes} of the first one.
     * @param length in bytes.
     */
    void onOpaque(ChannelHandlerContext ctx, ByteBuf bytes, int offset, int length);

    /**
     * The framing is lost, or the input ended inside a frame: there will be no further frame. Everything that the peer sends from now
     * on is dropped.
     *
     * @param ctx  of the handler.
     * @param lost why and where.
     */
    void onLost(ChannelHandlerContext ctx, FramingLost lost);

    /**
     * All that was received has been given out: the time to flush outputs.
     *
     * @param ctx of the handler.
     */
    default void onReadComplete(final ChannelHandlerContext ctx)
    {
    }
}

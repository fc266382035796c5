package io.skim.netty;

import io.netty.channel.ChannelHandlerContext;

/**
 * Receives the frames of a channel from a {@link RemotingFrameHandler}, on the channel's event loop. If a method throws, the handler
 * passes the exception to the pipeline and reads nothing more.
 */
public interface RemotingFrameListener
{
    /**
     * Receives a well-formed frame.
     *
     * @param ctx   of the handler.
     * @param frame that was scanned; valid during this call.
     */
    void onFrame(ChannelHandlerContext ctx, RemotingFrame frame);

    /**
     * Receives a frame that the scan refused. The frames after it can be read.
     *
     * @param ctx   of the handler.
     * @param frame whose scanner has the fault; its header reads as empty.
     */
    void onMalformed(ChannelHandlerContext ctx, RemotingFrame frame);

    /**
     * The framing is lost, or the input ended inside a frame: there will be no further frame. Everything that the peer sends from now
     * on is dropped.
     *
     * @param ctx  of the handler.
     * @param lost why and where.
     */
    void onLost(ChannelHandlerContext ctx, FramingLost lost);

    /**
     * Whether {@link #onFrame} needs the body of a frame whose head alone has arrived. Not called by a handler that gives whole frames. A
     * frame for an output that {@link FrameOutput#isInBody} must be whole.
     *
     * @param ctx   of the handler.
     * @param frame that was scanned; valid during this call.
     * @return true to get the frame when all of it has arrived; false to get it now, and to pass its body on as it comes.
     */
    default boolean needsBody(final ChannelHandlerContext ctx, final RemotingFrame frame)
    {
        return false;
    }

    /**
     * All that was received has been given out: the time to flush outputs.
     *
     * @param ctx of the handler.
     */
    default void onReadComplete(final ChannelHandlerContext ctx)
    {
    }
}

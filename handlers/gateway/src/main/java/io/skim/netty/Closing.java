package io.skim.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Closes connections whose peers are still to get what was written. A peer that takes nothing does not keep them longer than a time. */
final class Closing
{
    private Closing()
    {
    }

    /** Whether an event says that the peer sends nothing more: by TCP, or inside of TLS, where the connection may stay open. */
    static boolean isEndOfInput(final Object event)
    {
        return event == ChannelInputShutdownEvent.INSTANCE || event == SslCloseCompletionEvent.SUCCESS;
    }

    /** Closes a channel when what was written is sent. */
    static void whenSent(final Channel channel, final long mostNanos)
    {
        if (channel.isActive())
        {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
            limit(channel, mostNanos);
        }
        else if (channel.isOpen())
        {
            channel.close();
        }
    }

    /**
     * Ends the output of a channel when what was written is sent, and closes it when its peer does: for peers that go on to send. TCP
     * throws away what a peer has not received yet when a connection is closed with input that was not read. So the caller must have the
     * channel read from now on; its handlers are to ignore what comes.
     */
    static void whenReceived(final Channel channel, final long mostNanos)
    {
        if (!(channel instanceof DuplexChannel) || !channel.isActive())
        {
            whenSent(channel, mostNanos);
            return;
        }
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> endOutput((DuplexChannel)channel));
        limit(channel, mostNanos);
    }

    private static void endOutput(final DuplexChannel channel)
    {
        final SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (channel.isInputShutdown())
        {
            channel.close();
        }
        else if (tls == null)
        {
            channel.shutdownOutput();
        }
        else
        {
            tls.closeOutbound().addListener(told -> channel.shutdownOutput());
        }
    }

    private static void limit(final Channel channel, final long mostNanos)
    {
        final Future<?> forced = channel.eventLoop().schedule(() -> {
            channel.close();
        }, mostNanos, TimeUnit.NANOSECONDS);
        channel.closeFuture().addListener(closed -> forced.cancel(false));
    }
}

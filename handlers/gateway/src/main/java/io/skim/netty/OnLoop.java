package io.skim.netty;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.EventLoop;
import java.util.function.Consumer;

/**
 * Tells the outcome of a connect on an event loop. A channel that cannot be made, for example because the process has no file descriptors
 * left, has no loop: Netty tells of it on a thread of its own, to which the state of a client does not belong.
 */
final class OnLoop
{
    private OnLoop()
    {
    }

    static void tell(final ChannelFuture connecting, final EventLoop loop,
        final Consumer<? super ChannelFuture> listener)
    {
        connecting.addListener((ChannelFutureListener)made -> {
            if (loop.inEventLoop())
            {
                listener.accept(connecting);
            }
            else
            {
                loop.execute(() -> listener.accept(connecting));
            }
        });
    }
}

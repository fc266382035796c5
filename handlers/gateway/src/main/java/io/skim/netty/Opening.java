package io.skim.netty;

import io.netty.channel.ChannelHandlerContext;

/**
 * Tells once that a client is served, before anything else is told of it: when its channel becomes active, or if it is so already, as
 * that of a client whose protocol had to be found out first.
 */
final class Opening
{
    private final Runnable teller;
    private boolean told;

    Opening(final Runnable teller)
    {
        this.teller = teller;
    }

    void tell()
    {
        if (!told)
        {
            told = true;
            teller.run();
        }
    }

    /** Tells of a channel that is active when a handler is added, unless Netty still fires that it is. */
    static void tellLater(final ChannelHandlerContext ctx, final Opening opening)
    {
        if (ctx.channel().isActive())
        {
            ctx.executor().execute(() -> {
                try
                {
                    opening.tell();
                }
                catch (final RuntimeException failed)
                {
                    ctx.pipeline().fireExceptionCaught(failed);
                }
            });
        }
    }
}

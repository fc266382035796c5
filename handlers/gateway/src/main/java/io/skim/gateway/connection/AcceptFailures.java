package io.skim.gateway.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Tells in one line that a port takes no connections for the time being, as without file descriptors. It stands behind Netty's handler, which
 * tries again after a second. Without this one, Netty writes a stack trace each time for each port, as long as clients keep the descriptors.
 */
public final class AcceptFailures extends ChannelInboundHandlerAdapter
{
    private static final Logger LOG = System.getLogger("io.skim.gateway.Gateway");

    private final String name;
    private final LineAllowance lines;

    private AcceptFailures(final String name, final LineAllowance lines)
    {
        this.name = name;
        this.lines = lines;
    }

    /**
     * Has failures of a port told.
     *
     * @param bound the port, to be registered by a {@code ServerBootstrap}.
     * @param name  for the log.
     * @param lines which all ports of a gateway share.
     */
    @SuppressWarnings("FutureReturnValueIgnored")
    public static void tell(final ChannelFuture bound, final String name, final LineAllowance lines)
    {
        final Channel port = bound.channel();
        // Netty adds its handler in a task of the event loop, too, which is there before the future is done.
        bound.addListener(done -> port.eventLoop().execute(() -> port.pipeline().addLast(new AcceptFailures(name,
            lines))));
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
    {
        final long suppressed = lines.take(System.nanoTime());
        if (suppressed >= 0)
        {
            LOG.log(Level.WARNING, "{0} takes no connections for the time being: {1}{2}", name, LogText.summary(cause),
                suppressed == 0 ? "" : ", suppressed=" + suppressed);
        }
    }
}

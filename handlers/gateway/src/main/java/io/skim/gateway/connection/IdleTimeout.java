package io.skim.gateway.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.TimeoutKind;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection whose client has sent nothing for a time. What goes to the client does not count: clients of both protocols send
 * heartbeats of their own, so one that sends nothing is gone.
 */
final class IdleTimeout extends IdleStateHandler
{
    private final Connection connection;
    /** A close may take its time: TLS has an alert to write before. */
    private boolean closing;

    IdleTimeout(final Connection connection, final Duration idle)
    {
        super(idle.toMillis(), 0, 0, TimeUnit.MILLISECONDS);
        this.connection = connection;
    }

    @Override
    protected void channelIdle(final ChannelHandlerContext ctx, final IdleStateEvent event)
    {
        if (!ctx.channel().config().isAutoRead() && ctx.channel().isWritable())
        {
            // What it sends waits, for its server takes no more, or because the gateway drains. A client that does not take what it gets
            // is no such one: it is not read either.
            return;
        }
        if (!closing)
        {
            closing = true;
            connection.timedOut(TimeoutKind.IDLE);
            connection.close(CloseReason.IDLE);
        }
    }
}

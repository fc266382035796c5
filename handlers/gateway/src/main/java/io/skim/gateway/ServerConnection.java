package io.skim.gateway;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.GatewayMetrics;

/** Counts a connection to a server of a cluster. The first of its pipeline, so that it sees who closes it. */
final class ServerConnection extends ChannelDuplexHandler
{
    private final GatewayMetrics metrics;
    private final Endpoint cluster;
    private boolean open;
    private boolean closedHere;

    ServerConnection(final GatewayMetrics metrics, final Endpoint cluster)
    {
        this.metrics = metrics;
        this.cluster = cluster;
    }

    @Override
    public void channelActive(final ChannelHandlerContext ctx)
    {
        open = true;
        metrics.loop().opened(cluster);
        ctx.fireChannelActive();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void close(final ChannelHandlerContext ctx, final ChannelPromise promise)
    {
        closedHere = true;
        ctx.close(promise);
    }

    @Override
    public void channelInactive(final ChannelHandlerContext ctx)
    {
        if (open)
        {
            open = false;
            metrics.loop().closed(cluster, closedHere ? CloseReason.CLIENT_CLOSED : CloseReason.BROKER_CLOSED);
        }
        ctx.fireChannelInactive();
    }
}

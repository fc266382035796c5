package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Share;
import io.skim.netty.RemotingFunnel;
import io.skim.netty.RemotingFunnelEvents;
import io.skim.netty.RemotingProxy;
import io.skim.netty.RemotingTools;
import io.skim.netty.Upstream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The connections that clients share, of each cluster whose file says so. */
final class Funnels implements AutoCloseable
{
    private static final Logger LOG = System.getLogger(Funnels.class.getName());
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LAST_PAUSE = Duration.ofSeconds(10);

    private static final RemotingFunnelEvents LOGGED = new RemotingFunnelEvents()
    {
        @Override
        public void onLost(final Upstream server, final int unanswered, final @Nullable Throwable cause)
        {
            if (cause != null || unanswered > 0)
            {
                LOG.log(Level.WARNING, "lost a shared connection to {0}, {1} requests were unanswered: {2}", server,
                    String.valueOf(unanswered), cause == null ? "the server closed it" : cause);
            }
        }

        @Override
        public void onExpired(final Upstream server, final int count)
        {
            LOG.log(Level.WARNING, "{0} requests had no response of {1} in time", String.valueOf(count), server);
        }
    };

    private final Map<String, RemotingFunnel> funnels = new HashMap<>();
    private final Upstreams upstreams;

    Funnels(final GatewayConfig config, final Upstreams upstreams, final RemotingTools tools)
    {
        this.upstreams = upstreams;
        for (final Cluster cluster : config.clusters().values())
        {
            final Share share = cluster.share();
            if (share != null)
            {
                funnels.put(cluster.name(),
                    RemotingFunnel.builder().connections(share.connections()).window(share.window())
                        .expire(share.expire()).mostUnsent(share.unsent())
                        .reconnect(config.limits().connect(), FIRST_PAUSE, LAST_PAUSE).tools(tools).events(LOGGED)
                        .build());
            }
        }
    }

    /** Has the clients of a proxy share connections to the clusters that have them. */
    RemotingProxy.Builder addTo(final RemotingProxy.Builder proxy)
    {
        return funnels.isEmpty() ? proxy
            : proxy.funnels(server -> funnels.get(upstreams.clusterOf(server).name()));
    }

    @Override
    public void close()
    {
        funnels.values().forEach(RemotingFunnel::close);
    }
}

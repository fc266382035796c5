package io.skim.gateway;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.skim.gateway.config.GatewayConfig.ClientTls;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.ProxyOut;
import io.skim.gateway.config.HostPort;
import io.skim.gateway.connection.Connection;
import io.skim.gateway.connection.ProxyProtocol;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.Side;
import io.skim.gateway.tls.KeyFiles;
import io.skim.gateway.tls.TlsFileException;
import io.skim.gateway.tls.UpstreamTls;
import io.skim.gateway.tls.UpstreamTlsContexts;
import io.skim.netty.Upstream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The servers of the clusters: one object for each, with TLS and PROXY headers as its cluster has them. */
final class Upstreams
{
    private record Key(String cluster, HostPort address)
    {
    }

    private final Map<Key, Upstream> upstreams = new ConcurrentHashMap<>();
    /** The cluster that each was made for; the file may have changed it since. */
    private final Map<Upstream, Cluster> made = new ConcurrentHashMap<>();
    private final Supplier<Map<String, Cluster>> clusters;
    private final GatewayMetrics metrics;
    private final Map<String, UpstreamTlsContexts> tls = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> turns = new ConcurrentHashMap<>();

    /**
     * Makes none yet.
     *
     * @param clusters gives the clusters of the file as it is, by their names.
     * @param metrics  to count in.
     * @throws TlsFileException if a certificate or key is not in order.
     */
    Upstreams(final Supplier<Map<String, Cluster>> clusters, final GatewayMetrics metrics) throws TlsFileException
    {
        this.clusters = clusters;
        this.metrics = metrics;
        for (final Cluster cluster : clusters.get().values())
        {
            if (cluster.tls() != null)
            {
                tls.put(cluster.name(), UpstreamTlsContexts.load(settings(cluster.tls())));
            }
        }
    }

    private static UpstreamTls settings(final ClientTls tls)
    {
        return new UpstreamTls(tls.trust(), tls.name(),
            tls.certificate() == null ? null : Certificates.of(tls.certificate()));
    }

    /** Reads certificates and keys that have changed. */
    void reloadCertificates() throws TlsFileException
    {
        for (final UpstreamTlsContexts contexts : tls.values())
        {
            contexts.reloadIfChanged();
        }
    }

    /** A server of a cluster. */
    Upstream of(final Cluster cluster, final HostPort address)
    {
        return upstreams.computeIfAbsent(new Key(cluster.name(), address), key -> make(cluster, address));
    }

    /** The cluster of a server, as the file has it; one that the file has no more is as it was. */
    Cluster clusterOf(final Upstream server)
    {
        final Cluster before = Objects.requireNonNull(made.get(server), server::name);
        return clusters.get().getOrDefault(before.name(), before);
    }

    /** A name server of a cluster, or one of its fixed servers; each time the next one, so that a lost one is not asked for ever. */
    Upstream any(final Cluster cluster)
    {
        final List<HostPort> servers = cluster.nameServers().isEmpty() ? cluster.servers() : cluster.nameServers();
        final AtomicInteger turn = turns.computeIfAbsent(cluster.name(), name -> new AtomicInteger());
        return of(cluster, servers.get(Math.floorMod(turn.get(), servers.size())));
    }

    /** The server was lost: the next connections go to another one, however many clients tell it. */
    void skip(final Upstream lost)
    {
        final Cluster cluster = clusterOf(lost);
        final AtomicInteger turn = turns.computeIfAbsent(cluster.name(), name -> new AtomicInteger());
        final int now = turn.get();
        if (any(cluster) == lost)
        {
            turn.compareAndSet(now, now + 1);
        }
    }

    /** The name of a server, for logs. */
    static String name(final Cluster cluster, final HostPort address)
    {
        return cluster.name() + ' ' + address;
    }

    private Upstream make(final Cluster cluster, final HostPort address)
    {
        final Upstream plain = Upstream.of(name(cluster, address), address.toUnresolved());
        final Endpoint counted = endpointOf(cluster);
        final Upstream fresh = plain.with((pipeline, client) -> {
            pipeline.addLast(new ServerConnection(metrics, counted));
            begin(pipeline, client, cluster, address);
        });
        made.put(fresh, cluster);
        return fresh;
    }

    /** What counts the frames and connections of a cluster. */
    Endpoint endpointOf(final Cluster cluster)
    {
        return metrics.endpoint(Side.BROKER, cluster.name());
    }

    private void begin(final ChannelPipeline pipeline, final Channel client, final Cluster cluster,
        final HostPort address)
    {
        if (cluster.proxyProtocol() != ProxyOut.NONE)
        {
            final Connection connection = Connection.of(client);
            pipeline.addLast(
                ProxyProtocol.sender(cluster.proxyProtocol() == ProxyOut.V1 ? 1 : 2, connection == null ? client
                    .remoteAddress() : connection.client(), client.localAddress()));
        }
        final UpstreamTlsContexts contexts = tls.get(cluster.name());
        if (contexts != null)
        {
            pipeline.addLast(
                contexts.newHandler(pipeline.channel().alloc(), address.host(), address.port()));
        }
    }
}

package io.skim.gateway;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.local.LocalAddress;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
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
import java.time.Duration;
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

    /** A server, and what it was made for; the file may have changed its cluster since. */
    private static final class Made
    {
        final Upstream server;
        final Key key;
        final Cluster cluster;
        final Endpoint counted;
        /** Whether the file has named it: then it stays. */
        volatile boolean fixed;
        /** How many ports stand for it. */
        int ports;

        Made(final Upstream server, final Key key, final Cluster cluster, final Endpoint counted)
        {
            this.server = server;
            this.key = key;
            this.cluster = cluster;
            this.counted = counted;
        }
    }

    private final Map<Key, Made> upstreams = new ConcurrentHashMap<>();
    private final Map<Upstream, Made> made = new ConcurrentHashMap<>();
    private final Supplier<Map<String, Cluster>> clusters;
    private final Duration connect;
    private final GatewayMetrics metrics;
    private final Map<String, UpstreamTlsContexts> tls = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> turns = new ConcurrentHashMap<>();

    /**
     * Makes none yet.
     *
     * @param clusters gives the clusters of the file as it is, by their names.
     * @param connect  how long the TLS handshake with a server may take.
     * @param metrics  to count in.
     * @throws TlsFileException if a certificate or key is not in order.
     */
    Upstreams(final Supplier<Map<String, Cluster>> clusters, final Duration connect, final GatewayMetrics metrics)
        throws TlsFileException
    {
        this.clusters = clusters;
        this.connect = connect;
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

    /** The certificates and keys of the clusters that have TLS, by their names. */
    Map<String, UpstreamTlsContexts> tls()
    {
        return tls;
    }

    /** A server of a cluster, which the file names. */
    Upstream of(final Cluster cluster, final HostPort address)
    {
        final Key key = new Key(cluster.name(), address);
        final Made known = upstreams.get(key);
        if (known != null && known.fixed)
        {
            return known.server;
        }
        return upstreams.compute(key, (any, before) -> {
            final Made server = before == null ? make(key, cluster) : before;
            server.fixed = true;
            return server;
        }).server;
    }

    /**
     * A broker of a cluster, which a name server has named, for a port that stands for it. Brokers come and go, so it is forgotten when
     * its last port has {@link #leave left} it.
     */
    Upstream enter(final Cluster cluster, final HostPort address)
    {
        final Key key = new Key(cluster.name(), address);
        return upstreams.compute(key, (any, before) -> {
            final Made broker = before == null ? make(key, cluster) : before;
            broker.ports++;
            return broker;
        }).server;
    }

    /** A port stands for another broker, and has no client any more that is connected with this one. */
    void leave(final Upstream broker)
    {
        upstreams.computeIfPresent(made(broker).key, (key, left) -> {
            left.ports--;
            if (left.ports > 0 || left.fixed)
            {
                return left;
            }
            made.remove(broker);
            return null;
        });
    }

    /** The cluster of a server, as the file has it; one that the file has no more is as it was. */
    Cluster clusterOf(final Upstream server)
    {
        final Cluster before = made(server).cluster;
        return clusters.get().getOrDefault(before.name(), before);
    }

    private Made made(final Upstream server)
    {
        return Objects.requireNonNull(made.get(server), server::name);
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

    private Made make(final Key key, final Cluster cluster)
    {
        final HostPort address = key.address;
        final Upstream plain = Upstream.of(name(cluster, address), address.toUnresolved());
        final Endpoint counted = endpointOf(cluster);
        final Upstream fresh = plain.with((pipeline, client) -> {
            pipeline.addLast(new ServerConnection(metrics, counted));
            begin(pipeline, client, cluster, address);
        });
        final Made known = new Made(fresh, key, cluster, counted);
        made.put(fresh, known);
        return known;
    }

    /** What counts the frames and connections of a cluster. */
    Endpoint endpointOf(final Cluster cluster)
    {
        return metrics.endpoint(Side.BROKER, cluster.name());
    }

    /** What counts the frames and connections of a server's cluster. */
    Endpoint endpointOf(final Upstream server)
    {
        return made(server).counted;
    }

    private void begin(final ChannelPipeline pipeline, final Channel client, final Cluster cluster,
        final HostPort address)
    {
        if (cluster.proxyProtocol() != ProxyOut.NONE)
        {
            final Connection connection = Connection.of(client);
            // A connection of the gateway's own is not connected yet, and has no client.
            final boolean isOwn = connection == null && client.remoteAddress() == null;
            pipeline.addLast(
                ProxyProtocol.sender(cluster.proxyProtocol() == ProxyOut.V1 ? 1 : 2, isOwn ? LocalAddress.ANY
                    : connection == null ? client.remoteAddress() : connection.client(),
                    isOwn ? LocalAddress.ANY
                        : client.localAddress()));
        }
        final UpstreamTlsContexts contexts = tls.get(cluster.name());
        if (contexts != null)
        {
            final SslHandler handler =
                contexts.newHandler(pipeline.channel().alloc(), address.host(), address.port());
            handler.setHandshakeTimeoutMillis(connect.toMillis());
            // Of all that a handshake fails of, this alone is told as an event only.
            handler.handshakeFuture().addListener(done -> {
                if (done.cause() instanceof SslHandshakeTimeoutException)
                {
                    pipeline.fireExceptionCaught(done.cause());
                }
            });
            pipeline.addLast(handler);
        }
    }
}

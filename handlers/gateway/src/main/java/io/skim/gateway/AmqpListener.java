package io.skim.gateway;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.FastThreadLocal;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.GatewayConfig.Treatment;
import io.skim.gateway.connection.Connection;
import io.skim.gateway.connection.Connections;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.FrameAction;
import io.skim.gateway.rules.ConnectionFacts;
import io.skim.gateway.rules.LiveRules;
import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.patch.AmqpFrameEdits;
import io.skim.netty.AmqpLink;
import io.skim.netty.AmqpProxy;
import io.skim.netty.AmqpProxyEvents;
import io.skim.netty.AmqpTools;
import io.skim.netty.FramePolicy;
import io.skim.netty.FramingLost;
import io.skim.netty.RemotingExchange;
import io.skim.netty.Upstream;
import io.skim.scan.Fault;
import io.skim.scan.amqp.Performative;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Serves the clients of a listener with {@code protocol: amqp}. The cluster of a connection is chosen when the client has connected,
 * and its name map when it has sent its open; later changes of the rules do not change them.
 */
final class AmqpListener
{
    private final Listener listener;
    private final LiveRules rules;
    private final Upstreams upstreams;
    private final FastThreadLocal<AmqpLoop> loops;
    private final AmqpTools tools;
    private final Map<Kind, AmqpProxy> proxies = new ConcurrentHashMap<>();

    /** What a proxy is made for. */
    private record Kind(Cluster cluster, Treatment refused)
    {
    }

    AmqpListener(final Listener listener, final LiveRules rules, final Upstreams upstreams,
        final FastThreadLocal<AmqpLoop> loops)
    {
        this.listener = listener;
        this.rules = rules;
        this.upstreams = upstreams;
        this.loops = loops;
        tools = new AmqpTools(rules.rules().limits(), rules.rules().config().policies().messages());
    }

    void serve(final Connection connection)
    {
        final ConnectionFacts facts = Gateway.facts(listener, connection);
        final Cluster cluster = rules.rules().connection(facts).target();
        connection.cluster(cluster.name());
        AmqpClient.begin(connection, facts);
        connection.channel().pipeline().addLast(new ChannelInboundHandlerAdapter()
        {
            @Override
            public void userEventTriggered(final ChannelHandlerContext ctx, final Object event)
            {
                ctx.fireUserEventTriggered(event == Connections.DRAIN ? AmqpProxy.DRAIN : event);
            }
        });
        final Kind kind = new Kind(cluster, rules.rules().config().policies().refused());
        final AmqpProxy known = proxies.get(kind);
        (known != null ? known : add(kind)).serve(connection.channel());
    }

    /** A proxy of a version of the file, in place of those of versions before. */
    private AmqpProxy add(final Kind kind)
    {
        final GatewayConfig config = rules.rules().config();
        proxies.keySet().removeIf(old -> old.refused != config.policies().refused() || !config.clusters().containsValue(
            old.cluster));
        return proxies.computeIfAbsent(kind, this::proxy);
    }

    private AmqpProxy proxy(final Kind kind)
    {
        final Cluster cluster = kind.cluster;
        final GatewayConfig config = rules.rules().config();
        final AmqpFrameEdits.Builder toBroker = AmqpFrameEdits.builder();
        if (cluster.hostname() != null)
        {
            toBroker.set(Performative.OPEN, "hostname", AmqpEditValue.ofString(cluster.hostname()))
                .set(Performative.SASL_INIT, "hostname", AmqpEditValue.ofString(cluster.hostname()));
        }
        final AmqpProxy.Builder proxy = AmqpProxy.to(client -> upstreams.any(cluster)).edits(toBroker, AmqpFrameEdits
            .builder()).tools(tools).filter(() -> new AmqpGatewayFilter(loops.get())).addresses(AmqpClient::toBroker,
                AmqpClient::toClient)
            .events(new Events(cluster)).refuseTls()
            .onMalformed(config.policies().malformed() == Treatment.PASS ? FramePolicy.PASS : FramePolicy.CLOSE)
            .onRefused(GatewayFilter.policy(kind.refused)).timeouts(config.limits().connect(), Gateway.closing(config));
        final Duration idle = config.limits().idle();
        return (idle.isZero() ? proxy : proxy.idleTimeout(Duration.ofMillis(Math.max(1, idle.toMillis() / 2)))).build();
    }

    /** Tells metrics and the log of connections what happens. */
    private final class Events implements AmqpProxyEvents
    {
        private final Endpoint counted;

        Events(final Cluster cluster)
        {
            counted = upstreams.endpointOf(cluster);
        }

        @Override
        public void onFrame(final Channel client, final boolean fromClient, final int length)
        {
            final Connection connection = AmqpClient.of(client).connection;
            if (fromClient)
            {
                connection.received(length);
            }
            else
            {
                connection.loop().received(counted, length);
            }
        }

        @Override
        public void onPassed(final Channel client, final boolean fromClient, final int length)
        {
            final Connection connection = AmqpClient.of(client).connection;
            if (fromClient)
            {
                connection.loop().sent(counted, 1, length);
            }
            else
            {
                connection.sent(1, length);
            }
        }

        @Override
        public void onContainer(final Channel client, final @Nullable String container)
        {
            final AmqpClient known = AmqpClient.of(client);
            known.facts.clientId(container);
            final var names = rules.rules().connection(known.facts).names();
            known.names = names == null ? null : new AmqpNames(names);
        }

        @Override
        public void onRefused(final Channel client, final @Nullable AmqpLink link,
            final io.skim.handlers.patch.Refusal refusal)
        {
            final Connection connection = AmqpClient.of(client).connection;
            final boolean toBroker = link == null || link.isFromClient();
            final boolean passes = rules.rules().config().policies().refused() == Treatment.PASS && AmqpClient.of(
                client).names == null;
            if (passes || !toBroker)
            {
                connection.loop().acted(FrameAction.UNCHANGED);
                return;
            }
            connection.refused(RemotingExchange.UNKNOWN, GatewayEvents.reason(refusal));
        }

        @Override
        public void onMalformed(final Channel client, final boolean fromClient, final Fault fault)
        {
            if (fault.isPresent())
            {
                AmqpClient.of(client).connection.malformed(fault);
            }
        }

        @Override
        public void onLost(final Channel client, final boolean fromClient, final FramingLost lost)
        {
            GatewayEvents.tell(AmqpClient.of(client).connection, fromClient, lost);
        }

        @Override
        public void onUnreachable(final Channel client, final Upstream upstream, final Throwable cause)
        {
            upstreams.skip(upstream);
            GatewayEvents.countConnect(AmqpClient.of(client).connection, cause);
        }

        @Override
        public void onClose(final Channel client, final io.skim.netty.CloseReason why,
            final @Nullable String detail)
        {
            AmqpClient.of(client).connection.because(GatewayEvents.reason(why), GatewayEvents.told(why, detail));
        }
    }
}

package io.skim.gateway.status;

import io.netty.channel.embedded.EmbeddedChannel;
import io.skim.gateway.connection.ConnectionLog;
import io.skim.gateway.connection.Connections;
import io.skim.gateway.connection.ListenerPipeline;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.FrameAction;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.LoopMetrics;
import io.skim.gateway.metrics.Refusal;
import io.skim.gateway.metrics.RuleCounter;
import io.skim.gateway.metrics.Side;
import io.skim.gateway.metrics.TimeoutKind;
import io.skim.scan.Reason;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A gateway's metrics, connections and rules, with traffic to look at. */
final class Sample implements StatusSource, AutoCloseable
{
    final GatewayMetrics metrics = new GatewayMetrics("0.1.0", () -> 4_194_304);
    final Connections connections = new Connections(metrics, new ConnectionLog(System.getLogger("sample"), 1), Duration
        .ofDays(1));
    final List<Check> checks = new ArrayList<>(List.of(new Check("listener orders", true, "127.0.0.1:9876"), new Check(
        "cluster blue", true, "2 brokers")));
    private final Endpoint listener = metrics.endpoint(Side.CLIENT, "orders");
    private final Endpoint cluster = metrics.endpoint(Side.BROKER, "blue");
    private final List<Rule> rules = List.of(rule("no-management", "code 200 \u2013 299: deny with code 16"), rule(
        "gray lane", "property lane = 'gray': route to cluster green"),
        rule("<b>\"markup\"</b>",
            "topic 'Orders': set property region to eu-1, mirror to cluster audit"));

    private Rule rule(final String name, final String description)
    {
        return new Rule(name, description, metrics.rule(name));
    }

    EmbeddedChannel connect(final String address)
    {
        final EmbeddedChannel channel = new EmbeddedChannel(false, false)
        {
            @Override
            protected SocketAddress remoteAddress0()
            {
                return new InetSocketAddress(address, 51_234);
            }
        };
        ListenerPipeline.of(connections, listener).build().begin(channel.pipeline(), connection -> {
            connection.cluster("blue");
            connection.received(300);
            connection.sent(1, 150);
        });
        try
        {
            channel.register();
        }
        catch (final Exception e)
        {
            throw new AssertionError(e);
        }
        return channel;
    }

    /** Adds traffic, more of it the higher the number is. */
    void traffic(final int amount)
    {
        final LoopMetrics loop = metrics.loop();
        for (int i = 0; i < amount; i++)
        {
            loop.received(listener, 300);
            loop.sent(cluster, 1, 320);
            loop.received(cluster, 180);
            loop.sent(listener, 1, 180);
            final RuleCounter rule = rules.get(i % rules.size()).counter();
            loop.matched(rule);
            loop.answered(310, 400_000L + i % 97 * 11_000L);
            if (i % 3 == 0)
            {
                loop.answered(11, 900_000L + i % 89 * 1_000_000L);
            }
            if (i % 20 == 0)
            {
                loop.answered(34, 250_000L + i * 100L);
                loop.answered(105, 3_000_000L);
                loop.refused(i % 40 == 0 ? Refusal.CODE : Refusal.RATE);
                loop.acted(FrameAction.EDITED);
            }
        }
        loop.malformed(Reason.HEADER_OVERRUNS_FRAME);
        loop.timedOut(TimeoutKind.REQUEST);
        loop.opened(cluster);
        loop.opened(listener);
        loop.closed(listener, CloseReason.IDLE);
    }

    @Override
    public String version()
    {
        return "0.1.0";
    }

    @Override
    public long generation()
    {
        return 7;
    }

    @Override
    public List<Rule> rules()
    {
        return rules;
    }

    @Override
    public List<Check> checks()
    {
        return checks;
    }

    @Override
    public void close()
    {
        metrics.close();
    }
}

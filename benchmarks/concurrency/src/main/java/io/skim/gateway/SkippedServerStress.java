package io.skim.gateway;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.skim.gateway.config.ConfigException;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.HostPort;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.tls.TlsFileException;
import io.skim.netty.Upstream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two event loops lose the first of three servers: the next connections go to the second one, and not past it to the third. */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "The second server.")
@Outcome(expect = FORBIDDEN, desc = "The server that was lost, or a healthy one was skipped.")
@State
public class SkippedServerStress
{
    private static final Cluster CLUSTER = cluster();
    private static final GatewayMetrics METRICS = new GatewayMetrics("stress", () -> 0);

    private final Upstreams upstreams = upstreams();
    private final Upstream lost = upstreams.any(CLUSTER);

    private static Cluster cluster()
    {
        try
        {
            return GatewayConfig.parse("gateway.yaml", """
                listeners: [{name: clients, address: 9876, cluster: main, brokers: {ports: 20000-20010}}]
                clusters: {main: {nameServers: [10.0.0.1:9876, 10.0.0.2:9876, 10.0.0.3:9876]}}
                """, Path.of(""), name -> null).clusters().get("main");
        }
        catch (final ConfigException e)
        {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static Upstreams upstreams()
    {
        try
        {
            return new Upstreams(() -> Map.of(CLUSTER.name(), CLUSTER), Duration.ofSeconds(3), METRICS);
        }
        catch (final TlsFileException e)
        {
            throw new IllegalStateException(e);
        }
    }

    /** The first event loop. */
    @Actor
    public void lose()
    {
        upstreams.skip(lost);
    }

    /** The second event loop. */
    @Actor
    public void loseToo()
    {
        upstreams.skip(lost);
    }

    /**
     * Asks for a server.
     *
     * @param result its number.
     */
    @Arbiter
    public void after(final I_Result result)
    {
        final Upstream next = upstreams.any(CLUSTER);
        for (int i = 0; i < CLUSTER.nameServers().size(); i++)
        {
            final HostPort address = CLUSTER.nameServers().get(i);
            result.r1 += upstreams.of(CLUSTER, address) == next ? i + 1 : 0;
        }
    }
}

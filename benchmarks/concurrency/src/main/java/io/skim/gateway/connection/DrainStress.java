package io.skim.gateway.connection;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.netty.channel.embedded.EmbeddedChannel;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.Side;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** The last connection ends while the gateway begins to drain: the gateway learns that all are closed. */
@JCStressTest
@Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "Drained.")
@Outcome(expect = FORBIDDEN, desc = "The gateway waits for a connection that has ended.")
@State
public class DrainStress
{
    private static final GatewayMetrics METRICS = new GatewayMetrics("stress", () -> 0);
    private static final Endpoint LISTENER = METRICS.endpoint(Side.CLIENT, "clients");
    private static final ScheduledThreadPoolExecutor EXECUTOR = executor();

    private final Connections connections = new Connections(METRICS, new ConnectionLog(System.getLogger("stress"), 1),
        Duration.ofSeconds(1));
    private final Connection connection = connections.open(new EmbeddedChannel(), LISTENER);
    private CompletableFuture<Integer> drained;

    private static ScheduledThreadPoolExecutor executor()
    {
        final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            final Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    /** The event loop of the connection. */
    @Actor
    public void end()
    {
        connections.ended(connection);
    }

    /** The thread that drains. */
    @Actor
    public void drain()
    {
        drained = connections.drain(Duration.ofHours(1), EXECUTOR);
    }

    /**
     * Looks.
     *
     * @param result whether it is drained, and how many connections were cut.
     */
    @Arbiter
    public void after(final ZI_Result result)
    {
        result.r1 = drained.isDone();
        result.r2 = drained.getNow(-1);
        drained.complete(-1);
    }
}

package io.skim.gateway.connection;

import io.netty.channel.Channel;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.GatewayMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The open connections of all clients. Safe for use by many threads.
 */
public final class Connections
{
    /**
     * The user event that every client's pipeline gets when the gateway begins to drain. A handler that gets it takes no further
     * requests, waits for the answers that are due, and calls {@link Connection#close} with {@link CloseReason#DRAIN}.
     */
    public static final Object DRAIN = new Object()
    {
        @Override
        public String toString()
        {
            return "DRAIN";
        }
    };

    private final GatewayMetrics metrics;
    private final ConnectionLog log;
    private final long slowNanos;
    private final LongSupplier nanoTime;
    private final AtomicLong ids = new AtomicLong();
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Integer> drained = new CompletableFuture<>();
    private final AtomicBoolean draining = new AtomicBoolean();
    private volatile int cut;

    /**
     * Makes an empty set of connections.
     *
     * @param metrics to count in.
     * @param log     for connections that end.
     * @param slow    a request that takes this long or longer is an event of Flight Recorder.
     */
    public Connections(final GatewayMetrics metrics, final ConnectionLog log, final Duration slow)
    {
        this(metrics, log, slow, System::nanoTime);
    }

    Connections(final GatewayMetrics metrics, final ConnectionLog log, final Duration slow, final LongSupplier nanoTime)
    {
        this.metrics = metrics;
        this.log = log;
        this.slowNanos = slow.toNanos();
        this.nanoTime = nanoTime;
    }

    Connection open(final Channel channel, final Endpoint listener)
    {
        final Connection connection = new Connection(this, channel, listener, ids.incrementAndGet());
        connection.loop().opened(listener);
        open.add(connection);
        return connection;
    }

    void ended(final Connection connection)
    {
        connection.ended();
        open.remove(connection);
        log.closed(connection, nanoTime());
        completeIfDrained();
    }

    /**
     * Begins to drain: tells every pipeline {@link #DRAIN}, and closes what is still open after a time. Connections that are accepted
     * later are closed at once; call this after the listeners were closed. A second call changes nothing.
     *
     * @param most     how long clients have.
     * @param executor to wait on.
     * @return completed when all connections are closed, with the number of those that were still open when the time was up.
     */
    @SuppressWarnings("FutureReturnValueIgnored")
    public CompletableFuture<Integer> drain(final Duration most, final ScheduledExecutorService executor)
    {
        if (draining.getAndSet(true))
        {
            return drained;
        }
        open.forEach(connection -> connection.channel().pipeline().fireUserEventTriggered(DRAIN));
        completeIfDrained();
        final Future<?> deadline = executor.schedule(this::cutAll, most.toNanos(), TimeUnit.NANOSECONDS);
        drained.whenComplete((count, cause) -> deadline.cancel(false));
        return drained;
    }

    /**
     * Drains some connections alone: tells their pipelines {@link #DRAIN}, and closes those that are still open after a time.
     *
     * @param some     to drain, as they are now.
     * @param detail   why, for the log.
     * @param most     how long their clients have.
     * @param executor to wait on.
     */
    @SuppressWarnings("FutureReturnValueIgnored")
    public void drain(final Collection<Connection> some, final String detail, final Duration most,
        final ScheduledExecutorService executor)
    {
        final List<Connection> all = List.copyOf(some);
        all.forEach(connection -> connection.channel().eventLoop().execute(() -> {
            connection.because(CloseReason.DRAIN, detail);
            connection.channel().pipeline().fireUserEventTriggered(DRAIN);
        }));
        if (!all.isEmpty())
        {
            executor.schedule(() -> all.forEach(connection -> connection.close(CloseReason.DRAIN)), most.toNanos(),
                TimeUnit.NANOSECONDS);
        }
    }

    private void cutAll()
    {
        final List<Connection> late = new ArrayList<>(open);
        cut = late.size();
        late.forEach(connection -> connection.close(CloseReason.DRAIN));
        completeIfDrained();
    }

    private void completeIfDrained()
    {
        if (draining.get() && open.isEmpty())
        {
            drained.complete(cut);
        }
    }

    /** {@return whether {@link #drain} was called} */
    public boolean isDraining()
    {
        return draining.get();
    }

    /** {@return how many are open} */
    public int count()
    {
        return open.size();
    }

    /** A connection and its bytes at one moment, for these change while connections are compared. */
    private record Busy(Connection connection, long bytes)
    {
    }

    /**
     * Those with the most bytes.
     *
     * @param most how many at most.
     * @return the busiest first.
     */
    public List<Connection> busiest(final int most)
    {
        final PriorityQueue<Busy> kept = new PriorityQueue<>(Comparator.comparingLong(Busy::bytes));
        for (final Connection connection : open)
        {
            kept.add(new Busy(connection, connection.bytesIn() + connection.bytesOut()));
            if (kept.size() > most)
            {
                kept.poll();
            }
        }
        return kept.stream().sorted(Comparator.comparingLong(Busy::bytes).reversed()).map(Busy::connection).toList();
    }

    GatewayMetrics metrics()
    {
        return metrics;
    }

    long slowNanos()
    {
        return slowNanos;
    }

    long nanoTime()
    {
        return nanoTime.getAsLong();
    }
}

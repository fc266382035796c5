package io.skim.gateway;

import io.netty.channel.EventLoop;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.handlers.route.NameMap;
import io.skim.handlers.route.NameRewriter;
import io.skim.netty.RemotingFrame;
import io.skim.netty.RemotingQuery;
import io.skim.netty.RemotingTools;
import io.skim.netty.Upstream;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the name servers of a cluster for its brokers: every ten seconds, and out of turn when somebody meets a name or an address that is not
 * known, but once a second at most. So the gateway knows brokers before its clients ask for routes, as after a restart, and notices those that move or go. If no name
 * server responds, what is known stays.
 *
 * @see "RouteInfoManager.getAllClusterInfo, release 5.5.1"
 */
final class BrokerWatch
{
    private static final Logger LOG = System.getLogger(BrokerWatch.class.getName());
    private static final int CLUSTER_INFO = RequestCode.GET_BROKER_CLUSTER_INFO.code();
    private static final long EVERY_MILLIS = 10_000;
    /** Between two requests there is at least this time. */
    private static final long LEAST_MILLIS = 1_000;

    private final BrokerNames names;
    private final Supplier<@Nullable Cluster> cluster;
    private final Upstreams upstreams;
    private final RemotingTools tools;
    private final Duration time;
    private final EventLoop loop;
    private final NameRewriter reader;
    /** What a response names. Of the event loop, as what follows. */
    private final List<BrokerNames.Named> named = new ArrayList<>();
    private boolean failing;
    private long asked;
    private @Nullable Future<?> next;
    private boolean ended;
    /** Whether the brokers are asked for out of turn. */
    private final AtomicBoolean hurried = new AtomicBoolean();

    /**
     * Makes a watch that does not ask yet.
     *
     * @param names   to keep.
     * @param cluster of the file as it is; null if that has no name servers.
     * @param time    for a connection, and for a response.
     * @param loop    that the requests are made on.
     */
    BrokerWatch(final BrokerNames names, final Supplier<@Nullable Cluster> cluster, final Upstreams upstreams,
        final RemotingTools tools, final Limits limits, final Strictness strictness, final Duration time,
        final EventLoop loop)
    {
        this.names = names;
        this.cluster = cluster;
        this.upstreams = upstreams;
        this.tools = tools;
        this.time = time;
        this.loop = loop;
        reader = new NameRewriter(NameMap.identity(), limits, strictness).bodyLimit(limits.maxFrameLength()).addresses(
            (broker, out) -> {
                named.add(new BrokerNames.Named(broker.nameToText(), broker.id(), broker.toText()));
                return false;
            });
    }

    /** Begins to ask. {@return done when the first request has its response, or has none} */
    CompletableFuture<Void> start()
    {
        final CompletableFuture<Void> first = new CompletableFuture<>();
        loop.execute(() -> ask(first));
        return first;
    }

    /** Asks soon, for something is not known. Costs little if it is called often. */
    void hurry()
    {
        if (!hurried.get() && hurried.compareAndSet(false, true))
        {
            loop.execute(() -> {
                final long pause = asked + TimeUnit.MILLISECONDS.toNanos(LEAST_MILLIS) - System.nanoTime();
                loop.schedule(this::askNow, Math.max(0, pause), TimeUnit.NANOSECONDS);
            });
        }
    }

    /** Asks unless a response is due. */
    private void askNow()
    {
        hurried.set(false);
        if (next != null && next.cancel(false))
        {
            ask(new CompletableFuture<>());
        }
    }

    /** Asks no more. */
    void end()
    {
        loop.execute(() -> {
            ended = true;
            if (next != null)
            {
                next.cancel(false);
            }
        });
    }

    private void askLater()
    {
        if (!ended)
        {
            next = loop.schedule(() -> ask(new CompletableFuture<>()), EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Asks, and asks again later whatever comes of it. */
    private void ask(final CompletableFuture<Void> done)
    {
        next = null;
        asked = System.nanoTime();
        final Cluster current = cluster.get();
        if (current == null || names.isClosed())
        {
            end(done);
            return;
        }
        final Upstream server = upstreams.any(current);
        RemotingQuery.ask(loop, server, CLUSTER_INFO, tools, time, new RemotingQuery.Answer()
        {
            @Override
            public void onResponse(final RemotingFrame response)
            {
                try
                {
                    take(current, server, response);
                }
                finally
                {
                    end(done);
                }
            }

            @Override
            public void onFailure(final Throwable cause)
            {
                upstreams.skip(server);
                fail(server, cause.toString());
                end(done);
            }
        });
    }

    private void end(final CompletableFuture<Void> done)
    {
        done.complete(null);
        askLater();
    }

    private void take(final Cluster current, final Upstream server, final RemotingFrame response)
    {
        final int code = response.header().code();
        if (code != ResponseCode.SUCCESS.code())
        {
            fail(server, "it answers with code " + code);
            return;
        }
        named.clear();
        if (!reader.toClient(response.scanner(), CLUSTER_INFO))
        {
            fail(server, "its answer cannot be read: " + reader.patch().refusal());
            return;
        }
        failing = false;
        names.replace(current, named);
        named.clear();
    }

    /** Tells once of what does not work. */
    private void fail(final Upstream server, final String why)
    {
        if (!failing)
        {
            failing = true;
            LOG.log(Level.WARNING, "{0} does not tell the brokers of its cluster: {1}", server, why);
        }
    }
}

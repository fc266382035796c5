package io.skim.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Connects clients with RocketMQ servers, and has a {@link RemotingFilter} decide about each frame. Each client has its own connections
 * to the servers that its requests go to, opened when the first of them comes. All connections of a client are on one event loop.
 *
 * <pre>
 * RemotingProxy proxy = RemotingProxy.to(Upstream.of("10.0.0.5", 10911)).filter(Orders::new).build();
 *
 * new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class).childHandler(proxy.initializer()).bind(10911);
 * </pre>
 *
 * <table>
 * <caption>What it does by itself</caption>
 * <tr><td>back pressure</td><td>it reads a side only while the other sides take more</td></tr>
 * <tr><td>half close</td><td>a client that has ended its output gets the responses that are still to come</td></tr>
 * <tr><td>malformed frames, refused edits, lost servers</td><td>by policy</td></tr>
 * <tr><td>lost framing</td><td>closes the connection</td></tr>
 * <tr><td>responses</td><td>have the code and the age of their request, in bounded memory</td></tr>
 * </table>
 *
 * Immutable; safe for use by many threads. The filter's objects are not.
 * For each event loop that serves clients a proxy has a filter and buffers, which go with the proxy: make one proxy for many clients,
 * not one for each.
 */
public final class RemotingProxy
{
    /**
     * An event for the pipeline of a client: the proxy takes no more requests from it, and closes the connection when those that wait
     * are answered.
     */
    public static final Object DRAIN = new Object()
    {
        @Override
        public String toString()
        {
            return "DRAIN";
        }
    };

    /** What an event loop has for all of its connections. */
    static final class Loop
    {
        final RemotingFilter filter;
        final RemotingExchange exchange = new RemotingExchange();
        final AnswerEncoder answers = new AnswerEncoder();
        /** Made for the first client that is introduced to servers. */
        private @Nullable OpaqueWriter writer;
        private final LongSupplier nanoTime;
        private long time;
        private boolean timed;

        Loop(final RemotingFilter filter, final LongSupplier nanoTime)
        {
            this.filter = filter;
            this.nanoTime = nanoTime;
        }

        /** The time, read once for all frames that were received together. */
        long now()
        {
            if (!timed)
            {
                time = nanoTime.getAsLong();
                timed = true;
            }
            return time;
        }

        OpaqueWriter writer(final RemotingTools tools)
        {
            if (writer == null)
            {
                writer = new OpaqueWriter(tools);
            }
            return writer;
        }

        void endBatch()
        {
            timed = false;
            exchange.forget();
        }
    }

    final RemotingTools tools;
    /** The server of a client's requests which the filter does not route. */
    final Function<? super Channel, Upstream> upstreams;
    /** For connections that clients share; null if each client has its own to all servers. */
    final @Nullable Function<? super Upstream, @Nullable RemotingFunnel> funnels;
    final RemotingProxyEvents events;
    final FramePolicy malformed;
    final FramePolicy refused;
    final Function<? super Channel, FramePolicy> lost;
    final int mostWhole;
    final int mostPending;
    final long timeoutNanos;
    final long closeNanos;
    final int connectMillis;
    final long patienceNanos;
    /** By which requests and pauses grow old. */
    final LongSupplier nanoTime;
    private final LoopLocal<Loop> loops;

    private RemotingProxy(final Builder builder)
    {
        tools = builder.tools;
        upstreams = builder.upstreams;
        funnels = builder.funnels;
        events = builder.events;
        malformed = builder.malformed;
        refused = builder.refused;
        lost = builder.lost;
        mostWhole = builder.mostWhole;
        mostPending = builder.mostPending;
        timeoutNanos = builder.timeout.toNanos();
        closeNanos = builder.closing.toNanos();
        connectMillis = (int)builder.connecting.toMillis();
        patienceNanos = builder.patience.toNanos();
        nanoTime = builder.nanoTime;
        final Supplier<? extends RemotingFilter> filters = builder.filters;
        final LongSupplier clock = nanoTime;
        loops = new LoopLocal<>(() -> new Loop(Objects.requireNonNull(filters.get(), "a filter"), clock));
    }

    /**
     * Begins a proxy.
     *
     * @param upstream the server that requests go to which the filter does not route.
     * @return a builder.
     */
    public static Builder to(final Upstream upstream)
    {
        Objects.requireNonNull(upstream, "upstream");
        return new Builder(client -> upstream);
    }

    /**
     * Begins a proxy that chooses a server for each client. So one proxy serves the ports of many servers.
     *
     * @param upstreams gives the server of a client's channel that requests go to which the filter does not route, when the client
     *                  begins to be served; not null.
     * @return a builder.
     */
    public static Builder to(final Function<? super Channel, Upstream> upstreams)
    {
        return new Builder(upstreams);
    }

    /**
     * Serves a client: adds the proxy's handlers to the end of its pipeline. Call it once for each channel, on its event loop or in its
     * initializer.
     *
     * @param client the channel of a client.
     */
    public void serve(final Channel client)
    {
        new RemotingPair(this, client).begin();
    }

    /** {@return an initializer that has each new channel served, for a server's bootstrap} */
    public ChannelInitializer<Channel> initializer()
    {
        return new ChannelInitializer<>()
        {
            @Override
            protected void initChannel(final Channel client)
            {
                serve(client);
            }
        };
    }

    Loop loop()
    {
        return loops.get();
    }

    /** Collects what a proxy does. */
    public static final class Builder
    {
        private static final int USUAL_PENDING = 4_096;

        private final Function<? super Channel, Upstream> upstreams;
        private @Nullable Function<? super Upstream, @Nullable RemotingFunnel> funnels;
        private RemotingTools tools = new RemotingTools();
        private Supplier<? extends RemotingFilter> filters = () -> new RemotingFilter()
        {
        };
        private RemotingProxyEvents events = RemotingProxyEvents.NONE;
        private FramePolicy malformed = FramePolicy.CLOSE;
        private FramePolicy refused = FramePolicy.ANSWER;
        private Function<? super Channel, FramePolicy> lost = client -> FramePolicy.CLOSE;
        private int mostWhole = Integer.MAX_VALUE;
        private int mostPending = USUAL_PENDING;
        private Duration timeout = Duration.ofSeconds(60);
        private Duration closing = Duration.ofSeconds(5);
        private Duration connecting = Duration.ofSeconds(5);
        private Duration patience = SeveralResponses.PATIENCE;
        private LongSupplier nanoTime = System::nanoTime;

        private Builder(final Function<? super Channel, Upstream> upstreams)
        {
            this.upstreams = Objects.requireNonNull(upstreams, "upstreams");
        }

        /**
         * Reads frames within other limits, or leniently.
         *
         * @param newTools for all channels.
         * @return this.
         */
        public Builder tools(final RemotingTools newTools)
        {
            tools = Objects.requireNonNull(newTools, "tools");
            return this;
        }

        /**
         * Decides about frames; without it all pass.
         *
         * @param newFilters makes a filter for each event loop.
         * @return this.
         */
        public Builder filter(final Supplier<? extends RemotingFilter> newFilters)
        {
            filters = Objects.requireNonNull(newFilters, "filters");
            return this;
        }

        /**
         * Has clients share connections to servers; without it each client has its own.
         *
         * @param shared may serve other proxies too.
         * @return this.
         */
        public Builder funnel(final RemotingFunnel shared)
        {
            Objects.requireNonNull(shared, "shared");
            return funnels(any -> shared);
        }

        /**
         * Has clients share connections to some servers.
         *
         * @param shared of a server; it gives null for one to which each client has its own connection, and always the same for the
         *               same server.
         * @return this.
         */
        public Builder funnels(final Function<? super Upstream, @Nullable RemotingFunnel> shared)
        {
            funnels = Objects.requireNonNull(shared, "shared");
            return this;
        }

        /**
         * Tells what happens.
         *
         * @param newEvents for metrics and logs.
         * @return this.
         */
        public Builder events(final RemotingProxyEvents newEvents)
        {
            events = Objects.requireNonNull(newEvents, "events");
            return this;
        }

        /**
         * What malformed frames of clients get: {@link FramePolicy#CLOSE} unless it is set. A malformed frame of a server is passed on or
         * closes the connection.
         *
         * @param policy for them.
         * @return this.
         */
        public Builder onMalformed(final FramePolicy policy)
        {
            malformed = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /**
         * What frames get whose edit was refused: {@link FramePolicy#ANSWER} unless it is set.
         *
         * @param policy for them.
         * @return this.
         */
        public Builder onRefused(final FramePolicy policy)
        {
            refused = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /**
         * What requests get whose server is lost: {@link FramePolicy#CLOSE} unless it is set, as if the client were connected to it.
         * Requests on a connection that clients share are always answered.
         *
         * @param policy {@link FramePolicy#ANSWER} to answer them and to keep the client's connection; or CLOSE.
         * @return this.
         * @throws IllegalArgumentException for {@link FramePolicy#PASS}.
         */
        public Builder onUpstreamLost(final FramePolicy policy)
        {
            if (policy == FramePolicy.PASS)
            {
                throw new IllegalArgumentException("a request cannot pass to a server that is lost: ANSWER or CLOSE");
            }
            Objects.requireNonNull(policy, "policy");
            return onUpstreamLost(client -> policy);
        }

        /**
         * The same, for each client. One that is connected to several servers at a time is better answered.
         *
         * @param policies gives {@link FramePolicy#ANSWER} or {@link FramePolicy#CLOSE} when the client begins to be served.
         * @return this.
         */
        public Builder onUpstreamLost(final Function<? super Channel, FramePolicy> policies)
        {
            lost = Objects.requireNonNull(policies, "policies");
            return this;
        }

        /**
         * Passes long frames on while they arrive, unless the filter needs their bodies: so they take no memory. A connection that is
         * lost in the middle of a body then has passed on a part of a frame; the proxy closes the server's connection with it. Without
         * this call all frames are passed on whole, and with it those on connections that clients share.
         *
         * @param longest frame that is passed on whole, in bytes.
         * @return this.
         * @throws IllegalArgumentException if it is negative.
         */
        public Builder streamBodies(final int longest)
        {
            mostWhole = BuilderCheck.atLeast(0, longest, "a longest frame");
            return this;
        }

        /**
         * How many requests of a client may wait for their responses; 4,096 unless it is set. Further ones are answered with {@link
         * io.skim.scan.remoting.ResponseCode#SYSTEM_BUSY}, so that each response can be told as that of its request.
         *
         * @param requests the most.
         * @param longest  how long they are remembered.
         * @return this.
         * @throws IllegalArgumentException as {@link PendingRequests#PendingRequests}, or if the time is less than a millisecond.
         */
        public Builder pending(final int requests, final Duration longest)
        {
            mostPending = new PendingRequests(requests).capacity();
            timeout = BuilderCheck.time(longest, "a time for responses");
            return this;
        }

        /**
         * How long to wait for a connection to a server, and for a peer to take what was written when its connection is closed; five
         * seconds each unless it is set.
         *
         * @param connect the first.
         * @param close   the second.
         * @return this.
         * @throws IllegalArgumentException if the first is less than a millisecond or more than 24 days, or the second negative.
         */
        public Builder timeouts(final Duration connect, final Duration close)
        {
            connecting = BuilderCheck.connect(connect);
            closing = BuilderCheck.timeOrNone(close, "a wait for a close");
            return this;
        }

        /** How long responses of some servers wait for those of others. For tests, which a slow machine must not make fail. */
        Builder patience(final Duration some)
        {
            patience = some;
            return this;
        }

        /** Another clock for the age of requests. For tests, which do not wait then. */
        Builder clock(final LongSupplier other)
        {
            nanoTime = other;
            return this;
        }

        /** {@return a proxy as described so far} */
        public RemotingProxy build()
        {
            return new RemotingProxy(this);
        }
    }
}

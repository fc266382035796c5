package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.skim.encode.JsonRemotingEncoder;
import io.skim.encode.RemotingEncoder;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Has many clients share few connections to a server. A {@link RemotingProxy} with a funnel sends the requests of its clients over
 * shared connections, where that makes no difference to the server:
 *
 * <pre>
 * RemotingFunnel funnel = RemotingFunnel.builder().connections(2).window(1_000).build();
 * RemotingProxy proxy = RemotingProxy.to(broker).filter(Orders::new).funnel(funnel).build();
 * </pre>
 *
 * <table>
 * <caption>Who shares</caption>
 * <tr><td>producers, tools, requests to name servers</td><td>share</td></tr>
 * <tr><td>a client whose heartbeat has consumers</td><td>gets a connection of its own from then on: a broker knows the members of a
 * group by their connections</td></tr>
 * <tr><td>a producer that expects reply messages</td><td>likewise: a broker finds it by its client id, and keeps one for each group and
 * connection</td></tr>
 * <tr><td>brokers that register with a name server</td><td>likewise: their registration ends with the connection</td></tr>
 * </table>
 *
 * On a shared connection each request has an opaque of the funnel's, and its response gets back the client's. At most a window of
 * requests is open; the rest waits, and clients that would send more are not read. A lost connection has its requests answered with an
 * error, each in its own encoding; the next one is opened when it is needed, after a growing pause if the server does not answer. A
 * request of the server goes to one client: by client id, or to one client of the group after the other, as heartbeats told them. An
 * unregistration of a group goes on only for the last client of the connection that holds it; for a client that goes away without one,
 * the funnel sends it.
 * <p>
 * A filter sees the client's opaque in {@link RemotingExchange#opaque()}, and on a response the funnel's in the header. Frames of
 * clients go on whole, see {@link RemotingProxy.Builder#streamBodies}.
 * <p>
 * All connections of a client are on its event loop, so there are as many shared ones for each loop that serves clients. One funnel may
 * serve several proxies. Safe for use by many threads.
 *
 * @see "ProducerManager, ConsumerManager, ClientManageProcessor, ReplyMessageProcessor, release 5.5.0"
 */
public final class RemotingFunnel implements AutoCloseable
{
    private static final int MOST_CONNECTIONS = 1_024;
    private static final int MOST_WINDOW = 1 << 20;
    /** How often in the time of {@link Builder#expire} a connection looks after its requests. */
    static final int TICKS = 4;
    private static final int ONEWAY = 2;
    /** The code of {@link RequestCode#LITE_SUBSCRIPTION_CTL} in a binary header, which has 16 bits for it. */
    private static final int SHORT_LITE_SUBSCRIPTION = RequestCode.LITE_SUBSCRIPTION_CTL.code() & 0xFFFF;
    /** Requests after which a server knows the sender by its connection. */
    private static final int[] BINDING = IntStream.of(RequestCode.REGISTER_BROKER.code(),
        RequestCode.UNREGISTER_BROKER.code(), RequestCode.BROKER_HEARTBEAT.code(),
        RequestCode.CONTROLLER_REGISTER_BROKER.code(), RequestCode.REGISTER_FILTER_SERVER.code(),
        RequestCode.LITE_SUBSCRIPTION_CTL.code(), SHORT_LITE_SUBSCRIPTION).sorted().toArray();
    private static final RemotingInterest REPLY_TO =
        RemotingScanner.interest().property("REPLY_TO_CLIENT", 0).build();

    private static final RemotingInterest GROUPS =
        RemotingScanner.interest().entry("producerGroup", 0).entry("consumerGroup", 1).build();

    /** What an event loop has for its shared connections. */
    static final class Loop
    {
        final OpaqueWriter writer;
        final FunnelAddress address = new FunnelAddress();
        final AnswerEncoder answers = new AnswerEncoder();
        private final RemotingEncoder encoder = new JsonRemotingEncoder();
        private final Map<Upstream, List<FunnelConnection>> connections = new HashMap<>();

        Loop(final RemotingTools tools)
        {
            writer = new OpaqueWriter(tools);
        }

        /** Gives a connection up that nobody uses; its server may have gone for ever. */
        void forget(final Upstream upstream, final FunnelConnection unused)
        {
            connections.computeIfPresent(upstream, (server, shared) -> {
                shared.remove(unused);
                return shared.isEmpty() ? null : shared;
            });
        }

        /** A oneway request that has a broker forget a client's group of producers. */
        ByteBuf unregister(final ByteBufAllocator allocator, final String clientId, final String group)
        {
            final ByteBuf out = allocator.buffer();
            encoder.wrap(out).begin(RequestCode.UNREGISTER_CLIENT.code(), RemotingLanguage.OTHER, 0,
                FunnelRequests.oneway(0), ONEWAY);
            encoder.beginExtFields();
            encoder.putEntry("clientID", clientId);
            encoder.putEntry("producerGroup", group);
            encoder.endExtFields();
            final boolean written = encoder.end() >= 0;
            encoder.reset();
            if (!written)
            {
                out.clear();
            }
            return out;
        }
    }

    final RemotingTools tools;
    final RemotingFunnelEvents events;
    final int window;
    final int mostUnsent;
    final int connectMillis;
    final long expireNanos;
    final long tickNanos;
    final long leastBackOff;
    final long mostBackOff;
    final ChannelGroup all = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    volatile boolean closed;
    private final int count;
    private final LoopLocal<Loop> loops;

    private RemotingFunnel(final Builder builder)
    {
        tools = builder.tools;
        events = builder.events;
        window = builder.window;
        mostUnsent = builder.mostUnsent;
        count = builder.connections;
        connectMillis = (int)builder.connect.toMillis();
        expireNanos = builder.expire.toNanos();
        tickNanos = Math.max(1, expireNanos / TICKS);
        leastBackOff = builder.leastBackOff.toNanos();
        mostBackOff = builder.mostBackOff.toNanos();
        loops = new LoopLocal<>(() -> new Loop(tools));
    }

    /** {@return a builder of a funnel} */
    public static Builder builder()
    {
        return new Builder();
    }

    Loop loop()
    {
        return loops.get();
    }

    /** Gives a client a place on the shared connection that has the fewest clients. */
    FunnelLink join(final Upstream upstream, final Channel client, final FunnelSide side)
    {
        final Loop loop = loop();
        final List<FunnelConnection> shared = loop.connections.computeIfAbsent(upstream, any -> new ArrayList<>(1));
        FunnelConnection least = null;
        for (final FunnelConnection each : shared)
        {
            least = least == null || each.clientCount() < least.clientCount() ? each : least;
        }
        if (least == null || least.clientCount() > 0 && shared.size() < count)
        {
            least = new FunnelConnection(this, loop, upstream, client);
            shared.add(least);
        }
        return least.join(side);
    }

    /** Whether the server knows the sender of a request by its connection from then on. */
    static boolean binds(final int code, final RemotingHeaderView header)
    {
        if (code == RequestCode.SEND_MESSAGE_V2.code() || code == RequestCode.SEND_MESSAGE.code())
        {
            header.select(REPLY_TO);
            return !header.value(0).isNull();
        }
        return Arrays.binarySearch(BINDING, code) >= 0;
    }

    /** The only group of a request to unregister a client; null if it names another one too, or none. */
    static @Nullable String producerGroup(final RemotingHeaderView header)
    {
        header.select(GROUPS);
        return header.value(1).isNull() && !header.value(0).isNull() ? header.value(0).toText() : null;
    }

    /** Closes all shared connections; requests that wait are answered with an error. The proxies' clients stay. */
    @Override
    public void close()
    {
        closed = true;
        all.close();
    }

    /** Collects what a funnel does. */
    public static final class Builder
    {
        private RemotingTools tools = new RemotingTools();
        private RemotingFunnelEvents events = RemotingFunnelEvents.NONE;
        private int connections = 1;
        private int window = 1_000;
        private int mostUnsent = 64 << 20;
        private Duration expire = Duration.ofSeconds(30);
        private Duration connect = Duration.ofSeconds(5);
        private Duration leastBackOff = Duration.ofMillis(100);
        private Duration mostBackOff = Duration.ofSeconds(10);

        private Builder()
        {
        }

        /**
         * How many connections there are to each server; one unless it is set. A client stays on one of them.
         *
         * @param eachLoop the number for each event loop that serves clients.
         * @return this.
         * @throws IllegalArgumentException if it is not from 1 to 1,024.
         */
        public Builder connections(final int eachLoop)
        {
            if (eachLoop < 1 || eachLoop > MOST_CONNECTIONS)
            {
                throw new IllegalArgumentException(eachLoop + " connections are not from 1 to " + MOST_CONNECTIONS);
            }
            connections = eachLoop;
            return this;
        }

        /**
         * How many requests may be open on a connection; 1,000 unless it is set. Further requests wait, and their clients are not read.
         *
         * @param requests the most.
         * @return this.
         * @throws IllegalArgumentException if it is not from 1 to 1,048,576.
         */
        public Builder window(final int requests)
        {
            if (requests < 1 || requests > MOST_WINDOW)
            {
                throw new IllegalArgumentException("a window of " + requests + " is not from 1 to " + MOST_WINDOW);
            }
            window = requests;
            return this;
        }

        /**
         * How long a request may be open; 30 seconds unless it is set. It is then forgotten, and a late response is dropped. The client
         * gets no answer, as from a server that does not answer.
         *
         * @param longest more than the broker holds a long poll.
         * @return this.
         * @throws IllegalArgumentException if it is less than a millisecond.
         */
        public Builder expire(final Duration longest)
        {
            expire = BuilderCheck.time(longest, "a time for responses");
            return this;
        }

        /**
         * How much may wait for a client that does not read; 64 MiB unless it is set. A shared connection is read on for the other
         * clients, and a slow one is closed when more waits for it.
         *
         * @param bytes the most.
         * @return this.
         * @throws IllegalArgumentException if they are negative.
         */
        public Builder mostUnsent(final int bytes)
        {
            mostUnsent = BuilderCheck.atLeast(0, bytes, "a number of unsent bytes");
            return this;
        }

        /**
         * How long to wait for a connection, and how long not to try again when a server does not answer; 5 s, and from 100 ms, twice
         * as long each time, to 10 s unless it is set.
         *
         * @param longest    wait for a connection.
         * @param firstPause before the second try.
         * @param lastPause  the longest.
         * @return this.
         * @throws IllegalArgumentException if a time is less than a millisecond, the wait is more than 24 days, or the last pause is
         *                                  shorter than the first.
         */
        public Builder reconnect(final Duration longest, final Duration firstPause, final Duration lastPause)
        {
            if (lastPause.compareTo(firstPause) < 0)
            {
                throw new IllegalArgumentException(
                    "a last pause of " + lastPause + " is shorter than the first, " + firstPause);
            }
            connect = BuilderCheck.connect(longest);
            leastBackOff = BuilderCheck.time(firstPause, "a pause");
            mostBackOff = BuilderCheck.time(lastPause, "a pause");
            return this;
        }

        /**
         * Reads frames of servers within other limits, or leniently.
         *
         * @param newTools for all shared connections.
         * @return this.
         */
        public Builder tools(final RemotingTools newTools)
        {
            tools = Objects.requireNonNull(newTools, "tools");
            return this;
        }

        /**
         * Tells what happens.
         *
         * @param newEvents for metrics and logs.
         * @return this.
         */
        public Builder events(final RemotingFunnelEvents newEvents)
        {
            events = Objects.requireNonNull(newEvents, "events");
            return this;
        }

        /** {@return a funnel as described so far} */
        public RemotingFunnel build()
        {
            return new RemotingFunnel(this);
        }
    }
}

package io.skim.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.skim.handlers.patch.AmqpAddressMap;
import io.skim.handlers.patch.AmqpFrameEdits;
import io.skim.handlers.patch.AmqpFrameRewriter;
import io.skim.handlers.route.LinkNames;
import io.skim.handlers.route.NameMap;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.Performative;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Connects AMQP clients with a broker, and has an {@link AmqpFilter} decide about each delivery. Each client has its own connection to
 * the broker, opened when its first bytes come, on the same event loop.
 *
 * <pre>
 * AmqpProxy proxy = AmqpProxy.to(Upstream.of("10.0.0.5", 5672)).filter(Orders::new).build();
 *
 * new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class).childHandler(proxy.initializer()).bind(5672);
 * </pre>
 *
 * <table>
 * <caption>What it does by itself</caption>
 * <tr><td>protocol headers, SASL, heartbeats</td><td>pass as they come; so do all bytes after a header that begins TLS</td></tr>
 * <tr><td>max-frame-size</td><td>in both opens lowered by a reserve, so that edits have room; the peers' own limits are kept</td></tr>
 * <tr><td>rejected deliveries</td><td>the sender gets a disposition, and the receiver aborted transfers, as many as the sender sent:
 * so delivery-ids, windows and credit stay the same on both sides, see {@link AmqpDelivery#reject}</td></tr>
 * <tr><td>deliveries in several transfers</td><td>wait for their head, in bounded memory; bodies pass on as they come</td></tr>
 * <tr><td>back pressure, half close</td><td>it reads a side only while the other one takes more</td></tr>
 * <tr><td>malformed frames, refused edits</td><td>by policy</td></tr>
 * <tr><td>lost framing, lost brokers</td><td>closes the connection, with an error if it is open</td></tr>
 * <tr><td>sessions</td><td>in both opens {@code channel-max} is lowered to the sessions that it follows</td></tr>
 * <tr><td>to end</td><td>a client that gets {@link #DRAIN} is not read any more, and its connection is closed when the broker has
 * settled what it has sent</td></tr>
 * </table>
 *
 * Immutable; safe for use by many threads. The filter's objects are not.
 * For each event loop that serves clients a proxy has a filter and buffers, which go with the proxy: make one proxy for many clients,
 * not one for each.
 */
public final class AmqpProxy
{
    /**
     * An event for the pipeline of a client: the proxy takes no more from it, and closes the connection when the broker has settled
     * the deliveries that it has sent.
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
        final AmqpFilter filter;
        final AmqpFrameRewriter toBroker;
        final AmqpFrameRewriter toClient;
        final FrameView message;
        final AmqpDelivery delivery;
        final AmqpAttach attach;
        final AmqpTransfer transfer = new AmqpTransfer();
        final AmqpDisposition disposition = new AmqpDisposition();
        final AmqpAnswers answers = new AmqpAnswers();
        final Cursor value = new Cursor();

        Loop(final AmqpProxy proxy, final AmqpFilter filter)
        {
            this.filter = Objects.requireNonNull(filter, "a filter");
            toBroker = new AmqpFrameRewriter(proxy.toBroker, proxy.tools.limits);
            toClient = new AmqpFrameRewriter(proxy.toClient, proxy.tools.limits);
            message = new FrameView(proxy.tools.limits);
            delivery = new AmqpDelivery(message);
            attach = new AmqpAttach(proxy.tools.limits.maxNameLength());
        }
    }

    private static final String CHANNEL_MAX = "channel-max";
    private static final int MOST_CHANNEL = 0xFFFF;

    final AmqpTools tools;
    final Function<Channel, Upstream> upstreams;
    final AmqpProxyEvents events;
    final AmqpFrameEdits toBroker;
    final AmqpFrameEdits toClient;
    final FramePolicy malformed;
    final FramePolicy refused;
    final boolean passesTls;
    /** Null if the maps of the edits count, or none. */
    final @Nullable Function<Channel, @Nullable AmqpAddressMap> mapToBroker;
    final @Nullable Function<Channel, @Nullable AmqpAddressMap> mapToClient;
    final int mostSessions;
    final int mostLinks;
    final int mostHeld;
    final long closeNanos;
    final int connectMillis;
    private final LoopLocal<Loop> loops;

    private AmqpProxy(final Builder builder)
    {
        tools = builder.tools;
        upstreams = builder.upstreams;
        events = builder.events;
        final int most = tools.limits.maxFrameLength();
        final int channelMax = Math.min(MOST_CHANNEL, builder.mostSessions - 1);
        builder.finishEdits();
        toBroker = edits(builder.toBroker, most, builder.reserve, channelMax);
        toClient = edits(builder.toClient, most, builder.reserve, channelMax);
        passesTls = builder.passesTls;
        mapToBroker = builder.mapToBroker;
        mapToClient = builder.mapToClient;
        malformed = builder.malformed;
        refused = builder.refused;
        mostSessions = builder.mostSessions;
        mostLinks = builder.mostLinks;
        mostHeld = builder.mostHeld;
        closeNanos = builder.closing.toNanos();
        connectMillis = (int)builder.connecting.toMillis();
        final Supplier<? extends AmqpFilter> filters = builder.filters;
        loops = new LoopLocal<>(() -> new Loop(this, filters.get()));
    }

    private static AmqpFrameEdits edits(final AmqpFrameEdits.Builder edits, final int mostFrame, final int reserve,
        final int channelMax)
    {
        return edits.reserveFrameSize(mostFrame, reserve).limit(Performative.OPEN, CHANNEL_MAX, channelMax).build();
    }

    /**
     * Begins a proxy.
     *
     * @param upstream the broker.
     * @return a builder.
     */
    public static Builder to(final Upstream upstream)
    {
        Objects.requireNonNull(upstream, "upstream");
        return new Builder(client -> upstream);
    }

    /**
     * Begins a proxy that chooses a broker for each client.
     *
     * @param upstreams gives the broker of a client's channel when its first bytes have come; not null.
     * @return a builder.
     */
    public static Builder to(final Function<Channel, Upstream> upstreams)
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
        new AmqpPair(this, client).begin();
    }

    /**
     * Serves a client whose broker is connected already: adds the proxy's handlers to the end of both pipelines.
     *
     * @param client the channel of a client.
     * @param broker an active channel on the same event loop.
     * @throws IllegalArgumentException if they are on different event loops.
     */
    public void serve(final Channel client, final Channel broker)
    {
        if (client.eventLoop() != broker.eventLoop()
            && !(client.eventLoop().inEventLoop() && broker.eventLoop().inEventLoop()))
        {
            throw new IllegalArgumentException("the channels are on different event loops");
        }
        final AmqpPair pair = new AmqpPair(this, client);
        pair.begin();
        pair.connected(broker);
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
        private static final int USUAL_RESERVE = 512;
        private static final int USUAL_SESSIONS = 1_024;
        private static final int USUAL_LINKS = 4_096;
        private static final int USUAL_HELD = 1 << 18;

        private final Function<Channel, Upstream> upstreams;
        private AmqpTools tools = new AmqpTools();
        private Supplier<? extends AmqpFilter> filters = () -> new AmqpFilter()
        {
        };
        private AmqpProxyEvents events = AmqpProxyEvents.NONE;
        private AmqpFrameEdits.Builder toBroker = AmqpFrameEdits.builder();
        private AmqpFrameEdits.Builder toClient = AmqpFrameEdits.builder();
        private FramePolicy malformed = FramePolicy.CLOSE;
        private FramePolicy refused = FramePolicy.PASS;
        private int reserve = USUAL_RESERVE;
        private int mostSessions = USUAL_SESSIONS;
        private int mostLinks = USUAL_LINKS;
        private int mostHeld = USUAL_HELD;
        private boolean passesTls = true;
        private @Nullable NameMap mapped;
        private @Nullable Duration idle;
        private @Nullable Function<Channel, @Nullable AmqpAddressMap> mapToBroker;
        private @Nullable Function<Channel, @Nullable AmqpAddressMap> mapToClient;
        private Duration closing = Duration.ofSeconds(5);
        private Duration connecting = Duration.ofSeconds(5);

        private Builder(final Function<Channel, Upstream> upstreams)
        {
            this.upstreams = Objects.requireNonNull(upstreams, "upstreams");
        }

        /**
         * Reads frames within other limits, or strictly.
         *
         * @param newTools for all channels.
         * @return this.
         */
        public Builder tools(final AmqpTools newTools)
        {
            tools = Objects.requireNonNull(newTools, "tools");
            return this;
        }

        /**
         * Decides about deliveries; without it all pass.
         *
         * @param newFilters makes a filter for each event loop.
         * @return this.
         */
        public Builder filter(final Supplier<? extends AmqpFilter> newFilters)
        {
            filters = Objects.requireNonNull(newFilters, "filters");
            return this;
        }

        /**
         * Tells what happens.
         *
         * @param newEvents for metrics and logs.
         * @return this.
         */
        public Builder events(final AmqpProxyEvents newEvents)
        {
            events = Objects.requireNonNull(newEvents, "events");
            return this;
        }

        /**
         * Edits performatives: host names, properties, the addresses of links. The proxy adds the lower {@code max-frame-size} of
         * the opens to both lists, and what {@link #names}, {@link #addresses} and {@link #idleTimeout} say. Addresses that are
         * mapped one way are to be mapped back the other way, because a peer compares what it gets with what it sent.
         *
         * @param newToBroker for what clients send.
         * @param newToClient for what the broker sends.
         * @return this.
         */
        public Builder edits(final AmqpFrameEdits.Builder newToBroker, final AmqpFrameEdits.Builder newToClient)
        {
            toBroker = Objects.requireNonNull(newToBroker, "toBroker");
            toClient = Objects.requireNonNull(newToClient, "toClient");
            return this;
        }

        /**
         * Maps the addresses of links, both ways.
         *
         * @param names the same map as for RocketMQ's topics.
         * @return this.
         */
        public Builder names(final NameMap names)
        {
            mapped = Objects.requireNonNull(names, "names");
            return this;
        }

        /**
         * Maps the addresses of links, both ways, by the maps of each connection, which may remember addresses. Maps of
         * {@link #names} or {@link #edits} do not count then.
         *
         * @param newToBroker gives the map of a client's channel for each attach that the client sends; null to leave it as it is.
         * @param newToClient likewise for each attach of the broker.
         * @return this.
         */
        public Builder addresses(final Function<Channel, @Nullable AmqpAddressMap> newToBroker,
            final Function<Channel, @Nullable AmqpAddressMap> newToClient)
        {
            mapToBroker = Objects.requireNonNull(newToBroker, "toBroker");
            mapToClient = Objects.requireNonNull(newToClient, "toClient");
            return this;
        }

        /**
         * Announces an idle time-out to clients, if the broker announces none or a longer one: so clients with nothing to send
         * send heartbeats.
         *
         * @param most the time-out, from 1 ms to 2^32 - 1.
         * @return this.
         * @throws IllegalArgumentException if it is out of that range.
         */
        public Builder idleTimeout(final Duration most)
        {
            idle = BuilderCheck.idle(most);
            return this;
        }

        /**
         * Refuses protocol headers that begin TLS inside of a connection, behind which all bytes would pass unread: a client that
         * sends one gets the header of AMQP, and its connection is closed.
         *
         * @return this.
         */
        public Builder refuseTls()
        {
            passesTls = false;
            return this;
        }

        /**
         * How much longer a frame may become on its way; 512 bytes unless it is set. Both peers are told of limits that are lower by
         * this, but not below 512.
         *
         * @param bytes from 0.
         * @return this.
         * @throws IllegalArgumentException if they are negative.
         */
        public Builder reserve(final int bytes)
        {
            reserve = BuilderCheck.atLeast(0, bytes, "a reserve");
            return this;
        }

        /**
         * What malformed frames get: {@link FramePolicy#CLOSE} unless it is set, with an error.
         *
         * @param policy PASS or CLOSE.
         * @return this.
         * @throws IllegalArgumentException for {@link FramePolicy#ANSWER}.
         */
        public Builder onMalformed(final FramePolicy policy)
        {
            if (policy == FramePolicy.ANSWER)
            {
                throw new IllegalArgumentException("a malformed frame has no answer but a close: PASS or CLOSE");
            }
            malformed = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /**
         * What deliveries get whose head cannot be read or edited, or whose frame has no room for an edit: {@link FramePolicy#PASS}
         * unless it is set. For access control choose {@link FramePolicy#ANSWER}, which rejects those of the client; those of the
         * broker pass then, see {@link AmqpDelivery#reject}. A performative whose edit is refused passes, or closes the connection.
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
         * Limits what a peer of one connection can make the proxy remember. Both opens announce the number of sessions. A peer that
         * begins more sessions or attaches more links is disconnected; a delivery that would hold more bytes is decided by the policy
         * of {@link #onRefused}.
         *
         * @param sessions from 1; 1,024 unless it is set.
         * @param links    of all sessions together; 4,096 unless it is set.
         * @param held     bytes of frames that wait for the head of a delivery; 262,144 unless it is set.
         * @return this.
         * @throws IllegalArgumentException if there is no session, or another number is negative.
         */
        public Builder limits(final int sessions, final int links, final int held)
        {
            mostSessions = BuilderCheck.atLeast(1, sessions, "a number of sessions");
            mostLinks = BuilderCheck.atLeast(0, links, "a number of links");
            mostHeld = BuilderCheck.atLeast(0, held, "a number of held bytes");
            return this;
        }

        /**
         * How long to wait for a connection to the broker, and for a peer to take what was written when its connection is closed; five
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

        /** Adds what other methods said to the edits, last, because {@link #edits} replaces them. */
        private void finishEdits()
        {
            if (mapToBroker != null)
            {
                toBroker.mapAddresses();
                toClient.mapAddresses();
            }
            else if (mapped != null)
            {
                toBroker.mapAddresses(LinkNames.toBroker(mapped));
                toClient.mapAddresses(LinkNames.toClient(mapped));
            }
            if (idle != null)
            {
                toClient.limit(Performative.OPEN, "idle-time-out", idle.toMillis());
            }
        }

        /** {@return a proxy as described so far} */
        public AmqpProxy build()
        {
            return new AmqpProxy(this);
        }
    }
}

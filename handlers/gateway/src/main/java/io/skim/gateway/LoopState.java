package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.gateway.config.NameMapping;
import io.skim.gateway.connection.ResponseLog;
import io.skim.gateway.lanes.LaneEdits;
import io.skim.gateway.lanes.LaneNames;
import io.skim.gateway.lanes.LaneReaders;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.RuleCounter;
import io.skim.gateway.rules.Decider;
import io.skim.gateway.rules.LiveRules;
import io.skim.gateway.rules.ResponseDecider;
import io.skim.handlers.route.AddressMap;
import io.skim.handlers.route.NameMap;
import io.skim.handlers.route.NameRewriter;
import io.skim.netty.RemotingExchange;
import io.skim.netty.Upstream;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RequestCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What an event loop has for the filters of all listeners: the rules' decider, and rewriters by what they do. */
final class LoopState
{
    /** In place of a name map. */
    static final int NO_NAMES = 0;
    /** So many maps are kept, however long nothing has used them. */
    private static final int USUAL_NAMES = 256;
    /** No request waits for its response so long, also on a shared connection, whose {@code expire} is ten minutes at most. */
    private static final long NANOS_KEPT = TimeUnit.MINUTES.toNanos(11);
    private static final int CHECK_TRANSACTION = RequestCode.CHECK_TRANSACTION_STATE.code();
    private static final int ROUTE = RequestCode.GET_ROUTEINFO_BY_TOPIC.code();
    private static final int REPLY = RequestCode.SEND_REPLY_MESSAGE.code();
    private static final int REPLY_V2 = RequestCode.SEND_REPLY_MESSAGE_V2.code();
    private static final int PUSH_REPLY = RequestCode.PUSH_REPLY_MESSAGE_TO_CLIENT.code();

    /** A name map with a lane's names, and what makes them of the client's. */
    private static final class Names
    {
        final @Nullable NameMapping mapping;
        final @Nullable LaneNames lane;
        final NameRewriter rewriter;
        /** The same, where topics for replies stay as they are; null before it is needed. */
        @Nullable
        NameRewriter replies;
        final int number;
        /** When it was last asked for, in nanoseconds. */
        long used;

        Names(final @Nullable NameMapping mapping, final @Nullable LaneNames lane, final NameRewriter rewriter,
            final int number)
        {
            this.mapping = mapping;
            this.lane = lane;
            this.rewriter = rewriter;
            this.number = number;
        }
    }

    final Decider decider;
    final ResponseRules responses;
    final FrameView view;
    final LaneReaders readers;
    final LaneEdits lanes;
    /** Where requests go for which one port stands for all brokers. */
    final BrokerChoice choice = new BrokerChoice();
    private final Limits limits;
    private final Strictness strictness;
    private final GatewayMetrics metrics;
    private final Upstreams upstreams;
    /** The names that were met, by their numbers, which are kept with requests; null for those of which there are none. */
    private final List<@Nullable Names> names = new ArrayList<>();
    private final IdentityHashMap<@Nullable NameMapping, IdentityHashMap<@Nullable LaneNames, Names>> numbers =
        new IdentityHashMap<>();
    private final ArrayDeque<Integer> freeNumbers = new ArrayDeque<>();
    private @Nullable Names last;
    private int mostNames = USUAL_NAMES;
    private final IdentityHashMap<AddressMap, NameRewriter> shown = new IdentityHashMap<>();
    private final IdentityHashMap<Rule, RuleCounter> counters = new IdentityHashMap<>();

    LoopState(final LiveRules rules, final Limits limits, final Strictness strictness, final GatewayMetrics metrics,
        final Upstreams upstreams, final LaneReaders readers, final ResponseLog log)
    {
        this.upstreams = upstreams;
        this.readers = readers;
        lanes = new LaneEdits(readers, limits, strictness);
        decider = new Decider(rules);
        responses = new ResponseRules(new ResponseDecider(rules), log, this::counter);
        view = new FrameView(limits);
        this.limits = limits;
        this.strictness = strictness;
        this.metrics = metrics;
        names.add(null);
    }

    /**
     * The number of a name map with a lane's names. Of many maps, as after reloads, those go that were not used while requests wait for
     * their responses: the names of a response must be those of its request.
     *
     * @param now in nanoseconds.
     * @return the number; {@link #NO_NAMES} for null and null.
     */
    int number(final @Nullable NameMapping mapping, final @Nullable LaneNames lane, final long now)
    {
        if (mapping == null && lane == null)
        {
            return NO_NAMES;
        }
        Names found = last;
        if (found == null || found.mapping != mapping || found.lane != lane)
        {
            final IdentityHashMap<@Nullable LaneNames, Names> lanes =
                numbers.computeIfAbsent(mapping, any -> new IdentityHashMap<>());
            found = lanes.get(lane);
            if (found == null)
            {
                found = add(mapping, lane, now);
            }
            last = found;
        }
        found.used = now;
        return found.number;
    }

    private Names add(final @Nullable NameMapping mapping, final @Nullable LaneNames lane, final long now)
    {
        if (names.size() - freeNumbers.size() >= mostNames)
        {
            forget(now - NANOS_KEPT);
            // So that the table is not gone through for each of many.
            mostNames = Math.max(USUAL_NAMES, 2 * (names.size() - freeNumbers.size()));
        }
        if (freeNumbers.isEmpty() && names.size() > RemotingExchange.MOST_TAG)
        {
            forget(now + 1);
        }
        final Integer free = freeNumbers.poll();
        final int number = free == null ? names.size() : free;
        final Names added = new Names(mapping, lane, rewriter(names(mapping, lane)), number);
        if (free == null)
        {
            names.add(added);
        }
        else
        {
            names.set(number, added);
        }
        numbers.computeIfAbsent(mapping, any -> new IdentityHashMap<>()).put(lane, added);
        return added;
    }

    /** Forgets the names that were last used before a time. */
    private void forget(final long before)
    {
        last = null;
        for (int number = 1; number < names.size(); number++)
        {
            final Names old = names.get(number);
            if (old != null && old.used - before < 0)
            {
                names.set(number, null);
                freeNumbers.add(number);
                Objects.requireNonNull(numbers.get(old.mapping), "lanes").remove(old.lane);
            }
        }
        numbers.values().removeIf(Map::isEmpty);
    }

    private NameRewriter rewriter(final NameMap map)
    {
        return new NameRewriter(map, limits, strictness).bodyLimit(limits.maxFrameLength());
    }

    /** The names of both, of which there is one at least. */
    private static NameMap names(final @Nullable NameMap mapping, final @Nullable LaneNames lane)
    {
        if (mapping == null)
        {
            return Objects.requireNonNull(lane, "lane");
        }
        return lane == null ? mapping : mapping.then(lane);
    }

    /**
     * The rewriter of a number; null if it has none any more.
     *
     * @param code of the request.
     */
    @Nullable
    NameRewriter names(final int number, final int code)
    {
        final Names known = number < names.size() ? names.get(number) : null;
        if (known == null || known.mapping == null || !concernsReplies(code))
        {
            return known == null ? null : known.rewriter;
        }
        if (known.replies == null)
        {
            known.replies = rewriter(names(known.mapping.exceptReplies(), known.lane));
        }
        return known.replies;
    }

    /**
     * Whether a request has to do with the broker's topic for replies, which clients of all maps share. They ask where it is and send
     * replies. If they could read it, they would see the replies to others.
     */
    private static boolean concernsReplies(final int code)
    {
        return code == ROUTE || code == REPLY || code == REPLY_V2 || code == PUSH_REPLY;
    }

    /** As {@link #names(int, int)}, where groups are those of producers. */
    @Nullable
    NameRewriter producerNames(final int number, final long now)
    {
        final Names known = number < names.size() ? names.get(number) : null;
        return known == null || known.lane == null ? names(number, CHECK_TRANSACTION)
            : names(number(known.mapping, known.lane.ofProducers(), now), CHECK_TRANSACTION);
    }

    /** The rewriter of brokers' addresses. */
    NameRewriter addresses(final AddressMap map)
    {
        final NameRewriter known = shown.get(map);
        if (known != null)
        {
            return known;
        }
        shown.keySet().removeIf(other -> other instanceof final BrokerPorts ports && ports.isClosed());
        final NameRewriter made = rewriter(NameMap.identity()).addresses(map);
        shown.put(map, made);
        return made;
    }

    /** What counts the frames of a server's cluster. */
    Endpoint cluster(final Upstream server)
    {
        return upstreams.endpointOf(server);
    }

    /** The counter of a rule's hits. */
    RuleCounter counter(final Rule rule)
    {
        final RuleCounter known = counters.get(rule);
        if (known != null)
        {
            return known;
        }
        if (counters.size() > GatewayMetrics.MOST_NAMES)
        {
            counters.clear();
        }
        final RuleCounter made = metrics.rule(rule.name());
        counters.put(rule, made);
        return made;
    }
}

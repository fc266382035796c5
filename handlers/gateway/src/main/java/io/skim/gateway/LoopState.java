package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Edit;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.gateway.config.NameMapping;
import io.skim.gateway.connection.ResponseLog;
import io.skim.gateway.lanes.LaneEdits;
import io.skim.gateway.lanes.LaneNames;
import io.skim.gateway.lanes.LaneReaders;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.RuleCounter;
import io.skim.gateway.rules.Decider;
import io.skim.gateway.rules.LiveRules;
import io.skim.gateway.rules.ResponseDecider;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.AddressMap;
import io.skim.handlers.route.NameMap;
import io.skim.handlers.route.NameRewriter;
import io.skim.netty.RemotingExchange;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an event loop has for the filters of all listeners: the rules' decider, and rewriters by what they do. */
final class LoopState
{
    /** In place of a name map. */
    static final int NO_NAMES = 0;

    final Decider decider;
    final ResponseRules responses;
    final FrameView view;
    final LaneReaders readers;
    final LaneEdits lanes;
    private final Limits limits;
    private final Strictness strictness;
    private final GatewayMetrics metrics;
    /** The name maps that were met, whose numbers are kept with requests; the first is none. */
    private final List<@Nullable NameMapping> mappings = new ArrayList<>();
    private final List<@Nullable LaneNames> laneNames = new ArrayList<>();
    private final List<@Nullable NameRewriter> rewriters = new ArrayList<>();
    private final IdentityHashMap<AddressMap, NameRewriter> shown = new IdentityHashMap<>();
    private final Map<List<Edit>, RemotingRewriter> batches = new HashMap<>();
    private final IdentityHashMap<Rule, RuleCounter> counters = new IdentityHashMap<>();

    LoopState(final LiveRules rules, final Limits limits, final Strictness strictness, final GatewayMetrics metrics,
        final LaneReaders readers, final ResponseLog log)
    {
        this.readers = readers;
        lanes = new LaneEdits(readers, limits, strictness);
        decider = new Decider(rules);
        responses = new ResponseRules(new ResponseDecider(rules), log, this::counter);
        view = new FrameView(limits);
        this.limits = limits;
        this.strictness = strictness;
        this.metrics = metrics;
        mappings.add(null);
        laneNames.add(null);
        rewriters.add(null);
    }

    /**
     * The number of a name map with a lane's names, {@link #NO_NAMES} for null and null; of too many maps, as after many reloads, the
     * first ones go.
     */
    int number(final @Nullable NameMapping mapping, final @Nullable LaneNames lane)
    {
        for (int i = 0; i < mappings.size(); i++)
        {
            if (mappings.get(i) == mapping && laneNames.get(i) == lane)
            {
                return i;
            }
        }
        if (mappings.size() > RemotingExchange.MOST_TAG)
        {
            mappings.subList(1, mappings.size()).clear();
            laneNames.subList(1, laneNames.size()).clear();
            rewriters.subList(1, rewriters.size()).clear();
        }
        mappings.add(mapping);
        laneNames.add(lane);
        rewriters.add(new NameRewriter(names(mapping, lane), limits, strictness).bodyLimit(limits.maxFrameLength()));
        return mappings.size() - 1;
    }

    /** The names of both, of which there is one at least. */
    private static NameMap names(final @Nullable NameMapping mapping, final @Nullable LaneNames lane)
    {
        return mapping == null ? Objects.requireNonNull(lane, "lane") : lane == null ? mapping : mapping.then(lane);
    }

    /** The rewriter of a number; null if it has none any more. */
    @Nullable
    NameRewriter names(final int number)
    {
        return number < rewriters.size() ? rewriters.get(number) : null;
    }

    /** The rewriter of brokers' addresses. */
    NameRewriter addresses(final AddressMap map)
    {
        return shown.computeIfAbsent(map, any -> new NameRewriter(NameMap.identity(), limits, strictness).addresses(any)
            .bodyLimit(limits.maxFrameLength()));
    }

    /** The rewriter of the properties of a batch's messages. */
    RemotingRewriter batch(final List<Edit> edits)
    {
        final RemotingRewriter known = batches.get(edits);
        if (known != null)
        {
            return known;
        }
        if (batches.size() > RemotingExchange.MOST_TAG)
        {
            batches.clear();
        }
        final RemotingEdits.Builder builder = RemotingEdits.builder();
        edits.forEach(edit -> edit.applyTo(builder, decider.trace()));
        final RemotingRewriter made = new RemotingRewriter(builder.build(), limits, strictness);
        batches.put(edits, made);
        return made;
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

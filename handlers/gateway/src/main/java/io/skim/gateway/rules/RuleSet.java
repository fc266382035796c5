package io.skim.gateway.rules;

import io.skim.gateway.config.CodeSet;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.gateway.config.GatewayConfig.Match;
import io.skim.gateway.config.GatewayConfig.Protocol;
import io.skim.gateway.config.GatewayConfig.RateLimit;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.gateway.config.NameMapping;
import io.skim.gateway.config.NamePattern;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.Interest;
import io.skim.scan.Limits;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.remoting.RemotingInterest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one configuration, compiled. Immutable except for its counters; all threads share it. A {@link Decider} applies it.
 * <p>
 * All SQL92 conditions are in one table, so that one scan serves all of them and equal conditions are evaluated once. Counters and
 * token buckets of rules with the same name, and the same limit, are taken over from the set before: a reload does not fill buckets.
 */
public final class RuleSet
{
    private static final AtomicLong VERSIONS = new AtomicLong();
    /** Connections of so many kinds share plans; further ones have their own. */
    private static final int SHARED_PLANS = 1_024;

    private final long version = VERSIONS.incrementAndGet();
    private final GatewayConfig config;
    private final CompiledRule[] rules;
    private final CompiledLane[] lanes;
    private final @Nullable SelectorTable<RemotingInterest> selectors;
    private final @Nullable SelectorTable<AmqpInterest> messageSelectors;
    private final @Nullable SelectorTable<RemotingInterest> responseSelectors;
    private final boolean hasResponseRules;
    private final boolean needsTopics;
    private final Map<String, Cluster> targets = new HashMap<>();
    private final Map<List<Integer>, Plan> plans = new ConcurrentHashMap<>();

    private RuleSet(final GatewayConfig config, final @Nullable RuleSet before)
    {
        this.config = config;
        final Conditions<RemotingInterest> sql = new Conditions<>();
        final Conditions<AmqpInterest> jms = new Conditions<>();
        final Conditions<RemotingInterest> responses = new Conditions<>();
        rules = config.rules().stream()
            .map(rule -> new CompiledRule(rule, config, (rule.isForResponses() ? responses : sql).add(rule.match()
                .sql()), jms.add(rule.match().jms()), before == null ? null : before.rule(rule.name())))
            .toArray(CompiledRule[]::new);
        lanes = config.lanes().stream()
            .map(lane -> new CompiledLane(lane, sql.add(lane.match().sql()), before == null ? null
                : before.lane(lane.name())))
            .toArray(CompiledLane[]::new);
        selectors = sql.table();
        messageSelectors = jms.table();
        responseSelectors = responses.table();
        hasResponseRules = config.rules().stream().anyMatch(Rule::isForResponses);
        needsTopics = config.rules().stream().anyMatch(rule -> !rule.response().topics().isEmpty());
        config.listeners().forEach(listener -> targets.put(listener.name(), config.clusters().get(listener.cluster())));
    }

    /**
     * Compiles the rules of a configuration.
     *
     * @param config whose rules to compile.
     * @param before the rules whose counters and token buckets go on; null for none.
     * @return the rules.
     */
    public static RuleSet compile(final GatewayConfig config, final @Nullable RuleSet before)
    {
        return new RuleSet(config, before);
    }

    /** Conditions in the order of their first use, each once. */
    private static final class Conditions<I extends Interest>
    {
        private final Map<String, Integer> indices = new LinkedHashMap<>();
        private final List<Selector<I>> selectors = new ArrayList<>();

        int add(final @Nullable Selector<I> selector)
        {
            if (selector == null)
            {
                return CompiledRule.NO_CONDITION;
            }
            return indices.computeIfAbsent(selector.toString(), text -> {
                selectors.add(selector);
                return selectors.size() - 1;
            });
        }

        /** Null without conditions. */
        @Nullable
        SelectorTable<I> table()
        {
            return selectors.isEmpty() ? null : SelectorTable.of(selectors);
        }
    }

    /** A rule with what it refers to. */
    static final class CompiledRule
    {
        static final int NO_CONDITION = -1;

        final Rule config;
        /** Null for all codes. */
        final @Nullable CodeSet codes;
        /** In the table of conditions over RocketMQ headers; {@link #NO_CONDITION}. */
        final int sql;
        final int jms;
        /** Of requests; null for none. */
        final @Nullable Cluster route;
        /** Of AMQP connections, which the rule is for then; null for none. */
        final @Nullable Cluster connectionRoute;
        final @Nullable Cluster mirror;
        final @Nullable NameMapping names;
        final long delayNanos;
        final boolean edits;
        final boolean annotates;
        /** Of its limit; null for none. */
        final @Nullable TokenBuckets buckets;
        final LongAdder hits;
        final LongAdder limited;
        /** Of responses, ascending; empty for all. */
        final int[] responseCodes;
        /** Of requests of responses; empty for all. */
        final NamePattern[] topics;
        /** Of the request of a response, in nanoseconds. */
        final long leastAge;
        /** What a random number of 31 bits must be below, for the rule to hold for a frame. */
        final long sample;

        CompiledRule(final Rule config, final GatewayConfig all, final int sql, final int jms,
            final @Nullable CompiledRule before)
        {
            this.config = config;
            this.sql = sql;
            this.jms = jms;
            codes = config.match().codes();
            final Cluster target = all.clusters().get(config.route());
            final boolean isAmqp = target != null && target.protocol() == Protocol.AMQP;
            route = isAmqp ? null : target;
            connectionRoute = isAmqp ? target : null;
            mirror = all.clusters().get(config.mirror());
            names = all.names().get(config.names());
            delayNanos = config.delay().toNanos();
            annotates = config.edits().stream().anyMatch(edit -> edit.place() == GatewayConfig.Place.ANNOTATION);
            edits = config.edits().stream().anyMatch(edit -> edit.place() != GatewayConfig.Place.ANNOTATION);
            final RateLimit limit = config.limit();
            buckets = limit == null ? null : before != null && limit.equals(before.config.limit()) ? before.buckets
                : new TokenBuckets(limit.periodNanos(), limit.burst());
            hits = before == null ? new LongAdder() : before.hits;
            limited = before == null ? new LongAdder() : before.limited;
            responseCodes = config.response().codes().stream().mapToInt(Integer::intValue).sorted().toArray();
            topics = config.response().topics().toArray(NamePattern[]::new);
            leastAge = config.response().olderThan().toNanos();
            sample = Sampling.threshold(config.match().sample());
        }
    }

    /** A lane with its counter. */
    static final class CompiledLane
    {
        final Lane config;
        final int sql;
        final LongAdder hits;

        CompiledLane(final Lane config, final int sql, final @Nullable CompiledLane before)
        {
            this.config = config;
            this.sql = sql;
            hits = before == null ? new LongAdder() : before.hits;
        }
    }

    private @Nullable CompiledRule rule(final String name)
    {
        return Arrays.stream(rules).filter(rule -> rule.config.name().equals(name)).findFirst().orElse(null);
    }

    private @Nullable CompiledLane lane(final String name)
    {
        return Arrays.stream(lanes).filter(lane -> lane.config.name().equals(name)).findFirst().orElse(null);
    }

    /** {@return the configuration that these rules were made of} */
    public GatewayConfig config()
    {
        return config;
    }

    /**
     * How often a rule's conditions held.
     *
     * @param rule its index in the configuration, from 0.
     * @return the number, since a rule of this name was first loaded.
     */
    public long hits(final int rule)
    {
        return rules[rule].hits.sum();
    }

    /**
     * How many requests a rule's limit has refused.
     *
     * @param rule its index in the configuration, from 0.
     * @return the number; 0 for a rule without a limit.
     */
    public long limited(final int rule)
    {
        return rules[rule].limited.sum();
    }

    /**
     * How many requests were in a lane.
     *
     * @param lane its index in the configuration, from 0.
     * @return the number.
     */
    public long laneHits(final int lane)
    {
        return lanes[lane].hits.sum();
    }

    long version()
    {
        return version;
    }

    CompiledRule compiled(final int rule)
    {
        return rules[rule];
    }

    CompiledLane compiledLane(final int lane)
    {
        return lanes[lane];
    }

    int ruleCount()
    {
        return rules.length;
    }

    int laneCount()
    {
        return lanes.length;
    }

    /** The conditions over RocketMQ headers; null if there are none. */
    @Nullable
    SelectorTable<RemotingInterest> selectors()
    {
        return selectors;
    }

    /** The conditions over AMQP messages; null if there are none. */
    @Nullable
    SelectorTable<AmqpInterest> messageSelectors()
    {
        return messageSelectors;
    }

    /** The conditions of rules for responses; null if there are none. */
    @Nullable
    SelectorTable<RemotingInterest> responseSelectors()
    {
        return responseSelectors;
    }

    boolean hasResponseRules()
    {
        return hasResponseRules;
    }

    /** Whether a rule for responses asks for the topics of requests. */
    boolean needsTopics()
    {
        return needsTopics;
    }

    /** Where frames of a listener go that no rule routes. */
    Cluster target(final String listener)
    {
        return Objects.requireNonNull(targets.get(listener), listener);
    }

    /**
     * What the rules make of a whole connection.
     *
     * @param target the cluster that it goes to.
     * @param names  the name map of its addresses; null for none.
     */
    public record AmqpConnection(Cluster target, @Nullable NameMapping names)
    {
    }

    /**
     * Decides about an AMQP connection as a whole: by the rules without {@code jms}, {@code sql}, {@code codes} and {@code sample}, in order, up to
     * the first one that fits and does not continue.
     *
     * @param facts of the connection; without a container id, rules with {@code clientIds} do not fit.
     * @return the cluster and name map.
     */
    public AmqpConnection connection(final ConnectionFacts facts)
    {
        Cluster target = target(facts.listener());
        NameMapping names = null;
        for (final int index : facts.plan(this).rules())
        {
            final CompiledRule rule = rules[index];
            if (rule.codes != null || rule.sql != CompiledRule.NO_CONDITION || rule.jms != CompiledRule.NO_CONDITION
                || rule.sample != Sampling.ALL)
            {
                continue;
            }
            target = rule.connectionRoute == null ? target : rule.connectionRoute;
            names = rule.names == null ? names : rule.names;
            if (!rule.config.goesOn())
            {
                break;
            }
        }
        return new AmqpConnection(target, names);
    }

    /** {@return the limits of the frames that are read and written} */
    public Limits limits()
    {
        return Limits.DEFAULT.withMaxFrameLength(config.limits().frame()).withMaxHeaderLength(config.limits().header());
    }

    Plan plan(final ConnectionFacts facts)
    {
        final int[] fitting = fitting(facts, false);
        final int[] responses = fitting(facts, true);
        final int[] fittingLanes =
            IntStream.range(0, lanes.length).filter(lane -> fits(lanes[lane].config.match(), facts))
                .toArray();
        final List<Integer> key =
            IntStream.concat(IntStream.concat(Arrays.stream(fitting), Arrays.stream(responses)),
                Arrays.stream(fittingLanes).map(lane -> ~lane)).boxed().toList();
        final Plan made = new Plan(version, fitting, responses, fittingLanes);
        if (plans.size() >= SHARED_PLANS)
        {
            return plans.getOrDefault(key, made);
        }
        final Plan other = plans.putIfAbsent(key, made);
        return other == null ? made : other;
    }

    private int[] fitting(final ConnectionFacts facts, final boolean responses)
    {
        return IntStream.range(0, rules.length).filter(rule -> rules[rule].config.isForResponses() == responses
            && fits(rules[rule].config.match(), facts)).toArray();
    }

    private static boolean fits(final Match match, final ConnectionFacts facts)
    {
        return (match.listeners().isEmpty() || match.listeners().contains(facts.listener()))
            && (match.clients().isEmpty() || match
                .clients().stream().anyMatch(range -> range.contains(facts.address())))
            && (match.tlsNames().isEmpty() || match
                .tlsNames().stream().anyMatch(name -> name.matchesHost(facts.tlsName())))
            && (match.certificateNames().isEmpty() || match.certificateNames().stream()
                .anyMatch(name -> facts.certificateNames().stream().anyMatch(name::matches)))
            && (match.clientIds().isEmpty() || match
                .clientIds().stream().anyMatch(name -> name.matches(facts.clientId())))
            && Sampling.takesClient(facts.address(), facts.clientLength(), match.sampleClients());
    }
}

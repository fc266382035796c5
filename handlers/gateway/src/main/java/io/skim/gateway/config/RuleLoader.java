package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.ClientCertificates;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Denial;
import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.gateway.config.GatewayConfig.LaneBy;
import io.skim.gateway.config.GatewayConfig.LimitBy;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.GatewayConfig.Match;
import io.skim.gateway.config.GatewayConfig.Protocol;
import io.skim.gateway.config.GatewayConfig.RateLimit;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.gateway.config.GatewayConfig.ServerTls;
import io.skim.gateway.config.GatewayConfig.Subject;
import io.skim.gateway.config.GatewayConfig.Trace;
import io.skim.scan.remoting.ResponseCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes the lanes and rules of a file, and checks what belongs together in each of them and in their order.
 */
final class RuleLoader
{
    private static final String MATCH = "match";
    private static final String SAMPLE = "sample";
    private static final String SAMPLE_CLIENTS = "sampleClients";
    private static final String ALLOW = "allow";
    private static final long SECOND = 1_000_000_000L;
    private static final long LONGEST_REFILL = 70L * 365 * 24 * 3_600 * SECOND;

    private final YamlFile file;
    private final References references;
    private final Map<String, Cluster> clusters;
    private final Map<String, Listener> listeners;
    private final Map<String, NameMapping> names;
    /** Whether all is to be checked that a start needs. */
    private final boolean checksStart;

    RuleLoader(final YamlFile file, final Map<String, Cluster> clusters, final Map<String, Listener> listeners,
        final Map<String, NameMapping> names, final boolean checksStart)
    {
        this.file = file;
        references = new References(file);
        this.clusters = clusters;
        this.listeners = listeners;
        this.names = names;
        this.checksStart = checksStart;
    }

    private Match match(final @Nullable Value value)
    {
        if (value == null)
        {
            return new Match(null, null, null, List.of(), List.of(), List.of(), List.of(), List.of(), 1, 1);
        }
        if (value.has("sql") && value.has("jms"))
        {
            file.problem(value.key("jms"), "a frame cannot fit sql and jms: sql is for RocketMQ, jms for AMQP");
        }
        if (value.has("codes") && value.has("jms"))
        {
            file.problem(value.key("jms"), "codes are RocketMQ's, jms is for AMQP");
        }
        for (final Value name : value.list(ConfigLoader.LISTENERS))
        {
            if (!listeners.containsKey(name.text()))
            {
                references.undefined(name.node(), name.text(), listeners.keySet(), "listener");
            }
        }
        checkTls(value, "tlsNames", tls -> true,
            "clients tell a name in TLS alone, and no listener of this condition has 'tls'");
        checkTls(value, "certificateNames", tls -> tls.clientCertificates() != ClientCertificates.NONE,
            "no listener of this condition has 'tls' with 'clientCertificates', so no client shows one");
        return new Match(value.get("sql"), value.get("jms"),
            value.has("codes") ? CodeSet.of(value.scalars("codes"))
                : null,
            value.scalars("clients"), value.scalars("tlsNames"), value.scalars("certificateNames"),
            value.scalars("clientIds"), value.scalars(ConfigLoader.LISTENERS),
            value.get(SAMPLE, 1.0), value.get(SAMPLE_CLIENTS, 1.0));
    }

    /** What clients tell in TLS they tell to listeners that have it. */
    private void checkTls(final Value match, final String key, final Predicate<ServerTls> serves, final String words)
    {
        final List<String> chosen = match.<String>scalars(ConfigLoader.LISTENERS);
        if (checksStart && match.has(key)
            && listeners.values().stream().noneMatch(listener -> listener.tls() != null && serves.test(listener.tls())
                && (chosen.isEmpty() || chosen.contains(listener.name()))))
        {
            file.problem(match.key(key), words);
        }
    }

    List<Lane> lanes(final Value all)
    {
        final Map<String, Lane> lanes = new LinkedHashMap<>();
        for (final Value value : all.list(ConfigLoader.LANES))
        {
            final String name = value.get("name", "");
            final Match match = match(value.at(MATCH));
            if (match.isEverything() && value.has(MATCH))
            {
                file.problem(value.nodeAt(MATCH), "a lane needs a condition: with none, every client is in it");
            }
            if (match.jms() != null)
            {
                file.problem(ConfigLoader.orEmpty(value, MATCH).key("jms"), "lanes are for RocketMQ; use sql");
            }
            if (match.sample() < 1)
            {
                file.problem(ConfigLoader.orEmpty(value, MATCH).key(SAMPLE),
                    "the requests of a client belong together: choose a part of the"
                        + " clients by " + SAMPLE_CLIENTS);
            }
            final String suffix = value.get("suffix", "_" + name);
            if (!lanes.containsKey(name) && lanes.values().stream().anyMatch(lane -> lane.suffix().equals(suffix)))
            {
                file.problem(value.nodeAt(value.has("suffix") ? "suffix" : "name"),
                    "groups of another lane end in '" + suffix + "', too; each lane needs groups of its own");
            }
            if (lanes.putIfAbsent(name,
                new Lane(name, match, value.get("by", LaneBy.PROPERTY), value.get("property", "LANE"), suffix,
                    value.get("fallback", true)))
                != null && value.has("name"))
            {
                file.problem(value.nodeAt("name"), "a second lane '" + name + "'; each needs a name of its own");
            }
        }
        return List.copyOf(lanes.values());
    }

    List<Rule> rules(final Value all)
    {
        final List<Rule> rules = new ArrayList<>();
        final Map<String, Integer> lines = new HashMap<>();
        final Map<Subject, Rule> lasts = new EnumMap<>(Subject.class);
        final UnreachableRules unreachable = new UnreachableRules(clusters);
        for (final Value value : all.list(ConfigLoader.RULES))
        {
            final Rule rule = rule(value, rules.size() + 1);
            rules.add(rule);
            final Integer other = lines.putIfAbsent(rule.name(), rule.line());
            if (other != null)
            {
                file.problem(value.nodeAt("name"), "a second rule '" + rule.name()
                    + "'; the first is in line " + other);
            }
            final Rule wider = unreachable.next(rule);
            if (wider != null)
            {
                file.problem(value.node(),
                    "no request reaches this rule: '" + wider.name() + "' in line " + wider.line()
                        + " takes all that fit it; put this rule before that one, or let that one continue: true");
            }
            final Rule last = lasts.get(rule.subject());
            if (last != null)
            {
                file.problem(value.node(), "no frame reaches this rule: '" + last.name() + "' in line " + last.line()
                    + " takes every frame; put it last, give it a condition or continue: true");
            }
            else if (rule.isForEverything() && !rule.goesOn() && !AmqpRuleCheck.isRoute(rule, clusters)
                && ConfigLoader.orEmpty(value, MATCH).keys().isEmpty())
            {
                lasts.put(rule.subject(), rule);
            }
        }
        new AmqpRuleCheck(file, clusters, listeners).checkEnds(all.list(ConfigLoader.RULES), rules);
        return List.copyOf(rules);
    }

    private Rule rule(final Value value, final int number)
    {
        final Match match = match(value.at(MATCH));
        final Subject subject = value.get(ResponseRuleCheck.FOR, Subject.REQUESTS);
        final boolean responses = subject == Subject.RESPONSES;
        final String name = value.get("name", String.valueOf(number));
        final Denial deny = responses ? replacement(value, name) : value.has("deny") ? denial(value.at("deny"),
            ResponseCode.NO_PERMISSION, "refused by the gateway's rule " + name) : null;
        references.reference(value, "map", names, "name map");
        final Rule rule = new Rule(value.get("name", "rule " + number), YamlFile.line(value.node()), match,
            target(value,
                "route"),
            new RuleEdits(file).of(value), value.get("map"), deny, target(value, "mirror"), limit(value), value.get(
                "delay", Duration.ZERO),
            value.get("drop", false), value.get("continue", false), codes(value), trace(value), subject,
            responses ? ResponseRuleCheck.read(value) : ResponseRule.NONE);
        if (value.has(ResponseRuleCheck.FOR) == value.keys().containsKey(ResponseRuleCheck.FOR))
        {
            check(value, rule);
        }
        return rule;
    }

    private static @Nullable Denial replacement(final Value rule, final String name)
    {
        final Value replace = rule.at(ResponseRuleCheck.REPLACE);
        return replace == null ? null : denial(replace, ResponseCode.SYSTEM_ERROR, "replaced by the gateway's rule "
            + name);
    }

    private void check(final Value value, final Rule rule)
    {
        final AmqpRuleCheck amqp = new AmqpRuleCheck(file, clusters, listeners);
        final ResponseRuleCheck responses = new ResponseRuleCheck(file);
        if (rule.isForResponses())
        {
            responses.checkResponse(value, rule, amqp.isOnlyFor(rule.match(), Protocol.AMQP));
            return;
        }
        responses.checkRequest(value);
        checkActions(value, rule);
        amqp.check(value, rule);
        checkMirror(value, rule);
        checkOnePort(value, rule);
    }

    /** One port stands for the brokers of one cluster. */
    private void checkOnePort(final Value value, final Rule rule)
    {
        final Cluster target = rule.route() == null ? null : clusters.get(rule.route());
        if (target == null || target.nameServers().isEmpty() || rule.match().jms() != null)
        {
            return;
        }
        for (final Listener each : listeners.values())
        {
            final List<String> chosen = rule.match().listeners();
            if (each.hasOnePort() && !each.cluster().equals(target.name())
                && (chosen.isEmpty() || chosen.contains(each.name())))
            {
                file.problem(value.nodeAt("route"), "the listener '" + each.name()
                    + "' has one port for the brokers of '" + each.cluster() + "', and '" + target.name()
                    + "' has brokers of its own; give the listener a range of 'ports', or the rule a condition"
                    + " 'listeners' without it");
                return;
            }
        }
    }

    /** The gateway does not choose among the brokers that name servers tell. */
    private void checkMirror(final Value value, final Rule rule)
    {
        final Cluster cluster = rule.mirror() == null ? null : clusters.get(rule.mirror());
        if (cluster != null && cluster.protocol() == Protocol.ROCKETMQ && cluster.servers().isEmpty()
            && rule.match().jms() == null)
        {
            file.problem(value.nodeAt("mirror"), "the cluster '" + cluster.name()
                + "' has name servers; copies go to a cluster of fixed 'brokers'");
        }
    }

    private @Nullable String target(final Value value, final String key)
    {
        final Cluster cluster = references.reference(value, key, clusters, ConfigLoader.CLUSTER);
        if (cluster != null && cluster.protocol() == Protocol.AMQP && "mirror".equals(key))
        {
            file.problem(value.nodeAt(key), "only RocketMQ's requests can be mirrored");
        }
        return cluster == null ? null : cluster.name();
    }

    private void checkActions(final Value value, final Rule rule)
    {
        final List<String> actions = new ArrayList<>(value.keys().keySet());
        actions.removeAll(List.of("name", ResponseRuleCheck.FOR, MATCH, "continue"));
        if (value.has("drop") && !rule.drop())
        {
            actions.remove("drop");
        }
        if (actions.isEmpty())
        {
            file.problem(value.node(),
                "a rule needs an action: route, set, add, remove, rename, map, trace, deny, mirror, limit, delay,"
                    + " drop or allow");
        }
        final boolean ends = rule.deny() != null || rule.drop();
        actions.removeAll(List.of("deny", "drop", "delay"));
        if (rule.deny() != null && rule.drop())
        {
            file.problem(value.key("drop"), "deny answers and drop does not; a rule has one of them");
        }
        if (ends && !actions.isEmpty())
        {
            file.problem(value.key(actions.get(0)),
                "'" + actions.get(0) + "' has no effect, as the frame does not go on: this rule"
                    + " has " + (rule.drop() ? "drop" : "deny"));
        }
        if (ends && rule.goesOn())
        {
            file.problem(value.key("continue"), "no further rule can apply, as the frame does not go on");
        }
    }

    private static @Nullable Trace trace(final Value rule)
    {
        final Value trace = rule.at(ConfigLoader.TRACE);
        return trace == null ? null : new Trace(trace.get("sample", 1.0));
    }

    static CodeSet codes(final Value value)
    {
        return value.has(ALLOW) ? CodeSet.of(value.scalars(ALLOW)) : CodeSet.NONE;
    }

    static Denial denial(final @Nullable Value value, final ResponseCode code, final String remark)
    {
        return value == null ? new Denial(code.code(), remark)
            : new Denial(value.get("code", code.code()), value.get("remark", remark), value.get("condition"));
    }

    private @Nullable RateLimit limit(final Value rule)
    {
        final Value value = rule.at("limit");
        if (value == null)
        {
            return null;
        }
        final long period = value.get("rate", SECOND);
        final int burst = value.get("burst", (int)Math.min(1_000_000_000, Math.max(1, SECOND / period)));
        if (burst - 1 > LONGEST_REFILL / period)
        {
            file.problem(value.key("burst"),
                "a burst of " + burst + " would need more than 70 years to come again at this rate");
        }
        return new RateLimit(period, burst, value.get("by", LimitBy.ALL), denial(value, ResponseCode.SYSTEM_BUSY,
            "the gateway's rate limit is reached; try again later"));
    }
}

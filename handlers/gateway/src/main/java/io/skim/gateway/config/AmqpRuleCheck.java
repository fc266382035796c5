package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.LimitBy;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.GatewayConfig.Match;
import io.skim.gateway.config.GatewayConfig.Place;
import io.skim.gateway.config.GatewayConfig.Protocol;
import io.skim.gateway.config.GatewayConfig.Rule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds what the rules of a file cannot mean for the protocol that they are for. A rule is for one protocol if a condition, or the
 * cluster that it routes to, exists for that one only. All other rules are for both, and each protocol takes of them what it has.
 */
final class AmqpRuleCheck
{
    private static final String LIMIT = "limit";
    private static final String DENY = "deny";
    private static final String ROUTE = "route";
    private static final String ANNOTATIONS = "annotations";
    private static final List<String> EDITS = List.of("remove", "rename", "set", "add");

    private final YamlFile file;
    private final Map<String, Cluster> clusters;
    private final Map<String, Listener> listeners;

    AmqpRuleCheck(final YamlFile file, final Map<String, Cluster> clusters, final Map<String, Listener> listeners)
    {
        this.file = file;
        this.clusters = clusters;
        this.listeners = listeners;
    }

    void check(final Value value, final Rule rule)
    {
        final Match match = rule.match();
        if (isRoute(rule, clusters))
        {
            checkRoute(value, match);
        }
        else if (match.jms() != null || isOnlyFor(match, Protocol.AMQP))
        {
            problem(value, ROUTE, "this rule is for AMQP, and the cluster does not speak it");
            checkMessages(value, rule);
        }
        else if (match.sql() != null || match.codes() != null || isOnlyFor(match, Protocol.ROCKETMQ))
        {
            checkRequests(value);
        }
    }

    /** Whether a rule chooses the cluster of AMQP connections: no other frames fit it. */
    static boolean isRoute(final Rule rule, final Map<String, Cluster> clusters)
    {
        final Cluster cluster = rule.route() == null ? null : clusters.get(rule.route());
        return cluster != null && cluster.protocol() == Protocol.AMQP;
    }

    /** Whether rules with these conditions are for listeners of a protocol alone. */
    boolean isOnlyFor(final Match match, final Protocol protocol)
    {
        return !match.listeners().isEmpty() && match.listeners().stream().map(listeners::get).allMatch(
            listener -> listener != null && listener.protocol() == protocol);
    }

    /** Refuses rules that end the list for a protocol for which they do nothing: that is hardly meant. */
    void checkEnds(final List<Value> values, final List<Rule> rules)
    {
        for (int i = 0; i < rules.size(); i++)
        {
            final Rule rule = rules.get(i);
            final List<Rule> behind = rules.subList(i + 1, rules.size());
            if (!rule.isForEverything() && !rule.goesOn()
                && actsOn(rule, Protocol.ROCKETMQ) != actsOn(rule, Protocol.AMQP))
            {
                final Protocol other = actsOn(rule, Protocol.AMQP) ? Protocol.ROCKETMQ : Protocol.AMQP;
                if (isFor(rule, other) && behind.stream().anyMatch(each -> isFor(each, other)))
                {
                    file.problem(values.get(i).node(), "this rule does nothing for "
                        + (other == Protocol.AMQP
                            ? "AMQP, and yet no rule behind it applies there to what fits it; give it"
                                + " continue: true, or a condition for RocketMQ alone: codes, sql or listeners"
                            : "RocketMQ, and yet no rule behind it applies there to what fits it; give it continue: true,"
                                + " or a condition for AMQP alone: jms or listeners"));
                }
            }
        }
    }

    /** Whether frames of a protocol may fit a rule for requests. */
    private boolean isFor(final Rule rule, final Protocol protocol)
    {
        final Match match = rule.match();
        final boolean spoken = listeners.values().stream().anyMatch(listener -> listener.protocol() == protocol
            && (match.listeners().isEmpty() || match.listeners().contains(listener.name())));
        return !rule.isForResponses() && spoken && (protocol == Protocol.AMQP
            ? match.sql() == null && match.codes() == null : match.jms() == null && !isRoute(rule, clusters));
    }

    /** Whether a rule has an action for a protocol. */
    private boolean actsOn(final Rule rule, final Protocol protocol)
    {
        if (rule.deny() != null || rule.drop() || rule.limit() != null || rule.names() != null
            || !rule.delay().isZero())
        {
            return true;
        }
        final boolean annotates = rule.edits().stream().anyMatch(edit -> edit.place() == Place.ANNOTATION);
        final boolean edits = rule.edits().stream().anyMatch(edit -> edit.place() != Place.ANNOTATION);
        return protocol == Protocol.AMQP ? annotates || isRoute(rule, clusters)
            : edits || rule.mirror() != null || rule.allow() != CodeSet.NONE || rule.route() != null && !isRoute(rule,
                clusters);
    }

    private void problem(final @Nullable Value value, final String key, final String words)
    {
        if (value != null && value.has(key))
        {
            file.problem(value.key(key), words);
        }
    }

    /** A route of AMQP connections: it is chosen before the client has sent anything. */
    private void checkRoute(final Value value, final Match match)
    {
        final Value conditions = value.at("match");
        for (final String key : List.of("sql", "codes", "jms", "sample"))
        {
            problem(conditions, key,
                "a route to AMQP brokers is chosen once for each connection, when it is made: a rule with it matches"
                    + " by clients, sampleClients, tlsNames, certificateNames and listeners only");
        }
        problem(conditions, "clientIds",
            "a client tells its container id after its connection to a broker is made: a route cannot depend on it");
        if (isOnlyFor(match, Protocol.ROCKETMQ))
        {
            file.problem(value.key(ROUTE), "this rule is for RocketMQ, and the cluster speaks AMQP");
        }
    }

    private void checkMessages(final Value value, final Rule rule)
    {
        for (final String edit : EDITS)
        {
            problem(value.at(edit), "fields", "fields are RocketMQ's: of AMQP messages, annotations can be edited");
            problem(value.at(edit), "properties",
                "message properties are RocketMQ's: AMQP's are a part of the bare message, which must not change on its"
                    + " way; edit annotations");
        }
        problem(value, "allow", "management codes are RocketMQ's, and this rule is for AMQP");
        problem(value, "mirror", "only RocketMQ's requests can be mirrored");
        problem(value, "trace", "traces are begun in message properties of RocketMQ, and this rule is for AMQP");
        problem(value.at(DENY), "code",
            "a rejected delivery has a condition and no code: {condition: amqp:not-allowed}");
        problem(value.at(LIMIT), "code",
            "a rejected delivery has a condition and no code: {condition: amqp:resource-limit-exceeded}");
        if (rule.limit() != null && rule.limit().by() == LimitBy.GROUP)
        {
            problem(value.at(LIMIT), "by", "an AMQP delivery names no group; by is all, client or topic");
        }
        if (rule.match().jms() != null)
        {
            problem(value, "map", "addresses are mapped for a whole connection, and jms is about one message");
        }
        if (rule.match().sample() < 1)
        {
            problem(value, "map", "addresses are mapped for a whole connection, and sample is about one message");
        }
    }

    private void checkRequests(final Value value)
    {
        for (final String edit : EDITS)
        {
            problem(value.at(edit), ANNOTATIONS, "annotations are AMQP's, and this rule is for RocketMQ");
        }
        problem(value.at(DENY), "condition", "a condition is AMQP's; RocketMQ's requests get a code");
        problem(value.at(LIMIT), "condition", "a condition is AMQP's; RocketMQ's requests get a code");
    }
}

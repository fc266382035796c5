package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.Protocol;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.handlers.select.Selector;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.ResponseCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what a rule for responses cannot mean, and what a rule for requests has of one for responses. */
final class ResponseRuleCheck
{
    /** The key that tells what a rule is for. */
    static final String FOR = "for";
    static final String REPLACE = "replace";
    static final String COUNT = "count";
    private static final String RESPONSES = "responses";
    private static final String TOPICS = "topics";
    private static final String OLDER_THAN = "olderThan";
    private static final String LOG = "log";
    private static final String MATCH = "match";
    private static final String EDITS = "set, add, remove, rename";
    private static final String ACTIONS = EDITS + ", replace, delay, drop, log or count";
    private static final List<String> OWN_CONDITIONS = List.of(RESPONSES, TOPICS, OLDER_THAN);
    private static final List<String> OWN_ACTIONS = List.of(REPLACE, LOG, COUNT);
    private static final List<String> OF_REQUESTS = List.of("route", "map", "trace", "deny", "mirror", "limit",
        "allow");
    private static final List<String> MARKS = List.of("opaque", "flag");

    private final YamlFile file;

    ResponseRuleCheck(final YamlFile file)
    {
        this.file = file;
    }

    /** What a rule says besides what rules for requests can say. */
    static ResponseRule read(final Value rule)
    {
        final Value match = rule.at(MATCH);
        final boolean logs = rule.get(LOG, false);
        return match == null ? new ResponseRule(List.of(), List.of(), Duration.ZERO, logs)
            : new ResponseRule(match.scalars(RESPONSES), match.scalars(TOPICS),
                match.get(OLDER_THAN, Duration.ZERO), logs);
    }

    /** Checks a rule for requests. */
    void checkRequest(final Value rule)
    {
        for (final String key : OWN_CONDITIONS)
        {
            problem(rule.at(MATCH), key, "requests have no '" + key + "'; the rule needs for: responses");
        }
        for (final String key : OWN_ACTIONS)
        {
            problem(rule, key, "'" + key + "' is an action on responses; the rule needs for: responses");
        }
    }

    /**
     * Checks a rule for responses.
     *
     * @param amqp whether it is for listeners of AMQP alone.
     */
    void checkResponse(final Value value, final Rule rule, final boolean amqp)
    {
        for (final String key : OF_REQUESTS)
        {
            problem(value, key, "'" + key + "' is an action on requests; a rule for responses has " + ACTIONS);
        }
        problem(value.at(MATCH), "jms", "responses are RocketMQ's, jms is for AMQP");
        checkCondition(value.at(MATCH), rule.match().sql());
        if (amqp)
        {
            final Value match = value.at(MATCH);
            file.problem(match == null ? value.node() : match.key("listeners"),
                "responses are RocketMQ's, and these listeners are for " + Protocol.AMQP.name());
        }
        for (final String edit : EDITS.split(", "))
        {
            checkEdit(value.at(edit));
        }
        if (rule.deny() != null && rule.deny().code() == ResponseCode.SUCCESS.code())
        {
            final Value replace = value.at(REPLACE);
            file.problem(replace == null ? value.node() : replace.nodeAt("code"),
                "a success has fields that its client reads; use set, or replace by the code of an error");
        }
        checkActions(value, rule);
    }

    private void problem(final @Nullable Value value, final String key, final String words)
    {
        if (value != null && value.has(key))
        {
            file.problem(value.key(key), words);
        }
    }

    private void checkCondition(final @Nullable Value match, final @Nullable Selector<RemotingInterest> sql)
    {
        if (match != null && sql != null && !sql.propertyNames().isEmpty())
        {
            final String name = sql.propertyNames().get(0);
            file.problem(match.nodeAt("sql"), "'" + name
                + "' is a message property, and the headers of responses have none; the ext field would be $" + name);
        }
    }

    private void checkEdit(final @Nullable Value edit)
    {
        problem(edit, "annotations", "annotations are AMQP's, and this rule is for RocketMQ");
        problem(edit, "properties",
            "the headers of responses have no message properties: messages are in the bodies; edit fields");
        for (final String mark : MARKS)
        {
            problem(edit == null ? null : edit.at("fields"), mark,
                "'" + mark + "' tells whose response it is, and cannot be edited");
        }
    }

    private void checkActions(final Value value, final Rule rule)
    {
        final List<String> actions = new ArrayList<>(value.keys().keySet());
        actions.removeAll(List.of("name", FOR, MATCH, "continue"));
        if (actions.isEmpty())
        {
            file.problem(value.node(), "a rule for responses needs an action: " + ACTIONS);
        }
        else if (actions.contains(COUNT) && actions.size() > 1)
        {
            file.problem(value.key(COUNT), "every rule counts its hits; 'count' is for one without another action");
        }
        actions.removeAll(OF_REQUESTS);
        final String end = rule.drop() ? "drop" : rule.deny() != null ? REPLACE : "";
        if (end.isEmpty())
        {
            return;
        }
        if (rule.drop() && rule.deny() != null)
        {
            file.problem(value.key("drop"), "replace answers and drop does not; a rule has one of them");
        }
        actions.removeAll(List.of(REPLACE, "drop", LOG, COUNT));
        if (!rule.drop())
        {
            actions.remove("delay");
        }
        if (!actions.isEmpty())
        {
            file.problem(value.key(actions.get(0)),
                "'" + actions.get(0) + "' has no effect, as the response does not go on: this rule has " + end);
        }
        if (rule.goesOn())
        {
            file.problem(value.key("continue"), "no further rule can apply, as the response does not go on");
        }
    }
}

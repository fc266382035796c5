package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Match;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.handlers.select.Selector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds rules for RocketMQ's requests that no request reaches, because all that fit them fit a rule before them, which ends the list.
 * Conditions are compared part by part, and those in SQL92 by their texts: it finds what is plain, and no others.
 */
final class UnreachableRules
{
    private final Map<String, Cluster> clusters;
    /** Those that end the list. */
    private final List<Rule> before = new ArrayList<>();

    UnreachableRules(final Map<String, Cluster> clusters)
    {
        this.clusters = clusters;
    }

    /** The rule that takes all requests of the next rule of the file; null if there is none. */
    @Nullable
    Rule next(final Rule rule)
    {
        if (rule.isForResponses())
        {
            return null;
        }
        final Match match = rule.match();
        // Others may be for AMQP, whose frames a rule before them may not be for.
        if (match.codes() != null || match.sql() != null)
        {
            for (final Rule each : before)
            {
                if (covers(each.match(), match))
                {
                    return each;
                }
            }
        }
        if (!rule.goesOn() && match.jms() == null && !match.isEverything() && !AmqpRuleCheck.isRoute(rule, clusters))
        {
            before.add(rule);
        }
        return null;
    }

    private static boolean covers(final Match wide, final Match narrow)
    {
        return (wide.sql() == null || text(wide.sql()).equals(text(narrow.sql())))
            && (wide.codes() == null || narrow.codes() != null && wide.codes().containsAll(narrow.codes()))
            && covers(wide.clients(), narrow.clients()) && covers(wide.tlsNames(), narrow.tlsNames())
            && covers(wide.certificateNames(), narrow.certificateNames())
            && covers(wide.clientIds(), narrow.clientIds()) && covers(wide.listeners(), narrow.listeners())
            && wide.sample() == 1 && wide.sampleClients() >= narrow.sampleClients();
    }

    private static String text(final @Nullable Selector<?> condition)
    {
        return String.valueOf(condition);
    }

    /** Without a condition all fit. */
    private static boolean covers(final List<?> wide, final List<?> narrow)
    {
        return wide.isEmpty() || !narrow.isEmpty() && texts(wide).containsAll(texts(narrow));
    }

    private static Set<String> texts(final List<?> conditions)
    {
        return conditions.stream().map(Object::toString).collect(Collectors.toCollection(HashSet::new));
    }
}

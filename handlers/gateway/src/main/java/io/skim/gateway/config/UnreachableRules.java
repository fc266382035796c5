package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Match;
import io.skim.gateway.config.GatewayConfig.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds rules for RocketMQ's requests that no request reaches, because all that fit them fit a rule before them, which ends the list.
 * Conditions are compared part by part, and those in SQL92 by their texts: it finds what is plain, and no others.
 */
final class UnreachableRules
{
    private final Map<String, Cluster> clusters;
    /** Those that end the list. */
    private final List<Conditions> before = new ArrayList<>();

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
        final Conditions conditions = Conditions.of(rule);
        // Others may be for AMQP, whose frames a rule before them may not be for.
        if (match.codes() != null || match.sql() != null)
        {
            for (final Conditions each : before)
            {
                if (each.cover(conditions))
                {
                    return each.rule();
                }
            }
        }
        if (!rule.goesOn() && match.jms() == null && !match.isEverything() && !AmqpRuleCheck.isRoute(rule, clusters))
        {
            before.add(conditions);
        }
        return null;
    }

    /** A rule and the texts of its conditions, which are made once and not for every rule after it. */
    private record Conditions(Rule rule, String sql, List<Set<String>> texts)
    {
        static Conditions of(final Rule rule)
        {
            final Match match = rule.match();
            return new Conditions(rule, String.valueOf(match.sql()), Stream.of(match.clients(), match.tlsNames(),
                match.certificateNames(), match.clientIds(), match.listeners()).map(Conditions::texts).toList());
        }

        private static Set<String> texts(final List<?> conditions)
        {
            return conditions.stream().map(Object::toString).collect(Collectors.toSet());
        }

        boolean cover(final Conditions others)
        {
            final Match wide = rule.match();
            final Match narrow = others.rule.match();
            return (wide.sql() == null || sql.equals(others.sql))
                && (wide.codes() == null || narrow.codes() != null && wide.codes().containsAll(narrow.codes()))
                && textsCover(others) && wide.sample() == 1 && wide.sampleClients() >= narrow.sampleClients();
        }

        /** Without a condition all fit. */
        private boolean textsCover(final Conditions others)
        {
            for (int i = 0; i < texts.size(); i++)
            {
                final Set<String> wide = texts.get(i);
                final Set<String> narrow = others.texts.get(i);
                if (!wide.isEmpty() && (narrow.isEmpty() || !wide.containsAll(narrow)))
                {
                    return false;
                }
            }
            return true;
        }
    }
}

package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Match;
import io.skim.gateway.config.GatewayConfig.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds rules for RocketMQ's requests that no request reaches, because all that fit them fit a rule before them, which ends the list.
 * Conditions are compared part by part, and those in SQL92 by their texts: it finds what is plain, and no others.
 * <p>
 * A rule can only take all of a later one if the later one has one of its client ids, say, too. So each rule is filed under the words of
 * one of its conditions, and a later rule is compared with those alone that are filed under a word of its own: the time grows with the
 * number of rules, unless many of them have the same words in all conditions.
 */
final class UnreachableRules
{
    private final Map<String, Cluster> clusters;
    /** Those that end the list, by the words of one condition, in the order of the file. */
    private final Map<Word, List<Conditions>> filed = new HashMap<>();
    /** Those that take a part of all clients, whoever they are; each takes more than the one before. */
    private final List<Conditions> wordless = new ArrayList<>();
    private int number;
    private long steps;

    /** A word of a condition, such as a client id. */
    private record Word(int condition, Object text)
    {
    }

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
        final Conditions conditions = Conditions.of(rule, number++);
        // Others may be for AMQP, whose frames a rule before them may not be for.
        final Conditions wider = match.codes() != null || match.sql() != null ? firstCovering(conditions) : null;
        // What a rule with a wider one before it takes, that one takes, too.
        if (wider == null && match.sample() == 1 && !rule.goesOn() && match.jms() == null && !match.isEverything()
            && !AmqpRuleCheck.isRoute(rule, clusters))
        {
            file(conditions);
        }
        return wider == null ? null : wider.rule;
    }

    /** How many words were looked up and rules compared. */
    long steps()
    {
        return steps;
    }

    /** Under all words of one condition: the one whose words have the fewest rules so far. */
    private void file(final Conditions conditions)
    {
        List<Word> fewest = null;
        int most = Integer.MAX_VALUE;
        for (final List<Word> words : conditions.words)
        {
            int longest = 0;
            for (final Word word : words)
            {
                steps++;
                longest = Math.max(longest, filed(word).size());
            }
            if (!words.isEmpty() && longest < most)
            {
                fewest = words;
                most = longest;
            }
        }
        if (fewest != null)
        {
            fewest.forEach(word -> filed.computeIfAbsent(word, any -> new ArrayList<>()).add(conditions));
        }
        else if (wordless.isEmpty() || wordless.get(wordless.size() - 1).part() < conditions.part())
        {
            wordless.add(conditions);
        }
    }

    private List<Conditions> filed(final Word word)
    {
        return filed.getOrDefault(word, List.of());
    }

    private @Nullable Conditions firstCovering(final Conditions narrow)
    {
        Conditions first = firstCovering(wordless, narrow, null);
        for (final Word word : narrow.needed)
        {
            steps++;
            first = firstCovering(filed(word), narrow, first);
        }
        return first;
    }

    private @Nullable Conditions firstCovering(final List<Conditions> some, final Conditions narrow,
        final @Nullable Conditions before)
    {
        for (final Conditions wide : some)
        {
            if (before != null && before.number < wide.number)
            {
                return before;
            }
            steps++;
            if (wide.cover(narrow))
            {
                return wide;
            }
        }
        return before;
    }

    /** A rule and the texts of its conditions, which are made once and not for every rule after it. */
    private static final class Conditions
    {
        private static final int SQL = -1;
        private static final int CODES = -2;

        final Rule rule;
        final int number;
        /** Of each condition that it has, those under one of which a rule that it covers can be looked for. */
        final List<List<Word>> words = new ArrayList<>();
        /** Those under which each rule that covers it is filed. */
        final List<Word> needed = new ArrayList<>();
        private final String sql;
        private final List<Set<String>> texts;

        private Conditions(final Rule rule, final int number, final String sql, final List<Set<String>> texts)
        {
            this.rule = rule;
            this.number = number;
            this.sql = sql;
            this.texts = texts;
        }

        static Conditions of(final Rule rule, final int number)
        {
            final Match match = rule.match();
            final Conditions made = new Conditions(rule, number, String.valueOf(match.sql()),
                Stream.of(match.clients(), match.tlsNames(), match.certificateNames(), match.clientIds(),
                    match.listeners()).map(Conditions::texts).toList());
            made.addWords();
            return made;
        }

        private static Set<String> texts(final List<?> conditions)
        {
            return conditions.stream().map(Object::toString).collect(Collectors.toSet());
        }

        private void addWords()
        {
            for (int i = 0; i < texts.size(); i++)
            {
                final int condition = i;
                final List<Word> all = texts.get(i).stream().map(text -> new Word(condition, text)).toList();
                words.add(all);
                // A wider rule has all of them, so one is enough.
                all.stream().findFirst().ifPresent(needed::add);
            }
            if (rule.match().sql() != null)
            {
                words.add(List.of(new Word(SQL, sql)));
                needed.add(new Word(SQL, sql));
            }
            final CodeSet codes = rule.match().codes();
            if (codes != null)
            {
                words.add(codes.parts().map(part -> new Word(CODES, part)).toList());
                codes.partsOfWider().map(part -> new Word(CODES, part)).forEach(needed::add);
            }
        }

        /** Of all clients. */
        double part()
        {
            return rule.match().sampleClients();
        }

        boolean cover(final Conditions others)
        {
            final Match wide = rule.match();
            final Match narrow = others.rule.match();
            return (wide.sql() == null || sql.equals(others.sql))
                && (wide.codes() == null || narrow.codes() != null && wide.codes().containsAll(narrow.codes()))
                && textsCover(others) && wide.sampleClients() >= narrow.sampleClients();
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

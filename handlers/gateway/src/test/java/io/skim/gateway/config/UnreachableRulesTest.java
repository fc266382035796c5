package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.GatewayConfig.Denial;
import io.skim.gateway.config.GatewayConfig.Match;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.gateway.config.GatewayConfig.Subject;
import io.skim.handlers.select.Selector;
import io.skim.scan.remoting.RemotingInterest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnreachableRulesTest
{
    private static final List<Selector<RemotingInterest>> SQL =
        List.of(Selector.sql("a = '1'"), Selector.sql("a = '2'"),
            Selector.sql("b > 3"));
    private static final List<String> CODES = List.of("310", "11", "send", "client", "query", "PULL_MESSAGE", "all",
        "management", "4711");
    private static final int RULES = 60;

    private final Random random = new Random(20_261_129);

    /** The conditions of a rule, in the order of the file's keys. */
    private static Match match(final @Nullable Selector<RemotingInterest> sql, final @Nullable CodeSet codes,
        final List<String> clients, final List<String> tlsNames, final List<String> certificateNames,
        final List<String> clientIds, final List<String> listeners, final double sample, final double sampleClients)
    {
        return new Match(sql, null, codes, clients.stream().map(AddressRange::parse).toList(), patterns(tlsNames),
            patterns(certificateNames), patterns(clientIds), listeners, sample, sampleClients);
    }

    private static List<NamePattern> patterns(final List<String> texts)
    {
        return texts.stream().map(NamePattern::of).toList();
    }

    private static Rule rule(final int number, final Match match, final boolean goesOn)
    {
        return new Rule("rule " + number, number, match, null, List.of(), null, new Denial(16, "no"), null, null,
            Duration.ZERO, false, goesOn, CodeSet.NONE, null, Subject.REQUESTS, ResponseRule.NONE);
    }

    /** As the class says: all that fit the second fit the first. */
    private static boolean covers(final Match wide, final Match narrow)
    {
        return (wide.sql() == null || wide.sql().toString().equals(String.valueOf(narrow.sql())))
            && (wide.codes() == null || narrow.codes() != null && wide.codes().containsAll(narrow.codes()))
            && covers(wide.clients(), narrow.clients()) && covers(wide.tlsNames(), narrow.tlsNames())
            && covers(wide.certificateNames(), narrow.certificateNames())
            && covers(wide.clientIds(), narrow.clientIds()) && covers(wide.listeners(), narrow.listeners())
            && wide.sample() == 1 && wide.sampleClients() >= narrow.sampleClients();
    }

    private static boolean covers(final List<?> wide, final List<?> narrow)
    {
        return wide.isEmpty() || !narrow.isEmpty() && texts(wide).containsAll(texts(narrow));
    }

    private static List<String> texts(final List<?> values)
    {
        return values.stream().map(Object::toString).toList();
    }

    /** Each rule is compared with all before it. */
    private static @Nullable Rule plainly(final List<Rule> before, final Rule rule)
    {
        final Match narrow = rule.match();
        return narrow.codes() == null && narrow.sql() == null ? null
            : before.stream().filter(wide -> !wide.goesOn() && !wide.match().isEverything() && covers(wide.match(),
                narrow)).findFirst().orElse(null);
    }

    private List<String> some(final int most, final String prefix, final String suffix)
    {
        return random.nextInt(3) > 0 ? List.of()
            : random.ints(1 + random.nextInt(most), 1, most + 1).mapToObj(i -> prefix + i + suffix).distinct().toList();
    }

    private Match any()
    {
        final List<String> codes = random.ints(1 + random.nextInt(3), 0, CODES.size()).mapToObj(CODES::get).distinct()
            .toList();
        return match(random.nextInt(3) > 0 ? null : SQL.get(random.nextInt(SQL.size())),
            random.nextInt(3) == 0 ? null : CodeSet.of(codes), some(3, "10.0.", ".0/24"), some(2, "n", ".example"),
            some(2, "dns:", "*"), some(3, "*@", ""), some(2, "l", ""), random.nextInt(5) > 0 ? 1 : 0.5,
            random.nextInt(4) > 0 ? 1 : (1 + random.nextInt(3)) / 4.0);
    }

    @Test
    void findsWhatThePlainDefinitionFinds()
    {
        int found = 0;
        for (int file = 0; file < 300; file++)
        {
            final UnreachableRules unreachable = new UnreachableRules(Map.of());
            final List<Rule> before = new ArrayList<>();
            for (int number = 1; number <= RULES; number++)
            {
                final Rule rule = rule(number, any(), random.nextInt(4) == 0);
                final Rule expected = plainly(before, rule);
                final Rule wider = unreachable.next(rule);
                assertEquals(expected, wider, () -> "file of " + before.size() + " rules; " + RuleText.of(rule));
                found += wider == null ? 0 : 1;
                before.add(rule);
            }
        }
        assertTrue(found > 1_000 && found < 300 * RULES / 2, "found " + found);
    }

    private static long steps(final int rules, final IntFunction<Match> matches)
    {
        final UnreachableRules unreachable = new UnreachableRules(Map.of());
        IntStream.range(0, rules).forEach(i -> assertEquals(null, unreachable.next(rule(i, matches.apply(i), false))));
        return unreachable.steps();
    }

    /** Rules that differ in one condition, whatever they have in common. */
    @ParameterizedTest
    @ValueSource(strings = {"clientIds", "clients", "tlsNames", "certificateNames", "sql", "codes"})
    void theWorkGrowsWithTheNumberOfRules(final String condition)
    {
        final IntFunction<Match> matches = i -> match(
            Selector.sql("sql".equals(condition) ? "a = '" + i + "'" : "a = '1'"),
            CodeSet.of(List.of("codes".equals(condition) ? String.valueOf(100_000 + i) : "send")),
            List.of("clients".equals(condition) ? "10." + i / 256 + '.' + i % 256 + ".0/24" : "10.9.0.0/16"),
            List.of("tlsNames".equals(condition) ? "n" + i : "n"),
            List.of("certificateNames".equals(condition) ? "dns:" + i : "dns:n"),
            List.of("clientIds".equals(condition) ? "c" + i : "c"), List.of("clients"), 1, 1);
        final long few = steps(500, matches);
        final long many = steps(4_000, matches);
        assertTrue(many <= 10 * few, () -> few + " steps for 500 rules, " + many + " for 4,000");
        assertTrue(few < 500 * 40, () -> few + " steps for 500 rules");
        assertEquals(500, new HashSet<>(IntStream.range(0, 500).mapToObj(i -> RuleText.of(rule(1, matches.apply(i),
            false))).toList()).size(), "all are different");
    }
}

package io.skim.gateway.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigFiles;
import io.skim.netty.RemotingExchange;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import io.skim.scan.testing.HeaderRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of rules for responses: each file is loaded, and meets the responses that stand below it. */
class ResponseRulesGuideTest
{
    private static final List<String> ABOUT_REQUESTS = List.of("to", "topic", "age", "client", "remark");

    static Stream<String> examples()
    {
        return RulesGuideTest.blocks("responseRules").keySet().stream();
    }

    @Test
    void theExamplesAreThere()
    {
        assertEquals(List.of("remarks", "slow", "codes"), examples().toList());
        assertEquals(examples().toList(), List.copyOf(RulesGuideTest.blocks("responses").keySet()));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleDoesWhatStandsBelowIt(final String name)
    {
        final List<String> lines = RulesGuideTest.blocks("responses").get(name).lines().toList();
        assertTrue(lines.size() > 2, name);
        for (final SerializeType type : SerializeType.values())
        {
            final RuleSet rules = RuleSet.compile(ConfigFiles.with(RulesGuideTest.blocks("responseRules").get(name)),
                null);
            final Responses responses = new Responses(rules);
            lines.forEach(line -> assertResponse(type, rules, responses, line));
        }
    }

    private static void assertResponse(final SerializeType type, final RuleSet rules, final Responses responses,
        final String line)
    {
        final String[] sides = line.split("\\s+-> ");
        final String[] words = sides[0].split(" ");
        final Map<String, String> given = new LinkedHashMap<>();
        final List<String> fields = new ArrayList<>();
        for (int i = 1; i < words.length; i++)
        {
            final String[] pair = words[i].split("=");
            given.put(pair[0], pair[1]);
            if (!ABOUT_REQUESTS.contains(pair[0]))
            {
                fields.addAll(List.of(pair));
            }
        }
        final int request = given.get("to").equals("unknown") ? RemotingExchange.UNKNOWN
            : RequestCode.valueOf(given.get("to")).code();
        responses.to(request, request == RemotingExchange.UNKNOWN ? -1 : age(given.getOrDefault("age", "0ms")),
            given.getOrDefault("topic", ""));
        final Decision decision = responses.decide(Responses.response(type, ResponseCode.valueOf(words[0]).code(),
            given.get("remark"), fields.toArray(String[]::new)),
            Requests.facts(rules.config(), "clients", given
                .getOrDefault("client", "127.0.0.1"), null));
        assertEquals(sides[1], told(decision, responses), line + " in " + type);
    }

    private static long age(final String millis)
    {
        return Duration.ofMillis(Long.parseLong(millis.replace("ms", ""))).toNanos();
    }

    private static String told(final Decision decision, final Responses responses)
    {
        final String said = switch (decision.verdict())
        {
            case DROP -> "drop";
            case DENY -> "replace " + ResponseCode.of(decision.denial().code()) + " " + decision.denial().remark();
            case FORWARD -> passed(decision, responses);
        };
        final boolean logs = IntStream.range(0, decision.hits()).anyMatch(hit -> decision.hit(hit).response().logs());
        return said + (logs ? ", log" : "") + (decision.hits() > 0 && said.equals("unchanged") ? ", hit" : "");
    }

    /** All that is different from the response that was given. */
    private static String passed(final Decision decision, final Responses responses)
    {
        final HeaderRecord before = responses.original();
        final HeaderRecord after = responses.edited(decision);
        final Map<String, String> fields = values(before);
        final Map<String, String> changes = new TreeMap<>(values(after));
        fields.forEach((name, value) -> {
            if (!changes.remove(name, value))
            {
                changes.putIfAbsent(name, "-");
            }
        });
        if (decision.delayNanos() > 0)
        {
            assertTrue(changes.isEmpty());
            return "delay " + decision.delayNanos() / 1_000_000 + "ms";
        }
        return changes.isEmpty() ? "unchanged" : String.join(" ", changes.entrySet().stream().map(each -> each.getKey()
            + "=" + each.getValue()).toList());
    }

    private static Map<String, String> values(final HeaderRecord header)
    {
        final Map<String, String> values = new HashMap<>();
        if (header.extFields != null)
        {
            values.putAll(header.extFields);
        }
        values.put("remark", String.valueOf(header.remark));
        values.put("code", String.valueOf(header.code));
        return values;
    }
}

package io.skim.gateway.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigException;
import io.skim.gateway.config.ConfigFiles;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.RequestKind;
import io.skim.handlers.route.ResourceKind;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.HeaderRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of the chapter: each file is loaded, and meets the requests that stand below it. */
class RulesGuideTest
{
    private static final Pattern BLOCK =
        Pattern.compile("(?m)^<!-- (\\w+): ([\\w-]+) -->\n```\\w+\n((?:(?!```).*\n)*)```$");

    private static String guide()
    {
        try
        {
            return Files.readString(Captures.root().resolve("docs/gateway-rules.md"));
        }
        catch (final IOException e)
        {
            throw new AssertionError(e);
        }
    }

    /** The blocks of a kind, by their names. */
    static Map<String, String> blocks(final String kind)
    {
        final Map<String, String> blocks = new LinkedHashMap<>();
        final Matcher matcher = BLOCK.matcher(guide());
        while (matcher.find())
        {
            if (matcher.group(1).equals(kind))
            {
                blocks.put(matcher.group(2), matcher.group(3));
            }
        }
        return blocks;
    }

    static Stream<String> examples()
    {
        return blocks("rules").keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleDoesWhatStandsBelowIt(final String name)
    {
        for (final SerializeType type : SerializeType.values())
        {
            final RuleSet rules = RuleSet.compile(ConfigFiles.with(blocks("rules").get(name)), null);
            final Requests requests = new Requests(rules);
            final String listed = blocks("requests").get(name);
            if (name.equals("amqp"))
            {
                continue;
            }
            assertNotNull(listed, name + " has requests");
            listed.lines().forEach(line -> assertRequest(type, rules, requests, line));
        }
    }

    private static void assertRequest(final SerializeType type, final RuleSet rules, final Requests requests,
        final String line)
    {
        final String[] sides = line.split("\\s+-> ");
        final Map<String, String> given = new LinkedHashMap<>();
        final String[] words = sides[0].split(" ");
        for (int i = 1; i < words.length; i++)
        {
            given.put(words[i].substring(0, words[i].indexOf('=')), words[i].substring(words[i].indexOf('=') + 1));
        }
        final ConnectionFacts facts =
            Requests.facts(rules.config(), "clients", given.getOrDefault("client", "127.0.0.1"), given.get(
                "tls"));
        facts.clientId(given.get("id"));
        final long now = Duration.parse("PT" + given.getOrDefault("at", "0s")).toNanos();
        final Decision decision = requests.decide(request(type, words[0], given), facts, now);
        assertEquals(sides[1], told(decision, requests, sides[1]), line + " in " + type);
    }

    private static byte[] request(final SerializeType type, final String name, final Map<String, String> given)
    {
        final int code = name.matches("[0-9]+") ? Integer.parseInt(name) : RequestCode.valueOf(name).code();
        final List<String> properties = new ArrayList<>();
        final List<String> fields = new ArrayList<>();
        given.forEach((key, value) -> {
            if (key.startsWith("p."))
            {
                properties.addAll(List.of(key.substring(2), value));
            }
            else if (!List.of("client", "tls", "id", "at").contains(key))
            {
                fields.addAll(List.of(key, value));
            }
        });
        return RequestCode.isSend(code)
            ? Requests.send(type, code, given.get("topic"), properties.toArray(String[]::new)) : Requests
                .request(type, code, fields.toArray(String[]::new));
    }

    /** What is said about a decision: the values that the guide names, and all that it does not. */
    private static String told(final Decision decision, final Requests requests, final String expected)
    {
        if (decision.verdict() == Decision.Verdict.DROP)
        {
            return "drop";
        }
        if (decision.verdict() == Decision.Verdict.DENY)
        {
            return "deny " + ResponseCode.of(decision.denial().code()) + " " + decision.denial().remark();
        }
        final StringBuilder told = new StringBuilder(decision.target().name());
        told.append(decision.mirror() == null ? "" : " mirror " + decision.mirror().name());
        told.append(decision.names() == null ? "" : " map acme");
        told.append(decision.delayNanos() == 0 ? "" : " delay " + decision.delayNanos() / 1_000_000 + "ms");
        told.append(decision.lane() == null ? "" : " lane " + decision.lane().name());
        final HeaderRecord edited = requests.edited(decision);
        final Matcher value = Pattern.compile(" (\\w+)=\\S+").matcher(expected);
        while (value.find())
        {
            final String name = value.group(1);
            final String property = edited.properties == null ? null : edited.properties.get(name);
            final String field =
                edited.extFields == null ? null : edited.extFields.get(name.equals("topic") && !edited.extFields
                    .containsKey(name) ? "b" : name);
            final String shown = property != null ? property : field != null ? field : "-";
            told.append(" ").append(name).append("=").append(shown.replaceFirst(
                "^00-[0-9a-f]{32}-[0-9a-f]{16}-0([01])$", "00-<32>-<16>-0$1").replaceFirst("^[0-9]{13}$", "<13>"));
        }
        if (decision.rewriter() != null && !expected.contains("="))
        {
            told.append(" with edits");
        }
        return told.toString();
    }

    @Test
    void theExamplesAreThere()
    {
        assertEquals(
            List.of("first", "conditions", "sample", "route", "edits", "values", "map", "tenants", "trace", "deny",
                "mirror",
                "limit",
                "faults",
                "allow",
                "management", "lanes", "amqp"),
            examples().toList());
        assertEquals(blocks("requests").size() + 1, blocks("rules").size());
        blocks("file").values().forEach(ConfigFiles::good);
        assertEquals(6, blocks("file").size());
        assertEquals(new GatewayConfig.Share(1, 1_000, Duration.ofSeconds(30), 64 << 20),
            ConfigFiles.good(blocks("file").get("share")).clusters().get("main").share());
    }

    @Test
    void namesAreMappedAsTheTableSays()
    {
        final GatewayConfig config = ConfigFiles.with(blocks("rules").get("map"));
        final Matcher row = Pattern.compile("(?m)^\\| `(\\S+)` \\| `(\\S+)` \\|$").matcher(guide());
        int rows = 0;
        while (row.find())
        {
            assertEquals(row.group(2), config.names().get("acme").toBroker(ResourceKind.TOPIC, row.group(1)));
            assertEquals(row.group(1), config.names().get("acme").toClient(ResourceKind.TOPIC, row.group(2)));
            rows++;
        }
        assertEquals(3, rows);
    }

    @Test
    void theSubscriptionOfALaneIsTheOneThatIsShown()
    {
        final GatewayConfig config = ConfigFiles.with(blocks("rules").get("lanes"));
        final String shown = LaneSubscription.ofLane(config.lanes().get(0), "orders", "TAG", "TagA || TagB");
        assertTrue(guide().replaceAll("\\s+", " ").contains("`" + shown + "`"), shown);
    }

    @Test
    void theProblemsAreThoseThatAreShown()
    {
        try
        {
            GatewayConfig.parse("gateway.yaml", blocks("problems").get("check"), Path.of(""), name -> null);
        }
        catch (final ConfigException e)
        {
            final String[] shown = blocks("messages").get("check").split("\n");
            final String[] told = e.getMessage().split("\n");
            assertEquals(shown.length, told.length, e.getMessage());
            for (int i = 0; i < shown.length; i++)
            {
                final String beginning = shown[i].replaceFirst("\\.\\.\\.$", "");
                assertTrue(told[i].equals(shown[i]) || !beginning.equals(shown[i]) && told[i].startsWith(beginning),
                    told[i]);
            }
            return;
        }
        throw new AssertionError("refused");
    }

    /** The kinds of codes in the table are those of the names beside them. */
    @Test
    void theExamplesOfKindsAreOfThatKind()
    {
        final Matcher row = Pattern.compile("(?m)^\\| `(\\w+)` \\| [^|]* \\| ([^|]*) \\|$").matcher(guide());
        int names = 0;
        while (row.find())
        {
            final Matcher name = Pattern.compile("`([A-Z_]+)`").matcher(row.group(2));
            while (name.find())
            {
                assertEquals(row.group(1), RequestKind.of(RequestCode.valueOf(name.group(1)).code()).word());
                names++;
            }
        }
        assertEquals(9, names);
    }
}

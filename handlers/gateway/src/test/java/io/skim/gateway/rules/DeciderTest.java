package io.skim.gateway.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBufUtil;
import io.skim.gateway.config.ConfigFiles;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Denial;
import io.skim.gateway.config.RequestKind;
import io.skim.gateway.rules.Decision.Cause;
import io.skim.gateway.rules.Decision.Verdict;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Settings;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What rules make of requests, in both encodings of headers. */
class DeciderTest
{
    private static final int SEND = 310;

    private static RuleSet rules(final String rules)
    {
        return RuleSet.compile(ConfigFiles.with(rules), null);
    }

    private static ConnectionFacts facts(final RuleSet rules, final String address)
    {
        return Requests.facts(rules.config(), "clients", address, null);
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void theFirstRuleThatFitsRoutes(final SerializeType type)
    {
        final RuleSet rules = rules("""
            rules:
              - {match: {sql: "$topic = 'audit'"}, route: other}
              - {match: {sql: "$topic IN ('audit', 'x')"}, deny: {}}
            """);
        final Requests requests = new Requests(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        assertEquals("other", requests.decide(Requests.send(type, SEND, "audit"), facts).target().name());
        assertEquals("main", requests.decide(Requests.send(type, SEND, "orders"), facts).target().name());
        assertEquals("other", requests.decide(Requests.request(type, 105, "topic", "audit"), facts).target().name(),
            "the query for the route goes to the same cluster");
        final Decision denied = requests.decide(Requests.send(type, 10, "x"), facts);
        assertEquals(Verdict.DENY, denied.verdict());
        assertEquals(Cause.RULE, denied.cause());
        assertEquals(new Denial(16, "refused by the gateway's rule 2"), denied.denial());
        assertEquals(2, rules.hits(0));
        assertEquals(1, rules.hits(1));
        assertEquals("rule 2", denied.hit(0).name());
        assertThrows(IndexOutOfBoundsException.class, () -> denied.hit(1));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void editsOfSeveralRulesAreMadeInOneGo(final SerializeType type)
    {
        final RuleSet rules = rules("""
            rules:
              - match: {codes: send}
                set: {properties: {TRACE: "1"}, fields: {extra: first}}
                continue: true
              - match: {sql: "a = '5'"}
                rename: {properties: {a: b}}
                set: {fields: {extra: second}}
                continue: true
              - {match: {sql: "c IS NOT NULL"}, remove: {properties: c}, add: {properties: {TRACE: "2", d: "7"}}}
            """);
        final Requests requests = new Requests(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        final HeaderRecord all =
            requests.edited(requests.decide(Requests.send(type, SEND, "t", "a", "5", "c", "x"), facts));
        assertEquals("{TRACE=1, b=5, d=7}", all.properties.toString());
        assertEquals("second", all.extFields.get("extra"));
        assertEquals("t", all.extFields.get("b"), "the rest is untouched");
        assertEquals("the body", new String(ByteBufUtil.decodeHexDump(all.body), StandardCharsets.UTF_8));
        final HeaderRecord first = requests.edited(requests.decide(Requests.send(type, SEND, "t", "a", "6"), facts));
        assertEquals("{TRACE=1, a=6}", first.properties.toString());
        assertEquals("first", first.extFields.get("extra"));
        assertNull(requests.decide(Requests.request(type, 34), facts).rewriter(), "nothing to edit");
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void editsOfPropertiesOfABatchAreForItsEntries(final SerializeType type)
    {
        final RuleSet rules = rules("""
            rules:
              - {match: {codes: send}, set: {properties: {TRACE: "1"}, fields: {extra: e}}}
            """);
        final Requests requests = new Requests(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        final Decision batch = requests.decide(Requests.send(type, 320, "t", "a", "5"), facts);
        assertEquals(List.of("{TRACE=1, a=5}", "{TRACE=1}"), requests.editedEntries(batch));
        assertEquals("e", requests.edited(batch).extFields.get("extra"), "the header's own fields are edited");
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void valuesOfTheClientAndTheMomentAreWritten(final SerializeType type)
    {
        final RuleSet rules = rules("""
            rules:
              - match: {codes: [send, PULL_MESSAGE]}
                set: {properties: {from: "${client.address} (${client.id}) at ${time}", by: "$${listener}"}, fields: {tls: "${tls.name}"}}
                add: {properties: {listener: "${listener}", first: "${client.address}"}}
                continue: true
              - {match: {codes: send}, set: {properties: {last: "${client.address}"}}}
            """);
        final Requests requests = new Requests(rules);
        final ConnectionFacts one = Requests.facts(rules.config(), "clients", "10.0.0.1", null);
        final ConnectionFacts other = Requests.facts(rules.config(), "clients", "fd00::1", "mq.example.com");
        final long before = System.currentTimeMillis();
        for (int round = 0; round < 3; round++)
        {
            other.clientId("c\u00e9\"" + round);
            final HeaderRecord first =
                requests.edited(requests.decide(Requests.send(type, SEND, "t", "from", "a lie", "first", "kept"), one));
            assertTrue(first.properties.get("from").matches("10\\.0\\.0\\.1 \\(-\\) at [0-9]{13}"), first.properties
                .get("from"));
            final long time = Long.parseLong(first.properties.get("from").replaceFirst(".* ", ""));
            assertTrue(before <= time && time <= System.currentTimeMillis());
            assertEquals("${listener}", first.properties.get("by"));
            assertEquals("clients", first.properties.get("listener"));
            assertEquals("kept", first.properties.get("first"));
            assertEquals("10.0.0.1", first.properties.get("last"));
            assertEquals("-", first.extFields.get("tls"));
            final HeaderRecord second = requests.edited(requests.decide(Requests.send(type, SEND, "t"), other));
            assertTrue(second.properties.get("from").startsWith("fd00::1 (c\u00e9\"" + round + ") at "),
                second.properties
                    .get("from"));
            assertEquals("mq.example.com", second.extFields.get("tls"));
            assertEquals("fd00::1", second.properties.get("first"));
            assertEquals("mq.example.com", requests.edited(requests.decide(Requests.request(type, 11, "topic", "t"),
                other)).extFields.get("tls"));
            assertTrue(requests.editedEntries(requests.decide(Requests.send(type, 320, "t"), other)).get(1).contains(
                "first=fd00::1, from=fd00::1 (c\u00e9\"" + round + ") at "));
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aPartOfTheRequestsIsTaken(final SerializeType type)
    {
        final RuleSet rules = rules("""
            rules:
              - {match: {codes: send, sample: 0}, drop: true}
              - {match: {codes: send, sample: 0.25}, route: other, continue: true}
              - {match: {codes: send, sample: 1.0}, set: {properties: {all: "1"}}}
            """);
        final Requests requests = new Requests(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        for (int i = 0; i < 4_000; i++)
        {
            assertEquals("1",
                requests.edited(requests.decide(Requests.send(type, SEND, "t"), facts)).properties.get("all"));
        }
        assertEquals(0, rules.hits(0));
        // Six standard deviations.
        assertEquals(1_000, rules.hits(1), 165);
        assertEquals(4_000, rules.hits(2));
    }

    @Test
    void aPartOfTheClientsIsTakenAlwaysTheSame() throws Exception
    {
        final RuleSet rules = rules("""
            lanes:
              - {name: gray, match: {sampleClients: 0.1}}
            rules:
              - {match: {sampleClients: 0}, drop: true}
              - {match: {sampleClients: 0.2}, set: {properties: {fifth: "1"}}, continue: true}
              - {match: {sampleClients: 1.0}, set: {properties: {all: "1"}}}
            """);
        final byte[] send = Requests.send(SerializeType.JSON, SEND, "t");
        final Random random = new Random(Settings.seed());
        int taken = 0;
        int gray = 0;
        for (int i = 0; i < 4_000; i++)
        {
            final byte[] address = new byte[i % 3 == 0 ? 16 : 4];
            random.nextBytes(address);
            // Neighbours, as clients of one network are.
            address[0] = 10;
            address[1] = 0;
            final String text = InetAddress.getByAddress(address).getHostAddress();
            String told = null;
            for (int round = 0; round < 3; round++)
            {
                final Requests requests = new Requests(rules);
                final Decision decision = requests.decide(send, facts(rules, text));
                final String now = decision.lane() + " " + requests.edited(decision).properties;
                assertEquals(told == null ? now : told, now);
                told = now;
            }
            gray += told.startsWith("null") ? 0 : 1;
            taken += told.contains("fifth=1") ? 1 : 0;
            assertTrue(told.contains("all=1") && (told.startsWith("null") || told.contains("fifth=1")), told);
            // One client of IPv6 has all addresses of a /64.
            address[address.length - 1] ^= 1;
            if (address.length == 16)
            {
                final Requests requests = new Requests(rules);
                final Decision decision =
                    requests.decide(send, facts(rules, InetAddress.getByAddress(address).getHostAddress()));
                assertEquals(told, decision.lane() + " " + requests.edited(decision).properties);
            }
        }
        assertEquals(400, gray, 120);
        assertEquals(800, taken, 160);
        assertEquals(0, rules.hits(0));
    }

    @Test
    void anIdThatNobodyCouldReadIsNone()
    {
        final RuleSet rules = rules("rules: [{set: {properties: {id: '${client.id}'}}}]\n");
        final Requests requests = new Requests(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        for (final String id : List.of("a\1b", "a\2x\1y", "", "a\nb", "\u0085"))
        {
            facts.clientId(id);
            assertEquals("{id=-}", requests.edited(requests.decide(Requests.send(SerializeType.JSON, SEND, "t"),
                facts)).properties.toString());
        }
        facts.clientId("good");
        assertEquals("{id=good}",
            requests.edited(requests.decide(Requests.send(SerializeType.JSON, SEND, "t"), facts)).properties
                .toString());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void tracesAreBegunForMessagesThatHaveNone(final SerializeType type)
    {
        final RuleSet rules = rules("rules: [{match: {codes: send}, trace: {sample: 0.5}}]\n");
        final Requests requests = new Requests(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        final Pattern form = Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])");
        final Set<String> ids = new HashSet<>();
        int sampled = 0;
        for (int i = 0; i < 1_000; i++)
        {
            final Decision decision = requests.decide(Requests.send(type, SEND, "t", "a", "5"), facts);
            final Map<String, String> properties = requests.edited(decision).properties;
            final Matcher matcher = form.matcher(properties.get("traceparent"));
            assertTrue(matcher.matches(), properties.get("traceparent"));
            ids.add(matcher.group(1));
            ids.add(matcher.group(2));
            sampled += Integer.parseInt(matcher.group(3));
            assertEquals("5", properties.get("a"));
        }
        assertEquals(2_000, ids.size(), "each trace and each parent has an id of its own");
        assertTrue(sampled > 350 && sampled < 650, sampled + " of 1,000");
        final String own = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        final Decision traced = requests.decide(Requests.send(type, SEND, "t", "traceparent", own), facts);
        assertEquals("{traceparent=" + own + "}", requests.edited(traced).properties.toString());
        assertFalse(traced.rewriter().patch().isChanged());
        final List<String> entries =
            requests.editedEntries(requests.decide(Requests.send(type, 320, "t", "traceparent", own), facts));
        assertEquals("{traceparent=" + own + "}", entries.get(0));
        assertTrue(entries.get(1).matches("\\{traceparent=" + form + "}"), entries.get(1));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void everyCodeOfManagementIsDeniedUnlessTheFileAllowsIt(final SerializeType type)
    {
        final RuleSet closed = rules("");
        final RuleSet open = rules("management: {allow: all}\n");
        final RuleSet reading = rules("management: {allow: [query, 25], remark: no}\n");
        final int most = type == SerializeType.JSON ? Integer.MAX_VALUE : Short.MAX_VALUE;
        for (final RequestCode code : RequestCode.values())
        {
            if (code.code() <= most)
            {
                final byte[] request = Requests.request(type, code.code(), "topic", "t");
                final RequestKind kind = RequestKind.of(code.code());
                assertVerdict(kind == RequestKind.CLIENT, closed, request, code);
                assertVerdict(true, open, request, code);
                assertVerdict(kind == RequestKind.CLIENT || kind == RequestKind.QUERY || code.code() == 25, reading,
                    request, code);
            }
        }
    }

    private static void assertVerdict(final boolean passes, final RuleSet rules, final byte[] request,
        final RequestCode code)
    {
        final Decision decision = new Requests(rules).decide(request, facts(rules, "10.0.0.1"));
        assertEquals(passes ? Verdict.FORWARD : Verdict.DENY, decision.verdict(), code.name());
        assertEquals(passes ? null : Cause.MANAGEMENT, decision.cause());
        assertEquals(passes ? null : rules.config().management().deny(), decision.denial());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aCodeThatNobodyKnowsIsAnsweredAsByABroker(final SerializeType type)
    {
        final RuleSet rules = rules("");
        final Decision decision = new Requests(rules).decide(Requests.request(type, 3442), facts(rules, "10.0.0.1"));
        assertEquals(Verdict.DENY, decision.verdict());
        assertEquals(3, decision.denial().code());
        final RuleSet open = rules("management: {allow: unknown}\n");
        assertEquals(Verdict.FORWARD,
            new Requests(open).decide(Requests.request(type, 3442), facts(open, "10.0.0.1")).verdict());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aRuleCanAllowManagementForSomeClients(final SerializeType type)
    {
        final RuleSet rules = rules("""
            rules:
              - {match: {clients: 10.0.0.7}, allow: [change], continue: true}
              - {match: {codes: DELETE_TOPIC_IN_BROKER}, deny: {code: 1, remark: never}}
            """);
        final Requests requests = new Requests(rules);
        final byte[] update = Requests.request(type, 25);
        assertEquals(Verdict.FORWARD, requests.decide(update, facts(rules, "10.0.0.7")).verdict());
        assertEquals(Verdict.DENY, requests.decide(update, facts(rules, "10.0.0.8")).verdict());
        assertEquals(Verdict.DENY, requests.decide(Requests.request(type, 26), facts(rules, "10.0.0.7")).verdict(),
            "a query was not allowed");
        assertEquals(new Denial(1, "never"),
            requests.decide(Requests.request(type, 215), facts(rules, "10.0.0.7")).denial());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void responsesPassWithoutRules(final SerializeType type)
    {
        final RuleSet rules = rules("rules:\n  - {deny: {}}\n");
        final RemotingCommand response = RemotingCommand.createResponseCommand(25, "remark");
        response.markResponseType();
        final Decision decision = new Requests(rules).decide(Requests.encode(response, type), facts(rules, "10.0.0.1"));
        assertEquals(Verdict.FORWARD, decision.verdict());
        assertTrue(decision.isResponse());
        assertEquals("main", decision.target().name());
        assertEquals(0, rules.hits(0));
    }

    @Test
    void conditionsOnTheConnectionAreThoseOfTheConnection()
    {
        final RuleSet rules = rules("""
            rules:
              - {match: {clients: [10.1.0.0/16, "::1"]}, set: {fields: {a: "1"}}, continue: true}
              - {match: {tlsNames: "*.example.com"}, set: {fields: {b: "1"}}, continue: true}
              - {match: {clientIds: "*@gray"}, set: {fields: {c: "1"}}, continue: true}
              - {match: {listeners: messages}, drop: true}
            """);
        final Requests requests = new Requests(rules);
        final byte[] request = Requests.request(SerializeType.JSON, 34);
        final ConnectionFacts facts = Requests.facts(rules.config(), "clients", "10.1.2.3", "MQ.example.com");
        assertEquals("{a=1, b=1}", requests.edited(requests.decide(request, facts)).extFields.toString());
        facts.clientId("10.1.2.3@gray");
        assertEquals("{a=1, b=1, c=1}", requests.edited(requests.decide(request, facts)).extFields.toString());
        facts.clientId("10.1.2.3@base");
        assertEquals("{a=1, b=1}", requests.edited(requests.decide(request, facts)).extFields.toString());
        assertNull(requests.edited(requests.decide(request, facts(rules, "10.2.0.1"))).extFields);
        assertEquals("{a=1}", requests.edited(requests.decide(request, facts(rules, "::1"))).extFields.toString());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void ofSeveralRulesTheLastOneThatSaysItCounts(final SerializeType type)
    {
        final RuleSet rules = rules("""
            names: {x: {prefix: x_}, y: {prefix: y_}}
            rules:
              - {match: {codes: 310}, route: other, map: x, delay: 5ms, mirror: other, continue: true}
              - {match: {codes: [310, 10]}, map: y, delay: 7ms, continue: true}
              - {match: {codes: 10}, drop: true}
            """);
        final Requests requests = new Requests(rules);
        final Decision decision = requests.decide(Requests.send(type, SEND, "t"), facts(rules, "10.0.0.1"));
        assertEquals("other", decision.target().name());
        assertEquals("other", decision.mirror().name());
        assertSame(rules.config().names().get("y"), decision.names());
        assertEquals(7_000_000, decision.delayNanos());
        assertEquals(2, decision.hits());
        assertEquals(Verdict.DROP, requests.decide(Requests.send(type, 10, "t"), facts(rules, "10.0.0.1")).verdict());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void limitsCountByTopicGroupAndClient(final SerializeType type)
    {
        final RuleSet rules = rules("""
            rules:
              - {name: topics, match: {codes: send}, limit: {rate: 1/s, burst: 2, by: topic}, continue: true}
              - {name: groups, match: {codes: PULL_MESSAGE}, limit: {rate: 1/s, burst: 1, by: group, code: 215}, continue: true}
              - {name: clients, match: {codes: QUERY_MESSAGE}, limit: {rate: 1/m, by: client}, continue: true}
              - {name: all, match: {codes: GET_MAX_OFFSET}, limit: {rate: 2}}
            """);
        final Requests requests = new Requests(rules);
        final ConnectionFacts one = facts(rules, "10.0.0.1");
        final ConnectionFacts other = facts(rules, "10.0.0.2");
        final byte[] send = Requests.send(type, SEND, "a");
        assertEquals("FFD", verdicts(requests, 0, one, send, send, send));
        assertEquals("FFD",
            verdicts(requests, 0, other, Requests.send(type, 10, "b"), Requests.send(type, 320, "b"), Requests.send(
                type, SEND, "b")),
            "each topic has its own tokens, whatever the code");
        assertEquals("FD", verdicts(requests, 1_000_000_000, other, send, send), "a token a second");
        final byte[] pull = Requests.request(type, 11, "consumerGroup", "g", "topic", "a");
        assertEquals("FD", verdicts(requests, 0, one, pull, pull));
        assertEquals(new Denial(215, "the gateway's rate limit is reached; try again later"),
            requests.decide(pull, one).denial());
        final byte[] query = Requests.request(type, 12, "topic", "a");
        assertEquals("FD", verdicts(requests, 0, one, query, query));
        assertEquals("FD", verdicts(requests, 0, other, query, query));
        assertEquals("DDF",
            verdicts(requests, 59_999_999_999L, one, query, query) + verdicts(requests, 60_000_000_000L, one, query));
        assertEquals("FDF", verdicts(requests, 0, facts(rules, "2001:db8::1"), query)
            + verdicts(requests, 0, facts(rules, "2001:db8::ffff:1"), query)
            + verdicts(requests, 0, facts(rules, "2001:db8:0:1::1"), query), "a client of IPv6 has a /64");
        final byte[] offset = Requests.request(type, 30, "topic", "a");
        assertEquals("FFD", verdicts(requests, 0, one, offset, offset) + verdicts(requests, 0, other, offset));
        assertEquals(Cause.LIMIT, requests.decide(offset, one).cause());
        assertEquals(3, rules.limited(0));
        assertEquals(2, rules.limited(1));
        assertEquals("FFF",
            verdicts(requests, 0, one, Requests.request(type, 34), Requests.request(type, 34), Requests.request(type,
                34)),
            "no rule, no limit");
    }

    private static String verdicts(final Requests requests, final long now, final ConnectionFacts facts,
        final byte[]... frames)
    {
        final StringBuilder verdicts = new StringBuilder();
        for (final byte[] frame : frames)
        {
            verdicts.append(requests.decide(frame, facts, now).verdict().name().charAt(0));
        }
        return verdicts.toString();
    }

    @Test
    void deniedRequestsTakeNoTokens()
    {
        final RuleSet rules = rules("""
            rules:
              - {match: {}, limit: {rate: 1}, continue: true}
            """);
        final Requests requests = new Requests(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        for (int i = 0; i < 5; i++)
        {
            assertEquals(Cause.MANAGEMENT, requests.decide(Requests.request(SerializeType.JSON, 25), facts).cause());
        }
        assertEquals(Verdict.FORWARD, requests.decide(Requests.request(SerializeType.JSON, 34), facts).verdict());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void sendsOfALaneAreMarked(final SerializeType type)
    {
        final RuleSet rules = rules("""
            lanes:
              - {name: gray, match: {clients: 10.9.0.0/16}}
              - {name: next, match: {sql: "$lane = 'next'"}, by: topic}
            rules:
              - {match: {sql: "a = '1'"}, set: {properties: {b: "2"}}}
            """);
        final Requests requests = new Requests(rules);
        final Decision gray = requests.decide(Requests.send(type, SEND, "t", "a", "1"), facts(rules, "10.9.1.1"));
        assertEquals("gray", gray.lane().name());
        assertEquals("{LANE=gray, a=1, b=2}", requests.edited(gray).properties.toString());
        final Decision batch = requests.decide(Requests.send(type, 320, "t"), facts(rules, "10.9.1.1"));
        assertEquals(List.of("{LANE=gray}", "{LANE=gray}"), requests.editedEntries(batch));
        final Decision heartbeat = requests.decide(Requests.request(type, 34), facts(rules, "10.9.1.1"));
        assertEquals("gray", heartbeat.lane().name());
        assertNull(heartbeat.rewriter());
        final Decision next =
            requests.decide(Requests.request(type, 105, "topic", "t", "lane", "next"), facts(rules, "10.0.0.1"));
        assertEquals("_next", next.lane().suffix());
        assertNull(requests.decide(Requests.send(type, SEND, "t"), facts(rules, "10.0.0.1")).lane());
        assertEquals(3, rules.laneHits(0));
        assertEquals(1, rules.laneHits(1));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aSignedRequestIsSignedAnewIfThePolicySaysSo(final SerializeType type)
    {
        final GatewayConfig config = ConfigFiles.good("""
            listeners: [{name: clients, address: 9876}]
            clusters:
              main: {nameServers: h:9876, account: {accessKey: {env: MQ_ACCESS_KEY}, secretKey: {env: MQ_SECRET_KEY}}}
            policies: {signed: sign}
            rules: [{set: {fields: {extra: e}}}]
            """);
        final Requests requests = new Requests(RuleSet.compile(config, null));
        final ConnectionFacts facts = Requests.facts(config, "clients", "10.0.0.1", null);
        final HeaderRecord signed =
            requests.edited(requests.decide(Requests.request(type, 34, "AccessKey", "theirs", "Signature",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAA="), facts));
        assertEquals("key-8", signed.extFields.get("AccessKey"));
        assertEquals("e", signed.extFields.get("extra"));
        // The values of all fields in the order of their names, and the body.
        assertEquals(hmac("hidden-9", "key-8" + "e" + "the body"), signed.extFields.get("Signature"));
        assertNull(requests.edited(requests.decide(Requests.request(type, 34), facts)).extFields.get("AccessKey"),
            "an unsigned request stays unsigned");
    }

    private static String hmac(final String secret, final String content)
    {
        try
        {
            final Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
            return Base64.getEncoder().encodeToString(mac.doFinal(content.getBytes(
                StandardCharsets.UTF_8)));
        }
        catch (final GeneralSecurityException e)
        {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void manyConditionsDecideAsAFew(final SerializeType type)
    {
        final StringBuilder many = new StringBuilder("rules:\n");
        for (int i = 0; i < 50; i++)
        {
            many.append("  - {match: {sql: \"$topic = 't").append(i % 40).append("' AND a > ").append(i)
                .append("\"}, set: {fields: {r")
                .append(i).append(": x}}, continue: true}\n");
        }
        final RuleSet rules = rules(many.toString());
        final Requests requests = new Requests(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        for (int topic = 0; topic < 42; topic++)
        {
            for (int a = 0; a < 60; a += 7)
            {
                final Decision decision =
                    requests.decide(Requests.send(type, SEND, "t" + topic, "a", String.valueOf(a)), facts);
                int expected = 0;
                for (int i = 0; i < 50; i++)
                {
                    expected += i % 40 == topic && a > i ? 1 : 0;
                }
                assertEquals(expected, decision.hits(), topic + " " + a);
            }
        }
    }

    @Test
    void moreCombinationsThanAreKeptStillEditRightly()
    {
        final StringBuilder many = new StringBuilder("rules:\n");
        for (int i = 0; i < 10; i++)
        {
            many.append("  - {match: {sql: \"r").append(i).append(" = '1'\"}, set: {fields: {f").append(i)
                .append(": x}}, continue: true}\n");
        }
        final RuleSet rules = rules(many.toString());
        final Requests requests = new Requests(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        for (int bits = 0; bits < 1 << 10; bits++)
        {
            final String[] properties = new String[20];
            for (int i = 0; i < 10; i++)
            {
                properties[2 * i] = "r" + i;
                properties[2 * i + 1] = String.valueOf(bits >> i & 1);
            }
            final HeaderRecord edited =
                requests.edited(requests.decide(Requests.send(SerializeType.ROCKETMQ, SEND, "t", properties),
                    facts));
            for (int i = 0; i < 10; i++)
            {
                assertEquals((bits >> i & 1) == 1, edited.extFields.containsKey("f" + i), bits + " " + i);
            }
        }
    }

    @Test
    void aNewSetOfRulesIsTakenBeforeTheNextFrame()
    {
        final RuleSet[] current = {rules("rules:\n  - {name: x, limit: {rate: 1/h, burst: 1}}\n")};
        final Requests requests = new Requests(new Decider(() -> current[0]));
        final ConnectionFacts facts = facts(current[0], "10.0.0.1");
        final byte[] request = Requests.request(SerializeType.JSON, 34);
        assertEquals("FD", verdicts(requests, 0, facts, request, request));
        current[0] = RuleSet.compile(ConfigFiles.with("rules:\n  - {name: y, route: other}\n"), current[0]);
        assertEquals("other", requests.decide(request, facts).target().name());
        assertEquals(1, current[0].hits(0));
    }

    @Test
    void countersAndTokensGoOnAfterAReload()
    {
        final String text = "rules:\n  - {name: x, limit: {rate: 1/h, burst: 1}}\n";
        final RuleSet before = rules(text);
        final byte[] request = Requests.request(SerializeType.JSON, 34);
        assertEquals("FD", verdicts(new Requests(before), 0, facts(before, "10.0.0.1"), request, request));
        final RuleSet same = RuleSet.compile(ConfigFiles.with(text), before);
        assertEquals("D", verdicts(new Requests(same), 0, facts(same, "10.0.0.1"), request),
            "a reload fills no buckets");
        assertEquals(3, same.hits(0));
        assertEquals(2, same.limited(0));
        final RuleSet other = RuleSet.compile(ConfigFiles.with(text.replace("burst: 1", "burst: 2")), before);
        assertEquals("FFD", verdicts(new Requests(other), 0, facts(other, "10.0.0.1"), request, request, request));
    }

    /** Requests of real clients and servers. */
    @Test
    void realRequestsGetADecisionInBothEncodings()
    {
        final RuleSet rules = rules("""
            rules:
              - {match: {codes: send}, set: {properties: {TRACE: "1"}}, continue: true}
              - {match: {sql: "TAGS = 'TagA'"}, route: other}
            """);
        final Requests requests = new Requests(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        int edited = 0;
        for (final byte[] frame : Captures.sample(400, 4_096))
        {
            final Decision decision = requests.decide(frame, facts);
            if (decision.isResponse())
            {
                assertEquals(Verdict.FORWARD, decision.verdict());
            }
            else
            {
                assertEquals(!RequestKind.of(decision.code()).isManagement(), decision.verdict() == Verdict.FORWARD);
            }
            assertNotNull(decision.target());
            if (decision.rewriter() != null && decision.code() != 320 && !hasSignature(frame))
            {
                assertEquals("1", requests.edited(decision).properties.get("TRACE"));
                edited++;
            }
        }
        assertTrue(edited > 3, "sends were among them: " + edited);
        assertFalse(rules.hits(0) == 0);
    }

    private static boolean hasSignature(final byte[] frame)
    {
        return new String(frame, StandardCharsets.ISO_8859_1).contains("Signature");
    }
}

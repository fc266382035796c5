package io.skim.gateway.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigFiles;
import io.skim.gateway.config.GatewayConfig.Denial;
import io.skim.gateway.rules.Decision.Verdict;
import io.skim.netty.RemotingExchange;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.HeaderRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What rules make of responses, in both encodings of headers. */
class ResponseDeciderTest
{
    private static final int SEND = 310;
    private static final long MILLI = 1_000_000;

    private static RuleSet rules(final String rules)
    {
        return RuleSet.compile(ConfigFiles.with("rules:\n" + rules), null);
    }

    private static ConnectionFacts facts(final RuleSet rules, final String address)
    {
        return Requests.facts(rules.config(), "clients", address, null);
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void rulesForRequestsAndResponsesHaveOrdersOfTheirOwn(final SerializeType type)
    {
        final RuleSet rules = rules("""
              - {match: {codes: send}, set: {properties: {TRACE: "1"}}}
              - {for: responses, match: {codes: send}, set: {fields: {a: "1"}}}
              - {for: responses, set: {fields: {b: "1"}}}
              - {drop: true}
            """);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        final Requests requests = new Requests(rules);
        assertEquals("{TRACE=1}", requests.edited(requests.decide(Requests.send(type, SEND, "t"), facts)).properties
            .toString());
        assertEquals(Verdict.DROP, requests.decide(Requests.request(type, 34), facts).verdict());
        final Responses responses = new Responses(rules);
        final byte[] response = Responses.response(type, 0, null, "queueId", "3");
        final HeaderRecord send = responses.edited(responses.to(SEND, 0, "").decide(response, facts));
        assertEquals("1", send.extFields.get("a"));
        assertNull(send.extFields.get("b"));
        assertEquals("3", send.extFields.get("queueId"));
        assertEquals("1", responses.edited(responses.to(34, 0, "").decide(response, facts)).extFields.get("b"));
        assertEquals(1, rules.hits(0));
        assertEquals(1, rules.hits(1));
        assertEquals(1, rules.hits(2));
        assertEquals(1, rules.hits(3));
    }

    @Test
    void aPartOfTheResponsesIsTaken()
    {
        final RuleSet rules = rules("  - {for: responses, match: {sample: 0.25}, count: true}\n");
        final Responses responses = new Responses(rules);
        final byte[] response = Responses.response(SerializeType.JSON, 0, null);
        for (int i = 0; i < 4_000; i++)
        {
            responses.to(SEND, 0, "").decide(response, facts(rules, "10.0.0.1"));
        }
        assertEquals(1_000, rules.hits(0), 165);
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void valuesOfTheClientAreWritten(final SerializeType type)
    {
        final RuleSet rules = rules("  - {for: responses, set: {fields: {seen: '${client.address}'}}}\n");
        final Responses responses = new Responses(rules);
        for (final String client : List.of("10.0.0.1", "192.168.0.100", "::1"))
        {
            assertEquals(client, responses.edited(responses.to(SEND, 0, "").decide(Responses.response(type, 0, null),
                facts(rules, client))).extFields.get("seen"));
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void editsOfSeveralRulesAreMadeInOneGo(final SerializeType type)
    {
        final RuleSet rules = rules("""
              - {for: responses, set: {fields: {remark: changed, code: "2"}}, rename: {fields: {msgId: id}}, continue: true}
              - {for: responses, match: {sql: "$queueId > 2"}, remove: {fields: queueId}, add: {fields: {id: no, x: y}}}
            """);
        final Responses responses = new Responses(rules);
        final Decision decision = responses.to(SEND, 0, "").decide(
            Responses.response(type, 0, "a remark", "queueId", "3", "msgId", "7F"), facts(rules, "10.0.0.1"));
        assertEquals(2, decision.hits());
        assertTrue(decision.isResponse());
        assertEquals(SEND, decision.code());
        final HeaderRecord edited = responses.edited(decision);
        assertEquals("changed", edited.remark);
        assertEquals(2, edited.code);
        assertEquals("7F", edited.extFields.get("id"));
        assertEquals("y", edited.extFields.get("x"));
        assertFalse(edited.extFields.containsKey("queueId"));
        assertFalse(edited.extFields.containsKey("msgId"));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void whatIsAskedAboutTheRequestDoesNotHoldIfItIsNotKnown(final SerializeType type)
    {
        final RuleSet rules = rules("""
              - {name: codes, for: responses, match: {codes: all}, count: true, continue: true}
              - {name: topics, for: responses, match: {topics: "*"}, count: true, continue: true}
              - {name: age, for: responses, match: {olderThan: 1ms}, count: true, continue: true}
              - {name: all, for: responses, match: {responses: 0}, count: true}
            """);
        final Responses responses = new Responses(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        final byte[] response = Responses.response(type, 0, null);
        assertEquals(1, responses.to(RemotingExchange.UNKNOWN, RequestFacts.NO_AGE, "").decide(response, facts).hits());
        assertEquals("all", responses.decide(response, facts).hit(0).name());
        assertEquals(4, responses.to(SEND, MILLI, "t").decide(response, facts).hits());
        assertEquals(3, responses.to(SEND, MILLI - 1, "t").decide(response, facts).hits());
        assertEquals(3, responses.to(SEND, MILLI, "").decide(response, facts).hits());
        assertEquals(0, responses.to(RemotingExchange.UNKNOWN, RequestFacts.NO_AGE, "").decide(Responses.response(type,
            1, null), facts).hits());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void theLastDelayCountsAndAReplacementWaitsToo(final SerializeType type)
    {
        final RuleSet rules = rules("""
              - {for: responses, match: {codes: send}, delay: 5ms, continue: true}
              - {for: responses, match: {topics: ["a_*", b]}, delay: 7ms, continue: true}
              - {for: responses, match: {responses: [SYSTEM_ERROR, 2]}, replace: {code: 14, remark: later}}
              - {for: responses, match: {responses: 12}, drop: true}
            """);
        final Responses responses = new Responses(rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        final byte[] error = Responses.response(type, 1, "internal");
        final Decision replaced = responses.to(SEND, 0, "c").decide(error, facts);
        assertEquals(Verdict.DENY, replaced.verdict());
        assertEquals(new Denial(14, "later"), replaced.denial());
        assertEquals(5 * MILLI, replaced.delayNanos());
        assertEquals(7 * MILLI, responses.to(SEND, 0, "a_").decide(error, facts).delayNanos());
        assertEquals(7 * MILLI, responses.to(11, 0, "b").decide(error, facts).delayNanos());
        assertEquals(0, responses.to(11, 0, "bb").decide(error, facts).delayNanos());
        assertEquals(Verdict.DROP, responses.to(11, 0, "").decide(Responses.response(type, 12, null), facts).verdict());
    }

    @Test
    void conditionsOnTheConnectionAreThoseOfTheConnection()
    {
        final RuleSet rules = rules("  - {for: responses, match: {clients: 10.1.0.0/16, codes: send}, delay: 5ms}\n");
        final ResponseDecider decider = new ResponseDecider(() -> rules);
        final Responses responses = new Responses(decider);
        final byte[] response = Responses.response(SerializeType.JSON, 0, null);
        assertEquals(1, responses.to(SEND, 0, "").decide(response, facts(rules, "10.1.2.3")).hits());
        assertEquals(0, responses.to(SEND, 0, "").decide(response, facts(rules, "10.2.2.3")).hits());
        assertTrue(decider.mayDelay(SEND, facts(rules, "10.1.2.3")));
        assertFalse(decider.mayDelay(11, facts(rules, "10.1.2.3")));
        assertFalse(decider.mayDelay(SEND, facts(rules, "10.2.2.3")));
        assertFalse(decider.needsTopics());
    }

    @Test
    void rulesAreTakenAnewBeforeEachResponse()
    {
        final AtomicReference<RuleSet> live = new AtomicReference<>(rules("  - {deny: {}}\n"));
        final ResponseDecider decider = new ResponseDecider(live::get);
        final Responses responses = new Responses(decider);
        final ConnectionFacts facts = facts(live.get(), "10.0.0.1");
        final byte[] response = Responses.response(SerializeType.ROCKETMQ, 0, null);
        assertTrue(decider.isIdle());
        assertEquals(0, responses.to(SEND, 0, "t").decide(response, facts).hits());
        final RuleSet next = RuleSet.compile(ConfigFiles.with("""
            rules:
              - {name: x, for: responses, match: {topics: t, sql: "$code = 0"}, count: true}
            """), live.get());
        live.set(next);
        assertFalse(decider.isIdle());
        assertTrue(decider.needsTopics());
        assertEquals(1, responses.to(SEND, 0, "t").decide(response, facts).hits());
        live.set(RuleSet.compile(next.config(), next));
        assertEquals(1, responses.decide(response, facts).hits());
        assertEquals(2, live.get().hits(0), "the rule's counter goes on");
        assertEquals(0, decider.none().hits());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aDecisionAllocatesNothing(final SerializeType type)
    {
        final RuleSet rules = rules("""
              - {for: responses, match: {codes: send, olderThan: 1ms}, set: {fields: {slow: "1"}}, continue: true}
              - {for: responses, match: {topics: "a*z", responses: [1, 2, 10]}, remove: {fields: remark}, delay: 3ms, continue: true}
              - {for: responses, match: {sql: "$queueId > 2 AND $remark IS NULL"}, count: true, continue: true}
              - {for: responses, match: {responses: 14}, replace: {code: 2}}
            """);
        final ResponseDecider decider = new ResponseDecider(() -> rules);
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        final byte[][] frames = {Responses.response(type, 0, null, "queueId", "3"), Responses.response(type, 1, "no"),
            Responses.response(type, 14, "no"), Responses.response(type, 10, null)};
        final byte[] topic = "abcz".getBytes(StandardCharsets.US_ASCII);
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView view = new FrameView();
        final RequestFacts request = new RequestFacts();
        final byte[] out = new byte[4_096];
        final int[] next = {0};
        final long[] edited = {0};
        assertEquals(0, Allocations.by(() -> {
            final byte[] frame = frames[next[0]++ % frames.length];
            if (scanner.check(view.wrap(frame, 0, frame.length)))
            {
                request.take(next[0] % 3 == 0 ? 11 : SEND, next[0] % 5 * MILLI);
                request.topic(topic);
                final Decision decision = decider.decide(scanner, next[0] % 2 == 0 ? 1 : 14, request, facts);
                if (decision.rewriter() != null && decision.rewriter().rewrite(scanner))
                {
                    edited[0] += decision.rewriter().patch().writeHeader(out, 0);
                }
            }
        }, 40_000, 40_000));
        assertTrue(edited[0] > 0);
        for (int rule = 0; rule < 4; rule++)
        {
            final int index = rule;
            assertTrue(rules.hits(rule) > 1_000, () -> index + ": " + rules.hits(index));
        }
    }

    /** Bytes of responses are changed at random: what the scanner takes is decided about and edited as the reference reads it. */
    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void hostileResponsesAreRefusedByTheScannerOrEditedAsTheReferenceReadsThem(final SerializeType type)
    {
        final RuleSet rules = rules("""
              - {for: responses, match: {sql: "$queueId > 2 OR $remark LIKE '%x%'"}, count: true, continue: true}
              - {for: responses, set: {fields: {remark: changed, slow: "1"}}, remove: {fields: queueId}}
            """.replace("LIKE '%x%'", "CONTAINS 'x'"));
        final Responses responses = new Responses(rules).to(SEND, 0, "t");
        final ConnectionFacts facts = facts(rules, "10.0.0.1");
        final byte[] good = Responses.response(type, 0, "a remark", "queueId", "3", "msgId", "7F00");
        final Random random = new Random(7);
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView view = new FrameView();
        int taken = 0;
        for (int i = 0; i < 20_000; i++)
        {
            final byte[] bytes = good.clone();
            for (int change = random.nextInt(4); change >= 0; change--)
            {
                bytes[random.nextInt(bytes.length)] = (byte)random.nextInt(256);
            }
            if (scanner.check(view.wrap(bytes, 0, bytes.length)))
            {
                taken++;
                final Decision decision = responses.decide(bytes, facts);
                final HeaderRecord before = responses.original();
                if (decision.rewriter() == null || !responses.isEdited(decision))
                {
                    continue;
                }
                final HeaderRecord after = responses.edited(decision);
                assertEquals("changed", after.remark);
                assertEquals("1", after.extFields.get("slow"));
                assertFalse(after.extFields.containsKey("queueId"));
                assertEquals(before.code, after.code);
                assertEquals(before.opaque, after.opaque);
                assertEquals(before.body, after.body);
            }
        }
        assertTrue(taken > 1_000, taken + " were well formed");
    }
}

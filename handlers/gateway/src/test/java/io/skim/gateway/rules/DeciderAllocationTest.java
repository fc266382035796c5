package io.skim.gateway.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigFiles;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A decision creates no garbage, with everything that rules can do but signing. */
class DeciderAllocationTest
{
    private static final String RULES = """
        names: {x: {prefix: x_}}
        lanes:
          - {name: gray, match: {clients: 10.9.0.0/16}}
        management: {allow: query}
        rules:
          - {match: {sql: "$topic = 'audit'", codes: send}, route: other, set: {properties: {TRACE: "1"}}, trace: {sample: 0.5}, continue: true}
          - {match: {sql: "a > 5 AND b LIKE 'x%'", clients: 10.0.0.0/8}, mirror: other, rename: {properties: {a: c}}, continue: true}
          - {match: {codes: send}, set: {properties: {from: "${client.address} at ${time}", id: "${client.id}"}}, continue: true}
          - {match: {codes: [send, PULL_MESSAGE]}, limit: {rate: 100000000, by: topic}, map: x, continue: true}
          - {match: {codes: PULL_MESSAGE}, limit: {rate: 100000000, by: group}, continue: true}
          - {match: {codes: management}, limit: {rate: 100000000, by: client}, allow: 25, continue: true}
          - {limit: {rate: 100000000}, delay: 5ms}
        """.replace("LIKE 'x%'", "= 'x'");

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aDecisionAllocatesNothing(final SerializeType type)
    {
        final RuleSet rules = RuleSet.compile(ConfigFiles.with(RULES), null);
        final Decider decider = new Decider(() -> rules);
        final ConnectionFacts[] facts =
            {Requests.facts(rules.config(), "clients", "10.9.0.1", null), Requests.facts(rules.config(),
                "clients", "192.168.0.1", null)};
        final byte[][] frames =
            {Requests.send(type, 310, "audit", "a", "7", "b", "x"), Requests.send(type, 310, "orders", "a", "7"),
                Requests.send(type, 320, "audit"), Requests.request(type, 11, "topic", "t", "consumerGroup", "g"),
                Requests.request(type,
                    25),
                Requests.request(type, 26), Requests.request(type, 5001), Requests.request(type, 34)};
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView view = new FrameView();
        final byte[] out = new byte[4_096];
        final int[] next = {0};
        final long[] edited = {0};
        assertEquals(0, Allocations.by(() -> {
            final byte[] frame = frames[next[0]++ % frames.length];
            if (scanner.check(view.wrap(frame, 0, frame.length)))
            {
                final Decision decision =
                    decider.decide(scanner, facts[next[0] / frames.length % facts.length], next[0]);
                if (decision.rewriter() != null && decision.rewriter().rewrite(scanner))
                {
                    edited[0] += decision.rewriter().patch().writeHeader(out, 0);
                }
            }
        }, 40_000, 40_000));
        assertTrue(edited[0] > 0);
        assertTrue(rules.hits(5) > 10_000);
    }
}

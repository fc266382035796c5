package io.skim.gateway.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigFiles;
import io.skim.gateway.rules.Decision.Verdict;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.testing.Allocations;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.Test;

/** What rules make of AMQP messages that proton-j writes. */
class MessageDeciderTest
{
    private final AmqpScanner scanner = new AmqpScanner();
    private final FrameView view = new FrameView();

    private static byte[] message(final int priority, final String colour)
    {
        final Message message = Proton.message();
        message.setPriority((short)priority);
        message.setApplicationProperties(new ApplicationProperties(Map.of("colour", colour)));
        message.setBody(new AmqpValue("body"));
        final byte[] bytes = new byte[1_024];
        return Arrays.copyOf(bytes, message.encode(bytes, 0, bytes.length));
    }

    private static Message read(final byte[] bytes)
    {
        final Message message = Proton.message();
        message.decode(bytes, 0, bytes.length);
        return message;
    }

    private static RuleSet rules(final String rules)
    {
        return RuleSet.compile(ConfigFiles.with(rules), null);
    }

    private static ConnectionFacts facts(final RuleSet rules)
    {
        return Requests.facts(rules.config(), "messages", "10.0.0.1", null);
    }

    private Decision decide(final RuleSet rules, final byte[] message)
    {
        return new MessageDecider(() -> rules).decide(scanner, view.wrap(message, 0, message.length), facts(rules),
            null, false, 0);
    }

    private Message annotated(final Decision decision, final byte... message)
    {
        assertTrue(decision.annotator().rewrite(view.wrap(message, 0, message.length)));
        final HeaderPatch patch = decision.annotator().patch();
        final byte[] out = new byte[2_048];
        final int header = patch.writeHeader(out, 0);
        final ByteBuffer whole = ByteBuffer.allocate(header + message.length - patch.bodyOffset());
        whole.put(out, 0, header).put(message, patch.bodyOffset(), message.length - patch.bodyOffset());
        return read(whole.array());
    }

    @Test
    void aPartOfTheMessagesIsTakenAndNoPartOfAConnection()
    {
        final RuleSet rules = rules("""
            names: {acme: {prefix: acme_}}
            rules:
              - {match: {sample: 0.25}, drop: true}
              - {match: {sampleClients: 1}, map: acme}
            """);
        final MessageDecider decider = new MessageDecider(() -> rules);
        final ConnectionFacts facts = facts(rules);
        assertNotNull(rules.connection(facts).names());
        int dropped = 0;
        for (int i = 0; i < 4_000; i++)
        {
            dropped += decider.decide(scanner, null, facts, null, false, 0).verdict() == Verdict.DROP ? 1 : 0;
        }
        assertEquals(1_000, dropped, 165);
    }

    @Test
    void valuesOfTheClientAreAnnotated()
    {
        final RuleSet rules = rules("""
            rules:
              - set: {annotations: {x-opt-from: "${client.address} ${client.id}", x-opt-by: gateway}}
                add: {annotations: {x-opt-time: "${time}"}}
            """);
        final MessageDecider decider = new MessageDecider(() -> rules);
        final byte[] message = message(7, "red");
        for (final String id : List.of("one", "another", "c"))
        {
            final ConnectionFacts facts = facts(rules);
            facts.clientId(id);
            final Map<Symbol, Object> annotations = annotated(decider.decide(scanner, view.wrap(message, 0,
                message.length), facts, null, false, 0), message).getMessageAnnotations().getValue();
            assertEquals("10.0.0.1 " + id, annotations.get(Symbol.valueOf("x-opt-from")));
            assertEquals("gateway", annotations.get(Symbol.valueOf("x-opt-by")));
            assertTrue(annotations.get(Symbol.valueOf("x-opt-time")).toString().matches("[0-9]{13}"));
        }
    }

    @Test
    void messagesAreAnnotatedDeniedAndDropped()
    {
        final RuleSet rules = rules("""
            rules:
              - {match: {jms: "colour = 'blue'"}, deny: {remark: not blue}}
              - {match: {jms: "colour = 'black'"}, drop: true}
              - {match: {jms: "JMSPriority > 4"}, set: {annotations: {x-opt-lane: fast}}, delay: 3ms, continue: true}
              - {set: {annotations: {x-opt-seen: "1"}, properties: {not: here}}, route: other}
            """);
        final byte[] red = message(7, "red");
        final Decision decision = decide(rules, red);
        assertEquals(Verdict.FORWARD, decision.verdict());
        assertEquals("artemis", decision.target().name(), "messages go to their listener's cluster");
        assertEquals(3_000_000, decision.delayNanos());
        assertNull(decision.rewriter());
        final Message annotated = annotated(decision, red);
        assertEquals(Map.of(Symbol.valueOf("x-opt-lane"), "fast", Symbol.valueOf("x-opt-seen"), "1"), annotated
            .getMessageAnnotations().getValue());
        assertEquals("body", ((AmqpValue)annotated.getBody()).getValue());
        assertEquals("not blue", decide(rules, message(7, "blue")).denial().remark());
        assertEquals(Verdict.DROP, decide(rules, message(7, "black")).verdict());
    }

    @Test
    void rulesForRequestsDoNotApply()
    {
        final RuleSet rules = rules("""
            rules:
              - {match: {codes: all}, deny: {}}
              - {match: {sql: "colour = 'red'"}, deny: {}}
              - {match: {listeners: clients}, deny: {}}
            """);
        assertEquals(Verdict.FORWARD, decide(rules, message(1, "red")).verdict());
        assertEquals(0, rules.hits(0));
    }

    @Test
    void limitsCountByAddressOfTheLink()
    {
        final RuleSet rules =
            rules("rules:\n  - {limit: {rate: 1, by: topic}, continue: true}\n  - {limit: {rate: 3, by: client}}\n");
        final MessageDecider decider = new MessageDecider(() -> rules);
        final ConnectionFacts facts = facts(rules);
        final StringBuilder verdicts = new StringBuilder();
        for (final String address : new String[] {"a", "a", "b", "c", "d"})
        {
            verdicts.append(
                decider.decide(scanner, view, facts, address.getBytes(StandardCharsets.UTF_8), false, 0).verdict()
                    .name()
                    .charAt(0));
        }
        assertEquals("FDFFD", verdicts.toString());
        assertEquals(Verdict.DENY, decider.decide(scanner, view, facts, null, false, 0).verdict());
    }

    @Test
    void aMalformedMessageGetsNoDecisionIfAConditionNeedsIt()
    {
        final RuleSet rules = rules("rules: [{match: {jms: \"a = 1\"}, drop: true}]\n");
        assertNull(decide(rules, new byte[] {0, 0x53, 0x70}));
        assertTrue(scanner.fault().isPresent());
        assertNotNull(decide(rules(""), new byte[] {0, 0x53, 0x70}));
    }

    @Test
    void aDecisionAllocatesNothing()
    {
        final RuleSet rules = rules("""
            rules:
              - {match: {jms: "JMSPriority > 4"}, set: {annotations: {x-opt-lane: fast}}, continue: true}
              - {match: {jms: "colour = 'blue'"}, limit: {rate: 100000000, by: topic}}
            """);
        final MessageDecider decider = new MessageDecider(() -> rules);
        final ConnectionFacts facts = facts(rules);
        final byte[][] messages = {message(7, "red"), message(7, "blue"), message(1, "blue"), message(1, "red")};
        final byte[] address = {'q'};
        final byte[] out = new byte[2_048];
        final int[] next = {0};
        assertEquals(0, Allocations.by(() -> {
            final byte[] message = messages[next[0]++ % messages.length];
            final Decision decision =
                decider.decide(scanner, view.wrap(message, 0, message.length), facts, address, false, next[0]);
            if (decision.annotator() != null && decision.annotator().rewrite(view))
            {
                decision.annotator().patch().writeHeader(out, 0);
            }
        }, 40_000, 40_000));
        assertTrue(rules.hits(0) > 0);
    }
}

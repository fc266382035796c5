package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.rules.LiveRules;
import io.skim.gateway.rules.MessageDecider;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.scan.amqp.AmqpScanner;

/** What an event loop has for the filters of all AMQP listeners. */
final class AmqpLoop
{
    final LiveRules rules;
    final MessageDecider decider;
    final AmqpScanner scanner;
    /** Maps the addresses of messages for clients. */
    final AmqpRewriter mapping;
    final LoopState counters;

    AmqpLoop(final LiveRules rules, final LoopState counters)
    {
        this.rules = rules;
        this.counters = counters;
        final GatewayConfig config = rules.rules().config();
        decider = new MessageDecider(rules);
        scanner = new AmqpScanner(rules.rules().limits(), config.policies().messages());
        mapping =
            new AmqpRewriter(AmqpEdits.builder().mapAddresses().allowBareMessage().build(), rules.rules().limits(),
                config.policies().messages());
    }
}

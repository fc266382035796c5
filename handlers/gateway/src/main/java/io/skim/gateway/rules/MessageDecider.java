package io.skim.gateway.rules;

import io.skim.gateway.config.GatewayConfig.LimitBy;
import io.skim.gateway.config.GatewayConfig.RateLimit;
import io.skim.gateway.rules.RuleSet.CompiledRule;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies the current rules to AMQP messages, in the order of the file, like {@link Decider} to requests. One for each event loop.
 * <p>
 * Rules with {@code sql} or {@code codes} do not apply to messages, and the actions {@code mirror} and {@code allow} mean nothing to
 * them. {@code route} and {@code map} are about the whole connection, see {@link RuleSet#connection}. A limit by topic counts by the
 * address of the link; one by group does not count messages.
 * <p>
 * A message is scanned once, and only if a condition needs it. Allocates nothing for a message, with the exceptions that
 * {@link Decider} names.
 */
public final class MessageDecider
{
    private final Supplier<RuleSet> current;
    private final Decision decision = new Decision();
    private final Sampling sampling = new Sampling();
    private RuleSet rules;
    private @Nullable SelectorEvaluator evaluator;
    private EditCombinations combinations;
    private boolean scanned;
    private boolean malformed;

    /**
     * Makes a decider of the current rules.
     *
     * @param live that holds them.
     */
    public MessageDecider(final LiveRules live)
    {
        this(live::rules);
    }

    MessageDecider(final Supplier<RuleSet> current)
    {
        this.current = current;
        adopt(current.get());
    }

    private void adopt(final RuleSet newest)
    {
        rules = newest;
        evaluator = newest.messageSelectors() == null ? null : new SelectorEvaluator(newest.messageSelectors());
        combinations = new EditCombinations(newest.limits(), newest.config().policies().messages(), null);
    }

    /**
     * Decides about a message of a client.
     *
     * @param scanner that scans the message if a condition needs it; it has the fault of a malformed one.
     * @param message a whole message or its head, wrapped; null if the delivery cannot be read.
     * @param facts   of the client's connection.
     * @param address of the link's target in UTF-8; null if there is none.
     * @param maps    whether the addresses in the message are mapped: then there is an {@link Decision#annotator}, which is to be given
     *                the maps.
     * @param now     in nanoseconds, as {@link System#nanoTime()}, for rate limits.
     * @return the decision, valid until the next call; null if a condition needs the message, and it is malformed or not there.
     */
    public @Nullable Decision decide(final AmqpScanner scanner, final @Nullable FrameView message,
        final ConnectionFacts facts,
        final byte @Nullable [] address, final boolean maps, final long now)
    {
        final RuleSet newest = current.get();
        if (newest != rules)
        {
            adopt(newest);
        }
        scanned = false;
        malformed = false;
        decision.begin(rules.target(facts.listener()));
        apply(scanner, message, facts.plan(rules).rules());
        if (malformed)
        {
            return null;
        }
        takeTokens(facts, address, now);
        edit(maps, facts);
        return decision;
    }

    private void apply(final AmqpScanner scanner, final @Nullable FrameView message, final int... candidates)
    {
        for (final int index : candidates)
        {
            final CompiledRule rule = rules.compiled(index);
            if (rule.sql == CompiledRule.NO_CONDITION && rule.codes == null && holds(scanner, message, rule.jms)
                && sampling.takes(rule.sample))
            {
                rule.hits.increment();
                decision.addMessageRule(rule);
                if (!rule.config.goesOn())
                {
                    return;
                }
            }
        }
    }

    private boolean holds(final AmqpScanner scanner, final @Nullable FrameView message, final int condition)
    {
        if (condition == CompiledRule.NO_CONDITION)
        {
            return true;
        }
        if (!scanned)
        {
            scanned = true;
            malformed =
                message == null || scanner.scan(message, conditions().interest(), evaluator()) != Outcome.COMPLETE;
        }
        return !malformed && evaluator().matches(condition);
    }

    /** The rules' conditions, of which there is one at least. */
    private SelectorTable<AmqpInterest> conditions()
    {
        return Objects.requireNonNull(rules.messageSelectors(), "conditions");
    }

    private SelectorEvaluator evaluator()
    {
        return Objects.requireNonNull(evaluator, "conditions");
    }

    private void takeTokens(final ConnectionFacts facts, final byte @Nullable [] address, final long now)
    {
        for (int hit = 0; hit < decision.hits() && decision.verdict == Decision.Verdict.FORWARD; hit++)
        {
            final CompiledRule rule = decision.compiled(hit);
            final RateLimit limit = rule.config.limit();
            if (limit != null && rule.buckets != null && !takesToken(limit.by(), rule.buckets, facts, address, now))
            {
                rule.limited.increment();
                decision.deny(Decision.Cause.LIMIT, limit.deny());
            }
        }
    }

    private static boolean takesToken(final LimitBy by, final TokenBuckets buckets, final ConnectionFacts facts,
        final byte @Nullable [] address, final long now)
    {
        return switch (by)
        {
            case ALL -> buckets.take(now);
            case CLIENT -> buckets.take(facts.address(), 0, facts.clientLength(), now);
            case TOPIC -> address == null || buckets.take(address, 0, address.length, now);
            case GROUP -> true;
        };
    }

    private void edit(final boolean maps, final ConnectionFacts facts)
    {
        if (decision.verdict != Decision.Verdict.FORWARD)
        {
            return;
        }
        EditCombinations.Node edits = combinations.root();
        for (int hit = 0; hit < decision.hits(); hit++)
        {
            final CompiledRule rule = decision.compiled(hit);
            if (rule.annotates)
            {
                edits = edits.with(rule, rule.config.edits());
            }
        }
        edits.refresh(facts);
        decision.annotator = maps ? edits.mapper() : edits.isEmpty() ? null : edits.annotator();
    }
}

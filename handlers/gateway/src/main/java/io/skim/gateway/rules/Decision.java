package io.skim.gateway.rules;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Denial;
import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.gateway.config.NameMapping;
import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.patch.RemotingRewriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What happens to one request, or response. Reused: valid until its {@link Decider}, {@link MessageDecider} or {@link
 * ResponseDecider} decides again.
 */
public final class Decision
{
    /** Whether a request goes on. */
    public enum Verdict
    {
        /** It goes to the {@link #target}, with the {@link #rewriter}'s edits. */
        FORWARD,
        /** It does not go on; its sender gets {@link #denial}, if it expects an answer. The client gets it in place of a response. */
        DENY,
        /** It does not go on, and its sender gets no answer. */
        DROP
    }

    /** Why a request is denied. */
    public enum Cause
    {
        /** A rule says so. */
        RULE,
        /** It is management that nothing allows. */
        MANAGEMENT,
        /** A rate limit has no token. */
        LIMIT
    }

    private static final int FIRST_RULES = 8;

    Verdict verdict = Verdict.DROP;
    @Nullable
    Cause cause;
    @SuppressWarnings("NullAway.Init") // begin sets it
    Cluster target;
    @Nullable
    Cluster mirror;
    @Nullable
    NameMapping names;
    @Nullable
    Denial denial;
    long delayNanos;
    @Nullable
    Lane lane;
    boolean laneReads;
    @Nullable
    AclSigner signer;
    @Nullable
    RemotingRewriter rewriter;
    @Nullable
    AmqpRewriter annotator;
    int code;
    boolean response;
    boolean allowed;

    private RuleSet.CompiledRule[] hits = new RuleSet.CompiledRule[FIRST_RULES];
    private int count;

    Decision()
    {
    }

    void begin(final Cluster listenersTarget)
    {
        verdict = Verdict.FORWARD;
        cause = null;
        target = listenersTarget;
        mirror = null;
        names = null;
        denial = null;
        delayNanos = 0;
        lane = null;
        laneReads = false;
        signer = null;
        rewriter = null;
        annotator = null;
        code = 0;
        response = false;
        allowed = false;
        count = 0;
    }

    /** Takes the actions of a rule for a request. Of several rules that say the same, the last one counts. */
    void add(final RuleSet.CompiledRule rule)
    {
        target = rule.route == null ? target : rule.route;
        mirror = rule.mirror == null ? mirror : rule.mirror;
        names = rule.names == null ? names : rule.names;
        allowed |= rule.config.allow().contains(code);
        addMessageRule(rule);
    }

    /** Takes the actions of a rule that also apply to AMQP messages. */
    void addMessageRule(final RuleSet.CompiledRule rule)
    {
        if (count == hits.length)
        {
            hits = Arrays.copyOf(hits, 2 * count);
        }
        hits[count++] = rule;
        delayNanos = rule.delayNanos == 0 ? delayNanos : rule.delayNanos;
        final Denial answer = rule.config.deny();
        if (answer != null)
        {
            deny(Cause.RULE, answer);
        }
        else if (rule.config.drop())
        {
            verdict = Verdict.DROP;
        }
    }

    void deny(final Cause why, final Denial with)
    {
        verdict = Verdict.DENY;
        cause = why;
        denial = with;
        mirror = null;
    }

    RuleSet.CompiledRule compiled(final int hit)
    {
        return hits[hit];
    }

    /** {@return whether the request goes on} */
    public Verdict verdict()
    {
        return verdict;
    }

    /** {@return why the request is denied; null if it is not} */
    public @Nullable Cause cause()
    {
        return cause;
    }

    /** {@return the answer to a denied request; null if it is not denied} */
    public @Nullable Denial denial()
    {
        return denial;
    }

    /** {@return the cluster that the request goes to} */
    public Cluster target()
    {
        return target;
    }

    /** {@return the cluster that gets a copy of a request that goes on; null for none} */
    public @Nullable Cluster mirror()
    {
        return mirror;
    }

    /** {@return the name map for header, body and answer; null for none} */
    public @Nullable NameMapping names()
    {
        return names;
    }

    /** {@return the lane of the request; null for none} */
    public @Nullable Lane lane()
    {
        return lane;
    }

    /** {@return whether a send goes to consumers of its lane: they read its queue, or the lane does not fall back} */
    public boolean laneReads()
    {
        return laneReads;
    }

    /** {@return how long the request has to wait before it goes on, in nanoseconds; 0 for not at all} */
    public long delayNanos()
    {
        return delayNanos;
    }

    /**
     * The edits of the header, of all rules and the lane. Call {@code rewriter().rewrite(scanner)}, which needs no other scan. If it
     * refuses, the policies tell what to do.
     *
     * @return the rewriter of this event loop for these edits, with the signer of the target if the policy is to sign; null if there
     *     is nothing to edit.
     */
    public @Nullable RemotingRewriter rewriter()
    {
        return rewriter;
    }

    /**
     * The signer for edits that are made besides those of the {@link #rewriter}: of a batch's messages, of lanes and of
     * names.
     *
     * @return the signer of the target if the policy is to sign; null if edits of signed requests are refused.
     */
    public @Nullable AclSigner signer()
    {
        return signer;
    }

    /**
     * The edits of an AMQP message's annotations.
     *
     * @return the rewriter of this event loop for these edits; null if there is nothing to edit, and for RocketMQ requests.
     */
    public @Nullable AmqpRewriter annotator()
    {
        return annotator;
    }

    /** {@return the code of the request, also of a response's; 0 for an AMQP message} */
    public int code()
    {
        return code;
    }

    /** {@return whether the frame is a response; no rule applies to one that answers a request of the server} */
    public boolean isResponse()
    {
        return response;
    }

    /** {@return the number of rules whose conditions held} */
    public int hits()
    {
        return count;
    }

    /**
     * A rule whose conditions held.
     *
     * @param hit from 0, in the order of the rules.
     * @return the rule.
     */
    public Rule hit(final int hit)
    {
        if (hit < 0 || hit >= count)
        {
            throw new IndexOutOfBoundsException("hit " + hit + " of " + count);
        }
        return hits[hit].config;
    }
}

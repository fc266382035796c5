package io.skim.gateway.rules;

import io.skim.gateway.config.NamePattern;
import io.skim.gateway.rules.RuleSet.CompiledRule;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.handlers.select.SelectorTable;
import io.skim.netty.RemotingExchange;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies the current rules for responses, in the order of the file, to responses of RocketMQ's servers. One for each event loop; all
 * its connections share it.
 * <p>
 * A rule applies if all its conditions hold. The first rule that applies is the last one, unless it continues. Of several rules that
 * delay, the last one counts; edits are made one after the other. What a rule asks about the request does not hold if that is not
 * known.
 * <p>
 * Rules are taken anew before each response. Allocates nothing for a response, except for the first one of a connection or after a
 * reload, and for a combination of edits that was not met before.
 */
public final class ResponseDecider
{
    private final Supplier<RuleSet> current;
    private final Decision decision = new Decision();
    private final Sampling sampling = new Sampling();
    private final Decision none = new Decision();
    private RuleSet rules;
    /** Null if no rule for responses has a condition. */
    private @Nullable SelectorEvaluator evaluator;
    private EditCombinations combinations;
    private boolean shown;

    /**
     * Makes a decider of the current rules.
     *
     * @param live that holds them.
     */
    public ResponseDecider(final LiveRules live)
    {
        this(live::rules);
    }

    ResponseDecider(final Supplier<RuleSet> current)
    {
        this.current = current;
        none.verdict = Decision.Verdict.FORWARD;
        adopt(current.get());
    }

    private void adopt(final RuleSet newest)
    {
        rules = newest;
        final SelectorTable<RemotingInterest> selectors = newest.responseSelectors();
        evaluator = selectors == null ? null : new SelectorEvaluator(selectors);
        combinations = new EditCombinations(newest.limits(), newest.config().policies().reading(), null);
    }

    private RuleSet newest()
    {
        final RuleSet newest = current.get();
        if (newest != rules)
        {
            adopt(newest);
        }
        return newest;
    }

    /** {@return whether no rule is for responses: then there is nothing to decide} */
    public boolean isIdle()
    {
        return !newest().hasResponseRules();
    }

    /** {@return a decision without hits} */
    public Decision none()
    {
        return none;
    }

    /** {@return whether a rule asks for the topic of the request, which is to be kept until its response comes} */
    public boolean needsTopics()
    {
        return newest().needsTopics();
    }

    /**
     * Whether a response may have to wait, which takes the whole of it.
     *
     * @param requestCode of its request; {@link RemotingExchange#UNKNOWN}.
     * @param facts       of the client's connection.
     * @return true if a rule that may apply delays.
     */
    public boolean mayDelay(final int requestCode, final ConnectionFacts facts)
    {
        final RuleSet newest = newest();
        if (newest.hasResponseRules())
        {
            for (final int index : facts.plan(newest).responses())
            {
                final CompiledRule rule = newest.compiled(index);
                if (rule.delayNanos > 0 && fitsCode(rule, requestCode))
                {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Decides about a response.
     *
     * @param checked whose last scan, of the response, has completed.
     * @param code    of the response.
     * @param request that it belongs to.
     * @param facts   of the client's connection.
     * @return the decision, valid until the next call; without hits if no rule applies.
     */
    public Decision decide(final RemotingScanner checked, final int code, final RequestFacts request,
        final ConnectionFacts facts)
    {
        final RuleSet newest = newest();
        shown = false;
        decision.begin(newest.target(facts.listener()));
        decision.code = request.code();
        decision.response = true;
        for (final int index : facts.plan(newest).responses())
        {
            final CompiledRule rule = newest.compiled(index);
            if (fits(rule, code, request) && holds(checked, rule.sql) && sampling.takes(rule.sample))
            {
                rule.hits.increment();
                decision.addMessageRule(rule);
                if (!rule.config.goesOn())
                {
                    break;
                }
            }
        }
        edit(facts);
        return decision;
    }

    private static boolean fits(final CompiledRule rule, final int code, final RequestFacts request)
    {
        return (rule.responseCodes.length == 0 || Arrays.binarySearch(rule.responseCodes, code) >= 0)
            && fitsCode(rule, request.code()) && (rule.leastAge == 0 || request.age() >= rule.leastAge)
            && fitsTopic(rule, request);
    }

    private static boolean fitsCode(final CompiledRule rule, final int requestCode)
    {
        return rule.codes == null || requestCode != RemotingExchange.UNKNOWN && rule.codes.contains(requestCode);
    }

    private static boolean fitsTopic(final CompiledRule rule, final RequestFacts request)
    {
        if (rule.topics.length == 0)
        {
            return true;
        }
        for (final NamePattern topic : rule.topics)
        {
            if (request.topicLength() > 0 && topic.matches(request.topicBytes(), request.topicLength()))
            {
                return true;
            }
        }
        return false;
    }

    /** Whether a condition holds. The response is shown to the evaluator if a condition is asked for the first time. */
    private boolean holds(final RemotingScanner checked, final int condition)
    {
        if (condition == CompiledRule.NO_CONDITION)
        {
            return true;
        }
        final SelectorEvaluator conditions =
            Objects.requireNonNull(evaluator, "a rule has a condition, and its table none");
        if (!shown)
        {
            shown = true;
            checked.show(Objects.requireNonNull(rules.responseSelectors(), "conditions").interest(), conditions);
        }
        return conditions.matches(condition);
    }

    private void edit(final ConnectionFacts facts)
    {
        if (decision.verdict != Decision.Verdict.FORWARD)
        {
            return;
        }
        EditCombinations.Node edits = combinations.root();
        for (int hit = 0; hit < decision.hits(); hit++)
        {
            final CompiledRule rule = decision.compiled(hit);
            if (rule.edits)
            {
                edits = edits.with(rule, rule.config.edits());
            }
        }
        edits.refresh(facts);
        decision.rewriter = edits.isEmpty() ? null : edits.rewriter(null);
    }
}

package io.skim.gateway.rules;

import io.skim.gateway.config.GatewayConfig.Account;
import io.skim.gateway.config.GatewayConfig.Denial;
import io.skim.gateway.config.GatewayConfig.Edit;
import io.skim.gateway.config.GatewayConfig.LaneBy;
import io.skim.gateway.config.GatewayConfig.LimitBy;
import io.skim.gateway.config.GatewayConfig.RateLimit;
import io.skim.gateway.config.GatewayConfig.Signed;
import io.skim.gateway.config.GatewayConfig.Trace;
import io.skim.gateway.config.RequestKind;
import io.skim.gateway.rules.RuleSet.CompiledLane;
import io.skim.gateway.rules.RuleSet.CompiledRule;
import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.RequestGate;
import io.skim.handlers.route.ResourceKind;
import io.skim.handlers.route.ResourceReader;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies the current rules to RocketMQ requests, in the order of the file. One for each event loop; all its connections share it.
 * <p>
 * A rule applies if all its conditions hold. The first rule that applies is the last one, unless it continues. Of several rules that
 * route, map, mirror or delay, the last one counts; edits are made one after the other; every limit takes a token. Management codes
 * that neither the file nor a rule that applies allows are denied, and take no tokens. Responses, which answer requests of the
 * servers, pass without rules.
 * <p>
 * Rules are taken anew before each frame. Allocates nothing for a frame, except: for the first frame of a connection or after a
 * reload, for a combination of edits that was not met before, and for signing.
 */
public final class Decider
{
    /** With so many conditions, the table's index finds the first one that holds faster than one by one. */
    private static final int MANY_CONDITIONS = 8;
    private static final Denial NOT_SUPPORTED =
        new Denial(ResponseCode.REQUEST_CODE_NOT_SUPPORTED.code(), "the gateway does not know this request");

    private final Supplier<RuleSet> current;
    private final RequestGate gate = new RequestGate(CodeGate.deny(new int[0]));
    private final ResourceReader named = new ResourceReader();
    private final Decision decision = new Decision();
    private final TraceParents traces = new TraceParents();
    private final Sampling sampling = new Sampling();

    private RuleSet rules;
    private @Nullable SelectorEvaluator evaluator;
    private EditCombinations combinations;
    private final Map<CompiledLane, List<Edit>> marks = new HashMap<>();
    private final Map<Account, AclSigner> signers = new HashMap<>();
    private boolean signs;

    private boolean shown;
    private boolean namesShown;
    private int first;

    /**
     * Makes a decider of the current rules.
     *
     * @param live that holds them.
     */
    public Decider(final LiveRules live)
    {
        this(live::rules);
    }

    Decider(final Supplier<RuleSet> current)
    {
        this.current = current;
        adopt(current.get());
    }

    private void adopt(final RuleSet newest)
    {
        rules = newest;
        evaluator = newest.selectors() == null ? null : new SelectorEvaluator(newest.selectors());
        combinations = new EditCombinations(newest.limits(), newest.config().policies().reading(), traces.value);
        signs = newest.config().policies().signed() == Signed.SIGN;
        signers.clear();
        marks.clear();
        for (int lane = 0; lane < newest.laneCount(); lane++)
        {
            final CompiledLane compiled = newest.compiledLane(lane);
            marks.put(compiled, EditCombinations.mark(compiled.config.property(), compiled.config.name()));
        }
    }

    /**
     * Decides about a frame of a client.
     *
     * @param checked whose last scan has completed, whatever its handler wanted.
     * @param facts   of the client's connection.
     * @param now     in nanoseconds, as {@link System#nanoTime()}, for rate limits.
     * @return the decision, valid until the next call.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public Decision decide(final RemotingScanner checked, final ConnectionFacts facts, final long now)
    {
        return decide(checked, facts, now, LaneMarks.NONE);
    }

    /**
     * Decides about a frame of a client, some of whose sends are read by consumers of a lane.
     *
     * @param checked whose last scan has completed, whatever its handler wanted.
     * @param facts   of the client's connection.
     * @param now     in nanoseconds, as {@link System#nanoTime()}, for rate limits.
     * @param readers of the queues that lanes send to.
     * @return the decision, valid until the next call.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public Decision decide(final RemotingScanner checked, final ConnectionFacts facts, final long now,
        final LaneMarks readers)
    {
        final RuleSet newest = current.get();
        if (newest != rules)
        {
            adopt(newest);
        }
        shown = false;
        namesShown = false;
        checked.show(RequestGate.INTEREST, gate);
        decision.begin(rules.target(facts.listener()));
        decision.code = gate.code();
        decision.response = gate.isResponse();
        if (!decision.response)
        {
            final Plan plan = facts.plan(rules);
            final CompiledLane lane = lane(checked, plan.lanes());
            apply(checked, plan.rules());
            checkManagement();
            takeTokens(checked, facts, now);
            edit(lane, readers, checked, facts);
        }
        return decision;
    }

    /**
     * Whether a request must be whole, since a rule that may apply sends a copy of it, or holds it back.
     *
     * @param code  of the request.
     * @param facts of the client's connection.
     * @return true if there is such a rule.
     */
    public boolean needsWhole(final int code, final ConnectionFacts facts)
    {
        final RuleSet newest = current.get();
        for (final int index : facts.plan(newest).rules())
        {
            final CompiledRule rule = newest.compiled(index);
            if ((rule.mirror != null || rule.delayNanos > 0) && (rule.codes == null || rule.codes.contains(code)))
            {
                return true;
            }
        }
        return false;
    }

    private @Nullable CompiledLane lane(final RemotingScanner checked, final int... lanes)
    {
        for (final int index : lanes)
        {
            final CompiledLane lane = rules.compiledLane(index);
            if ((lane.config.match().codes() == null || lane.config.match().codes().contains(decision.code))
                && holds(checked,
                    lane.sql))
            {
                lane.hits.increment();
                decision.lane = lane.config;
                return lane;
            }
        }
        return null;
    }

    private void apply(final RemotingScanner checked, final int... candidates)
    {
        for (final int index : candidates)
        {
            final CompiledRule rule = rules.compiled(index);
            if (rule.jms == CompiledRule.NO_CONDITION && rule.connectionRoute == null
                && (rule.codes == null || rule.codes.contains(decision.code))
                && holds(checked,
                    rule.sql)
                && sampling.takes(rule.sample))
            {
                rule.hits.increment();
                decision.add(rule);
                if (!rule.config.goesOn())
                {
                    return;
                }
            }
        }
    }

    /** Whether a condition holds. The frame is shown to the evaluator if a condition is asked for the first time. */
    private boolean holds(final RemotingScanner checked, final int condition)
    {
        if (condition == CompiledRule.NO_CONDITION)
        {
            return true;
        }
        final SelectorEvaluator evaluated = Objects.requireNonNull(evaluator, "conditions");
        if (!shown)
        {
            shown = true;
            final SelectorTable<RemotingInterest> conditions = Objects.requireNonNull(rules.selectors(), "conditions");
            checked.show(conditions.interest(), evaluated);
            first = conditions.size() < MANY_CONDITIONS ? 0 : evaluated.firstMatch();
        }
        // Conditions before the first that holds do not hold; if none does, the first is negative.
        return first >= 0 && condition >= first && evaluated.matches(condition);
    }

    private void checkManagement()
    {
        if (decision.verdict != Decision.Verdict.FORWARD || decision.allowed)
        {
            return;
        }
        final RequestKind kind = RequestKind.of(decision.code);
        if (kind.isManagement() && !rules.config().management().allow().contains(decision.code))
        {
            decision.deny(Decision.Cause.MANAGEMENT,
                kind == RequestKind.UNKNOWN ? NOT_SUPPORTED : rules.config().management()
                    .deny());
        }
    }

    private void takeTokens(final RemotingScanner checked, final ConnectionFacts facts, final long now)
    {
        for (int hit = 0; hit < decision.hits() && decision.verdict == Decision.Verdict.FORWARD; hit++)
        {
            final CompiledRule rule = decision.compiled(hit);
            final RateLimit limit = rule.config.limit();
            if (limit != null && rule.buckets != null && !takesToken(limit.by(), rule.buckets, checked, facts, now))
            {
                rule.limited.increment();
                decision.deny(Decision.Cause.LIMIT, limit.deny());
            }
        }
    }

    private boolean takesToken(final LimitBy by, final TokenBuckets buckets, final RemotingScanner checked,
        final ConnectionFacts facts, final long now)
    {
        return switch (by)
        {
            case ALL -> buckets.take(now);
            case CLIENT -> buckets.take(facts.address(), 0, facts.clientLength(), now);
            case TOPIC -> takesToken(buckets, checked, ResourceKind.TOPIC, now);
            case GROUP -> takesToken(buckets, checked, ResourceKind.GROUP, now);
        };
    }

    /** Takes a token of the first name of a kind in the header. */
    private boolean takesToken(final TokenBuckets buckets, final RemotingScanner checked, final ResourceKind kind,
        final long now)
    {
        if (!namesShown)
        {
            namesShown = true;
            checked.show(ResourceReader.INTEREST, named);
        }
        for (int i = 0; i < named.count(); i++)
        {
            if (named.field(i).kind() == kind)
            {
                return buckets.take(named.bytes(), named.offset(i), named.length(i), now);
            }
        }
        return true;
    }

    private void edit(final @Nullable CompiledLane lane, final LaneMarks readers, final RemotingScanner checked,
        final ConnectionFacts facts)
    {
        if (decision.verdict != Decision.Verdict.FORWARD)
        {
            return;
        }
        EditCombinations.Node edits = combinations.root();
        Trace trace = null;
        for (int hit = 0; hit < decision.hits(); hit++)
        {
            final CompiledRule rule = decision.compiled(hit);
            if (rule.edits)
            {
                edits = edits.with(rule, rule.config.edits());
                trace = rule.config.trace() == null ? trace : rule.config.trace();
            }
        }
        if (trace != null && RequestCode.isSend(decision.code))
        {
            traces.next(trace.sample());
        }
        if (lane != null && RequestCode.isSend(decision.code))
        {
            edits = mark(edits, lane, readers, checked);
        }
        final Account account = signs ? decision.target.account() : null;
        // What lanes and name maps edit is signed by the same account.
        final boolean more = decision.names != null || rules.laneCount() > 0;
        decision.signer = account != null && more ? signer(account) : null;
        if (!edits.isEmpty() || account != null && more && account.accessKey() != null)
        {
            finish(edits, account);
            edits.refresh(facts);
        }
    }

    private EditCombinations.Node mark(final EditCombinations.Node edits, final CompiledLane lane,
        final LaneMarks readers, final RemotingScanner checked)
    {
        final int groups = lane.config.fallback() ? readers.find(checked, decision) : 0;
        decision.laneReads = groups > 0 || !lane.config.fallback();
        if (lane.config.by() == LaneBy.TOPIC)
        {
            return edits;
        }
        EditCombinations.Node marked = edits.with(lane, Objects.requireNonNull(marks.get(lane), "mark"));
        for (int group = 0; group < groups; group++)
        {
            marked = marked.with(readers.mark(group), readers.mark(group));
        }
        return marked;
    }

    private void finish(final EditCombinations.Node edits, final @Nullable Account account)
    {
        // An access key of its own makes a combination of its own.
        final EditCombinations.Node last =
            account == null || account.accessKey() == null ? edits : edits.with(account, List.of());
        decision.rewriter = last.rewriter(account);
        decision.signer = account == null ? null : signer(account);
        if (decision.rewriter != null)
        {
            decision.rewriter.signer(decision.signer);
        }
    }

    private AclSigner signer(final Account account)
    {
        AclSigner signer = signers.get(account);
        if (signer == null)
        {
            signer = new AclSigner(account.secretKey().toText().getBytes(StandardCharsets.UTF_8));
            signers.put(account, signer);
        }
        return signer;
    }

    /** {@return the rules that the last decision was made with; the current ones may be newer} */
    public RuleSet rules()
    {
        return rules;
    }
}

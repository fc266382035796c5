package io.skim.gateway.rules;

import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.lanes.LaneEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingScanner;
import org.apache.rocketmq.remoting.protocol.SerializeType;

/** Sends of clients in the lane gray, one after the other, and what rules and lanes make of them. */
public final class LaneRequests
{
    private final RuleSet rules;
    private final Decider decider;
    private final LaneMarks marks;
    private final ConnectionFacts facts;
    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();
    private byte[][] frames;
    private int count;
    private int marked;

    public LaneRequests(final GatewayConfig config, final LaneMarks marks)
    {
        rules = RuleSet.compile(config, null);
        decider = new Decider(() -> rules);
        this.marks = marks;
        facts = Requests.facts(config, "clients", "10.9.0.1", null);
    }

    public GatewayConfig config()
    {
        return rules.config();
    }

    /** How many of the sends went to the lane's consumers or to others of the lane, that is, all that were edited. */
    public int marked()
    {
        return marked;
    }

    /** Sends to some topics. */
    public void prepare(final SerializeType type, final String... topics)
    {
        frames = new byte[topics.length][];
        for (int i = 0; i < topics.length; i++)
        {
            frames[i] = Requests.send(type, 310, topics[i]);
        }
    }

    private Decision decide(final byte[] frame)
    {
        if (!scanner.check(view.wrap(frame, 0, frame.length)))
        {
            throw new AssertionError(scanner.fault());
        }
        return decider.decide(scanner, facts, 0, marks);
    }

    /** The properties of a send when it has passed, as the reference reads them. */
    public String properties(final int send)
    {
        final Decision decision = decide(frames[send]);
        return Requests.edited(decision, scanner, frames[send]).properties.toString();
    }

    /** The rewriter of the subscription that a pull of the group {@code readers} carries. */
    public RemotingRewriter subscription(final LaneEdits edits, final SerializeType type, final String expression)
    {
        final Decision decision =
            decide(Requests.request(type, 11, "topic", "orders", "consumerGroup", "readers", "sysFlag",
                "4", "subscription", expression, "expressionType", "TAG"));
        return edits.subscription(rules, decision, scanner);
    }

    /** Decides about the next send and writes its header; returns the header's length. */
    public int next(final LaneEdits edits, final byte[] out)
    {
        edits.begin(0);
        final Decision decision = decide(frames[count++ % frames.length]);
        final boolean edited = edits.names(rules, decision, scanner) == null && decision.rewriter().rewrite(scanner);
        marked += edited ? 1 : 0;
        return edited ? decision.rewriter().patch().writeHeader(out, 0) : 0;
    }
}

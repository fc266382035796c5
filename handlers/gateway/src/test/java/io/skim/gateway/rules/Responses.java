package io.skim.gateway.rules;

import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.nio.charset.StandardCharsets;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;

/** Responses as the reference writes them, and what rules make of them. */
final class Responses
{
    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();
    private final RequestFacts request = new RequestFacts();
    private final ResponseDecider decider;
    private byte[] frame;

    Responses(final RuleSet rules)
    {
        this(new ResponseDecider(() -> rules));
    }

    Responses(final ResponseDecider decider)
    {
        this.decider = decider;
    }

    static byte[] response(final SerializeType type, final int code, final String remark, final String... fields)
    {
        final RemotingCommand command = RemotingCommand.createResponseCommand(code, remark);
        command.markResponseType();
        for (int i = 0; i < fields.length; i += 2)
        {
            command.addExtField(fields[i], fields[i + 1]);
        }
        return Requests.encode(command, type);
    }

    /** The request that the next response belongs to. */
    Responses to(final int code, final long ageNanos, final String topic)
    {
        request.take(code, ageNanos);
        request.topic(topic.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    Decision decide(final byte[] response, final ConnectionFacts facts)
    {
        frame = response;
        if (!scanner.check(view.wrap(response, 0, response.length)))
        {
            throw new AssertionError(scanner.fault());
        }
        return decider.decide(scanner, Reference.decode(response).code, request, facts);
    }

    /** The response that was decided about, as the reference reads it. */
    HeaderRecord original()
    {
        return Reference.decode(frame);
    }

    /** Whether the edits of a decision can be made. */
    boolean isEdited(final Decision decision)
    {
        return decision.rewriter().rewrite(scanner);
    }

    /** The same, edited. */
    HeaderRecord edited(final Decision decision)
    {
        return Requests.edited(decision, scanner, frame);
    }
}

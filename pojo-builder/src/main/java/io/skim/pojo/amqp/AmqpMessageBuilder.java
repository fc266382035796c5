package io.skim.pojo.amqp;

import io.skim.scan.Action;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.spi.Faults;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds a whole message as a tree, after {@link AmqpScanner} has checked it. So a message that is built is one that a scan
 * accepts. Reused for each message; one thread at a time.
 */
public final class AmqpMessageBuilder
{
    private static final AmqpInterest EVERYTHING = AmqpScanner.interest().everything().build();
    /** Receives nothing: the scan only checks the message. */
    private static final DataHandler NOBODY = (id, value) -> Action.CONTINUE;

    private final AmqpScanner scanner;
    private final AmqpTreeBuilder trees;
    private final Fault fault = new Fault();

    /** Makes a strict builder with the default budget. */
    public AmqpMessageBuilder()
    {
        this(AmqpBudget.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a builder.
     *
     * @param budget     the bounds of a tree.
     * @param strictness as for {@link AmqpScanner}.
     */
    public AmqpMessageBuilder(final AmqpBudget budget, final Strictness strictness)
    {
        scanner = new AmqpScanner(Limits.DEFAULT.withMaxDepth(budget.maxDepth()).withMaxElementCount(budget.maxNodes())
            .withMaxSectionCount(budget.maxNodes()), strictness);
        trees = new AmqpTreeBuilder(budget, strictness);
    }

    /**
     * Builds a message.
     *
     * @param message wrapped on exactly one message.
     * @return the message, yours to keep; null if it is refused; then {@link #fault()} has the reason and the offset.
     */
    public @Nullable AmqpMessage message(final FrameView message)
    {
        Faults.reset(fault);
        if (scanner.scan(message, EVERYTHING, NOBODY) != Outcome.COMPLETE)
        {
            return refused(scanner.fault());
        }
        final List<AmqpValue> values = trees.values(message);
        if (values == null)
        {
            return refused(trees.fault());
        }
        return new AmqpMessage(values.stream().map(AmqpDescribed.class::cast).toList());
    }

    private @Nullable AmqpMessage refused(final Fault cause)
    {
        Faults.at(fault, cause.offset(), Objects.requireNonNull(cause.reason()), cause.claimed(), cause.available());
        return null;
    }

    /** {@return the reason why the last message was refused; absent if it was built} The next build resets it. */
    public Fault fault()
    {
        return fault;
    }
}

package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpTreeBuilder;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Cursors;
import org.jspecify.annotations.Nullable;

/**
 * Makes trees for {@link PlainFields}, within half of the budget for the trees in an object. The other half is for the parts of the
 * object that the fast path makes without a tree and does not count. These have at most as many texts and nodes as the value has
 * bytes, and a longer value does not take the fast path. So the fast path stays within the budget, and the slow path checks all
 * other values.
 */
final class FieldTrees
{
    /** The greatest depth at which a tree begins: in a field of a value in a field. */
    private static final int DEPTH = 4;
    private static final int LEAST_DEPTH = 2;

    private final AmqpTreeBuilder builder;
    private final Cursor cursor = new Cursor();
    private boolean isFurther;

    FieldTrees(final AmqpBudget budget, final Strictness strictness)
    {
        final int depth = Math.max(LEAST_DEPTH, budget.maxDepth() - DEPTH);
        builder = new AmqpTreeBuilder(budget.withMaxDepth(depth).withMaxNodes(Math.max(2, budget.maxNodes() / 2))
            .withMaxBytes(budget.maxBytes() / 2), strictness);
    }

    /** The most bytes of a value that may take the fast path; 0 if trees could become deeper than the budget allows. */
    static int mostBytes(final AmqpBudget budget)
    {
        return budget.maxDepth() < DEPTH + LEAST_DEPTH ? 0 : Math.min(budget.maxNodes(), budget.maxBytes()) / 2;
    }

    /** Begins with the trees of another object. */
    void begin()
    {
        isFurther = false;
    }

    /** The tree of a part of a frame; null if it is refused. */
    @Nullable
    AmqpValue of(final FrameView frame, final int offset, final int length, final Kind kind)
    {
        Cursors.wrap(cursor, frame, offset, length, kind);
        final AmqpValue tree = isFurther ? builder.furtherValue(frame, cursor) : builder.value(frame, cursor);
        isFurther = true;
        Cursors.bind(cursor, null);
        Cursors.reset(cursor);
        return tree;
    }
}

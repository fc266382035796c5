package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpTreeBuilder;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Strictness;

/**
 * Makes trees for {@link PlainFields}, out of half the budget of the trees in an object. The other half is for what becomes
 * part of the object without a tree, which is not counted: it has no more texts and nodes than bytes, and a longer value
 * does not take the fast path. So whatever that takes is within the budget, and the slow path judges the rest.
 */
final class FieldTrees
{
    /** How deep a tree may stand: in a field of what stands in a field. */
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

    /** The most bytes of a value that may take the fast path; none if trees could become deeper than the budget allows. */
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
    AmqpValue of(final FrameView frame, final int offset, final int length, final Kind kind)
    {
        cursor.wrap(frame, offset, length, kind);
        final AmqpValue tree = isFurther ? builder.furtherValue(frame, cursor) : builder.value(frame, cursor);
        isFurther = true;
        cursor.bind(null);
        cursor.reset();
        return tree;
    }
}

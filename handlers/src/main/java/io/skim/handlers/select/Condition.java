package io.skim.handlers.select;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Derives from a node the keys of the frames for which it can be true. Each such frame has one of the keys. A frame with a key need
 * not make the node true.
 */
final class Condition
{
    /** An index does not pay for more alternatives than these. */
    private static final int MAX_KEYS = 256;
    /** A text that contains another excludes fewer frames than equality. */
    private static final int PART_COST = 5;
    /** A range excludes fewer frames than equality. */
    private static final int RANGE_COST = 10;
    /** The presence of a value excludes the fewest frames. */
    private static final int PRESENCE_COST = 1_000;

    private Condition()
    {
    }

    /**
     * A condition on one value of a frame.
     *
     * @param source the node that gives the value; equal values have the same node.
     * @param wanted a {@code String} or {@code Long} that the value equals, a {@code Range} that it is in, or a {@code Part} that
     *               it contains; null if any value will do.
     */
    record Key(Node source, @Nullable Object wanted)
    {
        private int cost()
        {
            return wanted == null ? PRESENCE_COST : wanted instanceof Range ? RANGE_COST : wanted instanceof Part
                ? PART_COST : 1;
        }
    }

    /**
     * A text that another text contains.
     *
     * @param text not empty.
     */
    record Part(String text)
    {
    }

    /**
     * The numbers from a least to a greatest one. Bounds that are whole numbers are rounded to doubles, which keeps their order.
     *
     * @param least of them.
     * @param most  of them.
     */
    record Range(double least, double most)
    {
        static Range of(final int orders, final double bound)
        {
            return new Range((orders & Rules.LESS) != 0 ? Double.NEGATIVE_INFINITY : bound,
                (orders & Rules.GREATER) != 0 ? Double.POSITIVE_INFINITY : bound);
        }
    }

    /** The keys of a condition that holds if one of two holds; null if one of them has no keys, or there are too many. */
    static @Nullable Set<Key> union(final @Nullable Set<Key> left, final @Nullable Set<Key> right)
    {
        if (left == null || right == null || left.size() + right.size() > MAX_KEYS)
        {
            return null;
        }
        final Set<Key> both = new LinkedHashSet<>(left);
        both.addAll(right);
        return both;
    }

    /** The keys of two conditions that both hold: the more selective keys, or the common part of two ranges of the same value. */
    static @Nullable Set<Key> both(final @Nullable Set<Key> left, final @Nullable Set<Key> right)
    {
        if (left != null && right != null && left.size() == 1 && right.size() == 1)
        {
            final Key low = left.iterator().next();
            final Key high = right.iterator().next();
            if (low.source.equals(high.source) && low.wanted instanceof Range least
                && high.wanted instanceof Range most)
            {
                return Set.of(new Key(low.source, new Range(Math.max(least.least, most.least), Math.min(least.most,
                    most.most))));
            }
        }
        return cost(left) <= cost(right) ? left : right;
    }

    private static long cost(final @Nullable Set<Key> keys)
    {
        return keys == null ? Long.MAX_VALUE : keys.stream().mapToLong(Key::cost).sum();
    }

    static Set<Key> present(final Node source)
    {
        return Set.of(new Key(source, null));
    }

    /** The keys of a value that contains a text. */
    static @Nullable Set<Key> holding(final Node operand, final String text)
    {
        return !(operand instanceof Node.Loaded) ? null
            : text.isEmpty() ? present(operand) : Set.of(new Key(operand, new Part(text)));
    }

    /** The keys of a value that equals one of several texts. */
    static @Nullable Set<Key> in(final Node operand, final TextSet set)
    {
        if (!(operand instanceof Node.Loaded))
        {
            return null;
        }
        final Set<Key> keys = new LinkedHashSet<>();
        set.texts().forEach(text -> keys.add(new Key(operand, text)));
        return keys.size() > MAX_KEYS ? present(operand) : keys;
    }

    /** The keys of a comparison; either side may be the constant. */
    static @Nullable Set<Key> ordered(final Node left, final int orders, final Node right)
    {
        return isOfConstant(left, right) ? ordered(left, orders, literal(right))
            : isOfConstant(right, left) ? ordered(right, Rules.mirrored(orders), literal(left)) : null;
    }

    private static @Nullable Set<Key> ordered(final Node source, final int orders, final @Nullable Object literal)
    {
        if (orders == Rules.EQUAL && !(literal instanceof Double))
        {
            return Set.of(new Key(source, literal));
        }
        return literal instanceof Number number ? Set.of(new Key(source, Range.of(orders, number.doubleValue())))
            : null;
    }

    /** Whether a value of the frame is compared with a constant that an index can hold. */
    static boolean isOfConstant(final Node value, final Node constant)
    {
        return value instanceof Node.Loaded && literal(constant) != null;
    }

    /** The constant of a node as a {@code String}, {@code Long} or {@code Double}; null if it is none of these. */
    private static @Nullable Object literal(final Node node)
    {
        if (!(node instanceof Operands.Constant constant))
        {
            return null;
        }
        final Value value = constant.value();
        return switch (value.type)
        {
            case Value.INT, Value.LONG -> value.number;
            case Value.DOUBLE -> value.asDouble();
            case Value.TEXT -> value.toString();
            default -> null;
        };
    }
}

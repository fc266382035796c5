package io.skim.handlers.select;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What a frame must have for a node to be true of it, as far as that can be told from the node. It is necessary, not
 * sufficient.
 */
final class Condition
{
    /** More alternatives than this are not worth an index. */
    private static final int MAX_KEYS = 256;
    /** That a text holds another says less than which it is. */
    private static final int PART_COST = 5;
    /** That a number is in a range says less than which it is. */
    private static final int RANGE_COST = 10;
    /** That something is there says much less than either. */
    private static final int PRESENCE_COST = 1_000;

    private Condition()
    {
    }

    /**
     * Something that is true of a frame.
     *
     * @param source of a value, the same object for the same one.
     * @param wanted a {@code String} or {@code Long} that the value is, or a {@code Range} that it is in, or a {@code Part} that
     *               it holds; null if it only has to be there.
     */
    record Key(Node source, Object wanted)
    {
        private int cost()
        {
            return wanted == null ? PRESENCE_COST : wanted instanceof Range ? RANGE_COST : wanted instanceof Part
                ? PART_COST : 1;
        }
    }

    /**
     * A text that stands somewhere in another.
     *
     * @param text not empty.
     */
    record Part(String text)
    {
    }

    /**
     * Numbers between two, and both of them. Bounds that are whole numbers are rounded, which keeps their order.
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

    /** One of either; null if nothing is known, or there are too many. */
    static Set<Key> union(final Set<Key> left, final Set<Key> right)
    {
        if (left == null || right == null || left.size() + right.size() > MAX_KEYS)
        {
            return null;
        }
        final Set<Key> both = new LinkedHashSet<>(left);
        both.addAll(right);
        return both;
    }

    /** Both are true: those that say more, or if they are ranges of the same value, where they overlap. */
    static Set<Key> both(final Set<Key> left, final Set<Key> right)
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

    private static long cost(final Set<Key> keys)
    {
        return keys == null ? Long.MAX_VALUE : keys.stream().mapToLong(Key::cost).sum();
    }

    static Set<Key> present(final Node source)
    {
        return Set.of(new Key(source, null));
    }

    /** A value of the frame holds a text. */
    static Set<Key> holding(final Node operand, final String text)
    {
        return !isLoaded(operand) ? null : text.isEmpty() ? present(operand) : Set.of(new Key(operand, new Part(text)));
    }

    /** A value of the frame is one of some texts. */
    static Set<Key> in(final Node operand, final TextSet set)
    {
        if (!isLoaded(operand))
        {
            return null;
        }
        final Set<Key> keys = new LinkedHashSet<>();
        set.texts().forEach(text -> keys.add(new Key(operand, text)));
        return keys.size() > MAX_KEYS ? present(operand) : keys;
    }

    /** Two values are in one of some orders; the constant may be either. */
    static Set<Key> ordered(final Node left, final int orders, final Node right)
    {
        return isOfConstant(left, right) ? ordered(left, orders, literal(right))
            : isOfConstant(right, left) ? ordered(right, Rules.mirrored(orders), literal(left)) : null;
    }

    private static Set<Key> ordered(final Node source, final int orders, final Object literal)
    {
        if (orders == Rules.EQUAL && !(literal instanceof Double))
        {
            return Set.of(new Key(source, literal));
        }
        return literal instanceof Number number ? Set.of(new Key(source, Range.of(orders, number.doubleValue())))
            : null;
    }

    /** Whether a value of the frame stands beside a constant that it can be looked up by. */
    static boolean isOfConstant(final Node value, final Node constant)
    {
        return isLoaded(value) && literal(constant) != null;
    }

    private static boolean isLoaded(final Node node)
    {
        return node instanceof Node.Operand operand && operand.isLoaded();
    }

    /** A {@code String}, {@code Long} or {@code Double} that a node is; null if it is none of these. */
    private static Object literal(final Node node)
    {
        if (!(node instanceof Operands.Constant constant))
        {
            return null;
        }
        final Value value = constant.value;
        return switch (value.type)
        {
            case Value.INT, Value.LONG -> value.number;
            case Value.DOUBLE -> value.asDouble();
            case Value.TEXT -> value.toString();
            default -> null;
        };
    }
}

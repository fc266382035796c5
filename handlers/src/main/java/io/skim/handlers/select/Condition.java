package io.skim.handlers.select;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds what a frame must have for a program to select it, by going through the program once with what is known of the
 * values on its stack instead of the values. What it finds is necessary, not sufficient.
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

    private final Program program;
    private final Known[] stack;
    /** Of each position that jumps go to, what was known when they left. */
    private final Map<Integer, Known[]> landings = new HashMap<>();
    private int height;

    /** How a value is loaded: an instruction, its slots, and the text that stands for a missing one. */
    record Source(int op, List<Integer> slots, String otherwise)
    {
    }

    /**
     * Something that is true of a frame.
     *
     * @param source of a value.
     * @param wanted a {@code String} or {@code Long} that the value is, or a {@code Range} that it is in, or a {@code Part} that
     *               it holds; null if it only has to be there.
     */
    record Key(Source source, Object wanted)
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
            return new Range((orders & Op.LESS) != 0 ? Double.NEGATIVE_INFINITY : bound, (orders & Op.GREATER) != 0
                ? Double.POSITIVE_INFINITY : bound);
        }
    }

    /**
     * What is known of a value on the stack.
     *
     * @param keys    one of which is true of the frame if the value is true; null if nothing is known, empty if it cannot
     *                be true.
     * @param decided what is there if the value is true or false; may be null.
     * @param source  what it was loaded from; may be null.
     * @param literal a {@code String}, {@code Long} or {@code Double} that it is; may be null.
     */
    private record Known(Set<Key> keys, Source decided, Source source, Object literal)
    {
        static final Known NOTHING = new Known(null, null, null, null);
        static final Known NEVER = new Known(Set.of(), null, null, null);

        static Known when(final Set<Key> keys, final Source decided)
        {
            return new Known(keys, decided, null, null);
        }

        static Known constant(final Object value)
        {
            return new Known(null, null, null, value);
        }

        Known or(final Known other)
        {
            return equals(other) ? this : when(union(keys, other.keys), decided != null && decided.equals(
                other.decided) ? decided : null);
        }
    }

    private Condition(final Program program)
    {
        this.program = program;
        // Both branches of a jump may push.
        stack = new Known[program.depth + 2];
    }

    /** Keys one of which is true of every frame that the program selects; null if there are none to be had. */
    static Set<Key> of(final Program program)
    {
        return new Condition(program).keys();
    }

    private static Set<Key> union(final Set<Key> left, final Set<Key> right)
    {
        if (left == null || right == null || left.size() + right.size() > MAX_KEYS)
        {
            return null;
        }
        final Set<Key> both = new LinkedHashSet<>(left);
        both.addAll(right);
        return both;
    }

    private static Set<Key> cheaper(final Set<Key> left, final Set<Key> right)
    {
        return cost(left) <= cost(right) ? left : right;
    }

    private static long cost(final Set<Key> keys)
    {
        return keys == null ? Long.MAX_VALUE : keys.stream().mapToLong(Key::cost).sum();
    }

    private Set<Key> keys()
    {
        final int[] code = program.code;
        for (int at = 0; at < code.length; at += 1 + Op.operands(code[at]))
        {
            land(at);
            step(code[at], at);
        }
        land(code.length);
        return stack[0].keys;
    }

    private void land(final int at)
    {
        final Known[] arrived = landings.remove(at);
        if (arrived != null)
        {
            height = arrived.length;
            for (int i = 0; i < height; i++)
            {
                stack[i] = stack[i].or(arrived[i]);
            }
        }
    }

    /** A jump leaves with this on top of what is below a height. */
    private void leave(final int at, final int below, final Known top)
    {
        final Known[] leaving = Arrays.copyOf(stack, below + 1);
        leaving[below] = top;
        landings.merge(program.code[at + 1], leaving, Condition::both);
    }

    private static Known[] both(final Known[] left, final Known... right)
    {
        final Known[] both = new Known[left.length];
        Arrays.setAll(both, i -> left[i].or(right[i]));
        return both;
    }

    private void push(final Known value)
    {
        stack[height++] = value;
    }

    private void replace(final int taken, final Known value)
    {
        height -= taken;
        push(value);
    }

    private Known top(final int below)
    {
        return stack[height - 1 - below];
    }

    private void step(final int op, final int at)
    {
        switch (op)
        {
            case Op.SLOT, Op.SLOT_OR_TEXT, Op.SEND_FIELD ->
            {
                final Source source = source(op, at);
                push(new Known(present(source), source, source, null));
            }
            case Op.TEXT -> push(Known.constant(text(program.code[at + 1])));
            case Op.INT, Op.LONG -> push(Known.constant(program.numbers[program.code[at + 1]]));
            case Op.DOUBLE -> push(Known.constant(Double.longBitsToDouble(program.numbers[program.code[at + 1]])));
            case Op.FALSE, Op.NULL -> push(Known.NEVER);
            case Op.JUMP_NULL -> leave(at, height - 1, Known.NEVER);
            case Op.JUMP_FALSE -> leave(at, height - 1, Known.NEVER);
            case Op.JUMP_TRUE, Op.ELSE ->
            {
                leave(at, height - 1, Known.when(top(0).keys, null));
                height -= op == Op.ELSE ? 1 : 0;
            }
            case Op.DROP_FALSE -> leave(at, height - 2, Known.NEVER);
            case Op.DROP_TRUE -> leave(at, height - 2, Known.when(top(0).keys, null));
            case Op.AND -> replace(2, Known.when(between(top(1).keys, top(0).keys).keys, null));
            case Op.OR -> replace(2, Known.when(union(top(1).keys, top(0).keys), null));
            case Op.NOT -> replace(1, Known.when(top(0).decided == null ? null : present(top(0).decided), top(
                0).decided));
            case Op.BOOLEAN -> replace(1, Known.when(top(0).keys, null));
            default -> compare(op, at);
        }
    }

    private void compare(final int op, final int at)
    {
        switch (op)
        {
            case Op.SLOT_EQUALS -> push(equal(source(Op.SLOT, at), text(program.code[at + 2])));
            case Op.SQL_SLOT_ORDER, Op.JMS_SLOT_ORDER -> push(order(source(Op.SLOT, at), at));
            case Op.SQL_EQUAL, Op.SQL_GREATER, Op.SQL_GREATER_EQUAL, Op.SQL_LESS, Op.SQL_LESS_EQUAL, Op.JMS_EQUAL,
                Op.JMS_GREATER, Op.JMS_GREATER_EQUAL, Op.JMS_LESS, Op.JMS_LESS_EQUAL -> replace(2, comparison(
                    Op.orders(op)));
            case Op.SQL_KEEP_GREATER_EQUAL, Op.JMS_KEEP_GREATER_EQUAL -> replace(1, order(top(1).source, Op.GREATER
                | Op.EQUAL, top(0).literal));
            case Op.SQL_KEEP_LESS, Op.JMS_KEEP_LESS -> replace(1, order(top(1).source, Op.LESS, top(0).literal));
            case Op.SQL_BETWEEN, Op.JMS_BETWEEN -> replace(3, between(top(1).keys, order(top(2).source, Op.LESS
                | Op.EQUAL, top(0).literal).keys));
            case Op.SQL_OUTSIDE,
                Op.JMS_OUTSIDE -> replace(3, Known.when(union(top(1).keys, order(top(2).source, Op.GREATER, top(
                    0).literal).keys), null));
            case Op.IN -> replace(1, top(0).source == null ? Known.NOTHING : in(top(0).source,
                program.sets[program.code[at + 1]]));
            // Also the opposites are false of what is missing, and so NOT makes true what is not there.
            case Op.CONTAINS, Op.STARTS_WITH, Op.ENDS_WITH -> replace(1, top(0).source == null ? Known.NOTHING
                : Known.when(program.code[at + 2] != 0 ? present(top(0).source) : holding(top(0).source,
                    op == Op.CONTAINS ? program.searches[program.code[at + 1]].text() : text(program.code[at + 1])),
                    null));
            case Op.LIKE -> replace(1, top(0).source == null ? Known.NOTHING : Known.when(holding(top(0).source,
                program.patterns[program.code[at + 1]].longestText()), top(0).source));
            default ->
            {
                height += Op.effect(op);
                stack[height - 1] = Known.NOTHING;
            }
        }
    }

    private static Set<Key> holding(final Source source, final String text)
    {
        return text.isEmpty() ? present(source) : Set.of(new Key(source, new Part(text)));
    }

    private static Set<Key> present(final Source source)
    {
        return Set.of(new Key(source, null));
    }

    private static Known equal(final Source source, final Object literal)
    {
        return Known.when(Set.of(new Key(source, literal)), source);
    }

    /** The two on top, the literal may be either. */
    private Known comparison(final int orders)
    {
        if (top(1).literal == null)
        {
            return order(top(1).source, orders, top(0).literal);
        }
        // A literal on the left is not equal to what is missing, in one dialect, instead of unknown.
        return Known.when(order(top(0).source, Op.mirrored(orders), top(1).literal).keys, null);
    }

    private static Known order(final Source source, final int orders, final Object literal)
    {
        if (source == null || literal == null)
        {
            return Known.NOTHING;
        }
        if (orders == Op.EQUAL && !(literal instanceof Double))
        {
            return equal(source, literal);
        }
        return literal instanceof Number number ? equal(source, Range.of(orders, number.doubleValue()))
            : Known.NOTHING;
    }

    private Known order(final Source source, final int at)
    {
        final int how = program.code[at + 3];
        final long number = program.numbers[program.code[at + 2]];
        return order(source, how & (1 << Op.TYPE_SHIFT) - 1, how >> Op.TYPE_SHIFT == Slots.DOUBLE
            ? (Object)Double.longBitsToDouble(number) : (Object)number);
    }

    /** Both are true: if they are ranges of the same value, it is where they overlap. */
    private static Known between(final Set<Key> from, final Set<Key> to)
    {
        if (from != null && to != null && from.size() == 1 && to.size() == 1)
        {
            final Key low = from.iterator().next();
            final Key high = to.iterator().next();
            if (low.source.equals(high.source) && low.wanted instanceof Range least
                && high.wanted instanceof Range most)
            {
                return equal(low.source, new Range(Math.max(least.least, most.least), Math.min(least.most, most.most)));
            }
        }
        return Known.when(cheaper(from, to), null);
    }

    private static Known in(final Source source, final TextSet set)
    {
        final Set<Key> keys = new LinkedHashSet<>();
        set.texts().forEach(text -> keys.add(new Key(source, text)));
        return Known.when(keys.size() > MAX_KEYS ? present(source) : keys, source);
    }

    private Source source(final int op, final int at)
    {
        final List<Integer> slots = new ArrayList<>();
        for (int i = 1; i <= Op.slots(op); i++)
        {
            slots.add(program.code[at + i]);
        }
        return new Source(op, slots, op == Op.SLOT_OR_TEXT ? text(program.code[at + 2]) : null);
    }

    private String text(final int text)
    {
        return new String(program.pool, program.bounds[text], program.bounds[text + 1] - program.bounds[text],
            StandardCharsets.UTF_8);
    }
}

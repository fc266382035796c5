package io.skim.handlers.select;

import io.skim.bytes.Utf8;
import io.skim.handlers.select.Condition.Key;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that are conditions.
 */
final class Predicates
{
    private Predicates()
    {
    }

    /**
     * Conditions joined by AND or by OR, from left to right. Evaluation ends at the first condition that decides or fails. If none
     * decides, and one is unknown, the result is unknown.
     */
    static final class Junction implements Node
    {
        private final Node[] conditions;
        /** The verdict of one condition that decides; the other one is that of conditions of which none decides. */
        private final Verdict decisive;
        private final Verdict neutral;

        Junction(final boolean all, final List<Node> conditions)
        {
            this.conditions = conditions.toArray(Node[]::new);
            decisive = Rules.verdict(!all);
            neutral = Rules.verdict(all);
        }

        @Override
        public Verdict verdict(final Slots slots)
        {
            Verdict verdict = neutral;
            int at = 0;
            // Not a counted loop for HotSpot (JDK 17 and 25), which would prepare it for thousands of rounds.
            while (conditions.length - at > 0)
            {
                final Verdict next = conditions[at++].verdict(slots);
                if (next == decisive || next == Verdict.ERROR)
                {
                    return next;
                }
                verdict = next == Verdict.UNKNOWN ? next : verdict;
            }
            return verdict;
        }

        @Override
        @Nullable
        public Set<Key> keys()
        {
            Set<Key> keys = conditions[0].keys();
            for (int i = 1; i < conditions.length; i++)
            {
                final Set<Key> next = conditions[i].keys();
                keys = decisive == Verdict.MATCH ? Condition.union(keys, next) : Condition.both(keys, next);
            }
            return keys;
        }

        @Override
        public List<Set<Key>> needs()
        {
            return decisive == Verdict.MATCH ? Node.super.needs()
                : Arrays.stream(conditions).flatMap(each -> each.needs()
                    .stream()).toList();
        }
    }

    /** The negation; unknown stays unknown. */
    record Not(Node condition) implements Node
    {
        static Verdict of(final Verdict verdict)
        {
            return verdict == Verdict.MATCH ? Verdict.NO_MATCH : verdict == Verdict.NO_MATCH ? Verdict.MATCH : verdict;
        }

        @Override
        public Verdict verdict(final Slots slots)
        {
            return of(condition.verdict(slots));
        }

        @Override
        @Nullable
        public Set<Key> keys()
        {
            return condition.decided() == null ? null : Condition.present(condition.decided());
        }

        @Override
        @Nullable
        public Node decided()
        {
            return condition.decided();
        }
    }

    /** Compares two values; unknown if one is missing. If the left one is missing, the right one is not evaluated. */
    record Order(Rules rules, Node left, int orders, Node right) implements Node
    {
        @Override
        public Verdict verdict(final Slots slots)
        {
            final Value value = Node.valueOf(left, slots);
            return value.isMissing() ? value.truth() : verdict(rules, value, orders, right, slots);
        }

        static Verdict verdict(final Rules rules, final Value left, final int orders, final Node right,
            final Slots slots)
        {
            final Value value = Node.valueOf(right, slots);
            return value.isMissing() ? value.truth() : rules.ordered(left, value, orders);
        }

        @Override
        @Nullable
        public Set<Key> keys()
        {
            return Condition.ordered(left, orders, right);
        }

        @Override
        @Nullable
        public Node decided()
        {
            return Condition.isOfConstant(left, right) ? left : null;
        }
    }

    /** Whether two values are equal, or differ. Evaluates both. */
    record Equality(Rules rules, Node left, boolean different, Node right) implements Node
    {
        @Override
        public Verdict verdict(final Slots slots)
        {
            final Value one = Node.valueOf(left, slots);
            final Value other = one.type == Value.FAILED ? one : Node.valueOf(right, slots);
            return other.type == Value.FAILED ? Verdict.ERROR
                : different ? rules.different(one, other) : rules.equal(one, other);
        }

        @Override
        @Nullable
        public Set<Key> keys()
        {
            return different ? decided() == null ? null : Condition.present(left) : Condition.ordered(left, Rules.EQUAL,
                right);
        }

        /** Only with the constant on the right: in one dialect a constant on the left differs from a missing value. */
        @Override
        @Nullable
        public Node decided()
        {
            return Condition.isOfConstant(left, right) ? left : null;
        }
    }

    /** Whether a value, evaluated once, is between two others, or not. Evaluation ends at the bound that decides. */
    record Between(Rules rules, Node middle, Node low, Node high, boolean outside) implements Node
    {
        private int lowOrders()
        {
            return outside ? Rules.LESS : Rules.GREATER | Rules.EQUAL;
        }

        private int highOrders()
        {
            return outside ? Rules.GREATER : Rules.LESS | Rules.EQUAL;
        }

        @Override
        public Verdict verdict(final Slots slots)
        {
            final Value value = Node.valueOf(middle, slots);
            if (value.isMissing())
            {
                return value.truth();
            }
            final Verdict decisive = Rules.verdict(outside);
            final Verdict first = Order.verdict(rules, value, lowOrders(), low, slots);
            if (first == decisive || first == Verdict.ERROR)
            {
                return first;
            }
            final Verdict second = Order.verdict(rules, value, highOrders(), high, slots);
            return first == Verdict.UNKNOWN && second != decisive && second != Verdict.ERROR ? first : second;
        }

        @Override
        @Nullable
        public Set<Key> keys()
        {
            final Set<Key> least = Condition.ordered(middle, lowOrders(), low);
            final Set<Key> most = Condition.ordered(middle, highOrders(), high);
            return outside ? Condition.union(least, most) : Condition.both(least, most);
        }
    }

    /** Whether a value, evaluated once, equals one of others, by the rules of JMS. */
    record EqualToAny(Node left, Node... items) implements Node
    {
        @Override
        public Verdict verdict(final Slots slots)
        {
            final Value value = left.value(slots);
            Verdict verdict = Verdict.NO_MATCH;
            for (final Node item : items)
            {
                final Verdict next = JmsRules.RULES.equal(value, item.value(slots));
                verdict = next == Verdict.NO_MATCH ? verdict : next;
                if (next == Verdict.MATCH)
                {
                    return next;
                }
            }
            return verdict;
        }
    }

    /** Whether a text is in a set; the constructor gets the verdict for values that are not texts. */
    record In(Node operand, TextSet texts, Verdict otherwise) implements Node
    {
        @Override
        public Verdict verdict(final Slots slots)
        {
            final Value value = Node.valueOf(operand, slots);
            return value.isText() ? Rules.verdict(texts.contains(value.text, value.from, value.to)) : otherwise;
        }

        @Override
        @Nullable
        public Set<Key> keys()
        {
            return Condition.in(operand, texts);
        }

        @Override
        @Nullable
        public Node decided()
        {
            return otherwise == Verdict.UNKNOWN ? operand.decided() : null;
        }
    }

    /** Whether there is no value. */
    record IsNull(Node operand) implements Node
    {
        @Override
        public Verdict verdict(final Slots slots)
        {
            final Value value = Node.valueOf(operand, slots);
            return value.type == Value.FAILED ? Verdict.ERROR : Rules.verdict(value.isMissing());
        }
    }

    /** Whether a text contains another, begins or ends with it, or its negation. Both are false for values that are not texts. */
    static final class Holds implements Node
    {
        private final Node operand;
        /** Of {@link Tokens}. */
        private final int token;
        private final String text;
        private final byte[] wanted;
        private final @Nullable TextSearch search;
        private final boolean negated;

        Holds(final Node operand, final int token, final String text, final boolean negated)
        {
            this.operand = operand;
            this.token = token;
            this.text = text;
            this.negated = negated;
            wanted = text.getBytes(StandardCharsets.UTF_8);
            search = token == Tokens.CONTAINS ? new TextSearch(wanted) : null;
        }

        @Override
        public Verdict verdict(final Slots slots)
        {
            final Value value = Node.valueOf(operand, slots);
            return value.type == Value.FAILED ? Verdict.ERROR : Rules.verdict(value.isText() && isIn(value) != negated);
        }

        private boolean isIn(final Value value)
        {
            if (search != null)
            {
                return search.find(value.text, value.from, value.to) >= 0;
            }
            final int start = token == Tokens.STARTS_WITH ? value.from : value.to - wanted.length;
            return wanted.length <= value.to - value.from
                && Arrays.equals(value.text, start, start + wanted.length, wanted, 0, wanted.length);
        }

        @Override
        @Nullable
        public Set<Key> keys()
        {
            return Condition.holding(operand, negated ? "" : text);
        }
    }

    /** LIKE: unknown for a missing or undecoded value, false for other values that are not texts. */
    record Like(Node operand, LikePattern pattern) implements Node
    {
        @Override
        public Verdict verdict(final Slots slots)
        {
            final Value value = Node.valueOf(operand, slots);
            return value.isMissing() || value.type == Value.UNDECODED ? Verdict.UNKNOWN : Rules.verdict(value.isText()
                && pattern.matches(value.text, value.from, value.to));
        }

        @Override
        @Nullable
        public Set<Key> keys()
        {
            return Condition.holding(operand, pattern.longestText());
        }

        @Override
        @Nullable
        public Node decided()
        {
            return operand.decided();
        }
    }

    /**
     * Whether the hash of a text is in a set; other values have the hash 0. A broker's consume queue keeps only the hash of a tag.
     *
     * @see "MessageExtBrokerInner.tagsString2tagsCode; ExpressionMessageFilter.isMatchedByConsumeQueue"
     */
    record HashIn(Node operand, int... sorted) implements Node
    {
        @Override
        public Verdict verdict(final Slots slots)
        {
            final Value value = Node.valueOf(operand, slots);
            final int hash = value.isText() ? hash(value.text, value.from, value.to) : 0;
            return Rules.verdict(Arrays.binarySearch(sorted, hash) >= 0);
        }

        /** What {@link String#hashCode()} gives. */
        private static int hash(final byte[] text, final int from, final int to)
        {
            int hash = 0;
            int at = from;
            while (at < to)
            {
                final long decoded =
                    text[at] >= 0 ? (long)text[at] << Integer.SIZE | at + 1 : Utf8.decode(text, at, to);
                final int codePoint = (int)(decoded >>> Integer.SIZE);
                hash = Character.isBmpCodePoint(codePoint) ? 31 * hash + codePoint
                    : 31 * (31 * hash + Character.highSurrogate(codePoint)) + Character.lowSurrogate(codePoint);
                at = (int)decoded;
            }
            return hash;
        }
    }

    /** Conditions of which each compares the result of the condition before it, as in {@code a = b = TRUE}. */
    record Row(Node... conditions) implements Node
    {
        @Override
        public Verdict verdict(final Slots slots)
        {
            Verdict verdict = Verdict.UNKNOWN;
            for (int i = 0; i < conditions.length && verdict != Verdict.ERROR; i++)
            {
                slots.before = Value.of(verdict);
                verdict = conditions[i].verdict(slots);
            }
            return verdict;
        }
    }
}

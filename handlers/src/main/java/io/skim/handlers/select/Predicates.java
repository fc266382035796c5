package io.skim.handlers.select;

import io.skim.bytes.Utf8;
import io.skim.handlers.select.Condition.Key;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The nodes that say whether something is true.
 */
final class Predicates
{
    private Predicates()
    {
    }

    /**
     * Conditions joined by AND or by OR, from left to right: the first that decides, or fails, is the last that is
     * evaluated. Where none decides it is unknown if one is.
     */
    static final class Junction extends Node
    {
        private final Node[] conditions;
        /** Of one condition that tells all, and of all without such a one. */
        private final Verdict decisive;
        private final Verdict neutral;

        Junction(final boolean all, final List<Node> conditions)
        {
            this.conditions = conditions.toArray(Node[]::new);
            decisive = Rules.verdict(!all);
            neutral = Rules.verdict(all);
        }

        @Override
        Verdict verdict(final Slots slots)
        {
            Verdict verdict = neutral;
            int at = 0;
            // Asked this way the loop is not taken for a counted one, which is prepared for thousands of rounds.
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
        Set<Key> keys()
        {
            Set<Key> keys = conditions[0].keys();
            for (int i = 1; i < conditions.length; i++)
            {
                final Set<Key> next = conditions[i].keys();
                keys = decisive == Verdict.MATCH ? Condition.union(keys, next) : Condition.both(keys, next);
            }
            return keys;
        }
    }

    /** The opposite; of what is unknown unknown. */
    static final class Not extends Node
    {
        private final Node condition;

        Not(final Node condition)
        {
            this.condition = condition;
        }

        static Verdict of(final Verdict verdict)
        {
            return verdict == Verdict.MATCH ? Verdict.NO_MATCH : verdict == Verdict.NO_MATCH ? Verdict.MATCH : verdict;
        }

        @Override
        Verdict verdict(final Slots slots)
        {
            return of(condition.verdict(slots));
        }

        @Override
        Set<Key> keys()
        {
            return condition.decided() == null ? null : Condition.present(condition.decided());
        }

        @Override
        Node decided()
        {
            return condition.decided();
        }
    }

    /** Two values in one of some orders; unknown if one is missing. The right one is not evaluated if the left one is. */
    static final class Order extends Node
    {
        private final Rules rules;
        private final int orders;
        private final Node left;
        private final Node right;

        Order(final Rules rules, final Node left, final int orders, final Node right)
        {
            this.rules = rules;
            this.orders = orders;
            this.left = left;
            this.right = right;
        }

        @Override
        Verdict verdict(final Slots slots)
        {
            final Value value = valueOf(left, slots);
            return value.isMissing() ? value.truth() : verdict(rules, value, orders, right, slots);
        }

        static Verdict verdict(final Rules rules, final Value left, final int orders, final Node right,
            final Slots slots)
        {
            final Value value = valueOf(right, slots);
            return value.isMissing() ? value.truth() : rules.ordered(left, value, orders);
        }

        @Override
        Set<Key> keys()
        {
            return Condition.ordered(left, orders, right);
        }

        @Override
        Node decided()
        {
            return Condition.isOfConstant(left, right) ? left : null;
        }
    }

    /** Two values that are equal, or that differ. Both are evaluated. */
    static final class Equality extends Node
    {
        private final Rules rules;
        private final boolean different;
        private final Node left;
        private final Node right;

        Equality(final Rules rules, final Node left, final boolean different, final Node right)
        {
            this.rules = rules;
            this.different = different;
            this.left = left;
            this.right = right;
        }

        @Override
        Verdict verdict(final Slots slots)
        {
            final Value one = valueOf(left, slots);
            final Value other = one.type == Value.FAILED ? one : valueOf(right, slots);
            return other.type == Value.FAILED ? Verdict.ERROR
                : different ? rules.different(one, other) : rules.equal(one, other);
        }

        @Override
        Set<Key> keys()
        {
            return different ? decided() == null ? null : Condition.present(left) : Condition.ordered(left, Rules.EQUAL,
                right);
        }

        /** A literal on the left is not equal to what is missing, in one dialect, instead of unknown. */
        @Override
        Node decided()
        {
            return Condition.isOfConstant(left, right) ? left : null;
        }
    }

    /** A value, evaluated once, that is between two others, or is outside. What decides is the last that is evaluated. */
    static final class Between extends Node
    {
        private final Rules rules;
        private final Node middle;
        private final Node low;
        private final Node high;
        private final int lowOrders;
        private final int highOrders;
        private final Verdict decisive;

        Between(final Rules rules, final Node middle, final Node low, final Node high, final boolean outside)
        {
            this.rules = rules;
            this.middle = middle;
            this.low = low;
            this.high = high;
            lowOrders = outside ? Rules.LESS : Rules.GREATER | Rules.EQUAL;
            highOrders = outside ? Rules.GREATER : Rules.LESS | Rules.EQUAL;
            decisive = Rules.verdict(outside);
        }

        @Override
        Verdict verdict(final Slots slots)
        {
            final Value value = valueOf(middle, slots);
            if (value.isMissing())
            {
                return value.truth();
            }
            final Verdict first = Order.verdict(rules, value, lowOrders, low, slots);
            if (first == decisive || first == Verdict.ERROR)
            {
                return first;
            }
            final Verdict second = Order.verdict(rules, value, highOrders, high, slots);
            return first == Verdict.UNKNOWN && second != decisive && second != Verdict.ERROR ? first : second;
        }

        @Override
        Set<Key> keys()
        {
            final Set<Key> least = Condition.ordered(middle, lowOrders, low);
            final Set<Key> most = Condition.ordered(middle, highOrders, high);
            return decisive == Verdict.MATCH ? Condition.union(least, most) : Condition.both(least, most);
        }
    }

    /** A value, evaluated once, that equals one of others, as JMS has it. */
    static final class EqualToAny extends Node
    {
        private final Node left;
        private final Node[] items;

        EqualToAny(final Node left, final List<Node> items)
        {
            this.left = left;
            this.items = items.toArray(Node[]::new);
        }

        @Override
        Verdict verdict(final Slots slots)
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

    /** A text that is one of some; of what is no text as is said when made. */
    static final class In extends Node
    {
        private final Node operand;
        private final TextSet texts;
        private final Verdict otherwise;

        In(final Node operand, final TextSet texts, final Verdict otherwise)
        {
            this.operand = operand;
            this.texts = texts;
            this.otherwise = otherwise;
        }

        @Override
        Verdict verdict(final Slots slots)
        {
            final Value value = valueOf(operand, slots);
            return value.isText() ? Rules.verdict(texts.contains(value.text, value.from, value.to)) : otherwise;
        }

        @Override
        Set<Key> keys()
        {
            return Condition.in(operand, texts);
        }

        @Override
        Node decided()
        {
            return otherwise == Verdict.UNKNOWN ? operand.decided() : null;
        }
    }

    /** Whether there is no value. */
    static final class IsNull extends Node
    {
        private final Node operand;

        IsNull(final Node operand)
        {
            this.operand = operand;
        }

        @Override
        Verdict verdict(final Slots slots)
        {
            final Value value = valueOf(operand, slots);
            return value.type == Value.FAILED ? Verdict.ERROR : Rules.verdict(value.isMissing());
        }
    }

    /** A text that holds another, begins or ends with it; or that does not. What is no text is false either way. */
    static final class Holds extends Node
    {
        private final Node operand;
        /** Of {@link Tokens}. */
        private final int token;
        private final String text;
        private final byte[] wanted;
        private final TextSearch search;
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
        Verdict verdict(final Slots slots)
        {
            final Value value = valueOf(operand, slots);
            return value.type == Value.FAILED ? Verdict.ERROR : Rules.verdict(value.isText() && isIn(value) != negated);
        }

        private boolean isIn(final Value value)
        {
            if (token == Tokens.CONTAINS)
            {
                return search.find(value.text, value.from, value.to) >= 0;
            }
            final int start = token == Tokens.STARTS_WITH ? value.from : value.to - wanted.length;
            return wanted.length <= value.to - value.from
                && Arrays.equals(value.text, start, start + wanted.length, wanted, 0, wanted.length);
        }

        @Override
        Set<Key> keys()
        {
            return Condition.holding(operand, negated ? "" : text);
        }
    }

    /** LIKE: unknown of what is missing or not understood, false of what is no text. */
    static final class Like extends Node
    {
        private final Node operand;
        private final LikePattern pattern;

        Like(final Node operand, final LikePattern pattern)
        {
            this.operand = operand;
            this.pattern = pattern;
        }

        @Override
        Verdict verdict(final Slots slots)
        {
            final Value value = valueOf(operand, slots);
            return value.isMissing() || value.type == Value.UNDECODED ? Verdict.UNKNOWN : Rules.verdict(value.isText()
                && pattern.matches(value.text, value.from, value.to));
        }

        @Override
        Set<Key> keys()
        {
            return Condition.holding(operand, pattern.longestText());
        }

        @Override
        Node decided()
        {
            return operand.decided();
        }
    }

    /**
     * A text whose hash is one of some; what is no text has the hash 0. A hash is all that a broker's consume queue keeps of
     * a tag.
     *
     * @see "MessageExtBrokerInner.tagsString2tagsCode; ExpressionMessageFilter.isMatchedByConsumeQueue"
     */
    static final class HashIn extends Node
    {
        private final Node operand;
        private final int[] sorted;

        HashIn(final Node operand, final int... sorted)
        {
            this.operand = operand;
            this.sorted = sorted;
        }

        @Override
        Verdict verdict(final Slots slots)
        {
            final Value value = valueOf(operand, slots);
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

    /** Conditions of which each is about what the one before it says, as in {@code a = b = TRUE}. */
    static final class Row extends Node
    {
        private final Node[] conditions;

        Row(final List<Node> conditions)
        {
            this.conditions = conditions.toArray(Node[]::new);
        }

        @Override
        Verdict verdict(final Slots slots)
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

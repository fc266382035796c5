package io.skim.store.rows;

import io.skim.scan.records.RecordScreen;
import io.skim.store.rows.RowSchema.RecordValue;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A condition on rows: true, false, or unknown where SQL says null. Immutable. Texts are compared by their bytes of UTF-8, as
 * unsigned numbers.
 */
public abstract class RowPredicate implements Serializable
{
    private static final long serialVersionUID = 1;

    /** What a condition is for a row. */
    public enum Truth
    {
        /** The row is selected. */
        TRUE,
        /** The row is not selected. */
        FALSE,
        /** A value is null; the row is not selected. */
        UNKNOWN;

        static Truth of(final boolean value)
        {
            return value ? TRUE : FALSE;
        }

        Truth negated()
        {
            return this == UNKNOWN ? UNKNOWN : of(this == FALSE);
        }
    }

    /** How a value is compared. */
    public enum Comparison
    {
        /** Equal. */
        EQUAL,
        /** Not equal. */
        NOT_EQUAL,
        /** Less. */
        LESS,
        /** Less or equal. */
        LESS_OR_EQUAL,
        /** Greater. */
        GREATER,
        /** Greater or equal. */
        GREATER_OR_EQUAL,
        /** A text that begins with another one. */
        STARTS_WITH,
        /** A text that ends with another one. */
        ENDS_WITH,
        /** A text that contains another one. */
        CONTAINS;

        boolean isTrue(final int order)
        {
            return switch (this)
            {
                case EQUAL -> order == 0;
                case NOT_EQUAL -> order != 0;
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                default -> order >= 0;
            };
        }
    }

    RowPredicate()
    {
    }

    /**
     * Evaluates the condition.
     *
     * @param row to evaluate it on.
     * @return the truth.
     */
    public abstract Truth evaluate(RowReader row);

    /** {@return the columns that the condition reads, some perhaps more than once} */
    public abstract int[] columns();

    /** What a stored record needs, so that the condition can be true for its row. */
    final RecordScreen screen(final List<RowColumn> columns)
    {
        final RecordScreen.Builder screen = RecordScreen.builder();
        needs(columns, screen);
        return screen.build();
    }

    /** The texts of which a column has one in each row for which the condition is true; null if it may have any, or none. */
    @Nullable
    List<String> texts(final int column)
    {
        return null;
    }

    /** Conditions of the same likeness are one condition, if one of them has to be true. */
    Object likeness()
    {
        return this;
    }

    /** The one condition of some, among them this one, that are alike. */
    RowPredicate joined(final List<RowPredicate> alike)
    {
        return this;
    }

    /** Adds what a stored record needs; by default nothing is known. */
    void needs(final List<RowColumn> columns, final RecordScreen.Builder screen)
    {
        // A record may need nothing.
    }

    /**
     * Compares a number.
     *
     * @param column     a column of numbers or times.
     * @param comparison how, by order.
     * @param number     to compare with.
     * @return the condition.
     */
    public static RowPredicate number(final int column, final Comparison comparison, final long number)
    {
        return comparison == Comparison.EQUAL ? new OneNumber(column, number) : new Leaf(column)
        {
            private static final long serialVersionUID = 1;

            @Override
            Truth ofValue(final RowReader row)
            {
                return Truth.of(comparison.isTrue(Long.compare(row.number(column), number)));
            }
        };
    }

    /**
     * Compares a text.
     *
     * @param column     a column of texts.
     * @param comparison how.
     * @param utf8       text to compare with.
     * @return the condition.
     */
    public static RowPredicate text(final int column, final Comparison comparison, final byte[] utf8)
    {
        return comparison == Comparison.EQUAL ? new OneText(column, utf8.clone())
            : new TextLeaf(column, comparison, utf8.clone());
    }

    /**
     * Whether a column is null.
     *
     * @param column any column.
     * @return the condition, which is never unknown.
     */
    public static RowPredicate isNull(final int column)
    {
        return new RowPredicate()
        {
            private static final long serialVersionUID = 1;

            @Override
            public Truth evaluate(final RowReader row)
            {
                return Truth.of(row.isNull(column));
            }

            @Override
            public int[] columns()
            {
                return new int[] {column};
            }
        };
    }

    /**
     * A condition that is the same for all rows.
     *
     * @param truth of all rows.
     * @return the condition.
     */
    public static RowPredicate always(final Truth truth)
    {
        return new RowPredicate()
        {
            private static final long serialVersionUID = 1;

            @Override
            public Truth evaluate(final RowReader row)
            {
                return truth;
            }

            @Override
            public int[] columns()
            {
                return new int[0];
            }
        };
    }

    /**
     * Joins conditions of which all have to be true.
     *
     * @param conditions to join.
     * @return the condition, true for none.
     */
    public static RowPredicate and(final List<RowPredicate> conditions)
    {
        return Joined.of(conditions, Truth.FALSE);
    }

    /**
     * Joins conditions of which one has to be true. Whether a value is equal to one of many takes the time of a search among them in their
     * order.
     *
     * @param conditions to join.
     * @return the condition, false for none.
     */
    public static RowPredicate or(final List<RowPredicate> conditions)
    {
        final Map<Object, List<RowPredicate>> alike = new LinkedHashMap<>();
        for (final RowPredicate condition : Joined.parts(conditions, Truth.TRUE))
        {
            alike.computeIfAbsent(condition.likeness(), key -> new ArrayList<>()).add(condition);
        }
        return Joined.of(alike.values().stream().map(each -> each.get(0).joined(each)).toList(), Truth.TRUE);
    }

    /** {@return the condition that is true where this one is false} */
    public RowPredicate negated()
    {
        final RowPredicate condition = this;
        return new RowPredicate()
        {
            private static final long serialVersionUID = 1;

            @Override
            public Truth evaluate(final RowReader row)
            {
                return condition.evaluate(row).negated();
            }

            @Override
            public int[] columns()
            {
                return condition.columns();
            }
        };
    }

    /** A condition that is unknown for null. */
    private abstract static class Leaf extends RowPredicate
    {
        private static final long serialVersionUID = 1;

        final int column;

        Leaf(final int column)
        {
            this.column = column;
        }

        @Override
        public Truth evaluate(final RowReader row)
        {
            return row.isNull(column) ? Truth.UNKNOWN : ofValue(row);
        }

        @Override
        public int[] columns()
        {
            return new int[] {column};
        }

        abstract Truth ofValue(RowReader row);
    }

    /** A text that is one of some: several, because a query may list thousands. */
    private static final class OneText extends Leaf
    {
        private static final long serialVersionUID = 1;

        /** In order. */
        private final byte[][] texts;

        OneText(final int column, final byte[]... texts)
        {
            super(column);
            this.texts = texts;
            Arrays.sort(texts, Arrays::compareUnsigned);
        }

        @Override
        Object likeness()
        {
            return List.of(OneText.class, column);
        }

        @Override
        RowPredicate joined(final List<RowPredicate> alike)
        {
            return new OneText(column, alike.stream().flatMap(one -> Arrays.stream(((OneText)one).texts)).toArray(
                byte[][]::new));
        }

        @Override
        Truth ofValue(final RowReader row)
        {
            final byte[] bytes = row.bytes();
            final int from = row.offset(column);
            final int to = from + row.length(column);
            int low = 0;
            int high = texts.length - 1;
            while (low <= high)
            {
                final int middle = (low + high) >>> 1;
                final byte[] text = texts[middle];
                final int order = Arrays.compareUnsigned(bytes, from, to, text, 0, text.length);
                if (order == 0)
                {
                    return Truth.TRUE;
                }
                low = order > 0 ? middle + 1 : low;
                high = order < 0 ? middle - 1 : high;
            }
            return Truth.FALSE;
        }

        @Override
        void needs(final List<RowColumn> columns, final RecordScreen.Builder screen)
        {
            if (columns.get(column).isProperty())
            {
                screen.property(columns.get(column).name(), strings());
            }
            else if (column == RecordValue.TOPIC.ordinal())
            {
                screen.topic(strings());
            }
        }

        @Override
        @Nullable
        List<String> texts(final int wanted)
        {
            return wanted == column ? strings() : null;
        }

        private List<String> strings()
        {
            return Arrays.stream(texts).map(text -> new String(text, StandardCharsets.UTF_8)).toList();
        }
    }

    /** A number that is one of some. */
    private static final class OneNumber extends Leaf
    {
        private static final long serialVersionUID = 1;

        /** In order. */
        private final long[] numbers;

        OneNumber(final int column, final long... numbers)
        {
            super(column);
            this.numbers = numbers;
            Arrays.sort(numbers);
        }

        @Override
        Object likeness()
        {
            return List.of(OneNumber.class, column);
        }

        @Override
        RowPredicate joined(final List<RowPredicate> alike)
        {
            return new OneNumber(column, alike.stream().flatMapToLong(one -> Arrays.stream(((OneNumber)one).numbers))
                .toArray());
        }

        @Override
        Truth ofValue(final RowReader row)
        {
            return Truth.of(Arrays.binarySearch(numbers, row.number(column)) >= 0);
        }
    }

    /** Another comparison of texts. */
    private static final class TextLeaf extends Leaf
    {
        private static final long serialVersionUID = 1;

        private final Comparison comparison;
        private final byte[] text;

        TextLeaf(final int column, final Comparison comparison, final byte[] text)
        {
            super(column);
            this.comparison = comparison;
            this.text = text;
        }

        @Override
        Truth ofValue(final RowReader row)
        {
            final byte[] bytes = row.bytes();
            final int from = row.offset(column);
            final int to = from + row.length(column);
            return Truth.of(switch (comparison)
            {
                case STARTS_WITH -> isAt(bytes, from, to);
                case ENDS_WITH -> to - from >= text.length && isAt(bytes, to - text.length, to);
                case CONTAINS -> isIn(bytes, from, to);
                default -> comparison.isTrue(Arrays.compareUnsigned(bytes, from, to, text, 0, text.length));
            });
        }

        @Override
        void needs(final List<RowColumn> columns, final RecordScreen.Builder screen)
        {
            if (columns.get(column).isProperty())
            {
                screen.property(columns.get(column).name());
            }
        }

        private boolean isAt(final byte[] bytes, final int at, final int to)
        {
            return to - at >= text.length && Arrays.equals(bytes, at, at + text.length, text, 0, text.length);
        }

        private boolean isIn(final byte[] bytes, final int from, final int to)
        {
            for (int at = from; to - at >= text.length; at++)
            {
                if (isAt(bytes, at, to))
                {
                    return true;
                }
            }
            return false;
        }
    }

    /** A conjunction, which one false decides, or a disjunction, which one true decides. */
    private static final class Joined extends RowPredicate
    {
        private static final long serialVersionUID = 1;

        private final RowPredicate[] conditions;
        private final Truth deciding;

        private Joined(final List<RowPredicate> conditions, final Truth deciding)
        {
            this.conditions = conditions.toArray(RowPredicate[]::new);
            this.deciding = deciding;
        }

        static RowPredicate of(final List<RowPredicate> conditions, final Truth deciding)
        {
            final List<RowPredicate> parts = parts(conditions, deciding);
            return parts.size() == 1 ? parts.get(0) : new Joined(parts, deciding);
        }

        /** Those of conditions that are joined in the same way take their place: a chain of many is as deep as one. */
        static List<RowPredicate> parts(final List<RowPredicate> conditions, final Truth deciding)
        {
            return conditions.stream().flatMap(condition -> condition instanceof Joined joined && joined.deciding
                == deciding ? Arrays.stream(joined.conditions) : Stream.of(condition)).toList();
        }

        @Override
        public Truth evaluate(final RowReader row)
        {
            Truth all = deciding.negated();
            for (final RowPredicate condition : conditions)
            {
                final Truth truth = condition.evaluate(row);
                if (truth == deciding)
                {
                    return deciding;
                }
                all = truth == Truth.UNKNOWN ? Truth.UNKNOWN : all;
            }
            return all;
        }

        @Override
        void needs(final List<RowColumn> columns, final RecordScreen.Builder screen)
        {
            if (deciding == Truth.FALSE)
            {
                for (final RowPredicate condition : conditions)
                {
                    condition.needs(columns, screen);
                }
            }
        }

        @Override
        @Nullable
        List<String> texts(final int column)
        {
            final List<String> all = new ArrayList<>();
            for (final RowPredicate condition : conditions)
            {
                final List<String> texts = condition.texts(column);
                if (deciding == Truth.FALSE && texts != null)
                {
                    return texts;
                }
                if (deciding == Truth.TRUE && texts == null)
                {
                    return null;
                }
                all.addAll(texts == null ? List.of() : texts);
            }
            return all.isEmpty() ? null : List.copyOf(all);
        }

        @Override
        public int[] columns()
        {
            return Arrays.stream(conditions).flatMapToInt(condition -> Arrays.stream(condition.columns())).toArray();
        }
    }
}

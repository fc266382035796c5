package io.skim.store.rows;

import io.skim.scan.records.RecordScreen;
import io.skim.store.rows.RowSchema.RecordValue;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
        return new Leaf(column)
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
        return new TextLeaf(column, comparison, utf8.clone());
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
        return new Joined(conditions, Truth.FALSE);
    }

    /**
     * Joins conditions of which one has to be true.
     *
     * @param conditions to join.
     * @return the condition, false for none.
     */
    public static RowPredicate or(final List<RowPredicate> conditions)
    {
        return new Joined(conditions, Truth.TRUE);
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

        private final int column;

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

    /** A comparison of texts. */
    private static final class TextLeaf extends Leaf
    {
        private static final long serialVersionUID = 1;

        private final int column;
        private final Comparison comparison;
        private final byte[] text;

        TextLeaf(final int column, final Comparison comparison, final byte[] text)
        {
            super(column);
            this.column = column;
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
            if (comparison == Comparison.EQUAL)
            {
                equal(columns, column, List.of(this), screen);
            }
            else if (columns.get(column).isProperty())
            {
                screen.property(columns.get(column).name());
            }
        }

        @Override
        @Nullable
        List<String> texts(final int wanted)
        {
            return comparison == Comparison.EQUAL && wanted == column ? List.of(new String(text,
                StandardCharsets.UTF_8)) : null;
        }

        static void equal(final List<RowColumn> columns, final int column, final List<TextLeaf> alternatives,
            final RecordScreen.Builder screen)
        {
            final List<String> texts = alternatives.stream().map(leaf -> new String(leaf.text, StandardCharsets.UTF_8))
                .toList();
            if (columns.get(column).isProperty())
            {
                screen.property(columns.get(column).name(), texts);
            }
            else if (column == RecordValue.TOPIC.ordinal())
            {
                screen.topic(texts);
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

        Joined(final List<RowPredicate> conditions, final Truth deciding)
        {
            this.conditions = conditions.toArray(RowPredicate[]::new);
            this.deciding = deciding;
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
                return;
            }
            final List<TextLeaf> alternatives = new ArrayList<>();
            for (final RowPredicate condition : conditions)
            {
                if (condition instanceof TextLeaf leaf && leaf.comparison == Comparison.EQUAL && (alternatives.isEmpty()
                    || alternatives.get(0).column == leaf.column))
                {
                    alternatives.add(leaf);
                }
            }
            if (!alternatives.isEmpty() && alternatives.size() == conditions.length)
            {
                TextLeaf.equal(columns, alternatives.get(0).column, alternatives, screen);
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

package io.skim.spark;

import io.skim.store.rows.RowPredicate;
import io.skim.store.rows.RowPredicate.Comparison;
import io.skim.store.rows.RowPredicate.Truth;
import io.skim.store.rows.RowSchema;
import io.skim.store.rows.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Reads Spark's filters as conditions on rows. What would not mean exactly the same is no condition, and left to Spark.
 */
final class FilterReader
{
    private static final Map<String, Comparison> COMPARISONS = Map.of("=", Comparison.EQUAL, "<>", Comparison.NOT_EQUAL,
        "<", Comparison.LESS, "<=", Comparison.LESS_OR_EQUAL, ">", Comparison.GREATER, ">=",
        Comparison.GREATER_OR_EQUAL, "STARTS_WITH", Comparison.STARTS_WITH, "ENDS_WITH", Comparison.ENDS_WITH,
        "CONTAINS", Comparison.CONTAINS);

    private final RowSchema schema;

    FilterReader(final RowSchema schema)
    {
        this.schema = schema;
    }

    /** The condition that means the same; null if there is none. */
    @Nullable
    RowPredicate condition(final Expression expression)
    {
        if (!(expression instanceof Predicate predicate))
        {
            return null;
        }
        final Expression[] children = predicate.children();
        switch (predicate.name())
        {
            case "AND":
            case "OR":
                final RowPredicate left = condition(children[0]);
                final RowPredicate right = condition(children[1]);
                return left == null || right == null ? null : predicate.name().equals("AND") ? RowPredicate.and(List.of(
                    left, right)) : RowPredicate.or(List.of(left, right));
            case "NOT":
                final RowPredicate inner = condition(children[0]);
                return inner == null ? null : inner.negated();
            case "ALWAYS_TRUE":
                return RowPredicate.always(Truth.TRUE);
            case "ALWAYS_FALSE":
                return RowPredicate.always(Truth.FALSE);
            default:
                return onColumn(predicate.name(), children);
        }
    }

    private @Nullable RowPredicate onColumn(final String name, final Expression... children)
    {
        final int column = children.length == 0 ? -1 : column(children[0]);
        if (column < 0)
        {
            return null;
        }
        switch (name)
        {
            case "IS_NULL":
                return RowPredicate.isNull(column);
            case "IS_NOT_NULL":
                return RowPredicate.isNull(column).negated();
            case "IN":
                return in(column, Arrays.copyOfRange(children, 1, children.length));
            case "<=>":
                return nullSafe(column, children[1]);
            default:
                final Comparison comparison = COMPARISONS.get(name);
                return comparison == null ? null : compared(column, comparison, children[1]);
        }
    }

    /** A column of a type that can be compared, or whose being null can be asked for. */
    private int column(final Expression expression)
    {
        return expression instanceof NamedReference reference && reference.fieldNames().length == 1
            ? schema.index(reference.fieldNames()[0]) : -1;
    }

    private @Nullable RowPredicate compared(final int column, final Comparison comparison, final Expression expression)
    {
        if (!(expression instanceof Literal<?> literal))
        {
            return null;
        }
        final Object value = literal.value();
        final RowType type = schema.columns().get(column).type();
        if (value == null)
        {
            return RowPredicate.always(Truth.UNKNOWN);
        }
        if (type == RowType.TEXT && value instanceof UTF8String text)
        {
            return RowPredicate.text(column, comparison, text.getBytes());
        }
        final boolean isOrder = comparison.compareTo(Comparison.STARTS_WITH) < 0;
        final boolean isNumber = type == RowType.INT && value instanceof Integer || value instanceof Long
            && (type == RowType.LONG || type == RowType.TIMESTAMP);
        return isNumber && isOrder ? RowPredicate.number(column, comparison, ((Number)value).longValue()) : null;
    }

    /** Equal to one of several: unknown if it is equal to none and one of them is null. */
    private @Nullable RowPredicate in(final int column, final Expression... values)
    {
        final List<RowPredicate> conditions = new ArrayList<>();
        for (final Expression value : values)
        {
            final RowPredicate condition = compared(column, Comparison.EQUAL, value);
            if (condition == null)
            {
                return null;
            }
            conditions.add(condition);
        }
        return RowPredicate.or(conditions);
    }

    private @Nullable RowPredicate nullSafe(final int column, final Expression value)
    {
        if (value instanceof Literal<?> literal && literal.value() == null)
        {
            return RowPredicate.isNull(column);
        }
        final RowPredicate equal = compared(column, Comparison.EQUAL, value);
        return equal == null ? null : RowPredicate.and(List.of(RowPredicate.isNull(column).negated(), equal));
    }
}

package io.skim.flink;

import io.skim.store.rows.RowPredicate;
import io.skim.store.rows.RowPredicate.Comparison;
import io.skim.store.rows.RowPredicate.Truth;
import io.skim.store.rows.RowSchema;
import io.skim.store.rows.RowType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Reads Flink's filters as conditions on rows. What would not mean exactly the same is no condition, and left to Flink: times are,
 * of which Flink has milliseconds alone.
 */
final class FilterReader
{
    private static final Map<FunctionDefinition, Comparison> COMPARISONS = Map.of(BuiltInFunctionDefinitions.EQUALS,
        Comparison.EQUAL, BuiltInFunctionDefinitions.NOT_EQUALS, Comparison.NOT_EQUAL,
        BuiltInFunctionDefinitions.LESS_THAN, Comparison.LESS, BuiltInFunctionDefinitions.LESS_THAN_OR_EQUAL,
        Comparison.LESS_OR_EQUAL, BuiltInFunctionDefinitions.GREATER_THAN, Comparison.GREATER,
        BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL, Comparison.GREATER_OR_EQUAL);
    private static final Map<Comparison, Comparison> MIRRORED = Map.of(Comparison.LESS, Comparison.GREATER,
        Comparison.LESS_OR_EQUAL, Comparison.GREATER_OR_EQUAL, Comparison.GREATER, Comparison.LESS,
        Comparison.GREATER_OR_EQUAL, Comparison.LESS_OR_EQUAL);

    private final RowSchema schema;

    FilterReader(final RowSchema schema)
    {
        this.schema = schema;
    }

    /** The condition that means the same; null if there is none. */
    @Nullable
    RowPredicate condition(final ResolvedExpression expression)
    {
        if (!(expression instanceof CallExpression call))
        {
            return null;
        }
        final FunctionDefinition function = call.getFunctionDefinition();
        final List<ResolvedExpression> children = call.getResolvedChildren();
        if (function == BuiltInFunctionDefinitions.AND || function == BuiltInFunctionDefinitions.OR)
        {
            return joined(function, children);
        }
        if (function == BuiltInFunctionDefinitions.NOT)
        {
            final RowPredicate inner = condition(children.get(0));
            return inner == null ? null : inner.negated();
        }
        if (function == BuiltInFunctionDefinitions.IS_NULL || function == BuiltInFunctionDefinitions.IS_NOT_NULL)
        {
            final int column = column(children.get(0));
            return column < 0 ? null : function == BuiltInFunctionDefinitions.IS_NULL ? RowPredicate.isNull(column)
                : RowPredicate.isNull(column).negated();
        }
        return onColumn(function, children);
    }

    private @Nullable RowPredicate joined(final FunctionDefinition function, final List<ResolvedExpression> children)
    {
        final List<RowPredicate> conditions = new ArrayList<>();
        for (final ResolvedExpression child : children)
        {
            final RowPredicate condition = condition(child);
            if (condition == null)
            {
                return null;
            }
            conditions.add(condition);
        }
        return function == BuiltInFunctionDefinitions.AND ? RowPredicate.and(conditions) : RowPredicate.or(conditions);
    }

    private @Nullable RowPredicate onColumn(final FunctionDefinition function, final List<ResolvedExpression> children)
    {
        if (function == BuiltInFunctionDefinitions.LIKE && children.size() == 2)
        {
            return like(column(children.get(0)), children.get(1));
        }
        final Comparison comparison = COMPARISONS.get(function);
        if (comparison == null || children.size() != 2)
        {
            return null;
        }
        return children.get(0) instanceof ValueLiteralExpression
            ? compared(column(children.get(1)), MIRRORED.getOrDefault(comparison, comparison), children.get(0))
            : compared(column(children.get(0)), comparison, children.get(1));
    }

    private int column(final ResolvedExpression expression)
    {
        return expression instanceof FieldReferenceExpression field ? schema.index(field.getName()) : -1;
    }

    private @Nullable RowPredicate compared(final int column, final Comparison comparison,
        final ResolvedExpression expression)
    {
        if (column < 0 || !(expression instanceof ValueLiteralExpression literal))
        {
            return null;
        }
        if (literal.isNull())
        {
            return RowPredicate.always(Truth.UNKNOWN);
        }
        final RowType type = schema.columns().get(column).type();
        switch (type)
        {
            case TEXT:
                // A text of a fixed length may be compared without the spaces at its end.
                return literal.getValueAs(String.class).filter(text -> !text.endsWith(" "))
                    .map(text -> RowPredicate.text(
                        column, comparison, text.getBytes(StandardCharsets.UTF_8)))
                    .orElse(null);
            case INT:
                return literal.getValueAs(Integer.class).map(number -> RowPredicate.number(column, comparison, number))
                    .orElse(null);
            case LONG:
                return literal.getValueAs(Long.class).map(number -> RowPredicate.number(column, comparison, number))
                    .orElse(null);
            default:
                return null;
        }
    }

    /** Patterns whose only characters with a meaning are percent signs at the ends. */
    private @Nullable RowPredicate like(final int column, final ResolvedExpression expression)
    {
        if (column < 0 || schema.columns().get(column).type() != RowType.TEXT
            || !(expression instanceof ValueLiteralExpression literal) || literal.isNull())
        {
            return null;
        }
        final String pattern = literal.getValueAs(String.class).orElse("_");
        final boolean begins = pattern.startsWith("%");
        final boolean ends = pattern.length() > 1 && pattern.endsWith("%");
        final String text = pattern.substring(begins ? 1 : 0, pattern.length() - (ends ? 1 : 0));
        if (text.isEmpty() || !begins && !ends || text.matches("(?s).*[_%\\\\].*"))
        {
            return null;
        }
        return RowPredicate.text(column, begins && ends ? Comparison.CONTAINS : begins ? Comparison.ENDS_WITH
            : Comparison.STARTS_WITH, text.getBytes(StandardCharsets.UTF_8));
    }
}

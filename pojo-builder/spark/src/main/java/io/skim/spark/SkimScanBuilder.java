package io.skim.spark;

import io.skim.store.rows.RowPredicate;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Takes from Spark the columns, filters, counts and the limit that it can do itself. */
final class SkimScanBuilder implements ScanBuilder, SupportsPushDownRequiredColumns, SupportsPushDownV2Filters,
    SupportsPushDownLimit, SupportsPushDownAggregates
{
    private static final int NOT_COUNTED = -2;

    private final SkimOptions options;
    private final List<Predicate> pushed = new ArrayList<>();
    private final List<RowPredicate> conditions = new ArrayList<>();
    private StructType columns;
    private int limit = Integer.MAX_VALUE;
    /** Null unless rows are counted. */
    private int @Nullable [] counted;

    SkimScanBuilder(final SkimOptions options)
    {
        this.options = options;
        columns = options.sparkSchema();
    }

    @Override
    public void pruneColumns(final StructType required)
    {
        columns = required;
    }

    /** Returns what Spark has to evaluate: all that does not mean exactly the same here. */
    @Override
    public Predicate[] pushPredicates(final Predicate[] predicates)
    {
        final FilterReader filters = new FilterReader(options.schema());
        final List<Predicate> left = new ArrayList<>();
        for (final Predicate predicate : predicates)
        {
            final RowPredicate condition = options.pushDown ? filters.condition(predicate) : null;
            if (condition == null)
            {
                left.add(predicate);
            }
            else
            {
                pushed.add(predicate);
                conditions.add(condition);
            }
        }
        return left.toArray(Predicate[]::new);
    }

    @Override
    public Predicate[] pushedPredicates()
    {
        return pushed.toArray(Predicate[]::new);
    }

    @Override
    public boolean pushLimit(final int most)
    {
        limit = options.pushDown ? most : limit;
        return options.pushDown;
    }

    /** Each split keeps to the limit; Spark keeps to it for all together. */
    @Override
    public boolean isPartiallyPushed()
    {
        return true;
    }

    /** Counts of rows and of columns, without groups: then Spark adds up those of the splits. */
    @Override
    public boolean pushAggregation(final Aggregation aggregation)
    {
        final AggregateFunc[] functions = aggregation.aggregateExpressions();
        if (!options.pushDown || aggregation.groupByExpressions().length > 0)
        {
            return false;
        }
        final int[] columnsCounted = new int[functions.length];
        StructType result = new StructType();
        for (int i = 0; i < functions.length; i++)
        {
            columnsCounted[i] = countedColumn(functions[i]);
            if (columnsCounted[i] == NOT_COUNTED)
            {
                return false;
            }
            result = result.add("count" + i, DataTypes.LongType);
        }
        counted = columnsCounted;
        columns = result;
        return true;
    }

    private int countedColumn(final AggregateFunc function)
    {
        if (function instanceof CountStar)
        {
            return -1;
        }
        final boolean isColumn = function instanceof Count count && !count.isDistinct()
            && count.column() instanceof NamedReference reference && reference.fieldNames().length == 1;
        final int column =
            isColumn ? options.schema().index(((NamedReference)((Count)function).column()).fieldNames()[0])
                : -1;
        return column < 0 ? NOT_COUNTED : column;
    }

    @Override
    public Scan build()
    {
        return new SkimScan(options, columns, pushed, RowPredicate.and(conditions), limit, counted);
    }
}

package io.skim.spark;

import io.skim.store.rows.RowPredicate;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/** Takes from Spark the columns, filters and the limit that it can do itself. */
final class SkimScanBuilder implements ScanBuilder, SupportsPushDownRequiredColumns, SupportsPushDownV2Filters,
    SupportsPushDownLimit
{
    private final SkimOptions options;
    private final List<Predicate> pushed = new ArrayList<>();
    private final List<RowPredicate> conditions = new ArrayList<>();
    private StructType columns;
    private int limit = Integer.MAX_VALUE;

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

    @Override
    public Scan build()
    {
        return new SkimScan(options, columns, pushed, RowPredicate.and(conditions), limit);
    }
}

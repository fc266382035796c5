package io.skim.flink;

import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowPredicate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsFilterPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;

/** A table of files. Takes from Flink the columns and filters that it can do itself. */
final class SkimTableSource implements ScanTableSource, SupportsProjectionPushDown, SupportsFilterPushDown
{
    private final Map<String, String> options;
    private final String path;
    private final long splitBytes;
    /** Between looks for new files; null if none are looked for. */
    private final @Nullable Duration interval;
    private final boolean pushDown;
    private List<String> columns;
    private RowPredicate condition = RowPredicate.and(List.of());

    SkimTableSource(final Map<String, String> options, final String path, final long splitBytes,
        final @Nullable Duration interval,
        final boolean pushDown, final DataType type)
    {
        this.options = options;
        this.path = path;
        this.splitBytes = splitBytes;
        this.interval = interval;
        this.pushDown = pushDown;
        columns = ((RowType)type.getLogicalType()).getFieldNames();
        files();
    }

    private SkimFiles files()
    {
        final SkimFiles files =
            new SkimFiles(options).columns(columns.toArray(String[]::new)).splitBytes(splitBytes).where(
                condition);
        return interval == null ? files : files.watch(interval);
    }

    @Override
    public ChangelogMode getChangelogMode()
    {
        return ChangelogMode.insertOnly();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(final ScanContext context)
    {
        return SourceProvider.of(files().source(new Path(path)));
    }

    @Override
    public boolean supportsNestedProjection()
    {
        return false;
    }

    @Override
    public void applyProjection(final int[][] projected, final DataType type)
    {
        final List<String> all = columns;
        columns = Arrays.stream(projected).map(field -> all.get(field[0])).toList();
    }

    /** Flink evaluates all that does not mean exactly the same here. */
    @Override
    public Result applyFilters(final List<ResolvedExpression> filters)
    {
        final FilterReader reader = new FilterReader(new RowOptions(options).schema());
        final List<ResolvedExpression> accepted = new ArrayList<>();
        final List<ResolvedExpression> left = new ArrayList<>();
        final List<RowPredicate> conditions = new ArrayList<>();
        for (final ResolvedExpression filter : filters)
        {
            final RowPredicate read = pushDown ? reader.condition(filter) : null;
            if (read == null)
            {
                left.add(filter);
            }
            else
            {
                accepted.add(filter);
                conditions.add(read);
            }
        }
        condition = RowPredicate.and(conditions);
        return Result.of(accepted, left);
    }

    @Override
    public DynamicTableSource copy()
    {
        final SkimTableSource copy = new SkimTableSource(options, path, splitBytes, interval, pushDown, columns);
        copy.condition = condition;
        return copy;
    }

    private SkimTableSource(final Map<String, String> options, final String path, final long splitBytes,
        final @Nullable Duration interval, final boolean pushDown, final List<String> columns)
    {
        this.options = options;
        this.path = path;
        this.splitBytes = splitBytes;
        this.interval = interval;
        this.pushDown = pushDown;
        this.columns = columns;
    }

    @Override
    public String asSummaryString()
    {
        return "skim " + path;
    }
}

package io.skim.flink;

import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowPredicate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsFilterPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsWatermarkPushDown;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;

/**
 * A table of files. Takes from Flink the columns and filters that it can do itself. It makes the watermarks, too: Flink's own operator
 * stands between filters and source, and fails at damage, which has no time.
 */
final class SkimTableSource implements ScanTableSource, SupportsProjectionPushDown, SupportsFilterPushDown,
    SupportsWatermarkPushDown
{
    private final Map<String, String> options;
    private final String path;
    private final long splitBytes;
    /** Between looks for new files; null if none are looked for. */
    private final @Nullable Duration interval;
    private final boolean pushDown;
    private List<String> columns;
    private RowPredicate condition = RowPredicate.and(List.of());
    /** Null unless a stream has event time. */
    private @Nullable WatermarkStrategy<RowData> watermarks;

    /**
     * A source with watermarks.
     *
     * @param files      the source.
     * @param watermarks of its rows.
     * @param name       of the table.
     * @param isBounded  whether no new files are looked for.
     */
    private record Timed(FileSource<RowData> files, WatermarkStrategy<RowData> watermarks, String name,
        boolean isBounded) implements DataStreamScanProvider
    {
        @Override
        public DataStream<RowData> produceDataStream(final ProviderContext context,
            final StreamExecutionEnvironment environment)
        {
            final DataStreamSource<RowData> rows = environment.fromSource(files, isBounded ? watermarks
                : WatermarkStrategy.noWatermarks(), name);
            context.generateUid("skim").ifPresent(rows::uid);
            return isBounded ? rows : behind(rows, context);
        }

        /**
         * Of a watched folder watermarks are made behind the source. In it Flink forgets those of a split with the split, if they still wait
         * for its interval; and a reader that has read a file and waits for another one never counts as idle.
         */
        private DataStream<RowData> behind(final DataStream<RowData> rows, final ProviderContext context)
        {
            final SingleOutputStreamOperator<RowData> timed = rows.assignTimestampsAndWatermarks(watermarks);
            context.generateUid("skim-watermarks").ifPresent(timed::uid);
            return timed;
        }
    }

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
        final FileSource<RowData> source = files().source(new Path(path));
        final WatermarkStrategy<RowData> wanted = watermarks;
        return wanted == null ? SourceProvider.of(source) : new Timed(source, wanted, asSummaryString(), interval
            == null);
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
    public void applyWatermark(final WatermarkStrategy<RowData> wanted)
    {
        watermarks = wanted;
    }

    @Override
    public DynamicTableSource copy()
    {
        final SkimTableSource copy = new SkimTableSource(options, path, splitBytes, interval, pushDown, columns);
        copy.condition = condition;
        copy.watermarks = watermarks;
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

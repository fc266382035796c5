package io.skim.flink;

import io.skim.store.rows.RowColumn;
import io.skim.store.rows.RowLookup;
import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowPredicate;
import io.skim.store.rows.RowPredicate.Truth;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.data.RowData;
import org.jspecify.annotations.Nullable;

/**
 * Makes a source of the rows of files, for streams.
 *
 * <pre>
 * SkimFiles files = new SkimFiles(Map.of("kind", "commitlog", "properties", "TAGS")).columns("topic", "storeTimestamp", "TAGS");
 * environment.fromSource(files.source(new Path("hdfs:///brokers/a/store")), files.watermarks(Duration.ofSeconds(5)), "messages");
 * </pre>
 *
 * After a failure each row counts exactly once, if files do not change while they are read.
 */
public final class SkimFiles
{
    private static final long SPLIT = 128 << 20;
    private static final String STORE_TIMESTAMP = "storeTimestamp";

    private final RowOptions options;
    private List<String> columns;
    private RowPredicate condition = RowPredicate.always(Truth.TRUE);
    /** Between looks for new files; null if none are looked for. */
    private @Nullable Duration interval;
    private long splitBytes = SPLIT;

    /**
     * Begins with all columns and rows of files that are there.
     *
     * @param options {@code kind}, {@code properties}, {@code mode}, {@code checkBodies}, {@code lenient} and
     *                {@code lookUp}; see {@link RowOptions}.
     * @throws IllegalArgumentException if one has a wrong value.
     */
    public SkimFiles(final Map<String, String> options)
    {
        this.options = new RowOptions(options);
        columns = this.options.schema().columns().stream().map(RowColumn::name).toList();
    }

    /**
     * Selects columns. What no column needs is not read.
     *
     * @param names of the columns, in the order of the rows.
     * @return this.
     * @throws IllegalArgumentException if there is no such column.
     */
    public SkimFiles columns(final String... names)
    {
        columns = List.of(names);
        new RowConversion(options.schema(), columns);
        return this;
    }

    /**
     * Selects rows.
     *
     * @param wanted condition by the indices of {@link RowOptions#schema()}.
     * @return this.
     */
    public SkimFiles where(final RowPredicate wanted)
    {
        condition = wanted;
        return this;
    }

    /**
     * Sets the length of splits.
     *
     * @param bytes of a part of a segment that one task reads, at least 1,000; 134,217,728 if not set.
     * @return this.
     * @throws IllegalArgumentException if it is less.
     */
    public SkimFiles splitBytes(final long bytes)
    {
        if (bytes < RowOptions.LEAST_SPLIT)
        {
            throw new IllegalArgumentException("splitBytes is at least " + RowOptions.LEAST_SPLIT + ", not " + bytes);
        }
        splitBytes = bytes;
        return this;
    }

    /**
     * Goes on to look for new files. A file is read once, when it is found: it has to be complete, as one that is moved into the
     * folder is. Files are not cut into splits, because Flink tells files that it knows by their paths.
     *
     * @param every how long to wait before the folder is looked at again.
     * @return this.
     * @throws IllegalArgumentException if that is no time.
     */
    public SkimFiles watch(final Duration every)
    {
        if (every.isNegative() || every.isZero())
        {
            throw new IllegalArgumentException(
                "the time after which a watched folder is looked at again is more than 0,"
                    + " not " + every);
        }
        interval = every;
        return this;
    }

    /**
     * Makes the source.
     *
     * @param paths files or folders.
     * @return a source of rows with the columns.
     */
    public FileSource<RowData> source(final Path... paths)
    {
        final RowOptions checked = options;
        final RowLookup wanted = interval == null ? RowLookup.of(condition, options).orElse(null) : null;
        final long step = interval == null ? splitBytes : Long.MAX_VALUE;
        final FileSource.FileSourceBuilder<RowData> builder = FileSource.forBulkFileFormat(new SkimFormat(options,
            new RowConversion(options.schema(), columns), condition), paths).setFileEnumerator(
                () -> new SkimEnumerator(
                    checked, step, wanted))
            .setSplitAssigner(SplitsInOrder::new);
        if (interval != null)
        {
            builder.monitorContinuously(interval);
        }
        return builder.build();
    }

    /**
     * Event time from the time at which the broker stored a message. Of a folder that is {@linkplain #watch watched} assign it behind the
     * source, and with idleness, or windows stay open:
     *
     * <pre>
     * environment.fromSource(source, WatermarkStrategy.noWatermarks(), "messages")
     *     .assignTimestampsAndWatermarks(files.watermarks(late).withIdleness(Duration.ofSeconds(10)));
     * </pre>
     *
     * @param late how much a message may be older than one before it.
     * @return the strategy for the source's rows; damage takes the time that the source gives.
     * @throws IllegalStateException if {@code storeTimestamp} is not among the columns.
     */
    public WatermarkStrategy<RowData> watermarks(final Duration late)
    {
        final int time = columns.indexOf(STORE_TIMESTAMP);
        if (time < 0)
        {
            throw new IllegalStateException("event time needs the column " + STORE_TIMESTAMP + ": select it");
        }
        return WatermarkStrategy.<RowData>forBoundedOutOfOrderness(late).withTimestampAssigner((row, before) -> row
            .isNullAt(time) ? before : row.getTimestamp(time, 3).getMillisecond());
    }
}
